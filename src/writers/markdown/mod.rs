//! A Markdown alternate of each page: `index.md` beside `index.html`.
//!
//! 1. [`blocks`] and `inlines` write a linked body from its tree: terms are links, every address is absolute, citations
//!    are notes.
//! 2. [`figures`] writes what the build computes, [`escape`] words and short texts of the front matter.
//! 3. [`entry`] and [`pages`] put the parts of a page in the order in which readers see them; `catalog` and
//!    `calculators` do so for pages of theirs, from the values that the templates see, `news` lists changes and feeds,
//!    `sources` the sources, and `tables` writes the catalog's tables. [`llms`] is the list of all of them.
//!
//! Nothing here reads a built page or an author's source: what is written comes from parsed content.

pub mod blocks;
mod calculators;
mod catalog;
pub mod entry;
pub mod escape;
pub mod figures;
mod inlines;
pub(crate) mod llms;
mod news;
pub mod pages;
mod sources;
mod tables;

/// The file beside a page.
pub const FILE: &str = "index.md";

/// The name of a source's note, by the number that the page gives to the source.
#[must_use]
pub fn note(number: usize) -> String {
    format!("source-{number}")
}

/// A row of a table.
fn row(cells: impl Iterator<Item = String>) -> String {
    let mut out = String::from("|");
    for cell in cells {
        out.extend([" ", &cell, " |"]);
    }
    out.push('\n');
    out
}
