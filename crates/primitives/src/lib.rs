//! Building blocks for numbers and names that need no standard library.
//!
//! [`math`] has operations with the same result on every machine, [`units`] factors to SI units, [`query_string`] the
//! parser of queries, [`names`] the matcher of typed and printed names, [`variants!`] enums that list their variants.
//! Knows no model, no device and no wording.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod math;
pub mod names;
pub mod query_string;
pub mod units;
mod variants;
