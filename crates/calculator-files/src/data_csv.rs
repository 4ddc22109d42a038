//! Reads the rows of a data table from a CSV file of the same name: `cameras.csv` for `cameras.yaml`.
//!
//! 1. The first line names columns of the table, or `id`, `label`, `date`, `source_title` and `source_url`.
//! 2. Each further line becomes a row like those in YAML, and is checked by the same code. Its column's kind decides
//!    whether a cell is a number or text; an empty cell stays unknown.
//! 3. A mistake in a cell is reported at the bytes of that cell.
//!
//! Types, units and the source of the whole table are in the YAML file, since CSV has no place for them.

use super::MAX_INPUTS;
use super::data_keys::{ColumnKeys, ColumnKind, RowKeys};
use super::keys::SourceKeys;
use csv::{ReaderBuilder, StringRecord};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::SourceFile;
use rooflight_source::yaml::PathSegment;
use std::collections::BTreeMap;
use std::ops::Range;
use yaml_serde::Value;

/// Most rows of a data table; a calculator's record contains the rows that it uses.
pub(super) const MAX_ROWS: usize = 500;

/// Headings of a CSV file that are no columns of the table.
const FIXED_HEADS: [&str; 5] = ["id", "label", "date", "source_title", "source_url"];

/// The rows of a CSV file, with the positions of their lines.
#[derive(Debug)]
pub(super) struct CsvRows<'a> {
    file: &'a SourceFile,
    /// The cells of the first line.
    heads: Vec<String>,
    /// The byte range of each row's line.
    lines: Vec<Range<usize>>,
    /// The first rows, at most as many as a table can have.
    pub(super) rows: Vec<RowKeys>,
    /// The number of rows in the file.
    pub(super) count: usize,
}

impl<'a> CsvRows<'a> {
    /// Reads the rows, and reports unknown headings and invalid lines.
    pub(super) fn read(file: &'a SourceFile, columns: &[ColumnKeys], problems: &mut Vec<Diagnostic>) -> Self {
        let mut reader = ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(file.text.as_bytes());
        let heads: Vec<String> =
            reader.headers().map(|heads| heads.iter().map(str::to_owned).collect()).unwrap_or_default();
        let mut read = Self { file, heads, lines: Vec::new(), rows: Vec::new(), count: 0 };
        // Of more headings than a table can have columns, one of the first is unknown.
        let heads = read.heads.iter().take(MAX_INPUTS + FIXED_HEADS.len() + 1);
        for head in heads.filter(|head| !FIXED_HEADS.contains(&head.as_str())) {
            if columns.iter().all(|column| column.name != *head) {
                let known = columns.iter().map(|column| column.name.as_str()).chain(FIXED_HEADS);
                problems.push(messages::unknown_id(read.head_place(head), "column", head, known));
            }
        }
        for record in reader.records() {
            read.count += 1;
            match record {
                _ if read.count > MAX_ROWS => {}
                Ok(record) => {
                    let line = read.line(&record);
                    if record.len() > read.heads.len() {
                        let message =
                            format!("the line has {} cells, and the first line {}", record.len(), read.heads.len());
                        let problem = messages::bad_value(Location::new(&file.path, line.clone()), message);
                        problems.push(problem.help("put a cell that has a comma into quotation marks"));
                    }
                    read.rows.push(row(&read.heads, &record, columns));
                    read.lines.push(line);
                }
                Err(error) => problems.push(messages::bad_value(Location::whole(&file.path), error.to_string())),
            }
        }
        read
    }

    /// Returns the position of a row, or of its cell with this key.
    pub(super) fn place(&self, row: usize, rest: &[PathSegment]) -> Location {
        let line = self.lines.get(row).cloned().unwrap_or_default();
        let key = match rest {
            [PathSegment::Key(key)] => key.clone(),
            [PathSegment::Key(source), PathSegment::Key(key)] => format!("{source}_{key}"),
            _ => String::new(),
        };
        let text = self.file.text.get(line.clone()).unwrap_or_default();
        let cell = self.heads.iter().position(|head| *head == key).and_then(|at| cell(text, at));
        Location::new(&self.file.path, cell.map_or(line.clone(), |cell| line.start + cell.start..line.start + cell.end))
    }

    fn head_place(&self, head: &str) -> Location {
        let first = self.file.text.lines().next().unwrap_or_default();
        let cell = self.heads.iter().position(|known| known == head).and_then(|at| cell(first, at));
        Location::new(&self.file.path, cell.unwrap_or(0..first.len()))
    }

    /// Returns the byte range of a record's first line, without the line break.
    fn line(&self, record: &StringRecord) -> Range<usize> {
        let start = record.position().map_or(0, |at| usize::try_from(at.byte()).unwrap_or(usize::MAX));
        let start = start.min(self.file.text.len());
        let rest = self.file.text.get(start..).unwrap_or_default();
        let skipped = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let length = rest[skipped..].lines().next().unwrap_or_default().len();
        start + skipped..start + skipped + length
    }
}

/// Returns the byte range of the cell at a position of a line, without spaces around it; `None` if there are fewer
/// cells.
fn cell(line: &str, at: usize) -> Option<Range<usize>> {
    let (mut start, mut number, mut is_quoted) = (0, 0, false);
    for (byte, letter) in line.char_indices().chain([(line.len(), ',')]) {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted || byte == line.len() => {
                if number == at {
                    let text = line.get(start..byte)?;
                    let from = start + text.len() - text.trim_start().len();
                    return Some(from..from + text.trim().len());
                }
                (start, number) = (byte + 1, number + 1);
            }
            _ => {}
        }
    }
    None
}

fn row(heads: &[String], record: &StringRecord, columns: &[ColumnKeys]) -> RowKeys {
    let cells: BTreeMap<&str, &str> = heads.iter().map(String::as_str).zip(record.iter()).collect();
    let own = |key: &str| cells.get(key).filter(|text| !text.is_empty()).map(|text| (*text).to_owned());
    let source = own("source_url").or_else(|| own("source_title")).is_some().then(|| SourceKeys {
        title: own("source_title").unwrap_or_default(),
        url: own("source_url").unwrap_or_default(),
        accessed: None,
    });
    let value = |column: &ColumnKeys| {
        let text = own(&column.name)?;
        let whole = || text.parse::<i64>().map(Value::from);
        let number = whole().or_else(|_| text.parse::<f64>().map(Value::from)).ok();
        let number = number.filter(|_| column.kind == ColumnKind::Number);
        Some((column.name.clone(), number.unwrap_or(Value::String(text))))
    };
    let values = columns.iter().filter_map(value).collect();
    RowKeys { id: own("id"), label: own("label"), date: own("date").map(Value::String), source, values }
}
