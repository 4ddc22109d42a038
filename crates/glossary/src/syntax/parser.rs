//! The Markdown parser with this program's extensions, and the scans of a body before it is read.

use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag};
use std::collections::BTreeSet;
use std::ops::Range;

/// The Markdown extensions that are switched on.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    // The older rules, which report a reference even if no footnote of that name exists: it may be a citation.
    .union(Options::ENABLE_OLD_FOOTNOTES)
    .union(Options::ENABLE_WIKILINKS)
    .union(Options::ENABLE_SUPERSCRIPT)
    .union(Options::ENABLE_SUBSCRIPT)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// The events of a body, each with its bytes; dollar signs enclose formulas if `math` is set.
pub(super) fn events(body: &str, math: bool) -> OffsetIter<'_> {
    let options = if math { OPTIONS.union(Options::ENABLE_MATH) } else { OPTIONS };
    Parser::new_ext(body, options).into_offset_iter()
}

/// The events of a body without superscripts, so that `^` is text.
pub(super) fn without_superscripts(body: &str, math: bool) -> OffsetIter<'_> {
    let options = if math { OPTIONS.union(Options::ENABLE_MATH) } else { OPTIONS };
    Parser::new_ext(body, options.difference(Options::ENABLE_SUPERSCRIPT)).into_offset_iter()
}

/// The events of a body in which footnotes contain the indented blocks below them.
pub(super) fn with_indented_notes(body: &str) -> OffsetIter<'_> {
    let options = OPTIONS.difference(Options::ENABLE_OLD_FOOTNOTES).union(Options::ENABLE_FOOTNOTES);
    Parser::new_ext(body, options).into_offset_iter()
}

/// The names of a body's footnotes, in lower case.
pub(super) fn footnotes(body: &str) -> BTreeSet<String> {
    // Few bodies have notes; only those that may have some are parsed once more for their names.
    if !(body.contains("[^") && body.contains("]:")) {
        return BTreeSet::new();
    }
    let name = |event| match event {
        Event::Start(Tag::FootnoteDefinition(name)) => Some(name.to_lowercase()),
        _ => None,
    };
    events(body, false).filter_map(|(event, _)| name(event)).collect()
}

/// The bytes of a body's code blocks, in order.
pub(super) fn code_blocks(body: &str) -> Vec<Range<usize>> {
    events(body, false)
        .filter(|(event, _)| matches!(event, Event::Start(Tag::CodeBlock(_))))
        .map(|(_, span)| span)
        .collect()
}
