//! A linked body: the parsed body with the linker's marks.
//!
//! 1. The linker leaves [`LinkMark`]s, each at a node of the parsed body and, in a text node, at a byte of its text.
//! 2. [`LinkedBody::tree`] parses the body again and applies the marks: names become references. Text is cut, never
//!    changed.
//!
//! So a linked body stores only its marks in addition to the parsed body.

use crate::model::ids::{EntryId, SourceIndex};
use crate::syntax::heading_target;
use crate::syntax::source_body::Body;
use crate::syntax::tree::{Builder, CowStr, Inline, Name, Node, NodeKind, Refers, Tree, WalkEvent, cut};
use std::ops::Range;
use std::sync::Arc;

/// A linked body as a tree.
pub type Linked<'a> = Tree<'a, Reference>;

/// A resolved reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// A link to an entry, around its words.
    Entry(EntryId),
    /// A link to the heading with this id in an entry; `None` for the same page.
    Heading(Option<EntryId>, Box<str>),
    /// A citation of one of the entry's sources.
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
    /// The node's index in the tree.
    pub node: usize,
    /// Byte offset in the node's text; ignored for a node that is not text.
    pub at: usize,
}

/// A change that the linker makes to a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkMark {
    /// An automatic link around the content between two points, which are at sibling nodes.
    Term {
        /// Where it begins.
        first: Point,
        /// Where it ends: inside this text, or after this node.
        last: Point,
        /// The entry that the link leads to.
        entry: EntryId,
    },
    /// The mention `[[…]]` at this node index links to an entry.
    Mention(usize, EntryId),
    /// The mention `[[…#…]]` at this node index links to a heading of an entry.
    Heading(usize, EntryId),
    /// The citation at this node index cites a source.
    Citation(usize, SourceIndex),
}

impl LinkMark {
    /// The index of the node at which the mark begins.
    const fn node(&self) -> usize {
        match self {
            Self::Term { first, .. } => first.node,
            Self::Mention(node, _) | Self::Heading(node, _) | Self::Citation(node, _) => *node,
        }
    }
}

/// A body with its links; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct LinkedBody {
    body: Body,
    marks: Arc<[LinkMark]>,
}

impl LinkedBody {
    /// Combines a parsed body with the linker's marks, which are in the order of its nodes.
    #[must_use]
    pub const fn new(body: Body, marks: Arc<[LinkMark]>) -> Self {
        Self { body, marks }
    }

    /// The parsed body, without the linker's links.
    #[must_use]
    pub const fn written(&self) -> &Body {
        &self.body
    }

    /// Builds the tree. An explicit link without a mark (to its own page, to nothing) yields its words alone.
    #[must_use]
    pub fn tree(&self) -> Linked<'_> {
        let parsed = self.body.tree();
        let out = Builder::with_capacity(parsed.nodes().len() + 3 * self.marks.len());
        let mut inserter = MarkInserter { marks: &self.marks, out, until: None, opened: Vec::new(), bare: None };
        for event in parsed.walk() {
            match event {
                WalkEvent::Enter(number, node) => inserter.enter(number, node),
                WalkEvent::Leave(number, _) => inserter.leave(number),
            }
        }
        inserter.out.finish()
    }

    /// The links to headings: the heading's entry (`None` for the same page), the heading's id, and the link's bytes in
    /// the file.
    #[must_use]
    pub fn headings(&self) -> Vec<(Option<EntryId>, Box<str>, Range<usize>)> {
        let leads = |rest: &str| rest.split("]]").next().is_some_and(|target| target.contains('#'));
        // Few bodies have one, and parsing a body again takes time.
        if !self.body.texts().iter().any(|text| text.split("[[").skip(1).any(leads)) {
            return Vec::new();
        }
        let tree = self.tree();
        let found = tree.nodes().iter().filter_map(|node| match &node.kind {
            NodeKind::Reference(Reference::Heading(entry, id)) => Some((*entry, id.clone(), node.span.clone())),
            _ => None,
        });
        found.collect()
    }

    /// True if the body has figures that the build fills in.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        self.body.tree().any(|kind| matches!(kind, NodeKind::Inline(Inline::Figure(_))))
    }
}

/// Applies marks to a tree.
struct MarkInserter<'a, 'm> {
    /// The marks at nodes that are still to come.
    marks: &'m [LinkMark],
    out: Builder<'a, Reference>,
    /// Where the open automatic link ends.
    until: Option<Point>,
    /// For each open node of the parsed tree, whether the result has it too.
    opened: Vec<bool>,
    /// The target of an open link to a heading; a text equal to it is shown as `Name > Heading`.
    bare: Option<CowStr<'a>>,
}

impl<'a> MarkInserter<'a, '_> {
    /// Takes the next mark if it is at this node.
    fn mark(&mut self, number: usize) -> Option<LinkMark> {
        let (mark, rest) = self.marks.split_first().filter(|(mark, _)| mark.node() == number)?;
        self.marks = rest;
        Some(*mark)
    }

    fn enter(&mut self, number: usize, node: &Node<'a, Name<'a>>) {
        let span = || node.span.clone();
        if let NodeKind::Inline(Inline::Text(_)) = node.kind {
            return self.text(number, node);
        }
        let mut mark = self.mark(number);
        if let Some(LinkMark::Term { last, entry, .. }) = mark {
            self.begin(entry, last, node);
            mark = self.mark(number);
        }
        let kind = match &node.kind {
            NodeKind::Reference(Name::Mention(target)) => {
                let linked = self.mention(target, mark);
                return self.open(linked.map(NodeKind::Reference), node);
            }
            NodeKind::Reference(Name::Citation(_)) => {
                if let Some(LinkMark::Citation(_, source)) = mark {
                    self.out.leaf(NodeKind::Reference(Reference::Source(source)), span());
                }
                return;
            }
            NodeKind::Inline(Inline::Link(address, _)) if address.is_empty() => return self.open(None, node),
            NodeKind::Block(block) => NodeKind::Block(block.clone()),
            NodeKind::Inline(inline) => NodeKind::Inline(inline.clone()),
        };
        if node.kind.holds_others() {
            self.open(Some(kind), node);
        } else {
            self.out.leaf(kind, span());
            self.end(number);
        }
    }

    /// The reference of a mention with its mark; `None` if it is not linked. A mention without a name leads to a
    /// heading of its own page and has no mark.
    fn mention(&mut self, target: &CowStr<'a>, mark: Option<LinkMark>) -> Option<Reference> {
        self.bare = None;
        let heading = heading_target::split(target);
        let is_own = heading.is_some_and(|(name, _)| name.is_empty());
        let entry = match mark {
            Some(LinkMark::Mention(_, entry)) => return Some(Reference::Entry(entry)),
            Some(LinkMark::Heading(_, entry)) => Some(entry),
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

    fn open(&mut self, kind: Option<NodeKind<'a, Reference>>, node: &Node<'a, Name<'a>>) {
        self.opened.push(kind.is_some());
        if let Some(kind) = kind {
            self.out.open(kind, node.span.clone());
        }
    }

    fn begin(&mut self, entry: EntryId, last: Point, node: &Node<'a, Name<'a>>) {
        self.out.open(NodeKind::Reference(Reference::Entry(entry)), node.span.clone());
        self.until = Some(last);
    }

    /// Ends the automatic link that ends with this node, if there is one.
    fn end(&mut self, number: usize) {
        if self.until.take_if(|last| last.node == number).is_some() {
            self.out.close();
        }
    }

    /// Adds a text node, cut at the links that begin and end in it.
    fn text(&mut self, number: usize, node: &Node<'a, Name<'a>>) {
        let NodeKind::Inline(Inline::Text(text)) = &node.kind else { return };
        if self.bare.take_if(|target| **target == **text).is_some() {
            self.out.leaf(NodeKind::Inline(Inline::Text(heading_target::shown(text).into())), node.span.clone());
            return;
        }
        let mut from = 0;
        loop {
            if let Some(last) = self.until.filter(|last| last.node == number) {
                self.words(text, from..last.at, node);
                self.end(number);
                from = last.at;
            } else if let Some(LinkMark::Term { first, last, entry }) = self.mark(number) {
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
            self.out.leaf(NodeKind::Inline(Inline::Text(cut(text, range))), node.span.clone());
        }
    }
}
