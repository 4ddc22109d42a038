//! Turns a chart's values into positions in the plot.
//!
//! A position is a fraction of the width and pixels from the top. Points without a position (not finite, or not
//! positive on a logarithmic axis) are left out; none is moved.

use alloc::vec::Vec;

use super::{
    chart::Chart,
    clutter::{Clutter, Sketch},
    geometry::{HEIGHT, Position, WIDTHS},
    scale::{Axis, Scale},
};

/// Space kept free above the highest value, pixels.
const HEAD: f64 = 26.0;

/// The positions of everything in a chart.
pub(super) struct Plot {
    pub(super) x: Axis,
    /// Position and value of the three grid lines, the lowest first.
    pub(super) grid: [(f64, f64); 3],
    pub(super) ceiling: Vec<Position>,
    pub(super) upper: Vec<Position>,
    pub(super) lower: Vec<Position>,
    pub(super) typical: Vec<Position>,
    pub(super) third: Vec<Position>,
    /// The position of each measurement, and true if it is drawn open.
    pub(super) dots: Vec<(Position, bool)>,
    /// The reader's rule, as a fraction of the width.
    pub(super) here: f64,
    y: Axis,
    scales: [Scale; 2],
}

impl Plot {
    /// Fits the axes and computes every position.
    pub(super) fn new(chart: &Chart) -> Self {
        let (low, high) = extent(chart);
        let [across, up] = chart.scales;
        let (y, values) = up.fit(low, high, HEAD / HEIGHT);
        let usable_or = |value: f64, other: f64| if across.has(value) { value } else { other };
        let mut plot = Self {
            x: Axis::new(across, usable_or(chart.x.0, 1.0), usable_or(chart.x.1, 2.0)),
            y,
            scales: chart.scales,
            grid: [(HEIGHT, values[0]), (0.0, values[1]), (0.0, values[2])],
            ceiling: Vec::new(),
            upper: Vec::new(),
            lower: Vec::new(),
            typical: Vec::new(),
            third: Vec::new(),
            dots: Vec::new(),
            here: 0.0,
        };
        plot.grid[1].0 = plot.height(values[1]);
        plot.grid[2].0 = plot.height(values[2]);
        plot.here = plot.x.at(usable_or(chart.here, chart.x.0)).clamp(0.0, 1.0);
        plot.ceiling = plot.curve(&chart.ceiling);
        plot.typical = plot.curve(&chart.typical);
        plot.third = plot.curve(&chart.third);
        for (x, low, high) in &chart.band {
            if let (Some(low), Some(high)) = (plot.place(*x, *low), plot.place(*x, *high)) {
                plot.lower.push(low);
                plot.upper.push(high);
            }
        }
        for dot in &chart.dots {
            if let Some(place) = plot.place(dot.x, dot.y).filter(|(x, _)| (-1e-9..=1.0 + 1e-9).contains(x)) {
                plot.dots.push((place, dot.open));
            }
        }
        plot
    }

    fn place(&self, x: f64, y: f64) -> Option<Position> {
        if self.scales[0].has(x) && self.scales[1].has(y) {
            Some((self.x.at(x), (1.0 - self.y.at(y)) * HEIGHT))
        } else {
            None
        }
    }

    fn curve(&self, points: &[(f64, f64)]) -> Vec<Position> {
        let mut places = Vec::with_capacity(points.len());
        for (x, y) in points {
            places.extend(self.place(*x, *y));
        }
        places
    }

    /// Pixels from the top for a value, clamped to the plot.
    pub(super) fn height(&self, value: f64) -> f64 {
        if self.scales[1].has(value) { ((1.0 - self.y.at(value)) * HEIGHT).clamp(0.0, HEIGHT) } else { HEIGHT }
    }

    /// The map of ink that labels avoid; heavier ink is avoided more.
    pub(super) fn clutter(&self) -> Clutter {
        let mut sketch = Sketch::new(HEIGHT);
        sketch.between(&self.upper, &self.lower, 1);
        sketch.curve(&self.typical, 6);
        sketch.curve(&self.ceiling, 25);
        sketch.curve(&self.third, 25);
        sketch.block((self.here - 0.005, self.here + 0.005), (0.0, HEIGHT), 4);
        for (height, _) in self.grid {
            sketch.block((0.0, 1.0), (height - 1.0, height + 1.0), 1);
        }
        // Half the width of a diamond, as a fraction of the narrowest plot.
        let half = 6.0 / WIDTHS[0];
        for ((x, y), _) in &self.dots {
            sketch.block(((x - half).max(0.0), x + half), ((y - 7.0).max(0.0), y + 7.0), 16);
        }
        sketch.finish()
    }
}

/// The lowest and the highest value drawn; 1 and 10 if nothing is drawn.
fn extent(chart: &Chart) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut see = |value: f64| {
        if chart.scales[1].has(value) {
            low = low.min(value);
            high = high.max(value);
        }
    };
    for curve in [&chart.ceiling, &chart.typical, &chart.third] {
        for point in curve {
            see(point.1);
        }
    }
    for point in &chart.band {
        see(point.1);
        see(point.2);
    }
    for dot in &chart.dots {
        see(dot.y);
    }
    if low <= high { (low, high) } else { (1.0, 10.0) }
}
