//! Computes the position of every shape.
//!
//! 1. Every drawing is [`WIDTH`] units wide, and a row is [`ROW`] units high: one line of text. So text has the same
//!    size in every drawing, and is legible on a phone.
//! 2. Shapes become rectangles, lines and text. The size of text is estimated from the widths of a wide typeface.
//! 3. [`Scene::check`] reports text that does not fit its box, leaves the drawing or overlaps other text.
//!
//! Parses nothing and writes no SVG.

mod connect;
mod plot;
mod primitives;
mod timeline;

use crate::drawing::fault::Fault;
use crate::drawing::limits::MAX_FAULTS;
use crate::drawing::shape::{Align, Boxed, Cells, Drawing, Fill, Ink, Label, Position, Shape, Spanned};
pub(crate) use primitives::{Area, PlacedText, Primitive, Style};
use rooflight_document::typeface::{SMALL, SMALL_BOLD, width};
use std::ops::Range;

/// Width of every drawing. A phone of 360 pixels shows it in 328, so that text of 12 units has 11.6 pixels.
pub(crate) const WIDTH: f64 = 340.0;
/// Height of a row: one line of text.
pub(crate) const ROW: f64 = 20.0;
/// Distance from the middle of a line of text to its baseline.
const BASELINE: f64 = 4.2;
/// Distance between the lines of text in a box.
const LEADING: f64 = 14.0;
/// Space to the left and right of the text in a box.
const PADDING: f64 = 2.0;

/// A drawing whose shapes have positions.
pub(crate) struct Scene<'a> {
    pub(crate) height: f64,
    pub(crate) primitives: Vec<Primitive>,
    drawing: &'a Drawing,
    column: f64,
}

impl<'a> Scene<'a> {
    /// Computes the scene of a drawing.
    pub(crate) fn new(drawing: &'a Drawing) -> Self {
        let column = WIDTH / drawing.size.wide;
        let mut scene = Self { height: drawing.size.high * ROW, primitives: Vec::new(), drawing, column };
        // Connections come first, so that shapes cover their ends.
        for Spanned { value, span } in &drawing.shapes {
            if let Shape::Connection(connection) = value {
                scene.connect(connection, span);
            }
        }
        for Spanned { value, span } in &drawing.shapes {
            match value {
                Shape::Box(found) => scene.boxed(found, span),
                Shape::Cells(cells) => scene.cells(cells, span),
                Shape::Text(label) => scene.label(label, span),
                Shape::Timeline(timeline) => scene.timeline(timeline, span),
                Shape::Plot(plot) => scene.plot(plot, span),
                Shape::Connection(_) => {}
            }
        }
        scene
    }

    fn at(&self, place: Position) -> (f64, f64) {
        (place.x * self.column, place.y * ROW)
    }

    fn area(&self, at: Position, wide: f64, high: f64) -> Area {
        let (left, top) = self.at(at);
        Area { left, top, right: left + wide * self.column, bottom: top + high * ROW }
    }

    fn boxed(&mut self, found: &Boxed, span: &Range<usize>) {
        let area = self.area(found.at, found.size.wide, found.size.high);
        self.primitives.push(Primitive::Rectangle(area, Style::Box { dashed: found.dashed }, found.ink));
        let (x, middle) = area.middle();
        let mut y = middle;
        for _ in found.words.iter().skip(1) {
            y -= LEADING / 2.0;
        }
        for line in &found.words {
            let mut words = words(line, (x, y), Align::Middle, span);
            words.within = Some(area);
            self.primitives.push(Primitive::Text(words));
            y += LEADING;
        }
    }

    fn cells(&mut self, cells: &Cells, span: &Range<usize>) {
        for (number, fill) in cells.fill.iter().enumerate() {
            let area = self.cell(cells, number);
            match fill {
                Fill::Gap => {}
                Fill::Empty => self.primitives.push(Primitive::Rectangle(area, Style::Axis, Ink::Plain)),
                Fill::Tint(ink) => self.primitives.push(Primitive::Rectangle(area, Style::Box { dashed: false }, *ink)),
                Fill::Crossed => {
                    self.primitives.push(Primitive::Rectangle(area, Style::Axis, Ink::Plain));
                    let Area { left, top, right, bottom } = area;
                    for line in [[(left, bottom), (right, top)], [(left, top), (right, bottom)]] {
                        self.primitives.push(Primitive::Path(line.to_vec(), Style::Grid, Ink::Plain));
                    }
                }
            }
            if let Some(text) = cells.words.get(number).filter(|text| !text.is_empty()) {
                let mut words = words(text, area.middle(), Align::Middle, span);
                words.within = Some(area);
                self.primitives.push(Primitive::Text(words));
            }
        }
    }

    /// The area of a cell.
    fn cell(&self, cells: &Cells, number: usize) -> Area {
        let times = |count: usize| u32::try_from(count).map_or(0.0, f64::from);
        let x = cells.at.x + times(number % cells.columns) * cells.cell.wide;
        let y = cells.at.y + times(number / cells.columns) * cells.cell.high;
        self.area(Position { x, y }, cells.cell.wide, cells.cell.high)
    }

    fn label(&mut self, label: &Label, span: &Range<usize>) {
        let (x, top) = self.at(label.at);
        let mut words = words(&label.words, (x, top + ROW / 2.0), label.align, span);
        words.ink = label.ink;
        if label.bold {
            words.bold = true;
            words.area = room(&label.words, (x, top + ROW / 2.0), label.align, SMALL_BOLD);
        }
        self.primitives.push(Primitive::Text(words));
    }

    /// Reports text that does not fit its box, leaves the drawing or overlaps other text.
    pub(crate) fn check(&self, faults: &mut Vec<Fault>) {
        let all: Vec<&PlacedText> = self
            .primitives
            .iter()
            .filter_map(|primitive| if let Primitive::Text(words) = primitive { Some(words) } else { None })
            .collect();
        for (number, words) in all.iter().enumerate() {
            if faults.len() >= MAX_FAULTS {
                return;
            }
            let Area { left, top, right, bottom } = words.area;
            let fault = |message: String, help: String| Fault::new(words.span.clone(), message).help(help);
            let named = short(&words.text);
            if let Some(within) = words.within
                && (left < within.left + PADDING - 0.1 || right > within.right - PADDING + 0.1)
            {
                let (needs, has) = (right - left + 2.0 * PADDING, within.right - within.left);
                let help = format!("give it {} columns, or fewer words", tenths(needs / self.column));
                faults.push(fault(format!("“{named}” does not fit its {} columns", tenths(has / self.column)), help));
            } else if words.within.is_some_and(|within| top < within.top - 1.5 || bottom > within.bottom + 1.5) {
                faults
                    .push(fault(format!("“{named}” does not fit the height of its box"), "a line takes a row".into()));
            } else if left < -0.5 || right > WIDTH + 0.5 || top < -0.5 || bottom > self.height + 0.5 {
                let help =
                    format!("it needs {} columns of {}", tenths((right - left) / self.column), self.drawing.size.wide);
                faults.push(fault(format!("“{named}” leaves the drawing"), help));
            } else if let Some(other) = all[..number].iter().find(|other| other.area.overlaps(&words.area)) {
                let message = format!("“{named}” covers “{}”", short(&other.text));
                faults.push(fault(message, "move one of them, or use fewer words".into()));
            }
        }
    }
}

/// Places text: `x` is the anchor, `y` the middle of the line.
fn words(text: &str, (x, y): (f64, f64), align: Align, span: &Range<usize>) -> PlacedText {
    PlacedText {
        text: text.to_owned(),
        at: (x, y + BASELINE),
        align,
        ink: Ink::Plain,
        bold: false,
        soft: false,
        area: room(text, (x, y), align, SMALL),
        within: None,
        span: span.clone(),
    }
}

/// Estimates the area that a text takes.
fn room(text: &str, (x, y): (f64, f64), align: Align, em: f64) -> Area {
    // The estimate is for a wide typeface; most are an eighth narrower.
    let wide = width(text, em) * 0.94;
    let left = match align {
        Align::Left => x,
        Align::Middle => x - wide / 2.0,
        Align::Right => x - wide,
    };
    Area { left, top: y - 7.0, right: left + wide, bottom: y + 7.0 }
}

fn short(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(39).chain(['…']).collect() }
}

/// Formats a number of columns, rounded up to a tenth.
fn tenths(value: f64) -> String {
    rooflight_document::number::plain((value * 10.0).ceil() / 10.0, 1)
}
