//! Expressions with units, as authors of calculators write them: `if aperture > 0 then focal_length^2 / aperture else 0
//! m`.
//!
//! 1. [`token`] and [`parse`] turn the text into a [`tree`], with the bytes of every part.
//! 2. [`check`] finds the dimension of every part: `3 m + 2 s` is a mistake at its column. Names are the values that
//!    the caller knows, the [`mod@unit`]s of a site and the [`mod@constant`]s; functions are a closed list
//!    ([`mod@function`]). Those of [`table`] read columns of data.
//! 3. While it checks, it writes the [`rooflight_formula`] that build and browser evaluate: postfix, every number in
//!    base units.
//!
//! Nothing is evaluated here but units, and nothing recurses into itself: names are values, there are no functions of
//! authors. The length of a text and the depth of its brackets are limited, so everything ends.

#![forbid(unsafe_code)]

pub mod check;
pub mod constant;
pub mod dimension;
pub mod function;
pub mod mistake;
pub mod names;
pub mod parse;
pub mod ratio;
pub mod table;
mod table_call;
pub mod token;
pub mod tree;
pub mod unit;
pub mod unit_text;

pub use check::{Compiled, compile};
pub use dimension::Dimension;
pub use mistake::Mistake;
pub use names::{Column, Names, Type};
pub use unit::{Unit, Units};
