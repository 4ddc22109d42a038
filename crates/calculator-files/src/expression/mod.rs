//! Expressions with units, as authors of calculators write them: `if aperture > 0 then focal_length^2 / aperture else 0
//! m`.
//!
//! 1. [`token`] and [`parse`] turn the text into a [`tree`] whose nodes know their bytes.
//! 2. [`check`] computes the dimension of every node and reports mistakes such as `3 m + 2 s` at their column. Names
//!    are the values in [`scope`], [`mod@unit`]s and [`mod@constant`]s; functions are a closed list ([`mod@function`]).
//!    Those in [`table`] read columns of data, those in [`temperature`] go between scales.
//! 3. While it checks, it compiles the [`rooflight_estimator::formula`] that build and browser evaluate: postfix, every
//!    number in base units.
//!
//! Only units and sums of columns are evaluated here. There are no user-defined functions, and the length and nesting
//! of an expression are limited, so everything terminates.

pub mod check;
pub mod constant;
pub mod dimension;
pub mod function;
pub mod host_call;
pub mod mistake;
pub mod parse;
pub mod ratio;
pub mod scope;
pub mod table;
mod table_call;
pub mod temperature;
pub mod token;
pub mod tree;
pub mod unit;
pub mod unit_text;

pub use check::{Compiled, compile};
pub use dimension::Dimension;
pub use mistake::Mistake;
pub use scope::{Scope, TableColumn, Type};
pub use unit::{Unit, Units};
