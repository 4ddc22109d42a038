//! A model's published benchmark scores, one a row: setting, release, who published it and when, and where it was read.
//!
//! Every score of the catalog is listed as printed; nothing is averaged, and none is left out.

use crate::site::catalog::cells::{Cell, Piece};
use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::grid::{Column, Line, Table, numbers, words};
use crate::site::catalog::words::counted;
use rooflight_calculators::explore;
use rooflight_document::date::date;
use rooflight_document::number;
use rooflight_glossary::model::catalog::records::{Publisher, Score, Source};

/// Rows that stand open.
const OPEN: usize = 12;

const CAPTION: &str =
    "As printed, per cent; scores of different settings, harnesses or versions of a benchmark do not compare.";

const COLUMNS: &[Column] =
    &[words("Benchmark"), numbers("Score", ""), words("Release"), words("Published by"), words("Source")];

/// The heading and the table of a model's scores; `None` where the catalog has none.
pub(super) fn table(cx: &CatalogContext<'_>, model: usize) -> Option<(String, Table)> {
    let of_model = cx.catalog.scores.iter().filter(|score| score.model == model);
    let mut scores: Vec<&Score> = of_model.map(|score| &score.record).collect();
    if scores.is_empty() {
        return None;
    }
    let known = explore::benchmarks();
    let order = |score: &Score| known.iter().position(|name| *name == score.benchmark).unwrap_or(known.len());
    scores.sort_by(|a, b| {
        let key = |score: &Score| (order(score), score.benchmark.clone(), score.base, score.publisher);
        key(a).cmp(&key(b)).then_with(|| b.value.total_cmp(&a.value))
    });
    let lines: Vec<Line> = scores.iter().map(|score| row(score)).collect();
    let title = format!("{} of this model", counted(scores.len(), "published score"));
    let caption = CAPTION.to_owned();
    Some((title, Table { caption, class: "plainly", columns: COLUMNS, lines, fold: OPEN, what: "scores" }))
}

fn row(score: &Score) -> Line {
    let unit = score.unit.as_deref().map(|unit| format!(" ({unit})")).unwrap_or_default();
    let base = if score.base { "; base model" } else { "" };
    let by = match (score.publisher, &score.measured_by) {
        (Publisher::SelfReported, _) => "the model's maker".to_owned(),
        (Publisher::Independent, None) => "others".to_owned(),
        (Publisher::CompetitorReported, None) => "another maker".to_owned(),
        (_, Some(name)) => name.clone(),
    };
    Line::Row(vec![
        Cell::of("", vec![Piece::Text(score.benchmark.clone()), Piece::small(format!("{}{base}", score.setting))]),
        Cell::text("n", format!("{}{unit}", number::plain(score.value, 2))),
        Cell::text("", score.name.as_str()),
        Cell::of("", vec![Piece::Text(by), Piece::small(date(&score.date))]),
        Cell::of("", sources(score)),
    ])
}

/// Where it was read, and what to be careful of.
fn sources(score: &Score) -> Vec<Piece> {
    let read = score.sources.iter().flat_map(|source: &Source| {
        let title = match source.url.as_deref() {
            Some(url) => Piece::Outside(url.to_owned(), source.title.clone()),
            None => Piece::Text(source.title.clone()),
        };
        std::iter::once(title).chain(source.locator.as_deref().map(Piece::small))
    });
    let original = score.original.as_deref().map(|url| {
        Piece::Small(vec![Piece::Text("Relays ".to_owned()), Piece::Outside(url.to_owned(), "its original".to_owned())])
    });
    read.chain(original).chain(score.caveat.as_deref().map(Piece::small)).collect()
}
