//! The definition of an entry at the beginning of its tree.
//!
//! 1. A definition in the front matter is one block before the body's. YAML writes it with quotes, escapes and folded
//!    lines, so it is parsed from a copy, whose bytes map back to the file.
//! 2. A definition is short text: blocks in it are joined, and HTML is reported and left out, if the site has none.
//! 3. A definition that the body begins with is the paragraphs there.

use super::BodyReader;
use crate::syntax::copies::Copies;
use crate::syntax::dialect::Dialect;
use crate::syntax::marks::Marks;
use crate::syntax::parser;
use crate::syntax::tree::{Block, NodeKind};
use pulldown_cmark::{Event, Tag, TagEnd};
use rooflight_source::diagnostic::messages;
use rooflight_source::file::SourceFile;
use std::ops::Range;

/// A definition in the front matter, as rewritten for the parser.
#[derive(Debug)]
pub(super) struct DefinitionText {
    /// Its bytes in the file.
    pub(super) span: Range<usize>,
    copies: Copies,
    marks: Marks,
}

impl DefinitionText {
    /// Rewrites the definition at these bytes of the file, which YAML reads as `text`.
    pub(super) fn new(file: &SourceFile, span: Range<usize>, text: &str, dialect: &Dialect) -> Self {
        let raw = file.text.get(span.clone()).unwrap_or_default();
        let copies = Copies::of_definition(raw, text, dialect);
        let marks = Marks::new(copies.text(raw), dialect.math);
        Self { span, copies, marks }
    }
}

impl<'a> BodyReader<'a, '_> {
    /// Reads a definition of the front matter.
    pub(super) fn read_definition(&mut self, definition: &'a DefinitionText) {
        let DefinitionText { span, copies, marks } = definition;
        let origin = |inside: Range<usize>| {
            let inside = copies.origin(inside);
            span.start + inside.start..span.start + inside.end
        };
        let is_first = self.first.is_some();
        if !is_first {
            self.tree.open(NodeKind::Block(Block::Definition), span.clone());
        }
        self.depth += 1;
        let text = copies.text(self.text.get(span.clone()).unwrap_or_default());
        let mut is_between = false;
        for (event, place) in parser::events(text, self.dialect.math) {
            match event {
                Event::End(tag) if !is_inline_end(tag) => is_between = true,
                Event::Start(tag) if !is_inline(&tag) => {}
                Event::Rule | Event::TaskListMarker(_) => {}
                Event::Html(html) | Event::InlineHtml(html) if !self.dialect.raw_html => {
                    if !html.trim_start().starts_with("<!--") {
                        let help = "write it in Markdown, or put it in backticks to show it";
                        self.report(&origin(place), |place| messages::left_out(place, "HTML in a definition", help));
                    }
                }
                Event::Html(html) => self.event(Event::InlineHtml(html), origin(place)),
                event => {
                    if std::mem::take(&mut is_between) {
                        self.event(Event::SoftBreak, origin(place.start..place.start));
                    }
                    self.parsed(event, place, text, marks, &origin);
                }
            }
        }
        self.depth -= 1;
        if !is_first {
            self.tree.close();
        }
    }

    /// True for a paragraph at the beginning of the body that is the definition.
    pub(super) fn is_lead(&self, span: &Range<usize>) -> bool {
        self.depth == 1 && self.lead.contains(&span.start)
    }

    /// Ends the lead at the first block that is no part of it; comments and notes are not shown where they stand.
    pub(super) fn end_lead(&mut self, tag: &Tag<'_>, span: &Range<usize>) {
        let is_shown = match tag {
            Tag::HtmlBlock => self.dialect.raw_html,
            Tag::FootnoteDefinition(_) => false,
            Tag::Paragraph => !self.lead.contains(&span.start),
            _ => true,
        };
        if self.depth == 1 && is_shown {
            self.lead = 0..0;
        }
    }
}

fn is_inline(tag: &Tag<'_>) -> bool {
    is_inline_end(tag.to_end())
}

const fn is_inline_end(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}
