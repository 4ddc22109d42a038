//! A YAML tree whose keys and values know their bytes.
//!
//! 1. [`parse`] reads the events of a fragment into one list of nodes, each before its children.
//! 2. [`Node`] points into that list: its children, the value at a path, every scalar or number below it.
//!
//! An alias keeps the node that it repeats and is never expanded here, so that nested aliases cannot multiply.

use super::path::PathSegment;
use super::plain;
use saphyr_parser::{Event, Parser, ScalarStyle, StrInput, Tag};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// Nesting limit; bounds every recursion over a tree.
pub(super) const MAX_DEPTH: usize = 128;

/// The nodes of a document in the order of its text.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    pub(super) entries: Vec<Entry<'a>>,
    /// Why the text could not be parsed, for a tree of values that have no place in it.
    pub(super) refusal: Option<Refusal>,
}

/// A node within its tree.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// Its bytes in the fragment.
    pub(super) span: Range<usize>,
    /// The index after its last descendant.
    pub(super) end: usize,
    pub(super) value: Value<'a>,
    /// The resolved tag, such as `!local` or `tag:yaml.org,2002:int`.
    pub(super) tag: Option<Box<str>>,
}

/// A value without its children.
#[derive(Debug)]
pub(super) enum Value<'a> {
    Scalar(Scalar<'a>),
    List,
    Block,
    /// An alias of the node at this index.
    Alias(usize),
}

#[derive(Debug)]
pub(super) struct Scalar<'a> {
    /// The text without quotes, with escapes resolved.
    pub(super) text: Cow<'a, str>,
    pub(super) style: Style,
}

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Without quotes.
    Plain,
    /// Without quotes, but not as in the file.
    Reformatted,
    Quoted,
    /// A block scalar that keeps its lines.
    Literal,
}

/// The reason why a fragment gives no tree.
#[derive(Debug)]
pub(super) enum Refusal {
    /// A syntax error at this byte, with the parser's reason.
    Syntax(usize, String),
    /// Nesting deeper than [`MAX_DEPTH`] at this byte.
    TooDeep(usize),
    /// A second document that begins at this byte.
    SecondDocument(usize),
}

/// A key or a value in its tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'t> {
    entries: &'t [Entry<'t>],
    at: usize,
}

impl<'t> Tree<'t> {
    pub(super) fn root(&'t self) -> Node<'t> {
        Node { entries: &self.entries, at: 0 }
    }
}

impl<'t> Node<'t> {
    fn entry(self) -> &'t Entry<'t> {
        &self.entries[self.at]
    }

    /// The node at an index of the same tree.
    pub(super) fn jump(self, at: usize) -> Self {
        Self { at, ..self }
    }

    /// Its index in the tree.
    pub(super) fn index(self) -> usize {
        self.at
    }

    /// The number of nodes from this one to its last descendant.
    pub(super) fn size(self) -> usize {
        self.entry().end - self.at
    }

    /// Its bytes in the fragment.
    pub(super) fn span(self) -> Range<usize> {
        self.entry().span.clone()
    }

    /// The node that an alias repeats.
    pub(super) fn repeated(self) -> Option<Self> {
        if let Value::Alias(at) = self.entry().value { Some(self.jump(at)) } else { None }
    }

    /// An alias of a scalar is that scalar.
    fn resolved(self) -> &'t Entry<'t> {
        match self.entry() {
            &Entry { value: Value::Alias(at), .. } if matches!(self.entries[at].value, Value::Scalar(_)) => {
                &self.entries[at]
            }
            entry => entry,
        }
    }

    /// The value; an alias only where it repeats a list or a block.
    pub(super) fn value(self) -> &'t Value<'t> {
        &self.resolved().value
    }

    pub(super) fn tag(self) -> Option<&'t str> {
        self.resolved().tag.as_deref()
    }

    /// The items of a list, or the keys and values of a block by turns.
    pub(super) fn children(self) -> Children<'t> {
        Children { next: self.jump(self.at + 1), end: self.entry().end }
    }

    /// The keys of a block with their values.
    pub(super) fn pairs(self) -> impl Iterator<Item = (Self, Self)> {
        let mut children = self.children();
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    /// The value at a path.
    pub(super) fn find(self, path: &[PathSegment]) -> Option<Self> {
        let Some((step, rest)) = path.split_first() else { return Some(self) };
        let part = match (self.value(), step) {
            (Value::Block, PathSegment::Key(wanted)) => {
                self.pairs().find(|(key, _)| key.text() == Some(wanted)).map(|(_, value)| value)
            }
            (Value::List, PathSegment::Item(wanted)) => self.children().nth(*wanted),
            _ => None,
        };
        part?.find(rest)
    }

    /// The path from this node to the one at an index below it; a key has the path of its block.
    pub(super) fn path_to(self, at: usize) -> Vec<PathSegment> {
        let (mut node, mut path) = (self, Vec::new());
        while node.at < at {
            let holds = |child: &Self| at < child.entry().end;
            let part = match node.value() {
                Value::Block => node
                    .pairs()
                    .find(|(_, value)| holds(value))
                    .map(|(key, value)| (PathSegment::from(key.text().unwrap_or_default()), value)),
                _ => node
                    .children()
                    .enumerate()
                    .find(|(_, item)| holds(item))
                    .map(|(number, item)| (number.into(), item)),
            };
            let Some((step, child)) = part.filter(|(_, child)| child.at <= at) else { break };
            path.push(step);
            node = child;
        }
        path
    }

    /// The scalar; `None` for a list or a block.
    pub(super) fn scalar(self) -> Option<&'t Scalar<'t>> {
        match self.value() {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The text of a scalar; `None` for a list or a block.
    pub(super) fn text(self) -> Option<&'t str> {
        self.scalar().map(|scalar| &*scalar.text)
    }

    /// Calls `visit` with every scalar, keys included.
    pub(super) fn scalars(self, visit: &mut dyn FnMut(Self, &str)) {
        let nodes = (self.at..self.entry().end).map(|at| self.jump(at));
        nodes.filter_map(|node| Some((node, node.text()?))).for_each(|(node, text)| visit(node, text));
    }

    /// Calls `visit` with every value that is a number.
    pub(super) fn numbers(self, visit: &mut dyn FnMut(Self, f64)) {
        match self.value() {
            Value::Scalar(scalar) if self.tag().is_none() => {
                if let Some(number) = scalar.plain().and_then(plain::number) {
                    visit(self, number);
                }
            }
            Value::List => self.children().for_each(|item| item.numbers(visit)),
            Value::Block => self.pairs().for_each(|(_, value)| value.numbers(visit)),
            Value::Scalar(_) | Value::Alias(_) => {}
        }
    }
}

/// The children of a node.
#[derive(Debug, Clone)]
pub(super) struct Children<'t> {
    next: Node<'t>,
    end: usize,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        (self.next.at < self.end).then(|| {
            let node = self.next;
            self.next = node.jump(node.entry().end);
            node
        })
    }
}

impl Scalar<'_> {
    /// The text of a scalar that is neither quoted nor a block scalar, and so may be a number, a truth value or null.
    pub(super) fn plain(&self) -> Option<&str> {
        matches!(self.style, Style::Plain | Style::Reformatted).then_some(&*self.text)
    }
}

/// Parses a fragment; an empty one gives an empty scalar.
pub(super) fn parse(fragment: &str) -> Result<Tree<'_>, Refusal> {
    // The parser counts positions in characters. In ASCII text these are bytes, and no table is needed.
    let bytes = if fragment.is_ascii() { Vec::new() } else { fragment.char_indices().map(|(byte, _)| byte).collect() };
    let builder = Builder { fragment, bytes, entries: Vec::new(), open: Vec::new(), anchors: HashMap::new() };
    builder.document(Parser::new_from_str(fragment))
}

/// The bytes of the first key if the fragment is a block; else those of the whole fragment.
pub(super) fn first_key(fragment: &str) -> Range<usize> {
    let Ok(tree) = parse(fragment) else { return 0..0 };
    let root = tree.root();
    match root.value() {
        Value::Block => root.children().next().unwrap_or(root).span(),
        _ => root.span(),
    }
}

struct Builder<'a> {
    fragment: &'a str,
    bytes: Vec<usize>,
    entries: Vec<Entry<'a>>,
    /// The lists and blocks around the next node.
    open: Vec<usize>,
    anchors: HashMap<usize, usize>,
}

impl<'a> Builder<'a> {
    fn byte(&self, character: usize) -> usize {
        let byte = if self.bytes.is_empty() { Some(character) } else { self.bytes.get(character).copied() };
        byte.unwrap_or(self.fragment.len()).min(self.fragment.len())
    }

    fn document(mut self, mut parser: Parser<'a, StrInput<'a>>) -> Result<Tree<'a>, Refusal> {
        // Where the last finished node ends.
        let mut last_end = 0;
        while let Some(next) = parser.next_event() {
            let (event, span) = next.map_err(|error| self.refusal(self.byte(error.marker().index()), error.info()))?;
            let span = self.byte(span.start.index())..self.byte(span.end.index());
            match event {
                Event::StreamEnd => break,
                Event::DocumentStart(_) if !self.entries.is_empty() => {
                    return Err(Refusal::SecondDocument(span.start));
                }
                Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing => {}
                Event::SequenceEnd | Event::MappingEnd => {
                    let Some(at) = self.open.pop() else { continue };
                    let end = self.entries.len();
                    let entry = &mut self.entries[at];
                    // A list or a block without brackets ends after its last node.
                    let last = if span.is_empty() { last_end } else { span.end };
                    entry.span.end = last.max(entry.span.start);
                    entry.end = end;
                    last_end = entry.span.end;
                }
                event => {
                    if self.open.len() > MAX_DEPTH {
                        return Err(Refusal::TooDeep(span.start));
                    }
                    last_end = span.end;
                    self.node(event, span);
                }
            }
        }
        if self.entries.is_empty() {
            self.add(Value::Scalar(Scalar { text: Cow::Borrowed(""), style: Style::Plain }), 0..0, 0, None);
        }
        Ok(Tree { entries: self.entries, refusal: None })
    }

    /// Adds the node that begins with `event`.
    fn node(&mut self, event: Event<'a>, span: Range<usize>) {
        match event {
            Event::Scalar(mut text, style, anchor, tag) => {
                // The parser ends the last line of a block scalar even where the fragment does not.
                let is_open = span.end == self.fragment.len() && !self.fragment.ends_with(['\n', '\r']);
                if is_open && matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) && text.ends_with('\n') {
                    text.to_mut().pop();
                }
                let style = match style {
                    ScalarStyle::Plain => Style::Plain,
                    ScalarStyle::Literal => Style::Literal,
                    _ => Style::Quoted,
                };
                self.add(Value::Scalar(Scalar { text, style }), span, anchor, tag);
            }
            Event::Alias(anchor) => {
                let target = self.anchors.get(&anchor).copied();
                // The parser refuses an alias without an anchor.
                self.add(Value::Alias(target.unwrap_or_default()), span, 0, None);
            }
            Event::SequenceStart(anchor, tag) => {
                self.open.push(self.entries.len());
                self.add(Value::List, span, anchor, tag);
            }
            Event::MappingStart(anchor, tag) => {
                self.open.push(self.entries.len());
                self.add(Value::Block, span, anchor, tag);
            }
            _ => {}
        }
    }

    /// Adds a node; `anchor` is 0 for one without an anchor.
    fn add(&mut self, value: Value<'a>, span: Range<usize>, anchor: usize, tag: Option<Cow<'a, Tag>>) {
        let at = self.entries.len();
        if anchor != 0 {
            self.anchors.insert(anchor, at);
        }
        let tag = tag.map(|tag| format!("{}{}", tag.handle, tag.suffix).into());
        self.entries.push(Entry { span, end: at + 1, value, tag });
    }

    fn refusal(&self, at: usize, reason: &str) -> Refusal {
        // The parser reads ahead and has a nesting limit of its own.
        let count = |bracket: [u8; 2]| self.fragment[..at].bytes().filter(|byte| bracket.contains(byte)).count();
        let is_deep = count(*b"[{").saturating_sub(count(*b"]}")) > MAX_DEPTH;
        if is_deep { Refusal::TooDeep(at) } else { Refusal::Syntax(at, reason.to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Refusal, parse};
    use crate::yaml_path;

    #[test]
    fn a_path_leads_to_its_bytes() {
        let text = "term: größe\naliases: [a, bé, c]\nsources:\n  - title: t\n    url: 'https://x'\n";
        let tree = parse(text).expect("a tree");
        let found = |path: &[super::PathSegment]| tree.root().find(path).map(|node| &text[node.span()]);
        assert_eq!(found(yaml_path!["term"]), Some("größe"));
        assert_eq!(found(yaml_path!["aliases"]), Some("[a, bé, c]"));
        assert_eq!(found(yaml_path!["aliases", 1usize]), Some("bé"));
        assert_eq!(found(yaml_path!["sources", 0usize]), Some("title: t\n    url: 'https://x'"));
        assert_eq!(found(yaml_path!["sources", 0usize, "url"]), Some("'https://x'"));
        assert_eq!(found(yaml_path!["aliases", 3usize]), None);
        assert_eq!(found(yaml_path!["nothing"]), None);
    }

    #[test]
    fn what_is_no_single_document_of_bounded_depth_has_no_tree() {
        assert!(matches!(parse("a: [b"), Err(Refusal::Syntax(..))));
        assert!(matches!(parse("a: b\n---\nc: d\n"), Err(Refusal::SecondDocument(_))));
        for open in ["[", "{a: ", "[{a: "] {
            assert!(matches!(parse(&open.repeat(20_000)), Err(Refusal::TooDeep(_))), "{open}");
        }
    }
}
