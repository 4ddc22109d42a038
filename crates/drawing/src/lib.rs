//! Drawings written as lines of text, and their SVG.
//!
//! 1. [`read`] turns the text of a block into a [`Drawing`]: a title, its words for those who do not see it, and shapes
//!    on a grid. Every mistake is a [`Fault`] with its bytes in the text.
//! 2. `scene` gives every shape its place; words that do not fit, leave the drawing or cover other words are faults
//!    too.
//! 3. [`svg`] writes the places as SVG without scripts, styles or references.
//!
//! Never reads anything but its text, and never draws what it could not check: a drawing with a fault does not exist.

#![forbid(unsafe_code)]

mod fault;
mod limits;
mod read;
mod scene;
mod shape;
mod svg;

pub use fault::Fault;
pub use limits::{MAX_BYTES, MAX_CELLS, MAX_COLUMNS, MAX_POINTS, MAX_ROWS, MAX_SHAPES};
pub use shape::{
    Align, Axis, Bar, Boxed, Cells, Connection, Drawing, End, Extent, Fill, Ink, Label, Lane, Mark, Plot, Position,
    Range, Scale, Shape, Spanned, Timeline,
};
pub use svg::svg;

/// Reads a drawing from the text of its block.
///
/// # Errors
/// Everything that is wrong with it, in order.
pub fn read(text: &str) -> Result<Drawing, Vec<Fault>> {
    let mut faults = Vec::new();
    let drawing = read::drawing(text, &mut faults);
    if let Some(drawing) = &drawing
        && faults.is_empty()
    {
        scene::Scene::new(drawing).check(&mut faults);
    }
    faults.sort_by_key(|fault| fault.span.start);
    drawing.filter(|_| faults.is_empty()).ok_or(faults)
}
