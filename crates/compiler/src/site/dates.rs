//! Formats dates for machines and for readers.

use jiff::civil::Date;
use rooflight_glossary::model::strings::Strings;
use serde::Serialize;

/// A date in two forms.
#[derive(Debug, Clone, Serialize)]
pub struct ShownDate {
    /// The value of the `datetime` attribute, ISO 8601.
    pub machine: String,
    /// The words for readers, in the site's language.
    pub human: String,
}

/// Formats a day: "20 Nov 2026".
#[must_use]
pub fn day(date: Date, strings: &Strings) -> ShownDate {
    ShownDate { machine: date.to_string(), human: shown(date, "date.day", strings) }
}

/// Formats the month of a date: "Nov 2026".
#[must_use]
pub fn month_of(date: Date, strings: &Strings) -> ShownDate {
    ShownDate { machine: date.strftime("%Y-%m").to_string(), human: shown(date, "date.month", strings) }
}

/// Formats a date as a source states it: a day, a month, or any other text unchanged.
#[must_use]
pub fn stated(date: &str, strings: &Strings) -> String {
    match (date.parse(), format!("{date}-01").parse()) {
        (Ok(known), _) => shown(known, "date.day", strings),
        (_, Ok(known)) => shown(known, "date.month", strings),
        _ => date.to_owned(),
    }
}

/// Fills a date into the pattern with this key, in the site's language.
fn shown(date: Date, key: &str, strings: &Strings) -> String {
    let months = strings.get("date.months");
    let month = usize::try_from(date.month()).ok().and_then(|month| months.split_whitespace().nth(month - 1));
    let (day, year) = (date.day().to_string(), date.strftime("%Y").to_string());
    strings.fill(key, &[("day", day.as_str()), ("month", month.unwrap_or_default()), ("year", year.as_str())])
}
