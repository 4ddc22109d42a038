//! `cargo run --release -p rooflight-fit`: fits the published measurements of this repository, or of the site that
//! `--root` names, and writes `content/fit.json`.
//!
//! With `--report` it prints held-out errors and coverage instead, with `--parameters` every fitted parameter too, with
//! `--rows` every held-out prediction as a line of a table, and with `--record` the tables of docs/estimator.md.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a tool reads, writes, prints"
)]

use anyhow::{Context, Result, bail};
use rooflight_compiler::calibrate::fit_file::FIT;
use rooflight_fit::model::{FittedSpeed, Fold};
use rooflight_fit::offload_and_speculation::{self, HeldOutScore};
use rooflight_fit::report::{self, CoverageGroup, POOLED, Parameter, Slice};
use rooflight_fit::score::Score;
use rooflight_fit::{Fitted, file, fit, validation};
use rooflight_folder::Changes;
use rooflight_glossary::model::catalog::measurements::ANCHORS;
use rooflight_glossary::model::catalog::{self, CATALOG, Catalog};
use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How many of the worst rows are listed for each kind of fold.
const WORST: usize = 20;

fn main() -> Result<()> {
    let mut root = PathBuf::from(".");
    let mut shown = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--root" => root = arguments.next().context("--root names a folder")?.into(),
            "--report" | "--parameters" | "--record" | "--rows" => shown = Some(argument),
            other => bail!("unknown argument {other}: --root DIR, --report, --parameters, --rows or --record"),
        }
    }
    let sources = sources(&root)?;
    let mut problems = Vec::new();
    let catalog = catalog::read(&sources, None, &mut problems);
    for problem in &problems {
        eprintln!("{}", problem.message);
    }
    let catalog = catalog.with_context(|| format!("there is no {CATALOG} below {}", root.display()))?;
    let fitted = fit(&catalog);
    match shown.as_deref() {
        Some("--rows") => print!("{}", predictions(&catalog, &fitted)),
        Some("--record") => print!("{}", validation::markdown(&catalog, &fitted)),
        Some(detail) => print!("{}", text(&catalog, &fitted, detail == "--parameters")),
        None => {
            let text = file::text(&sources, &catalog, &fitted)?;
            let changes = Changes::begin(&root).with_context(|| format!("cannot write to {}", root.display()))?;
            let written = changes.put(FIT, text.as_bytes()).and_then(|()| changes.commit());
            written.with_context(|| format!("cannot write {}", root.join(FIT).display()))?;
        }
    }
    Ok(())
}

/// Reads the catalog and the measurements below a folder.
fn sources(root: &Path) -> Result<Sources> {
    let mut content = Vec::new();
    for folder in [ANCHORS, CATALOG] {
        let entries = std::fs::read_dir(root.join(folder));
        for entry in entries.with_context(|| format!("cannot read {folder} below {}", root.display()))? {
            let place = entry?.path();
            let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(".yaml") {
                content.push(SourceFile::new(format!("{folder}/{name}"), std::fs::read_to_string(&place)?));
            }
        }
    }
    content.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Sources { content, ..Sources::default() })
}

/// Formats the report.
fn text(catalog: &Catalog, fitted: &Fitted, parameters: bool) -> String {
    let mut text = String::new();
    for (name, speed) in [("Decoding", &fitted.decode), ("Prompts", &fitted.prefill)] {
        if let Some(speed) = speed {
            section(&mut text, catalog, name, speed, parameters);
        }
    }
    arrangements(&mut text, catalog, fitted);
    left_out(&mut text, catalog, fitted);
    text
}

/// Formats every held-out prediction, tab-separated: phase, fold, whether the row counts in full and lies in its range,
/// measured over predicted, the factors of the range's ends, and the row. Two fits of different data or forms can be
/// compared row by row.
fn predictions(catalog: &Catalog, fitted: &Fitted) -> String {
    let mut text = String::new();
    for (phase, speed) in [("decode", &fitted.decode), ("prefill", &fitted.prefill)] {
        let Some(speed) = speed else { continue };
        for fold in Fold::ALL {
            for (row, prediction) in speed.fold(fold) {
                let [ratio, low, high] = [prediction.error, prediction.ends[0], prediction.ends[1]].map(f64::exp);
                let (clean, held) = (u8::from(row.clean), u8::from(prediction.held));
                let described = described(catalog, row.anchor);
                line(
                    &mut text,
                    format_args!("{phase}\t{fold:?}\t{clean}\t{held}\t{ratio:.4}\t{low:.4}\t{high:.4}\t{described}"),
                );
            }
        }
    }
    text
}

/// Writes the held-out errors of offload, several devices, concurrency and speculative decoding.
fn arrangements(text: &mut String, catalog: &Catalog, fitted: &Fitted) {
    line(text, format_args!("Beyond one stream on one device, with the source of the runs left out"));
    for (arrangement, score) in offload_and_speculation::held_out_scores(catalog, &fitted.calibration) {
        let HeldOutScore { value, on_metal, cases, sources, error, low, high, held } = score;
        let (name, held) = (arrangement.words(), held * 100.0);
        let value = value.map(|value| format!("{value:.3}")).unwrap_or_default();
        line(
            text,
            format_args!(
                "  {name:<42}{value:>6}{cases:>6} runs of {sources:>2} sources, error {error:.3}, \
                 measured over predicted {low:.2} to {high:.2}, held {held:.1}%"
            ),
        );
        if let Some(value) = on_metal {
            line(text, format_args!("  {:<42}{value:>6.3}", "the same under ggml on Metal"));
        }
    }
    text.push('\n');
}

fn section(text: &mut String, catalog: &Catalog, name: &str, speed: &FittedSpeed, parameters: bool) {
    let table = &speed.table;
    let counted = speed.rows.iter().filter(|row| row.clean).count();
    line(
        text,
        format_args!(
            "{name}: {} measurements on {} devices, {counted} of them counted in the figures",
            table.rows, table.devices
        ),
    );
    line(text, format_args!("{} parameters\n", table.entries.len()));
    heading(text);
    for fold in Fold::ALL {
        row(text, fold.words(), report::total(speed, fold));
        row(text, "  llama.cpp and MLX LM, one device, short", report::usual_setups(catalog, speed, fold));
    }
    for (words, score) in POOLED.into_iter().zip(report::pooled(speed).into_iter().flatten()) {
        row(text, &format!("{}, {words}", Fold::Source.words()), Some(score));
    }
    line(text, format_args!("\n{name}, {}, by family and backend", Fold::Source.words()));
    heading(text);
    for CoverageGroup { name, sources, score } in report::coverage_groups(catalog, speed, Fold::Source) {
        row(text, &format!("{name}, {sources} sources"), Some(score));
    }
    for fold in [Fold::Source, Fold::Device] {
        line(text, format_args!("\n{name}, {}, by group", fold.words()));
        heading(text);
        for Slice { by, name, score } in report::slices(catalog, speed, fold) {
            row(text, &format!("{by}: {name}"), Some(score));
        }
        line(text, format_args!("\n{name}, {}: the rows that fit worst (measured over predicted)", fold.words()));
        for (at, ratio) in report::worst(speed, fold, WORST) {
            line(text, format_args!("  {ratio:6.2}  {}", described(catalog, at)));
        }
    }
    if parameters {
        line(
            text,
            format_args!("\n{name}: parameters (factor on the time, pairs of device and model and devices behind it)"),
        );
        for Parameter { cost, effect, level, factor, pairs, devices } in report::parameters(catalog, table) {
            line(text, format_args!("  {cost:<28}{effect:<26}{level:<60}{factor:8.3}{pairs:6}{devices:6}"));
        }
    }
    text.push('\n');
}

fn heading(text: &mut String) {
    line(
        text,
        format_args!(
            "{:<64}{:>6}{:>7}{:>8}{:>8}{:>7}{:>9}{:>9}{:>7}{:>7}",
            "", "rows", "error", "pairs", "error", "bias", "in range", "pairs in", "above", "width"
        ),
    );
}

fn row(text: &mut String, name: &str, score: Option<Score>) {
    let Some(Score { rows, pairs, error, pair_error, bias, covered, pair_covered, above, width }) = score else {
        return;
    };
    let [covered, pair_covered, above] = [covered, pair_covered, above].map(|share| share * 100.0);
    line(
        text,
        format_args!(
            "{name:<64}{rows:>6}{error:>7.3}{pairs:>8}{pair_error:>8.3}{bias:>7.2}\
             {covered:>8.1}%{pair_covered:>8.1}%{above:>6.1}%{width:>7.2}"
        ),
    );
}

fn described(catalog: &Catalog, at: usize) -> String {
    let row = &catalog.anchors[at].row;
    let count = if row.count > 1 { format!("{} x ", row.count) } else { String::new() };
    let speed = row.tokens_per_s;
    format!(
        "{} {count}{} {} {} {} {} {speed} tokens/s",
        row.id, row.hardware, row.model, row.quantization, row.runtime, row.backend
    )
}

fn left_out(text: &mut String, catalog: &Catalog, fitted: &Fitted) {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in &fitted.left_out {
        reasons.entry(&row.reason).or_default().push(&catalog.anchors[row.anchor].row.id);
    }
    line(text, format_args!("Left out of the fit: {} measurements", fitted.left_out.len()));
    for (reason, ids) in reasons {
        line(text, format_args!("  {:>4}  {reason}: {}", ids.len(), ids.join(" ")));
    }
}

/// Adds a line. Writing to a string cannot fail.
fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{arguments}");
}
