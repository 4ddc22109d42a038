//! Dates as machines and as readers write them.

use jiff::civil::Date;
use jiff::fmt::rfc2822::DateTimePrinter;
use jiff::tz::TimeZone;
use serde::Serialize;

/// A date in both forms.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// For the `datetime` attribute.
    pub machine: String,
    /// For readers.
    pub human: String,
}

/// A day: "20 November 2026".
#[must_use]
pub fn day(date: Date) -> Shown {
    Shown { machine: date.to_string(), human: format!("{} {} {}", date.day(), MONTHS[month(date)], date.year()) }
}

/// A month: "November 2026".
#[must_use]
pub fn month_of(date: Date) -> Shown {
    Shown { machine: date.strftime("%Y-%m").to_string(), human: format!("{} {}", MONTHS[month(date)], date.year()) }
}

/// A day at midnight UTC, as RSS wants it.
#[must_use]
pub fn rfc822(date: Date) -> Option<String> {
    let midnight = date.to_zoned(TimeZone::UTC).ok()?;
    DateTimePrinter::new().timestamp_to_rfc9110_string(&midnight.timestamp()).ok()
}

fn month(date: Date) -> usize {
    usize::try_from(date.month() - 1).unwrap_or(0)
}

/// Spelt out here, since a date must not depend on a locale.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
