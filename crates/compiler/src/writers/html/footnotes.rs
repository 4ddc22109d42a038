//! Footnotes of a body: marked with letters, since numbers mark sources, and listed at the end.
//!
//! 1. [`Notes::new`] assigns letters in the order of first mention; notes without a mention come last.
//! 2. [`Notes::defined`] returns the texts in the order of their letters; a note inside a note becomes a separate one.
//! 3. On a page, mentions and notes link to each other; a feed has only the letters.

use rooflight_glossary::link::{Linked, Reference};
use rooflight_glossary::model::strings::Strings;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_glossary::syntax::tree::{Block, Children, Inline, Node, NodeKind};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// The footnotes of a body, by their names in lower case.
pub(super) struct Notes {
    order: Vec<String>,
    /// The place of each name in that order.
    places: HashMap<String, usize>,
    mentioned: BTreeSet<String>,
}

/// The texts of notes, each with the position of its letter in the alphabet from 0 on.
type Defined<'t, 'a> = Vec<(usize, Children<'t, 'a, Reference>)>;

impl Notes {
    /// Assigns letters to the notes.
    pub(super) fn new(nodes: &[Node<'_, Reference>]) -> Self {
        let name = |node: &Node<'_, Reference>, defined: bool| match &node.kind {
            NodeKind::Inline(Inline::NoteReference(name)) if !defined => Some(name.to_lowercase()),
            NodeKind::Block(Block::Note(name)) if defined => Some(name.to_lowercase()),
            _ => None,
        };
        let (mut order, mut places) = (Vec::new(), HashMap::new());
        for defined in [false, true] {
            for name in nodes.iter().filter_map(|node| name(node, defined)) {
                if let Entry::Vacant(place) = places.entry(name) {
                    order.push(place.key().clone());
                    place.insert(order.len() - 1);
                }
            }
        }
        Self { order, places, mentioned: BTreeSet::new() }
    }

    /// Returns the texts of the notes, in the order of their letters.
    pub(super) fn defined<'t, 'a>(&self, tree: &'t Linked<'a>) -> Defined<'t, 'a> {
        let mut found = Vec::new();
        if !self.order.is_empty() {
            self.gather(tree.children(), &mut found);
            found.sort_by_key(|(position, _)| *position);
        }
        found
    }

    fn gather<'t, 'a>(&self, nodes: Children<'t, 'a, Reference>, found: &mut Defined<'t, 'a>) {
        for (node, inside) in nodes {
            if let NodeKind::Block(Block::Note(name)) = &node.kind {
                found.push((self.position(name), inside));
            }
            self.gather(inside, found);
        }
    }

    fn position(&self, name: &str) -> usize {
        self.places.get(&name.to_lowercase()).copied().unwrap_or(self.order.len())
    }

    /// Writes a mention of a note; on a page the first mention gets the id that the note links back to.
    pub(super) fn mention(&mut self, name: &str, on_page: bool, strings: &Strings) -> String {
        let letter = letter(self.position(name));
        if !on_page {
            return format!("<sup>{letter}</sup>");
        }
        let first = self.mentioned.insert(name.to_lowercase());
        let id = if first { format!(" id=\"fnref-{letter}\"") } else { String::new() };
        let label = escape(&strings.fill("text.note", &[("letter", &letter)]));
        format!("<sup class=\"cite\"><a href=\"#fn-{letter}\"{id} aria-label=\"{label}\">{letter}</a></sup>")
    }

    /// Writes the start tag of a note.
    pub(super) fn start(position: usize, on_page: bool) -> String {
        if on_page { format!("<li id=\"fn-{}\">", letter(position)) } else { "<li>".to_owned() }
    }

    /// Writes the end tag of a note, on a page after a link back to its first mention.
    pub(super) fn end(&self, position: usize, on_page: bool, strings: &Strings) -> String {
        let mentioned = self.order.get(position).is_some_and(|name| self.mentioned.contains(name));
        if !(on_page && mentioned) {
            return "</li>\n".to_owned();
        }
        let letter = letter(position);
        let label = escape(&strings.fill("text.back_to_note", &[("letter", &letter)]));
        format!("<p><a href=\"#fnref-{letter}\" aria-label=\"{label}\">↩</a></p></li>\n")
    }
}

/// Returns the letter for a position from 0 on: a, b, … z, aa, ab, …
fn letter(position: usize) -> String {
    let last = char::from(b'a' + u8::try_from(position % 26).unwrap_or_default());
    if position < 26 { last.to_string() } else { format!("{}{last}", letter(position / 26 - 1)) }
}
