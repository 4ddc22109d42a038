//! A table of speeds with a plot in each row: a line for the ceiling, a band for the realistic range, a diamond for
//! each measurement.
//!
//! 1. The axis spans everything that is drawn; its ticks are 1, 2 and 5 times powers of ten.
//! 2. x is in per cent and y in pixels, so that text keeps its size at every width. The numbers are next to the plot,
//!    which is therefore hidden from screen readers.

use crate::site::catalog::range_plot::{RangePlot, RangeRow, Show, ends, realistic};
use crate::site::inline::InlinePiece;
use crate::writers::html::inline;
use rooflight_document::number;
use rooflight_document::scale::{Axis, Scale};
use rooflight_glossary::syntax::highlight::escape;
use serde::{Serialize, Serializer};
use std::fmt::Write;

impl Serialize for RangePlot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&table(self))
    }
}

/// Maximum number of diamonds in a row; the range of all measurements is given next to the plot.
const MAX_DIAMONDS: usize = 8;

fn table(table: &RangePlot) -> String {
    let RangePlot { caption, first, side, shows, ids, rows: strips, .. } = table;
    let axis = axis_over(strips);
    let mut out = String::with_capacity(strips.len() * 900 + 2000);
    let _ = write!(
        out,
        "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><path id=\"d{ids}\" d=\"M0-5.5 5.5 0 0 5.5-5.5 0z\"/><g id=\"g{ids}\">"
    );
    for tick in ticks(axis) {
        let x = at(axis, tick);
        let _ = write!(out, "<line class=\"grid\" x1=\"{x}%\" x2=\"{x}%\" y1=\"-4\" y2=\"34\"/>");
    }
    let _ = write!(
        out,
        "</g></defs></svg>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Speeds\"><table class=\"strips\"><caption>{}</caption>\n\
         <thead><tr><th scope=\"col\">{first}</th>",
        escape(caption)
    );
    if let Some((head, small)) = side {
        let _ = write!(out, "<th scope=\"col\" class=\"n aside\">{head}<small>{small}</small></th>");
    }
    out.push_str("<th scope=\"col\" class=\"plot\"><span>tokens per second, log scale</span><svg class=\"chart\" height=\"16\" aria-hidden=\"true\">");
    for tick in ticks(axis) {
        let _ = write!(out, "<text class=\"mid\" x=\"{}%\" y=\"12\">{}</text>", at(axis, tick), number::plain(tick, 2));
    }
    out.push_str("</svg></th>");
    for show in *shows {
        let _ = write!(out, "<th scope=\"col\" class=\"n\">{show:?}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for strip in strips {
        row(&mut out, axis, table, strip);
    }
    out.push_str("</tbody></table></div>\n");
    out
}

fn row(out: &mut String, axis: Axis, table: &RangePlot, strip: &RangeRow) {
    let RangeRow { name, under, side, estimated, question, measured, elsewhere } = strip;
    let ids = table.ids;
    out.push_str("<tr><th scope=\"row\">");
    inline::html(out, table.root, &[name.clone(), InlinePiece::small(under.as_str())]);
    out.push_str("</th>");
    if table.side.is_some() {
        let _ = write!(out, "<td class=\"n aside\">{side}</td>");
    }
    let _ = write!(
        out,
        "<td class=\"plot\"><svg class=\"chart\" height=\"26\" aria-hidden=\"true\"><use href=\"#g{ids}\"/>"
    );
    if let Some(range) = &estimated.speeds.range {
        let (x, width) = (at(axis, range.low), number::plain(axis.width(range.low, range.high), 1));
        let _ = write!(
            out,
            "<rect class=\"f-r\" x=\"{x}%\" width=\"{width}%\" y=\"7\" height=\"12\"/><svg x=\"{x}%\" width=\"{width}%\" y=\"7\" height=\"12\"><path class=\"f-h\" d=\"M0 .5h900M0 4.5h900M0 8.5h900M0 11.5h900\"/></svg>"
        );
    }
    let x = at(axis, estimated.speeds.ceiling);
    let _ = write!(out, "<line class=\"cap\" x1=\"{x}%\" x2=\"{x}%\" y1=\"3\" y2=\"23\"/>");
    for (class, speeds) in [("d-o", elsewhere), ("d-m", measured)] {
        for speed in shown(speeds) {
            let _ = write!(out, "<use href=\"#d{ids}\" class=\"{class}\" x=\"{}%\" y=\"13\"/>", at(axis, speed));
        }
    }
    out.push_str("</svg></td>");
    for show in table.shows {
        let (class, words) = match show {
            Show::Ceiling => ("c", escape(&number::speed(estimated.speeds.ceiling))),
            Show::Realistic => {
                let mut words = String::new();
                inline::html(&mut words, table.root, &[realistic(estimated, question.clone())]);
                ("r", words)
            }
            Show::Measured => ("m", ends(measured)),
        };
        let _ = write!(out, "<td class=\"n {class}\" data-l=\"{show:?}\">{words}</td>");
    }
    out.push_str("</tr>\n");
}

/// The measurements to draw: all, or a selection that includes the lowest and the highest.
fn shown(measured: &[f64]) -> Vec<f64> {
    let mut speeds = measured.to_vec();
    speeds.sort_by(f64::total_cmp);
    if speeds.len() <= MAX_DIAMONDS {
        return speeds;
    }
    let last = speeds.len() - 1;
    (0..MAX_DIAMONDS).map(|place| speeds[place * last / (MAX_DIAMONDS - 1)]).collect()
}

/// An axis that spans everything that is drawn.
fn axis_over(strips: &[RangeRow]) -> Axis {
    let drawn = strips.iter().flat_map(|strip| {
        let range = strip.estimated.speeds.range.iter().flat_map(|range| [range.low, range.high]);
        range.chain([strip.estimated.speeds.ceiling]).chain(strip.measured.iter().chain(&strip.elsewhere).copied())
    });
    Axis::over(Scale::Logarithmic, drawn, (1.12, 1.06), (1.0, 10.0))
}

/// The position of a value in per cent of the width, to a tenth.
fn at(axis: Axis, value: f64) -> String {
    number::plain(axis.percent(value).clamp(0.0, 100.0), 1)
}

/// Ticks at 1, 2 and 5 times powers of ten within the axis; only powers of ten if there would be too many.
fn ticks(axis: Axis) -> Vec<f64> {
    let inside = |digits| {
        let mut marks = axis.marks(digits);
        marks.retain(|mark| axis.holds(*mark, 1.04));
        marks
    };
    let ticks = inside(&[1.0, 2.0, 5.0]);
    if ticks.len() > 7 { inside(&[1.0]) } else { ticks }
}
