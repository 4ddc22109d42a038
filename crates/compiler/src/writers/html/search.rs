//! The search page: a form, and links into the list of all terms by letter, for readers without scripts or without a
//! term in mind.

use crate::site::page_id::PageId;
use crate::writers::html::letters::{LetterView, letters};
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::RowView;
use serde::Serialize;

/// A letter of the list, with the first and last term under it.
#[derive(Serialize)]
struct SpanView {
    letter: String,
    url: String,
    first: String,
    last: Option<String>,
}

/// The search page.
#[must_use]
pub(crate) fn page(cx: &RenderContext<'_>) -> Page {
    let root = "../";
    let count = cx.inputs.glossary.entries.len();
    let view = cx.page(PageId::Search, cx.text("search.title"), cx.text("search.description"));
    let index = format!("{root}{}", cx.inputs.config.index_path());
    let spans: Vec<SpanView> = letters(cx, root).iter().filter_map(|letter| span(letter, &index)).collect();
    let mut context = cx.context(&view);
    context.insert("letters", &spans);
    context.insert("entry_count", &count);
    context.insert("has_catalog", &cx.inputs.catalog.is_some());
    Page::new(cx, view, "search.html", context)
}

fn span(letter: &LetterView<RowView>, index: &str) -> Option<SpanView> {
    let (first, last) = (letter.rows.first()?, letter.rows.last()?);
    Some(SpanView {
        letter: letter.letter.clone(),
        url: format!("{index}#{}", letter.anchor),
        first: first.term.clone(),
        last: (letter.rows.len() > 1).then(|| last.term.clone()),
    })
}
