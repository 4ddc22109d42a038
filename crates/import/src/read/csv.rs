//! Reads CSV and TSV: the first row names the columns, and the separator is the one that occurs most often in it.
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

pub(super) fn read(file: &InputFile, mapping: &Mapping, report: &mut Report) -> ReadResult {
    let text = file.text();
    let first = text.lines().next().unwrap_or_default();
    let count = |sign: u8| first.bytes().filter(|byte| *byte == sign).count();
    let usual = if file.extension() == "csv" { b',' } else { b'\t' };
    let best = [b',', b'\t', b';', usual].into_iter().max_by_key(|sign| count(*sign)).unwrap_or(usual);
    let mut reader =
        csv::ReaderBuilder::new().delimiter(best).flexible(true).has_headers(true).from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers().map_err(|error| error.to_string())?.iter().map(str::to_owned).collect();
    let mut rows: Vec<CellRow> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        let place = Origin::new(&file.path, usize::try_from(line).unwrap_or_default());
        rows.push((place, record.iter().map(|cell| csv_cell::unescaped(cell).to_owned()).collect()));
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
