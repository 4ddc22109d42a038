//! Checks texts elsewhere against a glossary: built HTML or Markdown, one file at a time.
//!
//! 1. A first mention without a link is reported at its place, and a name that the glossary avoids wherever it stands
//!    in the text.
//! 2. The entries that a file mentions are handed on, so that the caller can report those that none does.
//!
//! Markdown is read by the glossary's own parser and linker; front matter is passed over, and what the parser has
//! against the file is not reported: the file belongs to another tool.

use crate::glossary::Glossary;
use crate::html::page::{Rules, Skipped, read};
use rooflight_glossary::diagnostic::messages::docs::{avoided_in_docs, unlinked_mention, unused_term};
use rooflight_glossary::diagnostic::{Diagnostic, Location};
use rooflight_glossary::link::decision::{Decision, MatchOrigin, Reason};
use rooflight_glossary::link::forms::Origin;
use rooflight_glossary::link::linker::{Subject, link};
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::source::SourceFile;
use rooflight_glossary::syntax::source_body::Body;
use std::collections::BTreeSet;

/// The result of checking a file.
#[derive(Debug, Default)]
pub struct Checked {
    /// The findings, in order.
    pub problems: Vec<Diagnostic>,
    /// The entries that the file mentions or links.
    pub mentioned: BTreeSet<EntryId>,
    /// Whether there was something to read: an HTML page may have none of the chosen elements.
    pub is_read: bool,
}

impl Checked {
    fn unlinked(&mut self, place: Location, words: &str, entry: EntryId, glossary: &Glossary) {
        let known = &glossary.entries[entry];
        self.problems.push(unlinked_mention(place, words, &known.term, &known.url));
    }

    fn avoided(&mut self, place: Location, words: &str, entry: EntryId, glossary: &Glossary) {
        let known = &glossary.entries[entry];
        self.problems.push(avoided_in_docs(place, words, &known.term, &known.url));
    }
}

/// Checks a built page.
#[must_use]
pub fn html(path: &str, text: &str, glossary: &Glossary, rules: &Rules) -> Checked {
    let reading = read(text, glossary, &Rules { most: usize::MAX, ..rules.clone() }, false);
    let mut checked = Checked { mentioned: reading.linked, is_read: reading.is_read, ..Checked::default() };
    for mention in reading.mentions {
        let place = || Location::new(path, mention.span.clone());
        if matches!(mention.skipped, Some(Skipped::Rule(reason)) if is_another(reason)) {
            continue;
        }
        checked.mentioned.insert(mention.entry);
        if mention.is_avoided {
            checked.avoided(place(), &mention.words, mention.entry, glossary);
        } else if mention.skipped.is_none() {
            checked.unlinked(place(), &mention.words, mention.entry, glossary);
        }
    }
    checked
}

/// Checks a Markdown file.
#[must_use]
pub fn markdown(path: &str, text: &str, glossary: &Glossary, rules: &Rules) -> Checked {
    let file = SourceFile::new(path, text);
    let body = Body::parse(&file, front_matter(text), true, &mut Vec::new());
    let subject =
        Subject { path, body: &body, own: None, sources: &[], density: rules.density, explain: Some(&file.text) };
    let decisions = link(subject, &glossary.documents, &glossary.index, &mut Vec::new()).decisions;
    let mut checked = Checked { is_read: true, ..Checked::default() };
    for Decision { span, words, document: entry, by, skipped } in decisions {
        if skipped.is_some_and(is_another) {
            continue;
        }
        checked.mentioned.insert(entry);
        let is_avoided = matches!(by, MatchOrigin::Form(_, Origin::Avoid(_), _)) && skipped != Some(Reason::Code);
        let is_found = skipped.is_none() && matches!(by, MatchOrigin::Form(..)) && !rules.except.contains(&entry);
        let place = Location::new(path, span);
        if is_avoided {
            checked.avoided(place, &words, entry, glossary);
        } else if is_found {
            checked.unlinked(place, &words, entry, glossary);
        }
    }
    checked
}

/// The entries that none of the files mentions, reported at `place`. Entries that are never linked are left out.
#[must_use]
pub fn unused(glossary: &Glossary, mentioned: &BTreeSet<EntryId>, rules: &Rules, place: &Location) -> Vec<Diagnostic> {
    let entries = glossary.entries.iter_enumerated();
    let unused =
        entries.filter(|(at, entry)| !mentioned.contains(at) && !rules.except.contains(at) && is_searched(entry));
    unused.map(|(_, entry)| unused_term(place.clone(), &entry.term)).collect()
}

fn is_searched(entry: &crate::glossary::Entry) -> bool {
    use rooflight_glossary::model::matching::Matching;
    !matches!(entry.matching, Matching::Manual | Matching::Never)
}

/// True where the words mean something else.
fn is_another(reason: Reason) -> bool {
    matches!(reason, Reason::Not | Reason::LongerName | Reason::OtherCase(_) | Reason::Address)
}

/// Where the body begins: behind front matter between lines of `---` or `+++`.
fn front_matter(text: &str) -> usize {
    for mark in ["---", "+++"] {
        let Some(rest) = text.strip_prefix(mark).filter(|rest| rest.starts_with(['\n', '\r'])) else { continue };
        let mut at = mark.len();
        for line in rest.split_inclusive('\n') {
            at += line.len();
            if line.trim_end() == mark {
                return at;
            }
        }
    }
    0
}
