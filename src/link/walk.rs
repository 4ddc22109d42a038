//! Links one body: walks its nodes and puts a link around each mention that the rules allow.
//!
//! 1. Consecutive text with the same parent forms a run; anything else ends it.
//! 2. Nothing is linked inside headings, links, images, block quotes, table headers or code; never to the page itself.
//! 3. The density decides which mention of a term counts: the first on the page, the first under each `##`, every one, none. An explicit
//!    mention anywhere in a section is that section's mention.
//! 4. Each link is remembered with the sentence around it, for the other entry's backlinks.
//!
//! The text of the result is exactly the text of the source: links add elements, never characters.

use super::matcher::Matcher;
use super::mentions::{Block, Mentioned};
use super::{Linked, Names};
use crate::config::Density;
use crate::diagnostic::{Diagnostic, Place, messages};
use crate::parse::Document;
use crate::parse::front_matter::Source;
use crate::parse::markdown::{Node, Spanned};
use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};
use std::collections::BTreeSet;
use std::ops::Range;

/// What linking a document gives.
#[derive(Debug, Default)]
pub struct Walked {
    /// The body with its links.
    pub body: Vec<Linked>,
    /// Who is mentioned, in which sentence.
    pub mentioned: Vec<Mentioned>,
    /// The positions of the cited sources, in order of first use.
    pub cited: Vec<usize>,
}

/// What is to be linked: an entry's body, or a page's.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The file, for places.
    pub path: &'a str,
    /// The nodes.
    pub body: &'a [Spanned],
    /// The position among the documents; a page has none.
    pub own: Option<usize>,
    /// What may be cited.
    pub sources: &'a [Source],
    /// How often a term is linked.
    pub density: Density,
}

/// Links a subject.
pub fn link(
    subject: Subject<'_>,
    documents: &[Document],
    names: &Names,
    matcher: &Matcher,
    problems: &mut Vec<Diagnostic>,
) -> Walked {
    let mut walk = Walk {
        subject,
        documents,
        names,
        matcher,
        problems,
        out: Walked::default(),
        run: Run::default(),
        forbidden: 0,
        seen: BTreeSet::new(),
        block: Block::default(),
    };
    let sections = explicit_by_section(subject.body, names);
    let mut section = sections.iter();
    walk.begin_section(section.next());
    for Spanned { node, span } in subject.body {
        if begins_section(node) {
            walk.flush();
            walk.begin_section(section.next());
        }
        walk.node(node, span);
    }
    walk.flush();
    walk.end_block();
    walk.out
}

fn begins_section(node: &Node) -> bool {
    matches!(node, Node::Markdown(Event::Start(Tag::Heading { level: HeadingLevel::H2, .. })))
}

/// The explicitly mentioned documents of each section; the text before the first `##` is a section too.
fn explicit_by_section(body: &[Spanned], names: &Names) -> Vec<BTreeSet<usize>> {
    let mut sections = vec![BTreeSet::new()];
    for Spanned { node, .. } in body {
        if begins_section(node) {
            sections.push(BTreeSet::new());
        }
        if let (Node::Mention(target), Some(section)) = (node, sections.last_mut()) {
            section.extend(names.find(target));
        }
    }
    sections
}

/// Text that is waiting to be searched: its pieces are the text and soft-break events that it came from.
#[derive(Default)]
struct Run {
    text: String,
    pieces: Vec<(Range<usize>, Event<'static>)>,
}

struct Walk<'a> {
    subject: Subject<'a>,
    documents: &'a [Document],
    names: &'a Names,
    matcher: &'a Matcher,
    problems: &'a mut Vec<Diagnostic>,
    out: Walked,
    run: Run,
    forbidden: usize,
    seen: BTreeSet<usize>,
    block: Block,
}

impl Walk<'_> {
    fn begin_section(&mut self, explicit: Option<&BTreeSet<usize>>) {
        if self.subject.density != Density::Page {
            self.seen.clear();
        }
        self.seen.extend(explicit.into_iter().flatten());
    }

    fn node(&mut self, node: &Node, span: &Range<usize>) {
        match node {
            Node::Markdown(event @ (Event::Text(_) | Event::SoftBreak)) => self.add_text(event),
            Node::Markdown(event) => {
                self.flush();
                self.markdown(event);
            }
            Node::Mention(target) => {
                self.flush();
                self.forbidden += 1;
                self.explicit(target, span);
            }
            Node::MentionEnd => {
                self.flush();
                self.forbidden = self.forbidden.saturating_sub(1);
                self.out.body.push(Linked::TermEnd);
                self.block.end_mention();
            }
            Node::Cite(key) => {
                self.flush();
                self.cite(key, span);
            }
            Node::Figure(name) => {
                self.flush();
                self.out.body.push(Linked::Figure(name.clone()));
            }
        }
    }

    fn add_text(&mut self, event: &Event<'static>) {
        let start = self.run.text.len();
        match event {
            Event::Text(text) => self.run.text.push_str(text),
            _ => self.run.text.push('\n'),
        }
        self.run.pieces.push((start..self.run.text.len(), event.clone()));
    }

    fn markdown(&mut self, event: &Event<'static>) {
        match event {
            Event::Start(tag) => {
                self.forbidden += usize::from(forbids(tag));
                if holds_text(tag) {
                    self.end_block();
                }
                if matches!(tag, Tag::TableCell) {
                    self.block.begin_cell();
                }
            }
            Event::End(end) => {
                self.forbidden = self.forbidden.saturating_sub(usize::from(forbade(*end)));
                if held_text(*end) {
                    self.end_block();
                }
            }
            Event::Code(code) => self.block.text(code),
            Event::HardBreak => self.block.text(" "),
            _ => {}
        }
        self.out.body.push(Linked::Markdown(event.clone()));
    }

    fn explicit(&mut self, target: &str, span: &Range<usize>) {
        if let Some(document) = self.names.find(target) {
            self.out.body.push(Linked::TermStart(document));
            self.block.begin_mention(document);
            return;
        }
        let known = self.documents.iter().map(|d| (d.id.as_str(), d.path.as_str()));
        let place = Place::new(self.subject.path, span.clone());
        self.problems.push(messages::unknown_term(place, target, known));
        // The site is not built anyway; the link only has to end as it began.
        self.out.body.push(Linked::TermStart(0));
    }

    fn cite(&mut self, key: &str, span: &Range<usize>) {
        let sources = self.subject.sources;
        let Some(position) = sources.iter().position(|source| source.key.as_deref() == Some(key)) else {
            let known = sources.iter().filter_map(|source| source.key.as_deref());
            self.problems.push(messages::unknown_source(Place::new(self.subject.path, span.clone()), key, known));
            return;
        };
        if !self.out.cited.contains(&position) {
            self.out.cited.push(position);
        }
        self.out.body.push(Linked::Cite(position));
    }

    /// Searches the waiting run and puts it out, with links where they are allowed.
    fn flush(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run.pieces.is_empty() {
            return;
        }
        let searching = self.forbidden == 0 && self.subject.density != Density::Off;
        let mentions = if searching { self.matcher.mentions(&run.text) } else { Vec::new() };
        let mut at = 0;
        for mention in mentions {
            if Some(mention.document) == self.subject.own || !self.counts(mention.document) {
                continue;
            }
            self.put(&run, at..mention.range.start);
            self.out.body.push(Linked::TermStart(mention.document));
            self.block.begin_mention(mention.document);
            self.put(&run, mention.range.clone());
            self.block.end_mention();
            self.out.body.push(Linked::TermEnd);
            at = mention.range.end;
        }
        self.put(&run, at..run.text.len());
    }

    /// True if this mention of the document is to be linked; it is then the one that counts.
    fn counts(&mut self, document: usize) -> bool {
        self.subject.density == Density::All || self.seen.insert(document)
    }

    /// Puts out the part of a run as the events that it came from.
    fn put(&mut self, run: &Run, range: Range<usize>) {
        for (piece, event) in &run.pieces {
            let start = piece.start.max(range.start);
            let end = piece.end.min(range.end);
            if start >= end {
                continue;
            }
            let event = if matches!(event, Event::SoftBreak) {
                event.clone()
            } else {
                Event::Text(run.text[start..end].to_owned().into())
            };
            self.out.body.push(Linked::Markdown(event));
            self.block.text(&run.text[start..end]);
        }
    }

    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        self.out.mentioned.extend(block.finish());
    }
}

fn forbids(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Heading { .. }
            | Tag::Link { .. }
            | Tag::Image { .. }
            | Tag::BlockQuote(_)
            | Tag::TableHead
            | Tag::HtmlBlock
            | Tag::CodeBlock(_)
    )
}

fn forbade(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Heading(_)
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::BlockQuote(_)
            | TagEnd::TableHead
            | TagEnd::HtmlBlock
            | TagEnd::CodeBlock
    )
}

fn holds_text(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Paragraph | Tag::Item | Tag::TableRow | Tag::Heading { .. })
}

fn held_text(end: TagEnd) -> bool {
    matches!(end, TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow | TagEnd::Heading(_))
}
