//! Data tables: `content/data/<table>.yaml`, each with typed columns and sourced rows, which calculators read.
//!
//! 1. Decodes the closed schema of [`data_keys`](super::data_keys). A table without rows takes those of the CSV file of
//!    the same name ([`data_csv`](super::data_csv)).
//! 2. Checks names, units, sources and every value, and converts numbers to base units. Reports every mistake of the
//!    file in one run.
//!
//! A value that is left out stays unknown: nothing is filled in.

use super::MAX_INPUTS;
use super::data_csv::{CsvRows, MAX_ROWS};
use super::data_keys::{ColumnKeys, ColumnKind, DataKeys, RowKeys};
use super::data_table::{DataColumn, DataRow, DataTable};
use super::inputs::MAX_INPUT;
use super::reader::{FileReader, label, text};
use crate::expression::scope::is_name;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::limits;
use rooflight_source::slug::is_slug;
use rooflight_source::yaml;
use rooflight_source::yaml_path;
use std::collections::BTreeMap;
use yaml_serde::Value;

/// The folder of the data tables.
pub const DATA: &str = "content/data";

/// The keys of a row that are no columns; no column can have these names.
const FIXED_KEYS: [&str; 4] = ["id", "label", "date", "source"];

/// Reads every data table, in the order of the file names; reports and leaves out those with mistakes.
pub fn data_tables(sources: &Sources, problems: &mut Vec<Diagnostic>) -> Vec<DataTable> {
    let rows: BTreeMap<&str, &SourceFile> = sources.below(DATA, "csv").map(|file| (file.stem(), file)).collect();
    let tables: Vec<DataTable> = sources
        .below(DATA, "yaml")
        .filter_map(|file| data_table(file, rows.get(file.stem()).copied(), problems))
        .collect();
    let is_read = |name: &str| sources.below(DATA, "yaml").any(|file| file.stem() == name);
    for file in rows.values().filter(|file| !is_read(file.stem())) {
        let problem = messages::bad_value(Location::whole(&file.path), "these rows belong to no table");
        problems.push(problem.help(format!("name the columns and the source in {DATA}/{}.yaml", file.stem())));
    }
    tables
}

fn data_table(file: &SourceFile, csv: Option<&SourceFile>, problems: &mut Vec<Diagnostic>) -> Option<DataTable> {
    let before = problems.len();
    let name = file.stem();
    if !is_name(name) || file.path != format!("{DATA}/{name}.yaml") {
        let message = format!("expressions cannot name the table `{name}`");
        let help = format!("put it into {DATA}/, its name in letters, digits and `_`, a letter first");
        problems.push(messages::bad_value(Location::whole(&file.path), message).help(help));
    }
    let mut keys: DataKeys = yaml::decode(&file.path, &file.text, 0..file.text.len(), problems)?;
    let mut csv = csv.map(|csv| CsvRows::read(csv, &keys.columns, problems));
    if let Some(csv) = &mut csv {
        if !keys.rows.is_empty() {
            let place = yaml::location(&file.path, &file.text, &(0..file.text.len()), yaml_path!["rows"]);
            let message = "the rows stand here and in a CSV file";
            problems.push(messages::bad_value(place, message).help("remove `rows`, or the CSV file"));
            return None;
        }
        keys.rows = std::mem::take(&mut csv.rows);
    }
    let rows = csv.as_ref().map_or(keys.rows.len(), |csv| csv.count);
    let mut reader = FileReader::new(file, &[], problems);
    reader.csv = csv.as_ref();
    reader.size(yaml_path!["units"], "units", keys.units.len(), MAX_INPUTS, false);
    reader.size(yaml_path!["columns"], "columns", keys.columns.len(), MAX_INPUTS, true);
    reader.size(yaml_path!["rows"], "rows", rows, MAX_ROWS, true);
    if rows > MAX_ROWS || keys.columns.len() > MAX_INPUTS || keys.units.len() > MAX_INPUTS {
        return None;
    }
    for (at, unit) in keys.units.iter().enumerate() {
        reader.own_unit(at, unit);
    }
    let columns: Vec<DataColumn> =
        keys.columns.iter().enumerate().map(|(at, column)| reader.column(at, column, &keys.columns)).collect();
    let shared = keys.source.as_ref().map(|source| reader.source(yaml_path!["source", "url"], source));
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for (at, row) in keys.rows.iter().enumerate() {
        rows.push(reader.row(at, row, &columns, shared.as_ref()));
        let Some(id) = &row.id else { continue };
        if let Some(earlier) = ids.insert(id, at) {
            let earlier = reader.at(yaml_path!["rows", earlier, "id"]);
            let problem = messages::duplicate(reader.at(yaml_path!["rows", at, "id"]), "row", id, earlier);
            reader.report(problem);
        }
    }
    (problems.len() == before).then(|| DataTable { name: name.to_owned(), columns, rows })
}

impl FileReader<'_> {
    fn column(&mut self, at: usize, keys: &ColumnKeys, all: &[ColumnKeys]) -> DataColumn {
        let path = yaml_path!["columns", at, "name"];
        if !is_name(&keys.name) || FIXED_KEYS.contains(&keys.name.as_str()) {
            let message = format!("a column cannot have the name `{}`", keys.name);
            let help =
                format!("write letters, digits and `_`, a letter first; {} are no columns", FIXED_KEYS.join(", "));
            self.refuse(path, message, &help);
        }
        if let Some(earlier) = all[..at].iter().position(|column| column.name == keys.name) {
            let earlier = self.at(yaml_path!["columns", earlier, "name"]);
            let problem = messages::duplicate(self.at(path), "column", &keys.name, earlier);
            self.report(problem);
        }
        let heading = label(keys.label.as_ref(), &keys.name);
        self.length(yaml_path!["columns", at, "label"], "label", &heading, limits::MAX_NAME);
        let unit = self.unit(yaml_path!["columns", at, "unit"], &keys.unit);
        let is_number = keys.kind == ColumnKind::Number;
        if !is_number && !keys.unit.is_empty() {
            self.refuse(yaml_path!["columns", at, "unit"], "words have no unit".to_owned(), "remove it");
        }
        let factor = unit.as_ref().map_or(1.0, |unit| unit.factor);
        let dimension = unit.map(|unit| unit.dimension).filter(|_| is_number);
        DataColumn { name: keys.name.clone(), label: heading, unit: keys.unit.trim().to_owned(), factor, dimension }
    }

    fn row(&mut self, at: usize, keys: &RowKeys, columns: &[DataColumn], shared: Option<&[String; 2]>) -> DataRow {
        for name in keys.values.keys().filter(|name| columns.iter().all(|column| column.name != **name)) {
            let place = self.at(yaml_path!["rows", at, name.as_str()]);
            let known = columns.iter().map(|column| column.name.as_str());
            self.report(messages::unknown_id(place, "column", name, known));
        }
        if let Some(id) = keys.id.as_ref().filter(|id| !is_slug(id)) {
            let message = format!("a row cannot have the id `{id}`");
            self.refuse(yaml_path!["rows", at, "id"], message, "write small letters, digits and `-`");
        }
        let date = keys.date.as_ref().map(text).unwrap_or_default();
        if keys.date.is_some() && !is_date(&date) {
            let message = format!("`{date}` is no date");
            self.refuse(yaml_path!["rows", at, "date"], message, "write a year, a month or a day: `2026-11-26`");
        }
        let own = keys.source.as_ref().map(|source| self.source(yaml_path!["rows", at, "source", "url"], source));
        let Some(source) = own.or_else(|| shared.cloned()) else {
            let problem = messages::bad_value(self.at(yaml_path!["rows", at]), "the row has no source");
            self.report(problem.help("add `source:` with `title` and `url` to the row or to the whole table"));
            return DataRow {
                id: String::new(),
                label: String::new(),
                date,
                source: Default::default(),
                numbers: Vec::new(),
                words: Vec::new(),
            };
        };
        let row_label = keys.label.as_deref().unwrap_or_default().trim().to_owned();
        self.length(yaml_path!["rows", at, "label"], "label", &row_label, limits::MAX_NAME);
        let (mut numbers, mut words) = (Vec::new(), Vec::new());
        for column in columns {
            let (number, word) = self.cell(at, column, keys.values.get(&column.name));
            numbers.push(number);
            words.push(word);
        }
        DataRow { id: keys.id.clone().unwrap_or_default(), label: row_label, date, source, numbers, words }
    }

    /// Reads a value as a number in base units, NaN if there is none, and as words with the unit.
    fn cell(&mut self, row: usize, column: &DataColumn, value: Option<&Value>) -> (f64, String) {
        let Some(value) = value.filter(|value| !value.is_null()) else { return (f64::NAN, String::new()) };
        let path = yaml_path!["rows", row, column.name.as_str()];
        let words = text(value);
        if column.dimension.is_none() {
            self.text(path, &column.name, &words, limits::MAX_NAME);
            return (f64::NAN, words);
        }
        match value.as_f64().filter(|number| (-MAX_INPUT..=MAX_INPUT).contains(number)) {
            Some(number) if column.unit.is_empty() => (number * column.factor, words),
            Some(number) => (number * column.factor, format!("{words}\u{a0}{}", column.unit)),
            None => {
                let message = format!("`{words}` is no number below 10^15");
                self.refuse(path, message, "write a number in the unit of the column, without the unit");
                (f64::NAN, words)
            }
        }
    }
}

/// True if a text is a year, a month or a day: `2026`, `2026-11`, `2026-11-26`.
fn is_date(text: &str) -> bool {
    let full = match text.len() {
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        _ => text.to_owned(),
    };
    full.len() == 10 && full.parse::<jiff::civil::Date>().is_ok()
}
