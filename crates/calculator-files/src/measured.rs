//! Published measurements of a formula, compared with what it computes.
//!
//! 1. Each row of a data table sets the inputs that its source states; the others keep their defaults. The formulas are
//!    computed from these.
//! 2. Measured over computed gives a ratio. With ten or more of them, the realistic range goes from the 10 % to the 90
//!    % quantile.
//! 3. For each row the range is made anew without the rows of its source, and it is counted how often the row lies in
//!    it.
//!
//! Rows without a measured value are left out; those whose formula has no result are shown and not compared.

use super::data_table::{DataColumn, DataTable};
use super::keys::MeasuredKeys;
use super::reader::FileReader;
use rooflight_expression::Type;
use rooflight_formula::evaluate::calculate_all;
use rooflight_primitives::units::count;
use rooflight_records::DeclaredRecord;
use rooflight_records::declared::{Measured, MeasuredRow};
use rooflight_source::diagnostic::messages;
use rooflight_source::limits;
use rooflight_source::yaml::Step;
use rooflight_source::yaml_path;

/// Fewer ratios give no range.
const FEWEST: usize = 10;

/// The ends of the range, as shares of the ratios.
const ENDS: [f64; 2] = [0.1, 0.9];

/// An input that rows state: its position and its value in each row, in base units.
struct Stated {
    input: usize,
    column: usize,
    values: Vec<f64>,
}

impl FileReader<'_> {
    /// Reads the measurements.
    pub(super) fn measured(&mut self, keys: &MeasuredKeys) {
        let caption = keys.caption.clone().unwrap_or_default();
        self.length(yaml_path!["measured", "caption"], "caption", &caption, limits::SENTENCE);
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
        let conditions = Conditions::new(table, &(0..table.columns.len()).filter(taken).collect::<Vec<_>>());
        let mut measured = Measured { of, caption, columns: conditions.headings, ..Measured::default() };
        measured.sets = stated.iter().map(|stated| stated.input).collect();
        for ((row, data), words) in table.rows.iter().enumerate().zip(conditions.rows) {
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

    fn data_column<'t>(&mut self, path: &[Step], table: &'t DataTable, name: &str) -> Option<(usize, &'t DataColumn)> {
        let found = table.columns.iter().enumerate().find(|(_, column)| column.name == name);
        if found.is_none() {
            let known = table.columns.iter().map(|column| column.name.as_str());
            let problem = messages::unknown_id(self.at(path), &format!("column of `{}`", table.name), name, known);
            self.report(problem);
        }
        found
    }

    /// Reports a column that does not measure what a value is; false if it does not.
    fn same_kind(&mut self, path: &[Step], column: &DataColumn, found: &Type, name: &str) -> bool {
        let message = match (found, &column.dimension) {
            (Type::Unknown | Type::Zero, _) => return true,
            (Type::Quantity(dimension), Some(own)) if dimension == own => return true,
            (_, None) => format!("the column `{}` holds words, and `{name}` measures {found}", column.name),
            (_, Some(own)) => format!("the column `{}` measures {own}, and `{name}` measures {found}", column.name),
        };
        self.refuse(path, message, "name a column of the same dimension");
        false
    }

    /// The values of an input, row by row.
    fn stated(&mut self, name: &str, column: &str, table: &DataTable) -> Option<Stated> {
        let path = yaml_path!["measured", "set", name];
        let input = self.input_at(path, name);
        let found = self.data_column(path, table, column);
        let (input, (at, column)) = (input?, found?);
        let choices = self.record.inputs[input].choices.clone();
        if choices.is_empty() {
            let found = self.names.find(name).map_or(Type::Unknown, |(_, found)| found.clone());
            let values = table.rows.iter().map(|row| row.numbers[at]).collect();
            return self.same_kind(path, column, &found, name).then_some(Stated { input, column: at, values });
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
        Some(Stated { input, column: at, values })
    }
}

/// The result of a formula for these inputs; the others have their defaults.
fn computed(record: &DeclaredRecord, of: usize, set: impl Iterator<Item = (usize, f64)>) -> f64 {
    let default = |input: &rooflight_records::declared::DeclaredInput| match input.choices.as_slice() {
        [] => input.default.parse().map_or(f64::NAN, |number: f64| number * input.factor),
        choices => choices.iter().find(|choice| choice.id == input.default).map_or(f64::NAN, |choice| choice.factor),
    };
    let mut values: Vec<f64> = record.inputs.iter().map(default).collect();
    for (at, value) in set {
        values[at] = value;
    }
    calculate_all(record.formulas.iter().map(|formula| &*formula.formula), &mut values);
    values.get(record.inputs.len() + of).copied().unwrap_or(f64::NAN)
}

/// The columns of rows beside inputs and value: a name, others, a date. Columns that are empty everywhere are left
/// out.
struct Conditions {
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Conditions {
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

/// Works out the range, and how often it holds for sources that it was not made from.
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

/// The quantiles at both ends; `None` where the ratios are too few.
fn range(ratios: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let mut ratios: Vec<f64> = ratios.collect();
    if ratios.len() < FEWEST {
        return None;
    }
    ratios.sort_by(f64::total_cmp);
    Some(ENDS.map(|share| quantile(&ratios, share)))
}

/// The quantile of sorted values, on straight lines between them.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a position among a few hundred rows")]
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = share * count(sorted.len() as u64 - 1);
    let below = position.floor();
    let [low, high] = [below, position.ceil()].map(|at| sorted[at as usize]);
    low + (high - low) * (position - below)
}
