//! Reads CSV and TSV: the first row names the columns, and the separator is the one that occurs most often in it.
//!
//! Tabs seldom need quotation: where every line has the header's number of tabs, a quotation mark is a sign like
//! others, and does not hide the lines after it. An odd number of marks elsewhere is reported.
//!
//! An apostrophe that keeps a spreadsheet from reading a cell as a formula, as `rooflight export csv` writes it, is
//! taken off.

use super::ReadResult;
use super::cells::{self, CellRow};
use crate::draft::{Origin, ReaderOutput};
use crate::input::InputFile;
use crate::report::{Handling, Report};
use crate::{Mapping, limits};
use rooflight_source::csv_cell;

/// A file with an odd number of quotation marks.
const UNCLOSED: &str = "quotation mark that nothing closes, so that a cell may hold the rows after it";

pub(super) fn read(file: &InputFile, mapping: &Mapping, report: &mut Report) -> ReadResult {
    let text = file.text();
    let first = text.lines().next().unwrap_or_default();
    let count = |sign: u8| first.bytes().filter(|byte| *byte == sign).count();
    let usual = if file.extension() == "csv" { b',' } else { b'\t' };
    let best = [b',', b'\t', b';', usual].into_iter().max_by_key(|sign| count(*sign)).unwrap_or(usual);
    let tabs = |line: &str| line.matches('\t').count();
    let is_even = |line: &str| line.trim().is_empty() || tabs(line) == tabs(first);
    let is_quoted = best != b'\t' || !text.lines().all(is_even);
    if is_quoted && text.matches('"').count() % 2 == 1 {
        report.note(Handling::Guessed, UNCLOSED, &file.place());
    }
    let mut settings = csv::ReaderBuilder::new();
    settings.delimiter(best).flexible(true).has_headers(true).quoting(is_quoted);
    let mut reader = settings.from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers().map_err(|error| error.to_string())?.iter().map(str::to_owned).collect();
    let mut rows: Vec<CellRow> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        let place = Origin::new(&file.path, usize::try_from(line).unwrap_or_default());
        let cells = record.iter().map(|cell| if is_quoted { cell.to_owned() } else { unquoted(cell) });
        rows.push((place, cells.map(|cell| csv_cell::unescaped(&cell).to_owned()).collect()));
        if rows.len() > limits::MAX_ENTRIES {
            return Err(format!("more than {} rows", limits::MAX_ENTRIES));
        }
    }
    let unnamed = cells::unnamed(&header, &rows, mapping);
    if unnamed.is_some() {
        report.note(Handling::Guessed, "table without a header: its columns", &Origin::new(&file.path, 1));
        rows.insert(0, (Origin::new(&file.path, 1), header.clone()));
    }
    let header = unnamed.unwrap_or(header);
    Ok(ReaderOutput { drafts: cells::drafts(&header, &rows, mapping, report), ..ReaderOutput::default() })
}

/// Returns a cell without the quotation marks around it; two marks inside are one.
fn unquoted(cell: &str) -> String {
    let inside = cell.trim().strip_prefix('"').and_then(|cell| cell.strip_suffix('"'));
    inside.map_or_else(|| cell.to_owned(), |inside| inside.replace("\"\"", "\""))
}
