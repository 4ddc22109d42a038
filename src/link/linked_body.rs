//! A linked body: the parsed body, and what the linker put into it.
//!
//! 1. The linker leaves [`Mark`]s, each at a node of the parsed body and, in a text, at a byte of it.
//! 2. [`LinkedBody::nodes`] reads the body again and puts the marks in. Text is cut, never changed.
//!
//! So a linked body takes the room of its links alone.

use crate::syntax::markdown::{Node, Spanned};
use crate::syntax::source_body::{Body, cut};
use pulldown_cmark::{CowStr, Event};
use std::sync::Arc;

/// A node of a linked body.
#[derive(Debug, Clone, PartialEq)]
pub enum Linked<'a> {
    /// Anything that Markdown has itself.
    Markdown(Event<'a>),
    /// A link to the entry at this position begins.
    TermStart(usize),
    /// The link to an entry ends.
    TermEnd,
    /// A citation of the source at this position of the front matter.
    Cite(usize),
    /// A figure that the build computes, by its name.
    Figure(CowStr<'a>),
}

/// Something that the linker put at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The node's position in the parsed body.
    pub node: usize,
    /// At which byte of its text; for any other node, 0 is before it and everything else after it.
    pub at: usize,
    /// What it is.
    pub what: What,
}

/// What a mark says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A link to the entry at this position begins; in the place of an explicit mention's begin, where the node is one.
    Begin(usize),
    /// It ends; in the place of an explicit mention's end, where the node is one.
    End,
    /// The citation is one of the source at this position.
    Cite(usize),
    /// The node is left out.
    Drop,
}

/// A body with its links; a copy of it costs nothing.
#[derive(Debug, Clone, Default)]
pub struct LinkedBody {
    body: Body,
    marks: Arc<[Mark]>,
}

impl LinkedBody {
    /// A parsed body with the marks that the linker left.
    #[must_use]
    pub const fn new(body: Body, marks: Arc<[Mark]>) -> Self {
        Self { body, marks }
    }

    /// The parsed body.
    #[must_use]
    pub const fn parsed(&self) -> &Body {
        &self.body
    }

    /// The nodes, in reading order.
    #[must_use]
    pub fn nodes(&self) -> Vec<Linked<'_>> {
        self.nodes_of(&self.body.nodes())
    }

    /// The same, from the nodes of the parsed body.
    #[must_use]
    pub fn nodes_of<'a>(&self, parsed: &[Spanned<'a>]) -> Vec<Linked<'a>> {
        let mut nodes = Vec::with_capacity(parsed.len() + 2 * self.marks.len());
        for (Spanned { node, .. }, marks) in self.marked(parsed) {
            put(&mut nodes, node.clone(), marks);
        }
        nodes
    }

    /// The nodes of the parsed body, each with its marks.
    pub fn marked<'n, 'a>(&self, nodes: &'n [Spanned<'a>]) -> impl Iterator<Item = (&'n Spanned<'a>, &[Mark])> {
        let mut rest: &[Mark] = &self.marks;
        nodes.iter().enumerate().map(move |(number, node)| {
            let (own, others) = rest.split_at(rest.iter().take_while(|mark| mark.node == number).count());
            rest = others;
            (node, own)
        })
    }

    /// True if the build puts figures into it.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        self.body.nodes().iter().any(|spanned| matches!(spanned.node, Node::Figure(_)))
    }
}

/// Puts a node out with its marks.
fn put<'a>(out: &mut Vec<Linked<'a>>, node: Node<'a>, marks: &[Mark]) {
    let linked = |what| match what {
        What::Begin(document) => Some(Linked::TermStart(document)),
        What::End => Some(Linked::TermEnd),
        What::Cite(source) => Some(Linked::Cite(source)),
        What::Drop => None,
    };
    match node {
        Node::Markdown(event) if marks.is_empty() => out.push(Linked::Markdown(event)),
        Node::Markdown(Event::Text(text)) => {
            let mut from = 0;
            for mark in marks {
                if mark.at > from {
                    out.push(Linked::Markdown(Event::Text(cut(&text, from..mark.at))));
                    from = mark.at;
                }
                out.extend(linked(mark.what));
            }
            if from < text.len() {
                out.push(Linked::Markdown(Event::Text(cut(&text, from..text.len()))));
            }
        }
        Node::Markdown(event) => {
            let before = marks.partition_point(|mark| mark.at == 0);
            let (before, after) = marks.split_at(before);
            out.extend(before.iter().filter_map(|mark| linked(mark.what)));
            if marks.iter().all(|mark| mark.what != What::Drop) {
                out.push(Linked::Markdown(event));
            }
            out.extend(after.iter().filter_map(|mark| linked(mark.what)));
        }
        Node::Mention(_) | Node::MentionEnd | Node::Cite(_) => {
            out.extend(marks.iter().filter_map(|mark| linked(mark.what)));
        }
        Node::Figure(name) => out.push(Linked::Figure(name)),
        Node::Links(..) => {}
    }
}
