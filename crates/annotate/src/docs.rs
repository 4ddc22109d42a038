//! Checks other documentation against a glossary: built HTML or Markdown, one file at a time.
//!
//! 1. Reports a first mention without a link, and every mention of a name that the glossary avoids, at its place.
//! 2. Quotes the heading and the sentence of each finding, for readers who do not open the file.
//! 3. Returns the entries that a file mentions, so that the caller can report entries that no file mentions.
//!
//! Markdown is read by the glossary's own parser and linker. Front matter is skipped and the parser's diagnostics are
//! dropped, since the file belongs to another tool.

use crate::around::excerpts;
use crate::glossary::{Entry, Glossary};
use crate::html::page::{Skipped, read};
use crate::html::rules::Rules;
use rooflight_glossary::link::matching::decision::{Decision, MatchOrigin, Reason};
use rooflight_glossary::link::matching::linker::{Subject, link};
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::dialect::Dialect;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_source::diagnostic::messages::docs::{avoided_in_docs, unlinked_mention, unused_term};
use rooflight_source::diagnostic::{Diagnostic, Excerpt, Location};
use rooflight_source::file::SourceFile;
use std::collections::BTreeSet;

/// The result of checking a file.
#[derive(Debug, Default)]
pub struct Checked {
    /// The findings, in order.
    pub problems: Vec<Diagnostic>,
    /// The entries that the file mentions or links.
    pub mentioned: BTreeSet<EntryId>,
    /// Whether there was something to read: an HTML page may lack the chosen elements.
    pub is_read: bool,
}

impl Checked {
    /// Reports a mention; `words` are the name as written.
    fn report(&mut self, place: Location, words: &str, is_avoided: bool, entry: &Entry, excerpt: Excerpt) {
        let of = if is_avoided { avoided_in_docs } else { unlinked_mention };
        self.problems.push(of(place, words, &entry.term, &entry.url).excerpt(excerpt));
    }
}

/// Checks a built page.
#[must_use]
pub fn html(path: &str, text: &str, glossary: &Glossary, rules: &Rules) -> Checked {
    let reading = read(text, glossary, &Rules { max_links: usize::MAX, ..rules.clone() }, false);
    let mut checked = Checked { mentioned: reading.linked, is_read: reading.is_read, ..Checked::default() };
    for mention in reading.mentions {
        if matches!(mention.skipped, Some(Skipped::Rule(reason)) if is_other_meaning(reason)) {
            continue;
        }
        checked.mentioned.insert(mention.entry);
        if mention.is_avoided || mention.skipped.is_none() {
            let heading = reading.headings.get(mention.heading).map_or("", |heading| heading.trim());
            let excerpt = Excerpt { heading: heading.to_owned(), sentence: mention.sentence };
            let place = Location::new(path, mention.span);
            checked.report(place, &mention.words, mention.is_avoided, &glossary.entries[mention.entry], excerpt);
        }
    }
    checked
}

/// Checks a Markdown file.
#[must_use]
pub fn markdown(path: &str, text: &str, glossary: &Glossary, rules: &Rules) -> Checked {
    let file = SourceFile::new(path, without_labels(text));
    let body = Body::parse(
        &file,
        front_matter(text),
        Dialect { raw_html: true, math: true, ..Dialect::default() },
        &mut Vec::new(),
    );
    let subject =
        Subject { path, body: &body, own: None, sources: &[], density: rules.density, explain: Some(&file.text) };
    let decisions = link(subject, &glossary.documents, &glossary.index, &mut Vec::new()).decisions;
    let mut checked = Checked { is_read: true, ..Checked::default() };
    let mut found = Vec::new();
    for Decision { span, words, document: entry, by, skipped } in decisions {
        if skipped.is_some_and(is_other_meaning) {
            continue;
        }
        checked.mentioned.insert(entry);
        let is_avoided =
            matches!(by, MatchOrigin::Form(_, origin, _) if origin.is_unwanted()) && skipped != Some(Reason::Code);
        let is_found = skipped.is_none() && matches!(by, MatchOrigin::Form(..)) && !rules.except.contains(&entry);
        if is_avoided || is_found {
            found.push((span, words, entry, is_avoided));
        }
    }
    let spans: Vec<_> = found.iter().map(|(span, ..)| span.clone()).collect();
    for ((span, words, entry, is_avoided), excerpt) in found.into_iter().zip(excerpts(&body, &spans)) {
        checked.report(Location::new(path, span), &words, is_avoided, &glossary.entries[entry], excerpt);
    }
    checked
}

/// Reports, at `place`, entries that no file mentions. Entries with `match: manual` or `match: never` are skipped.
#[must_use]
pub fn unused(glossary: &Glossary, mentioned: &BTreeSet<EntryId>, rules: &Rules, place: &Location) -> Vec<Diagnostic> {
    let entries = glossary.entries.iter_enumerated();
    let unused =
        entries.filter(|(at, entry)| !mentioned.contains(at) && !rules.except.contains(at) && is_searched(entry));
    unused.map(|(_, entry)| unused_term(place.clone(), &entry.term)).collect()
}

fn is_searched(entry: &Entry) -> bool {
    use rooflight_glossary::model::matching::Matching;
    !matches!(entry.matching, Matching::Manual | Matching::Never)
}

/// True if the words do not mention the term: they mean something else, or are part of a longer name or an address.
fn is_other_meaning(reason: Reason) -> bool {
    reason.is_other_sense() || matches!(reason, Reason::OtherCase(_) | Reason::Address)
}

/// Replaces labels of `MyST`, lines such as `(name)=`, by spaces, so that all other places stay.
fn without_labels(text: &str) -> String {
    let is_label = |line: &str| {
        let name = line.trim_end().strip_prefix('(').and_then(|rest| rest.strip_suffix(")="));
        name.is_some_and(|name| !name.is_empty() && !name.contains(['(', ')']))
    };
    let blank =
        |line: &str| line.chars().map(|c| if c == '\n' { c.to_string() } else { " ".repeat(c.len_utf8()) }).collect();
    text.split_inclusive('\n').map(|line| if is_label(line) { blank(line) } else { line.to_owned() }).collect()
}

/// Returns the byte where the body begins: after front matter between lines of `---` or `+++`, or else 0.
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
