//! The numbers under the x axis.
//!
//! The reader's own number is always there, bold, and stands inside the plot even at its ends. The powers of two beside it
//! give way to it and to each other, at every width that a chart may have.

use alloc::vec::Vec;

use super::{
    digits::whole,
    label::{Area, WIDTHS},
    number,
    scale::Log,
    typeface::{SMALL, SMALL_BOLD, width},
};

/// A number under the x axis.
pub(super) struct Tick {
    pub(super) x: f64,
    pub(super) value: f64,
    /// The attribute with its classes.
    pub(super) class: &'static str,
}

/// The numbers under the x axis: the reader's own, then those powers that leave it and each other room.
pub(super) fn x_ticks(here: f64, value: f64, powers: &[f64], axis: Log) -> Vec<Tick> {
    let mut areas: Vec<Area> = Vec::new();
    let mut ticks = Vec::new();
    for (x, value, own) in
        [(here, value, true)].into_iter().chain(powers.iter().map(|power| (axis.at(*power), *power, false)))
    {
        let half = width(&number::count(whole(value)), if own { SMALL_BOLD } else { SMALL }) / 2.0;
        let centred = Area { x, left: -half - 4.0, right: half + 4.0, top: 0.0, bottom: 12.0, narrowest: WIDTHS[0] };
        let (area, class) = if x * WIDTHS[0] < half {
            (Area { left: 0.0, right: 2.0 * half + 8.0, ..centred }, if own { " class=\"b\"" } else { "" })
        } else if (1.0 - x) * WIDTHS[0] < half {
            (
                Area { left: -2.0 * half - 8.0, right: 0.0, ..centred },
                if own { " class=\"end b\"" } else { " class=\"end\"" },
            )
        } else {
            (centred, if own { " class=\"mid b\"" } else { " class=\"mid\"" })
        };
        if areas.iter().all(|other| area.clear_of(other)) {
            areas.push(area);
            ticks.push(Tick { x, value, class });
        }
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readers_tick_wins() {
        let axis = Log::new(128.0, 65_536.0);
        let values: Vec<f64> = x_ticks(axis.at(5000.0), 5000.0, &[256.0, 1024.0, 4096.0, 16_384.0], axis)
            .iter()
            .map(|tick| tick.value)
            .collect();
        assert_eq!(values, [5000.0, 256.0, 1024.0, 16_384.0]);
        assert_eq!(x_ticks(1.0, 65_536.0, &[], axis)[0].class, " class=\"end b\"");
        assert_eq!(x_ticks(0.0, 128.0, &[], axis)[0].class, " class=\"b\"");
    }
}
