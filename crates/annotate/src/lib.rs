//! Uses a built glossary elsewhere: links and checks documentation that other generators build, and exports the entries
//! to other tools.
//!
//! 1. [`glossary`] reads `glossary.json` and passes its names to the linker's own matcher, so that other sites find a
//!    term by the same rules.
//! 2. [`html`] finds the first mentions in a page that another generator built, and inserts links at their bytes. Where
//!    a framework hydrates the page ([`html::frameworks`]), it lists them for a script instead. [`html::undo`] removes
//!    everything again.
//! 3. [`docs`] checks such pages, or their Markdown; [`around`] quotes the heading and the sentence of each finding,
//!    and [`summary`] writes the findings as one page of Markdown.
//! 4. [`export`] writes the glossary in the formats of other tools.
//!
//! Pure: texts in, texts out. A page is never parsed into a tree and serialized again, so every byte that was not
//! inserted is its author's.

pub mod around;
pub mod docs;
pub mod export;
pub mod glossary;
pub mod html;
pub mod summary;
