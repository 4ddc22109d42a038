//! Draws a chart as SVG text.
//!
//! 1. `plot` turns values into positions: fractions of the width, pixels from the top.
//! 2. Curves go into an inner `svg` that stretches; dots, rules and text stay outside and keep their size.
//! 3. `annotate` and `ticks` place the labels so that they overlap at no width.
//!
//! Colours and sizes come only from classes of the style sheet, never from attributes.

use alloc::{string::String, vec::Vec};

use super::{
    annotate::{self, LINE, Label},
    chart::Chart,
    digits::push_tenths,
    geometry::{HEIGHT, Position},
    markup::{attribute, escaped, put},
    number,
    plot::Plot,
    ticks::x_ticks,
};

/// Appends the chart to `out`.
pub(super) fn svg(chart: &Chart, out: &mut String) {
    let plot = Plot::new(chart);
    open(out, "class=\"chart\" height=\"288\" role=\"img\"", "ch", [chart.title, &chart.desc]);
    curves(&plot, out);
    rule(plot.here, out);
    dots(&plot, out);
    put(out, &["<g class=\"halo\">"]);
    let mut values = Vec::new();
    for (_, value) in plot.grid {
        values.push(number::plain(value, 4));
    }
    for label in annotate::labels(chart, &plot, &values) {
        text(&label, out);
    }
    put(out, &["</g>"]);
    ticks(chart, &plot, out);
    put(out, &["</svg>"]);
}

/// Appends the opening of a picture: its attributes up to its labels, the beginning of their ids, and the title and
/// the description for screen readers.
pub(super) fn open(out: &mut String, attributes: &str, id: &str, words: [&str; 2]) {
    put(out, &["<svg ", attributes, " aria-labelledby=\"", id, "-t ", id, "-d\">"]);
    for ([tag, end], words) in [["title", "-t"], ["desc", "-d"]].into_iter().zip(words) {
        put(out, &["<", tag, " id=\"", id, end, "\">"]);
        escaped(out, words);
        put(out, &["</", tag, ">"]);
    }
}

const STRETCHED: &str =
    "<svg width=\"100%\" height=\"264\" viewBox=\"0 0 1000 264\" preserveAspectRatio=\"none\" overflow=\"hidden\">";
const HAIRLINES: &str =
    " width=\"9\" height=\"5\" patternUnits=\"userSpaceOnUse\"><path class=\"f-h\" d=\"M0 .5h9\"/></pattern>";

/// The stretching part: grid, band, curves. The band is drawn twice from one outline: as a tint and as hairlines.
fn curves(plot: &Plot, out: &mut String) {
    put(out, &[STRETCHED]);
    for (height, _) in plot.grid {
        put(out, &["<path class=\"grid\" d=\"M0 "]);
        push_tenths(out, height);
        put(out, &["h1000\"/>"]);
    }
    if plot.upper.len() > 1 {
        put(out, &["<defs><pattern id=\"ch-rule\"", HAIRLINES, "<path id=\"ch-band\" d=\"M"]);
        points(&plot.upper, out);
        put(out, &["L"]);
        let mut back = plot.lower.clone();
        back.reverse();
        points(&back, out);
        put(
            out,
            &["z\"/></defs><use class=\"f-r\" href=\"#ch-band\"/><use href=\"#ch-band\" fill=\"url(#ch-rule)\"/>"],
        );
    }
    for (class, curve) in [("l-p", &plot.third), ("l-r", &plot.typical), ("l-c", &plot.ceiling)] {
        if curve.len() > 1 {
            put(out, &["<path class=\"", class, "\" d=\"M"]);
            points(curve, out);
            put(out, &["\"/>"]);
        }
    }
    put(out, &["</svg>"]);
}

/// Appends the points of a path in the stretched box, which is 1,000 units wide.
pub(super) fn points(places: &[Position], out: &mut String) {
    for (x, y) in places {
        push_tenths(out, libm::round(x * 1000.0));
        out.push(' ');
        push_tenths(out, *y);
        out.push(' ');
    }
}

/// The vertical rule at the reader's own x.
fn rule(here: f64, out: &mut String) {
    put(out, &["<line class=\"here\""]);
    share(out, "x1", here);
    share(out, "x2", here);
    put(out, &[" y1=\"0\" y2=\"264\"/>"]);
}

/// The diamonds. More than 40 are drawn smaller.
fn dots(plot: &Plot, out: &mut String) {
    if plot.dots.is_empty() {
        return;
    }
    let shape = if plot.dots.len() > 40 { "M0-4 4 0 0 4-4 0z" } else { DIAMOND };
    put(out, &["<defs><path id=\"ch-dia\" d=\"", shape, "\"/></defs>"]);
    diamonds(out, "ch-dia", &plot.dots);
}

/// The outline of a diamond.
pub(super) const DIAMOND: &str = "M0-5.5 5.5 0 0 5.5-5.5 0z";

/// Appends diamonds of the shape with this id, each open or solid; open ones come first, so that runs under the
/// reader's conditions lie on top.
pub(super) fn diamonds(out: &mut String, id: &str, places: &[(Position, bool)]) {
    for open in [true, false] {
        for ((x, y), _) in places.iter().filter(|place| place.1 == open) {
            put(out, &["<use href=\"#", id, "\" class=\"", if open { "d-o" } else { "d-m" }, "\""]);
            share(out, "x", *x);
            attribute(out, "y", *y);
            put(out, &["/>"]);
        }
    }
}

/// The numbers below the x axis. The reader's own is bold; others give way to it.
fn ticks(chart: &Chart, plot: &Plot, out: &mut String) {
    let values = chart.scales[0].ticks(chart.x.0, chart.x.1);
    for tick in x_ticks(plot.here, chart.here, &values, plot.x) {
        opening(out, tick.class, "");
        share(out, "x", tick.x);
        put(out, &[" y=\"282\">"]);
        number::push_plain(out, tick.value, 2);
        put(out, &["</text>"]);
    }
}

/// Appends a label: one `text` element per line.
pub(super) fn text(label: &Label, out: &mut String) {
    let area = label.spot.area;
    let mut top = area.top;
    for line in &label.lines {
        let flipped = label.spot.flipped;
        let end = if line.class.is_empty() { "end" } else { " end" };
        opening(out, line.class, if flipped { end } else { "" });
        share(out, "x", area.x);
        let shift = if flipped { area.right } else { area.left };
        if shift != 0.0 {
            attribute(out, "dx", shift);
        }
        attribute(out, "y", top + line.baseline);
        out.push('>');
        escaped(out, line.text);
        put(out, &["</text>"]);
        top += LINE;
    }
}

/// Appends the opening of a `text` element, with its classes if it has any.
fn opening(out: &mut String, class: &str, more: &str) {
    let any = !(class.is_empty() && more.is_empty());
    put(out, &if any { ["<text class=\"", class, more, "\""] } else { ["<text", "", "", ""] });
}

/// Appends an attribute in per cent of the width.
pub(super) fn share(out: &mut String, name: &str, fraction: f64) {
    put(out, &[" ", name, "=\""]);
    push_tenths(out, fraction * 100.0);
    put(out, &["%\""]);
}

const _: () = assert!(HEIGHT == 264.0, "the plot's height is written into the markup");

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{
        super::{chart::Dot, sample},
        *,
    };
    use proptest::prelude::*;

    fn drawn(chart: &Chart) -> String {
        let mut out = String::new();
        svg(chart, &mut out);
        out
    }

    #[test]
    fn the_grammar_is_kept() {
        let out = drawn(&sample::chart());
        sample::check_markup(&out);
        assert!(out.starts_with("<svg class=\"chart\" height=\"288\" role=\"img\" aria-labelledby=\"ch-t ch-d\"><title id=\"ch-t\">Decode speed &lt;against&gt; context length</title>"));
        let (outer, inner) = out.split_once("<svg width=\"100%\"").unwrap();
        assert!(!outer.contains("viewBox") && inner.contains("viewBox=\"0 0 1000 264\" preserveAspectRatio=\"none\""));
        for (piece, times) in [
            ("class=\"grid\"", 3),
            ("class=\"d-m\"", 4),
            ("class=\"d-o\"", 4),
            ("class=\"l-c\"", 1),
            ("class=\"l-r\"", 1),
            ("class=\"here\"", 1),
            ("class=\"mid b\"", 1),
        ] {
            assert_eq!(out.matches(piece).count(), times, "{piece}");
        }
        assert!(out.find("d-o").unwrap() < out.find("d-m").unwrap(), "solid diamonds lie on top");
        assert!(out.contains("<text class=\"c v\" x=\"62.5%\" dx=\"7\""));
    }

    #[test]
    fn without_range_or_dots_nothing_is_invented() {
        let out = drawn(&Chart {
            band: Vec::new(),
            typical: Vec::new(),
            dots: Vec::new(),
            marks: Vec::new(),
            key: Vec::new(),
            ..sample::chart()
        });
        sample::check_markup(&out);
        for piece in ["pattern", "l-r", "ch-dia", "Realistic", ">Measured"] {
            assert!(!out.contains(piece), "{piece}");
        }
    }

    #[test]
    fn values_without_a_place_are_left_out() {
        let bad = [f64::NAN, f64::INFINITY, 0.0, -1.0];
        let chart = Chart {
            ceiling: bad.iter().map(|y| (256.0, *y)).collect(),
            dots: bad
                .iter()
                .flat_map(|bad| [Dot { x: *bad, y: 1.0, open: false }, Dot { x: 256.0, y: *bad, open: true }])
                .collect(),
            here: f64::NAN,
            x: (f64::NAN, 0.0),
            ..sample::chart()
        };
        let out = drawn(&chart);
        sample::check_markup(&out);
        assert!(!out.contains("d-o") && !out.contains("–%"));
    }

    proptest! {
        #[test]
        fn every_chart_is_sound(chart in sample::any_chart()) {
            let out = drawn(&chart);
            sample::check_markup(&out);
            prop_assert_eq!(out.matches("<use href=\"#ch-dia\"").count(), chart.dots.len());
        }
    }
}
