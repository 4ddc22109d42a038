//! Permanent ids of feeds and items, as `tag:` URIs: `tag:example.org,2026:entry:kv-cache`.
//!
//! 1. The site's part is its host and a year in which it had that host. A site that moves keeps the first host, as
//!    `tag_host` in `content/site.yaml`.
//! 2. The item's part is made from values that never change (an entry's id, a file's name, an author's date), never
//!    from an address.

use crate::site::inputs::Inputs;
use jiff::civil::Date;
use rooflight_glossary::link::Entry;
use std::fmt::Write as _;

/// Returns the id of an entry.
#[must_use]
pub(crate) fn entry(inputs: &Inputs<'_>, entry: &Entry) -> String {
    let front = &entry.document.front;
    let first = front.published.or_else(|| front.changes.first().map(|change| change.date)).unwrap_or(Date::ZERO);
    format!("{}:entry:{}", site(inputs, first), entry.document.id)
}

/// Returns the id of an entry's revision of this day.
#[must_use]
pub(crate) fn revision(inputs: &Inputs<'_>, revised: &Entry, day: Date) -> String {
    format!("{}:rev:{day}", entry(inputs, revised))
}

/// Returns the id of the item that lists a day's new entries.
#[must_use]
pub(crate) fn new_on(inputs: &Inputs<'_>, day: Date) -> String {
    format!("{}:new:{day}", site(inputs, day))
}

/// Returns the id of the item of a week, which ends on this Sunday.
#[must_use]
pub(crate) fn week(inputs: &Inputs<'_>, sunday: Date) -> String {
    format!("{}:week:{sunday}", site(inputs, sunday))
}

/// Returns the id of a publication of measurements; `added` is the day on which rows were last added, if the file has
/// it.
#[must_use]
pub(crate) fn measurements(inputs: &Inputs<'_>, key: &str, added: Option<Date>) -> String {
    let mut name = format!("{}:measurements:{}", site(inputs, oldest(inputs)), percent_encoded(key));
    if let Some(day) = added {
        let _ = write!(name, ":{day}");
    }
    name
}

/// Returns the day of the newest change to an entry.
#[must_use]
pub(crate) fn newest(inputs: &Inputs<'_>) -> Date {
    inputs.glossary.entries.iter().filter_map(|entry| entry.document.front.updated()).max().unwrap_or(Date::ZERO)
}

/// Returns the day of the oldest entry, on which the site already had its host.
pub(super) fn oldest(inputs: &Inputs<'_>) -> Date {
    inputs.glossary.entries.iter().filter_map(|entry| entry.document.front.published).min().unwrap_or(Date::ZERO)
}

pub(super) fn site(inputs: &Inputs<'_>, day: Date) -> String {
    let config = inputs.config;
    let host = config.tag_host.as_ref().map_or_else(|| config.base_url.tag_host(), |host| host.as_str().to_owned());
    // A translation has another id, so that readers of two languages get both.
    let language = if config.is_further() { format!(":{}", &*config.language) } else { String::new() };
    format!("tag:{host},{:04}{language}", day.year())
}

/// Escapes all bytes except ASCII letters, digits, `-`, `_` and `.`, so that different names stay different.
pub(crate) fn percent_encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
