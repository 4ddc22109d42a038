//! Reads TBX (ISO 30042): concepts with terms in several languages, in both dialects (`conceptEntry` and `termEntry`).
//!
//! The most frequent language is the glossary's. Of a concept's terms in it, the preferred or first one is the entry,
//! admitted ones are aliases, deprecated ones are names to avoid, and superseded ones are marked as such. Documents
//! that declare entities are refused, so that none expands. A concept inside another one belongs to the outer one, so
//! that each element is read once at any depth.

use crate::draft::{Draft, LineIndex, Origin, ReaderOutput};
use crate::input::InputFile;
use crate::report::{Handling, Report};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

pub(super) fn read(file: &InputFile, report: &mut Report) -> Result<ReaderOutput, String> {
    let text = file.text();
    let text = without_type(&text);
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let lines = LineIndex::new(text);
    let concepts = elements(document.root_element(), &["conceptEntry", "termEntry"]);
    let mut languages: BTreeMap<String, usize> = BTreeMap::new();
    for section in concepts.iter().flat_map(|concept| elements(*concept, &["langSec", "langSet"])) {
        *languages.entry(language(section)).or_default() += 1;
    }
    let main =
        languages.iter().max_by_key(|(name, count)| (**count, name.starts_with("en"))).map(|(name, _)| name.clone());
    let mut found = ReaderOutput { language: main.clone().filter(|name| !name.is_empty()), ..ReaderOutput::default() };
    found.title = elements(document.root_element(), &["title"]).first().copied().and_then(words);
    for concept in concepts {
        let place = Origin::new(&file.path, lines.line(concept.range().start));
        let mut draft = Draft { origin: place.clone(), ..Draft::default() };
        for section in elements(concept, &["langSec", "langSet"]) {
            if Some(language(section)) != main {
                report.note(Handling::Left, "terms in another language", &place);
                continue;
            }
            for term in elements(section, &["termSec", "tig", "ntig"]) {
                name(term, &mut draft);
            }
            draft.definition = definition(section).unwrap_or_default();
        }
        if draft.definition.is_empty() {
            draft.definition = definition(concept).unwrap_or_default();
        }
        draft.layer = typed(concept, "subjectField");
        if draft.term.is_empty() {
            report.note(Handling::Left, "concept without a term in the glossary's language", &place);
        } else {
            found.drafts.push(draft);
        }
    }
    Ok(found)
}

/// Skips a document type without declarations, which older files have.
fn without_type(text: &str) -> &str {
    let Some(start) = text.find("<!DOCTYPE") else { return text };
    let Some(end) = text[start..].find('>').map(|at| start + at) else { return text };
    if text[start..end].contains('[') { text } else { &text[end + 1..] }
}

/// Returns the outermost elements with these names below a node, in document order.
fn elements<'a, 'i>(node: Node<'a, 'i>, names: &[&str]) -> Vec<Node<'a, 'i>> {
    let mut found = Vec::new();
    let mut waiting: Vec<Node<'a, 'i>> = node.children().rev().collect();
    while let Some(node) = waiting.pop() {
        if node.is_element() && names.contains(&node.tag_name().name()) {
            found.push(node);
        } else {
            waiting.extend(node.children().rev());
        }
    }
    found
}

fn language(section: Node<'_, '_>) -> String {
    let is_language = |name: &str| name == "lang";
    section.attributes().find(|one| is_language(one.name())).map(|one| one.value().to_lowercase()).unwrap_or_default()
}

fn words(node: Node<'_, '_>) -> Option<String> {
    let text: String = node.descendants().filter_map(|node| if node.is_text() { node.text() } else { None }).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Returns the words of the first element with this `type` attribute or this name.
fn typed(node: Node<'_, '_>, kind: &str) -> Option<String> {
    let is_kind = |node: &Node<'_, '_>| node.attribute("type") == Some(kind) || node.tag_name().name() == kind;
    node.descendants().filter(Node::is_element).find(is_kind).and_then(words)
}

fn definition(node: Node<'_, '_>) -> Option<String> {
    typed(node, "definition").or_else(|| typed(node, "explanation"))
}

fn name(node: Node<'_, '_>, draft: &mut Draft) {
    let Some(term) = elements(node, &["term"]).first().copied().and_then(words) else { return };
    let status =
        typed(node, "administrativeStatus").or_else(|| typed(node, "normativeAuthorization")).unwrap_or_default();
    if status.contains("superseded") || status.contains("obsolete") {
        draft.superseded.push(term);
    } else if status.contains("deprecated") {
        draft.avoid.push(term);
    } else if draft.term.is_empty() {
        draft.term = term;
    } else if status.contains("preferred") {
        draft.aliases.push(std::mem::replace(&mut draft.term, term));
    } else {
        draft.aliases.push(term);
    }
}
