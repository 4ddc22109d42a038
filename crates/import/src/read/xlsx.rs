//! Workbooks of Excel: an archive of XML. The first sheet with a header and a row is the table.
//!
//! Parts of the archive are read up to a limit each and are not written to disk, so an archive that unpacks to
//! gigabytes is refused and a name that leads out of it means nothing. Many cells may name one long text: together they
//! have the same limit as a part. Formulas are not computed: a cell is the value that is stored.

use super::cells::{self, Row};
use crate::draft::{Origin, ReaderOutput};
use crate::input::InputFile;
use crate::report::Report;
use crate::{Mapping, limits};
use roxmltree::{Document, Node};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Most columns of a sheet.
const COLUMNS: usize = 200;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub(super) fn read(file: &InputFile, mapping: &Mapping, report: &mut Report) -> Result<ReaderOutput, String> {
    if file.bytes.len() > limits::PICTURE {
        return Err("the workbook is larger than 32 MiB".to_owned());
    }
    let mut archive = ZipArchive::new(Cursor::new(file.bytes.as_slice())).map_err(|error| error.to_string())?;
    if archive.len() > limits::PARTS {
        return Err(format!("more than {} parts", limits::PARTS));
    }
    let shared = part(&mut archive, "xl/sharedStrings.xml")?.unwrap_or_default();
    let strings = if shared.is_empty() { Vec::new() } else { strings(&shared)? };
    for number in 1..=20 {
        let Some(sheet) = part(&mut archive, &format!("xl/worksheets/sheet{number}.xml"))? else { continue };
        let mut rows = rows(&sheet, &strings, &file.path)?.into_iter();
        let header = rows
            .by_ref()
            .map(|(_, cells)| cells)
            .find(|cells| cells.iter().filter(|cell| !cell.is_empty()).count() > 1);
        let rows: Vec<Row> = rows.collect();
        if let Some(header) = header.filter(|_| !rows.is_empty()) {
            return Ok(ReaderOutput {
                drafts: cells::drafts(&header, &rows, mapping, report),
                ..ReaderOutput::default()
            });
        }
    }
    Err("no sheet has a header and a row".to_owned())
}

/// A part of the archive as text; `None` where no part has the name.
fn part(archive: &mut Archive<'_>, name: &str) -> Result<Option<String>, String> {
    let Ok(file) = archive.by_name(name) else { return Ok(None) };
    let mut text = String::new();
    // The size that the archive states may be a lie.
    file.take(limits::UNPACKED + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() as u64 > limits::UNPACKED {
        return Err(format!("`{name}` unpacks to more than 64 MiB"));
    }
    Ok(Some(text))
}

/// The words of a cell, without phonetic runs, which repeat them in another script.
fn texts(node: Node<'_, '_>) -> String {
    let mut words = String::new();
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        match node.tag_name().name() {
            "rPh" => {}
            "t" => words.push_str(node.text().unwrap_or_default()),
            _ => waiting.extend(node.children().rev()),
        }
    }
    words
}

fn strings(xml: &str) -> Result<Vec<String>, String> {
    let document = Document::parse(xml).map_err(|error| error.to_string())?;
    let items = document.root_element().children().filter(|node| node.tag_name().name() == "si");
    Ok(items.map(texts).collect())
}

fn rows(xml: &str, strings: &[String], path: &str) -> Result<Vec<Row>, String> {
    let document = Document::parse(xml).map_err(|error| error.to_string())?;
    let (mut rows, mut held) = (Vec::new(), 0);
    for row in document.descendants().filter(|node| node.tag_name().name() == "row") {
        let number = row.attribute("r").and_then(|number| number.parse().ok()).unwrap_or(rows.len() + 1);
        let mut cells: Vec<String> = Vec::new();
        for cell in row.children().filter(|node| node.tag_name().name() == "c") {
            let column = cell.attribute("r").and_then(column).unwrap_or(cells.len());
            if column >= COLUMNS {
                break;
            }
            if cells.len() <= column {
                cells.resize(column + 1, String::new());
            }
            cells[column] = value(cell, strings);
            held += cells[column].len() as u64;
            if held > limits::UNPACKED {
                return Err("the cells of a sheet hold more than 64 MiB".to_owned());
            }
        }
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push((Origin::new(path, number), cells));
        }
        if rows.len() > limits::ENTRIES {
            return Err(format!("more than {} rows", limits::ENTRIES));
        }
    }
    Ok(rows)
}

/// The column of "BC12", from 0.
fn column(name: &str) -> Option<usize> {
    let letters = name.bytes().take_while(u8::is_ascii_uppercase).take(3);
    letters.fold(0_usize, |column, letter| column * 26 + usize::from(letter - b'A') + 1).checked_sub(1)
}

fn value(cell: Node<'_, '_>, strings: &[String]) -> String {
    let inner = |name: &str| cell.children().find(|node| node.tag_name().name() == name);
    let stored = inner("v").and_then(|node| node.text()).unwrap_or_default().trim();
    match cell.attribute("t") {
        Some("s") => stored.parse().ok().and_then(|at: usize| strings.get(at)).cloned().unwrap_or_default(),
        Some("inlineStr") => inner("is").map(texts).unwrap_or_default(),
        Some("e") => String::new(),
        _ => stored.to_owned(),
    }
    .trim()
    .to_owned()
}
