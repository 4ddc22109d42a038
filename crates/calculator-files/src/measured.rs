//! Compares published measurements of a formula with its results.
//!
//! 1. Each row of a data table sets the inputs that its source states; the others keep their defaults. The formulas are
//!    computed from these.
//! 2. The ratio of a row is its measured over its computed value. With ten or more ratios, the realistic range is that
//!    between their 10 % and 90 % quantiles.
//! 3. Cross-validation computes the range for each row again without the rows of its source, and counts the rows that
//!    lie in it.
//!
//! Rows without a measured value are left out; rows whose formula has no result are shown, but not compared.

use super::data_table::{DataColumn, DataTable};
use super::keys::MeasuredKeys;
use super::reader::FileReader;
use crate::expression::Type;
use rooflight_estimator::formula::evaluate::calculate_all;
use rooflight_estimator::formula::host::NoHost;
use rooflight_estimator::records::DeclaredRecord;
use rooflight_estimator::records::declared::{Measured, MeasuredRow};
use rooflight_primitives::units::count;
use rooflight_source::diagnostic::messages;
use rooflight_source::limits;
use rooflight_source::yaml::PathSegment;
use rooflight_source::yaml_path;

/// Fewest ratios that give a range.
const MIN_RATIOS: usize = 10;

/// The quantiles at the ends of the range.
const ENDS: [f64; 2] = [0.1, 0.9];

/// An input that the rows of a table state.
struct StatedInput {
    /// The position of the input in the record.
    input: usize,
    /// The position of the column in the table.
    column: usize,
    /// The value in each row, in base units; NaN if not stated.
    values: Vec<f64>,
}

impl FileReader<'_> {
    /// Reads the measurements.
    pub(super) fn measured(&mut self, keys: &MeasuredKeys) {
        let caption = keys.caption.clone().unwrap_or_default();
        self.length(yaml_path!["measured", "caption"], "caption", &caption, limits::MAX_SENTENCE);
        let of = self.formula_at(yaml_path!["measured", "of"], &keys.of);
        let Some(table) = self.data(yaml_path!["measured", "table"], &keys.table) else { return };
        let path = yaml_path!["measured", "value"];
        let value = self.data_column(path, table, &keys.value);
        let mut stated = Vec::new();
        for (name, column) in &keys.set {
            stated.extend(self.stated(name, column, table));
        }
        let (Some(of), Some((at, column))) = (of, value) else { return };
        let found = self.names.find(&keys.of).map_or(Type::Unknown, |(_, found)| found.clone());
        self.same_kind(path, column, &found, &keys.of);
        let taken = |column: &usize| *column != at && stated.iter().all(|stated| stated.column != *column);
        let remaining = RemainingColumns::new(table, &(0..table.columns.len()).filter(taken).collect::<Vec<_>>());
        let mut measured = Measured { of, caption, columns: remaining.headings, ..Measured::default() };
        measured.sets = stated.iter().map(|stated| stated.input).collect();
        for ((row, data), words) in table.rows.iter().enumerate().zip(remaining.rows) {
            let value = data.numbers[at];
            if !value.is_finite() {
                continue;
            }
            let known = measured.sources.iter().position(|source| *source == data.source);
            let source = known.unwrap_or(measured.sources.len());
            if known.is_none() {
                measured.sources.push(data.source.clone());
            }
            let inputs: Vec<f64> = stated.iter().map(|stated| stated.values[row]).collect();
            let computed = computed(&self.record, of, measured.sets.iter().copied().zip(inputs.iter().copied()));
            measured.rows.push(MeasuredRow { inputs, value, computed, words, source });
        }
        compare(&mut measured);
        self.record.measured.push(measured);
    }

    fn data_column<'t>(
        &mut self,
        path: &[PathSegment],
        table: &'t DataTable,
        name: &str,
    ) -> Option<(usize, &'t DataColumn)> {
        let found = table.columns.iter().enumerate().find(|(_, column)| column.name == name);
        if found.is_none() {
            let known = table.columns.iter().map(|column| column.name.as_str());
            let problem = messages::unknown_id(self.at(path), &format!("column of `{}`", table.name), name, known);
            self.report(problem);
        }
        found
    }

    /// True if a column has the dimension of a value; otherwise reports it.
    fn same_kind(&mut self, path: &[PathSegment], column: &DataColumn, found: &Type, name: &str) -> bool {
        let message = match (found, &column.dimension) {
            (Type::Unknown | Type::Zero, _) => return true,
            (Type::Quantity(dimension), Some(own)) if dimension == own => return true,
            (_, None) => format!("the column `{}` holds words, and `{name}` measures {found}", column.name),
            (_, Some(own)) => format!("the column `{}` measures {own}, and `{name}` measures {found}", column.name),
        };
        self.refuse(path, message, "name a column of the same dimension");
        false
    }

    /// Reads the values of an input, row by row, and reports those that are no choices of it.
    fn stated(&mut self, name: &str, column: &str, table: &DataTable) -> Option<StatedInput> {
        let path = yaml_path!["measured", "set", name];
        let input = self.input_at(path, name);
        let found = self.data_column(path, table, column);
        let (input, (at, column)) = (input?, found?);
        let choices = self.record.inputs[input].choices.clone();
        if choices.is_empty() {
            let found = self.names.find(name).map_or(Type::Unknown, |(_, found)| found.clone());
            let values = table.rows.iter().map(|row| row.numbers[at]).collect();
            return self.same_kind(path, column, &found, name).then_some(StatedInput { input, column: at, values });
        }
        let mut values = Vec::new();
        for (row, data) in table.rows.iter().enumerate() {
            let id = &data.words[at];
            let chosen = choices.iter().find(|choice| choice.id == *id);
            if chosen.is_none() && !id.is_empty() {
                let message = format!("row {} of `{}` has `{id}`, which is no choice of `{name}`", row + 1, table.name);
                let ids: Vec<&str> = choices.iter().map(|choice| choice.id.as_str()).take(12).collect();
                self.refuse(path, message, &format!("the choices are {}", ids.join(", ")));
            }
            values.push(chosen.map_or(f64::NAN, |choice| choice.factor));
        }
        Some(StatedInput { input, column: at, values })
    }
}

/// Computes a formula for these values of inputs; the other inputs have their defaults.
fn computed(record: &DeclaredRecord, of: usize, set: impl Iterator<Item = (usize, f64)>) -> f64 {
    let default = |input: &rooflight_estimator::records::declared::DeclaredInput| match input.choices.as_slice() {
        [] => input.default.parse().map_or(f64::NAN, |number: f64| number * input.factor),
        choices => choices.iter().find(|choice| choice.id == input.default).map_or(f64::NAN, |choice| choice.factor),
    };
    let mut values: Vec<f64> = record.inputs.iter().map(default).collect();
    for (at, value) in set {
        values[at] = value;
    }
    calculate_all(record.formulas.iter().map(|formula| &*formula.formula), &mut values, &NoHost);
    values.get(record.inputs.len() + of).copied().unwrap_or(f64::NAN)
}

/// The remaining columns of the table: name, those that are neither inputs nor the value, date. Leaves out columns that
/// are empty in every row.
struct RemainingColumns {
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl RemainingColumns {
    fn new(table: &DataTable, columns: &[usize]) -> Self {
        let mut all: Vec<(String, Vec<String>)> = Vec::new();
        all.push(("Name".to_owned(), table.rows.iter().map(|row| row.label.clone()).collect()));
        for at in columns {
            let words = table.rows.iter().map(|row| row.words[*at].clone());
            all.push((table.columns[*at].label.clone(), words.collect()));
        }
        all.push(("Date".to_owned(), table.rows.iter().map(|row| row.date.clone()).collect()));
        all.retain(|(_, words)| words.iter().any(|words| !words.is_empty()));
        let rows = (0..table.rows.len()).map(|row| all.iter().map(|(_, words)| words[row].clone()).collect());
        Self { rows: rows.collect(), headings: all.iter().map(|(heading, _)| heading.clone()).collect() }
    }
}

/// Computes the range, and counts how many rows lie within the range made without their own source.
fn compare(measured: &mut Measured) {
    let ratio = |row: &MeasuredRow| Some((row.value / row.computed, row.source)).filter(|(ratio, _)| is_ratio(*ratio));
    let ratios: Vec<(f64, usize)> = measured.rows.iter().filter_map(ratio).collect();
    measured.compared = ratios.len() as u64;
    measured.range = range(ratios.iter().map(|(ratio, _)| *ratio)).map_or_else(Vec::new, Into::into);
    for (ratio, source) in &ratios {
        let others = ratios.iter().filter(|(_, other)| other != source).map(|(ratio, _)| *ratio);
        if let Some([low, high]) = range(others) {
            measured.tested[0] += 1;
            measured.tested[1] += u64::from((low..=high).contains(ratio));
        }
    }
}

fn is_ratio(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

/// Returns the quantiles at both ends; `None` for fewer than [`MIN_RATIOS`] ratios.
fn range(ratios: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let mut ratios: Vec<f64> = ratios.collect();
    if ratios.len() < MIN_RATIOS {
        return None;
    }
    ratios.sort_by(f64::total_cmp);
    Some(ENDS.map(|share| quantile(&ratios, share)))
}

/// Returns a quantile of sorted values, linearly interpolated.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a position among a few hundred rows")]
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = share * count(sorted.len() as u64 - 1);
    let below = position.floor();
    let [low, high] = [below, position.ceil()].map(|at| sorted[at as usize]);
    low + (high - low) * (position - below)
}
