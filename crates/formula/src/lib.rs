//! Compiled formulas: numbers in base units and operations on them, in postfix order.
//!
//! 1. `rooflight-expression` compiles what an author writes; units are gone then, since every number is in base units.
//! 2. [`evaluate`](evaluate::evaluate) computes a formula from its values, with the same bits natively and in the
//!    browser: `libm` and the exact instructions of `rooflight-primitives` stand in for the functions of the platform.
//!
//! There is no jump, and a loop only over the rows of a table, so every formula ends after as many steps as it has
//! operations and rows. Both branches of a choice are computed and one is dropped. A malformed formula gives NaN, never
//! a panic.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod evaluate;
pub mod op;

pub use evaluate::evaluate;
pub use op::{Op, Operator};
