//! Writes a measured run in a sentence: its figure as a link to its row, then its conditions.

use crate::site::runs::MeasuredRun;
use rooflight_glossary::syntax::highlight::escape;

/// Writes the run; `site` is the relative path or URL of the site's root.
#[must_use]
pub(super) fn html(run: &MeasuredRun, site: &str) -> String {
    let (path, figure) = (escape(&run.path), escape(&run.figure));
    format!("<a href=\"{site}{path}\">{figure}</a> ({})", escape(&run.conditions))
}
