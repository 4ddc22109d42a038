//! A built glossary used where people already write: in the documentation of any generator, and in the tools of others.
//!
//! 1. [`glossary`] reads `glossary.json` and gives its names to the linker's own matcher, so that a term is found
//!    elsewhere as it is found at home.
//! 2. [`html`] finds the first mentions in a page that another generator built, and writes links around them by their
//!    byte, or lists them for the script where a framework takes the page over ([`html::frameworks`]). [`html::undo`]
//!    takes everything out again.
//! 3. [`docs`] reports what a check of such pages, or of their Markdown, has found; [`around`] quotes where, and
//!    [`summary`] tells it on one page of Markdown.
//! 4. [`export`] writes the glossary in the formats of other tools.
//!
//! Pure: texts in, texts out. A page is never parsed into a tree and written anew: bytes that are not inserted are
//! those of its author.

pub mod around;
pub mod docs;
pub mod export;
pub mod glossary;
pub mod html;
pub mod summary;
