//! A drawing in a text: on a page its title and its SVG, in a feed its title and its words.

use rooflight_drawing::{Drawing, svg};
use rooflight_glossary::syntax::highlight::escape;

/// The drawing; `before` counts those that stand before it on the page.
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
