//! Everything that a calculator writes with.

pub use super::arg::{Arg, Sizes};
pub use super::chart::{Chart, Dot, Mark, Void};
pub use super::ink::Ink;
pub use super::number::NONE;
pub use super::report::{Alternative, Column, DocBlock, Emphasis, Kind, Report, Source};
pub use super::words::{Words, capital, filled, or_dash, sentence};
pub use super::{number, scale};
pub use crate::words;
