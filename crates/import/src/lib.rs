//! Imports glossaries of other tools: bytes in, Rooflight's entries and a report out.
//!
//! 1. [`kind`] guesses the kind of the files.
//! 2. A reader of that kind ([`read`]) makes a [`Draft`] of each term of a page, a table, a folder of notes or a
//!    vocabulary.
//! 3. [`assemble`] gives each draft a file name of its own, a layer, a definition, and a body that a page can show.
//! 4. [`write`](mod@write) renders the files of the site, and [`report`] lists what was mapped, cut, guessed and left
//!    out.
//!
//! Drops no content without a line in the report. Input is not trusted: every count and size has a limit ([`limits`]),
//! no path leads out of the site, and nothing here touches a disk.

pub mod address;
pub mod assemble;
pub mod body;
pub mod draft;
mod edits;
pub mod headers;
mod headword;
pub mod input;
pub mod kind;
pub mod limits;
pub mod mapping;
mod markup;
pub mod read;
mod references;
pub mod report;
mod sentence;
pub mod settings;
pub mod shortcodes;
pub mod tables;
mod write;

pub use assemble::{Import, ImportedEntry, ImportedLayer};
pub use draft::{Draft, Origin};
pub use input::{Existing, Input, InputFile, Options};
pub use kind::InputKind;
pub use mapping::{Field, Mapping};
pub use report::{Handling, Report};

/// Imports a glossary.
///
/// # Errors
/// Files of no known kind, files that cannot be read, no terms in them, or a site without the layer in the options.
pub fn import(input: &Input, options: &Options) -> Result<Import, String> {
    limits::check(input)?;
    let kind = kind::guess(input)?;
    let mut report = Report::default();
    let mut found = read::read(kind, input, &options.mapping, &mut report)?;
    if found.drafts.is_empty() {
        return Err(format!("no term was found: the input was read as {}", kind.words()));
    }
    // A site that exists keeps its settings.
    let mut of_settings = Report::default();
    let existing = options.site.as_ref().and_then(|_| found.description.take());
    if let Some((text, place)) = existing {
        report.name(Handling::Left, "text that belongs to no term", &text, &place);
    }
    let settings = settings::site_settings(input, &mut found, &mut of_settings);
    if options.site.is_none() {
        report.add(of_settings);
    }
    assemble::assemble(kind, input, found, settings, options, report)
}
