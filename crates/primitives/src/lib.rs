//! Numbers and bytes without the standard library.
//!
//! [`math`] has operations with one exact result on every machine, [`units`] the constants that turn the figures people
//! write into SI numbers, [`codec`] the bytes in which records travel, [`query_string`] the pairs of a query, [`names`]
//! the one matcher of typed and printed names, [`variants!`] enums that list their variants. Knows no model, no device
//! and no words.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod codec;
pub mod math;
pub mod names;
pub mod query_string;
pub mod units;
mod variants;
