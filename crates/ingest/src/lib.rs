//! Readers of foreign formats.
//!
//! [`header`] reads the headers of model files, [`machine`] the output of system tools, [`outputs`] the output of
//! benchmark tools; [`verdict`] judges those runs against ceiling and range. [`decimal`] parses their numbers.
//!
//! Never panics and never takes memory beyond a stated limit, whatever the input: what cannot be read gets a message.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod decimal;
pub mod header;
pub mod machine;
pub mod outputs;
pub mod verdict;

mod json;
