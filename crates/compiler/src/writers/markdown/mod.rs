//! A Markdown version of each page: `index.md` in the folder of `index.html`.
//!
//! 1. [`blocks`] and `inlines` write a linked body from its tree: terms are links, addresses are absolute, citations
//!    are footnotes.
//! 2. [`figures`] writes generated tables and charts, [`escape`] plain text and short texts of the front matter.
//! 3. [`entry`] and [`pages`] assemble pages in their reading order. `catalog` and `calculators` do so for their pages,
//!    from the values that templates see; `news` lists changes and feeds, `sources` the sources, and `tables` writes
//!    the catalog's tables. [`llms`] lists all Markdown pages.
//!
//! Everything is written from parsed content: nothing reads a rendered page or an author's source.

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

/// The file name of a page's Markdown, in the page's folder.
pub const FILE: &str = "index.md";

/// Returns the label of a source's footnote, with the number that the page gives to the source.
#[must_use]
pub fn note(number: usize) -> String {
    format!("source-{number}")
}

/// Returns a table row with its line break.
fn row(cells: impl Iterator<Item = String>) -> String {
    let mut out = String::from("|");
    for cell in cells {
        out.extend([" ", &cell, " |"]);
    }
    out.push('\n');
    out
}
