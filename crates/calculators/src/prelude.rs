//! The imports of most calculators: inputs, the declaration, the query, and writing reports.

pub(crate) use super::answer::{Outcome, or_nan};
pub(crate) use super::input::*;
pub(crate) use super::input_error::InputError;
pub(crate) use super::query::{Query, whole};
pub(crate) use super::report_writer::ReportWriter;
pub(crate) use super::spec::{Evaluation, Group, Spec, Validation};
pub(crate) use super::{record_schema, rows, steps};
pub(crate) use alloc::string::String;
pub(crate) use alloc::vec;
pub(crate) use alloc::vec::Vec;
pub(crate) use rooflight_document::prelude::*;
