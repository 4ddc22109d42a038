//! A Markdown alternate of each page: `index.md` beside `index.html`.
//!
//! 1. `write` gives a linked body as Markdown: the author's own text with the same terms linked, every address absolute, citations as notes.
//!    [`splice`] puts these in, [`roundtrip`] makes sure where it could matter that nothing reads differently.
//! 2. [`html`] makes Markdown of the few pieces that the build has only as HTML.
//! 3. [`entry`] and [`pages`] put the parts of a page in the order in which readers see them.
//!
//! Nothing here reads a built page: what is written comes from the parsed content.

pub mod entry;
pub mod html;
pub mod pages;
pub mod roundtrip;
pub mod splice;
pub mod write;

/// The file beside a page.
pub const FILE: &str = "index.md";
