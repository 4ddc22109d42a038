//! Calculators of a site: `content/calculators/<kind>.yaml`, each with inputs, formulas and the texts around the
//! result.
//!
//! 1. Reads the data tables ([`data`]), then decodes each file by the closed schema of [`keys`].
//! 2. Checks units, inputs, formulas, answer, figures, conditions, tables, chart, measurements and presets. A formula
//!    may use only the inputs and the formulas before it. Compiles the expressions, and reports every mistake of the
//!    file in one run.
//! 3. A file without mistakes becomes a [`DeclaredRecord`], from which build and browser answer.
//!
//! Evaluates formulas only to compare them with measurements; the results of presets are checked by the code that
//! answers.

mod cases;
mod chart;
pub mod data;
mod data_csv;
pub mod data_keys;
pub mod data_table;
pub mod expression;
mod fields;
mod formulas;
mod inputs;
pub mod keys;
mod measured;
mod presentation;
mod reader;
mod sections;
mod template;

use data_table::DataTable;
use keys::{CalculatorKeys, PresetKeys};
use reader::FileReader;
use rooflight_estimator::records::DeclaredRecord;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::limits;
use rooflight_source::slug::is_slug;
use rooflight_source::yaml;
use rooflight_source::yaml_path;
use std::sync::Arc;

/// The folder of the calculators.
pub const CALCULATORS: &str = "content/calculators";

/// Most inputs, most choices of an input, most units and most columns of a data table.
const MAX_INPUTS: usize = 40;
/// Most formulas.
const MAX_FORMULAS: usize = 100;
/// Most rows of a result table, and most rows of a data table to choose from.
const MAX_ROWS: usize = 200;
/// Most result tables, cases, lists and charts.
const MAX_TABLES: usize = 6;
/// Most columns of a result table.
const MAX_COLUMNS: usize = 8;
/// Most conditions, presets, search words and assumptions.
const MAX_CONDITIONS: usize = 40;
/// Most formulas that are shown large.
const MAX_FIGURES: usize = 3;

/// A calculator that was read from its file without mistakes.
#[derive(Debug, Clone)]
pub struct CalculatorFile {
    /// The path of the file, relative to the site's root.
    pub path: String,
    /// The text of the file, from which mistakes get their positions.
    pub text: Arc<str>,
    /// The compiled calculator.
    pub record: DeclaredRecord,
    /// The names of the inputs as formulas use them, in the order of the record.
    pub names: Vec<String>,
    /// Examples: values of inputs, and the expected results.
    pub presets: Vec<PresetKeys>,
}

impl CalculatorFile {
    /// Returns the position of a value in the file.
    #[must_use]
    pub fn location(&self, path: &[yaml::PathSegment]) -> Location {
        yaml::location(&self.path, &self.text, &(0..self.text.len()), path)
    }
}

/// Reads the data tables and every calculator, in the order of the file names; reports and leaves out files with
/// mistakes.
pub fn calculators(sources: &Sources, problems: &mut Vec<Diagnostic>) -> Vec<CalculatorFile> {
    let tables = data::data_tables(sources, problems);
    sources.below(CALCULATORS, "yaml").filter_map(|file| calculator(file, &tables, problems)).collect()
}

fn calculator(file: &SourceFile, tables: &[DataTable], problems: &mut Vec<Diagnostic>) -> Option<CalculatorFile> {
    let before = problems.len();
    let kind = file.stem();
    if !is_slug(kind) || file.path != format!("{CALCULATORS}/{kind}.yaml") {
        let message = format!("a calculator cannot have the address `/calculators/{kind}/`");
        let help = format!("put it into {CALCULATORS}/, its name in small letters, digits and `-`");
        problems.push(messages::bad_value(Location::whole(&file.path), message).help(help));
    }
    let keys: CalculatorKeys = yaml::decode(&file.path, &file.text, 0..file.text.len(), problems)?;
    let mut reader = FileReader::new(file, tables, problems);
    if !check_sizes(&keys, &mut reader) {
        return None;
    }
    for (key, value, most) in
        [("title", &keys.title, limits::MAX_NAME), ("question", &keys.question, limits::MAX_SENTENCE)]
    {
        reader.text(yaml_path![key], key, value, most);
    }
    for (at, unit) in keys.units.iter().enumerate() {
        reader.own_unit(at, unit);
    }
    for (at, input) in keys.inputs.iter().enumerate() {
        reader.input(at, input);
    }
    reader.limits(&keys.inputs);
    reader.fields(&keys.inputs);
    for (at, formula) in keys.formulas.iter().enumerate() {
        reader.cases(&keys.cases, false);
        reader.formula(at, formula);
    }
    reader.cases(&keys.cases, true);
    reader.words(&keys.words);
    reader.helps(&keys.inputs);
    reader.record.answer = reader.conditional(yaml_path!["answer"], &keys.answer);
    reader.record.context = reader.maybe_text(yaml_path!["context"], keys.context.as_ref());
    reader.record.status = reader.maybe_text(yaml_path!["status"], keys.status.as_ref());
    reader.figures(&keys.figures);
    for (at, condition) in keys.conditions.iter().enumerate() {
        reader.condition(at, condition);
    }
    reader.tables(keys.table.as_ref(), &keys.tables);
    reader.charts(keys.chart.as_ref(), &keys.charts);
    if let Some(measured) = &keys.measured {
        reader.measured(measured);
    }
    reader.presets(&keys.presets);
    for (at, source) in keys.sources.iter().enumerate() {
        let source = reader.source(yaml_path!["sources", at, "url"], source);
        reader.record.sources.push(source);
    }
    reader.sections(&keys);
    for (key, texts) in [("search", &keys.search), ("assumes", &keys.assumes)] {
        for (at, text) in texts.iter().enumerate() {
            reader.text(yaml_path![key, at], key, text, limits::MAX_SENTENCE);
        }
    }
    reader.length(yaml_path!["group"], "group", &keys.group, limits::MAX_NAME);
    reader.length(yaml_path!["validation"], "validation", &keys.validation, limits::MAX_NAME);
    let [title, question, group, validation] =
        [&keys.title, &keys.question, &keys.group, &keys.validation].map(|text| text.trim().to_owned());
    let (order, kind) = (u64::from(keys.order.unwrap_or(u8::MAX)), kind.to_owned());
    let (benchmark, search, assumes) = (keys.benchmark, keys.search.clone(), keys.assumes.clone());
    let record =
        DeclaredRecord { kind, title, question, group, order, validation, benchmark, search, assumes, ..reader.record };
    let names = keys.inputs.into_iter().map(|input| input.name).collect();
    let presets = keys.presets;
    (problems.len() == before).then(|| CalculatorFile {
        path: file.path.clone(),
        text: file.text.clone(),
        record,
        names,
        presets,
    })
}

/// Reports lists that are too long or empty; false if one is too long, since each item costs work.
fn check_sizes(keys: &CalculatorKeys, reader: &mut FileReader<'_>) -> bool {
    let mut fits = true;
    for (key, count, most, needed) in [
        ("units", keys.units.len(), MAX_INPUTS, false),
        ("inputs", keys.inputs.len(), MAX_INPUTS, true),
        ("formulas", keys.formulas.len(), MAX_FORMULAS, true),
        ("figures", keys.figures.len(), MAX_FIGURES, false),
        ("sources", keys.sources.len(), MAX_CONDITIONS, false),
        ("charts", keys.charts.len(), MAX_TABLES, false),
        ("conditions", keys.conditions.len(), MAX_CONDITIONS, false),
        ("cases", keys.cases.len(), MAX_TABLES, false),
        ("lists", keys.lists.len(), MAX_TABLES, false),
        ("words", keys.words.len(), MAX_INPUTS, false),
        ("presets", keys.presets.len(), MAX_CONDITIONS, false),
        ("search", keys.search.len(), MAX_CONDITIONS, false),
        ("assumes", keys.assumes.len(), MAX_CONDITIONS, false),
    ] {
        reader.size(yaml_path![key], key, count, most, needed);
        fits &= count <= most;
    }
    fits
}
