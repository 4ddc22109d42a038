//! Formats a list of set-ups for terminals, programs and documents.
//!
//! 1. [`ListFormat`] is a table of 80 columns, JSON, Markdown, or CSV with a row for each set-up.
//! 2. [`Order`] names the column by which the explorer sorts the rows of each group.
//!
//! All numbers come from the explorer; nothing is computed here.

use crate::cli::short_answer::wrapped;
use anyhow::{Context, Result};
use rooflight_document::listing::{LastColumn, Listing, ListingRow};
use rooflight_document::number::{plain, range, speed};
use rooflight_document::{markdown, report::Report};
use serde_json::{Value, json};
use std::fmt::Write as _;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The format of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ListFormat {
    /// A table for a terminal.
    #[default]
    Table,
    /// JSON.
    Json,
    /// Markdown.
    Markdown,
    /// CSV, a row for each set-up.
    Csv,
}

rooflight_primitives::variants! {
    /// The order of the rows of a group.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
    pub(super) enum Order [
        /// The order as inputs of the explorer, each with a leading `&`.
        pub(super) inputs: &'static str,
    ] {
        /// The fastest first.
        Speed = "&sort=speed",
        /// The highest ceiling first.
        Ceiling = "&sort=ceiling",
        /// The fastest measurement first.
        Measured = "&sort=measured",
        /// The shortest time of the prompt first.
        Prompt = "&sort=prompt",
        /// The largest first.
        Memory = "&sort=memory&dir=reversed",
        /// The highest score first.
        Score = "&sort=score",
        /// By name.
        Name = "&sort=name",
    }
}

/// Formats a list. The pair is the origin of its data, in words and as JSON.
///
/// # Errors
/// The report has no list. Writing CSV to memory can fail in theory.
pub(super) fn text(report: &Report, format: ListFormat, (words, data): (&str, Value)) -> Result<String> {
    let listing = report.listing.as_ref().context("there is no list")?;
    Ok(match format {
        ListFormat::Table => format!("{}\n{}\n", table(listing), wrapped(words, 0)),
        ListFormat::Json => {
            let mut value = json(listing);
            value["data"] = data;
            format!("{value:#}\n")
        }
        ListFormat::Markdown => format!("{}\n{words}\n", markdown::document(report)),
        ListFormat::Csv => csv(listing)?,
    })
}

/// Formats the list as JSON.
pub(super) fn json(listing: &Listing) -> Value {
    let Listing { answer, conditions, groups, target, notes, .. } = listing;
    let groups: Vec<Value> = groups
        .iter()
        .filter(|group| !group.rows.is_empty())
        .map(|group| {
            let rows: Vec<Value> = group.rows.iter().map(|each| row(each, listing.last)).collect();
            json!({"title": group.title.0, "models": rows})
        })
        .collect();
    json!({"answer": answer, "conditions": conditions, "least": target, "groups": groups, "notes": notes})
}

/// The id of a row's record: the last segment of its page's address.
pub(super) fn id(row: &ListingRow) -> Option<&str> {
    row.name.1.trim_end_matches('/').rsplit('/').next()
}

fn row(row: &ListingRow, last: LastColumn) -> Value {
    let range = row.speeds.and_then(|(_, range)| range);
    let mut value = json!({
        "id": id(row),
        "name": row.name.0,
        "about": row.under,
        "memory": {"needed": row.memory.0, "usable": row.memory.1},
        "ceiling": row.speeds.map(|(ceiling, _)| ceiling),
        "range": range.map(|[low, typical, high]| json!({"low": low, "typical": typical, "high": high})),
        "measured": row.measured.as_ref().map(|(speed, _)| speed),
        "score": row.score,
    });
    value[last_key(last)] = json!(row.last);
    value
}

/// The JSON key of the last column, with its unit except for tokens.
const fn last_key(last: LastColumn) -> &'static str {
    match last.unit.as_bytes() {
        b"tokens" => "longest_context",
        b"$ an hour" => "rent_dollars_an_hour",
        b"$ a million tokens" => "rent_dollars_a_million_tokens",
        _ => "power_watts",
    }
}

/// Width of a table in terminal columns; names are cut to fit.
const WIDTH: usize = 80;

/// Heads and widths of the number columns; the list names the last one.
const HEADS: [(&str, usize); 5] = [("GB", 6), ("tok/s", 10), ("at most", 8), ("measured", 9), ("", 9)];

/// Formats the list for a terminal.
fn table(listing: &Listing) -> String {
    let mut out = format!("{}\n{}\n", wrapped(&listing.answer, 0), wrapped(&listing.conditions, 0));
    let numbers: usize = HEADS.iter().map(|(_, width)| width + 1).sum();
    let name = WIDTH - numbers;
    for group in listing.groups.iter().filter(|group| !group.rows.is_empty()) {
        _ = writeln!(out, "\n{}", wrapped(&format!("{}: {}", group.title.0, group.title.1), 0));
        out.push_str(&padded(listing.first, name));
        for (at, (head, width)) in HEADS.into_iter().enumerate() {
            let head = if at + 1 == HEADS.len() {
                listing.last.title.rsplit(' ').next().unwrap_or_default().to_owned()
            } else {
                head.to_owned()
            };
            _ = write!(out, " {head:>width$}");
        }
        out.push('\n');
        for row in &group.rows {
            let under = if listing.first == "Model" { String::new() } else { format!(", {}", row.under) };
            out.push_str(&padded(&format!("{}{under}", row.name.0), name));
            let found = row.speeds.and_then(|(_, range)| range);
            let cells = [
                Some(speed(row.memory.0 / 1e9)),
                row.speeds.map(|_| found.map_or_else(|| "open".to_owned(), |[low, _, high]| range(low, high))),
                row.speeds.map(|(ceiling, _)| speed(ceiling)),
                row.measured.as_ref().map(|(speed, _)| plain(*speed, 1)),
                row.last.map(|last| plain(last, listing.last.decimals)),
            ];
            for (cell, (_, width)) in cells.into_iter().zip(HEADS) {
                let cell = cell.unwrap_or_else(|| "–".to_owned());
                let space = " ".repeat((width + 1).saturating_sub(cell.width()));
                _ = write!(out, "{space}{cell}");
            }
            out.push('\n');
        }
    }
    for note in &listing.notes {
        _ = writeln!(out, "\n{}", wrapped(note, 0));
    }
    out
}

/// Pads or cuts a text to `width` columns.
fn padded(text: &str, width: usize) -> String {
    let text = shortened(text, width);
    let space = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(space))
}

/// Cuts a text to `width` columns; an ellipsis marks the cut.
fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut column = 0;
    for character in text.chars() {
        column += character.width().unwrap_or(0);
        if column >= width {
            break;
        }
        out.push(character);
    }
    out.push('…');
    out
}

/// The CSV header.
const COLUMNS: [&str; 12] = [
    "group",
    "id",
    "name",
    "about",
    "memory_bytes",
    "usable_bytes",
    "ceiling",
    "low",
    "typical",
    "high",
    "measured",
    "last",
];

fn csv(listing: &Listing) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    for group in &listing.groups {
        for row in &group.rows {
            let range = row.speeds.and_then(|(_, range)| range);
            let [low, typical, high] = [0, 1, 2].map(|at| number(range.map(|range| range[at])));
            writer.write_record([
                group.title.0.to_owned(),
                id(row).unwrap_or_default().to_owned(),
                row.name.0.clone(),
                row.under.clone(),
                number(Some(row.memory.0)),
                number(row.memory.1),
                number(row.speeds.map(|(ceiling, _)| ceiling)),
                low,
                typical,
                high,
                number(row.measured.as_ref().map(|(speed, _)| *speed)),
                number(row.last),
            ])?;
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
