//! Calculators, one a file; everything else follows from it.
//!
//! 1. A [`Spec`] names the inputs and has one pure function from a [`Query`] to [`Outcome`], which fills a [`Report`].
//! 2. The build draws the form, the default result, the chart and the tables from it; the browser calls the same function through
//!    WebAssembly and gets the same HTML.
//! 3. A calculator joins by its line in `list.rs`, from which its module for the browser is made, too.
//!
//! Nothing here keeps state: an [`Estimator`] is records, and every answer comes from records and a query alone.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod explore;
pub mod input;
pub(crate) mod latency_tables;
pub(crate) mod ledger;
pub(crate) mod machine;
pub mod measured;
pub(crate) mod offload_inputs;
pub(crate) mod own_model;
pub(crate) mod prompt;
pub mod query;
pub(crate) mod record_schema;
pub(crate) mod rows;
pub mod shortage;
pub(crate) mod steps;
pub(crate) mod subject;
pub mod usable;
pub(crate) mod wait;
pub mod ways_out;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use input::Input;
use query::{Field, Query};
use record_schema::RecordSchema;
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_records::{DeviceRecord, ModelRecord, PromptRecord, Score};

/// The modules of the list, and their calculators.
macro_rules! calculators {
    ($($name:ident),* $(,)?) => {
        $(pub mod $name;)*

        /// Every calculator, in the order of the overview.
        pub const CALCULATORS: &[&Spec] = &[$(&$name::SPEC),*];
    };
}

include!("list.rs");

/// A calculator.
#[derive(Debug)]
pub struct Spec {
    /// Its permanent name.
    pub kind: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// The question that it answers, in a sentence.
    pub about: &'static str,
    /// Its inputs: the form is made of them.
    pub inputs: &'static [Input],
    /// The kinds of records that it reads.
    pub records: &'static [RecordSchema],
    /// Answers a query into an empty report.
    pub evaluate: fn(&mut Query<'_>, &mut Report) -> Result<Outcome, InputError>,
}

impl Spec {
    /// The calculator with this name.
    #[must_use]
    pub fn named(kind: &str) -> Option<&'static Self> {
        CALCULATORS.iter().find(|spec| spec.kind == kind).copied()
    }

    /// The answer to a query, from the records that the estimator has.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub fn answer(&self, estimator: &Estimator, query: &str) -> Result<Answer, InputError> {
        let (mut query, mut report) = (Query::new(estimator, query), Report::default());
        let Outcome { status, numbers } = (self.evaluate)(&mut query, &mut report)?;
        Ok(Answer { report, status, numbers, hints: query.hints, fields: query.fields })
    }

    /// The files of records that a query needs and that the estimator does not have, a line each. To be asked again once they are there: a
    /// device names the models that were measured on it.
    #[must_use]
    pub fn needs(&self, estimator: &Estimator, query: &str) -> String {
        record_schema::needed(self, estimator, query)
    }

    /// Adds records to an estimator, one after another; false if the bytes are none that this calculator reads.
    pub fn add(&self, estimator: &mut Estimator, bytes: &[u8]) -> bool {
        record_schema::read(self, estimator, bytes)
    }
}

/// The result of a calculator, beside its report.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// One sentence for the live region: `Ceiling 195 tokens per second; likely 105 to 145.`
    pub status: String,
    /// The bare numbers, for tests.
    pub numbers: Numbers,
}

/// A whole answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer as a document.
    pub report: Report,
    /// One sentence for the live region.
    pub status: String,
    /// The bare numbers.
    pub numbers: Numbers,
    /// The hints beside the fields: key and text.
    pub hints: Vec<(&'static str, String)>,
    /// The number fields as they were understood.
    pub fields: Vec<Field>,
}

/// Bare numbers with their names, always the same ones in the same order. A number that does not exist is not a number (NaN).
pub type Numbers = Vec<(&'static str, f64)>;

fn or_nan(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NAN)
}

/// An input that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The key of the field; empty where a record is missing.
    pub field: &'static str,
    /// The problem and its remedy, as a sentence. Where a record is missing, its file and the end of a line, as [`Spec::needs`] has them.
    pub message: String,
}

impl InputError {
    /// A record that has not arrived, and of which only the answer knew that it is needed.
    pub(crate) fn missing(folder: &str, id: &str) -> Self {
        Self { field: "", message: joined(&[folder, "/", id, ".bin\n"]) }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl core::error::Error for InputError {}

/// Records, ready to answer.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    /// The devices that are loaded.
    pub devices: Vec<DeviceRecord>,
    /// The models that are loaded.
    pub models: Vec<ModelRecord>,
    /// The devices that are loaded, as readers of prompts.
    pub prompts: Vec<PromptRecord>,
    /// The published scores of the models that are loaded.
    pub scores: Vec<Score>,
    /// The licences of the models that are loaded, in their order; empty where none is recorded.
    pub licences: Vec<String>,
}
