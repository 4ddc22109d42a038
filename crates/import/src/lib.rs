//! Glossaries of other tools as Rooflight's entries: bytes in, files and a report out.
//!
//! 1. [`kind`] guesses what the files are, and says so.
//! 2. A reader of that kind ([`read`]) makes a [`Draft`] of each term: one page, a table, a folder of notes, a
//!    vocabulary.
//! 3. [`assemble`] gives each draft its address, its layer, its definition and a body that a page can show, so that no
//!    two share a file.
//! 4. [`write`](mod@write) renders the files of the site, and [`report`] lists what was mapped, cut, guessed and left.
//!
//! Everything is published and nothing is thrown away without a line in the report. Input is a stranger's: every count
//! and size has a limit ([`limits`]), no path leads out of the site, and nothing here touches a disk.

pub mod address;
pub mod assemble;
pub mod body;
pub mod draft;
mod edits;
pub mod headers;
pub mod input;
pub mod kind;
pub mod limits;
pub mod mapping;
pub mod read;
pub mod report;
pub mod settings;
pub mod shortcodes;
pub mod write;

pub use assemble::{Entry, Import, Layer};
pub use draft::{Draft, Origin};
pub use input::{Existing, Input, InputFile, Options};
pub use kind::Kind;
pub use mapping::{Field, Mapping};
pub use report::{Handling, Report};

/// Imports files; the reason in words where nothing in them is a glossary.
///
/// # Errors
/// Files of no known kind, files that cannot be read as their kind, or a site without the layer that is asked for.
pub fn import(input: &Input, options: &Options) -> Result<Import, String> {
    limits::check(input)?;
    let kind = kind::guess(input)?;
    let mut report = Report::default();
    let mut found = read::read(kind, input, &options.mapping, &mut report)?;
    if found.drafts.is_empty() {
        return Err(format!("no term was found: the input was read as {}", kind.words()));
    }
    let facts = settings::facts(kind, input, &mut found, &mut report);
    assemble::assemble(kind, input, found, facts, options, report)
}
