//! The list of all terms by their first letters, with the other names of each.

use crate::link::Entry;
use crate::site::kind::PageKind;
use crate::site::order::{collation, first_letter, letter_anchor};
use crate::site::paths::entry_path;
use crate::syntax::inline;
use crate::writers::html::frame::Frame;
use crate::writers::html::views::{RowView, SeeView};
use serde::Serialize;

/// A letter of the list of all terms.
#[derive(Serialize)]
pub(super) struct LetterView {
    /// The letter, in upper case.
    pub(super) letter: String,
    /// Its fragment on the page of the list.
    pub(super) anchor: String,
    /// The names under it.
    pub(super) rows: Vec<RowView>,
}

/// The row of an entry.
pub(super) fn row(frame: &Frame<'_>, entry: &Entry, root: &str) -> RowView {
    let front = &entry.document.front;
    RowView {
        term: front.term.clone(),
        url: format!("{root}{}", entry_path(entry)),
        id: entry.document.id.clone(),
        definition: inline::html(&front.definition),
        layer: frame.layer_value(PageKind::Index, root, entry.layer),
        see: None,
    }
}

/// Entries and their aliases by first letter; figures and signs come first, under "#".
pub(super) fn letters(frame: &Frame<'_>, root: &str) -> Vec<LetterView> {
    let mut rows = Vec::new();
    for entry in &frame.inputs.glossary.entries {
        let own = row(frame, entry, root);
        // An alias that sorts right beside its term is redundant.
        let elsewhere = |alias: &&String| collation(alias) != collation(&own.term);
        for alias in entry.document.front.aliases.iter().filter(elsewhere) {
            let see = Some(SeeView { term: own.term.clone(), anchor: own.id.clone() });
            rows.push(RowView {
                term: alias.clone(),
                id: String::new(),
                definition: String::new(),
                see,
                ..own.clone()
            });
        }
        rows.push(own);
    }
    rows.sort_by_cached_key(|row| (collation(&row.term), row.see.is_some()));
    let mut letters: Vec<LetterView> = Vec::new();
    for row in rows {
        let letter = first_letter(&row.term);
        match letters.last_mut().filter(|last| last.letter == letter) {
            Some(last) => last.rows.push(row),
            None => letters.push(LetterView { anchor: letter_anchor(&letter), letter, rows: vec![row] }),
        }
    }
    letters
}
