//! The content of a chart: curves, measurements and words.
//!
//! Everything arrives as values and text. The chart fits its own y axis, places its own labels and leaves out values
//! that its axes cannot show. It knows no formula; `draw` does the drawing.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::arg::Arg;
use super::ink::Ink;
use super::number;
use super::scale::Scale;
use super::words::filled;
use crate::words;

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Depth in tokens.
    pub x: f64,
    /// Tokens per second.
    pub y: f64,
    /// True for an open diamond: the run's conditions differ from the reader's.
    pub open: bool,
}

/// A value printed next to the reader's rule.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueLabel {
    /// The kind of number; decides the colour.
    pub ink: Ink,
    /// The height of its anchor on the y axis: the value, or the upper end of a range.
    pub y: f64,
    /// The number as printed.
    pub text: String,
}

/// A stretch at the right end of the axis that has no data, with a note.
#[derive(Clone, Debug, PartialEq)]
pub struct Void {
    /// Start of the stretch, in units of the x axis.
    pub from: f64,
    /// The two lines of the note: `nothing measured`, `beyond 4,096`.
    pub lines: [String; 2],
}

/// A chart. By default x is tokens of context and y is tokens per second, both logarithmic. The y axis fits itself to
/// the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title for screen readers.
    pub title: &'static str,
    /// The conclusion in a sentence, for screen readers.
    pub desc: String,
    /// The names of the ceiling, the range and the measurements: by default `Ceiling`, `Realistic`, `Measured`.
    pub names: [&'static str; 3],
    /// The scales of the x axis and of the y axis.
    pub scales: [Scale; 2],
    /// The ends of the x axis; positive on a logarithmic one.
    pub x: (f64, f64),
    /// The label of the x axis.
    pub x_label: Cow<'static, str>,
    /// The label of the y axis.
    pub y_label: Cow<'static, str>,
    /// The bound: (x, y), ordered by x.
    pub ceiling: Vec<(f64, f64)>,
    /// The realistic range: (x, low, high), ordered by x. Empty if there is none.
    pub band: Vec<(f64, f64, f64)>,
    /// The middle of the estimate: (x, y), ordered by x. Empty if there is none.
    pub typical: Vec<(f64, f64)>,
    /// A third curve of plain arithmetic: (x, y), ordered by x. Empty if there is none.
    pub third: Vec<(f64, f64)>,
    /// The label of the third curve.
    pub third_name: &'static str,
    /// Every measurement whose depth is known.
    pub dots: Vec<Dot>,
    /// The reader's own x, where the vertical rule is drawn.
    pub here: f64,
    /// The values at the reader's x, the most important first.
    pub marks: Vec<ValueLabel>,
    /// The key to solid and open diamonds, one short line each. Empty if no diamond is open.
    pub key: Vec<&'static str>,
    /// The stretch without data, if there is one.
    pub void: Option<Void>,
}

impl Chart {
    /// Adds a point to the bound, and the low end, the middle and the high end of the range if there is one.
    pub fn point(&mut self, x: f64, ceiling: f64, range: Option<[f64; 3]>) {
        self.ceiling.push((x, ceiling));
        if let Some(range) = range {
            self.range_point(x, range);
        }
    }

    /// Adds a point to the range only.
    pub fn range_point(&mut self, x: f64, [low, typical, high]: [f64; 3]) {
        self.band.push((x, low, high));
        self.typical.push((x, typical));
    }

    /// Prints a speed next to the reader's rule.
    pub fn mark(&mut self, ink: Ink, y: f64) {
        self.marks.push(ValueLabel { ink, y, text: number::speed(y) });
    }

    /// Prints the middle of a range at the middle, and both ends at the upper end.
    pub fn mark_range(&mut self, [low, typical, high]: [f64; 3]) {
        self.mark(Ink::Range, typical);
        self.marks.push(ValueLabel { ink: Ink::Range, y: high, text: number::range(low, high) });
    }

    /// Adds a note where memory ends, if that is below 90 % of the right end, or one that nothing on the axis fits.
    pub fn end_of_memory(&mut self, most: Option<f64>) {
        let Some(from) = most.filter(|most| *most < self.x.1 * 0.9) else { return };
        let beyond = if from < self.x.0 {
            String::from("into this memory")
        } else {
            filled(words!("beyond {}", Arg::Plain(from, 0)))
        };
        self.void = Some(Void { from, lines: [String::from("does not fit"), beyond] });
    }

    /// Sets the key to solid and open diamonds if one is open.
    pub fn explain_dots(&mut self, key: &[&'static str]) {
        if self.dots.iter().any(|dot| dot.open) {
            self.key = key.into();
        }
    }
}

impl Default for Chart {
    fn default() -> Self {
        Self {
            title: "",
            desc: String::new(),
            names: ["Ceiling", "Realistic", "Measured"],
            scales: [Scale::Logarithmic; 2],
            x: (128.0, 32_768.0),
            x_label: "".into(),
            y_label: "".into(),
            ceiling: Vec::new(),
            band: Vec::new(),
            typical: Vec::new(),
            third: Vec::new(),
            third_name: "",
            dots: Vec::new(),
            here: 4096.0,
            marks: Vec::new(),
            key: Vec::new(),
            void: None,
        }
    }
}
