//! All pages of the catalog.

use crate::writers::html::catalog::context::CatalogContext;
use crate::writers::html::catalog::named::Named;
use crate::writers::html::catalog::{anchors, device, lists, model, runtime};
use crate::writers::html::frame::Frame;
use crate::writers::html::page::Page;
use rayon::prelude::*;

/// All pages of the catalog; none where the site has no catalog.
pub(crate) fn pages(frame: &Frame<'_>, named: &[Named]) -> Vec<Page> {
    let (Some(catalog), Some(estimating)) = (frame.inputs.catalog, frame.inputs.estimator) else { return Vec::new() };
    let book = CatalogContext::new(frame, catalog, estimating);
    let mut pages = lists::pages(&book);
    let devices = (0..catalog.hardware.len()).into_par_iter().filter_map(|at| device::page(&book, at));
    let models = (0..catalog.models.len()).into_par_iter().filter_map(|at| model::page(&book, at));
    let runtimes = named.par_iter().enumerate().filter_map(|(at, named)| runtime::page(&book, at, named));
    let publications = (0..catalog.publications.len()).into_par_iter().map(|at| anchors::publication(&book, at));
    pages.par_extend(devices.chain(models).chain(runtimes).chain(publications));
    pages.extend(anchors::all(&book));
    pages
}
