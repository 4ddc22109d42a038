//! Warns of reviews that are old.
//!
//! A build measures age from the newest date in any entry, so that the same content always gives the same warnings;
//! [`due`] measures from a given day.

use jiff::civil::Date;
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::front_matter::YearMonth;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;

/// Months after which a build warns of a review.
const MAX_MONTHS: i32 = 12;

/// Months after which `check --stale` warns of a review.
const MAX_MONTHS_WHEN_ASKED: i32 = 6;

pub(super) fn check(entries: &[&Entry], problems: &mut Vec<Diagnostic>) {
    let Some(newest) = entries.iter().flat_map(|entry| dates(entry)).max() else { return };
    for entry in entries {
        let Some(reviewed) = entry.document.front.reviewed.map(YearMonth::first_day) else { continue };
        if months(newest) - months(reviewed) > MAX_MONTHS {
            let location = entry.document.location(yaml_path!["reviewed"]);
            problems.push(messages::stale_review(location, &newest.strftime("%Y-%m").to_string()));
        }
    }
}

/// Warns of entries whose last review, or else last change, is over [`MAX_MONTHS_WHEN_ASKED`] months before `today`,
/// and of entries without a date.
pub(super) fn due(entries: &[&Entry], today: Date, problems: &mut Vec<Diagnostic>) {
    for Entry { document, .. } in entries {
        let front = &document.front;
        let (checked, key, date) = match (front.reviewed, front.changes.len().checked_sub(1)) {
            (Some(month), _) => ("reviewed", yaml_path!["reviewed"].to_vec(), Some(month.first_day())),
            (None, Some(last)) => ("changed", yaml_path!["changes", last, "date"].to_vec(), front.updated()),
            (None, None) => ("changed", yaml_path!["published"].to_vec(), front.updated()),
        };
        match date {
            None => problems.push(messages::never_reviewed(document.location(yaml_path!["term"]))),
            Some(date) if months(today) - months(date) > MAX_MONTHS_WHEN_ASKED => {
                let month = date.strftime("%Y-%m").to_string();
                problems.push(messages::review_due(document.location(&key), checked, &month));
            }
            Some(_) => {}
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
