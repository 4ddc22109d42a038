//! Reads a Markdown body into a tree.
//!
//! 1. pulldown-cmark parses the body; every node keeps its bytes in the file.
//! 2. `[[id]]` and `[[id|text]]` become mentions, in a table too, `[^key]` a citation unless the body has a footnote of
//!    that name. `[[run:id]]` becomes a measured run, and a block of the language `drawing` a drawing.
//!    Dollar signs enclose formulas where they are switched on ([`crate::syntax::math`]), as a block of the language
//!    `math` does.
//! 3. `## Words {links=off}` sets how often a term is linked from there on; a heading takes no other attribute but an
//!    id and classes.
//! 4. `==words==` is a mark ([`crate::syntax::marks`]), which the parser takes for text.
//! 5. Raw HTML (where it is switched off), links with a scheme that a page must not have, images of other hosts and
//!    first-level headings are reported.
//! 6. Constructs of other programs are read as their plain form ([`crate::syntax::copies`]); those without a plain
//!    form are reported ([`crate::syntax::leftovers`]). A comment of HTML shows nothing and is not raw HTML.
//!
//! Never works on strings of Markdown or HTML: substitution before or after parsing is the root of most broken links.

mod checks;
mod leaves;

use crate::syntax::copies::Copies;
use crate::syntax::dialect::Dialect;
use crate::syntax::gathered::Gathered;
use crate::syntax::marks::{Marks, Piece};
use crate::syntax::tree::{Block, Builder, Heading, Inline, Kind, Name, Tree, cut};
use crate::syntax::{drawing, footnotes, leftovers, math, parser, placeholders, run_name};
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Tag};
use rooflight_drawing::Drawing;
use rooflight_source::characters;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::file::SourceFile;
use std::collections::BTreeSet;
use std::ops::Range;

/// The results of the first reading of a body.
#[derive(Debug, Default)]
pub(super) struct FirstPass {
    /// Each block of code with its syntax marked, in order.
    pub(super) code: Vec<Box<str>>,
    /// Each drawing, in order; `None` where it has a mistake.
    pub(super) drawings: Vec<Option<Drawing>>,
    /// Each formula as MathML, in order; `None` where it has a mistake.
    pub(super) formulas: Vec<Option<Box<str>>>,
    /// The links and images, in order.
    pub(super) links: Vec<Link>,
    /// The body as the parser reads it, where that is not as it was written.
    copies: Copies,
    /// The signs of its marks.
    marks: Marks,
}

/// A link or an image that an author wrote.
#[derive(Debug)]
pub struct Link {
    /// The address as it was written.
    pub address: Box<str>,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// Reads the body that begins at byte `start` of the file for the first time, and reports what is wrong with it.
pub(super) fn first_pass(
    file: &SourceFile,
    start: usize,
    dialect: &Dialect,
    problems: &mut Vec<Diagnostic>,
) -> FirstPass {
    characters::check(&file.path, &file.text, start, problems);
    let body = file.text.get(start..).unwrap_or_default();
    let copies = Copies::new(body, dialect);
    let marks = Marks::new(copies.text(body), dialect.math);
    let known = FirstPass { copies, marks, ..FirstPass::default() };
    let mut kept = FirstPass::default();
    let mut code = Vec::new();
    let first = First { path: &file.path, problems, kept: &mut kept, code: &mut code };
    Reader::new(&file.text, dialect, false, &known, Some(first)).read(start);
    // A note in its line is read at the end of the body.
    code.sort_by_key(|span| span.start);
    leftovers::check(&file.path, &file.text, start, &code, dialect, problems);
    let FirstPass { copies, marks, .. } = known;
    FirstPass { copies, marks, ..kept }
}

/// Reads a parsed body again; `first` is what the first reading kept.
pub(super) fn tree<'a>(
    text: &'a str,
    start: usize,
    dialect: &'a Dialect,
    figures: bool,
    first: &'a FirstPass,
) -> Tree<'a, Name<'a>> {
    Reader::new(text, dialect, figures, first, None).read(start)
}

/// Nesting limit; bounds every later pass. Elements below it are reported, and no part of the tree.
const MAX_DEPTH: usize = 100;

/// The outputs of the first reading, which needs no tree.
struct First<'p> {
    path: &'p str,
    problems: &'p mut Vec<Diagnostic>,
    kept: &'p mut FirstPass,
    /// Where code stands, in order.
    code: &'p mut Vec<Range<usize>>,
}

#[allow(clippy::struct_excessive_bools, reason = "settings, and what is open while a text is read")]
struct Reader<'a, 'p> {
    text: &'a str,
    dialect: &'a Dialect,
    /// The body as the parser reads it.
    copies: &'a Copies,
    marks: &'a Marks,
    /// Whether figures are named in the text.
    figures: bool,
    first: Option<First<'p>>,
    /// The highlighted blocks of code to come, after the first reading.
    code: std::slice::Iter<'a, Box<str>>,
    /// The drawings to come, after the first reading.
    drawings: std::slice::Iter<'a, Option<Drawing>>,
    /// The formulas to come, after the first reading.
    formulas: std::slice::Iter<'a, Option<Box<str>>>,
    tree: Builder<'a, Name<'a>>,
    gathered: Option<Gathered<'a>>,
    notes: BTreeSet<String>,
    depth: usize,
    /// How many elements are open within the name of a run, whose words are read with it.
    within_run: usize,
    /// Whether it was said that elements lie too deep.
    too_deep: bool,
    /// Whether a comment of HTML is open.
    in_comment: bool,
}

impl<'a, 'p> Reader<'a, 'p> {
    fn new(text: &'a str, dialect: &'a Dialect, figures: bool, kept: &'a FirstPass, first: Option<First<'p>>) -> Self {
        // A node takes some thirty bytes of text.
        let tree = Builder::with_capacity(if first.is_some() { 0 } else { text.len() / 30 + 8 });
        let notes = BTreeSet::new();
        Self {
            text,
            dialect,
            copies: &kept.copies,
            marks: &kept.marks,
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
        for (event, span) in parser::events(body, self.dialect.math) {
            let is_formula =
                math::dollars::kind(&event).is_none_or(|display| math::dollars::is_formula(body, &span, display));
            let event = if is_formula { event } else { Event::Text(body[span.clone()].into()) };
            let pieces = if let Event::Text(text) = &event { marks.cut(text, &span) } else { None };
            let Some(pieces) = pieces else {
                self.event(event, origin(span));
                continue;
            };
            for piece in pieces {
                match piece {
                    Piece::Words(text, span) => self.event(Event::Text(text), origin(span)),
                    Piece::Begin(span) => self.begin_mark(origin(span)),
                    Piece::End(span) => self.end_mark(origin(span)),
                }
            }
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
                match self.depth {
                    ..=MAX_DEPTH => return self.start(tag, span),
                    _ if std::mem::replace(&mut self.too_deep, true) => return,
                    _ => return self.tell(&span, |place| messages::too_deep(place, MAX_DEPTH)),
                }
            }
            Event::End(_) => return self.end(span),
            Event::Text(text) if self.figures => {
                for (inline, span) in placeholders::split(&text, span, self.text) {
                    self.leaf(Kind::Inline(inline), span);
                }
                return;
            }
            Event::FootnoteReference(key) if !self.notes.contains(&key.to_lowercase()) => {
                return self.leaf(Kind::Reference(Name::Citation(key)), span);
            }
            Event::Rule => return self.leaf(Kind::Block(Block::Rule), span),
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
        self.leaf(Kind::Inline(inline), span);
    }

    /// A mark is an element that the parser does not know.
    fn begin_mark(&mut self, span: Range<usize>) {
        if self.within_run == 0 {
            self.depth += 1;
            if self.depth <= MAX_DEPTH && self.first.is_none() {
                self.tree.open(Kind::Inline(Inline::Mark), span);
            }
        }
    }

    fn end_mark(&mut self, span: Range<usize>) {
        if self.within_run == 0 {
            self.end(span);
        }
    }

    fn start(&mut self, tag: Tag<'a>, span: Range<usize>) {
        let kind = match tag {
            Tag::Heading { level, id, classes, attrs } => {
                let links = self.attributes(&attrs, &span);
                Kind::Block(Block::Heading(Box::new(Heading { level, id, classes, links })))
            }
            Tag::BlockQuote(_) => Kind::Block(Block::Quote),
            Tag::List(start) => Kind::Block(Block::List(start)),
            Tag::Item => Kind::Block(Block::Item),
            Tag::Table(columns) => Kind::Block(Block::Table(columns)),
            Tag::TableHead => Kind::Block(Block::TableHead),
            Tag::TableRow => Kind::Block(Block::TableRow),
            Tag::TableCell => Kind::Block(Block::TableCell),
            Tag::FootnoteDefinition(name) => Kind::Block(Block::Note(name)),
            Tag::Emphasis => Kind::Inline(Inline::Emphasis),
            Tag::Strong => Kind::Inline(Inline::Strong),
            Tag::Strikethrough => Kind::Inline(Inline::Strikethrough),
            Tag::Superscript => Kind::Inline(Inline::Superscript),
            Tag::Subscript => Kind::Inline(Inline::Subscript),
            Tag::Link { link_type: LinkType::WikiLink { has_pothole }, dest_url, .. } => {
                // In a table the bar needs a backslash, which the parser leaves with the target.
                let target = if has_pothole { dest_url.trim_end_matches('\\') } else { &dest_url };
                let begin = target.len() - target.trim_start().len();
                let range = begin..begin + target.trim().len();
                Kind::Reference(Name::Mention(cut(&dest_url, range)))
            }
            Tag::Link { link_type: LinkType::Email, dest_url, title, .. } => {
                Kind::Inline(Inline::Link(format!("mailto:{dest_url}").into(), title))
            }
            Tag::Link { dest_url, title, .. } => Kind::Inline(Inline::Link(dest_url, title)),
            Tag::Image { dest_url, title, .. } => Kind::Inline(Inline::Image(dest_url, title)),
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
            // The others are not switched on.
            Tag::Paragraph
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => Kind::Block(Block::Paragraph),
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
                    Some(language) if &*language == math::LANGUAGE && self.dialect.math => {
                        return self.formula_block(text, &lines.unwrap_or_default(), span);
                    }
                    Some(language) => Block::Code(Box::new(self.code(language, text))),
                    None if self.dialect.raw_html && text.trim() != footnotes::SEPARATOR => Block::Html(text),
                    None => return,
                };
                self.leaf(Kind::Block(kind), span);
            }
            None if self.first.is_none() => self.tree.close(),
            None => {}
        }
    }

    /// The name of a run is a leaf; true while the event belongs to one.
    fn is_within_run(&mut self, event: &Event<'a>, span: &Range<usize>) -> bool {
        match event {
            Event::Start(Tag::Link { link_type: LinkType::WikiLink { .. }, dest_url, .. }) if self.within_run == 0 => {
                let written = self.text.get(span.clone()).unwrap_or_default();
                let Some(run) = run_name::read(dest_url, written) else { return false };
                self.leaf(Kind::Inline(Inline::Run(run)), span.clone());
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

    /// Gathers the text of a block of code or HTML; true while the event belongs to one.
    fn gathers(&mut self, event: &Event<'a>, span: &Range<usize>) -> bool {
        let Some(gathered) = &mut self.gathered else { return false };
        let (Event::Text(text) | Event::Html(text)) = event else { return false };
        gathered.push(text, span.clone(), self.text);
        if gathered.language.is_none() && self.first.is_some() {
            self.check(event, span);
        }
        true
    }

    fn leaf(&mut self, kind: Kind<'a, Name<'a>>, span: Range<usize>) {
        if self.first.is_none() {
            self.tree.leaf(kind, span);
        }
    }
}
