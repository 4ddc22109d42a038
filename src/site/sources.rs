//! The sources of all entries: each once, with the entries that cite it.
//!
//! 1. Sources with one address are one; without an address the number of the book tells, or else the title.
//! 2. The title that most entries use stands for all; publisher and year are those beside it.
//! 3. Sources and entries are in alphabetical order.
//!
//! Never merges what an entry says of its own reading: its locator, its grade and its day stay with the citation.

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
    /// The source as most entries name it.
    pub(crate) source: &'a Source,
    /// Who cites it, in the order of terms.
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

/// The entries that have sources.
#[must_use]
pub(crate) fn entries<'a>(glossary: &'a Glossary, order: &Order) -> Vec<&'a Entry> {
    let mut entries: Vec<&Entry> =
        glossary.entries.iter().filter(|entry| !entry.document.front.sources.is_empty()).collect();
    entries.sort_by_cached_key(|entry| order.of_term(&entry.document.front));
    entries
}

/// An entry's sources in the order of their numbers on its page.
pub(crate) fn citations(entry: &Entry) -> impl Iterator<Item = Citation<'_>> {
    entry.source_order.iter().filter_map(move |position| {
        let source = entry.document.front.sources.get(position.index())?;
        Some(Citation { entry, position: *position, source })
    })
}

/// Every source of the glossary.
#[must_use]
pub(crate) fn all<'a>(glossary: &'a Glossary, order: &Order) -> Vec<CitedSource<'a>> {
    let mut known: BTreeMap<&str, Vec<Citation<'_>>> = BTreeMap::new();
    for citation in entries(glossary, order).into_iter().flat_map(citations) {
        let Source { url, isbn, title, .. } = citation.source;
        known.entry(url.as_deref().or(isbn.as_deref()).unwrap_or(title)).or_default().push(citation);
    }
    let mut all: Vec<CitedSource<'_>> = known.into_values().filter_map(cited).collect();
    all.sort_by_cached_key(|one| order.key(&one.source.title));
    all
}

fn cited(citations: Vec<Citation<'_>>) -> Option<CitedSource<'_>> {
    Some(CitedSource { source: usual(&citations)?, citations })
}

/// The source whose title most citations have; of several, the first in the alphabet.
fn usual<'a>(citations: &[Citation<'a>]) -> Option<&'a Source> {
    let mut titles: BTreeMap<&str, (usize, &Source)> = BTreeMap::new();
    for Citation { source, .. } in citations {
        titles.entry(&source.title).or_insert((0, *source)).0 += 1;
    }
    let (_, (_, source)) = titles.into_iter().max_by_key(|(title, (count, _))| (*count, Reverse(*title)))?;
    Some(source)
}

impl CitedSource<'_> {
    /// "NVIDIA, 2023. Primary source. Read on 20 Nov 2026."
    #[must_use]
    pub(crate) fn detail(&self, strings: &Strings) -> String {
        detail(&imprint(self.source, None), &self.citations, strings)
    }
}

impl Citation<'_> {
    /// The imprint as one entry cites it, with the locator.
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

/// The key of what the entries say of its grade.
fn grade(citations: &[Citation<'_>]) -> &'static str {
    let has = |grade| citations.iter().any(|citation| citation.source.grade == grade);
    match (has(Grade::Primary), has(Grade::Secondary)) {
        (true, true) => "source.both_grades",
        (_, true) => "source.secondary",
        _ => "source.primary",
    }
}

/// The day on which the source was read, or the first and the last of several; empty where no entry says.
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
