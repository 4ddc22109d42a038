//! The names that nearly every calculator needs to build its report.

pub use super::arg::{Arg, Sizes};
pub use super::chart::{Chart, Dot, ValueLabel, Void};
pub use super::ink::Ink;
pub use super::number::NONE;
pub use super::report::{Alternative, CellKind, Column, DocBlock, Emphasis, Report, Source};
pub use super::words::{Words, capital, filled, or_dash, sentence};
pub use super::{number, scale};
pub use crate::words;
