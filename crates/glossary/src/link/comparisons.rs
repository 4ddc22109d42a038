//! Resolves comparisons to their entries: one page for each pair, whether from a file or from an entry's table.
//!
//! 1. Each file names two entries that exist; a pair has at most one file.
//! 2. A file without rows takes the table in which one of the entries compares itself with the other.
//! 3. A table whose pair has no file makes a separate page; its entry comes first in the address.
//! 4. Two pairs with the same address are an error: `a` with `b-vs-c`, and `a-vs-b` with `c`.

use crate::link::inputs::Linking;
use crate::link::matching::linked_body::LinkedBody;
use crate::link::matching::linker;
use crate::model::comparison::{Comparison, PairRow, slug};
use crate::model::document::Document;
use crate::model::ids::EntryId;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::yaml_path;
use std::collections::{BTreeMap, BTreeSet};

/// A comparison of two entries.
#[derive(Debug)]
pub struct LinkedComparison {
    /// The path of its file; `None` if it comes from an entry's table.
    pub path: Option<String>,
    /// The address below `/compare/`: `a-vs-b`.
    pub slug: String,
    /// The positions of the two entries.
    pub pair: [EntryId; 2],
    /// The rows of the table; empty only if neither the file nor an entry has any, which is reported.
    pub rows: Vec<PairRow>,
    /// The linked body of the file; empty without a file.
    pub body: LinkedBody,
    /// The entries that the body links to.
    pub links_to: BTreeSet<EntryId>,
    /// When each of the two matters; `None` without a file.
    pub takeaway: Option<String>,
}

/// Links all comparisons, sorted by address.
pub(in crate::link) fn link(
    files: &[Comparison],
    linking: &Linking<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Vec<LinkedComparison> {
    let mut by_pair: BTreeMap<[EntryId; 2], LinkedComparison> = BTreeMap::new();
    let mut first: BTreeMap<[EntryId; 2], usize> = BTreeMap::new();
    for (at, file) in files.iter().enumerate() {
        let Some(pair) = pair(file, linking, problems) else { continue };
        if let Some(other) = first.insert(sorted(pair), at) {
            let location = |file: &Comparison| file.location(yaml_path!["a"]);
            let name = slug(&file.front.a, &file.front.b);
            problems.push(messages::duplicate(location(file), "comparison", &name, location(&files[other])));
        }
        by_pair.insert(sorted(pair), of_file(file, pair, linking, problems));
    }
    for (at, document) in linking.documents.iter_enumerated().take(linking.published) {
        for table in &document.front.compare {
            let Some(other) = linking.published(&table.with) else { continue };
            by_pair.entry(sorted([at, other])).or_insert_with(|| LinkedComparison {
                path: None,
                slug: slug(&document.id, &table.with),
                pair: [at, other],
                rows: table.rows.iter().map(|row| PairRow::of(row, false)).collect(),
                body: LinkedBody::default(),
                links_to: BTreeSet::new(),
                takeaway: None,
            });
        }
    }
    let mut comparisons: Vec<LinkedComparison> = by_pair.into_values().collect();
    comparisons.sort_by(|a, b| a.slug.cmp(&b.slug));
    for pair in comparisons.windows(2) {
        if let [one, other] = pair
            && one.slug == other.slug
        {
            let [first, location] = [one, other].map(|comparison| source_location(comparison, files, linking));
            problems.push(messages::address_taken(location, &format!("/compare/{}/", one.slug), first));
        }
    }
    comparisons
}

/// Where a comparison comes from: its file, or the table of its first entry.
fn source_location(comparison: &LinkedComparison, files: &[Comparison], linking: &Linking<'_>) -> Location {
    let [a, b] = comparison.pair.map(|at| &linking.documents[at]);
    if let Some(file) = files.iter().find(|file| file.front.a == a.id && file.front.b == b.id) {
        return file.location(yaml_path!["a"]);
    }
    let table = a.front.compare.iter().position(|table| table.with == b.id).unwrap_or_default();
    a.location(yaml_path!["compare", table, "with"])
}

fn sorted(pair: [EntryId; 2]) -> [EntryId; 2] {
    [pair[0].min(pair[1]), pair[0].max(pair[1])]
}

fn pair(file: &Comparison, linking: &Linking<'_>, problems: &mut Vec<Diagnostic>) -> Option<[EntryId; 2]> {
    let a = linking.entry(&file.front.a, || file.location(yaml_path!["a"]), problems);
    let b = linking.entry(&file.front.b, || file.location(yaml_path!["b"]), problems);
    Some([a?, b?])
}

fn of_file(
    file: &Comparison,
    pair: [EntryId; 2],
    linking: &Linking<'_>,
    problems: &mut Vec<Diagnostic>,
) -> LinkedComparison {
    let [a, b] = pair.map(|at| &linking.documents[at]);
    let mut rows = file.front.rows.clone();
    if rows.is_empty() {
        rows = table(a, b, false).or_else(|| table(b, a, true)).unwrap_or_default();
    }
    if rows.is_empty() {
        problems.push(messages::no_rows(file.location(yaml_path!["a"])));
    }
    let density = file.front.links.unwrap_or(linking.config.links);
    let subject =
        linker::Subject { path: &file.path, body: &file.body, own: None, sources: &[], density, explain: None };
    let linked = linking.link(subject, problems);
    LinkedComparison {
        path: Some(file.path.clone()),
        slug: slug(&file.front.a, &file.front.b),
        pair,
        rows,
        links_to: linked.mentioned.iter().map(|mention| mention.document).collect(),
        body: LinkedBody::new(file.body.clone(), linked.marks.into()),
        takeaway: Some(file.front.takeaway.clone()),
    }
}

/// The rows in which an entry compares itself with the other.
fn table(this: &Document, other: &Document, swapped: bool) -> Option<Vec<PairRow>> {
    let table = this.front.compare.iter().find(|table| table.with == other.id)?;
    Some(table.rows.iter().map(|row| PairRow::of(row, swapped)).collect())
}
