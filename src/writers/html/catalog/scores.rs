//! A model's published benchmark scores, one a row: setting, release, who published it and when, and where it was read.
//!
//! Every score of the catalog is listed as printed; nothing is averaged, and none is left out.

use crate::model::catalog::records::{Publisher, Score, Source};
use crate::syntax::highlight::escape;
use crate::writers::html::catalog::grid::{self, Column, Line, numbers, words};
use crate::writers::html::catalog::{Book, counted, outside};
use rooflight_estimator::calculators::explore;
use rooflight_estimator::view::date::date;
use rooflight_estimator::view::number;

/// Rows that stand open.
const OPEN: usize = 12;

const CAPTION: &str =
    "As printed, per cent; scores of different settings, harnesses or versions of a benchmark do not compare.";

const COLUMNS: &[Column] =
    &[words("Benchmark"), numbers("Score", ""), words("Release"), words("Published by"), words("Source")];

/// The heading and the table of a model's scores; none where the catalog has none.
pub(super) fn table(book: &Book<'_>, model: usize) -> Option<(String, String)> {
    let of_model = book.catalog.scores.iter().filter(|score| score.model == model);
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
    Some((title, grid::write(CAPTION, "plainly", COLUMNS, &lines, OPEN, "scores")))
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
    Line::Row(format!(
        "<th scope=\"row\">{}<small>{}</small></th><td class=\"n\">{}{}</td><td>{}</td><td>{}<small>{}</small></td><td>{}</td>",
        escape(&score.benchmark),
        escape(&format!("{}{base}", score.setting)),
        number::plain(score.value, 2),
        escape(&unit),
        escape(&score.name),
        escape(&by),
        escape(&date(&score.date)),
        sources(score)
    ))
}

/// Where it was read, and what to be careful of.
fn sources(score: &Score) -> String {
    let read = score.sources.iter().map(|source: &Source| {
        let title = source.url.as_deref().map_or_else(|| escape(&source.title), |url| outside(url, &source.title));
        let locator = source.locator.as_deref().map(|locator| format!("<small>{}</small>", escape(locator)));
        title + &locator.unwrap_or_default()
    });
    let original =
        score.original.as_deref().map(|url| format!("<small>Relays {}</small>", outside(url, "its original")));
    let caveat = score.caveat.as_deref().map(|caveat| format!("<small>{}</small>", escape(caveat)));
    read.chain(original).chain(caveat).collect()
}
