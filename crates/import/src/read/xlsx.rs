//! Reads Excel workbooks, which are ZIP archives of XML. Each sheet with a header and a row is a table.
//!
//! The parts of the archive are read into memory up to a limit of all of them, so an archive that unpacks to gigabytes
//! is refused, and a path that leads out of it is harmless. Many cells may share a long string, so all cells of a sheet
//! have the same limit as a part. Formulas are not computed: a cell has its stored value.

use super::ReadResult;
use super::cells::{self, CellRow};
use super::xml::{Document, Element};
use crate::draft::{Origin, ReaderOutput};
use crate::input::InputFile;
use crate::report::Report;
use crate::{Mapping, limits};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Maximum number of columns; further ones are ignored.
const MAX_COLUMNS: usize = 200;

/// Maximum number of sheets; further ones are ignored.
const MAX_SHEETS: usize = 200;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub(super) fn read(file: &InputFile, mapping: &Mapping, report: &mut Report) -> ReadResult {
    if file.bytes.len() > limits::MAX_PICTURE_BYTES {
        return Err("the workbook is larger than 32 MiB".to_owned());
    }
    let mut archive = ZipArchive::new(Cursor::new(file.bytes.as_slice())).map_err(|error| error.to_string())?;
    if archive.len() > limits::MAX_PARTS {
        return Err(format!("more than {} parts", limits::MAX_PARTS));
    }
    let mut left = limits::MAX_UNPACKED_BYTES;
    let shared = part(&mut archive, "xl/sharedStrings.xml", &mut left)?.unwrap_or_default();
    let strings = if shared.is_empty() { Vec::new() } else { strings(&shared)? };
    let mut found = ReaderOutput::default();
    for number in 1..=MAX_SHEETS {
        let Some(sheet) = part(&mut archive, &format!("xl/worksheets/sheet{number}.xml"), &mut left)? else { continue };
        let mut rows = rows(&sheet, &strings, &file.path)?.into_iter();
        let header = rows
            .by_ref()
            .map(|(_, cells)| cells)
            .find(|cells| cells.iter().filter(|cell| !cell.is_empty()).count() > 1);
        let rows: Vec<CellRow> = rows.collect();
        if let Some(header) = header.filter(|_| !rows.is_empty()) {
            found.drafts.extend(cells::drafts(&header, &rows, mapping, report));
            limits::check_terms(found.drafts.len())?;
        }
    }
    if found.drafts.is_empty() { Err("no sheet has a header and a row".to_owned()) } else { Ok(found) }
}

/// Reads a part of the archive as text of at most `left` bytes, which it takes off; `None` if there is no such part.
fn part(archive: &mut Archive<'_>, name: &str, left: &mut u64) -> Result<Option<String>, String> {
    let Ok(file) = archive.by_name(name) else { return Ok(None) };
    let mut text = String::new();
    // The size that the archive states may be wrong.
    file.take(*left + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    *left = left.checked_sub(text.len() as u64).ok_or("the workbook unpacks to more than 64 MiB")?;
    Ok(Some(text))
}

/// Returns the text of a cell, without phonetic runs, which repeat it in another script.
fn texts(element: Element<'_>) -> String {
    let found = element.outermost(&["t", "rPh"]).into_iter();
    found.filter(|one| one.name() == "t").map(Element::text).collect()
}

fn strings(xml: &str) -> Result<Vec<String>, String> {
    let document = Document::parse(xml)?;
    let items = document.root().outermost(&["si"]);
    Ok(items.into_iter().map(texts).collect())
}

fn rows(xml: &str, strings: &[String], path: &str) -> Result<Vec<CellRow>, String> {
    let document = Document::parse(xml)?;
    let (mut rows, mut held) = (Vec::new(), 0);
    for row in document.root().outermost(&["row"]) {
        let number = row.attribute("r").and_then(|number| number.parse().ok()).unwrap_or(rows.len() + 1);
        let mut cells: Vec<String> = Vec::new();
        for cell in row.outermost(&["c"]) {
            let column = cell.attribute("r").and_then(|name| column(&name)).unwrap_or(cells.len());
            if column >= MAX_COLUMNS {
                break;
            }
            if cells.len() <= column {
                cells.resize(column + 1, String::new());
            }
            cells[column] = value(cell, strings);
            held += cells[column].len() as u64;
            if held > limits::MAX_UNPACKED_BYTES {
                return Err("the cells of a sheet hold more than 64 MiB".to_owned());
            }
        }
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push((Origin::new(path, number), cells));
        }
        if rows.len() > limits::MAX_ENTRIES {
            return Err(format!("more than {} rows", limits::MAX_ENTRIES));
        }
    }
    Ok(rows)
}

/// Returns the column of a cell such as `BC12`, from 0.
fn column(name: &str) -> Option<usize> {
    let letters = name.bytes().take_while(u8::is_ascii_uppercase).take(3);
    letters.fold(0_usize, |column, letter| column * 26 + usize::from(letter - b'A') + 1).checked_sub(1)
}

fn value(cell: Element<'_>, strings: &[String]) -> String {
    let inner = |wanted: &str| cell.outermost(&[wanted]).first().copied();
    let stored = inner("v").map(Element::text).unwrap_or_default();
    match cell.attribute("t").as_deref() {
        Some("s") => stored.trim().parse().ok().and_then(|at: usize| strings.get(at)).cloned().unwrap_or_default(),
        Some("inlineStr") => inner("is").map(texts).unwrap_or_default(),
        Some("e") => String::new(),
        _ => stored,
    }
    .trim()
    .to_owned()
}
