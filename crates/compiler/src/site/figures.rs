//! Figures that the build computes and inserts where a page names them.
//!
//! 1. A number replaces its name within a sentence.
//! 2. A table or a chart replaces a paragraph that consists of its name.
//!
//! An unknown name, and a table or chart in the middle of a sentence, are diagnostics.

use crate::calibrate::method::Spread;
use crate::site::table::GridTable;
use rooflight_glossary::model::page::Page;
use rooflight_glossary::syntax::tree::{Block, Children, Inline, Name, NodeKind};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::collections::BTreeMap;

/// A figure before any format.
#[derive(Debug, Clone)]
pub(crate) enum Figure {
    /// A number or a few words.
    Words(String),
    /// A table.
    Table(GridTable),
    /// A chart.
    Chart(Chart),
}

/// A chart of the prediction errors by family of devices; empty if the fit was not validated.
#[derive(Debug, Clone, Default)]
pub struct Chart {
    /// The title of the chart.
    pub title: String,
    /// The alternative text, one sentence.
    pub description: String,
    /// The families of devices, one strip each.
    pub families: Vec<Spread>,
}

/// All figures by name; empty if the site has no measurements.
#[derive(Debug, Clone, Default)]
pub struct Figures(BTreeMap<&'static str, Figure>);

impl FromIterator<(&'static str, Figure)> for Figures {
    fn from_iter<T: IntoIterator<Item = (&'static str, Figure)>>(figures: T) -> Self {
        Self(figures.into_iter().collect())
    }
}

impl Figures {
    /// Returns the problems of the figure names in a page: unknown names, tables within sentences.
    #[must_use]
    pub fn problems(&self, page: &Page) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        self.check(&page.path, page.body.tree().children(), false, &mut problems);
        problems
    }

    /// Checks sibling nodes and their children; `in_paragraph` is true for children of a paragraph.
    fn check(&self, path: &str, nodes: Children<'_, '_, Name<'_>>, in_paragraph: bool, problems: &mut Vec<Diagnostic>) {
        let is_alone = in_paragraph && nodes.count() == 1;
        for (node, inside) in nodes {
            self.check(path, inside, matches!(node.kind, NodeKind::Block(Block::Paragraph)), problems);
            let NodeKind::Inline(Inline::Figure(name)) = &node.kind else { continue };
            let place = Location::new(path, node.span.clone());
            match self.0.get(&**name) {
                None => {
                    let problem = messages::unknown_id(place, "figure", name, self.0.keys().copied());
                    let nothing = "figures are made of measurements, and this site has none";
                    problems.push(if self.0.is_empty() { problem.help(nothing) } else { problem });
                }
                Some(Figure::Table(_) | Figure::Chart(_)) if !is_alone => problems.push(
                    messages::bad_value(place, format!("the table or chart `{name}` stands in a sentence"))
                        .help("give it a paragraph of its own"),
                ),
                Some(_) => {}
            }
        }
    }

    /// Returns the figure with this name.
    #[must_use]
    pub(crate) fn get(&self, name: &str) -> Option<&Figure> {
        self.0.get(name)
    }
}
