//! Calculators: each one is a file here, and everything else follows from it.
//!
//! 1. A [`Spec`] names the inputs and has one pure function from an [`Ask`] to [`Facts`], which writes the answer to a [`ReportWriter`].
//! 2. The build draws the form, the default result, the chart and the tables from it; the browser calls the same function through
//!    WebAssembly and gets the same HTML.
//! 3. A calculator joins by its line in [`CALCULATORS`], and its module for the browser by a file in `estimator-wasm/modules`.
//!
//! Nothing here keeps state: an [`Estimator`] is cards, and every answer comes from cards and a query alone.

pub mod all_reduce;
pub mod ask;
pub mod batch;
pub mod capacity;
pub mod cost;
pub mod deck;
pub mod decode_speed;
pub mod diagnosis;
pub mod energy;
pub mod fine_tuning;
pub mod input;
pub mod kv_cache;
pub mod latency;
pub mod ledger;
pub mod machine;
pub mod measured;
pub mod memory_fit;
pub mod mixture;
pub mod noise;
pub mod own_model;
pub mod parallel;
pub mod prompt;
pub mod prompt_time;
pub mod quantization;
pub mod query;
pub mod roofline;
pub mod rows;
pub mod speculation;
pub mod split;
pub mod steps;
pub mod subject;
pub mod target;
pub mod training;
pub mod words;

use crate::cards::{DeviceCard, ModelCard, PromptCard};
use crate::view::report::ReportWriter;
use alloc::string::String;
use alloc::vec::Vec;
use ask::{Ask, Field};
use deck::Deck;
use input::Input;

/// Every calculator.
pub const CALCULATORS: &[&Spec] = &[
    &decode_speed::SPEC,
    &memory_fit::SPEC,
    &kv_cache::SPEC,
    &prompt_time::SPEC,
    &latency::SPEC,
    &batch::SPEC,
    &quantization::SPEC,
    &mixture::SPEC,
    &speculation::SPEC,
    &split::SPEC,
    &parallel::SPEC,
    &roofline::SPEC,
    &target::SPEC,
    &diagnosis::SPEC,
    &capacity::SPEC,
    &cost::SPEC,
    &energy::SPEC,
    &words::SPEC,
    &training::SPEC,
    &fine_tuning::SPEC,
    &all_reduce::SPEC,
    &noise::SPEC,
];

/// A calculator.
#[derive(Debug)]
pub struct Spec {
    /// Its permanent name.
    pub kind: &'static str,
    /// What the reader sees over it.
    pub title: &'static str,
    /// What it answers, in a sentence.
    pub about: &'static str,
    /// Its inputs: the form is made of them.
    pub inputs: &'static [Input],
    /// The kinds of cards that it reads.
    pub cards: &'static [Deck],
    /// The answer.
    pub evaluate: fn(&mut Ask<'_>, &mut dyn ReportWriter) -> Result<Facts, InputError>,
}

impl Spec {
    /// The calculator with this name.
    #[must_use]
    pub fn named(kind: &str) -> Option<&'static Self> {
        CALCULATORS.iter().find(|spec| spec.kind == kind).copied()
    }

    /// The answer to a query, written on a report, from the cards that the estimator has.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub fn answer(
        &self,
        estimator: &Estimator,
        query: &str,
        report: &mut dyn ReportWriter,
    ) -> Result<Answer, InputError> {
        let mut ask = Ask::new(estimator, query);
        let Facts { status, numbers } = (self.evaluate)(&mut ask, report)?;
        Ok(Answer { status, numbers, hints: ask.hints, fields: ask.fields })
    }

    /// The files of cards that a query needs and that the estimator does not have, a line each. To be asked again once they are there: a
    /// device names the models that were measured on it.
    #[must_use]
    pub fn needs(&self, estimator: &Estimator, query: &str) -> String {
        deck::needed(self, estimator, query)
    }

    /// Adds cards to an estimator, one after another; false if the bytes are none that this calculator reads.
    pub fn add(&self, estimator: &mut Estimator, bytes: &[u8]) -> bool {
        deck::read(self, estimator, bytes)
    }
}

/// What a calculator finds, beside what it writes on the report.
#[derive(Clone, Debug)]
pub struct Facts {
    /// One sentence for the live region: `Ceiling 195 tokens per second; likely 105 to 145.`
    pub status: String,
    /// The bare numbers, for tests.
    pub numbers: Numbers,
}

/// A whole answer, beside what stands on the report.
#[derive(Clone, Debug)]
pub struct Answer {
    /// One sentence for the live region.
    pub status: String,
    /// The bare numbers.
    pub numbers: Numbers,
    /// What stands beside the fields now: key and text.
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
    /// The key of the field.
    pub field: &'static str,
    /// What is wrong and what would be right, as a sentence.
    pub message: String,
}

/// A text with its first letter large, if that is one of the English alphabet: the tables of all others weigh more than this crate.
fn capital(text: &str) -> String {
    let mut text = String::from(text);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Cards, ready to answer.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    /// The devices that are loaded.
    pub devices: Vec<DeviceCard>,
    /// The models that are loaded.
    pub models: Vec<ModelCard>,
    /// The devices that are loaded, as readers of prompts.
    pub prompts: Vec<PromptCard>,
}
