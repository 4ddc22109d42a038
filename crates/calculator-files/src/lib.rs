//! Calculators of a site: `content/calculators/<kind>.yaml`, each with inputs, formulas and the words around the
//! result.
//!
//! 1. Read the data tables that they may use ([`data`]), then decode the closed schema of [`keys`].
//! 2. In the order of the file: units, inputs, formulas, answer, conditions, table, chart, measurements. Each name is
//!    known from its line on, so a formula cannot need itself. Expressions are checked and compiled, and every mistake
//!    of the file is reported in one run.
//! 3. A file without mistakes becomes a [`DeclaredRecord`]; build and browser answer from it.
//!
//! Of formulas only those of measurements are evaluated here: what presets give is checked where calculators answer.

mod chart;
pub mod data;
mod data_csv;
pub mod data_keys;
pub mod data_table;
mod fields;
mod formulas;
mod inputs;
pub mod keys;
mod measured;
mod reader;
mod shown;
mod template;

use data_table::DataTable;
use keys::{CalculatorKeys, PresetKeys};
use reader::FileReader;
use rooflight_records::DeclaredRecord;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::limits;
use rooflight_source::slug::is_slug;
use rooflight_source::yaml;
use rooflight_source::yaml_path;
use std::sync::Arc;

/// The folder of the calculators.
pub const CALCULATORS: &str = "content/calculators";

/// Most inputs, and most choices of one.
const INPUTS: usize = 40;
/// Most formulas.
const FORMULAS: usize = 100;
/// Most rows of a table, and most rows to choose from.
const ROWS: usize = 200;
/// Most tables.
const TABLES: usize = 3;
/// Most columns of formulas.
const COLUMNS: usize = 8;
/// Most conditions, and most presets.
const CONDITIONS: usize = 40;
/// Most formulas that are shown large.
const FIGURES: usize = 3;

/// A calculator as its file says it.
#[derive(Debug, Clone)]
pub struct CalculatorFile {
    /// Its path, relative to the site's root.
    pub path: String,
    /// Its text, for places.
    pub text: Arc<str>,
    /// The compiled calculator.
    pub record: DeclaredRecord,
    /// The names of its inputs in formulas, in their order.
    pub names: Vec<String>,
    /// Values to try, and what they give.
    pub presets: Vec<PresetKeys>,
}

impl CalculatorFile {
    /// The place of a value of the file.
    #[must_use]
    pub fn location(&self, path: &[yaml::Step]) -> Location {
        yaml::location(&self.path, &self.text, &(0..self.text.len()), path)
    }
}

/// Reads every calculator with the data tables, in the order of the names; the ones that cannot be used are reported
/// and left out.
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
    check_sizes(&keys, &mut reader);
    for (key, value, most) in [
        ("title", &keys.title, limits::NAME),
        ("question", &keys.question, limits::SENTENCE),
        ("answer", &keys.answer, limits::SENTENCE),
    ] {
        reader.text(yaml_path![key], key, value, most);
    }
    for (at, unit) in keys.units.iter().enumerate() {
        reader.own_unit(at, unit);
    }
    for (at, input) in keys.inputs.iter().enumerate() {
        reader.input(at, input);
    }
    reader.fields(&keys.inputs);
    for (at, formula) in keys.formulas.iter().enumerate() {
        reader.formula(at, formula);
    }
    reader.record.answer = reader.template(yaml_path!["answer"], &keys.answer);
    reader.figures(&keys.figures);
    for (at, condition) in keys.conditions.iter().enumerate() {
        reader.condition(at, condition);
    }
    reader.tables(keys.table.as_ref(), &keys.tables);
    if let Some(chart) = &keys.chart {
        reader.chart(chart);
    }
    if let Some(measured) = &keys.measured {
        reader.measured(measured);
    }
    reader.presets(&keys.presets);
    for (key, texts) in [("search", &keys.search), ("assumes", &keys.assumes)] {
        for (at, text) in texts.iter().enumerate() {
            reader.text(yaml_path![key, at], key, text, limits::SENTENCE);
        }
    }
    reader.length(yaml_path!["group"], "group", &keys.group, limits::NAME);
    let [title, question, group] = [&keys.title, &keys.question, &keys.group].map(|text| text.trim().to_owned());
    let (order, kind) = (u64::from(keys.order.unwrap_or(u8::MAX)), kind.to_owned());
    let (search, assumes) = (keys.search.clone(), keys.assumes.clone());
    let record = DeclaredRecord { kind, title, question, group, order, search, assumes, ..reader.record };
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

fn check_sizes(keys: &CalculatorKeys, reader: &mut FileReader<'_>) {
    for (key, count, most, needed) in [
        ("units", keys.units.len(), INPUTS, false),
        ("inputs", keys.inputs.len(), INPUTS, true),
        ("formulas", keys.formulas.len(), FORMULAS, true),
        ("figures", keys.figures.len(), FIGURES, false),
        ("conditions", keys.conditions.len(), CONDITIONS, false),
        ("presets", keys.presets.len(), CONDITIONS, false),
        ("search", keys.search.len(), CONDITIONS, false),
        ("assumes", keys.assumes.len(), CONDITIONS, false),
    ] {
        reader.size(yaml_path![key], key, count, most, needed);
    }
}
