//! A linked body: the parsed body with the linker's marks.
//!
//! 1. The linker leaves [`Mark`]s, each at a node of the parsed body and, in a text, at a byte of it.
//! 2. [`LinkedBody::tree`] reads the body again and puts the marks in: names become references. Text is cut, never
//!    changed.
//!
//! So a linked body takes the room of its links alone.

use crate::model::ids::{EntryId, SourceIndex};
use crate::syntax::heading_target;
use crate::syntax::source_body::Body;
use crate::syntax::tree::{Builder, CowStr, Inline, Kind, Name, Node, Refers, Step, Tree, cut};
use std::ops::Range;
use std::sync::Arc;

/// A linked body as a tree.
pub type Linked<'a> = Tree<'a, Reference>;

/// A reference that was looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// A link to the entry at this position, around its words.
    Entry(EntryId),
    /// A link to the heading with this id: of the entry at this position, or of the same page.
    Heading(Option<EntryId>, Box<str>),
    /// A citation of the source at this position of the front matter.
    Source(SourceIndex),
}

impl Refers for Reference {
    fn holds_words(&self) -> bool {
        matches!(self, Self::Entry(_) | Self::Heading(..))
    }
}

/// A position in the parsed body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// The node's position.
    pub node: usize,
    /// At which byte of its text; it means nothing for any other node.
    pub at: usize,
}

/// Something that the linker put into a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A link to the entry at this position goes around the content between two positions: sibling nodes, with texts
    /// cut.
    Term {
        /// Where it begins.
        first: Point,
        /// Where it ends: inside this text, or after this node.
        last: Point,
        /// The entry that the link leads to.
        entry: EntryId,
    },
    /// The mention at this node links to the entry at this position.
    Mention(usize, EntryId),
    /// The mention at this node links to a heading of the entry at this position.
    Heading(usize, EntryId),
    /// The citation at this node is one of the source at this position.
    Citation(usize, SourceIndex),
}

impl Mark {
    /// The node at which it is or begins.
    const fn node(&self) -> usize {
        match self {
            Self::Term { first, .. } => first.node,
            Self::Mention(node, _) | Self::Heading(node, _) | Self::Citation(node, _) => *node,
        }
    }
}

/// A body with its links; a copy of it costs nothing.
#[derive(Debug, Clone, Default)]
pub struct LinkedBody {
    body: Body,
    marks: Arc<[Mark]>,
}

impl LinkedBody {
    /// A parsed body with the marks that the linker left, in order.
    #[must_use]
    pub const fn new(body: Body, marks: Arc<[Mark]>) -> Self {
        Self { body, marks }
    }

    /// The body as its author wrote it.
    #[must_use]
    pub const fn written(&self) -> &Body {
        &self.body
    }

    /// The tree. An explicit link that the linker left unlinked (to its own page, to nothing) yields its words alone.
    #[must_use]
    pub fn tree(&self) -> Linked<'_> {
        let parsed = self.body.tree();
        let out = Builder::with_capacity(parsed.nodes().len() + 3 * self.marks.len());
        let mut linking = Linking { marks: &self.marks, out, until: None, opened: Vec::new(), bare: None };
        for step in parsed.steps() {
            match step {
                Step::Enter(number, node) => linking.enter(number, node),
                Step::Leave(number, _) => linking.leave(number),
            }
        }
        linking.out.finish()
    }

    /// The links to headings, each with the entry of the heading (none for the same page), its id and where it stands.
    #[must_use]
    pub fn headings(&self) -> Vec<(Option<EntryId>, Box<str>, Range<usize>)> {
        let text = self.body.text();
        // Few bodies have one, and reading a body again takes its time.
        if !text.split("[[").skip(1).any(|rest| rest.split("]]").next().is_some_and(|target| target.contains('#'))) {
            return Vec::new();
        }
        let tree = self.tree();
        let found = tree.nodes().iter().filter_map(|node| match &node.kind {
            Kind::Reference(Reference::Heading(entry, id)) => Some((*entry, id.clone(), node.span.clone())),
            _ => None,
        });
        found.collect()
    }

    /// True if the build puts figures into it.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        self.body.tree().any(|kind| matches!(kind, Kind::Inline(Inline::Figure(_))))
    }
}

/// Puts marks into a tree.
struct Linking<'a, 'm> {
    /// Those that are still to come.
    marks: &'m [Mark],
    out: Builder<'a, Reference>,
    /// Where the open link to a term ends.
    until: Option<Point>,
    /// For each open node of the parsed tree, whether it is one of the result.
    opened: Vec<bool>,
    /// The target of an open link to a heading: words that are equal to it are shown as a reader would say them.
    bare: Option<CowStr<'a>>,
}

impl<'a> Linking<'a, '_> {
    /// The next mark, if it is at this node.
    fn mark(&mut self, number: usize) -> Option<Mark> {
        let (mark, rest) = self.marks.split_first().filter(|(mark, _)| mark.node() == number)?;
        self.marks = rest;
        Some(*mark)
    }

    fn enter(&mut self, number: usize, node: &Node<'a, Name<'a>>) {
        let span = || node.span.clone();
        if let Kind::Inline(Inline::Text(_)) = node.kind {
            return self.text(number, node);
        }
        let mut mark = self.mark(number);
        if let Some(Mark::Term { last, entry, .. }) = mark {
            self.begin(entry, last, node);
            mark = self.mark(number);
        }
        let kind = match &node.kind {
            Kind::Reference(Name::Mention(target)) => {
                let linked = self.mention(target, mark);
                return self.open(linked.map(Kind::Reference), node);
            }
            Kind::Reference(Name::Citation(_)) => {
                if let Some(Mark::Citation(_, source)) = mark {
                    self.out.leaf(Kind::Reference(Reference::Source(source)), span());
                }
                return;
            }
            Kind::Inline(Inline::Link(address, _)) if address.is_empty() => return self.open(None, node),
            Kind::Block(block) => Kind::Block(block.clone()),
            Kind::Inline(inline) => Kind::Inline(inline.clone()),
        };
        if node.kind.holds_others() {
            self.open(Some(kind), node);
        } else {
            self.out.leaf(kind, span());
            self.end(number);
        }
    }

    /// The reference of a mention with its mark. One without a name leads to a heading of its own page and has none.
    fn mention(&mut self, target: &CowStr<'a>, mark: Option<Mark>) -> Option<Reference> {
        self.bare = None;
        let heading = heading_target::split(target);
        let is_own = heading.is_some_and(|(name, _)| name.is_empty());
        let entry = match mark {
            Some(Mark::Mention(_, entry)) => return Some(Reference::Entry(entry)),
            Some(Mark::Heading(_, entry)) => Some(entry),
            _ if is_own => None,
            _ => return None,
        };
        self.bare = Some(target.clone());
        match heading.filter(|(_, heading)| !heading_target::is_block(heading)) {
            Some((_, heading)) => Some(Reference::Heading(entry, heading_target::id(heading).into())),
            None => entry.map(Reference::Entry),
        }
    }

    fn leave(&mut self, number: usize) {
        if self.opened.pop() == Some(true) {
            self.out.close();
        }
        self.end(number);
    }

    fn open(&mut self, kind: Option<Kind<'a, Reference>>, node: &Node<'a, Name<'a>>) {
        self.opened.push(kind.is_some());
        if let Some(kind) = kind {
            self.out.open(kind, node.span.clone());
        }
    }

    fn begin(&mut self, entry: EntryId, last: Point, node: &Node<'a, Name<'a>>) {
        self.out.open(Kind::Reference(Reference::Entry(entry)), node.span.clone());
        self.until = Some(last);
    }

    /// Ends the link to a term that ends with this node.
    fn end(&mut self, number: usize) {
        if self.until.take_if(|last| last.node == number).is_some() {
            self.out.close();
        }
    }

    /// Cuts a text at the links that begin and end in it.
    fn text(&mut self, number: usize, node: &Node<'a, Name<'a>>) {
        let Kind::Inline(Inline::Text(text)) = &node.kind else { return };
        if self.bare.take_if(|target| **target == **text).is_some() {
            self.out.leaf(Kind::Inline(Inline::Text(heading_target::shown(text).into())), node.span.clone());
            return;
        }
        let mut from = 0;
        loop {
            if let Some(last) = self.until.filter(|last| last.node == number) {
                self.words(text, from..last.at, node);
                self.end(number);
                from = last.at;
            } else if let Some(Mark::Term { first, last, entry }) = self.mark(number) {
                self.words(text, from..first.at, node);
                self.begin(entry, last, node);
                from = first.at;
            } else {
                return self.words(text, from..text.len(), node);
            }
        }
    }

    fn words(&mut self, text: &CowStr<'a>, range: Range<usize>, node: &Node<'a, Name<'a>>) {
        if !range.is_empty() {
            self.out.leaf(Kind::Inline(Inline::Text(cut(text, range))), node.span.clone());
        }
    }
}
