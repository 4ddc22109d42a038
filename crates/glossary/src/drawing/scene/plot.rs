//! Plots: the label of the y axis at the top, ticks to the left and below, the label of the x axis at the bottom.

use crate::drawing::scene::primitives::{Area, Primitive, Style};
use crate::drawing::scene::timeline::ticks;
use crate::drawing::scene::{ROW, Scene, room, words};
use crate::drawing::shape::{Align, Axis, Ink, Plot, PlotMark, Position, Spanned};
use rooflight_document::number;
use rooflight_document::scale::{self, Scale};
use rooflight_document::typeface::SMALL;
use std::ops::Range as Bytes;

/// Half the width of a point's diamond.
const POINT: f64 = 4.5;

/// The area between the axes, and the mapping of values to positions in it.
struct Frame<'p> {
    area: Area,
    plot: &'p Plot,
}

impl Frame<'_> {
    fn x(&self, value: f64) -> f64 {
        self.area.left + share(&self.plot.x, value) * (self.area.right - self.area.left)
    }

    fn y(&self, value: f64) -> f64 {
        self.area.bottom - share(&self.plot.y, value) * (self.area.bottom - self.area.top)
    }

    fn at(&self, place: Position) -> (f64, f64) {
        (self.x(place.x), self.y(place.y))
    }
}

/// The position of a value on an axis, from 0 to 1.
fn share(axis: &Axis, value: f64) -> f64 {
    scale::Axis::new(axis.scale, axis.range.from, axis.range.to).at(value)
}

/// The ticks of an axis: powers of ten on a logarithmic one, else round values.
fn named(axis: &Axis) -> Vec<f64> {
    if axis.scale == Scale::Linear {
        return ticks(axis.range);
    }
    let (from, to) = (libm::ceil(libm::log10(axis.range.from) - 1e-9), libm::floor(libm::log10(axis.range.to) + 1e-9));
    let step = libm::ceil((to - from + 1.0) / 6.0).max(1.0);
    let mut found = Vec::new();
    let mut power = from;
    while power <= to && found.len() < 8 {
        found.push(libm::pow(10.0, power));
        power += step;
    }
    found
}

fn written(value: f64) -> String {
    match value {
        _ if value >= 1e6 => format!("{}M", number::plain(value / 1e6, 2)),
        _ => number::plain(value, 4),
    }
}

impl Scene<'_> {
    /// Adds a plot.
    pub(super) fn plot(&mut self, plot: &Plot, span: &Bytes<usize>) {
        let whole = self.area(plot.at, plot.size.wide, plot.size.high);
        let (across, up) = (named(&plot.x), named(&plot.y));
        let widest = up.iter().map(|value| room(&written(*value), (0.0, 0.0), Align::Left, SMALL).right);
        let left = whole.left + widest.fold(0.0, f64::max) + 6.0;
        // Half of the last number below sticks out to the right.
        let last = across.last().map_or(0.0, |value| room(&written(*value), (0.0, 0.0), Align::Middle, SMALL).right);
        let right = whole.right - last.max(8.0);
        let area = Area { left, top: whole.top + 1.5 * ROW, right, bottom: whole.bottom - 2.0 * ROW };
        let frame = Frame { area, plot };
        let mut soft = |text: &str, at: (f64, f64), align: Align| {
            let mut label = words(text, at, align, span);
            label.soft = true;
            self.primitives.push(Primitive::Text(label));
        };
        soft(&plot.y.words, (whole.left, whole.top + ROW / 2.0), Align::Left);
        soft(&plot.x.words, (whole.right, whole.bottom - 8.0), Align::Right);
        for value in &up {
            soft(&written(*value), (left - 5.0, frame.y(*value)), Align::Right);
        }
        for value in &across {
            soft(&written(*value), (frame.x(*value), area.bottom + 14.5), Align::Middle);
        }
        for value in up {
            let y = frame.y(value);
            self.primitives.push(Primitive::Path(vec![(left, y), (area.right, y)], Style::Grid, Ink::Plain));
        }
        let axis = vec![(left, area.top), (left, area.bottom), (area.right, area.bottom)];
        self.primitives.push(Primitive::Path(axis, Style::Axis, Ink::Plain));
        for Spanned { value, span } in &plot.marks {
            self.mark(&frame, value, span);
        }
    }

    fn mark(&mut self, frame: &Frame<'_>, mark: &PlotMark, span: &Bytes<usize>) {
        let area = frame.area;
        let (at, text, align, ink) = match mark {
            PlotMark::Curve(points, ink, text) => {
                let points: Vec<(f64, f64)> = points.iter().map(|place| frame.at(*place)).collect();
                let end = points.last().copied().unwrap_or_default();
                // Estimates are dashed, as in the site's charts.
                self.primitives.push(Primitive::Path(points, Style::Line { dashed: *ink == Ink::Two }, *ink));
                ((end.0, end.1 - 9.0), text.as_ref(), Align::Right, *ink)
            }
            PlotMark::Point(place, ink, text) => {
                let (x, y) = frame.at(*place);
                let point = vec![(x, y - POINT), (x + POINT, y), (x, y + POINT), (x - POINT, y)];
                self.primitives.push(Primitive::Path(point, Style::Solid, *ink));
                let (at, align) = beside(x, y, text.as_deref(), area);
                (at, text.as_ref(), align, *ink)
            }
            PlotMark::Rule(value, text) => {
                let x = frame.x(*value);
                let line = vec![(x, area.top), (x, area.bottom)];
                self.primitives.push(Primitive::Path(line, Style::Line { dashed: true }, Ink::Plain));
                let (at, align) = beside(x, area.top + 6.0, text.as_deref(), area);
                (at, text.as_ref(), align, Ink::Plain)
            }
            PlotMark::Note(place, align, ink, text) => (frame.at(*place), Some(text), *align, *ink),
        };
        if let Some(text) = text {
            let mut label = words(text, at, align, span);
            label.ink = ink;
            self.primitives.push(Primitive::Text(label));
        }
    }
}

/// The anchor of a label next to a point: to its right, or to its left if the plot ends there.
fn beside(x: f64, y: f64, text: Option<&str>, area: Area) -> ((f64, f64), Align) {
    let gap = POINT + 4.0;
    let right = room(text.unwrap_or_default(), (x + gap, y), Align::Left, SMALL).right;
    if right <= area.right + 8.0 { ((x + gap, y), Align::Left) } else { ((x - gap, y), Align::Right) }
}
