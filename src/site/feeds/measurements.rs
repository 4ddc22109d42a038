//! Publications of measurements as items: where the figures come from, what to know before trusting them, and the first
//! rows.
//!
//! 1. The day is what the author of the file says in `added`; else the last day that the publication or one of its rows
//!    names. A month counts from its first day, a year too. A publication without any date is in no feed: a feed cannot
//!    say when it was.
//! 2. Figures stand as they were printed. A flag is shown, and hides nothing.

use crate::site::feeds::identity;
use crate::site::feeds::model::{Item, clean, line};
use crate::site::inputs::Inputs;
use jiff::civil::Date;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase, Publication};
use rooflight_glossary::syntax::highlight::escape;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The most rows of a publication that an item shows.
const ROWS: usize = 12;

const HEAD: &str = "<table>\n<thead><tr><th scope=\"col\">Hardware</th><th scope=\"col\">Model</th><th scope=\"col\">Format</th>\
<th scope=\"col\">Engine</th><th scope=\"col\">Measured</th><th scope=\"col\">Tokens per second</th></tr></thead>\n<tbody>\n";

/// The publications that a feed can carry, with their days.
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

/// The newest publications first; those of one day by the names of their files.
#[must_use]
pub(crate) fn items<'a>(inputs: &Inputs<'_>) -> Vec<Item<'a>> {
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
) -> Item<'a> {
    let count = match rows.len() {
        1 => "1 measurement".to_owned(),
        count => format!("{count} measurements"),
    };
    Item {
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

/// "writing 128 tokens after 4096, 8 requests at once"
fn conditions(anchor: &Anchor) -> String {
    let row = &anchor.row;
    let (what, count) = match row.phase {
        Phase::Prefill => ("reading", row.prompt.map(f64::from)),
        Phase::Decode => ("writing", row.generated),
        Phase::SpecDecode => ("writing with a draft", row.generated),
        Phase::BatchedDecode => ("writing in a batch", row.generated),
    };
    let mut out = what.to_owned();
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

/// The last day that a text names: `2024-01 - 2024-01-10`, `2025-12 (commit a1e9514)`.
fn last_day(text: &str) -> Option<Date> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter_map(day).max()
}

/// `2024-01-10`, `2024-01` or `2024`; other numbers are not years.
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
