//! Everything that a calculator writes with.

pub(crate) use super::arg::{Arg, Sizes};
pub(crate) use super::chart::{Chart, Dot, Mark, Void};
pub(crate) use super::ink::Ink;
pub(crate) use super::number::NONE;
pub(crate) use super::report::{Alternative, Column, DocBlock, Emphasis, Kind, Report, Source};
pub(crate) use super::words::{Words, filled, or_dash};
pub(crate) use super::{number, scale};
pub(crate) use crate::words;
