//! Energy of a token: power over speed.
//!
//! 1. A device draws a share of its power limit, and a data centre adds power for cooling and losses (its PUE).
//! 2. Power over speed is energy: joules for each token. Requests that are decoded together share it.
//! 3. Watt-hours and kilowatt-hours are the same energy in units of 3,600 and 3,600,000 joules.
//!
//! Sources: the definitions of the watt and the watt-hour; PUE, all power over the power of the equipment.

/// Joules in a watt-hour.
pub const WATT_HOUR: f64 = 3600.0;

/// Joules in a kilowatt-hour.
pub const KILOWATT_HOUR: f64 = 3.6e6;

/// Power at the meter, watts: the limit, times the share of it that is drawn, times PUE. Source: the definition of PUE.
#[must_use]
pub fn drawn(limit: f64, share: f64, pue: f64) -> f64 {
    limit * share * pue
}

/// Joules per token: watts over tokens per second of all requests together. Source: the definition of the watt.
#[must_use]
pub fn per_token(watts: f64, speed: f64) -> f64 {
    watts / speed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watts_over_speed() {
        let joules = per_token(drawn(450.0, 0.8, 1.25), 90.0);
        assert!((joules - 5.0).abs() < 1e-12);
        assert!((joules * 1e6 / KILOWATT_HOUR - 1.388_888_888_9).abs() < 1e-9);
        assert!((joules * 1e3 / WATT_HOUR - 1.388_888_888_9).abs() < 1e-9);
    }
}
