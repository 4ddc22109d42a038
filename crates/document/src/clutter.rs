//! A coarse map of the ink in a chart, for placing labels where there is little.
//!
//! 1. Curves, bands and dots are drawn with a weight into 64 columns (fractions of the width) and rows of 4 pixels.
//! 2. Prefix sums give the weight under any rectangle with four look-ups.
//!
//! The map is built once per chart and queried thousands of times by the label placer. It decides nothing itself.

use alloc::{vec, vec::Vec};

use super::digits::whole;

const COLUMNS: u32 = 64;
const WIDTH: usize = COLUMNS as usize;
const ROW: f64 = 4.0;

/// The map while it is being drawn.
pub(super) struct Sketch {
    rows: usize,
    cells: Vec<u32>,
}

/// The finished map, as prefix sums.
pub(super) struct Clutter {
    rows: usize,
    sums: Vec<u32>,
}

/// The index of the cell that contains a position; 0 for negative positions.
fn start_of(position: f64) -> usize {
    usize::try_from(whole(position)).unwrap_or(usize::MAX)
}

/// The columns or rows that an interval touches, clipped to the map.
fn cells(from: f64, to: f64, scale: f64, count: usize) -> core::ops::Range<usize> {
    start_of(from * scale + 1e-9).min(count)..start_of(rooflight_primitives::math::ceil(to * scale - 1e-9)).min(count)
}

impl Sketch {
    /// Returns an empty map for a plot of this height in pixels.
    pub(super) fn new(height: f64) -> Self {
        let rows = start_of(rooflight_primitives::math::ceil(height / ROW));
        Self { rows, cells: vec![0; WIDTH * rows] }
    }

    /// Adds a weight to a rectangle: fractions of the width from left to right, pixels from the top.
    pub(super) fn block(&mut self, (left, right): (f64, f64), (top, bottom): (f64, f64), weight: u32) {
        for row in cells(top, bottom, 1.0 / ROW, self.rows) {
            for column in cells(left, right, f64::from(COLUMNS), WIDTH) {
                self.cells[row * WIDTH + column] += weight;
            }
        }
    }

    /// Adds a curve through points (fraction of the width, pixels from the top), ordered from the left.
    pub(super) fn curve(&mut self, points: &[(f64, f64)], weight: u32) {
        self.between(points, points, weight);
    }

    /// Adds the band between two curves that have the same x values.
    pub(super) fn between(&mut self, upper: &[(f64, f64)], lower: &[(f64, f64)], weight: u32) {
        for column in 0..COLUMNS {
            let (left, right) = (f64::from(column) / f64::from(COLUMNS), f64::from(column + 1) / f64::from(COLUMNS));
            let top = (height_at(upper, left), height_at(upper, right));
            let bottom = (height_at(lower, left), height_at(lower, right));
            if let (Some(above), Some(below)) = (top.0.or(top.1), bottom.0.or(bottom.1)) {
                let above = above.min(top.1.unwrap_or(above));
                let below = below.max(bottom.1.unwrap_or(below));
                self.block((left, right), (above - 3.0, below + 3.0), weight);
            }
        }
    }

    /// Turns the map into prefix sums.
    pub(super) fn finish(self) -> Clutter {
        let width = WIDTH + 1;
        let mut sums = vec![0; width * (self.rows + 1)];
        for row in 0..self.rows {
            let mut line = 0;
            for column in 0..WIDTH {
                line += self.cells[row * WIDTH + column];
                sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] + line;
            }
        }
        Clutter { rows: self.rows, sums }
    }
}

impl Clutter {
    /// The total weight under a rectangle.
    pub(super) fn under(&self, (left, right): (f64, f64), (top, bottom): (f64, f64)) -> u32 {
        let columns = cells(left, right, f64::from(COLUMNS), WIDTH);
        let rows = cells(top, bottom, 1.0 / ROW, self.rows);
        let sum = |row: usize, column: usize| self.sums[row * (WIDTH + 1) + column];
        if columns.is_empty() || rows.is_empty() {
            return 0;
        }
        sum(rows.end, columns.end) + sum(rows.start, columns.start)
            - sum(rows.start, columns.end)
            - sum(rows.end, columns.start)
    }
}

/// The height of a curve at a fraction of the width; `None` where the curve does not reach.
pub(super) fn height_at(points: &[(f64, f64)], x: f64) -> Option<f64> {
    let after = points.iter().position(|point| point.0 >= x - 1e-9)?;
    let (x1, y1) = points[after];
    if after == 0 {
        return (x1 <= x + 1e-9).then_some(y1);
    }
    let (x0, y0) = points[after - 1];
    Some(if x1 - x0 < 1e-12 { y1 } else { y0 + (y1 - y0) * (x - x0) / (x1 - x0) })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn curves_weigh_where_they_run() {
        let mut sketch = Sketch::new(264.0);
        sketch.curve(&[(0.0, 20.0), (1.0, 200.0)], 8);
        let map = sketch.finish();
        assert!(map.under((0.0, 0.1), (16.0, 44.0)) > 0);
        assert_eq!(map.under((0.0, 0.1), (100.0, 264.0)), 0);
        assert!(map.under((0.9, 1.0), (180.0, 204.0)) > 0);
        assert_eq!(height_at(&[(0.0, 20.0), (1.0, 200.0)], 0.5), Some(110.0));
        assert_eq!(height_at(&[(0.2, 20.0), (1.0, 200.0)], 0.1), None);
    }

    proptest! {
        #[test]
        fn sums_match_counting(blocks in prop::collection::vec((0.0..1.0_f64, 0.0..0.4_f64, 0.0..250.0_f64, 0.0..60.0_f64), 0..6), x in 0.0..0.9_f64, y in 0.0..250.0_f64) {
            let mut sketch = Sketch::new(264.0);
            for (left, width, top, height) in blocks {
                sketch.block((left, left + width), (top, top + height), 3);
            }
            let mut counted = 0;
            for row in cells(y, y + 30.0, 1.0 / ROW, sketch.rows) {
                for column in cells(x, x + 0.2, f64::from(COLUMNS), WIDTH) {
                    counted += sketch.cells[row * WIDTH + column];
                }
            }
            prop_assert_eq!(sketch.finish().under((x, x + 0.2), (y, y + 30.0)), counted);
        }
    }
}
