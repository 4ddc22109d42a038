//! Reads a Markdown page with many terms.
//!
//! 1. Reference links become inline ones, so that each part of the page can be used alone, and the top-level blocks are
//!    found.
//! 2. Terms are either headings followed by text, or in lists, definition lists, tables, paragraphs and `*[ABBR]:`
//!    lines. Headings win if there are at least three, and at least half as many as terms elsewhere.
//! 3. Headings above terms are layers, except for single letters and the page's title.
//!
//! A block that belongs to no term is left out and reported.

use super::cells::{self, CellRow};
use super::lead::{self, TermMark};
use crate::draft::{Draft, LineIndex, Origin, ReaderOutput};
use crate::input::InputFile;
use crate::report::{Handling, Report};
use crate::{Mapping, limits};
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};
use rooflight_glossary::syntax::lead::words;
use std::ops::Range;

/// The Markdown extensions that a page may use.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_OLD_FOOTNOTES)
    .union(Options::ENABLE_WIKILINKS);

/// The heading level of a paragraph that is entirely bold: below every heading.
const BOLD: usize = 7;

#[derive(Debug, Clone, PartialEq)]
enum BlockKind {
    Heading { level: usize, title: String, id: Option<String> },
    List,
    Paragraph,
    Definitions,
    Table,
    Other,
}

#[derive(Debug, Clone)]
struct PageBlock {
    kind: BlockKind,
    range: Range<usize>,
}

struct TermPage<'a> {
    path: &'a str,
    text: &'a str,
    blocks: Vec<PageBlock>,
    lines: LineIndex,
    mapping: &'a Mapping,
}

pub(super) fn read(file: &InputFile, mapping: &Mapping, report: &mut Report) -> ReaderOutput {
    let whole = file.text();
    let split = super::front_matter::split(&whole);
    let lines = whole[..whole.len() - split.body.len()].matches('\n').count();
    // Blank lines in place of the front matter keep the line numbers.
    let text = inline_references(&("\n".repeat(lines) + split.body));
    let page = TermPage { path: &file.path, blocks: blocks(&text), lines: LineIndex::new(&text), text: &text, mapping };
    let title = split.keys.get("title").and_then(|title| title.as_str()).map(str::to_owned);
    let mut found = ReaderOutput { title: title.or_else(|| page.title()), ..ReaderOutput::default() };
    let (level, as_headings) = page.heading_terms();
    let listed = page.listed(TermMark::Set, &mut Report::default());
    let is_headings = as_headings >= 3 && as_headings * 2 >= listed.len() || listed.is_empty() && as_headings > 0;
    let plain = || page.listed(TermMark::Plain, &mut Report::default()).len();
    found.drafts = if is_headings {
        page.headings(level, report)
    } else if listed.len() * 2 >= plain() {
        page.listed(TermMark::Set, report)
    } else {
        page.listed(TermMark::Plain, report)
    };
    found
}

/// Replaces reference links by inline links.
fn inline_references(text: &str) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut open: Vec<(Range<usize>, usize, String)> = Vec::new();
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(
                Tag::Link { link_type, dest_url, title, .. } | Tag::Image { link_type, dest_url, title, .. },
            ) => {
                let is_reference = matches!(link_type, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut);
                let target = if is_reference { target(&dest_url, &title) } else { String::new() };
                open.push((range.clone(), range.start, target));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some((range, end, target)) = open.pop().filter(|(.., target)| !target.is_empty()) {
                    let close = text[end..range.end].find(']').map(|at| end + at);
                    edits.extend(close.map(|at| (at..range.end, format!("]({target})"))));
                }
            }
            _ => {
                if let Some((_, end, _)) = open.last_mut() {
                    *end = range.end.max(*end);
                }
            }
        }
    }
    crate::edits::edited(text, edits)
}

fn target(url: &CowStr<'_>, title: &CowStr<'_>) -> String {
    let url = if url.contains([' ', '(', ')']) { format!("<{url}>") } else { url.to_string() };
    if title.is_empty() { url } else { format!("{url} \"{}\"", title.replace('"', "'")) }
}

/// Returns the top-level blocks.
fn blocks(text: &str) -> Vec<PageBlock> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if depth == 0 {
                    let kind = match tag {
                        Tag::Heading { level, id, .. } => {
                            let line = text[range.clone()].lines().next().unwrap_or_default();
                            let title = words(line.trim_start_matches('#'));
                            let title = title.split(" {#").next().unwrap_or_default().trim().to_owned();
                            BlockKind::Heading { level: level as usize, title, id: id.map(|id| id.to_string()) }
                        }
                        Tag::List(_) => BlockKind::List,
                        Tag::Paragraph => bold_heading(&text[range.clone()]).unwrap_or(BlockKind::Paragraph),
                        Tag::DefinitionList => BlockKind::Definitions,
                        Tag::Table(_) => BlockKind::Table,
                        _ => BlockKind::Other,
                    };
                    found.push(PageBlock { kind, range });
                }
                depth += 1;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Rule if depth == 0 => {}
            _ if depth == 0 => found.push(PageBlock { kind: BlockKind::Other, range }),
            _ => {}
        }
    }
    found
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
fn is_letter(title: &str) -> bool {
    let title = title.trim_matches(|c: char| !c.is_alphanumeric());
    title.chars().count() <= 1 || matches!(title, "0-9" | "0–9" | "A-Z" | "A–Z" | "123") || {
        // "A-C", "X, Y, Z"
        title.len() <= 12 && title.split(|c: char| !c.is_alphanumeric()).all(|part| part.chars().count() <= 1)
    }
}

impl TermPage<'_> {
    fn title(&self) -> Option<String> {
        self.blocks.iter().find_map(|block| match &block.kind {
            BlockKind::Heading { level: 1, title, .. } => Some(title.clone()),
            _ => None,
        })
    }

    fn place(&self, byte: usize) -> Origin {
        Origin::new(self.path, self.lines.line(byte))
    }

    /// Returns the level with the most headings that are followed by text, and their number.
    fn heading_terms(&self) -> (usize, usize) {
        let mut counts = [0_usize; BOLD + 1];
        for (at, block) in self.blocks.iter().enumerate() {
            let BlockKind::Heading { level, title, .. } = &block.kind else { continue };
            let is_text = |kind: &BlockKind| matches!(kind, BlockKind::Paragraph | BlockKind::Other | BlockKind::List);
            let next = self.blocks.get(at + 1).map(|block| &block.kind);
            let lists = matches!(next, Some(BlockKind::List)) && !self.items(at + 1, TermMark::Set).is_empty();
            let has_text = next.is_some_and(is_text) && !lists && !self.defines(at + 1);
            let is_title = *level == 1 && at == 0;
            if has_text && !is_title && !is_letter(title) && title.chars().count() <= limits::MAX_TERM_CHARS {
                counts[*level] += 1;
            }
        }
        let best = (1..=BOLD).rev().max_by_key(|level| counts[*level]).unwrap_or(2);
        (best, counts[best])
    }

    /// Returns true if a block is a paragraph that defines a marked term.
    fn defines(&self, at: usize) -> bool {
        let block = &self.blocks[at];
        block.kind == BlockKind::Paragraph
            && lead::split(&self.text[block.range.clone()]).is_some_and(|lead| lead.mark == TermMark::Set)
    }

    /// Returns the headings of a level as terms, each with the blocks below it as body.
    fn headings(&self, term_level: usize, report: &mut Report) -> Vec<Draft> {
        let mut drafts: Vec<Draft> = Vec::new();
        let mut layer: Option<String> = None;
        let mut is_open = false;
        for (at, block) in self.blocks.iter().enumerate() {
            if let BlockKind::Heading { level, title, id } = &block.kind
                && *level <= term_level
            {
                is_open = *level == term_level && !is_letter(title) && title.chars().count() <= limits::MAX_TERM_CHARS;
                if is_open {
                    let targets = id.iter().cloned().chain([crate::address::anchor(title)]).collect();
                    let term = title.clone();
                    let origin = self.place(block.range.start);
                    drafts.push(Draft { origin, term, layer: layer.clone(), targets, ..Draft::default() });
                } else if *level < term_level && !(*level == 1 && at == 0) {
                    layer = (!is_letter(title)).then(|| title.clone());
                }
                continue;
            }
            let text = self.text[block.range.clone()].trim_end();
            match drafts.last_mut().filter(|_| is_open) {
                Some(draft) => cells::append(&mut draft.body, text),
                None => self.leave(block, report),
            }
        }
        drafts
    }

    fn leave(&self, block: &PageBlock, report: &mut Report) {
        if !matches!(block.kind, BlockKind::Heading { .. }) && !self.text[block.range.clone()].trim().is_empty() {
            report.note(Handling::Left, "block of text that belongs to no term", &self.place(block.range.start));
        }
    }

    /// Returns the terms in lists, definition lists, tables, paragraphs and lines of abbreviations.
    fn listed(&self, mark: TermMark, report: &mut Report) -> Vec<Draft> {
        let mut drafts: Vec<Draft> = Vec::new();
        let mut layer: Option<String> = None;
        let mut follows = false;
        for (at, block) in self.blocks.iter().enumerate() {
            let before = drafts.len();
            let text = &self.text[block.range.clone()];
            match &block.kind {
                BlockKind::Heading { level, title, .. } => {
                    let is_title = *level == 1 && at == 0;
                    layer = (!is_title && !is_letter(title)).then(|| title.clone());
                    follows = false;
                    continue;
                }
                BlockKind::List => drafts.extend(self.items(at, mark)),
                BlockKind::Definitions => drafts.extend(self.definitions(at)),
                BlockKind::Table => drafts.extend(self.table(at, report)),
                BlockKind::Paragraph if text.trim_start().starts_with("*[") => drafts.extend(self.abbreviations(at)),
                BlockKind::Paragraph => drafts.extend(self.paragraph(at, mark)),
                BlockKind::Other => {}
            }
            for draft in &mut drafts[before..] {
                if draft.layer.is_none() {
                    draft.layer.clone_from(&layer);
                }
            }
            if drafts.len() > before {
                follows = block.kind == BlockKind::Paragraph;
            } else if let Some(draft) = drafts.last_mut().filter(|_| follows) {
                // Blocks after a paragraph that defines a term belong to it.
                cells::append(&mut draft.body, text.trim_end());
            } else {
                self.leave(block, report);
            }
        }
        drafts
    }

    fn paragraph(&self, at: usize, mark: TermMark) -> Option<Draft> {
        let range = self.blocks[at].range.clone();
        let found = lead::split(&self.text[range.clone()])
            .filter(|lead| lead.mark == TermMark::Set || mark == TermMark::Plain)?;
        Some(self.draft(range.start, found.term, found.text))
    }

    fn draft(&self, byte: usize, term: &str, text: &str) -> Draft {
        let term = words(term);
        let targets = vec![crate::address::anchor(&term)];
        Draft { origin: self.place(byte), term, definition: text.trim().to_owned(), targets, ..Draft::default() }
    }

    /// Returns the terms that items of a list define.
    fn items(&self, at: usize, mark: TermMark) -> Vec<Draft> {
        let range = self.blocks[at].range.clone();
        let text = &self.text[range.clone()];
        let mut depth = 0_usize;
        let mut found = Vec::new();
        for (event, inside) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
            match event {
                Event::Start(tag) => {
                    if depth == 1 && tag == Tag::Item {
                        let item = item(&text[inside.clone()]);
                        let lead =
                            lead::split(&item).filter(|lead| lead.mark == TermMark::Set || mark == TermMark::Plain);
                        let lead = lead.filter(|lead| !lead.text.is_empty() && !words(lead.term).is_empty());
                        found.extend(lead.map(|lead| self.draft(range.start + inside.start, lead.term, lead.text)));
                    }
                    depth += 1;
                }
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        found
    }

    fn definitions(&self, at: usize) -> Vec<Draft> {
        let range = self.blocks[at].range.clone();
        let text = &self.text[range.clone()];
        let mut found: Vec<Draft> = Vec::new();
        let mut has_text = true;
        let mut inner = 0_usize;
        for (event, inside) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
            match event {
                Event::Start(Tag::DefinitionListTitle) if inner == 0 => {
                    let term = text[inside.clone()].trim();
                    match found.last_mut().filter(|_| !has_text) {
                        // Several terms share a definition.
                        Some(draft) => draft.aliases.push(words(term)),
                        None => found.push(self.draft(range.start + inside.start, term, "")),
                    }
                    has_text = false;
                }
                Event::Start(Tag::DefinitionListDefinition) => {
                    if inner == 0
                        && let Some(draft) = found.last_mut()
                    {
                        let text = item(&text[inside]);
                        let target = if has_text { &mut draft.body } else { &mut draft.definition };
                        cells::append(target, text.trim());
                        has_text = true;
                    }
                    inner += 1;
                }
                Event::End(TagEnd::DefinitionListDefinition) => inner = inner.saturating_sub(1),
                _ => {}
            }
        }
        found
    }

    fn table(&self, at: usize, report: &mut Report) -> Vec<Draft> {
        let range = self.blocks[at].range.clone();
        let text = &self.text[range.clone()];
        let (mut header, mut rows, mut row): (Vec<String>, Vec<CellRow>, Vec<String>) = Default::default();
        let mut start = 0;
        for (event, inside) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
            match event {
                Event::Start(Tag::TableRow) => start = range.start + inside.start,
                Event::Start(Tag::TableCell) => row.push(text[inside].trim().trim_matches('|').trim().to_owned()),
                Event::End(TagEnd::TableHead) => {
                    header = std::mem::take(&mut row).iter().map(|cell| words(cell)).collect();
                }
                Event::End(TagEnd::TableRow) => rows.push((self.place(start), std::mem::take(&mut row))),
                _ => {}
            }
        }
        if header.len() < 2 {
            return Vec::new();
        }
        cells::drafts(&header, &rows, self.mapping, report)
    }

    fn abbreviations(&self, at: usize) -> Vec<Draft> {
        let range = self.blocks[at].range.clone();
        let mut start = range.start;
        let mut found = Vec::new();
        for line in self.text[range].split_inclusive('\n') {
            let pair = line.trim().strip_prefix("*[").and_then(|rest| rest.split_once("]:"));
            found.extend(pair.map(|(term, text)| self.draft(start, term, text)));
            start += line.len();
        }
        found
    }
}

/// Returns the text of an item without its marker and indentation.
fn item(source: &str) -> String {
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
