//! The cost of a million tokens on a machine, and when an API is cheaper.
//!
//! 1. An hour of the machine has a price: its rent, or the purchase spread over the hours of its years plus the power
//!    it draws, which is higher in hours that it spends generating.
//! 2. In an hour it generates speed × 3,600 × utilisation tokens. The hour's price over these is the price of a token.
//! 3. An API sells by the token. The machine breaks even at the utilisation, or the tokens per month, at which both
//!    cost the same.
//!
//! Plain arithmetic on money, time and tokens. The caller supplies the prices.

/// Hours in a year of 365 days.
pub const YEAR: f64 = 8760.0;

/// Hours in a month, as clouds count it: a twelfth of a year.
pub const MONTH: f64 = YEAR / 12.0;

/// Seconds in an hour.
pub const HOUR: f64 = 3600.0;

/// Tokens that prices refer to.
pub const MILLION: f64 = 1e6;

/// Price of a machine per hour, and the surcharge for an hour that it spends generating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HourPrice {
    /// Dollars of each hour, whatever it is used for.
    pub standing: f64,
    /// Additional dollars of an hour spent entirely on generating.
    pub generating: f64,
}

impl HourPrice {
    /// A rented machine: the same in use and not.
    #[must_use]
    pub const fn rented(price: f64) -> Self {
        Self { standing: price, generating: 0.0 }
    }

    /// A bought machine: `price / (years × 8,760)` plus its power, `watts` while it generates and `idle` while it does
    /// not, at `watts / 1,000 × price of a kWh`. Source: straight-line depreciation to nothing, and the definition of a
    /// kilowatt-hour.
    #[must_use]
    pub fn owned(price: f64, years: f64, [watts, idle]: [f64; 2], kilowatt_hour: f64) -> Self {
        let power = |watts: f64| watts / 1000.0 * kilowatt_hour;
        Self { standing: price / (years * YEAR) + power(idle), generating: power(watts - idle) }
    }

    /// The price of several such machines.
    #[must_use]
    pub fn times(self, machines: f64) -> Self {
        Self { standing: self.standing * machines, generating: self.generating * machines }
    }

    /// The price of an hour of which the share `utilisation` is spent generating. Source: plain arithmetic.
    #[must_use]
    pub fn at(self, utilisation: f64) -> f64 {
        self.standing + self.generating * utilisation
    }
}

/// The price of a million tokens: an hour's price over the tokens of an hour. `speed` is in tokens per second of all
/// requests together; `utilisation` is the share of time in which the machine generates at that speed. Source: plain
/// arithmetic.
#[must_use]
pub fn per_million(hour: f64, speed: f64, utilisation: f64) -> f64 {
    hour / (speed * utilisation * HOUR) * MILLION
}

/// The utilisation at which a million tokens cost `api`. Above one, the machine cannot be as cheap; `None` if its power
/// alone costs more. Source: `per_million` of `HourPrice::at` solved for the utilisation.
#[must_use]
pub fn even_utilisation(hour: HourPrice, speed: f64, api: f64) -> Option<f64> {
    let saved = api * speed * HOUR / MILLION - hour.generating;
    (saved > 0.0).then(|| hour.standing / saved)
}

/// Tokens generated in a month. Source: plain arithmetic.
#[must_use]
pub fn tokens_a_month(speed: f64, utilisation: f64) -> f64 {
    speed * utilisation * HOUR * MONTH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-9 * expected
    }

    #[test]
    fn money_over_tokens() {
        // 100 tokens per second are 360,000 per hour: a million takes 2.777… hours.
        assert!(near(per_million(1.0, 100.0, 1.0), 1.0 / 0.36));
        assert!(near(per_million(1.0, 100.0, 0.5), 2.0 / 0.36));
        assert!(near(HourPrice::rented(2.0).at(0.3), 2.0));
        // 2,628 over three years is 0.1 an hour; 500 W at 0.2 is another 0.1 while it generates, 50 W a tenth of that.
        assert!(near(HourPrice::owned(2628.0, 3.0, [500.0, 500.0], 0.2).at(0.25), 0.2));
        assert!(near(HourPrice::owned(2628.0, 3.0, [500.0, 0.0], 0.2).at(0.25), 0.125));
        assert!(near(HourPrice::owned(2628.0, 3.0, [500.0, 50.0], 0.2).at(0.25), 0.1 + 0.25 * 0.1 + 0.75 * 0.01));
        assert!(near(HourPrice::owned(2628.0, 3.0, [500.0, 50.0], 0.2).times(2.0).at(1.0), 0.4));
    }

    #[test]
    fn both_ways_to_break_even_agree() {
        let (speed, api) = (1500.0, 0.6);
        for hour in [HourPrice::rented(2.0), HourPrice::owned(20000.0, 3.0, [1200.0, 100.0], 0.3)] {
            let busy = even_utilisation(hour, speed, api).unwrap_or(f64::NAN);
            assert!(near(per_million(hour.at(busy), speed, busy), api));
            assert!(near(hour.at(busy) * MONTH / api * MILLION, tokens_a_month(speed, busy)));
        }
    }

    #[test]
    fn where_power_alone_costs_more_nothing_breaks_even() {
        assert_eq!(even_utilisation(HourPrice::owned(100.0, 3.0, [400.0, 0.0], 0.5), 10.0, 0.5), None);
    }
}
