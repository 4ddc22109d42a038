//! The validation table: each calculator with the published cases that it was compared with, and its errors on held-out
//! ones.
//!
//! 1. A calculator that predicts is compared on its own cases, the source of each left out; one that combines such
//!    predictions names them; one that only counts has nothing to measure; the others were never compared, and the
//!    table says so.
//! 2. [`markdown`] is the report that the command prints and the documentation repeats, with the groups that were once
//!    far off.
//!
//! A calculator without cases has no figure.

use crate::calibrate::fitted::Fitted;
use crate::calibrate::flags::{self, RowInclusion};
use crate::calibrate::known_outliers::{self, KnownOutlier};
use crate::calibrate::model::{FittedSpeed, Fold};
use crate::calibrate::report;
use crate::calibrate::score::{Prediction, Score, score};
use rooflight_calculators::{CALCULATORS, Validation};
use rooflight_calibration::arrangement::Arrangement;
use rooflight_document::number::{count, fixed, percent};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A calculator and how its answers compare with measurements.
#[derive(Debug, Clone)]
pub struct ValidationRow {
    /// Permanent name of the calculator: `decode-speed`.
    pub kind: &'static str,
    /// Heading of the calculator.
    pub title: &'static str,
    /// Result of the comparison.
    pub result: ValidationResult,
}

/// How a calculator's answers compare with measurements.
#[derive(Debug, Clone)]
pub enum ValidationResult {
    /// It was compared with published cases, the source of each left out of the fit.
    Compared {
        /// Number of cases.
        cases: usize,
        /// Number of publications of these cases.
        sources: usize,
        /// Geometric error of the predicted speed; 1 is perfect.
        error: f64,
        /// Share of cases within their range.
        held: f64,
    },
    /// It combines the predictions of these calculators, and was not compared itself.
    MadeOf(&'static str),
    /// No published case was compared with it.
    Never,
    /// It only counts exact quantities.
    Arithmetic,
}

impl ValidationResult {
    /// Describes a result without figures; empty for `Compared`.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Compared { .. } => String::new(),
            Self::MadeOf(others) => format!("made of {others}; as a whole never compared"),
            Self::Never => "never compared".to_owned(),
            Self::Arithmetic => "arithmetic, nothing to measure".to_owned(),
        }
    }
}

/// Validates every calculator, in the order of the site.
#[must_use]
pub fn table(catalog: &Catalog, fitted: &Fitted) -> Vec<ValidationRow> {
    let of = |speed: &Option<FittedSpeed>, wanted: &dyn Fn(&Anchor) -> bool| {
        let compared = speed.as_ref().and_then(|speed| compared(catalog, speed, wanted));
        compared.unwrap_or(ValidationResult::Never)
    };
    let result = |validation: Validation| match validation {
        Validation::OneRequest => of(&fitted.decode, &|anchor| anchor.row.concurrency == 1),
        Validation::SeveralRequests => of(&fitted.decode, &|anchor| anchor.row.concurrency > 1),
        Validation::TensorParallel => of(&fitted.decode, &|anchor| {
            anchor.row.concurrency == 1 && anchor.row.count > 1 && anchor.row.parallel == Parallel::Tensor
        }),
        Validation::Prompts => of(&fitted.prefill, &|_| true),
        Validation::Recorded(cases) => recorded(cases),
        Validation::MadeOf(others) => ValidationResult::MadeOf(others),
        Validation::Arithmetic => ValidationResult::Arithmetic,
        Validation::Never => ValidationResult::Never,
    };
    CALCULATORS
        .iter()
        .map(|spec| ValidationRow { kind: spec.kind, title: spec.title, result: result(spec.validation) })
        .collect()
}

/// Result of an arrangement, as recorded in the estimator; a test of the build judges its cases again and compares.
const fn recorded(Arrangement { cases, sources, error, held, .. }: &Arrangement) -> ValidationResult {
    ValidationResult::Compared { cases: *cases, sources: *sources, error: *error, held: *held }
}

/// Compares the wanted cases, except those with a flag.
fn compared(catalog: &Catalog, speed: &FittedSpeed, wanted: &dyn Fn(&Anchor) -> bool) -> Option<ValidationResult> {
    let plain = |anchor: &Anchor| flags::inclusion(&anchor.row.flags) == RowInclusion::Clean && wanted(anchor);
    let cases: Vec<(usize, &Prediction)> = speed
        .fold(Fold::Source)
        .filter(|(row, _)| plain(&catalog.anchors[row.anchor]))
        .map(|(row, guess)| (catalog.anchors[row.anchor].publication, guess))
        .collect();
    let sources: BTreeSet<usize> = cases.iter().map(|(source, _)| *source).collect();
    let Score { rows, error, covered, .. } = score(cases.into_iter().map(|(_, guess)| guess))?;
    Some(ValidationResult::Compared { cases: rows, sources: sources.len(), error, held: covered })
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
    for ValidationRow { title, result, .. } in table(catalog, fitted) {
        let cells = match &result {
            ValidationResult::Compared { cases, sources, error, held } => {
                format!("{} | {sources} | {} | {}", count(*cases as u64), fixed(*error, 2), percent(*held))
            }
            other => format!("{} | | |", other.words()),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {title} | {cells} |");
    }
    text.push_str("\n| group | was | is | runs | sources | in range |\n|---|---|---|---|---|---|\n");
    for KnownOutlier { name, before, sources, score } in
        fitted.decode.iter().flat_map(|speed| known_outliers::table(catalog, speed))
    {
        let cells = score.map_or("no run that counts | | |".to_owned(), |score| {
            let (ratio, held) = (fixed(1.0 / score.bias, 2), percent(score.covered));
            format!("{ratio} | {} | {sources} | {held}", count(score.rows as u64))
        });
        let _ = writeln!(text, "| {name} | {before} | {cells} |");
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
