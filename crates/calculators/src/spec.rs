//! The declaration of a calculator: everything that the rest of the program has to know of it.
//!
//! Overview, forms, modules, validation table and pages follow from these fields; search phrases stand beside them.
//! Elsewhere kinds are named where one calculator leads to another.

use super::answer::{Answer, Outcome};
use super::estimator::Estimator;
use super::input::Input;
use super::input_error::InputError;
use super::query::Query;
use super::record_schema::{self, RecordSchema};
use alloc::string::String;
use rooflight_calibration::arrangement::Arrangement;
use rooflight_document::report::Report;

/// The questions of the overview, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// How fast is one request on one machine?
    Speed,
    /// Does it fit into memory?
    Memory,
    /// Improvements: a target, a draft, a second card.
    Improvements,
    /// Bounds: bytes, operations, messages.
    Bounds,
    /// For how many readers, and at what price?
    Serving,
    /// Output: tokens, benchmarks, training.
    Output,
    /// Those that the site declares in files, without a heading of their own.
    Declared,
    /// Those below a heading that a site chose.
    Own(&'static str),
}

impl Group {
    /// The groups of the program, in their order; those of a site follow.
    pub const ALL: [Self; 7] =
        [Self::Speed, Self::Memory, Self::Improvements, Self::Bounds, Self::Serving, Self::Output, Self::Declared];

    /// Its heading, and what its calculators are about.
    #[must_use]
    pub const fn title(self) -> (&'static str, &'static str) {
        match self {
            Self::Speed => ("How fast?", "One reader, one machine"),
            Self::Memory => ("Does it fit?", "Memory, format and context"),
            Self::Improvements => ("What makes it faster?", "A target, a draft, a second card"),
            Self::Bounds => ("What bounds it?", "Bytes, operations, messages"),
            Self::Serving => ("For how many, at what price?", "Serving, cost and energy"),
            Self::Output => ("What comes out, and can I trust it?", "Tokens, benchmarks, training"),
            Self::Declared => ("More calculators", "Formulas of this site"),
            Self::Own(heading) => (heading, ""),
        }
    }

    /// The group with this heading, one of a site's own if the program has none; an empty heading is none.
    #[must_use]
    pub fn of_heading(heading: &'static str) -> Self {
        if heading.is_empty() {
            return Self::Declared;
        }
        Self::ALL.into_iter().find(|group| group.title().0 == heading).unwrap_or(Self::Own(heading))
    }
}

/// How the answers of a calculator are compared with published measurements.
#[derive(Clone, Copy, Debug)]
pub enum Validation {
    /// With decode speeds of one request.
    OneRequest,
    /// With decode speeds of several requests at once.
    SeveralRequests,
    /// With decode speeds of one request on devices that divide each layer.
    TensorParallel,
    /// With the times to read a prompt.
    Prompts,
    /// With its own cases, judged when its constants were fitted.
    Recorded(&'static Arrangement),
    /// Not directly: it combines the predictions of the calculators named here.
    MadeOf(&'static str),
    /// It counts what is known exactly: there is nothing to measure.
    Arithmetic,
    /// No published case is known to compare it with.
    Never,
}

/// The declaration of a calculator: its words, its inputs, and the function that answers.
#[derive(Debug)]
pub struct Spec {
    /// Its permanent name, as in its address: `decode-speed`.
    pub kind: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// The question that it answers, in a sentence.
    pub about: &'static str,
    /// Its inputs: the form is made of them.
    pub inputs: &'static [Input],
    /// The kinds of records that it reads.
    pub records: &'static [RecordSchema],
    /// The question of the overview that it belongs to, and its position there.
    pub group: (Group, u8),
    /// How its answers were compared with measurements.
    pub validation: Validation,
    /// Whether its case is a model wholly on equal devices, which the usual benchmark commands can measure.
    pub is_benchmarkable: bool,
    /// Answers a query into an empty report.
    pub evaluate: fn(&mut Query<'_>, &mut Report) -> Result<Outcome, InputError>,
}

impl Spec {
    /// The answer to a query, from the records that the estimator has.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub fn answer(&self, estimator: &Estimator, query: &str) -> Result<Answer, InputError> {
        let (mut query, mut report) = (Query::new(estimator, query), Report::default());
        let Outcome { status, numbers } = (self.evaluate)(&mut query, &mut report)?;
        Ok(Answer { report, status, numbers, hints: query.hints, fields: query.fields })
    }

    /// The record files that a query needs and the estimator lacks, one per line. Call it again after adding them: a
    /// device's record names further files, those of its measured models.
    #[must_use]
    pub fn needs(&self, estimator: &Estimator, query: &str) -> String {
        record_schema::needed(self.records, self.inputs, estimator, query)
    }

    /// Adds a concatenation of records to an estimator; false if it holds bytes that this calculator cannot read.
    pub fn add(&self, estimator: &mut Estimator, bytes: &[u8]) -> bool {
        record_schema::read(self.records, estimator, bytes)
    }
}
