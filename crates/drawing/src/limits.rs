//! How large a drawing may be. A larger one is a fault, so that no text costs more than a moment.

/// Most bytes of a block.
pub const MAX_BYTES: usize = 16_384;
/// Most columns of the grid.
pub const MAX_COLUMNS: f64 = 60.0;
/// Most rows of the grid.
pub const MAX_ROWS: f64 = 40.0;
/// Most shapes, with the lanes of timelines and the marks of plots.
pub const MAX_SHAPES: usize = 200;
/// Most cells of one shape.
pub const MAX_CELLS: usize = 600;
/// Most points of a curve, and most bars of a lane.
pub const MAX_POINTS: usize = 100;
/// The largest number that an axis may have.
pub(crate) const MAX_AXIS_VALUE: f64 = 1e12;
/// Faults that are reported of one drawing.
pub(crate) const MAX_FAULTS: usize = 50;
