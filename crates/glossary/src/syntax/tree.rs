//! A Markdown body as one tree of blocks and inlines, each with its bytes in the file.
//!
//! 1. [`Tree`] is flat: nodes stand in reading order, and each knows how many it holds. So one allocation holds a body,
//!    and no tree can be nested wrongly, in whatever order a [`Builder`] is called.
//! 2. A reference is a name as parsed ([`Name`]) and an entry or a source once linked; the parameter of [`Kind`] says
//!    which, so no writer meets a name that was never looked up.
//! 3. Writers recurse over [`Tree::children`], passes that never stop at a subtree follow [`Tree::steps`].
//!
//! Nothing here parses or writes.

pub use pulldown_cmark::{Alignment, CowStr, HeadingLevel};

use crate::syntax::density::Density;
use rooflight_drawing::Drawing;
use std::ops::Range;

/// A node: what it is, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<'a, R> {
    /// A block, an inline or a reference, with its content.
    pub kind: Kind<'a, R>,
    /// Its bytes in the file.
    pub span: Range<usize>,
    /// How many nodes it holds, at any depth.
    size: usize,
}

/// A block, an inline, or a reference of kind `R`.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind<'a, R> {
    /// A paragraph, list, table … that stands by itself.
    Block(Block<'a>),
    /// Words, a link, emphasis … within a block.
    Inline(Inline<'a>),
    /// A reference to an entry, around its words, or to a source.
    Reference(R),
}

/// A part of a body that stands by itself.
#[derive(Debug, Clone, PartialEq)]
pub enum Block<'a> {
    /// Inlines that make one paragraph.
    Paragraph,
    /// A heading, with its level, id and classes.
    Heading(Box<Heading<'a>>),
    /// A block quotation; it holds blocks.
    Quote,
    /// A list; an ordered one has its first number.
    List(Option<u64>),
    /// An item of a list; in a tight list it holds inlines.
    Item,
    /// A block of code, fenced or indented.
    Code(Box<CodeBlock<'a>>),
    /// A block of the language `drawing`, already parsed.
    Drawing(&'a Drawing),
    /// A formula in a block of its own.
    Math(Box<Formula<'a>>),
    /// Raw HTML.
    Html(CowStr<'a>),
    /// A table with the alignment of its columns; it holds a head, then rows.
    Table(Vec<Alignment>),
    /// The cells at the head of a table.
    TableHead,
    /// A row of cells.
    TableRow,
    /// A cell, which holds inlines.
    TableCell,
    /// A horizontal line between two blocks.
    Rule,
    /// The text of a footnote of this name.
    Note(CowStr<'a>),
}

/// A part of a line of text.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline<'a> {
    /// Words.
    Text(CowStr<'a>),
    /// A span of code, without its backticks.
    Code(CowStr<'a>),
    /// Raw HTML.
    Html(CowStr<'a>),
    /// The end of a source line.
    SoftBreak,
    /// The end of a line.
    HardBreak,
    /// Words that are stressed, mostly set in italics.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Words that no longer hold.
    Strikethrough,
    /// Words above the line.
    Superscript,
    /// Words below the line.
    Subscript,
    /// Words that are marked, as with a pen.
    Mark,
    /// A link with its title.
    Link(CowStr<'a>, CowStr<'a>),
    /// An image with its title; its description is what it holds.
    Image(CowStr<'a>, CowStr<'a>),
    /// The mark of a footnote of this name.
    NoteReference(CowStr<'a>),
    /// The box of a task, checked or not.
    Task(bool),
    /// A figure that the build computes, by its name; on pages only.
    Figure(CowStr<'a>),
    /// A measured run, by the id of its row.
    Run(RunName<'a>),
    /// A formula between dollar signs.
    Math(Formula<'a>),
}

/// A heading's own data.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading<'a> {
    /// How deep it is, from 1 to 6.
    pub level: HeadingLevel,
    /// The id that its author gave it.
    pub id: Option<CowStr<'a>>,
    /// Classes that its author gave it: `{.name}`.
    pub classes: Vec<CowStr<'a>>,
    /// How often a term is linked from here to the next heading of its level or above, if it says so.
    pub links: Option<Density>,
}

/// A block of code, fenced or indented.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeBlock<'a> {
    /// The first word after the fence; empty for an indented block.
    pub language: CowStr<'a>,
    /// The code as its author wrote it.
    pub text: CowStr<'a>,
    /// The code with its syntax marked, as HTML.
    pub marked: &'a str,
}

/// A formula in LaTeX, with its MathML.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula<'a> {
    /// Its LaTeX, without the signs around it.
    pub latex: CowStr<'a>,
    /// The formula as MathML.
    pub mathml: &'a str,
    /// Whether it stands on lines of its own.
    pub is_display: bool,
}

/// A reference as it is written.
#[derive(Debug, Clone, PartialEq)]
pub enum Name<'a> {
    /// `[[target|…]]`, around its words.
    Mention(CowStr<'a>),
    /// `[^key]`, one of the entry's sources.
    Citation(CowStr<'a>),
}

impl<R: Refers> Kind<'_, R> {
    /// True for what may hold other nodes.
    #[must_use]
    pub fn holds_others(&self) -> bool {
        match self {
            Self::Block(block) => {
                !matches!(block, Block::Code(_) | Block::Drawing(_) | Block::Math(_) | Block::Html(_) | Block::Rule)
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

/// Whether a reference can enclose words.
pub trait Refers {
    /// True if it does; false for a mark of its own.
    fn holds_words(&self) -> bool;
}

impl Refers for Name<'_> {
    fn holds_words(&self) -> bool {
        matches!(self, Self::Mention(_))
    }
}

/// A body.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree<'a, R>(Vec<Node<'a, R>>);

/// A step through a tree, with the position of its node.
#[derive(Debug)]
pub enum Step<'t, 'a, R> {
    /// A node begins.
    Enter(usize, &'t Node<'a, R>),
    /// A node that may hold others ends.
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

    /// Every node in reading order, and the end of each that may hold others. Needs no stack of its caller.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_, 'a, R>> {
        let (mut next, mut open) = (0, Vec::new());
        std::iter::from_fn(move || {
            if let Some(number) = open.pop_if(|number: &mut usize| *number + 1 + self.0[*number].size == next) {
                return Some(Step::Leave(number, &self.0[number]));
            }
            let (number, node) = (next, self.0.get(next)?);
            next += 1;
            if node.kind.holds_others() {
                open.push(number);
            }
            Some(Step::Enter(number, node))
        })
    }

    /// True if a node is of this kind.
    pub fn any(&self, is: impl Fn(&Kind<'a, R>) -> bool) -> bool {
        self.0.iter().any(|node| is(&node.kind))
    }
}

/// Nodes side by side, each with what it holds.
#[derive(Debug)]
pub struct Children<'t, 'a, R>(&'t [Node<'a, R>]);

impl<R> Clone for Children<'_, '_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Children<'_, '_, R> {}

impl<'t, 'a, R> Children<'t, 'a, R> {
    /// All nodes below, in reading order.
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

/// Builds a tree from beginnings and ends.
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

    /// A node that holds what follows, up to its end.
    pub fn open(&mut self, kind: Kind<'a, R>, span: Range<usize>) {
        self.open.push(self.nodes.len());
        self.leaf(kind, span);
    }

    /// A node that holds nothing.
    pub fn leaf(&mut self, kind: Kind<'a, R>, span: Range<usize>) {
        self.nodes.push(Node { kind, span, size: 0 });
    }

    /// Closes the innermost open node, if there is one.
    pub fn close(&mut self) {
        if let Some(number) = self.open.pop() {
            self.nodes[number].size = self.nodes.len() - number - 1;
        }
    }

    /// The tree; what is still open ends.
    #[must_use]
    pub fn finish(mut self) -> Tree<'a, R> {
        while !self.open.is_empty() {
            self.close();
        }
        Tree(self.nodes)
    }
}

/// A measured run as it is written ([`crate::syntax::run_name`]).
#[derive(Debug, Clone, PartialEq)]
pub struct RunName<'a> {
    /// The id of the row.
    pub id: CowStr<'a>,
    /// The figure that the author read there, if he wrote it.
    pub claimed: Option<CowStr<'a>>,
}

/// A part of a text; it borrows what the text borrows.
#[must_use]
pub fn cut<'a>(text: &CowStr<'a>, range: Range<usize>) -> CowStr<'a> {
    match text {
        CowStr::Borrowed(text) => CowStr::Borrowed(text.get(range).unwrap_or_default()),
        owned => owned.get(range).unwrap_or_default().to_owned().into(),
    }
}
