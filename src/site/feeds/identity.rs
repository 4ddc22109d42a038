//! Permanent names, as `tag:` addresses: `tag:example.org,2026:entry:kv-cache`.
//!
//! 1. The site's own part is its host and a year that it had it. A site that moves keeps the first host, as `tag_host`
//!    in `content/site.yaml`.
//! 2. The item's part comes from what never changes: an entry's id, a file's name, an author's date. Never from an
//!    address.

use crate::site::inputs::Inputs;
use jiff::civil::Date;
use rooflight_glossary::link::Entry;
use std::fmt::Write as _;

/// An entry's name.
#[must_use]
pub(crate) fn entry(inputs: &Inputs<'_>, entry: &Entry) -> String {
    let front = &entry.document.front;
    let first = front.published.or_else(|| front.changes.first().map(|change| change.date)).unwrap_or(Date::ZERO);
    format!("{}:entry:{}", site(inputs, first), entry.document.id)
}

/// The name of an entry as it stands since this day.
#[must_use]
pub(crate) fn revision(inputs: &Inputs<'_>, revised: &Entry, day: Date) -> String {
    format!("{}:rev:{day}", entry(inputs, revised))
}

/// The name of what was new on a day.
#[must_use]
pub(crate) fn new_on(inputs: &Inputs<'_>, day: Date) -> String {
    format!("{}:new:{day}", site(inputs, day))
}

/// The name of a publication of measurements; `added` where its author says on which day rows last came to it.
#[must_use]
pub(crate) fn measurements(inputs: &Inputs<'_>, key: &str, added: Option<Date>) -> String {
    let mut name = format!("{}:measurements:{}", site(inputs, oldest(inputs)), percent_encoded(key));
    if let Some(day) = added {
        let _ = write!(name, ":{day}");
    }
    name
}

/// The day of the newest entry.
#[must_use]
pub(crate) fn newest(inputs: &Inputs<'_>) -> Date {
    inputs.glossary.entries.iter().filter_map(|entry| entry.document.front.updated()).max().unwrap_or(Date::ZERO)
}

/// The day of the oldest entry: the site stood under its name then.
pub(super) fn oldest(inputs: &Inputs<'_>) -> Date {
    inputs.glossary.entries.iter().filter_map(|entry| entry.document.front.published).min().unwrap_or(Date::ZERO)
}

pub(super) fn site(inputs: &Inputs<'_>, day: Date) -> String {
    let config = inputs.config;
    let host = config.tag_host.as_ref().map_or_else(|| config.base_url.tag_host(), |host| host.as_str().to_owned());
    // A translation is another text, so readers of two languages get both.
    let language = if config.is_further() { format!(":{}", &*config.language) } else { String::new() };
    format!("tag:{host},{:04}{language}", day.year())
}

/// Everything but plain letters, digits, `-`, `_` and `.` as percent escapes: two names stay two.
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
