//! The list of sources: each source once, with the entries that cite it.
//!
//! 1. Sources with the same address are one; sources without an address are compared by ISBN, or else by title.
//! 2. The title is the one that most citations have; publisher and year are from the same citation.
//! 3. Sources and entries are in alphabetical order.
//!
//! Locator, grade and access date are the author's own statements: they stay with each citation, and are never merged.

use crate::site::dates;
use crate::site::order::Order;
use crate::site::sections::imprint;
use jiff::civil::Date;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::bibliography::{Grade, Source};
use rooflight_glossary::model::ids::SourceIndex;
use rooflight_glossary::model::strings::Strings;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A source with the entries that cite it.
#[derive(Debug)]
pub(crate) struct CitedSource<'a> {
    /// The source with the most common title.
    pub(crate) source: &'a Source,
    /// The citations, ordered by the citing entry's term.
    pub(crate) citations: Vec<Citation<'a>>,
}

/// A source as one entry lists it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Citation<'a> {
    pub(crate) entry: &'a Entry,
    /// The source's position in the entry's front matter.
    pub(crate) position: SourceIndex,
    pub(crate) source: &'a Source,
}

/// True if any entry has a source.
#[must_use]
pub(crate) fn exist(glossary: &Glossary) -> bool {
    glossary.entries.iter().any(|entry| !entry.document.front.sources.is_empty())
}

/// Returns the entries that have sources, in alphabetical order.
#[must_use]
pub(crate) fn entries<'a>(glossary: &'a Glossary, order: &Order) -> Vec<&'a Entry> {
    let mut entries: Vec<&Entry> =
        glossary.entries.iter().filter(|entry| !entry.document.front.sources.is_empty()).collect();
    entries.sort_by_cached_key(|entry| order.of_term(&entry.document.front));
    entries
}

/// Returns an entry's sources in the order of their numbers on its page.
pub(crate) fn citations(entry: &Entry) -> impl Iterator<Item = Citation<'_>> {
    entry.source_order.iter().filter_map(move |position| {
        let source = entry.document.front.sources.get(position.index())?;
        Some(Citation { entry, position: *position, source })
    })
}

/// Returns every source of the glossary, in alphabetical order.
#[must_use]
pub(crate) fn all<'a>(glossary: &'a Glossary, order: &Order) -> Vec<CitedSource<'a>> {
    let mut by_identity: BTreeMap<&str, Vec<Citation<'_>>> = BTreeMap::new();
    for citation in entries(glossary, order).into_iter().flat_map(citations) {
        let Source { url, isbn, title, .. } = citation.source;
        by_identity.entry(url.as_deref().or(isbn.as_deref()).unwrap_or(title)).or_default().push(citation);
    }
    let mut all: Vec<CitedSource<'_>> = by_identity.into_values().filter_map(cited).collect();
    all.sort_by_cached_key(|cited| order.key(&cited.source.title));
    all
}

fn cited(citations: Vec<Citation<'_>>) -> Option<CitedSource<'_>> {
    Some(CitedSource { source: usual(&citations)?, citations })
}

/// Returns the source whose title most citations have; in a tie, the alphabetically first.
fn usual<'a>(citations: &[Citation<'a>]) -> Option<&'a Source> {
    let mut titles: BTreeMap<&str, (usize, &Source)> = BTreeMap::new();
    for Citation { source, .. } in citations {
        titles.entry(&source.title).or_insert((0, *source)).0 += 1;
    }
    let (_, (_, source)) = titles.into_iter().max_by_key(|(title, (count, _))| (*count, Reverse(*title)))?;
    Some(source)
}

impl CitedSource<'_> {
    /// Returns imprint, grade and access dates, as "NVIDIA, 2023. Primary source. Read on 20 Nov 2026."
    #[must_use]
    pub(crate) fn detail(&self, strings: &Strings) -> String {
        detail(&imprint(self.source, None), &self.citations, strings)
    }
}

impl Citation<'_> {
    /// Formats the same for one citation, with the locator.
    #[must_use]
    pub(crate) fn detail(&self, strings: &Strings) -> String {
        detail(&imprint(self.source, self.source.locator.as_deref()), &[*self], strings)
    }
}

fn detail(imprint: &str, citations: &[Citation<'_>], strings: &Strings) -> String {
    let imprint = if imprint.is_empty() { String::new() } else { format!("{imprint}.") };
    let parts = [imprint, strings.get(grade(citations)).to_owned(), read(citations, strings)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the string key of the grade that the citations give the source.
fn grade(citations: &[Citation<'_>]) -> &'static str {
    let has = |grade| citations.iter().any(|citation| citation.source.grade == grade);
    match (has(Grade::Primary), has(Grade::Secondary)) {
        (true, true) => "source.both_grades",
        (_, true) => "source.secondary",
        _ => "source.primary",
    }
}

/// Returns the day on which the source was read, or the first and the last of several. Empty if no citation has a day;
/// a note if nobody has opened the source.
fn read(citations: &[Citation<'_>], strings: &Strings) -> String {
    let opened = citations.iter().filter(|citation| !citation.source.unopened);
    if opened.clone().next().is_none() {
        return strings.get("source.unopened").to_owned();
    }
    let days: Vec<Date> = opened.filter_map(|citation| citation.source.accessed).collect();
    let day = |day: &Date| dates::day(*day, strings).human;
    match (days.iter().min(), days.iter().max()) {
        (Some(first), Some(last)) if first == last => strings.fill("source.read", &[("date", &day(first))]),
        (Some(first), Some(last)) => {
            strings.fill("source.read_between", &[("first", &day(first)), ("last", &day(last))])
        }
        _ => String::new(),
    }
}
