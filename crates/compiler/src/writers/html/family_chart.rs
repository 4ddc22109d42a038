//! Draws predicted ranges and measured speeds by family of devices, for sources that were left out of the fit.
//!
//! 1. Each family has a strip: a band for its predicted range, a line from the 10th to the 90th percentile of its
//!    measurements, a diamond at their median. All values are relative to the prediction.
//! 2. x is in per cent and y in pixels, so that text keeps its size at every width. The axis is logarithmic.
//!
//! The page also has a table with the same numbers.

use crate::calibrate::method::Spread;
use crate::site::figures::Chart;
use rooflight_document::number;
use rooflight_document::scale::{Axis, Scale};
use rooflight_document::words::capital;
use rooflight_glossary::syntax::highlight::escape;
use std::fmt::Write;

/// Height of a strip, and distance from its top to its track, in pixels.
const STRIP: u32 = 44;
const TRACK: u32 = 28;

/// Height of the labels of ticks below the strips, in pixels.
const FOOT: u32 = 36;

/// Possible ticks: measured over predicted speed.
const TICKS: [f64; 9] = [0.25, 0.33, 0.5, 0.67, 0.8, 1.0, 1.25, 1.5, 2.0];

/// Draws the chart; empty for a chart without a title.
pub(super) fn html(chart: &Chart) -> String {
    let Chart { title, description, families } = chart;
    if title.is_empty() {
        return String::new();
    }
    let ends =
        families.iter().flat_map(|family| [family.promised.0, family.promised.1, family.found.0, family.found.2]);
    let (low, high) = ends.fold((0.8_f64, 1.25_f64), |(low, high), end| (low.min(end), high.max(end)));
    let axis = Axis::new(Scale::Logarithmic, low * 0.97, high * 1.03);
    let height = STRIP * u32::try_from(families.len()).unwrap_or(0) + FOOT;
    let mut out = format!(
        "<figure class=\"fig\"><figcaption><b>{title}</b><span>Measured over predicted speed on a log scale; ×1 is as predicted. Each source was left out of the fit that predicts it. Per cent: inside the range.</span></figcaption>\
         <svg class=\"chart\" height=\"{height}\" role=\"img\" aria-labelledby=\"spread-t spread-d\"><title id=\"spread-t\">{title}</title><desc id=\"spread-d\">{desc}</desc>\
         <defs><path id=\"spread-m\" d=\"M0-6 6 0 0 6-6 0z\"/><pattern id=\"spread-h\" width=\"9\" height=\"5\" patternUnits=\"userSpaceOnUse\"><path class=\"f-h\" d=\"M0 .5h9\"/></pattern></defs>",
        title = escape(title),
        desc = escape(description),
    );
    let bottom = height - FOOT + 6;
    for tick in TICKS.into_iter().filter(|tick| axis.holds(*tick, 1.0)) {
        let class = if (tick - 1.0).abs() < 1e-9 { "l-r" } else { "grid" };
        add(
            &mut out,
            format_args!(
                "<line class=\"{class}\" x1=\"{x}%\" x2=\"{x}%\" y1=\"0\" y2=\"{bottom}\"/>",
                x = at(axis, tick)
            ),
        );
    }
    for (at, family) in families.iter().enumerate() {
        strip(&mut out, axis, family, STRIP * u32::try_from(at).unwrap_or(0));
    }
    for tick in TICKS.into_iter().filter(|tick| axis.holds(*tick, 1.0)) {
        let words = format!("×{}", number::plain(tick, 2));
        add(
            &mut out,
            format_args!("<text class=\"mid\" x=\"{}%\" y=\"{}\">{words}</text>", at(axis, tick), bottom + 16),
        );
    }
    out.push_str("</svg></figure>\n");
    out
}

/// Returns the position of a value in per cent of the width, to a tenth.
fn at(axis: Axis, value: f64) -> String {
    number::plain(axis.percent(value), 1)
}

fn strip(out: &mut String, axis: Axis, family: &Spread, top: u32) {
    let middle = top + TRACK;
    let (low, high) = family.promised;
    for fill in [" class=\"f-r\"", " fill=\"url(#spread-h)\""] {
        let (x, width) = (at(axis, low), number::plain(axis.width(low, high), 1));
        add(out, format_args!("<rect{fill} x=\"{x}%\" y=\"{}\" width=\"{width}%\" height=\"14\"/>", middle - 7));
    }
    let (first, median, last) = family.found;
    add(
        out,
        format_args!(
            "<line class=\"l-m\" x1=\"{}%\" x2=\"{}%\" y1=\"{middle}\" y2=\"{middle}\"/>",
            at(axis, first),
            at(axis, last)
        ),
    );
    add(out, format_args!("<use href=\"#spread-m\" class=\"d-m\" x=\"{}%\" y=\"{middle}\"/>", at(axis, median)));
    let covered = number::percent(family.score.covered);
    let name = capital(&family.name);
    add(
        out,
        format_args!(
            "<text class=\"b halo\" x=\"0\" y=\"{y}\">{}</text><text class=\"end m\" x=\"100%\" y=\"{y}\">{covered}</text>",
            escape(&name),
            y = top + 14
        ),
    );
}

/// Appends formatted text; writing to a string cannot fail.
fn add(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(arguments);
}
