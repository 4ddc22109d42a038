//! The numbered sources of a page: first those of the record's facts, then the publications whose measurements stand on the page.
//!
//! The catalog keeps sources by record, so a fact points to all of its record's.

use crate::model::catalog::records::Source;
use crate::writers::html::catalog::Book;
use rooflight_estimator::view::date::date;
use serde::Serialize;
use std::fmt::Write;

/// A source in the list.
#[derive(Debug, Serialize)]
pub(super) struct SourceView {
    title: String,
    /// Only http and https.
    url: Option<String>,
    detail: String,
    /// The page with all of its measurements, and how many there are.
    inside: Option<(String, String)>,
}

/// The mark of a fact's sources: its link, its text and its spoken name.
#[derive(Debug, Clone, Serialize)]
pub(super) struct MarkView {
    text: String,
    label: String,
}

/// The mark of a fact, if its record has sources.
pub(super) fn mark(sources: &[Source]) -> Option<MarkView> {
    match sources.len() {
        0 => None,
        1 => Some(MarkView { text: "1".to_owned(), label: "Source 1".to_owned() }),
        last => Some(MarkView { text: format!("1–{last}"), label: format!("Sources 1–{last}") }),
    }
}

/// The list of a page: a record's sources, then these publications.
pub(super) fn list(book: &Book<'_>, facts: &[Source], anchors: &[usize], root: &str) -> Vec<SourceView> {
    let mut views: Vec<SourceView> = facts.iter().map(fact).collect();
    let mut publications: Vec<(usize, usize)> = Vec::new();
    for at in anchors {
        let publication = book.catalog.anchors[*at].publication;
        match publications.iter_mut().find(|(known, _)| *known == publication) {
            Some((_, count)) => *count += 1,
            None => publications.push((publication, 1)),
        }
    }
    publications.sort_unstable();
    views.extend(publications.into_iter().map(|(at, count)| publication(book, at, count, root)));
    views
}

fn fact(source: &Source) -> SourceView {
    let mut detail = source.locator.clone().unwrap_or_default();
    if let Some(package) = source.package.as_deref().filter(|package| !source.title.contains(package)) {
        let _ = write!(detail, "{}package {package}", if detail.is_empty() { "" } else { "; " });
    }
    if source.unverified {
        let _ = write!(detail, "{}not read at its origin", if detail.is_empty() { "" } else { "; " });
    }
    SourceView { title: source.title.clone(), url: source.url.clone().filter(|url| is_web(url)), detail, inside: None }
}

fn publication(book: &Book<'_>, at: usize, count: usize, root: &str) -> SourceView {
    let publication = &book.catalog.publications[at];
    let licence = match publication.licence.as_str() {
        "" => String::new(),
        licence => format!("; licence: {licence}"),
    };
    SourceView {
        title: publication.title.clone(),
        url: Some(publication.url.clone()).filter(|url| is_web(url)),
        detail: format!("{}, {}{licence}", publication.publisher, date(&publication.date)),
        inside: Some((
            format!("{root}anchors/{}/", book.publications[at]),
            crate::writers::html::catalog::counted(count, "measurement"),
        )),
    }
}

fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
