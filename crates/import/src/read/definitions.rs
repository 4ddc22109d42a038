//! Tells pages of definitions from entries inside a folder.

use super::note_definitions::is_note_definitions;
use super::page::{Shape, TermPage};
use crate::input::InputFile;
use crate::report::Report;
use crate::{Mapping, headword, markup};
use serde_json::Value;

/// Minimum number of terms of a page that nothing names a glossary.
const MIN_TERMS: usize = 5;

/// Returns true if a page consists of definitions, so that in a folder it is no entry of its own: it is a glossary of
/// `MyST` or of Obsidian's note definitions, is named like a glossary and has terms, or has little else than terms from
/// its first line on.
pub(super) fn is_glossary(file: &InputFile, mapping: &Mapping) -> bool {
    let whole = file.text();
    let split = super::front_matter::split(&whole);
    let quiet = &mut Report::default();
    let text = markup::plain(split.body, &file.place(), quiet);
    let page = TermPage::new(&file.path, &text, mapping);
    if is_note_definitions(&split.keys) || page.is_divided() || markup::has_glossary(split.body) {
        return true;
    }
    let title = split.keys.get("title").and_then(Value::as_str).map(str::to_owned).or_else(|| page.title());
    let is_named = headword::names_glossary(file.stem()) || title.is_some_and(|title| headword::names_glossary(&title));
    let mut left = Vec::new();
    let found = match page.shape() {
        Shape::Headings(level) => return is_named && page.headings(level, &mut left).len() > 1,
        Shape::Listed(mark) => page.listed(mark, &mut left, quiet),
    };
    let other: usize = left.iter().map(|(block, _)| block.range.len()).sum();
    let starts = left.first().zip(found.first()).is_none_or(|((_, place), first)| first.origin.line < place.line);
    let is_all =
        found.len() >= MIN_TERMS && starts && page.headings_below_title() == 0 && other * 5 < text.trim().len();
    is_named && found.len() > 1 || is_all
}
