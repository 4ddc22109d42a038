//! Connections: between the sides of two shapes, or between upper and lower edges if they overlap horizontally.

use crate::drawing::scene::primitives::{Area, Primitive, Style};
use crate::drawing::scene::{Scene, words};
use crate::drawing::shape::{Align, Connection, End, Shape, Spanned};
use std::ops::Range;

/// Length of an arrow's head, and half its width.
const HEAD: (f64, f64) = (7.0, 3.5);
/// Distance between a line and its text.
const GAP: f64 = 8.0;

impl Scene<'_> {
    /// Adds a connection with its head and its text.
    pub(super) fn connect(&mut self, connection: &Connection, span: &Range<usize>) {
        let (Some(from), Some(to)) = (self.end(&connection.from), self.end(&connection.to)) else { return };
        let upright = connection.upright || from.left < to.right && to.left < from.right;
        let (start, end) = between(&from, &to, upright);
        let (along, across) = (end.0 - start.0, end.1 - start.1);
        let length = libm::hypot(along, across);
        let mut tip = end;
        if connection.head && length > 1.0 {
            let (x, y) = (along / length, across / length);
            tip = (end.0 - x * HEAD.0, end.1 - y * HEAD.0);
            let sides = [(tip.0 - y * HEAD.1, tip.1 + x * HEAD.1), (tip.0 + y * HEAD.1, tip.1 - x * HEAD.1)];
            let head = vec![end, sides[0], sides[1]];
            self.primitives.push(Primitive::Path(head, Style::Solid, connection.ink));
        }
        let style = Style::Line { dashed: connection.dashed };
        self.primitives.push(Primitive::Path(vec![start, tip], style, connection.ink));
        if let Some(text) = &connection.words {
            let (x, y) = (f64::midpoint(start.0, end.0), f64::midpoint(start.1, end.1));
            let label = if libm::fabs(along) >= libm::fabs(across) {
                words(text, (x, y - GAP), Align::Middle, span)
            } else {
                words(text, (x + GAP, y), Align::Left, span)
            };
            self.primitives.push(Primitive::Text(label));
        }
    }

    /// The area of an end; without width and height for a position.
    fn end(&self, end: &Spanned<End>) -> Option<Area> {
        match &end.value {
            End::Position(place) => Some(self.area(*place, 0.0, 0.0)),
            End::Shape(name) => self.drawing.shapes.iter().find_map(|shape| match &shape.value {
                Shape::Box(found) if found.name.as_ref() == Some(name) => {
                    Some(self.area(found.at, found.size.wide, found.size.high))
                }
                Shape::Cells(cells) if cells.name.as_ref() == Some(name) => {
                    let extent = cells.extent();
                    Some(self.area(cells.at, extent.wide, extent.high))
                }
                _ => None,
            }),
            End::Cell(name, number) => self.drawing.shapes.iter().find_map(|shape| match &shape.value {
                Shape::Cells(cells) if cells.name.as_ref() == Some(name) => Some(self.cell(cells, *number)),
                _ => None,
            }),
        }
    }
}

/// The ends of a line between two areas.
fn between(from: &Area, to: &Area, upright: bool) -> ((f64, f64), (f64, f64)) {
    let ((from_x, from_y), (to_x, to_y)) = (from.middle(), to.middle());
    if !upright {
        let start = if to_x >= from_x { from.right } else { from.left };
        let end = if to_x >= from_x { to.left } else { to.right };
        return ((start, from_y), (end, to_y));
    }
    let start = if to_y >= from_y { from.bottom } else { from.top };
    let end = if to_y >= from_y { to.top } else { to.bottom };
    ((from_x, start), (to_x, end))
}
