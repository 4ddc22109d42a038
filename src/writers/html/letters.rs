//! The list of all terms by their first letters, with the other names of each.

use crate::site::collation::letters_and_digits;
use crate::site::letters::letter_anchor;
use crate::site::order::{Key, Order};
use crate::site::page_id::PageKind;
use crate::site::paths::entry_path;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::translated::foreign;
use crate::writers::html::views::RowView;
use rooflight_glossary::link::Entry;
use rooflight_glossary::syntax::inline;
use serde::Serialize;

/// A letter of an alphabetical list.
#[derive(Serialize)]
pub(super) struct LetterView<R> {
    /// The letter, in upper case.
    pub(super) letter: String,
    /// Its fragment on the page of the list.
    pub(super) anchor: String,
    /// The rows under it.
    pub(super) rows: Vec<R>,
}

/// The row of an entry, without its other names.
pub(super) fn row(cx: &RenderContext<'_>, entry: &Entry, root: &str) -> RowView {
    let front = &entry.document.front;
    RowView {
        foreign: foreign(cx.inputs, entry),
        term: front.term.clone(),
        url: format!("{root}{}", entry_path(entry)),
        id: entry.document.id.clone(),
        definition: inline::html(&front.definition),
        layer: cx.layer_value(PageKind::Index, root, entry.layer),
        also: Vec::new(),
    }
}

/// Entries by first letter, each with its other names; figures and signs come first, under "#".
pub(super) fn letters(cx: &RenderContext<'_>, root: &str) -> Vec<LetterView<RowView>> {
    let entries = cx.inputs.glossary.entries.iter();
    let order = Order::of(&cx.inputs.config.language);
    let mut rows: Vec<(Key, String, RowView)> = entries
        .map(|entry| {
            let front = &entry.document.front;
            // Skips names that differ only in case or punctuation.
            let other = |alias: &&String| letters_and_digits(alias) != letters_and_digits(&front.term);
            let also = front.aliases.iter().filter(other).cloned().collect();
            let row = RowView { also, ..row(cx, entry, root) };
            (order.of_term(front), order.heading_of_term(front), row)
        })
        .collect();
    rows.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    by_letter(rows.into_iter().map(|(_, letter, row)| (letter, row)))
}

/// Rows that stand in alphabetical order, each with its letter.
pub(super) fn by_letter<R>(rows: impl IntoIterator<Item = (String, R)>) -> Vec<LetterView<R>> {
    let mut letters: Vec<LetterView<R>> = Vec::new();
    for (letter, row) in rows {
        match letters.iter_mut().rfind(|known| known.letter == letter) {
            Some(known) => known.rows.push(row),
            None => letters.push(LetterView { anchor: letter_anchor(&letter), letter, rows: vec![row] }),
        }
    }
    letters
}
