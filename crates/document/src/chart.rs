//! The content of a chart: curves, measurements and words.
//!
//! Curves, measurements and words arrive as values and text. The chart fits its own y axis, places its own labels and
//! leaves out what has no place on its axes. It knows no formula: `draw` only draws.

use alloc::{string::String, vec::Vec};

use super::arg::Arg;
use super::ink::Ink;
use super::number;
use super::scale::{self, Scale};
use super::words::filled;
use crate::words;

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Depth in tokens.
    pub x: f64,
    /// Tokens per second.
    pub y: f64,
    /// Drawn open: its conditions differ from the reader's.
    pub open: bool,
}

/// A value printed beside the reader's rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The kind of number.
    pub ink: Ink,
    /// The height it stands for; for a range its upper end.
    pub y: f64,
    /// The number as text.
    pub text: String,
}

/// A stretch of the axis without measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Void {
    /// Where it begins, in tokens.
    pub from: f64,
    /// The two lines of the note: `nothing measured`, `beyond 4,096`.
    pub lines: [String; 2],
}

/// A chart: tokens of context from the left, tokens per second upwards, by default both logarithmic. The y axis fits
/// itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Its title, for readers who cannot see it.
    pub title: &'static str,
    /// Its conclusion in words.
    pub desc: String,
    /// The names of the three inks here: `Ceiling`, `Realistic`, `Measured`.
    pub names: [&'static str; 3],
    /// The scales of the x axis and of the y axis.
    pub scales: [&'static Scale; 2],
    /// The ends of the x axis; positive on a logarithmic one.
    pub x: (f64, f64),
    /// The unit of the x axis.
    pub x_label: &'static str,
    /// The unit of the y axis.
    pub y_label: &'static str,
    /// The bound: (x, y), ordered by x.
    pub ceiling: Vec<(f64, f64)>,
    /// The realistic range: (x, low, high), ordered by x. Empty if there is none.
    pub band: Vec<(f64, f64, f64)>,
    /// The middle of the estimate: (x, y), ordered by x. Empty if there is none.
    pub typical: Vec<(f64, f64)>,
    /// A third curve, plain arithmetic: (x, y), ordered by x. May be empty.
    pub third: Vec<(f64, f64)>,
    /// The name written beside the third curve.
    pub third_name: &'static str,
    /// Every measurement with a known depth.
    pub dots: Vec<Dot>,
    /// The reader's own x.
    pub here: f64,
    /// Values at the reader's x, the most important first.
    pub marks: Vec<Mark>,
    /// The meaning of solid and open diamonds, a short line each.
    pub key: &'static [&'static str],
    /// Where nothing was measured.
    pub void: Option<Void>,
}

impl Chart {
    /// Adds a point to the curves: the bound, and the low end, the middle and the high end of the range where there is
    /// one.
    pub fn point(&mut self, x: f64, ceiling: f64, range: Option<[f64; 3]>) {
        self.ceiling.push((x, ceiling));
        if let Some(range) = range {
            self.range_point(x, range);
        }
    }

    /// Adds a point to the range alone.
    pub fn range_point(&mut self, x: f64, [low, typical, high]: [f64; 3]) {
        self.band.push((x, low, high));
        self.typical.push((x, typical));
    }

    /// Adds the bound as a function of x, at every point of the axis.
    #[must_use]
    pub fn with_bound(mut self, of: &dyn Fn(f64) -> f64) -> Self {
        self.ceiling.extend(scale::points(self.x).into_iter().map(|x| (x, of(x))));
        self
    }

    /// Adds a curve of plain arithmetic as a function of x, with its value next to the reader's rule. It is a range
    /// without width, so that its name stands next to it.
    #[must_use]
    pub fn with_curve(mut self, of: &dyn Fn(f64) -> f64) -> Self {
        self.mark(Ink::Plain, of(self.here));
        for x in scale::points(self.x) {
            self.range_point(x, [of(x); 3]);
        }
        self
    }

    /// Prints a speed beside the reader's rule.
    pub fn mark(&mut self, ink: Ink, y: f64) {
        self.marks.push(Mark { ink, y, text: number::speed(y) });
    }

    /// Prints the middle of a range, and both ends at its upper one.
    pub fn mark_range(&mut self, [low, typical, high]: [f64; 3]) {
        self.mark(Ink::Range, typical);
        self.marks.push(Mark { ink: Ink::Range, y: high, text: number::range(low, high) });
    }

    /// Says where memory ends, if that is well before the right end; or that nothing on the axis fits.
    pub fn end_of_memory(&mut self, most: Option<f64>) {
        let Some(from) = most.filter(|most| *most < self.x.1 * 0.9) else { return };
        let beyond = if from < self.x.0 {
            String::from("into this memory")
        } else {
            filled(words!("beyond {}", Arg::Plain(from, 0)))
        };
        self.void = Some(Void { from, lines: [String::from("does not fit"), beyond] });
    }

    /// Explains solid and open diamonds where one is open.
    pub fn explain_dots(&mut self, key: &'static [&'static str]) {
        if self.dots.iter().any(|dot| dot.open) {
            self.key = key;
        }
    }
}

impl Default for Chart {
    fn default() -> Self {
        Self {
            title: "",
            desc: String::new(),
            names: ["Ceiling", "Realistic", "Measured"],
            scales: [&scale::LOGARITHMIC; 2],
            x: (128.0, 32_768.0),
            x_label: "",
            y_label: "",
            ceiling: Vec::new(),
            band: Vec::new(),
            typical: Vec::new(),
            third: Vec::new(),
            third_name: "",
            dots: Vec::new(),
            here: 4096.0,
            marks: Vec::new(),
            key: &[],
            void: None,
        }
    }
}
