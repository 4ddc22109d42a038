//! Ids of a body's headings and tables.
//!
//! 1. The id is made of the heading's words, so it survives changes to other parts of the page; duplicates get a
//!    number. An id that the author wrote is kept.
//! 2. A table is called after the heading above it, so that its address stays when a table is added elsewhere.
//! 3. A heading links to itself, so that its address can be copied, unless it contains a link or a note.

use rooflight_glossary::link::Reference;
use rooflight_glossary::syntax::heading_target;
use rooflight_glossary::syntax::tree::{Children, Heading, Inline, NodeKind};
use std::collections::{BTreeSet, HashMap};

/// The ids that are taken, and for each duplicated id the next number to try.
pub(super) struct Headings {
    taken: BTreeSet<String>,
    next: HashMap<String, usize>,
    /// The id of the last heading; empty before the first one.
    last: String,
}

/// Ids that the page's template uses; `calculator` only on pages of entries.
const RESERVED: [&str; 2] = ["main", "calculator"];

impl Headings {
    /// Starts a body, of an entry or of another page.
    pub(super) fn new(of_entry: bool) -> Self {
        let reserved = RESERVED.iter().take(1 + usize::from(of_entry));
        Self { taken: reserved.map(ToString::to_string).collect(), next: HashMap::new(), last: String::new() }
    }

    /// Assigns an id to the next heading; the flag is true if the heading can be a link, since nothing in it is one.
    pub(super) fn id(&mut self, heading: &Heading<'_>, inside: Children<'_, '_, Reference>) -> (String, bool) {
        let (mut words, mut is_plain) = (String::new(), true);
        for node in inside.descendants() {
            match &node.kind {
                NodeKind::Inline(Inline::Text(text) | Inline::Code(text)) => words.push_str(text),
                NodeKind::Inline(Inline::Math(formula)) => words.push_str(&formula.latex),
                NodeKind::Inline(Inline::Link(..) | Inline::NoteReference(_)) | NodeKind::Reference(_) => {
                    is_plain = false;
                }
                _ => {}
            }
        }
        let wanted = heading.id.as_ref().map_or_else(|| heading_target::id(&words), ToString::to_string);
        self.last = unique(wanted, &mut self.taken, &mut self.next);
        (self.last.clone(), is_plain)
    }

    /// Assigns an id to the next table.
    pub(super) fn table_id(&mut self) -> String {
        let above = if self.last.is_empty() { "first" } else { &self.last };
        unique(format!("table-{above}"), &mut self.taken, &mut self.next)
    }
}

/// Returns the wanted id, or the first free one with a number from 2 on. `next` remembers the next number, so that many
/// equal headings take linear time.
fn unique(wanted: String, taken: &mut BTreeSet<String>, next: &mut HashMap<String, usize>) -> String {
    if taken.insert(wanted.clone()) {
        return wanted;
    }
    let number = next.entry(wanted.clone()).or_insert(2);
    loop {
        let id = format!("{wanted}-{number}");
        *number += 1;
        if taken.insert(id.clone()) {
            return id;
        }
    }
}
