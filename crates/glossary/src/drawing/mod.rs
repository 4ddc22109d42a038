//! Drawings written as lines of text, and their rendering as SVG.
//!
//! 1. [`read`] parses the text of a block into a [`Drawing`]: a title, a description for screen readers, and shapes on
//!    a grid. Every error is a [`Fault`] with its bytes in the text.
//! 2. `scene` computes the position of every shape. Words that do not fit, leave the drawing or overlap other words are
//!    faults too.
//! 3. [`svg`] writes the scene as SVG without scripts, styles or references.
//!
//! Reads nothing but its text, and draws nothing unchecked: a text with a fault gives no drawing.

mod fault;
mod limits;
mod read;
mod scene;
mod shape;
mod svg;

pub use fault::Fault;
pub use limits::{MAX_BYTES, MAX_CELLS, MAX_COLUMNS, MAX_POINTS, MAX_ROWS, MAX_SHAPES};
pub use shape::{
    Align, Axis, Bar, Boxed, Cells, Connection, Drawing, End, Extent, Fill, Ink, Label, Lane, Plot, PlotMark, Position,
    Range, Shape, Spanned, Timeline,
};
pub use svg::svg;

/// Parses a drawing from the text of its block, and checks its layout.
///
/// # Errors
/// All faults, in the order of the text.
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
