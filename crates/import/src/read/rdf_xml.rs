//! Reads RDF/XML as statements: nodes with properties, whose values are texts, addresses or further nodes.
//!
//! 1. An element is a node, its subject by `rdf:about`, `rdf:ID` or `rdf:nodeID`, else by its place in the document.
//!    Its name is its type, unless that is `Description`.
//! 2. Each element inside is a property; its value is the resource that it names, the nodes inside it, or its text.
//!
//! Names are compared without their prefixes, as in all vocabularies here. Nesting is followed by a list, so that its
//! depth has no limit.

use super::statements::{Graph, Object};
use super::xml::{Document, Element};

/// Adds all statements of a document to a graph.
///
/// # Errors
/// Text that is not well-formed or declares entities; too many elements or statements.
pub(super) fn read(text: &str, graph: &mut Graph) -> Result<(), String> {
    let document = Document::parse(text)?;
    let root = document.root();
    let language = language(root, None);
    let outer = if root.name() == "RDF" { root.children() } else { vec![root] };
    let mut nodes: Vec<(Element<'_>, Option<String>)> =
        outer.into_iter().map(|node| (node, language.clone())).collect();
    nodes.reverse();
    while let Some((node, outside)) = nodes.pop() {
        let (own, of_node) = (subject(node), self::language(node, outside));
        if node.name() != "Description" {
            graph.add(&own, "type", address(node.name().to_owned()))?;
        }
        for property in node.children() {
            let of_property = self::language(property, of_node.clone());
            let inner = property.children();
            if let Some(resource) = ["resource", "nodeID"].iter().find_map(|name| property.attribute(name)) {
                graph.add(&own, property.name(), address(resource.into_owned()))?;
            } else if inner.is_empty() {
                let text = property.text().split_whitespace().collect::<Vec<_>>().join(" ");
                graph.add(&own, property.name(), Object { text, language: of_property, is_address: false })?;
            } else {
                for node in inner {
                    graph.add(&own, property.name(), address(subject(node)))?;
                    nodes.push((node, of_property.clone()));
                }
            }
        }
    }
    Ok(())
}

const fn address(text: String) -> Object {
    Object { text, language: None, is_address: true }
}

fn subject(node: Element<'_>) -> String {
    let named = ["about", "ID", "nodeID"].iter().find_map(|name| node.attribute(name));
    named.map_or_else(|| format!("_:{}", node.start()), std::borrow::Cow::into_owned)
}

/// Returns the language of an element: its own, or else that around it.
fn language(element: Element<'_>, around: Option<String>) -> Option<String> {
    element.attribute("lang").map(|own| own.to_lowercase()).or(around).filter(|language| !language.is_empty())
}
