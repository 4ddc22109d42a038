//! The list of all terms by first letter, each with its other names.

use crate::site::collation::letters_and_digits;
use crate::site::letters::letter_anchor;
use crate::site::order::{Order, SortKey};
use crate::site::page_id::PageKind;
use crate::site::paths::entry_path;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::translated::foreign;
use crate::writers::html::views::RowView;
use rooflight_glossary::link::Entry;
use rooflight_glossary::syntax::inline;
use serde::Serialize;

/// The rows of an alphabetical list under one letter.
#[derive(Serialize)]
pub(super) struct LetterView<R> {
    /// The letter in upper case, or `#`.
    pub(super) letter: String,
    /// The fragment that leads to the letter on the list's page.
    pub(super) anchor: String,
    /// The rows in alphabetical order.
    pub(super) rows: Vec<R>,
}

/// Returns the row of an entry, without other names.
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

/// Groups the entries by first letter, each with its other names; digits and symbols come first, under "#".
pub(super) fn letters(cx: &RenderContext<'_>, root: &str) -> Vec<LetterView<RowView>> {
    let entries = cx.inputs.glossary.entries.iter();
    let order = Order::of(&cx.inputs.config.language);
    let mut rows: Vec<(SortKey, String, RowView)> = entries
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

/// Groups consecutive rows with the same letter; the rows must be in alphabetical order.
pub(super) fn by_letter<R>(rows: impl IntoIterator<Item = (String, R)>) -> Vec<LetterView<R>> {
    let mut letters: Vec<LetterView<R>> = Vec::new();
    for (letter, row) in rows {
        match letters.iter_mut().rfind(|group| group.letter == letter) {
            Some(group) => group.rows.push(row),
            None => letters.push(LetterView { anchor: letter_anchor(&letter), letter, rows: vec![row] }),
        }
    }
    letters
}
