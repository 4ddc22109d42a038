//! Calculators in files: each a [`Spec`] like the built-in ones, made from a record.
//!
//! 1. [`first`] decodes a record and leaks it, because a [`Spec`] is `'static`. It caches calculators by the bytes
//!    of their record, so a page that sends the same record again leaks nothing more.
//! 2. [`evaluate`] reads the inputs, evaluates the formulas in their order and writes the report.
//!
//! Holds no formula: the record does, and the host functions that it calls.

mod arithmetic;
mod cases;
mod chart;
mod estimates;
mod facts;
mod functions;
mod host;
mod layer_words;
mod measured;
mod picture_rules;
mod report;
mod run_facts;
mod runs;
mod steps;
mod table;
pub(crate) mod text;
mod values;

use super::answer::Outcome;
use super::estimator::Estimator;
use super::input::{CACHE_TYPES, Choice, Input, Number};
use super::input_error::InputError;
use super::query::Query;
use super::record_schema::{self, RecordSchema};
use super::spec::{Evaluation, Group, Spec, Validation};
use alloc::boxed::Box;
use alloc::vec::Vec;
use host::CatalogHost;
use once_cell::race::OnceBox;
use report::DeclaredReport;
use rooflight_document::report::Report;
use rooflight_estimator::formula::host::{HostFunction, RecordKind, Scenario};
use rooflight_estimator::formula::{Op, evaluate as evaluate_formula};
use rooflight_estimator::records::Record;
use rooflight_estimator::records::declared::{DeclaredFormula, DeclaredInput, DeclaredRecord, FieldPlace};
use rooflight_primitives::math::floor;

/// A calculator in a file.
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

/// Decodes a calculator; `None` if the bytes are not its record.
#[must_use]
pub fn declared(bytes: &[u8]) -> Option<&'static Declared> {
    first(bytes).filter(|(_, rest)| rest.is_empty()).map(|(declared, _)| declared)
}

/// Decodes the calculator at the start of these bytes, and returns it with the records that follow; `None` if there is
/// none.
#[must_use]
pub fn first(bytes: &[u8]) -> Option<(&'static Declared, &[u8])> {
    let mut slot = &FIRST;
    loop {
        if let Some(cached) = slot.get() {
            match bytes.strip_prefix(&*cached.bytes) {
                Some(rest) => return Some((&cached.declared, rest)),
                None => slot = &cached.next,
            }
            continue;
        }
        let (record, rest) = DeclaredRecord::first(bytes)?;
        let own = bytes.get(..bytes.len() - rest.len())?.into();
        let cached = CachedCalculator { bytes: own, declared: Declared::new(record), next: OnceBox::new() };
        // If another thread filled the slot first, the next round looks at its calculator.
        let _ = slot.set(Box::new(cached));
    }
}

impl Declared {
    /// Returns the result of each formula in its unit, by its name, whether the answer shows it or not.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub fn results(&'static self, estimator: &Estimator, query: &str) -> Result<Vec<(&'static str, f64)>, InputError> {
        let mut query = Query::new(estimator, query);
        let (host, values) = read(self.record, self.spec.inputs, &mut query)?;
        let report = DeclaredReport::new(self.record, &values, &host);
        if let Some((field, message)) = report.unusable() {
            return Err(InputError { field, message });
        }
        let result = |(at, formula): (usize, &'static DeclaredFormula)| {
            let value = report.values.get(self.record.inputs.len() + at);
            (formula.name.as_str(), value / report.resolved(&formula.unit).factor)
        };
        Ok(self.record.formulas.iter().enumerate().map(result).collect())
    }

    fn new(record: DeclaredRecord) -> Self {
        let record: &'static DeclaredRecord = Box::leak(Box::new(record));
        let fields = record.inputs.iter().filter(|input| input.field != FieldPlace::None);
        let inputs: Vec<Input> = fields.map(input).collect();
        let names = |kind| record.inputs.iter().any(|input| input.record == Some(kind));
        let lists = |prompts: bool| {
            let mut runs = record.inputs.iter().filter(|input| input.record == Some(RecordKind::Run));
            runs.any(|input| (input.default == PROMPTS) == prompts)
        };
        let schemas = [
            (names(RecordKind::Device), record_schema::DEVICES),
            (names(RecordKind::Model), record_schema::MODELS),
            (reads_prompts(record), record_schema::PROMPTS),
            (reads_quality(record), record_schema::QUALITY),
            (lists(false), record_schema::RUNS),
            (lists(true), record_schema::PROMPT_RUNS),
        ];
        let records: Vec<RecordSchema> =
            schemas.into_iter().filter(|(reads, _)| *reads).map(|(_, schema)| schema).collect();
        let spec = Spec {
            kind: &record.kind,
            title: &record.title,
            about: &record.question,
            inputs: inputs.leak(),
            records: records.leak(),
            group: (Group::of_heading(&record.group), u8::try_from(record.order).unwrap_or(u8::MAX)),
            validation: match record.validation.as_str() {
                "" => Validation::Never,
                "arithmetic" => Validation::Arithmetic,
                "one request" => Validation::OneRequest,
                "several requests" => Validation::SeveralRequests,
                "tensor parallel" => Validation::TensorParallel,
                "prompts" => Validation::Prompts,
                parts => Validation::MadeOf(parts),
            },
            is_benchmarkable: record.benchmark,
            evaluation: Evaluation::Declared(record, evaluate),
        };
        Self { record, spec }
    }
}

/// The default of an input that runs over published runs, for those of prompts.
const PROMPTS: &str = "prompts";

/// True if a formula of a calculator asks for this.
fn asks(record: &DeclaredRecord, is_asked: impl Fn(HostFunction) -> bool) -> bool {
    let mut formulas = record.formulas.iter().flat_map(|formula| formula.formula.iter());
    formulas.any(|op| matches!(op, Op::Host(function) if is_asked(*function)))
}

/// True if a calculator needs the calibration or the measurements of prompts.
fn reads_prompts(record: &DeclaredRecord) -> bool {
    let mut runs = record.inputs.iter().filter(|input| input.record == Some(RecordKind::Run));
    asks(record, HostFunction::reads_prompts) || runs.any(|input| input.default == PROMPTS)
}

/// True if a calculator needs the losses of quality and the sizes of published files.
fn reads_quality(record: &DeclaredRecord) -> bool {
    record.quality || asks(record, |asked| matches!(asked, HostFunction::Loss | HostFunction::PublishedBytes))
}

fn input(declared: &'static DeclaredInput) -> Input {
    let choice = match declared.record {
        Some(RecordKind::Device) => Choice::Hardware,
        Some(RecordKind::Model) => Choice::Model,
        Some(RecordKind::Format) => Choice::Quantization,
        Some(RecordKind::Engine) => Choice::Engine,
        Some(RecordKind::Cache) => Choice::One(CACHE_TYPES),
        Some(RecordKind::Run | RecordKind::Group | RecordKind::Part) => Choice::One(&[]),
        None if declared.choices.is_empty() => {
            let units: Vec<(&'static str, f64)> =
                declared.units.iter().map(|(name, factor)| (name.as_str(), *factor)).collect();
            let [low, high] = declared.limits;
            Choice::Number(Number { low, high, whole: declared.whole, units: units.leak() })
        }
        None => {
            let choices: Vec<(&'static str, &'static str)> =
                declared.choices.iter().map(|choice| (choice.id.as_str(), choice.label.as_str())).collect();
            Choice::One(choices.leak())
        }
    };
    let input = Input::new((&declared.key, &declared.preset), &declared.label, &declared.default, choice);
    if declared.field == FieldPlace::Folded { input.folded() } else { input }
}

/// Answers a query.
///
/// # Errors
/// The first input that cannot be used, and a case in which one cannot be used.
fn evaluate(
    record: &'static DeclaredRecord,
    inputs: &'static [Input],
    query: &mut Query<'_>,
    report: &mut Report,
) -> Result<Outcome, InputError> {
    let (host, values) = read(record, inputs, query)?;
    let written = DeclaredReport::new(record, &values, &host);
    if let Some((field, message)) = written.unusable() {
        return Err(InputError { field, message });
    }
    for own in &record.inputs {
        let words = written.text(&own.help, &written.values).plain();
        if own.record.is_some() || own.replaces.is_some() {
            query.replace_hint(&own.key, words);
        } else {
            query.add_to_hint(&own.key, &words);
        }
    }
    let outcome = written.write(report);
    if let Some(case) = written.refused() {
        cases::offer(&host, &case, (query, inputs), report)?;
    }
    match inputs.first() {
        Some(input) if host.is_exhausted() => Err(InputError {
            field: input.key,
            message: "This calculator asks for more work than an answer may take.".into(),
        }),
        _ => Ok(outcome),
    }
}

/// Reads the inputs of a query: the records that they name, and all their values.
fn read<'a>(
    record: &'static DeclaredRecord,
    inputs: &'static [Input],
    query: &mut Query<'a>,
) -> Result<(CatalogHost<'a>, Vec<f64>), InputError> {
    let mut host = CatalogHost::new(reads_prompts(record));
    let mut values = Vec::with_capacity(record.inputs.len() + record.formulas.len());
    let mut fields = inputs.iter();
    for own in &record.inputs {
        values.push(match if own.field == FieldPlace::None { None } else { fields.next() } {
            Some(input) => value(query, own, input, &mut host)?,
            None => match own.record {
                Some(kind) if kind.is_listed() || kind == RecordKind::Format => f64::NAN,
                Some(kind) => host.read(kind, query, &input(own))?,
                None => default(own),
            },
        });
    }
    let own = record.inputs.iter().zip(values.clone()).filter_map(|(input, value)| Some((input.replaces?, value)));
    host.replace(own);
    limited(record, inputs, query, &host, &mut values)?;
    for (own, value) in record.inputs.iter().zip(&mut values).filter(|(own, _)| own.field == FieldPlace::None) {
        if let Some(kind) = own.record.filter(|kind| kind.is_listed() || *kind == RecordKind::Format) {
            *value = host.list(kind, &own.default);
        }
    }
    Ok((host, values))
}

/// Converts a number from a unit with this factor. A hundredth or a millionth is divided by a hundred or a million, so
/// that 35 % is 0.35 and not the number beside it.
fn in_base_units(number: f64, factor: f64) -> f64 {
    let parts = 1.0 / factor;
    if factor < 1.0 && floor(parts).to_bits() == parts.to_bits() { number / parts } else { number * factor }
}

/// Returns the first value of an input without a field.
fn default(own: &DeclaredInput) -> f64 {
    match own.choices.iter().find(|choice| choice.id == own.default) {
        Some(choice) => choice.factor,
        None => own.default.parse().map_or(f64::NAN, |number: f64| number * own.factor),
    }
}

/// Reads the inputs whose limits depend on others, once all records are known.
fn limited(
    record: &'static DeclaredRecord,
    inputs: &[Input],
    query: &mut Query<'_>,
    host: &CatalogHost<'_>,
    values: &mut [f64],
) -> Result<(), InputError> {
    for (at, own) in record.inputs.iter().enumerate().filter(|(_, own)| !own.within.is_empty()) {
        let Some(input) = inputs.iter().find(|input| input.key == own.key) else { continue };
        let within = evaluate_formula(&own.within, values, &host.at(Scenario::Typical)) / own.factor;
        let is_empty = own.optional && query.text(input).trim().is_empty();
        let most = if within.is_nan() { f64::INFINITY } else { within };
        let number = if is_empty { query.maybe(input)? } else { Some(query.number_to(input, most)?) };
        if let Some(value) = values.get_mut(at) {
            *value = number.map_or(f64::NAN, |number| in_base_units(number, own.factor));
        }
    }
    Ok(())
}

/// Reads the value of an input in base units; NaN for an empty one, the position of a record. An input with a limit
/// that depends on others has a first value here, and its field later.
fn value<'a>(
    query: &mut Query<'a>,
    own: &'static DeclaredInput,
    input: &Input,
    host: &mut CatalogHost<'a>,
) -> Result<f64, InputError> {
    if let Some(kind) = own.record {
        return host.read(kind, query, input);
    }
    if own.choices.is_empty() {
        let is_empty = own.optional && query.text(input).trim().is_empty();
        let number = match own.within.is_empty() {
            false => query.peek(input),
            true if is_empty => query.maybe(input)?,
            true => Some(query.number(input)?),
        };
        return Ok(number.map_or(f64::NAN, |number| in_base_units(number, own.factor)));
    }
    let chosen = query.one(input)?;
    Ok(own.choices.iter().find(|choice| choice.id == chosen).map_or(f64::NAN, |choice| choice.factor))
}
