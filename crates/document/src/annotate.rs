//! Decides which labels a chart has, their priority and their candidate positions.
//!
//! By falling priority: the grid's values, the reader's values, the curves' names, the key to the diamonds, the note on
//! a stretch without data. `label` places them. A label without room is left out, since the figures and tables around
//! the chart repeat its content.

use alloc::{string::String, vec, vec::Vec};

use super::{
    chart::{Chart, ValueLabel},
    clutter::height_at,
    geometry::{HEIGHT, Position},
    ink::Ink,
    label::{Anchor, LabelRequest, Placer, Spot},
    plot::Plot,
    typeface::{SMALL, VALUE, width},
};

/// Line height of a label, pixels.
pub(super) const LINE: f64 = 16.0;

/// Narrowest plot, in pixels, of a window that shows `wide-only` elements.
const WIDE: f64 = 380.0;

/// A line of a label.
#[derive(Clone, Copy)]
pub(super) struct LabelLine<'a> {
    pub(super) text: &'a str,
    /// Space-separated classes of the style sheet.
    pub(super) class: &'static str,
    /// Pixels from the line's top to its baseline.
    pub(super) baseline: f64,
    /// The width of an em to assume.
    pub(super) em: f64,
}

/// A label and its position.
pub(super) struct Label<'a> {
    pub(super) lines: Vec<LabelLine<'a>>,
    pub(super) spot: Spot,
}

fn value_line(text: &str, ink: Ink) -> LabelLine<'_> {
    let class = match ink {
        Ink::Ceiling => "c v",
        Ink::Range => "r v",
        Ink::Measured => "m v",
        Ink::Plain => "v",
    };
    LabelLine { text, class, baseline: 13.0, em: VALUE }
}

/// A line of small text.
pub(super) fn small_line(text: &str) -> LabelLine<'_> {
    LabelLine { text, class: "", baseline: 12.0, em: SMALL }
}

/// Returns width and height of a block of lines, in pixels.
pub(super) fn size_of(lines: &[LabelLine]) -> (f64, f64) {
    let mut size = (0.0_f64, 0.0);
    for line in lines {
        size.0 = size.0.max(width(line.text, line.em));
        size.1 += LINE;
    }
    size
}

/// Returns every label that found a position. `values` are the grid values as text, the lowest first.
pub(super) fn labels<'a>(chart: &'a Chart, plot: &Plot, values: &'a [String]) -> Vec<Label<'a>> {
    let mut layout = LabelLayout { placer: Placer::new(plot.clutter(), HEIGHT), labels: Vec::new() };
    for (value, (height, _)) in values.iter().zip(plot.grid) {
        layout.grid_value(value, height);
    }
    for mark in &chart.marks {
        layout.mark(mark, plot);
    }
    layout.curve_name(chart.names[0], Ink::Ceiling, &[(&plot.ceiling, 0.0)], &[]);
    // Plain arithmetic has a curve but no band.
    let upper = if plot.upper.is_empty() { &plot.typical } else { &plot.upper };
    layout.curve_name(chart.names[1], Ink::Range, &[(upper, 0.0), (&plot.lower, 15.0)], &plot.ceiling);
    layout.curve_name(chart.third_name, Ink::Plain, &[(&plot.third, 0.0)], &[]);
    layout.measured(chart, plot);
    if let Some(void) = &chart.void {
        layout.void(&void.lines, plot.x.at(void.from.max(1.0)).clamp(0.0, 1.0));
    }
    layout.labels
}

struct LabelLayout<'a> {
    placer: Placer,
    labels: Vec<Label<'a>>,
}

impl<'a> LabelLayout<'a> {
    fn put(&mut self, lines: &[LabelLine<'a>], request: &LabelRequest) -> bool {
        let spot = self.placer.place(&LabelRequest { size: size_of(lines), ..*request });
        if let Some(spot) = spot {
            self.labels.push(Label { lines: lines.to_vec(), spot });
        }
        spot.is_some()
    }

    /// Places a grid line's value at the right end, above the line or below it; at the left end where the right one is
    /// full of measurements.
    fn grid_value(&mut self, text: &'a str, height: f64) {
        let ends = [(1.0, -9.0, 0.0), (1.0, 9.0, 30.0), (0.0, -9.0, 60.0), (0.0, 9.0, 90.0)];
        let anchors = ends.map(|(x, shift, cost)| Anchor(x, height + shift, cost));
        self.put(&[small_line(text)], &LabelRequest { anchors: &anchors, limit: f64::INFINITY, ..LabelRequest::NEAR });
    }

    /// Places a value next to the reader's rule: a bound's above its line, a measurement's below its diamond.
    fn mark(&mut self, mark: &'a ValueLabel, plot: &Plot) {
        let (below, reach, roof) = match mark.ink {
            Ink::Ceiling => (60.0, 40.0, &[][..]),
            Ink::Range => (20.0, 26.0, &plot.ceiling[..]),
            Ink::Measured | Ink::Plain => (-30.0, 40.0, &plot.ceiling[..]),
        };
        let anchors = [Anchor(plot.here, plot.height(mark.y), 0.0)];
        let near =
            LabelRequest { gap: 7.0, reach: (reach, reach), pull: 3.0, flip: 14.0, limit: 360.0, ..LabelRequest::NEAR };
        let request = LabelRequest { anchors: &anchors, below, roof, ..near };
        self.put(&[value_line(&mark.text, mark.ink)], &request);
    }

    /// Places a name along one of its curves, preferably at the left end. The estimate's name stays below the bound.
    fn curve_name(&mut self, name: &'a str, ink: Ink, curves: &[(&[Position], f64)], roof: &[Position]) {
        let mut anchors = Vec::new();
        for (curve, cost) in curves {
            for step in 0..=10_u32 {
                let x = f64::from(step) / 10.0;
                anchors.extend(height_at(curve, x).map(|y| Anchor(x, y, cost + x * 60.0)));
            }
        }
        let below = if ink == Ink::Ceiling { 40.0 } else { 0.0 };
        let request = LabelRequest {
            anchors: &anchors,
            reach: (28.0, 28.0),
            pull: 2.0,
            below,
            limit: 300.0,
            roof,
            ..LabelRequest::NEAR
        };
        self.put(&[value_line(name, ink)], &request);
    }

    /// Places the name of the diamonds with their key; if the key does not fit, the name alone.
    fn measured(&mut self, chart: &'a Chart, plot: &Plot) {
        let mut anchors: Vec<Anchor> = Vec::new();
        for ((x, y), _) in &plot.dots {
            let far = anchors.iter().all(|anchor| (anchor.0 - x).abs() > 0.04 || (anchor.1 - y).abs() > 24.0);
            if far && anchors.len() < 16 {
                anchors.push(Anchor(*x, *y, x * 20.0));
            }
        }
        let near =
            LabelRequest { gap: -6.0, reach: (76.0, 84.0), pull: 1.0, flip: 10.0, limit: 150.0, ..LabelRequest::NEAR };
        let request = LabelRequest { anchors: &anchors, below: -24.0, roof: &plot.ceiling, ..near };
        let mut lines = vec![value_line(chart.names[2], Ink::Measured)];
        for line in &chart.key {
            lines.push(small_line(line));
        }
        if !self.put(&lines, &request) && self.put(&lines[..1], &LabelRequest { limit: 320.0, ..request }) {
            self.key_below(&mut lines[1..]);
        }
    }

    /// Places the key below the name just placed; only wide windows show it there.
    fn key_below(&mut self, lines: &mut [LabelLine<'a>]) {
        let Some(Label { spot, .. }) = self.labels.last() else { return };
        let area = spot.area;
        let (gap, flip) = if spot.flipped { (-area.right, -1e6) } else { (area.left, 1e6) };
        let anchors = [Anchor(area.x, area.bottom + size_of(lines).1 / 2.0, 0.0)];
        for line in &mut *lines {
            line.class = "wide-only";
        }
        // The flip costs so much that only the side on which the name continues is possible.
        self.put(
            lines,
            &LabelRequest { anchors: &anchors, gap, flip, limit: 200.0, narrowest: WIDE, ..LabelRequest::NEAR },
        );
    }

    /// Places the note on a stretch without data near the bottom: where that stretch begins, or else at the right end,
    /// which also belongs to it.
    fn void(&mut self, texts: &'a [String], from: f64) {
        let mut lines = Vec::new();
        for text in texts {
            lines.push(small_line(text));
        }
        let gap = if from > 0.0 { 7.0 } else { 0.0 };
        let near = [Anchor(from, HEIGHT - 20.0, 0.0)];
        let request = LabelRequest {
            anchors: &near,
            gap,
            reach: (232.0, 12.0),
            pull: 0.4,
            flip: 1e6,
            limit: 70.0,
            ..LabelRequest::NEAR
        };
        if !self.put(&lines, &request) {
            let far = [Anchor(1.0, HEIGHT - 20.0, 0.0)];
            self.put(&lines, &LabelRequest { anchors: &far, gap: 0.0, flip: 0.0, limit: 130.0, ..request });
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{super::sample, *};
    use proptest::prelude::*;

    fn shown(labels: &[Label], pixels: f64) -> Vec<(f64, f64, f64, f64)> {
        let areas = labels.iter().map(|label| label.spot.area).filter(|area| area.narrowest <= pixels);
        areas.map(|area| (area.x * pixels + area.left, area.x * pixels + area.right, area.top, area.bottom)).collect()
    }

    #[test]
    fn the_usual_chart_has_all_its_words() {
        let chart = sample::chart();
        let plot = Plot::new(&chart);
        let values = ["50", "100", "200"].map(String::from);
        let words: Vec<&str> =
            labels(&chart, &plot, &values).iter().flat_map(|label| label.lines.iter().map(|line| line.text)).collect();
        let all = [
            "50",
            "100",
            "200",
            "196",
            "110.7",
            "125",
            "106–145",
            "Ceiling",
            "Realistic",
            "Measured",
            "solid: one card",
            "open: two cards",
            "not measured",
            "beyond 4,096",
        ];
        assert_eq!(words, all);
    }

    proptest! {
        #[test]
        fn no_words_meet_in_any_chart(chart in sample::any_chart()) {
            let plot = Plot::new(&chart);
            let values = ["500", "1,500", "5,000"].map(String::from);
            let labels = labels(&chart, &plot, &values);
            prop_assert!(labels.len() >= 3, "the grid keeps its values");
            for pixels in [272.0, 288.0, 328.0, 379.0, 380.0, 440.0, 536.0, 800.0, 1100.0] {
                let boxes = shown(&labels, pixels);
                for (index, a) in boxes.iter().enumerate() {
                    prop_assert!(a.0 >= -0.1 && a.1 <= pixels + 0.1 && a.2 >= 0.0 && a.3 <= HEIGHT);
                    prop_assert!(boxes[..index].iter().all(|b| a.1 <= b.0 + 1e-6 || b.1 <= a.0 + 1e-6 || a.3 <= b.2 || b.3 <= a.2));
                }
            }
        }

        #[test]
        fn estimates_are_never_printed_above_the_bound(chart in sample::any_chart()) {
            let plot = Plot::new(&chart);
            let roof = height_at(&plot.ceiling, plot.here).unwrap();
            for label in labels(&chart, &plot, &[]).iter().filter(|label| (label.spot.area.x - plot.here).abs() < 1e-9 && label.lines[0].class == "r v") {
                if chart.names[1] != label.lines[0].text {
                    prop_assert!(label.spot.area.bottom > roof);
                }
            }
        }
    }
}
