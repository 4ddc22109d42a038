//! The numbered sources of a page: first those of the record's facts, then the publications of the measurements on the
//! page.
//!
//! The catalog keeps sources by record, so the facts of a page share a link to all of them. The revision at which a
//! source was read is part of its locator, not of its title or date.

use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::published;
use crate::site::inline::is_web;
use rooflight_glossary::model::catalog::records::RecordSource;
use serde::Serialize;
use std::fmt::Write;

/// A source in the list of a page.
#[derive(Debug, Serialize)]
pub(crate) struct CatalogSourceView {
    pub(crate) title: String,
    /// Only http and https addresses.
    pub(crate) url: Option<String>,
    pub(crate) detail: String,
    /// The page with all measurements of a publication, and the text of the link with their number; `None` for other
    /// sources.
    pub(crate) inside: Option<(String, String)>,
}

/// Returns the numbers of a record's sources in the list, as the text of the link to it; `None` without sources.
pub(super) fn numbers(sources: &[RecordSource]) -> Option<String> {
    match sources.len() {
        0 => None,
        1 => Some("source 1".to_owned()),
        2 => Some("sources 1 and 2".to_owned()),
        last => Some(format!("sources 1 to {last}")),
    }
}

/// Makes the list of a page: a record's sources, then the publications of these measurements.
pub(super) fn list(
    cx: &CatalogContext<'_>,
    facts: &[RecordSource],
    anchors: &[usize],
    root: &str,
) -> Vec<CatalogSourceView> {
    let mut views: Vec<CatalogSourceView> = facts.iter().map(fact).collect();
    let mut publications: Vec<(usize, usize)> = Vec::new();
    for at in anchors {
        let publication = cx.catalog.anchors[*at].publication;
        match publications.iter_mut().find(|(known, _)| *known == publication) {
            Some((_, count)) => *count += 1,
            None => publications.push((publication, 1)),
        }
    }
    publications.sort_unstable();
    views.extend(publications.into_iter().map(|(at, count)| publication(cx, at, count, root)));
    views
}

fn fact(source: &RecordSource) -> CatalogSourceView {
    let (title, commit) = published::title(&source.title);
    let mut detail = source.locator.clone().unwrap_or_default();
    if let Some(commit) = commit {
        let _ = write!(detail, "{}commit {commit}", if detail.is_empty() { "" } else { "; " });
    }
    if let Some(package) = source.package.as_deref().filter(|package| !source.title.contains(package)) {
        let _ = write!(detail, "{}package {package}", if detail.is_empty() { "" } else { "; " });
    }
    if source.unverified {
        let _ = write!(detail, "{}not read at its origin", if detail.is_empty() { "" } else { "; " });
    }
    CatalogSourceView { title, url: source.url.clone().filter(|url| is_web(url)), detail, inside: None }
}

fn publication(cx: &CatalogContext<'_>, at: usize, count: usize, root: &str) -> CatalogSourceView {
    let publication = &cx.catalog.publications[at];
    let licence = match publication.licence.as_str() {
        "" => String::new(),
        licence => format!("; licence: {licence}"),
    };
    CatalogSourceView {
        title: publication.title.clone(),
        url: Some(publication.url.clone()).filter(|url| is_web(url)),
        detail: format!("{}, {}{licence}", publication.publisher, published::when(&publication.date)),
        inside: Some((
            format!("{root}anchors/{}/", cx.publications[at]),
            crate::site::catalog::words::counted(count, "measurement"),
        )),
    }
}
