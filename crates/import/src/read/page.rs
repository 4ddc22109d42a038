//! Reads a Markdown page with many terms.
//!
//! 1. The markup of other tools becomes plain Markdown ([`crate::markup`]), and the top-level blocks are found.
//! 2. Terms are either headings followed by text, or in lists, definition lists, tables, paragraphs and `*[ABBR]:`
//!    lines. Headings win if there are at least three, and at least half as many as terms elsewhere.
//! 3. Headings above terms are layers, except for single letters and the page's title.
//!
//! The first paragraph before the terms describes the site. Any other block or item that belongs to no term is left
//! out, and the report names its place.

use super::blocks::{BOLD, BlockKind, PageBlock, blocks, elements, is_letter, item};
use super::cells;
use super::labels;
use super::lead::{self, Lead, TermMark};
use super::note_definitions::{alias_line, is_note_definitions};
use crate::draft::{Draft, Origin, ReaderOutput};
use crate::input::InputFile;
use crate::report::{Handling, Report};
use crate::{Mapping, headword, limits, markup};
use pulldown_cmark::{Event, Tag};
use rooflight_glossary::syntax::lead::words;
use rooflight_source::lines::LineIndex;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

pub(super) struct TermPage<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    pub(super) blocks: Vec<PageBlock>,
    pub(super) lines: LineIndex<'a>,
    pub(super) mapping: &'a Mapping,
    /// The number of lists around this part of the page.
    depth: usize,
}

/// Maximum nesting of groups of terms in a list.
const MAX_GROUPS: usize = 3;

/// How a page shows its terms.
pub(super) enum Shape {
    Headings(usize),
    Listed(TermMark),
}

/// A Markdown file: its front matter, and its text as plain Markdown.
pub(super) struct MarkdownFile<'a> {
    pub(super) file: &'a InputFile,
    pub(super) keys: Map<String, Value>,
    /// False if there is front matter that cannot be read.
    pub(super) is_read: bool,
    /// True if it has a glossary of `MyST`.
    pub(super) has_glossary: bool,
    /// The text; blank lines in place of the front matter keep the line numbers.
    pub(super) text: String,
}

impl<'a> MarkdownFile<'a> {
    pub(super) fn new(file: &'a InputFile, report: &mut Report) -> Self {
        let whole = file.text();
        let split = super::front_matter::split(&whole);
        let blank = "\n".repeat(whole[..whole.len() - split.body.len()].matches('\n').count());
        let text = markup::plain(&(blank + split.body), &file.place(), report);
        let has_glossary = markup::has_glossary(split.body);
        Self { file, keys: split.keys, is_read: split.is_read, has_glossary, text }
    }

    /// Returns the text of a key.
    pub(super) fn key(&self, key: &str) -> Option<String> {
        self.keys.get(key).and_then(Value::as_str).map(str::to_owned)
    }
}

/// The terms of a page, and the blocks and items that belong to none.
#[derive(Default)]
pub(super) struct PageTerms {
    pub(super) drafts: Vec<Draft>,
    pub(super) left: Vec<(PageBlock, Origin)>,
}

pub(super) fn read(source: &MarkdownFile<'_>, mapping: &Mapping, report: &mut Report) -> ReaderOutput {
    let text = source.text.as_str();
    let page = TermPage::new(&source.file.path, text, mapping);
    let title = || page.title().filter(|_| !page.is_divided());
    let first = Origin::new(&source.file.path, 1);
    for key in source.keys.keys().filter(|key| !matches!(key.as_str(), "title" | "description")) {
        report.note(Handling::Left, format!("key `{key}` of a page"), &first);
    }
    let PageTerms { mut drafts, left } = match page.shape() {
        Shape::Headings(level) => {
            let mut terms = page.headings(level);
            terms.drafts.iter_mut().for_each(|draft| labels::set(draft, mapping));
            terms
        }
        Shape::Listed(mark) => page.listed(mark, report),
    };
    footnotes(text, &mut drafts);
    let mut description = source.key("description").map(|text| (text, first));
    let start = drafts.first().map_or(0, |draft| draft.origin.line);
    for (block, place) in left {
        let text = text[block.range.clone()].trim();
        // Signs at the start are those of a note, a tag or a table of contents.
        let is_prose = block.kind == BlockKind::Paragraph
            && text.starts_with(|c: char| c.is_alphanumeric() || "*_\"“„«¿¡".contains(c));
        if is_prose && place.line < start && description.is_none() {
            description = Some((words(text), place));
        } else if !text.is_empty() {
            report.name(Handling::Left, "text that belongs to no term", text, &place);
        }
    }
    if is_note_definitions(&source.keys) || page.is_divided() {
        for draft in &mut drafts {
            alias_line(draft, report);
        }
    }
    ReaderOutput { title: source.key("title").or_else(title), drafts, description, ..ReaderOutput::default() }
}

/// Gives each entry the footnotes of the page that its text has a mark of. A definition with a mark goes to the body,
/// where notes are.
fn footnotes(text: &str, drafts: &mut [Draft]) {
    let note = |line: &str| Some((line.strip_prefix("[^")?.split_once("]:")?.0.to_owned(), line.to_owned()));
    let notes: Vec<(String, String)> = text.lines().filter_map(note).take(limits::MAX_ENTRIES).collect();
    if notes.is_empty() {
        return;
    }
    for draft in drafts {
        if draft.definition.contains("[^") {
            let body = std::mem::take(&mut draft.body);
            draft.body = std::mem::take(&mut draft.definition);
            cells::append(&mut draft.body, &body);
        }
        let marks: BTreeSet<String> =
            draft.body.split("[^").skip(1).filter_map(|rest| Some(rest.split_once(']')?.0.to_owned())).collect();
        for (id, note) in &notes {
            if marks.contains(id) && !draft.body.contains(note) {
                cells::append(&mut draft.body, note);
            }
        }
    }
}

impl<'a> TermPage<'a> {
    pub(super) fn new(path: &'a str, text: &'a str, mapping: &'a Mapping) -> Self {
        Self { path, blocks: blocks(text), lines: LineIndex::of(text), text, mapping, depth: 0 }
    }

    /// Returns the place among the blocks, the level and the title of each heading.
    fn all_headings(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        self.blocks.iter().enumerate().filter_map(|(at, block)| match &block.kind {
            BlockKind::Heading { level, title, .. } => Some((at, *level, title.as_str())),
            _ => None,
        })
    }

    /// Returns the titles of a level that are no letter.
    fn titles(&self, wanted: usize) -> impl Iterator<Item = &str> {
        let of_level = self.all_headings().filter(move |(_, level, title)| *level == wanted && !is_letter(title));
        of_level.map(|(.., title)| title)
    }

    /// Returns the number of headings that are no title and no letter.
    pub(super) fn headings_below_title(&self) -> usize {
        self.all_headings().filter(|(at, level, title)| !(is_letter(title) || *level == 1 && *at == 0)).count()
    }

    pub(super) fn title(&self) -> Option<String> {
        self.all_headings().find(|(_, level, _)| *level == 1).map(|(.., title)| title.to_owned())
    }

    pub(super) fn place(&self, byte: usize) -> Origin {
        Origin::new(self.path, self.lines.position(byte).0)
    }

    /// Returns true for terms as first-level headings with a rule between them.
    pub(super) fn is_divided(&self) -> bool {
        let is_after_rule = |at: usize| at == 0 || self.text[..self.blocks[at].range.start].trim_end().ends_with("---");
        let firsts: Vec<usize> = self.all_headings().filter(|(_, level, _)| *level == 1).map(|(at, ..)| at).collect();
        firsts.len() > 1 && firsts.into_iter().all(is_after_rule)
    }

    pub(super) fn shape(&self) -> Shape {
        let quiet = &mut Report::default();
        let marked = self.listed(TermMark::Set, quiet).drafts;
        let has_labels = labels::are_labels(&marked);
        let (level, as_headings) = self.heading_terms(has_labels);
        // Many headings, of which nearly all have a text, are terms, whatever lists the texts hold.
        let is_book = as_headings >= 20 && as_headings * 5 >= self.titles(level).count() * 4;
        let listed = if has_labels && as_headings > 0 { 0 } else { marked.len() };
        let is_most = as_headings >= 3 && as_headings * 2 >= listed || listed == 0 && as_headings > 0;
        if is_most || is_book || self.is_divided() {
            return Shape::Headings(level);
        }
        let plain = self.listed(TermMark::Plain, quiet).drafts.len();
        Shape::Listed(if listed * 2 >= plain { TermMark::Set } else { TermMark::Plain })
    }

    /// Returns the level with the most headings that are followed by text, and their number.
    /// With labels, what lists and paragraphs mark is no term.
    fn heading_terms(&self, has_labels: bool) -> (usize, usize) {
        let mut counts = [0_usize; BOLD + 1];
        let has_title = !self.is_divided();
        for (at, level, title) in self.all_headings() {
            let is_text = |kind: &BlockKind| matches!(kind, BlockKind::Paragraph | BlockKind::Other | BlockKind::List);
            let next = self.blocks.get(at + 1).map(|block| &block.kind);
            let lists = matches!(next, Some(BlockKind::List)) && !self.items(at + 1, TermMark::Set).0.is_empty();
            let has_text = next.is_some_and(is_text) && (has_labels || !lists && !self.defines(at + 1));
            let is_title = has_title && level == 1 && at == 0;
            if has_text && !is_title && !is_letter(title) && title.chars().count() <= limits::MAX_TERM_CHARS {
                counts[level] += 1;
            }
        }
        let mut best = (1..=BOLD).rev().max_by_key(|level| counts[*level]).unwrap_or(2);
        // Headings that repeat, such as "Summary", are sections of the terms above them.
        let repeats = |level| self.titles(level).count() * 4 > self.titles(level).collect::<BTreeSet<_>>().len() * 5;
        while counts[best] > 4 && repeats(best) {
            let Some(above) = (1..best).rev().find(|level| self.titles(*level).count() > 2) else { break };
            counts[above] = self.titles(above).count();
            best = above;
        }
        (best, counts[best])
    }

    /// Returns true if a block is a paragraph that defines a marked term.
    fn defines(&self, at: usize) -> bool {
        let block = &self.blocks[at];
        block.kind == BlockKind::Paragraph
            && lead::split(&self.text[block.range.clone()]).is_some_and(|lead| lead.mark == TermMark::Set)
    }

    /// Returns the headings of a level as terms, each with the blocks below it as body.
    pub(super) fn headings(&self, term_level: usize) -> PageTerms {
        let PageTerms { mut drafts, mut left } = PageTerms::default();
        let mut layer: Option<String> = None;
        let mut is_open = false;
        let mut anchors: Vec<String> = Vec::new();
        for (at, block) in self.blocks.iter().enumerate() {
            let text = self.text[block.range.clone()].trim_end();
            if let BlockKind::Heading { level, title, id } = &block.kind
                && *level <= term_level
            {
                let is_long = title.chars().count() > limits::MAX_TERM_CHARS;
                is_open = *level == term_level && !is_letter(title) && !is_long;
                if is_open {
                    let mut draft = self.draft(block.range.start, &Lead::of(title), "");
                    draft.targets.extend(id.iter().cloned().chain(markup::anchors(text)).chain(anchors.drain(..)));
                    drafts.push(Draft { layer: layer.clone(), ..draft });
                } else if *level < term_level && !(*level == 1 && at == 0) {
                    layer = (!is_letter(title)).then(|| limits::group_title(title));
                } else if is_long {
                    left.push((block.clone(), self.place(block.range.start)));
                }
                continue;
            }
            // Anchors alone before a heading belong to it.
            let is_before = matches!(self.blocks.get(at + 1).map(|next| &next.kind), Some(BlockKind::Heading { .. }));
            if is_before && words(text).is_empty() && !markup::anchors(text).is_empty() {
                anchors.extend(markup::anchors(text));
                continue;
            }
            match drafts.last_mut().filter(|_| is_open) {
                Some(draft) => cells::append(&mut draft.body, text),
                None => self.leave(block, &mut left),
            }
        }
        PageTerms { drafts, left }
    }

    fn leave(&self, block: &PageBlock, left: &mut Vec<(PageBlock, Origin)>) {
        let is_end = self.text[block.range.clone()].trim() == markup::END;
        if !is_end && !matches!(block.kind, BlockKind::Heading { .. }) {
            left.push((block.clone(), self.place(block.range.start)));
        }
    }

    /// Returns the terms in lists, definition lists, tables, paragraphs and lines of abbreviations.
    pub(super) fn listed(&self, mark: TermMark, report: &mut Report) -> PageTerms {
        let PageTerms { mut drafts, mut left } = PageTerms::default();
        let mut layer: Option<String> = None;
        let mut follows = false;
        for (at, block) in self.blocks.iter().enumerate() {
            let before = drafts.len();
            if before > limits::MAX_ENTRIES {
                break;
            }
            let text = &self.text[block.range.clone()];
            match &block.kind {
                BlockKind::Heading { level, title, .. } => {
                    let is_title = *level == 1 && at == 0;
                    layer = (!is_title && !is_letter(title)).then(|| limits::group_title(title));
                    follows = false;
                    continue;
                }
                BlockKind::List => {
                    let (found, others) = self.items(at, mark);
                    if !found.is_empty() {
                        left.extend(others.into_iter().map(|item| (item.clone(), self.place(item.range.start))));
                    }
                    drafts.extend(found);
                }
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
                self.leave(block, &mut left);
            }
        }
        PageTerms { drafts, left }
    }

    fn paragraph(&self, at: usize, mark: TermMark) -> Option<Draft> {
        let range = self.blocks[at].range.clone();
        let found = lead::split(&self.text[range.clone()])
            .filter(|lead| lead.mark == TermMark::Set || mark == TermMark::Plain)?;
        Some(self.draft(range.start, &found, found.text))
    }

    pub(super) fn draft(&self, byte: usize, lead: &Lead<'_>, text: &str) -> Draft {
        let mut draft = Draft { origin: self.place(byte), definition: text.trim().to_owned(), ..Draft::default() };
        headword::set(&mut draft, lead.term);
        draft.aliases.extend(lead.others.iter().map(|name| words(name)));
        draft.aside = lead.aside.map(words);
        draft.targets.insert(0, crate::address::anchor(&draft.term));
        draft
    }

    /// Returns the terms that items of a list define, and the items that define none. Between items with a marked term,
    /// a plain one counts, too.
    fn items(&self, at: usize, mark: TermMark) -> (Vec<Draft>, Vec<PageBlock>) {
        let range = self.blocks[at].range.clone();
        let text = &self.text[range.clone()];
        let (mut found, mut others, mut has_set) = (Vec::new(), Vec::new(), mark == TermMark::Plain);
        for (_, inside) in elements(text, 1).filter(|(event, _)| *event == Event::Start(Tag::Item)) {
            let item = item(&text[inside.clone()]);
            let lead = lead::split(&item);
            let lead = lead.filter(|lead| !lead.text.is_empty() && !words(lead.term).is_empty());
            has_set |= lead.as_ref().is_some_and(|lead| lead.mark == TermMark::Set);
            let at = range.start + inside.start;
            if let Some(lead) = lead {
                found.push(self.draft(at, &lead, lead.text));
            } else {
                let (terms, is_whole) = self.group(&item, at, mark);
                has_set |= !terms.is_empty();
                found.extend(terms);
                let range = at..range.start + inside.end;
                others.extend((!is_whole).then_some(PageBlock { kind: BlockKind::Other, range }));
            }
        }
        if has_set { (found, others) } else { (Vec::new(), Vec::new()) }
    }

    /// Returns the terms of the lists inside an item, whose first words name the group, and whether they are all that
    /// it has.
    fn group(&self, item: &str, at: usize, mark: TermMark) -> (Vec<Draft>, bool) {
        let page = TermPage { depth: self.depth + 1, ..TermPage::new(self.path, item, self.mapping) };
        let (mut found, mut is_whole) = (Vec::new(), true);
        if page.depth > MAX_GROUPS {
            return (found, false);
        }
        for (number, block) in page.blocks.iter().enumerate() {
            let (terms, others) = if block.kind == BlockKind::List { page.items(number, mark) } else { <_>::default() };
            is_whole &= others.is_empty() && (!terms.is_empty() || number == 0);
            found.extend(terms);
        }
        let title = page.blocks.first().map(|block| words(&item[block.range.clone()]));
        for draft in &mut found {
            draft.origin.line += self.lines.position(at).0 - 1;
            draft.layer = title.clone().filter(|title| title.chars().count() <= limits::MAX_TERM_CHARS);
        }
        let is_whole = is_whole && !found.is_empty();
        (found, is_whole)
    }
}
