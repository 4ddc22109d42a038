//! Checks the measured runs that texts name: each must be the id of a row of the measurements, and a figure that the
//! author wrote must agree with the row. A block of the language `runs` must find at least one.

use crate::site::run_table;
use crate::site::runs::printed;
use rooflight_glossary::link::inputs::LinkInputs;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_glossary::model::document::Document;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_glossary::syntax::tree::{Block, Inline, NodeKind, RunName};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::collections::BTreeMap;

/// Reports runs that do not exist, and figures that differ from their row.
pub(crate) fn check(
    documents: &[Document],
    inputs: &LinkInputs,
    catalog: Option<&Catalog>,
    problems: &mut Vec<Diagnostic>,
) {
    let entries = documents.iter().map(|document| (document.path.as_str(), &document.body));
    let pages = inputs.pages.iter().map(|page| (page.path.as_str(), &page.body));
    let comparisons = inputs.comparisons.iter().map(|comparison| (comparison.path.as_str(), &comparison.body));
    let lessons = inputs.tracks.iter().flat_map(|track| &track.pages).map(|page| (page.path.as_str(), &page.body));
    // Most bodies name no run and need not be parsed.
    let bodies = entries
        .chain(pages)
        .chain(comparisons)
        .chain(lessons)
        .filter(|(_, body)| body.texts().iter().any(|text| text.contains("[[run:") || text.contains("runs\n")));
    let mut rows: Option<BTreeMap<&str, &Anchor>> = None;
    for (path, body) in bodies {
        let anchors = || catalog.into_iter().flat_map(|catalog| &catalog.anchors);
        let rows = rows.get_or_insert_with(|| anchors().map(|anchor| (anchor.row.id.as_str(), anchor)).collect());
        check_body(path, body, rows, catalog, problems);
    }
}

fn check_body(
    path: &str,
    body: &Body,
    rows: &BTreeMap<&str, &Anchor>,
    catalog: Option<&Catalog>,
    problems: &mut Vec<Diagnostic>,
) {
    for node in body.tree().nodes() {
        if let NodeKind::Block(Block::Runs(query)) = &node.kind {
            let before = problems.len();
            let any = catalog
                .is_some_and(|catalog| !run_table::read(catalog, query, path, problems).newest(catalog).is_empty());
            if !any && problems.len() == before {
                problems.push(messages::no_run(Location::new(path, node.span.clone()), catalog.is_some()));
            }
        }
        let NodeKind::Inline(Inline::Run(RunName { id, claimed })) = &node.kind else { continue };
        let place = Location::new(path, node.span.clone());
        match (rows.get(&**id), claimed) {
            (None, _) => problems.push(messages::unknown_run(place, id, rows.keys().copied())),
            (Some(anchor), Some(claimed)) if !agrees(anchor.row.tokens_per_s, claimed) => {
                problems.push(messages::wrong_run(place, id, claimed, &printed(anchor)));
            }
            (Some(_), _) => {}
        }
    }
}

/// True if the row's figure, rounded to the decimals of the claimed one, equals it; thousands separators are ignored.
fn agrees(speed: f64, claimed: &str) -> bool {
    let digits: String = claimed.chars().filter(|c| !matches!(c, ',' | ' ' | '\u{a0}' | '\u{202f}')).collect();
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    digits.parse::<f64>().is_ok_and(|claimed| format!("{speed:.decimals$}") == format!("{claimed:.decimals$}"))
}
