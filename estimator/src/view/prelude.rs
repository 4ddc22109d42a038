//! Everything that a calculator writes with.
//!
//! In WebAssembly a report is HTML and its methods are called directly: through a table of methods, every module would carry those that its
//! calculator never calls (0.6 KB gzip).

pub(crate) use super::arg::{Arg, Sizes};
pub(crate) use super::chart::{Chart, Dot, Mark, Void};
pub(crate) use super::ink::Ink;
pub(crate) use super::number::NONE;
pub(crate) use super::report::{Column, Emphasis, Kind, ReportWriter, Source, Way};
pub(crate) use super::words::{Words, filled, or_dash};
pub(crate) use super::{number, scale};
pub(crate) use crate::words;

/// The writer that calculators see.
#[cfg(target_arch = "wasm32")]
pub type Report<'a> = super::html::HtmlReport;
/// The writer that calculators see.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) type Report<'a> = dyn ReportWriter + 'a;
