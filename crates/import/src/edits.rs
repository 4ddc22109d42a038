//! Edits of a text by ranges, and what a body's links lead to.

use std::ops::Range;

/// Answers what a body's links and pictures lead to.
pub struct Targets<'a> {
    /// The id of the entry that a link's target is.
    pub entry: &'a dyn Fn(&str) -> Option<String>,
    /// The id of a heading with these words or this id, of the entry with an id, or of the text itself.
    pub heading: &'a dyn Fn(Option<&str>, &str) -> Option<String>,
    /// The address of a picture in the site.
    pub picture: &'a dyn Fn(&str) -> Option<String>,
}

/// Replaces ranges of a text; ranges that overlap an earlier one are left.
#[must_use]
pub(crate) fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in edits {
        if range.start < at || range.end < range.start || text.get(range.clone()).is_none() {
            continue;
        }
        out.push_str(&text[at..range.start]);
        out.push_str(&new);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}
