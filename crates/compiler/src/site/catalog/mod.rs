//! The catalog's pages as values: the lists `/hardware/`, `/models/` and `/runtimes/`, a page for each device, model
//! and runtime, and the measurements at `/anchors/`.
//!
//! 1. [`context`] collects data for all pages: paths, the measurements of each record, the calculator's address.
//!    [`page`] is one page.
//! 2. `device` and `model` show the same estimates from either side, `runtime` counts the measurements made with a
//!    program, [`mentions`] finds the entries that name it, [`home_section`] is the home page's section with its
//!    picture [`room`], `lists` has the lists, and `anchors` the measurements by publication.
//! 3. `estimates`, `models_by_format`, `bytes`, `range_plot`, `memory_chart`, `measured`, `scores`, `rents` and
//!    `sources` make the parts of those pages; `words`, `figure_notes` and `published` format text, [`groups`] has the
//!    headings of lists.
//!
//! Speeds, bytes and memory come from the estimator; nothing here has a formula or writes a format.

pub(crate) mod anchors;
mod bytes;
pub(crate) mod context;
mod device;
mod estimates;
pub(crate) mod facts;
mod figure_notes;
pub(crate) mod groups;
pub(crate) mod home_section;
mod lists;
mod measured;
pub(crate) mod memory_chart;
pub(crate) mod mentions;
mod model;
pub(crate) mod models_by_format;
pub(crate) mod page;
mod published;
pub(crate) mod range_plot;
mod rents;
pub(crate) mod room;
pub(crate) mod runtime;
mod scores;
pub(crate) mod sources;
pub(crate) mod views;
pub(crate) mod words;

use context::CatalogContext;
use mentions::RuntimeMentions;
use page::CatalogPage;
use rayon::prelude::*;

/// Makes all pages of the catalog.
pub(crate) fn pages<'a>(cx: &CatalogContext<'a>, named: &[RuntimeMentions]) -> Vec<CatalogPage<'a>> {
    let catalog = cx.catalog;
    let mut pages = lists::pages(cx);
    let devices = (0..catalog.hardware.len()).into_par_iter().filter_map(|at| device::page(cx, at));
    let models = (0..catalog.models.len()).into_par_iter().filter_map(|at| model::page(cx, at));
    let runtimes = named.par_iter().enumerate().filter_map(|(at, named)| runtime::page(cx, at, named));
    let publications = (0..catalog.publications.len()).into_par_iter().map(|at| anchors::publication(cx, at));
    pages.par_extend(devices.chain(models).chain(runtimes).chain(publications));
    pages.extend(anchors::all(cx));
    pages
}
