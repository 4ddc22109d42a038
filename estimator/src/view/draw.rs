//! Draws a chart as SVG text.
//!
//! 1. `plot` turns values into places: fractions of the width, pixels from the top.
//! 2. Curves go into an inner `svg` that stretches; dots, rules and text stay outside it and keep their size.
//! 3. `annotate` and `ticks` place the words, so that none covers another at any width.
//!
//! Colours and sizes come from classes of the style sheet alone, never from attributes. Ids carry the report's prefix.

use alloc::string::String;

use super::{
    annotate::{self, LINE, Label},
    chart::Chart,
    digits::{push_count, push_tenths, whole},
    markup::{attribute, escape},
    plot::{HEIGHT, Place, Plot},
    scale,
    ticks::x_ticks,
};

/// Writes the chart.
pub(super) fn svg(chart: &Chart, prefix: &str, out: &mut String) {
    let plot = Plot::new(chart);
    open(chart, prefix, out);
    curves(&plot, prefix, out);
    rule(plot.here, out);
    dots(&plot, prefix, out);
    out.push_str("<g class=\"halo\">");
    for label in annotate::labels(chart, &plot) {
        text(&label, out);
    }
    out.push_str("</g>");
    ticks(chart, &plot, out);
    out.push_str("</svg>");
}

fn open(chart: &Chart, prefix: &str, out: &mut String) {
    out.push_str("<svg class=\"chart\" height=\"288\" role=\"img\" aria-labelledby=\"");
    out.push_str(&[prefix, "ch-t ", prefix, "ch-d\">"].concat());
    for (tag, suffix, words) in [("title", "ch-t", &chart.title), ("desc", "ch-d", &chart.desc)] {
        out.push_str(&["<", tag, " id=\"", prefix, suffix, "\">"].concat());
        escape(out, words);
        out.push_str(&["</", tag, ">"].concat());
    }
}

/// The part that stretches: grid, band, curves. The band is drawn twice, as a tint and as hairlines, from one outline.
fn curves(plot: &Plot, prefix: &str, out: &mut String) {
    let id =
        |out: &mut String, attribute: &str, name: &str| out.push_str(&[" ", attribute, prefix, name, "\""].concat());
    out.push_str(
        "<svg width=\"100%\" height=\"264\" viewBox=\"0 0 1000 264\" preserveAspectRatio=\"none\" overflow=\"hidden\">",
    );
    for (height, _) in plot.grid {
        out.push_str("<path class=\"grid\" d=\"M0 ");
        push_tenths(out, height);
        out.push_str("h1000\"/>");
    }
    if plot.upper.len() > 1 {
        out.push_str("<defs><pattern");
        id(out, "id=\"", "ch-rule");
        out.push_str(" width=\"9\" height=\"5\" patternUnits=\"userSpaceOnUse\"><path class=\"f-h\" d=\"M0 .5h9\"/></pattern><path");
        id(out, "id=\"", "ch-band");
        out.push_str(" d=\"M");
        points(plot.upper.iter(), out);
        out.push('L');
        points(plot.lower.iter().rev(), out);
        out.push_str("z\"/></defs><use class=\"f-r\"");
        id(out, "href=\"#", "ch-band");
        out.push_str("/><use");
        id(out, "href=\"#", "ch-band");
        out.push_str(&[" fill=\"url(#", prefix, "ch-rule)\"/>"].concat());
    }
    for (class, curve) in [("l-r", &plot.typical), ("l-c", &plot.ceiling)] {
        if curve.len() > 1 {
            out.push_str(&["<path class=\"", class, "\" d=\"M"].concat());
            points(curve.iter(), out);
            out.push_str("\"/>");
        }
    }
    out.push_str("</svg>");
}

/// Points of a path in the stretched box, a thousand wide.
fn points<'a>(places: impl Iterator<Item = &'a Place>, out: &mut String) {
    for (index, (x, y)) in places.enumerate() {
        if index > 0 {
            out.push(' ');
        }
        push_tenths(out, libm::round(x * 1000.0));
        out.push(' ');
        push_tenths(out, *y);
    }
}

/// The rule at the reader's own x.
fn rule(here: f64, out: &mut String) {
    out.push_str("<line class=\"here\"");
    share(out, "x1", here);
    share(out, "x2", here);
    out.push_str(" y1=\"0\" y2=\"264\"/>");
}

/// The diamonds, open ones first, so that those of the reader's conditions lie on top. A crowd is drawn smaller.
fn dots(plot: &Plot, prefix: &str, out: &mut String) {
    if plot.dots.is_empty() {
        return;
    }
    let shape = if plot.dots.len() > 40 { "M0-4 4 0 0 4-4 0z" } else { "M0-5.5 5.5 0 0 5.5-5.5 0z" };
    out.push_str(&["<defs><path id=\"", prefix, "ch-dia\" d=\"", shape, "\"/></defs>"].concat());
    for open in [true, false] {
        for (place, _) in plot.dots.iter().filter(|dot| dot.1 == open) {
            out.push_str(
                &["<use href=\"#", prefix, "ch-dia\" class=\"", if open { "d-o" } else { "d-m" }, "\""].concat(),
            );
            share(out, "x", place.0);
            attribute(out, "y", place.1);
            out.push_str("/>");
        }
    }
}

/// The numbers under the x axis. The reader's own is bold; others give way to it.
fn ticks(chart: &Chart, plot: &Plot, out: &mut String) {
    for tick in x_ticks(plot.here, chart.here, &scale::powers(chart.x.0, chart.x.1), plot.x) {
        out.push_str("<text");
        out.push_str(tick.class);
        share(out, "x", tick.x);
        out.push_str(" y=\"282\">");
        push_count(out, whole(tick.value));
        out.push_str("</text>");
    }
}

/// One label: a line of text for each of its lines.
fn text(label: &Label, out: &mut String) {
    let area = label.spot.area;
    let mut top = area.top;
    for line in &label.lines {
        out.push_str("<text");
        let class = [line.class, if label.spot.flipped { " end" } else { "" }].concat();
        if !class.is_empty() {
            out.push_str(&[" class=\"", class.trim_start(), "\""].concat());
        }
        share(out, "x", area.x);
        let shift = if label.spot.flipped { area.right } else { area.left };
        if shift != 0.0 {
            attribute(out, "dx", shift);
        }
        attribute(out, "y", top + line.baseline);
        out.push('>');
        escape(out, line.text);
        out.push_str("</text>");
        top += LINE;
    }
}

/// An attribute in per cent of the width.
fn share(out: &mut String, name: &str, fraction: f64) {
    out.push_str(&[" ", name, "=\""].concat());
    push_tenths(out, fraction * 100.0);
    out.push_str("%\"");
}

const _: () = assert!(HEIGHT == 264.0, "the plot's height is written into the markup");

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{
        super::{chart::Dot, sample},
        *,
    };
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn drawn(chart: &Chart) -> String {
        let mut out = String::new();
        svg(chart, "x-", &mut out);
        out
    }

    #[test]
    fn the_grammar_is_kept() {
        let out = drawn(&sample::chart());
        sample::check_markup(&out, "x-");
        assert!(out.starts_with("<svg class=\"chart\" height=\"288\" role=\"img\" aria-labelledby=\"x-ch-t x-ch-d\"><title id=\"x-ch-t\">Decode speed &lt;against&gt; context length</title>"));
        assert!(
            !out.split("preserveAspectRatio")
                .next()
                .unwrap()
                .trim_end_matches(" viewBox=\"0 0 1000 264\" ")
                .contains("viewBox")
        );
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
        sample::check_markup(&out, "x-");
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
        sample::check_markup(&out, "x-");
        assert!(!out.contains("d-o") && !out.contains("–%"));
    }

    proptest! {
        #[test]
        fn every_chart_is_sound(chart in sample::any_chart()) {
            let out = drawn(&chart);
            sample::check_markup(&out, "x-");
            prop_assert_eq!(out.matches("<use href=\"#x-ch-dia\"").count(), chart.dots.len());
        }
    }
}
