//! How estimates compare with published cases, the source of each left out of the fit.
//!
//! 1. [`validated`] compares what the tables estimate, by kind of question.
//! 2. [`markdown`] is the record that the tool prints and the documentation repeats, with the groups that were once far
//!    off.

use crate::fitted::Fitted;
use crate::known_outliers::{self, KnownOutlier};
use crate::model::{FittedSpeed, Fold};
use crate::report;
use crate::score::{Prediction, Score, score};
use rooflight_compiler::calibrate::flags::{self, RowInclusion};
use rooflight_compiler::calibrate::method::{Compared, Validated};
use rooflight_compiler::calibrate::validation::{ValidationResult, ValidationRow, table};
use rooflight_compiler::library::specs;
use rooflight_document::number::{count, fixed, percent};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Compares the estimates of the tables with the measurements that their fits had not seen.
#[must_use]
pub fn validated(catalog: &Catalog, fitted: &Fitted) -> Validated {
    let of = |speed: &Option<FittedSpeed>, wanted: &dyn Fn(&Anchor) -> bool| compared(catalog, speed.as_ref()?, wanted);
    Validated {
        one_request: of(&fitted.decode, &|anchor| anchor.row.concurrency == 1),
        several_requests: of(&fitted.decode, &|anchor| anchor.row.concurrency > 1),
        tensor_parallel: of(&fitted.decode, &|anchor| {
            anchor.row.concurrency == 1 && anchor.row.count > 1 && anchor.row.parallel == Parallel::Tensor
        }),
        prompts: of(&fitted.prefill, &|_| true),
    }
}

/// Compares the wanted cases, except those with a flag.
fn compared(catalog: &Catalog, speed: &FittedSpeed, wanted: &dyn Fn(&Anchor) -> bool) -> Option<Compared> {
    let plain = |anchor: &Anchor| flags::inclusion(&anchor.row.flags) == RowInclusion::Clean && wanted(anchor);
    let cases: Vec<(usize, &Prediction)> = speed
        .fold(Fold::Source)
        .filter(|(row, _)| plain(&catalog.anchors[row.anchor]))
        .map(|(row, guess)| (catalog.anchors[row.anchor].publication, guess))
        .collect();
    let sources: BTreeSet<usize> = cases.iter().map(|(source, _)| *source).collect();
    let Score { rows, error, covered, .. } = score(cases.into_iter().map(|(_, guess)| guess))?;
    Some(Compared { cases: rows, sources: sources.len(), error, held: covered })
}

/// Reports the scores of each kind of fold, every calculator and every known outlier as Markdown.
#[must_use]
pub fn markdown(catalog: &Catalog, fitted: &Fitted) -> String {
    let mut text = String::from(
        "| held out | rows | error | error, pairs | in range | in range, pairs | above | width |\n|---|---|---|---|---|---|---|---|\n",
    );
    for (name, speed) in [("decoding", &fitted.decode), ("prompts", &fitted.prefill)] {
        let Some(speed) = speed else { continue };
        for fold in Fold::ALL {
            line(&mut text, &format!("{name}: {}", fold.words()), report::total(speed, fold));
            line(
                &mut text,
                "of these: llama.cpp and MLX LM, one device, short",
                report::usual_setups(catalog, speed, fold),
            );
            if matches!(fold, Fold::Source | Fold::Pair) {
                line(
                    &mut text,
                    &format!("several requests at once: {}", fold.words()),
                    report::concurrent_score(speed, fold),
                );
            }
            for (name, score) in report::POOLED.into_iter().zip(pooled(speed, fold)) {
                line(&mut text, name, Some(score));
            }
        }
    }
    text.push_str("\n| calculator | cases | sources | error | in range |\n|---|---|---|---|---|\n");
    for ValidationRow { title, result } in table(&validated(catalog, fitted), specs().into_iter()) {
        let cells = match &result {
            ValidationResult::Compared(Compared { cases, sources, error, held }) => {
                format!("{} | {sources} | {} | {}", count(*cases as u64), fixed(*error, 2), percent(*held))
            }
            other => format!("{} | | |", other.words()),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {title} | {cells} |");
    }
    text.push_str("\n| group | was | is | runs | sources | in range | reason |\n|---|---|---|---|---|---|---|\n");
    let groups = fitted.decode.iter().flat_map(|speed| known_outliers::table(catalog, speed));
    for (KnownOutlier { name, was, reason, .. }, sources, score) in groups {
        let cells = score.map_or("no run that counts | | |".to_owned(), |score| {
            let (ratio, held) = (fixed(1.0 / score.bias, 2), percent(score.covered));
            format!("{ratio} | {} | {sources} | {held}", count(score.rows as u64))
        });
        let _ = writeln!(text, "| {name} | {was} | {cells} | {reason} |");
    }
    text.replace('\u{a0}', " ")
}

/// Returns the scores of the trial of partial pooling, which belong to the fold by source.
fn pooled(speed: &FittedSpeed, fold: Fold) -> impl Iterator<Item = Score> {
    report::pooled(speed).filter(|_| fold == Fold::Source).into_iter().flatten()
}

fn line(text: &mut String, name: &str, found: Option<Score>) {
    let Some(score) = found else { return };
    let _ = writeln!(
        text,
        "| {name} | {} | {} | {} | {} | {} | {} | {} |",
        count(score.rows as u64),
        fixed(score.error, 3),
        fixed(score.pair_error, 3),
        percent(score.covered),
        percent(score.pair_covered),
        percent(score.above),
        fixed(score.width, 2)
    );
}
