//! Reviews that have grown old.
//!
//! The newest date that any entry carries stands for today, so that the same content gives the same warnings for ever.

use jiff::civil::Date;
use rooflight_glossary::diagnostic::{Diagnostic, messages};
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::front_matter::YearMonth;
use rooflight_glossary::yaml_path;

/// How many months a review lasts.
const LASTS: i32 = 12;

pub(super) fn check(entries: &[&Entry], problems: &mut Vec<Diagnostic>) {
    let Some(newest) = entries.iter().flat_map(|entry| dates(entry)).max() else { return };
    for entry in entries {
        let Some(reviewed) = entry.document.front.reviewed.map(YearMonth::first_day) else { continue };
        if months(newest) - months(reviewed) > LASTS {
            let location = entry.document.location(yaml_path!["reviewed"]);
            problems.push(messages::stale_review(location, &newest.strftime("%Y-%m").to_string()));
        }
    }
}

fn dates(entry: &Entry) -> impl Iterator<Item = Date> {
    let front = &entry.document.front;
    let read = front.sources.iter().filter_map(|source| source.accessed);
    let reviewed = front.reviewed.map(YearMonth::first_day);
    [front.updated(), reviewed].into_iter().flatten().chain(read)
}

fn months(date: Date) -> i32 {
    i32::from(date.year()) * 12 + i32::from(date.month())
}
