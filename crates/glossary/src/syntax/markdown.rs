//! Reads a Markdown body into a tree.
//!
//! 1. pulldown-cmark parses the body; every node keeps its bytes in the file.
//! 2. `[[id]]` and `[[id|text]]` become mentions, in tables too. `[^key]` becomes a citation unless the body has a
//!    footnote of that name. `[[run:id]]` becomes a measured run, a block of the language `drawing` a drawing, and one
//!    of the language `runs` a table of measured runs. If the site has formulas, dollar signs and blocks of the
//!    language `math` enclose them ([`crate::syntax::math`]).
//! 3. `## Words {links=off}` sets how often a term is linked from there on. A heading has no other attributes than an
//!    id and classes.
//! 4. `==words==`, which the parser reads as text, becomes a mark ([`crate::syntax::marks`]).
//! 5. Raw HTML (if it is switched off), links with a forbidden scheme, images of other hosts and first-level headings
//!    are reported.
//! 6. Constructs of other programs get their plain form before parsing ([`crate::syntax::copies`]); those without one
//!    are reported ([`crate::syntax::leftovers`]). HTML comments do not count as raw HTML.
//!
//! References are resolved in the tree, never by replacing text in Markdown or HTML, which breaks links in code.

mod checks;
mod definition;
mod leaves;
mod pieces;

use crate::drawing::Drawing;
use crate::syntax::copies::Copies;
use crate::syntax::definition::DefinitionPlace;
use crate::syntax::dialect::Dialect;
use crate::syntax::gathered::Gathered;
use crate::syntax::marks::Marks;
use crate::syntax::tree::{Block, Builder, Heading, Inline, MAX_DEPTH, Name, NodeKind, Tree, cut};
use crate::syntax::{drawing, footnotes, leftovers, math, parser, placeholders, run_name, run_query};
use definition::DefinitionText;
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Tag};
use rooflight_source::characters;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::file::SourceFile;
use std::collections::BTreeSet;
use std::ops::Range;

/// The results of the first pass over a body.
#[derive(Debug, Default)]
pub(super) struct FirstPass {
    /// The highlighted HTML of each code block, in order.
    pub(super) code: Vec<Box<str>>,
    /// Each drawing, in order; `None` if it has a mistake.
    pub(super) drawings: Vec<Option<Drawing>>,
    /// Each formula as MathML, in order; `None` if it has a mistake.
    pub(super) formulas: Vec<Option<Box<str>>>,
    /// The links and images, in order.
    pub(super) links: Vec<WrittenLink>,
    /// The body as rewritten for the parser.
    copies: Copies,
    /// The signs of `==words==` in the rewritten body.
    marks: Marks,
    /// The definition, if it is in the front matter.
    definition: Option<DefinitionText>,
    /// The bytes of the file in which the paragraphs that begin the body are the definition.
    lead: Range<usize>,
}

impl FirstPass {
    /// The definition as its author wrote it in the front matter; empty if it is not there.
    pub(super) fn definition<'a>(&self, file: &'a str) -> &'a str {
        let span = self.definition.as_ref().map(|definition| definition.span.clone());
        span.and_then(|span| file.get(span)).unwrap_or_default()
    }
}

/// A link or an image that an author wrote.
#[derive(Debug)]
pub struct WrittenLink {
    /// The address as its author wrote it.
    pub address: Box<str>,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// Reads the body that begins at byte `start` of the file for the first time, and reports its problems.
pub(super) fn first_pass(
    file: &SourceFile,
    start: usize,
    definition: DefinitionPlace<'_>,
    dialect: &Dialect,
    problems: &mut Vec<Diagnostic>,
) -> FirstPass {
    characters::check(&file.path, &file.text, start, problems);
    let body = file.text.get(start..).unwrap_or_default();
    let copies = Copies::new(body, dialect);
    let marks = Marks::new(copies.text(body), dialect.math);
    let (definition, lead) = match definition {
        DefinitionPlace::Front(span, text) => (Some(DefinitionText::new(file, span, text, dialect)), 0..0),
        DefinitionPlace::Lead(lead) => (None, lead),
    };
    let prepared = FirstPass { copies, marks, definition, lead, ..FirstPass::default() };
    let mut kept = FirstPass::default();
    let mut code = Vec::new();
    let first = FirstPassOutput { path: &file.path, problems, kept: &mut kept, code: &mut code };
    BodyReader::new(&file.text, dialect, false, &prepared, Some(first)).read(start);
    // Inline notes were moved to the end of the body, and their code with them.
    code.sort_by_key(|span| span.start);
    if let Some(DefinitionText { span, .. }) = &prepared.definition {
        leftovers::check(&file.path, &file.text[..span.end], span.start, &code, dialect, problems);
    }
    leftovers::check(&file.path, &file.text, start, &code, dialect, problems);
    let FirstPass { copies, marks, definition, lead, .. } = prepared;
    FirstPass { copies, marks, definition, lead, ..kept }
}

/// Parses a body into a tree; `first` is the result of the first pass.
pub(super) fn tree<'a>(
    text: &'a str,
    start: usize,
    dialect: &'a Dialect,
    figures: bool,
    first: &'a FirstPass,
) -> Tree<'a, Name<'a>> {
    BodyReader::new(text, dialect, figures, first, None).read(start)
}

/// The outputs of the first pass, which builds no tree.
struct FirstPassOutput<'p> {
    path: &'p str,
    problems: &'p mut Vec<Diagnostic>,
    kept: &'p mut FirstPass,
    /// The bytes of code and formulas in the file, in reading order.
    code: &'p mut Vec<Range<usize>>,
}

#[allow(clippy::struct_excessive_bools, reason = "settings, and what is open while a text is read")]
struct BodyReader<'a, 'p> {
    text: &'a str,
    dialect: &'a Dialect,
    /// The body as rewritten for the parser.
    copies: &'a Copies,
    marks: &'a Marks,
    definition: Option<&'a DefinitionText>,
    /// The bytes in which a paragraph is the definition; empty once another block began.
    lead: Range<usize>,
    /// Whether `{{name}}` is a figure that the build fills in.
    figures: bool,
    /// The outputs of the first pass; `None` in later passes, which build a tree instead.
    first: Option<FirstPassOutput<'p>>,
    /// The highlighted code blocks that are still to come; empty in the first pass.
    code: std::slice::Iter<'a, Box<str>>,
    /// The drawings that are still to come; empty in the first pass.
    drawings: std::slice::Iter<'a, Option<Drawing>>,
    /// The formulas that are still to come; empty in the first pass.
    formulas: std::slice::Iter<'a, Option<Box<str>>>,
    tree: Builder<'a, Name<'a>>,
    gathered: Option<Gathered<'a>>,
    /// The names of the body's footnotes, in lower case.
    notes: BTreeSet<String>,
    /// The number of open elements.
    depth: usize,
    /// The number of open elements from the name of a measured run on; 0 outside of one.
    within_run: usize,
    /// True once too deep nesting was reported.
    too_deep: bool,
    /// True inside an HTML comment.
    in_comment: bool,
}

impl<'a, 'p> BodyReader<'a, 'p> {
    fn new(
        text: &'a str,
        dialect: &'a Dialect,
        figures: bool,
        kept: &'a FirstPass,
        first: Option<FirstPassOutput<'p>>,
    ) -> Self {
        // There is about one node per thirty bytes of text.
        let tree = Builder::with_capacity(if first.is_some() { 0 } else { text.len() / 30 + 8 });
        let notes = BTreeSet::new();
        Self {
            text,
            dialect,
            copies: &kept.copies,
            marks: &kept.marks,
            definition: kept.definition.as_ref(),
            lead: kept.lead.clone(),
            figures,
            first,
            code: kept.code.iter(),
            drawings: kept.drawings.iter(),
            formulas: kept.formulas.iter(),
            tree,
            gathered: None,
            notes,
            depth: 0,
            within_run: 0,
            too_deep: false,
            in_comment: false,
        }
    }

    /// Reads the body that begins at byte `start`.
    fn read(mut self, start: usize) -> Tree<'a, Name<'a>> {
        let (copies, marks) = (self.copies, self.marks);
        let body = copies.text(&self.text[start..]);
        let origin = |span: Range<usize>| {
            let span = copies.origin(span);
            start + span.start..start + span.end
        };
        self.notes = parser::footnotes(body);
        if let Some(definition) = self.definition {
            self.read_definition(definition);
        }
        for (event, span) in parser::events(body, self.dialect.math) {
            self.parsed(event, span, body, marks, &origin);
        }
        self.tree.finish()
    }

    fn event(&mut self, event: Event<'a>, span: Range<usize>) {
        if self.gathers(&event, &span) || self.is_within_run(&event, &span) {
            return;
        }
        if self.first.is_some() {
            self.check(&event, &span);
        }
        if matches!(event, Event::InlineHtml(_)) && !self.dialect.raw_html {
            return;
        }
        let inline = match event {
            Event::Start(tag) => {
                self.depth += 1;
                self.end_lead(&tag, &span);
                match self.depth {
                    ..=MAX_DEPTH => return self.start(tag, span),
                    _ if std::mem::replace(&mut self.too_deep, true) => return,
                    _ => return self.report(&span, |place| messages::too_deep(place, MAX_DEPTH)),
                }
            }
            Event::End(_) => return self.end(span),
            Event::Text(text) if self.figures => {
                for (inline, span) in placeholders::split(&text, span, self.text) {
                    self.leaf(NodeKind::Inline(inline), span);
                }
                return;
            }
            Event::FootnoteReference(key) if !self.notes.contains(&key.to_lowercase()) => {
                return self.leaf(NodeKind::Reference(Name::Citation(key)), span);
            }
            Event::Rule => {
                self.lead = 0..0;
                return self.leaf(NodeKind::Block(Block::Rule), span);
            }
            Event::Text(text) => Inline::Text(text),
            Event::Code(code) => Inline::Code(code),
            Event::Html(html) | Event::InlineHtml(html) => Inline::Html(html),
            Event::FootnoteReference(name) => Inline::NoteReference(name),
            Event::SoftBreak => Inline::SoftBreak,
            Event::HardBreak => Inline::HardBreak,
            Event::TaskListMarker(done) => Inline::Task(done),
            Event::InlineMath(text) => return self.formula(&text, false, span),
            Event::DisplayMath(text) => return self.formula(&text, true, span),
        };
        self.leaf(NodeKind::Inline(inline), span);
    }

    fn start(&mut self, tag: Tag<'a>, span: Range<usize>) {
        let kind = match tag {
            Tag::Paragraph if self.is_lead(&span) => NodeKind::Block(Block::Definition),
            Tag::Heading { level, id, classes, attrs } => {
                let links = self.attributes(&attrs, &span);
                NodeKind::Block(Block::Heading(Box::new(Heading { level, id, classes, links })))
            }
            Tag::BlockQuote(_) => NodeKind::Block(Block::Quote),
            Tag::List(start) => NodeKind::Block(Block::List(start)),
            Tag::Item => NodeKind::Block(Block::Item),
            Tag::Table(columns) => NodeKind::Block(Block::Table(columns)),
            Tag::TableHead => NodeKind::Block(Block::TableHead),
            Tag::TableRow => NodeKind::Block(Block::TableRow),
            Tag::TableCell => NodeKind::Block(Block::TableCell),
            Tag::FootnoteDefinition(name) => NodeKind::Block(Block::Note(name)),
            Tag::Emphasis => NodeKind::Inline(Inline::Emphasis),
            Tag::Strong => NodeKind::Inline(Inline::Strong),
            Tag::Strikethrough => NodeKind::Inline(Inline::Strikethrough),
            Tag::Superscript => NodeKind::Inline(Inline::Superscript),
            Tag::Subscript => NodeKind::Inline(Inline::Subscript),
            Tag::Link { link_type: LinkType::WikiLink { has_pothole }, dest_url, .. } => {
                // In a table the bar needs a backslash, which the parser leaves with the target.
                let target = if has_pothole { dest_url.trim_end_matches('\\') } else { &dest_url };
                let begin = target.len() - target.trim_start().len();
                let range = begin..begin + target.trim().len();
                NodeKind::Reference(Name::Mention(cut(&dest_url, range)))
            }
            Tag::Link { link_type: LinkType::Email, dest_url, title, .. } => {
                NodeKind::Inline(Inline::Link(format!("mailto:{dest_url}").into(), title))
            }
            Tag::Link { dest_url, title, .. } => NodeKind::Inline(Inline::Link(dest_url, title)),
            Tag::Image { dest_url, title, .. } => NodeKind::Inline(Inline::Image(dest_url, title)),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => {
                        let begin = info.len() - info.trim_start().len();
                        let length = info.split_whitespace().next().map_or(0, str::len);
                        cut(&info, begin..begin + length)
                    }
                    CodeBlockKind::Indented => "".into(),
                };
                self.gathered = Some(Gathered::code(language, self.first.is_some()));
                return;
            }
            Tag::HtmlBlock => {
                self.gathered = Some(Gathered::default());
                return;
            }
            // The other four are not switched on.
            Tag::Paragraph
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => NodeKind::Block(Block::Paragraph),
        };
        if self.first.is_none() {
            self.tree.open(kind, span);
        }
    }

    fn end(&mut self, span: Range<usize>) {
        let in_tree = self.depth <= MAX_DEPTH;
        self.depth = self.depth.saturating_sub(1);
        match self.gathered.take() {
            _ if !in_tree => {}
            Some(mut gathered) => {
                let (language, lines) = (gathered.language.take(), gathered.lines.take());
                let text = gathered.text(self.text);
                let kind = match language {
                    Some(language) if &*language == drawing::LANGUAGE => {
                        return self.drawing(&text, &lines.unwrap_or_default(), span);
                    }
                    Some(language) if &*language == run_query::LANGUAGE => {
                        Block::Runs(run_query::read(self.text, &span))
                    }
                    Some(language) if &*language == math::LANGUAGE && self.dialect.math => {
                        return self.formula_block(text, &lines.unwrap_or_default(), span);
                    }
                    Some(language) => Block::Code(Box::new(self.code(language, text))),
                    None if self.dialect.raw_html && text.trim() != footnotes::SEPARATOR => Block::Html(text),
                    None => return,
                };
                self.leaf(NodeKind::Block(kind), span);
            }
            None if self.first.is_none() => self.tree.close(),
            None => {}
        }
    }

    /// Adds a measured run, which is a leaf; true for each event that belongs to one.
    fn is_within_run(&mut self, event: &Event<'a>, span: &Range<usize>) -> bool {
        match event {
            Event::Start(Tag::Link { link_type: LinkType::WikiLink { .. }, dest_url, .. }) if self.within_run == 0 => {
                let written = self.text.get(span.clone()).unwrap_or_default();
                let Some(run) = run_name::read(dest_url, written) else { return false };
                self.leaf(NodeKind::Inline(Inline::Run(run)), span.clone());
                self.within_run = 1;
                return true;
            }
            _ if self.within_run == 0 => return false,
            Event::Start(_) => self.within_run += 1,
            Event::End(_) => self.within_run -= 1,
            _ => {}
        }
        true
    }

    /// Collects the text of a code block or of raw HTML; true if the event belongs to one.
    fn gathers(&mut self, event: &Event<'a>, span: &Range<usize>) -> bool {
        let Some(gathered) = &mut self.gathered else { return false };
        let (Event::Text(text) | Event::Html(text)) = event else { return false };
        gathered.push(text, span.clone(), self.text);
        if gathered.language.is_none() && self.first.is_some() {
            self.check(event, span);
        }
        true
    }

    fn leaf(&mut self, kind: NodeKind<'a, Name<'a>>, span: Range<usize>) {
        if self.first.is_none() {
            self.tree.leaf(kind, span);
        }
    }
}
