//! Dates as machines and as readers write them.

use jiff::civil::Date;
use serde::Serialize;

/// A date in both forms.
#[derive(Debug, Clone, Serialize)]
pub struct ShownDate {
    /// For the `datetime` attribute.
    pub machine: String,
    /// For readers.
    pub human: String,
}

/// A day: "20 November 2026".
#[must_use]
pub fn day(date: Date) -> ShownDate {
    shown(date.to_string())
}

/// A month: "November 2026".
#[must_use]
pub fn month_of(date: Date) -> ShownDate {
    shown(date.strftime("%Y-%m").to_string())
}

/// In words that depend on no locale: those of the calculators.
fn shown(machine: String) -> ShownDate {
    ShownDate { human: rooflight_document::date::date(&machine), machine }
}
