//! XML as a flat tree: elements and texts in document order, each with the index behind what is inside it.
//!
//! Every pass over it is a loop, so that nesting has no limit. Names and attributes are compared without their
//! prefixes. Documents that declare entities are refused, so that none expands.

use crate::limits;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::borrow::Cow;

/// A parsed document.
pub(super) struct Document<'a> {
    nodes: Vec<Node<'a>>,
}

/// An element, or a text.
struct Node<'a> {
    tag: Option<BytesStart<'a>>,
    text: Cow<'a, str>,
    /// Its first byte in the document.
    start: usize,
    /// The index behind the last node inside.
    end: usize,
}

impl<'a> Document<'a> {
    /// Parses a document.
    ///
    /// # Errors
    /// Text that is not well-formed, declares entities, or has too many elements and texts.
    pub(super) fn parse(xml: &'a str) -> Result<Self, String> {
        let mut reader = Reader::from_str(xml);
        let (mut nodes, mut open): (Vec<Node<'_>>, Vec<usize>) = Default::default();
        loop {
            let start = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            let event = reader.read_event().map_err(|error| error.to_string())?;
            let (tag, text) = match event {
                Event::Start(tag) => {
                    open.push(nodes.len());
                    (Some(tag), "".into())
                }
                Event::Empty(tag) => (Some(tag), "".into()),
                Event::End(_) => {
                    let end = nodes.len();
                    if let Some(node) = open.pop().and_then(|at| nodes.get_mut(at)) {
                        node.end = end;
                    }
                    continue;
                }
                Event::Text(text) => (None, text.xml10_content()),
                Event::CData(text) => (None, text.xml10_content()),
                Event::GeneralRef(name) => {
                    let character = name.resolve_char_ref().map_err(|error| error.to_string())?;
                    let known = character.map(String::from).or_else(|| resolve_xml_entity(&name).map(str::to_owned));
                    (None, known.ok_or_else(|| format!("the entity `{}` is unknown", &*name))?.into())
                }
                Event::DocType(kind) if kind.contains('[') => {
                    return Err("it declares entities, and such documents are not read".to_owned());
                }
                Event::Eof => break,
                Event::DocType(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
            };
            // Only white space stands outside of all elements.
            if open.is_empty() && tag.is_none() {
                continue;
            }
            if nodes.len() == limits::MAX_NODES {
                return Err(format!("more than {} elements and texts", limits::MAX_NODES));
            }
            let end = nodes.len() + 1;
            nodes.push(Node { tag, text, start, end });
        }
        if !open.is_empty() || nodes.is_empty() {
            return Err("the document ends inside an element".to_owned());
        }
        Ok(Self { nodes })
    }

    /// The outermost element.
    pub(super) fn root(&self) -> Element<'_> {
        Element { nodes: &self.nodes, at: 0 }
    }
}

/// An element of a document.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    nodes: &'a [Node<'a>],
    at: usize,
}

impl<'a> Element<'a> {
    fn node(self) -> &'a Node<'a> {
        &self.nodes[self.at]
    }

    /// The name.
    pub(super) fn name(self) -> &'a str {
        self.node().tag.as_ref().map_or("", |tag| tag.local_name().into_inner())
    }

    /// The value of an attribute.
    pub(super) fn attribute(self, name: &str) -> Option<Cow<'a, str>> {
        // The check for duplicates takes the square of their number.
        let mut all = self.node().tag.as_ref()?.attributes();
        let found = all.with_checks(false).flatten().find(|one| one.key.local_name().into_inner() == name)?;
        found.normalized_value(XmlVersion::Implicit1_0).ok()
    }

    /// Its first byte in the document.
    pub(super) fn start(self) -> usize {
        self.node().start
    }

    /// The element itself and all elements inside, in document order.
    pub(super) fn all(self) -> impl Iterator<Item = Self> {
        (self.at..self.node().end).map(move |at| Self { at, ..self }).filter(|one| one.node().tag.is_some())
    }

    /// The elements directly inside.
    pub(super) fn children(self) -> Vec<Self> {
        let (mut found, mut at) = (Vec::new(), self.at + 1);
        while at < self.node().end {
            let one = Self { at, ..self };
            if one.node().tag.is_some() {
                found.push(one);
            }
            at = one.node().end;
        }
        found
    }

    /// The outermost elements inside that have one of these names, in document order.
    pub(super) fn outermost(self, names: &[&str]) -> Vec<Self> {
        let (mut found, mut at) = (Vec::new(), self.at + 1);
        while at < self.node().end {
            let one = Self { at, ..self };
            if names.contains(&one.name()) {
                found.push(one);
                at = one.node().end;
            } else {
                at += 1;
            }
        }
        found
    }

    /// All texts inside.
    pub(super) fn text(self) -> String {
        self.nodes[self.at..self.node().end].iter().map(|node| &*node.text).collect()
    }
}
