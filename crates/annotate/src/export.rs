//! Exports the glossary to the formats of other tools: one file or a few each, from the same entries.
//!
//! Fields that a format has no place for are left out, and [`left_out`] names the names that it cannot hold; nothing is
//! made up. Equal glossaries give equal bytes.

mod anki;
mod csv;
mod skos;
mod sphinx;
mod tbx;
mod vale;

use crate::glossary::Glossary;
use rooflight_source::diagnostic::messages::docs::unexported_name;
use rooflight_source::diagnostic::{Diagnostic, Location};

/// A file of an export: its path and its bytes.
pub type ExportFile = (String, Vec<u8>);

/// A format of another tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// A table with a fixed header.
    Csv,
    /// A vocabulary in Turtle (SKOS).
    Skos,
    /// A termbase (TBX-Basic, ISO 30042).
    Tbx,
    /// The inventory by which other projects' `:term:` links here.
    Sphinx,
    /// Words that Vale accepts and words that it replaces.
    Vale,
    /// Notes of questions and answers for Anki.
    Anki,
}

/// Returns the files of a glossary in a format.
///
/// # Errors
/// A text that the format cannot hold.
pub fn files(glossary: &Glossary, format: ExportFormat) -> Result<Vec<ExportFile>, String> {
    Ok(match format {
        ExportFormat::Csv => vec![("glossary.csv".to_owned(), csv::file(glossary)?)],
        ExportFormat::Skos => vec![("glossary.ttl".to_owned(), skos::file(glossary).into_bytes())],
        ExportFormat::Tbx => vec![("glossary.tbx".to_owned(), tbx::file(glossary).into_bytes())],
        ExportFormat::Sphinx => vec![("objects.inv".to_owned(), sphinx::file(glossary)?)],
        ExportFormat::Vale => vale::files(glossary),
        ExportFormat::Anki => vec![("questions.tsv".to_owned(), anki::file(glossary).into_bytes())],
    })
}

/// Returns a warning at `place` for each name that the format cannot hold, which its files lack.
#[must_use]
pub fn left_out(glossary: &Glossary, format: ExportFormat, place: &Location) -> Vec<Diagnostic> {
    let names = if format == ExportFormat::Sphinx { sphinx::left_out(glossary) } else { Vec::new() };
    names.into_iter().map(|(name, reason)| unexported_name(place.clone(), &name, reason)).collect()
}
