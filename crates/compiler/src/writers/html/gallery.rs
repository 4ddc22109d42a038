//! The tiles on the page of all calculators, each with its initial answer and a small chart.
//!
//! 1. Groups and their order come from `site/gallery.rs`.
//! 2. A small chart has no text: only ceiling, range, measurements and a rule at the input's value, with the
//!    calculator's scales.
//!
//! Computes nothing: chart and answer come from the calculator.

use crate::site::answers::{Answers, PageAnswer};
use crate::site::gallery;
use crate::site::paths::calculator_path;
use rooflight_document::number;
use rooflight_document::report::Chart;
use rooflight_document::scale::Axis;
use serde::Serialize;
use std::fmt::Write;

/// Height of a picture, and margin above and below its curves, in pixels.
const HEIGHT: f64 = 84.0;
const ROOM: f64 = 8.0;

/// A group of calculators on one topic.
#[derive(Serialize)]
pub(super) struct TileGroupView {
    id: String,
    title: &'static str,
    about: &'static str,
    tiles: Vec<TileView>,
}

#[derive(Serialize)]
struct TileView {
    title: &'static str,
    url: String,
    about: &'static str,
    /// The answer to the initial inputs.
    answer: String,
    /// SVG; empty if the calculator has no chart.
    picture: String,
}

/// The groups that are not empty on this site.
pub(super) fn groups(answers: &Answers<'_>, root: &str) -> Vec<TileGroupView> {
    let view = |group: gallery::GalleryGroup<'_>| {
        let (title, about) = group.group.title();
        let tiles = group.answers.into_iter().map(|answer| tile(answer, root)).collect();
        TileGroupView { id: group.anchor, title, about, tiles }
    };
    gallery::groups(answers).into_iter().map(view).collect()
}

fn tile(PageAnswer { spec, answer, .. }: &PageAnswer, root: &str) -> TileView {
    TileView {
        title: spec.title,
        url: format!("{root}{}", calculator_path(spec)),
        about: spec.about,
        answer: answer.report.answer.plain(),
        picture: answer.report.chart.as_ref().map(picture).unwrap_or_default(),
    }
}

fn picture(chart: &Chart) -> String {
    let band = || chart.band.iter().flat_map(|(_, low, high)| [*low, *high]);
    let dots = chart.dots.iter().filter(|dot| (chart.x.0..=chart.x.1).contains(&dot.x));
    let values = chart.ceiling.iter().chain(&chart.typical).chain(&chart.third).map(|(_, y)| *y).chain(band());
    let [scale, up] = chart.scales;
    let across = Axis::new(scale, chart.x.0, chart.x.1);
    let up = Axis::over(up, values.chain(dots.clone().map(|dot| dot.y)), (1.0, 1.0), (1.0, 1.0));
    let x = |value: f64| across.within(value) * 200.0;
    let y = |value: f64| HEIGHT - ROOM - up.within(value) * (HEIGHT - 2.0 * ROOM);
    let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut path = String::new();
        for (at, (a, b)) in points.enumerate() {
            let _ = write!(
                path,
                "{}{} {}",
                if at == 0 { "M" } else { "L" },
                number::plain(x(a), 1),
                number::plain(y(b), 1)
            );
        }
        path
    };
    let mut out = format!(
        "<svg class=\"chart\" height=\"{HEIGHT}\" aria-hidden=\"true\"><svg width=\"100%\" height=\"{HEIGHT}\" viewBox=\"0 0 200 {HEIGHT}\" preserveAspectRatio=\"none\">"
    );
    if !chart.band.is_empty() {
        let highs = chart.band.iter().map(|(at, _, high)| (*at, *high));
        let lows = chart.band.iter().rev().map(|(at, low, _)| (*at, *low));
        let _ = write!(out, "<path class=\"f-r\" d=\"{}z\"/>", path(&mut highs.chain(lows)));
    }
    if !chart.typical.is_empty() {
        // An answer without a range is exact.
        let class = if chart.band.is_empty() { "l-r l-k" } else { "l-r" };
        let _ = write!(out, "<path class=\"{class}\" d=\"{}\"/>", path(&mut chart.typical.iter().copied()));
    }
    if !chart.third.is_empty() {
        let _ = write!(out, "<path class=\"l-p\" d=\"{}\"/>", path(&mut chart.third.iter().copied()));
    }
    if !chart.ceiling.is_empty() {
        let _ = write!(out, "<path class=\"l-c\" d=\"{}\"/>", path(&mut chart.ceiling.iter().copied()));
    }
    out.push_str("</svg>");
    let percent = |value: f64| number::plain(across.within(value) * 100.0, 1);
    let here = percent(chart.here);
    let _ = write!(out, "<line class=\"here\" x1=\"{here}%\" x2=\"{here}%\" y1=\"0\" y2=\"{HEIGHT}\"/>");
    for dot in dots {
        let class = if dot.open { "d-o" } else { "d-m" };
        let _ = write!(
            out,
            "<use href=\"#dia\" class=\"{class}\" x=\"{}%\" y=\"{}\"/>",
            percent(dot.x),
            number::plain(y(dot.y), 1)
        );
    }
    out.push_str("</svg>");
    out
}
