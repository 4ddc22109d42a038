//! Edits of a text by ranges, the ranges of code, and the lookup of a body's link targets.

use pulldown_cmark::{Event, Options, Parser, Tag};
use std::ops::Range;

/// The Markdown extensions that a page may use.
pub(crate) const MARKDOWN: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_OLD_FOOTNOTES)
    .union(Options::ENABLE_WIKILINKS);

/// Looks up the targets of a body's links and pictures.
pub struct Targets<'a> {
    /// Returns the id of the entry that a target leads to.
    pub entry: &'a dyn Fn(&str) -> Option<String>,
    /// Returns the id of the heading with these words, in the entry with an id or (`None`) in the body itself.
    pub heading: &'a dyn Fn(Option<&str>, &str) -> Option<String>,
    /// Returns the address of a picture in the site.
    pub picture: &'a dyn Fn(&str) -> Option<String>,
}

/// Replaces ranges of a text; ignores a range that overlaps an earlier one.
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

/// Returns the ranges of code.
pub(crate) fn code(text: &str, options: Options) -> Vec<Range<usize>> {
    let is_code = |event: &Event<'_>| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)));
    Parser::new_ext(text, options).into_offset_iter().filter(|(event, _)| is_code(event)).map(|(_, at)| at).collect()
}

/// Returns true if a byte lies in one of the ranges, which are sorted.
pub(crate) fn is_within(ranges: &[Range<usize>], byte: usize) -> bool {
    let at = ranges.partition_point(|range| range.end <= byte);
    ranges.get(at).is_some_and(|range| range.start <= byte)
}

/// Maximum size of a line whose marks are searched, bytes; each mark may take a look at the whole line.
const MAX_LINE: usize = 1 << 14;

/// Returns the lines that have a mark, each with its place in the text.
pub(crate) fn marked_lines<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let lines = text.split('\n').scan(0, |next, line| {
        let start = *next;
        *next += line.len() + 1;
        Some((start, line))
    });
    lines.filter(move |(_, line)| line.len() < MAX_LINE && line.contains(mark))
}
