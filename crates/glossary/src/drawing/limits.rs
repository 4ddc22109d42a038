//! Limits on the size of a drawing, so that every text is processed in a moment. Exceeding one is a fault.

/// Maximum size of a block's text, bytes.
pub const MAX_BYTES: usize = 16_384;
/// Maximum number of columns in the grid.
pub const MAX_COLUMNS: f64 = 60.0;
/// Maximum number of rows in the grid.
pub const MAX_ROWS: f64 = 40.0;
/// Maximum number of lines that are neither blank nor comments: the head, shapes, lanes and marks.
pub const MAX_SHAPES: usize = 200;
/// Maximum number of cells in one shape.
pub const MAX_CELLS: usize = 600;
/// Maximum number of points in a curve, and of bars in a lane.
pub const MAX_POINTS: usize = 100;
/// Largest absolute value of a number.
pub(crate) const MAX_AXIS_VALUE: f64 = 1e12;
/// Reading and checking stop once this many faults are found.
pub(crate) const MAX_FAULTS: usize = 50;
