//! Finds the top-level blocks of a Markdown page.

use crate::edits::MARKDOWN;
use crate::limits;
use pulldown_cmark::{Event, Parser, Tag};
use rooflight_glossary::syntax::lead::words;
use std::ops::Range;

/// The heading level of a paragraph that is entirely bold: below every heading.
pub(super) const BOLD: usize = 7;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum BlockKind {
    Heading { level: usize, title: String, id: Option<String> },
    List,
    Paragraph,
    Definitions,
    Table,
    Other,
}

#[derive(Debug, Clone)]
pub(super) struct PageBlock {
    pub(super) kind: BlockKind,
    pub(super) range: Range<usize>,
}

/// Returns the elements of Markdown inside this many others, each with its range.
pub(super) fn elements(text: &str, depth: usize) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    let mut open = 0_usize;
    Parser::new_ext(text, MARKDOWN).into_offset_iter().filter(move |(event, _)| {
        let is_end = matches!(event, Event::End(_));
        open = open.saturating_sub(usize::from(is_end));
        let is_wanted = open == depth && !is_end;
        open += usize::from(matches!(event, Event::Start(_)));
        is_wanted
    })
}

/// Returns the top-level blocks, but for comments before the first of them.
pub(super) fn blocks(text: &str) -> Vec<PageBlock> {
    // A container's colons are no definition, so the parser sees a sign of the same length in their place.
    let masked = text.replace("\n:::", "\n\\::");
    let block = |(event, range): (Event<'_>, Range<usize>)| {
        let kind = match event {
            Event::Start(Tag::Heading { level, id, .. }) => {
                let line = text[range.clone()].lines().next().unwrap_or_default();
                let title = words(line.trim_start_matches('#'));
                let title = title.split(" {#").next().unwrap_or_default().trim().to_owned();
                BlockKind::Heading { level: level as usize, title, id: id.map(|id| id.to_string()) }
            }
            Event::Start(Tag::List(_)) => BlockKind::List,
            Event::Start(Tag::Paragraph) => bold_heading(&text[range.clone()]).unwrap_or(BlockKind::Paragraph),
            Event::Start(Tag::DefinitionList) => BlockKind::Definitions,
            Event::Start(Tag::Table(_)) => BlockKind::Table,
            Event::Rule => return None,
            _ => BlockKind::Other,
        };
        Some(PageBlock { kind, range })
    };
    let is_comment = |block: &PageBlock| text[block.range.clone()].trim_start().starts_with("<!--");
    elements(&masked, 0).filter_map(block).skip_while(is_comment).collect()
}

/// Returns a heading if the paragraph is entirely bold.
fn bold_heading(paragraph: &str) -> Option<BlockKind> {
    let text = paragraph.trim();
    let inside = text.strip_prefix("**")?.strip_suffix("**")?;
    let title = words(inside).trim_end_matches([':', '：']).trim().to_owned();
    (!inside.contains("**")
        && !inside.contains('\n')
        && !title.is_empty()
        && title.chars().count() <= limits::MAX_TERM_CHARS)
        .then_some(BlockKind::Heading { level: BOLD, title, id: None })
}

/// Returns true for a heading that only sorts: "A", "0-9", "#".
pub(super) fn is_letter(title: &str) -> bool {
    let title = title.trim_matches(|c: char| !c.is_alphanumeric());
    title.chars().count() <= 1 || matches!(title, "0-9" | "0–9" | "A-Z" | "A–Z" | "123") || {
        // "A-C", "X, Y, Z"
        title.len() <= 12 && title.split(|c: char| !c.is_alphanumeric()).all(|part| part.chars().count() <= 1)
    }
}

/// Returns the text of an item without its marker and indentation.
pub(super) fn item(source: &str) -> String {
    let text = source.trim_start();
    let mark = text.find(|c: char| !(c.is_ascii_digit() || "-*+.):".contains(c))).unwrap_or(0);
    let is_mark = mark > 0 && !text.starts_with("**") && text[mark..].starts_with([' ', '\t']);
    let rest = if is_mark { text[mark..].trim_start_matches([' ', '\t']) } else { text };
    let width = text.len() - rest.len() + (source.len() - text.len());
    let mut out = String::with_capacity(rest.len());
    for (at, line) in rest.split_inclusive('\n').enumerate() {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        out.push_str(if at == 0 { line } else { &line[spaces.min(width.max(2))..] });
    }
    out
}
