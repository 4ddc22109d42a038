//! Writes a drawing: title and SVG on a page, title and text in a feed.

use rooflight_glossary::drawing::{Drawing, svg};
use rooflight_glossary::syntax::highlight::escape;

/// Writes a drawing; `before` is the number of drawings above it on the page, and is increased.
#[must_use]
pub(super) fn html(drawing: &Drawing, before: &mut usize, on_page: bool) -> String {
    *before += 1;
    let title = escape(&drawing.title);
    if !on_page {
        return format!("<p><strong>{title}.</strong> {}</p>\n", escape(&drawing.alternative));
    }
    let svg = svg(drawing, &format!("drawing-{before}"));
    format!("<figure class=\"drawing\"><figcaption>{title}</figcaption>{svg}</figure>\n")
}
