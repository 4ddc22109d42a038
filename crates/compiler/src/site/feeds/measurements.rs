//! Publications of measurements as feed items: source, cautions and the first rows.
//!
//! 1. The day is `added` in the file; else the latest date that the publication or one of its rows names. A month or a
//!    year counts as its first day. A publication without any date is left out, since a feed item needs one.
//! 2. Figures are shown as printed. A flag is shown too, and hides no row.

use crate::calibrate::flags;
use crate::site::feeds::identity;
use crate::site::feeds::model::{FeedItem, clean, line};
use crate::site::inputs::Inputs;
use crate::site::runs;
use jiff::civil::Date;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Publication};
use rooflight_glossary::syntax::highlight::escape;
use std::borrow::Cow;

/// Maximum number of a publication's rows in an item.
const ROWS: usize = 12;

/// Returns the publications that have a date, with position and day.
#[must_use]
pub(crate) fn dated<'a>(inputs: &Inputs<'a>) -> Vec<(usize, &'a Publication, Date)> {
    let Some(catalog) = inputs.catalog else { return Vec::new() };
    let mut rows: Vec<Option<Date>> = vec![None; catalog.publications.len()];
    for anchor in &catalog.anchors {
        let day = anchor.row.date.as_deref().and_then(last_day);
        rows[anchor.publication] = rows[anchor.publication].max(day);
    }
    let all = catalog.publications.iter().zip(rows).enumerate();
    let day = |publication: &Publication, row: Option<Date>| publication.added.or(last_day(&publication.date)).or(row);
    all.filter_map(|(number, (publication, row))| Some((number, publication, day(publication, row)?))).collect()
}

/// Returns the items of the publications, the newest first; those of one day are ordered by file name.
#[must_use]
pub(crate) fn items<'a>(inputs: &Inputs<'_>) -> Vec<FeedItem<'a>> {
    let Some(catalog) = inputs.catalog else { return Vec::new() };
    let mut publications = dated(inputs);
    publications.sort_by(|(_, a, first), (_, b, second)| second.cmp(first).then_with(|| a.file.cmp(&b.file)));
    publications.truncate(inputs.config.feed_items);
    publications
        .into_iter()
        .map(|(number, publication, day)| {
            let rows: Vec<&Anchor> = catalog.anchors.iter().filter(|anchor| anchor.publication == number).collect();
            item(inputs, catalog, publication, &rows, day)
        })
        .collect()
}

fn item<'a>(
    inputs: &Inputs<'_>,
    catalog: &Catalog,
    publication: &Publication,
    rows: &[&Anchor],
    day: Date,
) -> FeedItem<'a> {
    let count = match rows.len() {
        1 => "1 measurement".to_owned(),
        count => format!("{count} measurements"),
    };
    FeedItem {
        id: identity::measurements(inputs, &publication.file, publication.added),
        url: publication.url.clone(),
        title: line(&publication.title),
        summary: line(&format!("{count} by {}: {}", publication.publisher, publication.method)),
        content: Cow::Owned(clean(&content(inputs, catalog, publication, rows, &count)).into_owned()),
        published: day,
        updated: day,
        categories: Vec::new(),
    }
}

fn content(inputs: &Inputs<'_>, catalog: &Catalog, publication: &Publication, rows: &[&Anchor], count: &str) -> String {
    let mut out = String::new();
    let facts = [
        ("Published by", &publication.publisher),
        ("Date", &publication.date),
        ("Method", &publication.method),
        ("Licence", &publication.licence),
        ("Before trusting them", &publication.caveats),
    ];
    out.push_str("<dl>\n");
    for (label, text) in facts {
        out.extend(["<dt>", label, "</dt><dd>", &escape(text), "</dd>\n"]);
    }
    out.push_str("</dl>\n<ul>\n");
    for anchor in rows.iter().take(ROWS) {
        out.push_str(&row(inputs, catalog, anchor));
    }
    let source = format!("<a href=\"{}\">the source</a>", escape(&publication.url));
    let words = match rows.len() {
        shown if shown <= ROWS => format!("{count} from {source}."),
        _ => format!("The first {ROWS} of {count} from {source}."),
    };
    out.extend(["</ul>\n<p>", &words, "</p>\n"]);
    out
}

fn row(inputs: &Inputs<'_>, catalog: &Catalog, anchor: &Anchor) -> String {
    let strings = &inputs.config.strings;
    let mut conditions: Vec<String> =
        runs::conditions(catalog, anchor, strings).into_iter().map(|condition| condition.words).collect();
    conditions.extend(anchor.row.flags.iter().map(|flag| flags::words(flag).to_owned()));
    let (figure, conditions) = (runs::figure(anchor, strings), strings.list(&conditions));
    format!("<li><strong>{}</strong>: {}</li>\n", escape(&figure), escape(&conditions))
}

/// Returns the latest day in a text such as `2024-01 - 2024-01-10` or `2025-12 (commit a1e9514)`.
fn last_day(text: &str) -> Option<Date> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter_map(day).max()
}

/// Parses `2024-01-10`, `2024-01` or `2024`; only years from 1900 to 2099 are accepted.
fn day(word: &str) -> Option<Date> {
    let year = word.get(..4).filter(|year| year.starts_with("19") || year.starts_with("20"))?;
    match word.len() {
        4 => format!("{year}-01-01"),
        7 => format!("{word}-01"),
        _ => word.to_owned(),
    }
    .parse()
    .ok()
}
