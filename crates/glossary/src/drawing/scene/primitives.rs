//! The primitives of a scene: rectangles, paths and text.

use crate::drawing::shape::{Align, Ink};
use std::ops::Range;

/// A rectangle, in units of the drawing.
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

/// How a path or a rectangle is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// The edge of a box, tinted if it has an ink.
    Box { dashed: bool },
    /// A line of a plot, or a connection.
    Line { dashed: bool },
    /// Filled: the head of an arrow, or a point.
    Solid,
    /// An axis of a plot.
    Axis,
    /// A grid line.
    Grid,
}

/// Something to draw, at its position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Primitive {
    /// The outline or fill of an area.
    Rectangle(Area, Style, Ink),
    /// Joined points; closed if the style is [`Style::Solid`].
    Path(Vec<(f64, f64)>, Style, Ink),
    /// A line of text.
    Text(PlacedText),
}

/// A line of text at its position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedText {
    pub(crate) text: String,
    /// x of the anchor, y of the baseline.
    pub(crate) at: (f64, f64),
    pub(crate) align: Align,
    pub(crate) ink: Ink,
    pub(crate) bold: bool,
    /// True for text in a lighter colour.
    pub(crate) soft: bool,
    /// The area that the text takes, as estimated.
    pub(crate) area: Area,
    /// The box that the text must fit; `None` for text outside a box.
    pub(crate) within: Option<Area>,
    /// Bytes of its shape in the text of the block.
    pub(crate) span: Range<usize>,
}
