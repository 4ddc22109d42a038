//! The Markdown parser with the extensions of this program, and what is asked of a body before it is read.

use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag};
use std::collections::BTreeSet;
use std::ops::Range;

/// The Markdown extensions that are switched on.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    // The older rules, since they see a mention before it is known whether a note of that name exists.
    .union(Options::ENABLE_OLD_FOOTNOTES)
    .union(Options::ENABLE_WIKILINKS)
    .union(Options::ENABLE_SUPERSCRIPT)
    .union(Options::ENABLE_SUBSCRIPT)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// The events of a body, each with its bytes; dollar signs enclose formulas where `math` is on.
pub(super) fn events(body: &str, math: bool) -> OffsetIter<'_> {
    let options = if math { OPTIONS.union(Options::ENABLE_MATH) } else { OPTIONS };
    Parser::new_ext(body, options).into_offset_iter()
}

/// The events of a body in which `^` raises nothing.
pub(super) fn without_superscripts(body: &str, math: bool) -> OffsetIter<'_> {
    let options = if math { OPTIONS.union(Options::ENABLE_MATH) } else { OPTIONS };
    Parser::new_ext(body, options.difference(Options::ENABLE_SUPERSCRIPT)).into_offset_iter()
}

/// The events of a body in which footnotes hold what is indented below them.
pub(super) fn with_indented_notes(body: &str) -> OffsetIter<'_> {
    let options = OPTIONS.difference(Options::ENABLE_OLD_FOOTNOTES).union(Options::ENABLE_FOOTNOTES);
    Parser::new_ext(body, options).into_offset_iter()
}

/// The names of a body's footnotes, in lower case.
pub(super) fn footnotes(body: &str) -> BTreeSet<String> {
    // Few bodies have notes, and those that may have are read once more for their names.
    if !(body.contains("[^") && body.contains("]:")) {
        return BTreeSet::new();
    }
    let name = |event| match event {
        Event::Start(Tag::FootnoteDefinition(name)) => Some(name.to_lowercase()),
        _ => None,
    };
    events(body, false).filter_map(|(event, _)| name(event)).collect()
}

/// Where a body's blocks of code stand, in order.
pub(super) fn code_blocks(body: &str) -> Vec<Range<usize>> {
    events(body, false)
        .filter(|(event, _)| matches!(event, Event::Start(Tag::CodeBlock(_))))
        .map(|(_, span)| span)
        .collect()
}
