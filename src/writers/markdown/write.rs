//! A linked body as Markdown.
//!
//! 1. Mostly the author's own text with the links put in ([`splice`]).
//! 2. Where that is not possible, the body is written anew from its nodes: terms become links to their entries' pages, every other address
//!    is made absolute, a citation becomes a note, `[^source-1]`, by the number that the page gives to the source.
//!
//! The words are those of the page. A body that cannot be written back either is given as the author wrote it.

use crate::link::{Entry, Linked, LinkedBody};
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::syntax::markdown::Spanned;
use crate::writers::html::body::{self, Prose};
use crate::writers::html::figures::{Figure, Figures};
use crate::writers::markdown::html;
use crate::writers::markdown::splice::splice;
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Tag, TagEnd};
use pulldown_cmark_to_cmark::{Options as Style, cmark_with_options};

/// A body that is to be written.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// The body with its links.
    pub body: &'a LinkedBody,
    /// The nodes of the parsed body.
    pub nodes: &'a [Spanned<'a>],
    /// The folder that its page stands in, below the root.
    pub folder: &'a str,
    /// The entry, where it is one: it has sources.
    pub entry: Option<&'a Entry>,
}

/// What Markdown is to those who read it elsewhere.
pub(super) const KNOWN: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_OLD_FOOTNOTES)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// The body.
#[must_use]
pub fn body(inputs: &Inputs<'_>, text: Text<'_>, figures: &Figures) -> String {
    splice(inputs, text, figures)
        .or_else(|| anew(inputs, text, figures))
        .unwrap_or_else(|| text.body.parsed().text().trim().to_owned())
}

/// The body from its nodes; `None` if it cannot be written.
fn anew(inputs: &Inputs<'_>, text: Text<'_>, figures: &Figures) -> Option<String> {
    let nodes = text.body.nodes_of(text.nodes);
    let prose = Prose { nodes: &nodes, folder: text.folder, entry: text.entry };
    let mut events: Vec<Event<'_>> = Vec::with_capacity(nodes.len());
    for node in &nodes {
        match node {
            Linked::Markdown(event) => events.extend(markdown(inputs, prose, event)),
            Linked::TermStart(number) => {
                events.push(link(inputs.config.base_url.join(&entry_path(&inputs.glossary.entries[*number]))));
            }
            Linked::TermEnd => events.push(Event::End(TagEnd::Link)),
            Linked::Cite(position) => events.extend(cite(prose, *position)),
            Linked::Figure(name) => events.extend(figures.get(name).map(figure)),
        }
    }
    let style =
        Style { code_block_token_count: 3, list_token: '-', increment_ordered_list_bullets: true, ..Style::default() };
    let mut out = String::new();
    cmark_with_options(events.iter(), &mut out, KNOWN, style).ok()?;
    Some(out.trim().to_owned())
}

fn link(address: String) -> Event<'static> {
    Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url: address.into(), title: "".into(), id: "".into() })
}

/// The note of a source; a lesson shows an entry's text without its sources.
fn cite(prose: Prose<'_>, position: usize) -> Option<Event<'static>> {
    let number = prose.entry?.source_order.iter().position(|at| *at == position)? + 1;
    Some(Event::FootnoteReference(note(number).into()))
}

/// The name of a source's note.
#[must_use]
pub fn note(number: usize) -> String {
    format!("source-{number}")
}

fn figure(figure: &Figure) -> Event<'static> {
    match figure {
        Figure::Words(words) => Event::Text(html::text(words).into()),
        Figure::Block(block) => Event::InlineHtml(html::figure(block).into()),
    }
}

fn markdown<'a>(inputs: &Inputs<'_>, prose: Prose<'_>, event: &'a Event<'a>) -> Vec<Event<'a>> {
    match event {
        Event::Start(Tag::Heading { level, .. }) => {
            vec![Event::Start(Tag::Heading { level: *level, id: None, classes: Vec::new(), attrs: Vec::new() })]
        }
        Event::Start(Tag::Link { dest_url, .. }) => vec![link(body::absolute(inputs, prose.folder, dest_url))],
        Event::Start(Tag::Image { title, dest_url, .. }) => vec![Event::Start(Tag::Image {
            link_type: LinkType::Inline,
            dest_url: body::absolute(inputs, prose.folder, dest_url).into(),
            title: title.clone(),
            id: "".into(),
        })],
        // A name that was written over a line's end.
        Event::Text(text) if text.contains('\n') => {
            let lines = text.split('\n').map(|line| Event::Text(line.to_owned().into()));
            lines.flat_map(|line| [Event::SoftBreak, line]).skip(1).collect()
        }
        Event::Html(block) => match html::code(block) {
            Some((language, code)) => vec![
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language.into()))),
                Event::Text(code.into()),
                Event::End(TagEnd::CodeBlock),
            ],
            None => vec![event.clone()],
        },
        _ => vec![event.clone()],
    }
}

/// Plain words as Markdown: what would be a mark is escaped, and everything stands on one line.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    if is_one_line(text) && !text.contains(is_mark) {
        out.push_str(text);
        return out;
    }
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars().filter(|c| !c.is_control()) {
            if is_mark(c) {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// An author's short Markdown on one line.
#[must_use]
pub fn short(markdown: &str) -> String {
    if is_one_line(markdown) {
        return markdown.to_owned();
    }
    markdown.split_whitespace().collect::<Vec<_>>().join(" ")
}

const fn is_mark(c: char) -> bool {
    matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~')
}

/// True for words one space apart, all of them ASCII: those need no closer look.
fn is_one_line(text: &str) -> bool {
    let mut before = b' ';
    let single = text.bytes().all(|byte| {
        let single = (b' '..0x7f).contains(&byte) && (byte != b' ' || before != b' ');
        before = byte;
        single
    });
    single && before != b' '
}
