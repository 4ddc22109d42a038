//! The weekly digest: new entries, changes and measurements, for readers who do not want an item for each change.
//!
//! 1. A week begins on Monday. It gets its item once something is dated after its Sunday, so that an item never changes
//!    after readers have it. There is no clock: the newest date of the sources decides.
//! 2. Measurements count by their sources, on the day on which they were `added`; the summary names the pairs of
//!    machine and model with the most rows.

use crate::site::feeds::changes::{self, Day};
use crate::site::feeds::model::{FeedItem, clean, line};
use crate::site::feeds::{entries, identity};
use crate::site::inputs::Inputs;
use crate::site::{dates, paths};
use jiff::civil::Date;
use jiff::{Span, ToSpan};
use rooflight_glossary::model::catalog::measurements::Publication;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_glossary::syntax::inline;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Maximum number of terms, and of pairs of machine and model, that a summary names.
const NAMED: usize = 5;

/// The changes and the new sources of measurements of a week.
#[derive(Default)]
struct Week<'a> {
    days: Vec<(Date, Day)>,
    publications: Vec<(usize, &'a Publication)>,
}

/// Returns an item for each ended week in which something happened, the newest first.
#[must_use]
pub(crate) fn items<'a>(inputs: &Inputs<'_>) -> Vec<FeedItem<'a>> {
    let mut weeks: BTreeMap<Date, Week<'_>> = BTreeMap::new();
    let mut newest = Date::ZERO;
    for (date, day) in changes::days(inputs) {
        newest = newest.max(date);
        weeks.entry(monday(date)).or_default().days.push((date, day));
    }
    for (number, publication) in inputs.catalog.iter().flat_map(|catalog| catalog.publications.iter().enumerate()) {
        if let Some(added) = publication.added {
            newest = newest.max(added);
            weeks.entry(monday(added)).or_default().publications.push((number, publication));
        }
    }
    let ended = weeks.iter().rev().map(|(monday, week)| (plus(*monday, 6.days()), week));
    let ended = ended.filter(|(sunday, _)| *sunday < newest).take(inputs.config.feed_items);
    ended.map(|(sunday, week)| item(inputs, sunday, week)).collect()
}

/// Returns the Monday of a day's week.
fn monday(day: Date) -> Date {
    plus(day, -i64::from(day.weekday().to_monday_zero_offset()).days())
}

/// Adds days to a date; at the ends of the calendar it stays where it is.
fn plus(day: Date, span: Span) -> Date {
    day.checked_add(span).unwrap_or(day)
}

fn item<'a>(inputs: &Inputs<'_>, sunday: Date, week: &Week<'_>) -> FeedItem<'a> {
    let strings = &inputs.config.strings;
    let new: Vec<EntryId> = week.days.iter().flat_map(|(_, day)| day.new.iter().copied()).collect();
    let revised: usize = week.days.iter().map(|(_, day)| day.revised.len()).sum();
    let sources = week.publications.len();
    let counts = [("feed.new_entries", new.len()), ("feed.revisions", revised), ("feed.sources", sources)];
    let counts = counts.into_iter().filter(|(_, count)| *count > 0).map(|(key, count)| strings.count(key, count, &[]));
    let counts = strings.list(&counts.collect::<Vec<_>>());
    let terms = new.iter().take(NAMED).map(|number| entries::title(&inputs.glossary.entries[*number]));
    let named: Vec<String> = terms.chain(pairs(inputs, week)).collect();
    FeedItem {
        id: identity::week(inputs, sunday),
        url: inputs.config.base_url.join(&match week.days.first() {
            Some((day, _)) => format!("changes/#{}", changes::anchor(*day)),
            None => "feeds/".to_owned(),
        }),
        title: strings.fill("feed.week", &[("day", &dates::day(sunday, strings).human), ("counts", &counts)]),
        summary: strings.list(&named),
        content: Cow::Owned(clean(&content(inputs, week)).into_owned()),
        published: sunday,
        updated: sunday,
        categories: Vec::new(),
    }
}

/// Returns the pairs of machine and model with the most rows among a week's sources.
fn pairs(inputs: &Inputs<'_>, week: &Week<'_>) -> Vec<String> {
    let Some(catalog) = inputs.catalog else { return Vec::new() };
    let mut rows: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for anchor in &catalog.anchors {
        if week.publications.iter().any(|(number, _)| *number == anchor.publication) {
            *rows.entry((anchor.hardware, anchor.model)).or_default() += 1;
        }
    }
    let mut pairs: Vec<_> = rows.into_iter().collect();
    pairs.sort_by_key(|(_, count)| Reverse(*count));
    let name = |(hardware, model): (usize, usize)| {
        let (machine, model) = (&catalog.hardware[hardware].record.name, &catalog.models[model].record.name);
        inputs.config.strings.fill("feed.pair", &[("machine", machine), ("model", model)])
    };
    pairs.into_iter().take(NAMED).map(|(pair, _)| name(pair)).collect()
}

/// Writes a week as a list: its new entries with their definitions, its changes with their notes, its sources.
fn content(inputs: &Inputs<'_>, week: &Week<'_>) -> String {
    let all = &inputs.glossary.entries;
    let mut out = String::from("<dl>\n");
    let mut add = |url: &str, title: &str, words: &str| {
        out.extend(["<dt><a href=\"", &escape(url), "\">", &escape(title), "</a></dt>\n<dd>", words, "</dd>\n"]);
    };
    let address = |number: EntryId| inputs.config.base_url.join(&paths::entry_path(&all[number]));
    for number in week.days.iter().flat_map(|(_, day)| &day.new) {
        let definition = inline::html(&all[*number].document.front.definition);
        add(&address(*number), &entries::title(&all[*number]), &definition);
    }
    for revision in week.days.iter().flat_map(|(_, day)| &day.revised) {
        add(&address(revision.entry), &entries::title(&all[revision.entry]), &inline::html(revision.note(inputs)));
    }
    for (_, publication) in &week.publications {
        add(&publication.url, &line(&publication.title), &escape(&line(&publication.method)));
    }
    out.push_str("</dl>\n");
    out
}
