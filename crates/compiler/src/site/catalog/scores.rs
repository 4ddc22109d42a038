//! The table of a model's published benchmark scores: setting, release, publisher, date and source of each.
//!
//! Every score of the catalog is listed as printed; none is averaged or omitted.

use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::words::counted;
use crate::site::inline::{Cell, InlinePiece};
use crate::site::table::{GridColumn, GridLine, GridTable, numbers, words};
use rooflight_calculators::explore;
use rooflight_document::date::date;
use rooflight_document::number;
use rooflight_glossary::model::catalog::records::{Publisher, RecordSource, Score};

/// Number of rows before the collapsed ones.
const OPEN: usize = 12;

const CAPTION: &str =
    "As printed, per cent; scores of different settings, harnesses or versions of a benchmark do not compare.";

const COLUMNS: &[GridColumn] =
    &[words("Benchmark"), numbers("Score", ""), words("Release"), words("Published by"), words("Source")];

/// Makes the heading and the table of a model's scores; `None` if the catalog has none.
pub(super) fn table(cx: &CatalogContext<'_>, model: usize) -> Option<(String, GridTable)> {
    let of_model = cx.catalog.scores.iter().filter(|score| score.model == model);
    let mut scores: Vec<&Score> = of_model.map(|score| &score.record).collect();
    if scores.is_empty() {
        return None;
    }
    let benchmarks = explore::benchmarks();
    let order = |score: &Score| benchmarks.iter().position(|name| *name == score.benchmark).unwrap_or(benchmarks.len());
    scores.sort_by(|a, b| {
        let key = |score: &Score| (order(score), score.benchmark.clone(), score.base, score.publisher);
        key(a).cmp(&key(b)).then_with(|| b.value.total_cmp(&a.value))
    });
    let lines: Vec<GridLine> = scores.iter().map(|score| row(score)).collect();
    let title = format!("{} of this model", counted(scores.len(), "published score"));
    let caption = CAPTION.to_owned();
    Some((title, GridTable { caption, class: "plainly", columns: COLUMNS.to_vec(), lines, fold: OPEN, what: "scores" }))
}

fn row(score: &Score) -> GridLine {
    let unit = score.unit.as_deref().map(|unit| format!(" ({unit})")).unwrap_or_default();
    let base = if score.base { "; base model" } else { "" };
    let by = match (score.publisher, &score.measured_by) {
        (Publisher::SelfReported, _) => "the model's maker".to_owned(),
        (Publisher::Independent, None) => "others".to_owned(),
        (Publisher::CompetitorReported, None) => "another maker".to_owned(),
        (_, Some(name)) => name.clone(),
    };
    GridLine::Row(vec![
        Cell::of(
            "",
            vec![InlinePiece::Text(score.benchmark.clone()), InlinePiece::small(format!("{}{base}", score.setting))],
        ),
        Cell::text("n", format!("{}{unit}", number::plain(score.value, 2))),
        Cell::text("", score.name.as_str()),
        Cell::of("", vec![InlinePiece::Text(by), InlinePiece::small(date(&score.date))]),
        Cell::of("", sources(score)),
    ])
}

/// Returns the sources of a score, and its caveat.
fn sources(score: &Score) -> Vec<InlinePiece> {
    let read = score.sources.iter().flat_map(|source: &RecordSource| {
        let title = match source.url.as_deref() {
            Some(url) => InlinePiece::Outside(url.to_owned(), source.title.clone()),
            None => InlinePiece::Text(source.title.clone()),
        };
        std::iter::once(title).chain(source.locator.as_deref().map(InlinePiece::small))
    });
    let original = score.original.as_deref().map(|url| {
        InlinePiece::Small(vec![
            InlinePiece::Text("Relays ".to_owned()),
            InlinePiece::Outside(url.to_owned(), "its original".to_owned()),
        ])
    });
    read.chain(original).chain(score.caveat.as_deref().map(InlinePiece::small)).collect()
}
