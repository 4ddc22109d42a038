//! A measured run in a sentence: its figure as a link to its row, and the conditions after it.

use crate::site::runs::Run;
use rooflight_glossary::syntax::highlight::escape;

/// The run; `site` is the way to the site's root.
#[must_use]
pub(super) fn html(run: &Run, site: &str) -> String {
    let (path, figure) = (escape(&run.path), escape(&run.figure));
    format!("<a href=\"{site}{path}\">{figure}</a> ({})", escape(&run.conditions))
}
