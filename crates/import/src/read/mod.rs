//! Readers: the files of each kind become drafts.
//!
//! A reader takes what its format says and guesses nothing but what it reports. None looks at another kind.

mod cells;
mod csv;
mod front_matter;
mod json;
mod lead;
mod notes;
mod page;
mod skos;
mod sphinx;
mod tbx;
mod xlsx;

use crate::draft::ReaderOutput;
use crate::{Input, InputFile, Kind, Mapping, Report, limits};

pub(crate) use front_matter::split as split_front_matter;

/// Reads every file of the input as this kind.
///
/// # Errors
/// A file that is not what its name says, or over a limit.
pub(crate) fn read(kind: Kind, input: &Input, mapping: &Mapping, report: &mut Report) -> Result<ReaderOutput, String> {
    if matches!(kind, Kind::Hugo | Kind::Docusaurus | Kind::Jekyll | Kind::MkDocs | Kind::Obsidian | Kind::Folder) {
        return Ok(notes::read(kind, input, mapping, report));
    }
    let mut all = ReaderOutput::default();
    for file in input.files.iter().filter(|file| crate::kind::file(file) == Some(kind)) {
        if kind != Kind::Xlsx && file.bytes.len() > limits::TEXT {
            return Err(format!("`{}` is larger than 16 MiB", file.path));
        }
        let found = read_file(kind, file, mapping, report).map_err(|reason| format!("`{}`: {reason}", file.path))?;
        all.drafts.extend(found.drafts);
        all.groups.extend(found.groups);
        all.title = all.title.or(found.title);
        all.language = all.language.or(found.language);
    }
    if all.drafts.len() > limits::ENTRIES {
        return Err(format!("more than {} terms", limits::ENTRIES));
    }
    Ok(all)
}

fn read_file(kind: Kind, file: &InputFile, mapping: &Mapping, report: &mut Report) -> Result<ReaderOutput, String> {
    match kind {
        Kind::Csv => csv::read(file, b',', mapping, report),
        Kind::Tsv => csv::read(file, b'\t', mapping, report),
        Kind::Xlsx => xlsx::read(file, mapping, report),
        Kind::Sphinx => Ok(sphinx::read(file, report)),
        Kind::Json => json::read(file, mapping, report),
        Kind::Turtle => skos::turtle(file, report),
        Kind::JsonLd => skos::json_ld(file, report),
        Kind::Tbx => tbx::read(file, report),
        _ => Ok(page::read(file, mapping, report)),
    }
}
