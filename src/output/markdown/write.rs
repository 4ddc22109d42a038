//! A linked body as Markdown again.
//!
//! 1. Terms become links to their entries' pages, every other address is made absolute.
//! 2. A citation becomes a note, `[^source-1]`, by the number that the page gives to the source.
//! 3. Highlighted code becomes a fenced block, a figure its number or its table.
//!
//! The words are those of the page. Where a body cannot be written back, its source is given as the author wrote it.

use super::html;
use crate::link::Linked;
use crate::render::body::{self, Prose};
use crate::render::figures::{Figure, Figures};
use crate::render::{Inputs, entry_path};
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Tag, TagEnd};
use pulldown_cmark_to_cmark::{Options as Style, cmark_with_options};

/// The body; `None` if it cannot be written.
#[must_use]
pub fn body(inputs: &Inputs<'_>, prose: Prose<'_>, figures: &Figures) -> Option<String> {
    let mut events: Vec<Event<'_>> = Vec::with_capacity(prose.nodes.len());
    for node in prose.nodes {
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
    let known = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_OLD_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let style =
        Style { code_block_token_count: 3, list_token: '-', increment_ordered_list_bullets: true, ..Style::default() };
    let mut out = String::new();
    cmark_with_options(events.iter(), &mut out, known, style).ok()?;
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

fn markdown<'a>(inputs: &Inputs<'_>, prose: Prose<'_>, event: &'a Event<'static>) -> Vec<Event<'a>> {
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
    let mut out = String::with_capacity(text.len());
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for c in words.chars().filter(|c| !c.is_control()) {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// An author's short Markdown on one line.
#[must_use]
pub fn short(markdown: &str) -> String {
    markdown.split_whitespace().collect::<Vec<_>>().join(" ")
}
