//! The numbers under the x axis.
//!
//! The reader's own number is always present, bold, and stays inside the plot even at its ends. The values next to it
//! give way to it and to each other, at every width of the chart.

use alloc::{vec, vec::Vec};

use super::{
    geometry::WIDTHS,
    label::Area,
    number,
    scale::Axis,
    typeface::{SMALL, SMALL_BOLD, width},
};

/// A number under the x axis.
pub(super) struct Tick {
    pub(super) x: f64,
    pub(super) value: f64,
    /// Space-separated classes of the style sheet.
    pub(super) class: &'static str,
}

/// Returns the numbers below the x axis: the reader's own, then the values that leave room to it and to each other.
pub(super) fn x_ticks(here: f64, value: f64, values: &[f64], axis: Axis) -> Vec<Tick> {
    let (own, mut area) = tick(here, value, true);
    let mut areas = vec![area];
    let mut ticks = vec![own];
    for value in values {
        let other;
        (other, area) = tick(axis.at(*value), *value, false);
        if areas.iter().all(|taken| area.clear_of(taken)) {
            areas.push(area);
            ticks.push(other);
        }
    }
    ticks
}

/// Returns a number and the box that it takes: centred if there is room, else moved inside the plot.
fn tick(x: f64, value: f64, own: bool) -> (Tick, Area) {
    let half = width(&number::plain(value, 2), if own { SMALL_BOLD } else { SMALL }) / 2.0;
    let mut area = Area { x, left: -half - 4.0, right: half + 4.0, top: 0.0, bottom: 12.0, narrowest: WIDTHS[0] };
    let mut class = if own { "mid b" } else { "mid" };
    if x * WIDTHS[0] < half {
        (area.left, area.right, class) = (0.0, 2.0 * half + 8.0, if own { "b" } else { "" });
    } else if (1.0 - x) * WIDTHS[0] < half {
        (area.left, area.right, class) = (-2.0 * half - 8.0, 0.0, if own { "end b" } else { "end" });
    }
    (Tick { x, value, class }, area)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::Scale;

    #[test]
    fn the_readers_tick_wins() {
        let axis = Axis::new(Scale::Logarithmic, 128.0, 65_536.0);
        let values: Vec<f64> = x_ticks(axis.at(5000.0), 5000.0, &[256.0, 1024.0, 4096.0, 16_384.0], axis)
            .iter()
            .map(|tick| tick.value)
            .collect();
        assert_eq!(values, [5000.0, 256.0, 1024.0, 16_384.0]);
        assert_eq!(x_ticks(1.0, 65_536.0, &[], axis)[0].class, "end b");
        assert_eq!(x_ticks(0.0, 128.0, &[], axis)[0].class, "b");
    }
}
