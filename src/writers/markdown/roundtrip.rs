//! Whether Markdown says what a linked body says: both are brought down to one line of text and marks, and compared.
//!
//! Not compared are the language of a block of code, and the ids of headings: neither is said to a reader.

use crate::link::Linked;
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::writers::html::body;
use crate::writers::markdown::html;
use crate::writers::markdown::write::{KNOWN, Text, note};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// A heading that no author has: behind everything else, it shows whether the text before it has ended.
const LAST: &str = "\u{f8ff}";

/// True if the text says what the body says, and ends as well.
#[must_use]
pub fn says(inputs: &Inputs<'_>, text: Text<'_>, written: &str) -> bool {
    let whole = format!("{written}\n\n## {LAST}\n");
    let said = Parser::new_ext(&whole, KNOWN);
    let mut found = Line::default();
    for event in said {
        found.event(&event, &|address| address.to_owned());
    }
    let mut wanted = Line::default();
    for node in text.body.nodes_of(text.nodes) {
        wanted.node(inputs, text, &node);
    }
    wanted.out.push_str("\u{1}H2\u{2}");
    wanted.out.push_str(LAST);
    wanted.out.push_str("\u{1}/Heading(H2)\u{2}");
    found.out == wanted.out
}

#[derive(Default)]
struct Line {
    out: String,
    /// Inside a block of code.
    in_code: bool,
}

impl Line {
    fn mark(&mut self, parts: &[&str]) {
        self.out.push('\u{1}');
        self.out.extend(parts.iter().copied());
        self.out.push('\u{2}');
    }

    fn node(&mut self, inputs: &Inputs<'_>, text: Text<'_>, node: &Linked<'_>) {
        let absolute = |address: &str| body::absolute(inputs, text.folder, address);
        match node {
            Linked::Markdown(Event::Html(block)) => match html::code(block) {
                Some((_, code)) => self.code(&code),
                None => self.out.push_str(block),
            },
            Linked::Markdown(event) => self.event(event, &absolute),
            Linked::TermStart(at) => {
                let address = inputs.config.base_url.join(&entry_path(&inputs.glossary.entries[*at]));
                self.mark(&["a ", &address, " "]);
            }
            Linked::TermEnd => self.mark(&["/Link"]),
            Linked::Cite(source) => {
                let order = text.entry.map(|entry| &entry.source_order);
                if let Some(at) = order.and_then(|order| order.iter().position(|at| at == source)) {
                    self.mark(&["^", &note(at + 1)]);
                }
            }
            Linked::Figure(name) => self.mark(&["figure ", name]),
        }
    }

    fn event(&mut self, event: &Event<'_>, address: &dyn Fn(&str) -> String) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                self.in_code = true;
                self.out.push_str("\u{1}pre\u{2}");
            }
            Event::End(TagEnd::CodeBlock) => {
                self.in_code = false;
                self.end_code();
            }
            Event::Text(words) => self.out.push_str(words),
            Event::SoftBreak => self.out.push('\n'),
            Event::Html(html) | Event::InlineHtml(html) => self.out.push_str(html),
            Event::Code(code) => self.mark(&["code ", code]),
            Event::FootnoteReference(name) => self.mark(&["^", name]),
            Event::Start(Tag::Heading { level, .. }) => self.mark(&[&level.to_string().to_uppercase()]),
            Event::Start(Tag::Link { dest_url, title, .. }) => self.mark(&["a ", &address(dest_url), " ", title]),
            Event::Start(Tag::Image { dest_url, title, .. }) => self.mark(&["img ", &address(dest_url), " ", title]),
            Event::Start(tag) => self.mark(&[&format!("{tag:?}")]),
            Event::End(tag) => self.mark(&[&format!("/{tag:?}")]),
            other => self.mark(&[&format!("{other:?}")]),
        }
    }

    fn code(&mut self, code: &str) {
        self.out.push_str("\u{1}pre\u{2}");
        self.out.push_str(code);
        self.end_code();
    }

    /// The end of a block of code, whatever line ends stand before it.
    fn end_code(&mut self) {
        self.out.truncate(self.out.trim_end_matches('\n').len());
        self.out.push_str("\u{1}/pre\u{2}");
    }
}
