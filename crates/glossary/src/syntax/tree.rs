//! A Markdown body as one tree of blocks and inlines, each with its bytes in the file.
//!
//! 1. [`Tree`] is flat: nodes are in reading order, and each knows the number of its descendants. So a body needs one
//!    allocation, and every tree is nested correctly, in whatever order a [`Builder`] is called.
//! 2. A reference is a name after parsing ([`Name`]), and an entry, a heading or a source after linking. The parameter
//!    of [`NodeKind`] distinguishes the two, so no writer meets an unresolved name.
//! 3. Writers recurse over [`Tree::children`]; passes that visit every node follow [`Tree::walk`].
//!
//! Nothing here parses or writes.

pub use pulldown_cmark::{Alignment, CowStr, HeadingLevel};

use crate::drawing::Drawing;
use crate::syntax::density::Density;
use crate::syntax::run_query::RunQuery;
use std::ops::Range;

/// Nesting limit; bounds every later pass. Deeper elements are reported and left out of the tree, but their leaves
/// stay.
pub(super) const MAX_DEPTH: usize = 100;

/// A node with its bytes in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<'a, R> {
    /// A block, an inline or a reference, with its data.
    pub kind: NodeKind<'a, R>,
    /// Its bytes in the file.
    pub span: Range<usize>,
    /// The number of its descendants.
    size: usize,
}

/// A block, an inline, or a reference of type `R`.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind<'a, R> {
    /// A paragraph, a list, a table …
    Block(Block<'a>),
    /// Text, a link, emphasis … within a block.
    Inline(Inline<'a>),
    /// A reference to an entry, around its words, or to a source.
    Reference(R),
}

/// A block of a body.
#[derive(Debug, Clone, PartialEq)]
pub enum Block<'a> {
    /// A paragraph; it contains inlines.
    Paragraph,
    /// A paragraph of an entry's definition, before the body; it contains inlines.
    Definition,
    /// A heading; it contains inlines.
    Heading(Box<Heading<'a>>),
    /// A block quotation; it contains blocks.
    Quote,
    /// A list, with the first number of an ordered one.
    List(Option<u64>),
    /// An item of a list; in a tight list it contains inlines.
    Item,
    /// A block of code, fenced or indented.
    Code(Box<CodeBlock<'a>>),
    /// A block of the language `drawing`, already parsed.
    Drawing(&'a Drawing),
    /// A block of the language `runs`: the measured runs that it asks for.
    Runs(RunQuery<'a>),
    /// A formula in a block of the language `math`.
    Math(Box<Formula<'a>>),
    /// Raw HTML.
    Html(CowStr<'a>),
    /// A table with the alignment of its columns; it contains a head, then rows.
    Table(Vec<Alignment>),
    /// The head of a table; it contains cells.
    TableHead,
    /// A row of a table; it contains cells.
    TableRow,
    /// A cell of a table; it contains inlines.
    TableCell,
    /// A thematic break (`---`).
    Rule,
    /// The definition of the footnote with this name.
    Note(CowStr<'a>),
}

/// A part of a block's text.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline<'a> {
    /// Plain text, with entities decoded.
    Text(CowStr<'a>),
    /// A span of code, without its backticks.
    Code(CowStr<'a>),
    /// Raw HTML.
    Html(CowStr<'a>),
    /// A line ending in the source, shown as a space.
    SoftBreak,
    /// A line break that is shown.
    HardBreak,
    /// Emphasis: `*words*`.
    Emphasis,
    /// Strong emphasis: `**words**`.
    Strong,
    /// Deleted words: `~~words~~`.
    Strikethrough,
    /// Superscript: `^2^`.
    Superscript,
    /// Subscript: `~2~`.
    Subscript,
    /// Highlighted words: `==words==`.
    Mark,
    /// A link, with its address and its title.
    Link(CowStr<'a>, CowStr<'a>),
    /// An image, with its address and its title; it contains its description.
    Image(CowStr<'a>, CowStr<'a>),
    /// A reference to the footnote with this name.
    NoteReference(CowStr<'a>),
    /// The checkbox of a task, checked if true.
    Task(bool),
    /// A figure that the build fills in, by its name; on pages only.
    Figure(CowStr<'a>),
    /// A measured run, by the id of its row.
    Run(RunName<'a>),
    /// A formula between dollar signs.
    Math(Formula<'a>),
}

/// The level and attributes of a heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading<'a> {
    /// The level, from 1 to 6.
    pub level: HeadingLevel,
    /// The id that its author gave it: `{#id}`.
    pub id: Option<CowStr<'a>>,
    /// The classes that its author gave it: `{.name}`.
    pub classes: Vec<CowStr<'a>>,
    /// How often a term is linked from here to the next heading of its level or above: `{links=off}`.
    pub links: Option<Density>,
}

/// A block of code, fenced or indented.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeBlock<'a> {
    /// The first word after the fence; empty for an indented block.
    pub language: CowStr<'a>,
    /// The code as its author wrote it.
    pub text: CowStr<'a>,
    /// The highlighted code as HTML.
    pub marked: &'a str,
}

/// A formula in LaTeX, with its MathML.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula<'a> {
    /// The LaTeX, without the signs around it.
    pub latex: CowStr<'a>,
    /// The formula as MathML.
    pub mathml: &'a str,
    /// True for a display formula, which is shown on separate lines.
    pub is_display: bool,
}

/// A reference as its author wrote it, not yet resolved.
#[derive(Debug, Clone, PartialEq)]
pub enum Name<'a> {
    /// `[[target|…]]`, with its target; it contains its words.
    Mention(CowStr<'a>),
    /// `[^key]`, the key of one of the entry's sources.
    Citation(CowStr<'a>),
}

impl<R: Refers> NodeKind<'_, R> {
    /// True if such a node may have children.
    #[must_use]
    pub fn holds_others(&self) -> bool {
        match self {
            Self::Block(block) => {
                use Block::{Code, Drawing, Html, Math, Rule, Runs};
                !matches!(block, Code(_) | Drawing(_) | Runs(_) | Math(_) | Html(_) | Rule)
            }
            Self::Inline(inline) => matches!(
                inline,
                Inline::Emphasis
                    | Inline::Strong
                    | Inline::Strikethrough
                    | Inline::Superscript
                    | Inline::Subscript
                    | Inline::Mark
                    | Inline::Link(..)
                    | Inline::Image(..)
            ),
            Self::Reference(reference) => reference.holds_words(),
        }
    }
}

/// A kind of reference in a tree.
pub trait Refers {
    /// True if the reference contains words; false for a citation.
    fn holds_words(&self) -> bool;
}

impl Refers for Name<'_> {
    fn holds_words(&self) -> bool {
        matches!(self, Self::Mention(_))
    }
}

/// The nodes of a body, in reading order.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree<'a, R>(Vec<Node<'a, R>>);

/// An event of a walk through a tree, with the index of its node.
#[derive(Debug)]
pub enum WalkEvent<'t, 'a, R> {
    /// A node begins.
    Enter(usize, &'t Node<'a, R>),
    /// A node that may have children ends.
    Leave(usize, &'t Node<'a, R>),
}

impl<'a, R: Refers> Tree<'a, R> {
    /// All nodes in reading order.
    #[must_use]
    pub fn nodes(&self) -> &[Node<'a, R>] {
        &self.0
    }

    /// The outermost nodes.
    #[must_use]
    pub fn children(&self) -> Children<'_, 'a, R> {
        Children(&self.0)
    }

    /// Walks all nodes in reading order, without recursion. A node that may have children is also left at its end.
    pub fn walk(&self) -> impl Iterator<Item = WalkEvent<'_, 'a, R>> {
        let (mut next, mut open) = (0, Vec::new());
        std::iter::from_fn(move || {
            if let Some(number) = open.pop_if(|number: &mut usize| *number + 1 + self.0[*number].size == next) {
                return Some(WalkEvent::Leave(number, &self.0[number]));
            }
            let (number, node) = (next, self.0.get(next)?);
            next += 1;
            if node.kind.holds_others() {
                open.push(number);
            }
            Some(WalkEvent::Enter(number, node))
        })
    }

    /// True if the kind of any node satisfies `is`.
    pub fn any(&self, is: impl Fn(&NodeKind<'a, R>) -> bool) -> bool {
        self.0.iter().any(|node| is(&node.kind))
    }
}

/// Iterates over sibling nodes, each with its children.
#[derive(Debug)]
pub struct Children<'t, 'a, R>(&'t [Node<'a, R>]);

impl<R> Clone for Children<'_, '_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Children<'_, '_, R> {}

impl<'t, 'a, R> Children<'t, 'a, R> {
    /// These nodes and all their descendants, in reading order.
    #[must_use]
    pub const fn descendants(self) -> &'t [Node<'a, R>] {
        self.0
    }
}

#[allow(clippy::copy_iterator, reason = "a slice that several passes walk from the same place")]
impl<'t, 'a, R> Iterator for Children<'t, 'a, R> {
    type Item = (&'t Node<'a, R>, Self);

    fn next(&mut self) -> Option<Self::Item> {
        let (node, rest) = self.0.split_first()?;
        let (inside, after) = rest.split_at(node.size.min(rest.len()));
        self.0 = after;
        Some((node, Self(inside)))
    }
}

/// Builds a tree from the beginnings and ends of its nodes.
#[derive(Debug)]
pub struct Builder<'a, R> {
    nodes: Vec<Node<'a, R>>,
    open: Vec<usize>,
}

impl<'a, R> Builder<'a, R> {
    /// An empty tree with room for `nodes` nodes.
    #[must_use]
    pub fn with_capacity(nodes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes), open: Vec::new() }
    }

    /// Adds a node that contains the following ones, until it is closed.
    pub fn open(&mut self, kind: NodeKind<'a, R>, span: Range<usize>) {
        self.open.push(self.nodes.len());
        self.leaf(kind, span);
    }

    /// Adds a node without children.
    pub fn leaf(&mut self, kind: NodeKind<'a, R>, span: Range<usize>) {
        self.nodes.push(Node { kind, span, size: 0 });
    }

    /// Closes the innermost open node, if there is one.
    pub fn close(&mut self) {
        if let Some(number) = self.open.pop() {
            self.nodes[number].size = self.nodes.len() - number - 1;
        }
    }

    /// Closes all open nodes and returns the tree.
    #[must_use]
    pub fn finish(mut self) -> Tree<'a, R> {
        while !self.open.is_empty() {
            self.close();
        }
        Tree(self.nodes)
    }
}

/// A measured run in a text ([`crate::syntax::run_name`]).
#[derive(Debug, Clone, PartialEq)]
pub struct RunName<'a> {
    /// The id of the row of measurements.
    pub id: CowStr<'a>,
    /// The figure that the author wrote, to be compared with the row's.
    pub claimed: Option<CowStr<'a>>,
}

/// Cuts a range out of a text; the result borrows if the text does.
#[must_use]
pub fn cut<'a>(text: &CowStr<'a>, range: Range<usize>) -> CowStr<'a> {
    match text {
        CowStr::Borrowed(text) => CowStr::Borrowed(text.get(range).unwrap_or_default()),
        owned => owned.get(range).unwrap_or_default().to_owned().into(),
    }
}
