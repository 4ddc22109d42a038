//! TBX (ISO 30042): concepts with terms in several languages, in either of its two spellings (`conceptEntry` and
//! `termEntry`).
//!
//! The language of most terms is the glossary's. Of its terms the preferred or first one is the entry, admitted ones
//! are aliases, deprecated ones are names to avoid, and superseded ones stay that. Documents with a type definition are
//! refused, so that no entity expands. What stands inside a concept or a term belongs to it, another concept too: so
//! each part is read once, however deep it lies.

use crate::draft::{Draft, Lines, Origin, ReaderOutput};
use crate::input::InputFile;
use crate::report::{Handling, Report};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

pub(super) fn read(file: &InputFile, report: &mut Report) -> Result<ReaderOutput, String> {
    let text = file.text();
    let text = without_type(&text);
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let lines = Lines::new(text);
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
        draft.name = concept.attribute("id").map(str::to_owned);
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
        // An identifier says nothing to readers.
        draft.name = None;
        if draft.term.is_empty() {
            report.note(Handling::Left, "concept without a term in the glossary's language", &place);
        } else {
            found.drafts.push(draft);
        }
    }
    Ok(found)
}

/// The text behind a document type without entities: older files name one, and nothing of it is needed.
fn without_type(text: &str) -> &str {
    let Some(start) = text.find("<!DOCTYPE") else { return text };
    let Some(end) = text[start..].find('>').map(|at| start + at) else { return text };
    if text[start..end].contains('[') { text } else { &text[end + 1..] }
}

/// The outermost elements of these names below a node, in order.
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

/// The words of the first element with this `type`, or of this name in the namespace of data categories.
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
