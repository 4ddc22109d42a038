//! Tells pages of definitions from entries inside a folder.

use super::note_definitions::is_note_definitions;
use super::page::{MarkdownFile, PageTerms, Shape, TermPage};
use crate::report::Report;
use crate::{Mapping, headword};
use std::collections::BTreeSet;

/// Minimum number of terms of a page that nothing names a glossary.
const MIN_TERMS: usize = 5;

/// Returns the terms, in lower case, of a page that consists of definitions, so that in a folder it is no entry of its
/// own: it is a glossary of `MyST` or of Obsidian's note definitions, is named like a glossary and has terms, or has
/// little else than terms from its first line on. `None` for any other page.
pub(super) fn terms(source: &MarkdownFile<'_>, mapping: &Mapping) -> Option<BTreeSet<String>> {
    let page = TermPage::new(&source.file.path, &source.text, mapping);
    let is_marked = is_note_definitions(&source.keys) || page.is_divided() || source.has_glossary;
    let is_name = headword::names_glossary;
    // A title and a description of its own make a file an entry, whatever its name.
    let is_entry = source.key("title").is_some() && source.key("description").is_some();
    let is_named = is_name(source.file.stem()) && !is_entry
        || source.key("title").or_else(|| page.title()).is_some_and(|title| is_name(&title));
    let shape = page.shape();
    let PageTerms { drafts, left } = match shape {
        Shape::Headings(level) => page.headings(level),
        Shape::Listed(mark) => page.listed(mark, &mut Report::default()),
    };
    let other: usize = left.iter().map(|(block, _)| block.range.len()).sum();
    let starts = left.first().zip(drafts.first()).is_none_or(|((_, place), first)| first.origin.line < place.line);
    let is_all = matches!(shape, Shape::Listed(_))
        && drafts.len() >= MIN_TERMS
        && starts
        && page.headings_below_title() == 0
        && other * 5 < source.text.trim().len();
    let terms = || drafts.iter().map(|draft| draft.term.to_lowercase()).collect();
    (is_marked || is_named && drafts.len() > 1 || is_all).then(terms)
}
