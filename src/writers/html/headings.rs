//! Headings of a body: each has an address of its own, and leads to it.
//!
//! 1. The id is made of the heading's words, so it stays when other parts of the page change; a number tells equal ones
//!    apart. An id that the author wrote stays.
//! 2. The words of a heading are a link to it, so that its address can be copied. A heading that holds a link is none
//!    itself.

use rooflight_glossary::link::Reference;
use rooflight_glossary::syntax::heading_target;
use rooflight_glossary::syntax::tree::{Children, Heading, Inline, Kind};
use std::collections::{BTreeSet, HashMap};

/// The ids of a body's headings.
pub(super) struct Headings {
    taken: BTreeSet<String>,
    next: HashMap<String, usize>,
}

/// Ids that the page itself has; the second one only where an entry may have a calculator.
const RESERVED: [&str; 2] = ["main", "calculator"];

impl Headings {
    /// Before the first heading.
    pub(super) fn new(of_entry: bool) -> Self {
        let reserved = RESERVED.iter().take(1 + usize::from(of_entry));
        Self { taken: reserved.map(ToString::to_string).collect(), next: HashMap::new() }
    }

    /// The id of the next heading, and whether it can be a link: one with a link inside cannot.
    pub(super) fn id(&mut self, heading: &Heading<'_>, inside: Children<'_, '_, Reference>) -> (String, bool) {
        let (mut words, mut is_plain) = (String::new(), true);
        for node in inside.descendants() {
            match &node.kind {
                Kind::Inline(Inline::Text(text) | Inline::Code(text)) => words.push_str(text),
                Kind::Inline(Inline::Math(formula)) => words.push_str(&formula.latex),
                Kind::Inline(Inline::Link(..) | Inline::NoteReference(_)) | Kind::Reference(_) => is_plain = false,
                _ => {}
            }
        }
        let wanted = heading.id.as_ref().map_or_else(|| heading_target::id(&words), ToString::to_string);
        (unique(wanted, &mut self.taken, &mut self.next), is_plain)
    }
}

/// The id that is wanted, or the first numbered one that is free; `next` knows which numbers are not, so that many
/// headings of one name are not counted through again for each.
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
