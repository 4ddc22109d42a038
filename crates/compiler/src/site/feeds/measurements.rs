//! Publications of measurements as feed items: source, cautions and the first rows.
//!
//! 1. The day is `added` in the file; else the latest date that the publication or one of its rows names. A month or a
//!    year counts as its first day. A publication without any date is left out, since a feed item needs one.
//! 2. Figures are shown as printed. A flag is shown too, and hides no row.

use crate::site::feeds::identity;
use crate::site::feeds::model::{FeedItem, clean, line};
use crate::site::inputs::Inputs;
use jiff::civil::Date;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase, Publication};
use rooflight_glossary::syntax::highlight::escape;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Maximum number of a publication's rows in an item.
const ROWS: usize = 12;

const HEAD: &str = "<table>\n<thead><tr><th scope=\"col\">Hardware</th><th scope=\"col\">Model</th><th scope=\"col\">Format</th>\
<th scope=\"col\">Engine</th><th scope=\"col\">Measured</th><th scope=\"col\">Tokens per second</th></tr></thead>\n<tbody>\n";

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
        content: Cow::Owned(clean(&content(catalog, publication, rows, &count)).into_owned()),
        published: day,
        updated: day,
        categories: Vec::new(),
    }
}

fn content(catalog: &Catalog, publication: &Publication, rows: &[&Anchor], count: &str) -> String {
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
    out.push_str("</dl>\n");
    out.push_str(HEAD);
    for anchor in rows.iter().take(ROWS) {
        out.push_str(&row(catalog, anchor));
    }
    let source = format!("<a href=\"{}\">the source</a>", escape(&publication.url));
    let words = match rows.len() {
        shown if shown <= ROWS => format!("{count} from {source}."),
        _ => format!("The first {ROWS} of {count} from {source}."),
    };
    out.extend(["</tbody>\n</table>\n<p>", &words, "</p>\n"]);
    out
}

fn row(catalog: &Catalog, anchor: &Anchor) -> String {
    let row = &anchor.row;
    let device = &catalog.hardware[anchor.hardware].record.name;
    let hardware = if row.count == 1 { device.clone() } else { format!("{} × {device}", row.count) };
    let version = row.version.as_deref().unwrap_or_default();
    let engine = [catalog.runtimes[anchor.runtime].name.as_str(), version].join(" ");
    let speed = match row.flags.as_slice() {
        [] => row.tokens_per_s.to_string(),
        flags => format!("{} ({})", row.tokens_per_s, flags.join(", ")),
    };
    let cells = [
        hardware.as_str(),
        &catalog.models[anchor.model].record.name,
        &catalog.formats[anchor.quantization].record.name,
        engine.trim_end(),
        &conditions(anchor),
        &speed,
    ];
    let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
    format!("<tr><td>{}</td></tr>\n", cells.join("</td><td>"))
}

/// Returns the conditions of a row, as "writing 128 tokens after 4096, 8 requests at once".
fn conditions(anchor: &Anchor) -> String {
    let row = &anchor.row;
    let (action, count) = match row.phase {
        Phase::Prefill => ("reading", row.prompt.map(f64::from)),
        Phase::Decode => ("writing", row.generated),
        Phase::SpecDecode => ("writing with a draft", row.generated),
        Phase::BatchedDecode => ("writing in a batch", row.generated),
    };
    let mut out = action.to_owned();
    if let Some(count) = count {
        let _ = write!(out, " {count} tokens");
    }
    if let Some(depth) = row.depth.filter(|depth| *depth > 0) {
        let _ = write!(out, " after {depth}");
    }
    if row.concurrency > 1 {
        let _ = write!(out, ", {} requests at once", row.concurrency);
    }
    out
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
