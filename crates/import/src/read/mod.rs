//! Readers: the files of each kind become drafts.
//!
//! A reader takes what its format says and guesses nothing but what it reports. A reader does not look at files of
//! another kind.

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
use crate::input::{Input, InputFile};
use crate::{Kind, Mapping, Report, limits};

pub(crate) use front_matter::split as split_front_matter;

/// Reads every file of the input as this kind.
///
/// # Errors
/// A file that is not what its name says, in an encoding that would lose characters, or over a limit.
pub(crate) fn read(kind: Kind, input: &Input, mapping: &Mapping, report: &mut Report) -> Result<ReaderOutput, String> {
    let is_folder =
        matches!(kind, Kind::Hugo | Kind::Docusaurus | Kind::Jekyll | Kind::MkDocs | Kind::Obsidian | Kind::Folder);
    let is_text = |file: &&InputFile| match kind {
        Kind::Xlsx => false,
        _ if is_folder => crate::kind::is_markdown(file),
        _ => crate::kind::file(file) == Some(kind),
    };
    // A larger one was cut, perhaps within a character; that it is too large is said below.
    let whole = |file: &&InputFile| file.bytes.len() <= limits::TEXT;
    if let Some(file) = input.files.iter().filter(is_text).filter(whole).find(|file| !file.is_readable()) {
        return Err(format!("`{}` is neither UTF-8 nor UTF-16: save it as UTF-8", file.path));
    }
    if is_folder {
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
