//! The items of a scene: areas, lines, circles and words, each with its style and the place in the source that asks for
//! it.

use crate::shape::{Align, Ink};
use std::ops::Range;

/// A rectangle by its edges, in units of the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Area {
    pub(crate) fn middle(&self) -> (f64, f64) {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let apart = 0.5;
        self.left + apart < other.right
            && other.left + apart < self.right
            && self.top + apart < other.bottom
            && other.top + apart < self.bottom
    }
}

/// How a line or a rectangle is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// The edge of a box, tinted where it has an ink.
    Box { dashed: bool },
    /// A line of a plot, or one that joins shapes.
    Line { dashed: bool },
    /// The head of an arrow, or a point.
    Solid,
    /// An axis of a plot.
    Axis,
    /// A line of the grid.
    Grid,
}

/// Something at its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    /// The outline or the filling of an area.
    Rectangle(Area, Style, Ink),
    /// Points that are joined; closed where it is solid.
    Path(Vec<(f64, f64)>, Style, Ink),
    /// A text, at its anchor.
    Words(Words),
}

/// Words at their place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Words {
    pub(crate) text: String,
    /// Their anchor, and the baseline.
    pub(crate) at: (f64, f64),
    pub(crate) align: Align,
    pub(crate) ink: Ink,
    pub(crate) bold: bool,
    /// Quieter than others.
    pub(crate) soft: bool,
    /// The room that they take.
    pub(crate) area: Area,
    /// The box that they have to fit.
    pub(crate) within: Option<Area>,
    /// Their bytes in the text.
    pub(crate) span: Range<usize>,
}
