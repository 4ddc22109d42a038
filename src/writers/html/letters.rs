//! The list of all terms by their first letters, with the other names of each.

use crate::site::kind::PageKind;
use crate::site::order::{collation, first_letter, letter_anchor};
use crate::site::paths::entry_path;
use crate::writers::html::render_context::RenderContext;
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
    let mut rows: Vec<RowView> = entries
        .map(|entry| {
            let front = &entry.document.front;
            // Skips names that differ only in case or punctuation.
            let other = |alias: &&String| collation(alias) != collation(&front.term);
            let also = front.aliases.iter().filter(other).cloned().collect();
            RowView { also, ..row(cx, entry, root) }
        })
        .collect();
    rows.sort_by_cached_key(|row| collation(&row.term));
    by_letter(rows, |row| &row.term)
}

/// Rows that stand in alphabetical order, by the first letters of their names.
pub(super) fn by_letter<R>(rows: impl IntoIterator<Item = R>, name: impl Fn(&R) -> &str) -> Vec<LetterView<R>> {
    let mut letters: Vec<LetterView<R>> = Vec::new();
    for row in rows {
        let letter = first_letter(name(&row));
        match letters.last_mut().filter(|last| last.letter == letter) {
            Some(last) => last.rows.push(row),
            None => letters.push(LetterView { anchor: letter_anchor(&letter), letter, rows: vec![row] }),
        }
    }
    letters
}
