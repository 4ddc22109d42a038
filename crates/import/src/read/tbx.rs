//! Reads TBX (ISO 30042): concepts with terms in several languages, in both dialects (`conceptEntry` and `termEntry`).
//!
//! The most frequent language is the glossary's. Of a concept's terms in it, the preferred or first one is the entry,
//! admitted ones are aliases, deprecated ones are names to avoid, and superseded ones are marked as such. A concept
//! inside another one belongs to the outer one, so that each element is read once at any depth.

use super::ReadResult;
use super::xml::{Document, Element};
use crate::draft::{Draft, Origin, ReaderOutput, TermSigns};
use crate::input::InputFile;
use crate::report::{Handling, Report};
use rooflight_source::lines::LineIndex;
use std::collections::BTreeMap;

pub(super) fn read(file: &InputFile, report: &mut Report) -> ReadResult {
    let text = file.text();
    let document = Document::parse(&text)?;
    let lines = LineIndex::of(&text);
    let concepts = document.root().outermost(&["conceptEntry", "termEntry"]);
    let mut languages: BTreeMap<String, usize> = BTreeMap::new();
    for section in concepts.iter().flat_map(|concept| concept.outermost(&["langSec", "langSet"])) {
        *languages.entry(language(section)).or_default() += 1;
    }
    let main =
        languages.iter().max_by_key(|(name, count)| (**count, name.starts_with("en"))).map(|(name, _)| name.clone());
    let mut found = ReaderOutput { language: main.clone().filter(|name| !name.is_empty()), ..ReaderOutput::default() };
    found.title = document.root().outermost(&["title"]).first().copied().and_then(words);
    for concept in concepts {
        let place = Origin::new(&file.path, lines.position(concept.start()).0);
        let signs = TermSigns { is_one_name: true, ..TermSigns::default() };
        let mut draft = Draft { origin: place.clone(), signs, ..Draft::default() };
        for section in concept.outermost(&["langSec", "langSet"]) {
            if Some(language(section)) != main {
                report.note(Handling::Left, "terms in another language", &place);
                continue;
            }
            for term in section.outermost(&["termSec", "tig", "ntig"]) {
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

fn language(section: Element<'_>) -> String {
    section.attribute("lang").unwrap_or_default().to_lowercase()
}

fn words(element: Element<'_>) -> Option<String> {
    let text = element.text().split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Returns the words of the first element with this `type` attribute or this name.
fn typed(element: Element<'_>, kind: &str) -> Option<String> {
    element
        .all()
        .find(|one| one.name() == kind || one.attribute("type").is_some_and(|found| found == kind))
        .and_then(words)
}

fn definition(element: Element<'_>) -> Option<String> {
    typed(element, "definition").or_else(|| typed(element, "explanation"))
}

fn name(element: Element<'_>, draft: &mut Draft) {
    let Some(term) = element.outermost(&["term"]).first().copied().and_then(words) else { return };
    let status = typed(element, "administrativeStatus").or_else(|| typed(element, "normativeAuthorization"));
    let status = status.unwrap_or_default();
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
