//! Footnotes of a body: letters, since figures belong to the sources, and all notes at the end.
//!
//! 1. [`Notes::new`] letters the notes in the order of their first mention; a note that nothing mentions comes last.
//! 2. [`Notes::arranged`] gives the body's nodes with the notes moved behind everything else.
//! 3. [`Notes::tag`] writes mentions and notes. On a page they lead to each other; a feed gets the letters alone.

use crate::link::Linked;
use crate::writers::html::body::Target;
use pulldown_cmark::{Event, Tag, TagEnd};
use std::collections::BTreeSet;

/// The footnotes of a body.
pub(super) struct Notes<'a> {
    nodes: &'a [Linked<'a>],
    order: Vec<String>,
    mentioned: BTreeSet<String>,
    open: Option<usize>,
}

impl<'a> Notes<'a> {
    /// Letters the notes.
    pub(super) fn new(nodes: &'a [Linked<'a>]) -> Self {
        let name = |node: &Linked<'_>, defined: bool| match node {
            Linked::Markdown(Event::FootnoteReference(name)) if !defined => Some(name.to_lowercase()),
            Linked::Markdown(Event::Start(Tag::FootnoteDefinition(name))) if defined => Some(name.to_lowercase()),
            _ => None,
        };
        let mut order: Vec<String> = Vec::new();
        for defined in [false, true] {
            for name in nodes.iter().filter_map(|node| name(node, defined)) {
                if !order.contains(&name) {
                    order.push(name);
                }
            }
        }
        Self { nodes, order, mentioned: BTreeSet::new(), open: None }
    }

    /// The nodes with the notes at the end, in the order of their letters.
    pub(super) fn arranged(&self) -> Vec<&'a Linked<'a>> {
        let mut text = Vec::with_capacity(self.nodes.len());
        let mut notes: Vec<(usize, Vec<&'a Linked<'a>>)> = Vec::new();
        // A note inside a note stands beside it in the end.
        let mut open: Vec<usize> = Vec::new();
        for node in self.nodes {
            if let Linked::Markdown(Event::Start(Tag::FootnoteDefinition(name))) = node {
                open.push(notes.len());
                notes.push((self.position(name), Vec::new()));
            }
            match open.last() {
                Some(note) => notes[*note].1.push(node),
                None => text.push(node),
            }
            if matches!(node, Linked::Markdown(Event::End(TagEnd::FootnoteDefinition))) {
                open.pop();
            }
        }
        notes.sort_by_key(|(position, _)| *position);
        text.extend(notes.into_iter().flat_map(|(_, note)| note));
        text
    }

    fn position(&self, name: &str) -> usize {
        let name = name.to_lowercase();
        self.order.iter().position(|known| *known == name).unwrap_or(self.order.len())
    }

    /// The HTML of an event that belongs to a footnote; `None` for every other.
    pub(super) fn tag(&mut self, event: &Event<'_>, target: Target<'_>) -> Option<String> {
        let on_page = matches!(target, Target::Page(_));
        match event {
            Event::FootnoteReference(name) => {
                let letter = letter(self.position(name));
                let first = self.mentioned.insert(name.to_lowercase());
                let id = if first { format!(" id=\"fnref-{letter}\"") } else { String::new() };
                let link = format!("<a href=\"#fn-{letter}\"{id} aria-label=\"Note {letter}\">{letter}</a>");
                Some(if on_page { format!("<sup class=\"cite\">{link}</sup>") } else { format!("<sup>{letter}</sup>") })
            }
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let position = self.position(name);
                let class = if on_page { " class=\"notes\"" } else { "" };
                let start = if self.open.is_none() { format!("<ol{class} type=\"a\">\n") } else { String::new() };
                let id = if on_page { format!(" id=\"fn-{}\"", letter(position)) } else { String::new() };
                self.open = Some(position);
                Some(format!("{start}<li{id}>"))
            }
            Event::End(TagEnd::FootnoteDefinition) => {
                let position = self.open.unwrap_or_default();
                let mentioned = self.order.get(position).is_some_and(|name| self.mentioned.contains(name));
                let letter = letter(position);
                let back = format!(
                    "<p><a href=\"#fnref-{letter}\" aria-label=\"Back to note {letter} in the text\">↩</a></p>"
                );
                Some(format!("{}</li>\n", if on_page && mentioned { back.as_str() } else { "" }))
            }
            _ => None,
        }
    }

    /// What ends the list of notes, if there is one.
    pub(super) fn end(&self) -> &'static str {
        if self.open.is_some() { "</ol>\n" } else { "" }
    }
}

/// a, b, … z, aa, ab, …
fn letter(position: usize) -> String {
    let last = char::from(b'a' + u8::try_from(position % 26).unwrap_or_default());
    if position < 26 { last.to_string() } else { format!("{}{last}", letter(position / 26 - 1)) }
}
