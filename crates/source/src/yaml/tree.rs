//! A YAML tree whose keys and values know their bytes.
//!
//! Built only when there is a problem, or a suspicion of one. An alias of a scalar becomes that scalar. An alias of a
//! list or a block is not expanded, so that nested aliases never multiply.

use super::path::PathSegment;
use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Nesting limit, the same as `yaml_serde`'s; bounds every recursion over a tree.
pub(super) const MAX_DEPTH: usize = 128;

/// A key or a value.
#[derive(Debug)]
pub(super) struct Node {
    /// Its bytes in the fragment.
    pub(super) span: Range<usize>,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    Scalar(Scalar),
    List(Vec<Node>),
    Block(Vec<(Node, Node)>),
    /// An alias of a list or a block, not expanded.
    Alias,
}

#[derive(Debug, Clone)]
pub(super) struct Scalar {
    /// The text without quotes, with escapes resolved.
    pub(super) text: Rc<str>,
    /// True for a scalar that is neither quoted nor a block scalar, and so may be a number, a truth value or null.
    pub(super) plain: bool,
    pub(super) tagged: bool,
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

impl Node {
    /// The value at a path.
    pub(super) fn find(&self, path: &[PathSegment]) -> Option<&Self> {
        let Some((step, rest)) = path.split_first() else { return Some(self) };
        let part = match (&self.value, step) {
            (Value::Block(pairs), PathSegment::Key(wanted)) => {
                pairs.iter().find(|(key, _)| key.text() == Some(wanted)).map(|(_, value)| value)
            }
            (Value::List(items), PathSegment::Item(wanted)) => items.get(*wanted),
            _ => None,
        };
        part?.find(rest)
    }

    /// The text of a scalar; `None` for a list or a block.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) => Some(&scalar.text),
            _ => None,
        }
    }

    /// Calls `visit` with every scalar, keys included.
    pub(super) fn scalars(&self, visit: &mut dyn FnMut(&Self, &str)) {
        match &self.value {
            Value::Scalar(scalar) => visit(self, &scalar.text),
            Value::List(items) => items.iter().for_each(|item| item.scalars(visit)),
            Value::Block(pairs) => pairs.iter().for_each(|(key, value)| {
                key.scalars(visit);
                value.scalars(visit);
            }),
            Value::Alias => {}
        }
    }

    /// Calls `visit` with every value that is a number.
    pub(super) fn numbers(&self, visit: &mut dyn FnMut(&Self, f64)) {
        match &self.value {
            Value::Scalar(scalar) if scalar.plain && !scalar.tagged => {
                if let Some(number) = number(&scalar.text) {
                    visit(self, number);
                }
            }
            Value::List(items) => items.iter().for_each(|item| item.numbers(visit)),
            Value::Block(pairs) => pairs.iter().for_each(|(_, value)| value.numbers(visit)),
            Value::Scalar(_) | Value::Alias => {}
        }
    }
}

/// The number that a plain scalar denotes, if it is one.
pub(super) fn number(text: &str) -> Option<f64> {
    match text.trim_start_matches(['+', '-']) {
        word if word.eq_ignore_ascii_case(".nan") => Some(f64::NAN),
        word if word.eq_ignore_ascii_case(".inf") => Some(f64::INFINITY),
        digits if digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') => digits.parse().ok(),
        _ => None,
    }
}

/// Parses a fragment; an empty one gives an empty scalar.
pub(super) fn parse(fragment: &str) -> Result<Node, Refusal> {
    // The parser counts positions in characters. In ASCII text these are bytes, and no table is needed.
    let bytes = if fragment.is_ascii() { Vec::new() } else { fragment.char_indices().map(|(byte, _)| byte).collect() };
    Builder { parser: Parser::new_from_str(fragment), fragment, bytes, anchors: HashMap::new() }.document()
}

/// The bytes of the first key if the fragment is a block; else those of the whole fragment.
pub(super) fn first_key(fragment: &str) -> Range<usize> {
    let Ok(root) = parse(fragment) else { return 0..0 };
    match &root.value {
        Value::Block(pairs) => pairs.first().map_or(root.span.clone(), |(key, _)| key.span.clone()),
        _ => root.span,
    }
}

struct Builder<'a> {
    parser: Parser<'a, StrInput<'a>>,
    fragment: &'a str,
    bytes: Vec<usize>,
    anchors: HashMap<usize, Scalar>,
}

impl<'a> Builder<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Range<usize>), Refusal> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, self.byte(span.start.index())..self.byte(span.end.index()))),
            Some(Err(error)) => {
                let at = self.byte(error.marker().index());
                // The parser reads ahead and has a nesting limit of its own.
                let count =
                    |bracket: [u8; 2]| self.fragment[..at].bytes().filter(|byte| bracket.contains(byte)).count();
                let is_deep = count(*b"[{").saturating_sub(count(*b"]}")) > MAX_DEPTH;
                Err(if is_deep { Refusal::TooDeep(at) } else { Refusal::Syntax(at, error.info().to_owned()) })
            }
            None => Ok((Event::StreamEnd, self.fragment.len()..self.fragment.len())),
        }
    }

    fn byte(&self, character: usize) -> usize {
        let byte = if self.bytes.is_empty() { Some(character) } else { self.bytes.get(character).copied() };
        byte.unwrap_or(self.fragment.len()).min(self.fragment.len())
    }

    fn document(mut self) -> Result<Node, Refusal> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => break,
                Event::DocumentStart(_) if root.is_some() => return Err(Refusal::SecondDocument(span.start)),
                Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing => {}
                event => root = Some(self.node(event, span, 0)?),
            }
        }
        let nothing = || Scalar { text: "".into(), plain: true, tagged: false };
        Ok(root.unwrap_or_else(|| Node { span: 0..0, value: Value::Scalar(nothing()) }))
    }

    /// Builds the node that begins with `event`.
    fn node(&mut self, event: Event<'a>, span: Range<usize>, depth: usize) -> Result<Node, Refusal> {
        if depth > MAX_DEPTH {
            return Err(Refusal::TooDeep(span.start));
        }
        let start = span.start;
        let (value, end) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let plain = style == ScalarStyle::Plain;
                let scalar = Scalar { text: (&*text).into(), plain, tagged: tag.is_some() };
                self.anchors.insert(anchor, scalar.clone());
                (Value::Scalar(scalar), span.end)
            }
            Event::Alias(anchor) => {
                (self.anchors.get(&anchor).map_or(Value::Alias, |scalar| Value::Scalar(scalar.clone())), span.end)
            }
            Event::SequenceStart(..) => {
                let (items, end) = self.children(depth)?;
                (Value::List(items), end)
            }
            _ => {
                let (children, end) = self.children(depth)?;
                let mut pairs = Vec::with_capacity(children.len() / 2);
                let mut children = children.into_iter();
                while let (Some(key), Some(value)) = (children.next(), children.next()) {
                    pairs.push((key, value));
                }
                (Value::Block(pairs), end)
            }
        };
        Ok(Node { span: start..end.max(start), value })
    }

    /// Builds the nodes up to the end of their parent, and returns that end: after the closing bracket, or after the
    /// last node.
    fn children(&mut self, depth: usize) -> Result<(Vec<Node>, usize), Refusal> {
        let mut nodes: Vec<Node> = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd | Event::MappingEnd) {
                let last = nodes.last().map_or(0, |node| node.span.end);
                return Ok((nodes, if span.is_empty() { last } else { span.end }));
            }
            nodes.push(self.node(event, span, depth + 1)?);
        }
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
        let found = |path: &[super::PathSegment]| tree.find(path).map(|node| &text[node.span.clone()]);
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
