//! The figures of the methodology page: numbers, tables and a chart, all from the fit.
//!
//! 1. Numbers by name, for sentences (`numbers`).
//! 2. Tables of errors, parameters, outliers, rows left out, and simple formulas.
//! 3. The numbers of the chart of families, which writers draw.
//!
//! The page itself is content and refers to figures by name; only heads, captions and titles are worded here.

mod numbers;

use crate::calibrate::CalibratedCatalog;
use crate::calibrate::method::Compared;
use crate::calibrate::method::{
    self, Accuracy, Comparison, CoverageGroup, FAR, FamilyFit, Fold, KnownScore, Method, Outlier, Score, Speed, Spread,
};
use crate::calibrate::validation::{ValidationResult, ValidationRow, table};
use crate::library;
use crate::site::catalog::runtime::COUNTED;
use crate::site::figures::{Chart, Figure, Figures};
use crate::site::inline::{Cell, InlinePiece};
use crate::site::table::{GridTable, numbers as figure, words};
use numbers::number_of;
use rooflight_document::number::{self, count, fixed, percent};
use rooflight_document::words::capital;
use rooflight_estimator::calibration::packing::Packing;

/// Minimum number of rows for a family or group to be shown: fewer say nothing about a spread.
const MIN_ROWS: usize = 4;

/// Minimum number of pairs of device and model for a place to be listed.
const MIN_PAIRS: usize = 3;

/// Computes all figures of a calibration, by name.
#[must_use]
pub(crate) fn figures(calibrated: &CalibratedCatalog) -> Figures {
    let method = &calibrated.method;
    let mut all: Vec<(&'static str, Figure)> = Vec::new();
    numbers::all(method, &mut all);
    if let Some(speed) = &method.decode {
        numbers::decode(speed, &mut all);
        let mut block = |name, table| all.push((name, Figure::Table(table)));
        block("table-folds", folds(speed));
        block("table-grounds", coverage_groups(speed));
        block("table-groups", groups(speed));
        block("table-known", known(speed));
        block("table-places", places(speed));
        block("table-worst", worst(speed));
        let drawn: Vec<&Spread> = speed.families.iter().filter(|family| family.score.rows >= MIN_ROWS).collect();
        block("table-families", families(&drawn));
        all.push(("chart-families", Figure::Chart(family_chart(speed, &drawn).unwrap_or_default())));
    }
    if let Some(speed) = &method.prompts {
        numbers::prompts(speed, &mut all);
        all.push(("table-prompts", Figure::Table(folds(speed))));
        all.push(("table-known-prompts", Figure::Table(known(speed))));
    }
    if let Some(comparison) = &method.comparison {
        numbers::comparison(comparison, &mut all);
        all.push(("table-peers", Figure::Table(comparison_table(comparison))));
    }
    all.push(("table-trust", Figure::Table(trust_table(&table(&method.validated, library::specs().into_iter())))));
    all.push(("table-left-out", Figure::Table(left_out(method))));
    all.into_iter().collect()
}

fn folds(speed: &Speed) -> GridTable {
    let columns = [
        words("Held out from the fit"),
        figure("Rows", ""),
        figure("Off by", ""),
        figure("Off by", "each pair the same"),
        figure("Inside", ""),
        figure("Inside", "each pair the same"),
        figure("Above", ""),
        figure("High ÷ low", ""),
    ];
    let mut table = GridTable::figures(
        "Off by: the geometric error, a factor. Above: faster than the range. High ÷ low: the median width of the ranges. A pair is a device with a model.",
        columns,
    );
    let mut row = |name: &str, score: &Score| {
        table.row([
            name.to_owned(),
            number_of(score.rows),
            fixed(score.error, 3),
            fixed(score.pair_error, 3),
            percent(score.covered),
            percent(score.pair_covered),
            percent(score.above),
            fixed(score.width, 2),
        ]);
    };
    for (fold, total, usual) in &speed.folds {
        row(held_out(*fold), total);
        if let Some(usual) = usual {
            row("of these: llama.cpp or MLX LM, one device, short context", usual);
        }
        for (words, score) in method::POOLED.into_iter().zip(speed.pooled.iter().flatten()) {
            if *fold == Fold::Source {
                row(words, score);
            }
        }
    }
    table
}

const fn held_out(fold: Fold) -> &'static str {
    match fold {
        Fold::Source => "Its measurer",
        Fold::Time => "Its month and all later ones, in the last six months",
        Fold::Pair => "Its device with its model",
        Fold::Model => "Its model",
        Fold::Device => "Its device",
    }
}

fn coverage_groups(speed: &Speed) -> GridTable {
    let columns = [
        words("Family and backend"),
        figure("Rows", ""),
        figure("Sources", ""),
        figure("Off by", ""),
        figure("Inside", ""),
        figure("High ÷ low", ""),
    ];
    let mut table =
        GridTable::figures("The record of the ranges on unknown measurers, by what the model ran on.", columns);
    for CoverageGroup { name, sources, score } in
        speed.coverage_groups.iter().filter(|group| group.score.rows >= MIN_ROWS)
    {
        let figures = [fixed(score.error, 2), percent(score.covered), fixed(score.width, 2)];
        let cells = [capital(name), number_of(score.rows), count((*sources).into())];
        table.row(cells.into_iter().chain(figures));
    }
    table
}

fn groups(speed: &Speed) -> GridTable {
    let columns = [
        words("Group"),
        figure("Rows", ""),
        figure("Pairs", ""),
        figure("Off by", "new measurer"),
        figure("Inside", "new measurer"),
        figure("High ÷ low", "new measurer"),
        figure("Off by", "new device"),
        figure("Inside", "new device"),
        figure("High ÷ low", "new device"),
    ];
    let mut table = GridTable::figures(
        "Held-out predictions by group, of at least 20 rows. The first three figures are with the source left out, the last three with the \
         device left out.",
        columns,
    );
    let mut last = "";
    for group in speed.groups.iter().filter(|group| group.source.rows >= COUNTED) {
        if group.by != last {
            table.group(&capital(&group.by));
            last = &group.by;
        }
        // Names of sizes begin with a number that sorts them.
        let name = group.name.split_once(": ").map_or(group.name.as_str(), |(_, name)| name);
        let figures = |score: &Score| [fixed(score.error, 2), percent(score.covered), fixed(score.width, 2)];
        let mut cells = vec![name.to_owned(), number_of(group.source.rows), number_of(group.source.pairs)];
        cells.extend(figures(&group.source));
        cells.extend(figures(&group.device));
        table.row(cells);
    }
    table
}

fn known(speed: &Speed) -> GridTable {
    let columns = [
        words("Group"),
        figure("No", "other publication"),
        figure("One", ""),
        figure("Two or three", ""),
        figure("Four or more", ""),
    ];
    let mut table = GridTable::figures(
        "Share of rows inside their range, by how many other publications measured the device. Below: the median \
         width, high ÷ low, and the number of rows. Groups have at least 25 rows.",
        columns,
    );
    let cell = |score: &Option<KnownScore>| {
        let Some(KnownScore { rows, covered, width, .. }) = score else { return Cell::from("") };
        let small = format!("{}, {} rows", fixed(f64::from(*width), 2), number_of(*rows));
        Cell::of("", vec![InlinePiece::Text(percent(f64::from(*covered))), InlinePiece::small(small)])
    };
    let mut last = "all";
    for group in &speed.known {
        if group.by != last {
            table.group(&capital(&group.by));
            last = &group.by;
        }
        let name = if group.by == "engine" { group.name.clone() } else { capital(&group.name) };
        table.row(std::iter::once(Cell::from(name)).chain(group.scores.iter().map(cell)));
    }
    table
}

fn places(speed: &Speed) -> GridTable {
    let mut columns = vec![words("Stack and backend"), figure("Pairs", "")];
    columns.extend(Packing::ALL.map(|packing| {
        let words = packing.words();
        words
            .split_once(' ')
            .filter(|_| packing == Packing::Low)
            .map_or(figure(words, ""), |(first, rest)| figure(first, rest))
    }));
    columns.extend([figure("A layer", "µs"), figure("With experts", "µs more")]);
    let mut table = GridTable::figures(
        "Share of the bandwidth that streaming weights reaches, by how they are packed, and the fixed cost of a layer: medians of the fitted values over pairs of device and model.",
        columns,
    );
    let micro = |seconds: Option<f64>| seconds.map(|seconds| fixed(seconds * 1e6, 0)).unwrap_or_default();
    let mut listed: Vec<&FamilyFit> = speed.places.iter().filter(|place| place.pairs >= MIN_PAIRS).collect();
    let of_family = |family: &str| -> usize {
        speed.places.iter().filter(|place| place.family == family).map(|place| place.pairs).sum()
    };
    listed.sort_by_key(|place| std::cmp::Reverse((of_family(&place.family), place.family.clone(), place.pairs)));
    let mut last = "";
    for place in listed {
        if place.family != last {
            table.group(&capital(&place.family));
            last = &place.family;
        }
        let mut cells = vec![place.stack.clone(), number_of(place.pairs)];
        cells.extend(place.shares.iter().map(|share| share.map(percent).unwrap_or_default()));
        cells.extend([micro(place.layer), micro(place.mixture)]);
        table.row(cells);
    }
    table
}

fn worst(speed: &Speed) -> GridTable {
    let columns = [
        figure("Measured ÷ predicted", ""),
        figure("Rows", "far off"),
        words("Device, model and engine"),
        figure("Context", "tokens"),
        figure("Tokens/s", ""),
        words("Likely reasons"),
        words("Source"),
    ];
    let caption = format!(
        "The cases farthest from their predictions, their source left out: the worst row of each, and how many rows are off by more than a factor of {}.",
        number::plain(FAR, 1)
    );
    let mut table = GridTable::figures(caption, columns);
    for row in &speed.worst {
        let Outlier { device, model, engine, tokens, measured, ratio, rows, source: (title, url), reasons, .. } = row;
        let reasons = if reasons.is_empty() { "no recorded fact tells".to_owned() } else { reasons.join("; ") };
        let name = InlinePiece::Strong(vec![InlinePiece::Text(device.clone())]);
        let what = vec![name, InlinePiece::small(model), InlinePiece::small(engine)];
        let source =
            vec![InlinePiece::Outside(url.clone(), title.clone()), InlinePiece::Text(format!(" {}", row.date))];
        table.row([
            number::ratio(*ratio).into(),
            number_of(*rows).into(),
            Cell::of("", what),
            number::plain(*tokens, 0).into(),
            number::speed(*measured).into(),
            reasons.into(),
            Cell::of("", source),
        ]);
    }
    table
}

fn family_chart(speed: &Speed, drawn: &[&Spread]) -> Option<Chart> {
    let (total, _) = numbers::scores(speed, Fold::Source)?;
    let title =
        format!("Ranges hold {} of the measurements of people whom the fit does not know", percent(total.covered));
    let by_cover = |family: &&&Spread| (family.score.covered * 1e6).round();
    let least = drawn.iter().min_by(|left, right| by_cover(left).total_cmp(&by_cover(right)));
    let least = least.map_or(String::new(), |family| {
        format!("; the least of a family are {} ({})", percent(family.score.covered), family.name)
    });
    let description = format!(
        "A strip for each family of devices: the promised range and where eight tenths of the measurements lie{least}."
    );
    let families = drawn.iter().map(|family| (*family).clone()).collect();
    Some(Chart { title, description, families })
}

fn families(drawn: &[&Spread]) -> GridTable {
    let columns = [
        words("Family"),
        figure("Rows", ""),
        figure("Pairs", ""),
        figure("Promised", "of predicted"),
        figure("Middle\u{a0}80\u{a0}%", "of predicted"),
        figure("Median", "of predicted"),
        figure("Inside", ""),
    ];
    let mut table = GridTable::figures("The numbers of the chart.", columns);
    for Spread { name, score, promised, found } in drawn {
        table.row([
            capital(name),
            number_of(score.rows),
            number_of(score.pairs),
            format!("{}–{}", fixed(promised.0, 2), fixed(promised.1, 2)),
            format!("{}–{}", fixed(found.0, 2), fixed(found.2, 2)),
            fixed(found.1, 2),
            percent(score.covered),
        ]);
    }
    table
}

fn comparison_table(comparison: &Comparison) -> GridTable {
    let columns =
        [words("Estimate"), figure("Off by", ""), figure("Measured ÷ predicted", "median"), figure("Near", "")];
    let caption = format!(
        "{} rows: one device, one stream, at most {} tokens of context. Near: off by {} or less.",
        number_of(comparison.rows),
        number::plain(method::SHORT, 0),
        percent(method::NEAR - 1.0)
    );
    let mut table = GridTable::figures(caption, columns);
    let mut row = |name: Cell, accuracy: &Accuracy| {
        let figures = [fixed(accuracy.error, 2), fixed(accuracy.bias, 2), percent(accuracy.near)];
        table.row(std::iter::once(name).chain(figures.map(Cell::from)));
    };
    for (name, accuracy) in &comparison.formulas {
        row(Cell::from(name.clone()), accuracy);
    }
    for (fold, accuracy) in &comparison.ours {
        let ours = InlinePiece::Strong(vec![InlinePiece::Text("this estimator".to_owned())]);
        row(Cell::of("", vec![ours, InlinePiece::Text(format!(", {}", fold.words()))]), accuracy);
    }
    table
}

fn trust_table(validation: &[ValidationRow]) -> GridTable {
    let columns = [
        words("Calculator"),
        figure("Cases", ""),
        figure("Sources", ""),
        figure("Off by", ""),
        figure("Inside", ""),
        words("Otherwise"),
    ];
    let mut table = GridTable::figures(
        "Each calculator and the published cases that it was compared with, the source of each left out.",
        columns,
    );
    // Calculators without cases share a row if they have the same reason.
    let mut others: Vec<(String, Vec<&str>)> = Vec::new();
    for ValidationRow { title, result, .. } in validation {
        if let ValidationResult::Compared(Compared { cases, sources, error, held }) = result {
            let figures = [number_of(*cases), number_of(*sources), fixed(*error, 2), percent(*held), String::new()];
            table.row(std::iter::once((*title).to_owned()).chain(figures));
            continue;
        }
        let words = result.words();
        match others.iter_mut().find(|(known, _)| *known == words) {
            Some((_, titles)) => titles.push(title),
            None => others.push((words, vec![title])),
        }
    }
    for (words, titles) in others {
        let none = [const { String::new() }; 4];
        table.row(std::iter::once(titles.join(", ")).chain(none).chain(std::iter::once(words)));
    }
    table
}

fn left_out(method: &Method) -> GridTable {
    let columns = [words("Why"), figure("Rows", "")];
    let mut table = GridTable::figures("Rows that the fits do not use, or trust less.", columns);
    for (heading, rows) in
        [("Left out", &method.left_out), ("Counted by half, and in no figure of error", &method.halved)]
    {
        if !rows.is_empty() {
            table.group(heading);
        }
        for (reason, rows) in rows {
            table.row([reason.clone(), number_of(*rows)]);
        }
    }
    table
}
