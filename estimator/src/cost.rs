//! The cost of a million tokens on a machine, and when an API is cheaper.
//!
//! 1. An hour of the machine has a price: rented, or the purchase spread over the hours of its years plus the power it
//!    draws.
//! 2. In an hour it generates speed × 3,600 × utilisation tokens. The one over the other is the price of a token.
//! 3. An API sells by the token. The utilisation, and the tokens a month, at which both cost the same are where the
//!    machine breaks even.
//!
//! Plain arithmetic on money, time and tokens; the reader can check every step. Prices are the reader's own.

/// Hours in a year of 365 days.
pub const YEAR: f64 = 8760.0;

/// Hours in a month, as clouds count it: a twelfth of a year.
pub const MONTH: f64 = YEAR / 12.0;

/// Seconds in an hour.
pub const HOUR: f64 = 3600.0;

/// Tokens that prices are given for.
pub const MILLION: f64 = 1e6;

/// The price of an hour of a bought machine: `price / (years × 8,760) + watts / 1,000 × price of a kWh`. Source:
/// straight-line depreciation to nothing, and the definition of a kilowatt-hour.
#[must_use]
pub fn owned_hour(price: f64, years: f64, watts: f64, kilowatt_hour: f64) -> f64 {
    price / (years * YEAR) + watts / 1000.0 * kilowatt_hour
}

/// The price of a million tokens: an hour's price over the tokens of an hour. `speed` in tokens a second of all
/// requests together, `utilisation` the share of the time in which the machine generates at that speed. Source: plain
/// arithmetic.
#[must_use]
pub fn per_million(hour: f64, speed: f64, utilisation: f64) -> f64 {
    hour / (speed * utilisation * HOUR) * MILLION
}

/// The utilisation at which a million tokens cost `api`; above one, the machine cannot be as cheap. Source:
/// `per_million` solved.
#[must_use]
pub fn even_utilisation(hour: f64, speed: f64, api: f64) -> f64 {
    per_million(hour, speed, 1.0) / api
}

/// The tokens of a month for which an API asks as much as the machine costs in that month. Source: plain arithmetic.
#[must_use]
pub fn even_tokens(hour: f64, api: f64) -> f64 {
    hour * MONTH / api * MILLION
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-9 * expected
    }

    #[test]
    fn money_over_tokens() {
        // 100 tokens a second are 360,000 an hour: a million takes 2.777… hours.
        assert!(near(per_million(1.0, 100.0, 1.0), 1.0 / 0.36));
        assert!(near(per_million(1.0, 100.0, 0.5), 2.0 / 0.36));
        // 2,628 over three years is 0.1 an hour; 500 W at 0.2 is another 0.1.
        assert!(near(owned_hour(2628.0, 3.0, 500.0, 0.2), 0.2));
    }

    #[test]
    fn both_ways_to_break_even_agree() {
        let (hour, speed, api) = (2.0, 1500.0, 0.6);
        let busy = even_utilisation(hour, speed, api);
        assert!(near(per_million(hour, speed, busy), api));
        assert!(near(even_tokens(hour, api), speed * busy * HOUR * MONTH));
    }
}
