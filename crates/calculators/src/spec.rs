//! The declaration of a calculator: everything that the rest of the program needs to know about it.
//!
//! Overview, forms, modules, validation table and pages are made from these fields. Other code names a calculator's
//! kind only to link to it.

use super::answer::{Answer, Outcome};
use super::estimator::Estimator;
use super::input::Input;
use super::input_error::InputError;
use super::query::Query;
use super::record_schema::{self, RecordSchema};
use alloc::string::String;
use rooflight_document::report::Report;
use rooflight_estimator::calibration::arrangement::Arrangement;
use rooflight_estimator::records::DeclaredRecord;

/// The groups of calculators on the overview page, in its order; each heading is a question.
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
    /// The calculators that a site declares in files without a heading.
    Declared,
    /// The calculators below a heading of the site's own.
    Own(&'static str),
}

impl Group {
    /// The built-in groups in their order; a site's own follow them.
    pub const ALL: [Self; 7] =
        [Self::Speed, Self::Memory, Self::Improvements, Self::Bounds, Self::Serving, Self::Output, Self::Declared];

    /// Returns the heading, and the subtitle, which is empty for a site's own heading.
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

    /// Returns the built-in group with this heading, or a group of the site's own; [`Self::Declared`] if it is empty.
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
    /// With cases of its own: the held-out errors of its fitted constants.
    Recorded(&'static Arrangement),
    /// Not directly: it combines other calculators' predictions, which the words name.
    MadeOf(&'static str),
    /// Not at all: the result is exact arithmetic.
    Arithmetic,
    /// Not at all: no published case is known.
    Never,
}

/// The declaration of a calculator: its texts, its inputs, and the function that answers.
#[derive(Debug)]
pub struct Spec {
    /// The permanent name, as in its address: `decode-speed`.
    pub kind: &'static str,
    /// The heading of its page.
    pub title: &'static str,
    /// One sentence on the question that it answers.
    pub about: &'static str,
    /// The inputs, in the order of the form.
    pub inputs: &'static [Input],
    /// The kinds of records that it reads.
    pub records: &'static [RecordSchema],
    /// The group on the overview, and the position there, lowest first.
    pub group: (Group, u8),
    /// How its answers are compared with measurements.
    pub validation: Validation,
    /// True if the usual benchmark commands can measure its case: a model that lies wholly on equal devices.
    pub is_benchmarkable: bool,
    /// How a query is answered.
    pub evaluation: Evaluation,
}

/// The implementation of a calculator: writes its answer into an empty report, and returns status and numbers.
#[derive(Clone, Copy, Debug)]
pub enum Evaluation {
    /// A function.
    BuiltIn(fn(&mut Query<'_>, &mut Report) -> Result<Outcome, InputError>),
    /// The formulas of a file, with what evaluates them.
    Declared(&'static DeclaredRecord, EvaluateDeclared),
}

/// Answers a query with the formulas of a file, whose fields are these inputs.
pub type EvaluateDeclared =
    fn(&'static DeclaredRecord, &'static [Input], &mut Query<'_>, &mut Report) -> Result<Outcome, InputError>;

impl Spec {
    /// Answers a query from the estimator's records.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub fn answer(&self, estimator: &Estimator, query: &str) -> Result<Answer, InputError> {
        let (mut query, mut report) = (Query::new(estimator, query), Report::default());
        let Outcome { status, numbers } = match self.evaluation {
            Evaluation::BuiltIn(evaluate) => evaluate(&mut query, &mut report)?,
            Evaluation::Declared(record, evaluate) => evaluate(record, self.inputs, &mut query, &mut report)?,
        };
        Ok(Answer { report, status, numbers, hints: query.hints, fields: query.fields })
    }

    /// Returns the record files that a query needs and the estimator lacks, one per line. Call it again after adding
    /// them, because a device's record names further files: those of its measured models.
    #[must_use]
    pub fn needs(&self, estimator: &Estimator, query: &str) -> String {
        record_schema::needed(self.records, self.inputs, estimator, query)
    }

    /// Adds concatenated records to an estimator; false if they contain a record that this calculator does not read.
    pub fn add(&self, estimator: &mut Estimator, bytes: &[u8]) -> bool {
        record_schema::read(self.records, estimator, bytes)
    }
}
