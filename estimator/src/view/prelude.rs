//! Everything that a calculator writes with.
//!
//! In WebAssembly a report is HTML and its methods are called directly: through a table of methods, every module would carry those that its
//! calculator never calls (0.6 KB gzip).

pub use super::arg::{Arg, Sizes};
pub use super::chart::{Chart, Dot, Mark, Void};
pub use super::ink::Ink;
pub use super::number::NONE;
pub use super::report::{Column, Emphasis, Kind, ReportWriter, Source};
pub use super::words::{Words, filled, or_dash};
pub use super::{number, scale};
pub use crate::words;

/// The writer that calculators see.
#[cfg(target_arch = "wasm32")]
pub type Report<'a> = super::html::HtmlReport<'a>;
/// The writer that calculators see.
#[cfg(not(target_arch = "wasm32"))]
pub type Report<'a> = dyn ReportWriter + 'a;
