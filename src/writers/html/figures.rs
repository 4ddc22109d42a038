//! Figures that the build computes, put where a page names them.
//!
//! 1. A number takes the place of its name within a sentence.
//! 2. A table or a chart takes the place of a paragraph that holds its name and nothing else.
//!
//! A name that nothing has, and a table in the middle of a sentence, are diagnostics at their place.

use crate::diagnostic::{Diagnostic, Place, messages};
use crate::link::Linked;
use crate::model::page::Page;
use crate::syntax::markdown::{Node, Spanned};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::collections::BTreeMap;

/// A figure as HTML.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// A number or a few words.
    Words(String),
    /// A table or a chart.
    Block(String),
}

/// All figures by name; none where the site has no measurements.
#[derive(Debug, Clone, Default)]
pub struct Figures(BTreeMap<&'static str, Figure>);

impl FromIterator<(&'static str, Figure)> for Figures {
    fn from_iter<T: IntoIterator<Item = (&'static str, Figure)>>(figures: T) -> Self {
        Self(figures.into_iter().collect())
    }
}

impl Figures {
    /// What is wrong with the names in a page.
    #[must_use]
    pub fn problems(&self, page: &Page) -> Vec<Diagnostic> {
        let nodes = page.body.nodes();
        let node = |at: usize| nodes.get(at).map(|Spanned { node, .. }| node);
        let problem = |(at, Spanned { node: this, span }): (usize, &Spanned<'_>)| {
            let Node::Figure(name) = this else { return None };
            let place = || Place::new(&page.path, span.clone());
            match self.0.get(&**name) {
                None => {
                    let problem = messages::unknown_id(place(), "figure", name, self.0.keys().copied());
                    let nothing = "figures are made of measurements, and this site has none";
                    Some(if self.0.is_empty() { problem.help(nothing) } else { problem })
                }
                Some(Figure::Block(_)) if !alone(at.checked_sub(1).and_then(node), node(at + 1)) => Some(
                    messages::bad_value(place(), format!("the table or chart `{name}` stands in a sentence"))
                        .help("give it a paragraph of its own"),
                ),
                Some(_) => None,
            }
        };
        nodes.iter().enumerate().filter_map(problem).collect()
    }

    /// The figure with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Figure> {
        self.0.get(name)
    }

    /// The nodes with every figure in its place.
    #[must_use]
    pub fn put_in<'a>(&'a self, nodes: Vec<Linked<'a>>) -> Vec<Linked<'a>> {
        if !nodes.iter().any(|node| matches!(node, Linked::Figure(_))) {
            return nodes;
        }
        let mut out = Vec::with_capacity(nodes.len());
        for node in nodes {
            let Linked::Figure(name) = &node else {
                out.push(node);
                continue;
            };
            match self.0.get(&**name) {
                Some(Figure::Words(html)) => out.push(Linked::Markdown(Event::InlineHtml(html.as_str().into()))),
                Some(Figure::Block(html)) => {
                    // Its paragraph's start goes; the end is skipped below.
                    out.pop();
                    out.push(Linked::Markdown(Event::Html(html.as_str().into())));
                }
                None => {}
            }
        }
        without_lost_ends(out)
    }
}

/// True between the start and the end of a paragraph.
fn alone(before: Option<&Node<'_>>, after: Option<&Node<'_>>) -> bool {
    matches!(before, Some(Node::Markdown(Event::Start(Tag::Paragraph))))
        && matches!(after, Some(Node::Markdown(Event::End(TagEnd::Paragraph))))
}

/// Drops the ends of paragraphs whose start made room for a block.
fn without_lost_ends(nodes: Vec<Linked<'_>>) -> Vec<Linked<'_>> {
    let mut open = false;
    let keep = |node: &Linked<'_>| match node {
        Linked::Markdown(Event::Start(Tag::Paragraph)) => {
            open = true;
            true
        }
        Linked::Markdown(Event::End(TagEnd::Paragraph)) => std::mem::take(&mut open),
        _ => true,
    };
    nodes.into_iter().filter(keep).collect()
}
