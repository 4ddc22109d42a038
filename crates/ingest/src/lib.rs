//! Readers of foreign formats.
//!
//! [`header`] reads the headers of model files, [`machine`] what a machine's tools print, [`outputs`] what benchmark
//! tools print; [`verdict`] judges those runs against ceiling and range. [`decimal`] reads their numbers.
//!
//! Whatever the input, nothing here panics and no memory beyond a stated limit is taken: what cannot be read is refused
//! in words.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod decimal;
pub mod header;
pub mod machine;
pub mod outputs;
pub mod verdict;
