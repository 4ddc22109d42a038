//! Writes a drawing: title and SVG on a page, title and text in a feed.
//!
//! A drawing on a page has an id made of its title, so that its address stays when another one is added above it.

use rooflight_glossary::drawing::{Drawing, svg};
use rooflight_glossary::syntax::highlight::escape;
use rooflight_source::slug::slug_of;

/// Writes a drawing; `before` are the ids of the drawings above it on the page, to which its own is added.
#[must_use]
pub(super) fn html(drawing: &Drawing, before: &mut Vec<String>, on_page: bool) -> String {
    let title = escape(&drawing.title);
    if !on_page {
        return format!("<p><strong>{title}.</strong> {}</p>\n", escape(&drawing.alternative));
    }
    let number = before.len() + 1;
    let id = format!("drawing-{}", slug_of(&drawing.title).replace('.', "-"));
    let id = if before.contains(&id) || id.ends_with('-') { format!("{id}-{number}") } else { id };
    let svg = svg(drawing, &format!("drawing-{number}"));
    let html = format!("<figure class=\"drawing\" id=\"{id}\"><figcaption>{title}</figcaption>{svg}</figure>\n");
    before.push(id);
    html
}
