//! The catalog as pages: `/hardware/`, `/models/` and `/runtimes/` list it, each device, model and runtime has a page, `/anchors/` holds the
//! measurements.
//!
//! 1. `context` gathers what all of them need once; `pages` lists them.
//! 2. `device` and `model` look at the same estimates from either side, `runtime` counts what was measured with a program, and `named` finds
//!    the entries that name it; `opening` is the home page's part; `lists` are the ways to them; `anchors` has the measurements by
//!    publication, and the files of all of them.
//! 3. `estimates`, `every`, `bytes`, `strips`, `room`, `measured`, `scores`, `sources` and `grid` are the parts that those pages share;
//!    `cells`, `figure_notes` and `published` are the words in them.
//! 4. Every page brings the values that its template sees as its content, from which other formats are written.
//!
//! Speeds, bytes and room are the estimator's; nothing here has a formula. A site without a catalog has none of these pages. Tables are
//! written here and not in templates, since there are thousands of rows: `cells` escapes every text in them.

pub(crate) mod anchors;
mod bytes;
pub(crate) mod cells;
pub(crate) mod context;
pub(crate) mod device;
mod estimates;
pub(crate) mod every;
pub(crate) mod facts;
mod figure_notes;
pub(crate) mod grid;
pub(crate) mod lists;
mod measured;
pub(crate) mod model;
pub(crate) mod named;
mod opening;
mod pages;
mod publication_names;
pub(crate) mod published;
pub(crate) mod room;
mod runtime;
mod scores;
pub(crate) mod sources;
pub(crate) mod strips;
pub(crate) mod views;

pub(crate) use opening::opening;
pub(crate) use pages::pages;
