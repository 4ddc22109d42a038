//! Calculators that a site declares in files: each a [`Spec`] like the built-in ones, made from a record.
//!
//! 1. [`declared`] decodes a record and leaks it, because a [`Spec`] is `'static`. It caches calculators by the bytes
//!    of their record, so a page that sends the same record again leaks nothing more.
//! 2. [`Declared::answer`] evaluates the formulas in their order and writes the report.
//!
//! Holds no formula: the record does.

use super::answer::{Answer, Outcome};
use super::declared_report::DeclaredReport;
use super::estimator::Estimator;
use super::input::{Choice, Input, Number};
use super::input_error::InputError;
use super::query::Query;
use super::spec::{Group, Spec, Validation};
use alloc::boxed::Box;
use alloc::vec::Vec;
use once_cell::race::OnceBox;
use rooflight_document::markup::put;
use rooflight_document::report::Report;
use rooflight_records::Record;
use rooflight_records::declared::{DeclaredInput, DeclaredRecord};

/// A declared calculator.
#[derive(Debug)]
pub struct Declared {
    /// The inputs, compiled formulas and texts.
    pub record: &'static DeclaredRecord,
    /// The same as a declaration, like that of a built-in calculator.
    pub spec: Spec,
}

/// A node of the cache, a linked list: a decoded calculator, and the next one.
struct CachedCalculator {
    bytes: Vec<u8>,
    declared: Declared,
    next: OnceBox<CachedCalculator>,
}

static FIRST: OnceBox<CachedCalculator> = OnceBox::new();

/// Decodes a declared calculator; `None` if the bytes are not a record.
#[must_use]
pub fn declared(bytes: &[u8]) -> Option<&'static Declared> {
    let mut slot = &FIRST;
    loop {
        match slot.get() {
            Some(cached) if cached.bytes == bytes => return Some(&cached.declared),
            Some(cached) => slot = &cached.next,
            None => {
                let declared = Declared::new(DeclaredRecord::from_bytes(bytes)?);
                let cached = CachedCalculator { bytes: bytes.into(), declared, next: OnceBox::new() };
                // If another thread filled the slot first, the next round looks at its calculator.
                let _ = slot.set(Box::new(cached));
            }
        }
    }
}

impl Declared {
    fn new(record: DeclaredRecord) -> Self {
        let record: &'static DeclaredRecord = Box::leak(Box::new(record));
        let inputs: Vec<Input> = record.inputs.iter().map(input).collect();
        let spec = Spec {
            kind: &record.kind,
            title: &record.title,
            about: &record.question,
            inputs: inputs.leak(),
            records: &[],
            group: (Group::of_heading(&record.group), u8::try_from(record.order).unwrap_or(u8::MAX)),
            validation: Validation::Never,
            is_benchmarkable: false,
            evaluate,
        };
        Self { record, spec }
    }

    /// Answers a query.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub fn answer(&'static self, query: &str) -> Result<Answer, InputError> {
        self.spec.answer(&Estimator { declared: Some((self.record, self.spec.inputs)), ..Estimator::default() }, query)
    }
}

fn input(declared: &'static DeclaredInput) -> Input {
    let choice = if declared.choices.is_empty() {
        let units: Vec<(&'static str, f64)> =
            declared.units.iter().map(|(name, factor)| (name.as_str(), *factor)).collect();
        let [low, high] = declared.limits;
        Choice::Number(Number { low, high, whole: declared.whole, units: units.leak() })
    } else {
        let choices: Vec<(&'static str, &'static str)> =
            declared.choices.iter().map(|choice| (choice.id.as_str(), choice.label.as_str())).collect();
        Choice::One(choices.leak())
    };
    let input = Input::new((&declared.key, &declared.preset), &declared.label, &declared.default, choice);
    if declared.folded { input.folded() } else { input }
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let Some((record, inputs)) = query.estimator().declared else {
        return Err(InputError::missing(DeclaredRecord::FOLDER, ""));
    };
    let mut values = Vec::with_capacity(record.inputs.len() + record.formulas.len());
    for (own, input) in record.inputs.iter().zip(inputs) {
        values.push(value(query, own, input)?);
    }
    Ok(DeclaredReport::new(record, values).write(report))
}

/// Reads the value of an input in base units, and appends the input's help to the hint with its unit and limits.
fn value(query: &mut Query<'_>, own: &'static DeclaredInput, input: &Input) -> Result<f64, InputError> {
    let number = if own.choices.is_empty() { Some(query.number(input)?) } else { None };
    add_to_hint(query, input.key, &own.help);
    if let Some(number) = number {
        return Ok(number * own.factor);
    }
    let chosen = query.one(input)?;
    Ok(own.choices.iter().find(|choice| choice.id == chosen).map_or(f64::NAN, |choice| choice.factor))
}

fn add_to_hint(query: &mut Query<'_>, key: &'static str, words: &str) {
    match query.hints.iter_mut().find(|(known, _)| *known == key) {
        _ if words.is_empty() => {}
        Some((_, hint)) => put(hint, &["; ", words]),
        None => query.hints.push((key, words.into())),
    }
}
