//! Writes the catalog's tables as Markdown: the rows of the page, with links to models, devices and sources.
//!
//! Links to the calculator are left out: their addresses follow from the row and would be longer than it.

use crate::site::catalog::memory_chart::{MemoryChart, fits};
use crate::site::catalog::range_plot::{RangePlot, RangeRow, ends, realistic};
use crate::site::catalog::words::gb;
use crate::site::inline::{InlinePiece, is_web};
use crate::site::inputs::Inputs;
use crate::site::table::{GridLine, GridTable};
use crate::writers::markdown::escape::plain;
use crate::writers::markdown::row;
use rooflight_document::number;

/// Escapes text for a table cell, and keeps one space at either end if there is one.
pub(super) fn words(text: &str) -> String {
    let inside = plain(text).replace('|', "\\|");
    let space = |has: bool| if has { " " } else { "" };
    let blank = |c: char| c.is_whitespace();
    format!("{}{}{}", space(text.starts_with(blank)), inside.trim(), space(!inside.is_empty() && text.ends_with(blank)))
}

/// Returns inline pieces on one line.
pub(super) fn pieces(inputs: &Inputs<'_>, all: &[InlinePiece]) -> String {
    let mut out = String::new();
    for piece in all {
        match piece {
            InlinePiece::Strong(inside) => out.extend(["**", pieces(inputs, inside).trim(), "**"]),
            InlinePiece::Day(_, human) => out.push_str(&words(human)),
            InlinePiece::Small(inside) => {
                let inside = pieces(inputs, inside);
                let between = if out.is_empty() || inside.trim().is_empty() { "" } else { ", " };
                out.extend([between, inside.trim()]);
            }
            InlinePiece::Page(path, text) => {
                out.extend(["[", &words(text), "](", &inputs.config.base_url.join(path), ")"]);
            }
            InlinePiece::Outside(url, text) if is_web(url) => {
                out.extend(["[", &words(text), "](<", &url.replace('|', "%7C"), ">)"]);
            }
            InlinePiece::Text(text) | InlinePiece::Question(_, text) | InlinePiece::Outside(_, text) => {
                out.push_str(&words(text));
            }
        }
    }
    out
}

/// Returns a table after its caption; empty if it has no lines.
pub(super) fn table(inputs: &Inputs<'_>, table: &GridTable) -> String {
    if table.lines.is_empty() {
        return String::new();
    }
    let heads = table.columns.iter().map(|column| {
        let head = format!("{} {}", column.head, column.small);
        (head.trim().to_owned(), column.class.starts_with('n'))
    });
    let mut out = begin(&table.caption, heads);
    for line in &table.lines {
        let cells: Vec<String> = match line {
            GridLine::Group(all) => vec![pieces(inputs, all)],
            GridLine::Row(cells) => cells.iter().map(|cell| pieces(inputs, &cell.pieces)).collect(),
        };
        let missing = table.columns.len().saturating_sub(cells.len());
        out.push_str(&row(cells.into_iter().chain(std::iter::repeat_n(String::new(), missing))));
    }
    out
}

/// Returns the table of a range plot's values.
pub(super) fn range_plot(inputs: &Inputs<'_>, plot: &RangePlot) -> String {
    let side = plot.side.map_or_else(String::new, |(head, small)| format!("{head} {small}"));
    let heads = [(plot.first, false), (&side, true), ("Ceiling", true), ("Realistic", true), ("Measured", true)];
    let mut out = begin(&plot.caption, heads.into_iter().map(|(head, number)| (head.to_owned(), number)));
    for RangeRow { name, under, side, estimated, measured, .. } in &plot.rows {
        let name = pieces(inputs, &[name.clone(), InlinePiece::Small(vec![InlinePiece::Text(under.clone())])]);
        let range = pieces(inputs, &[realistic(estimated, None)]);
        let ceiling = words(&number::speed(estimated.speeds.ceiling));
        out.push_str(&row([name, words(side), ceiling, range, words(&ends(measured))].into_iter()));
    }
    out
}

/// Returns the table of a memory chart's values, in GB; `context` is the number of tokens in the cache.
pub(super) fn memory_chart(picture: &MemoryChart<'_>, context: &str) -> String {
    let caption = format!("{} GB usable; a cache of {context} tokens in 16 bits.", gb(picture.usable));
    let heads = ["Model", "Weights GB", "Cache GB", "Needs GB", "Fits"];
    let heads = heads.into_iter().enumerate().map(|(at, head)| (head.to_owned(), (1..4).contains(&at)));
    let mut out = begin(&caption, heads);
    for bar in &picture.bars {
        let name = words(&format!("{}, {}", bar.name, bar.format));
        let sizes = [bar.fit.weights, bar.fit.cache, bar.fit.needed()].map(|bytes| words(&gb(bytes)));
        let fitting = if fits(bar, picture.usable) { "yes" } else { "no" };
        out.push_str(&row(std::iter::once(name).chain(sizes).chain([fitting.to_owned()])));
    }
    out
}

/// Returns the caption and the head of a table; `heads` are the columns, each with whether it holds numbers.
pub(super) fn begin(caption: &str, heads: impl Iterator<Item = (String, bool)>) -> String {
    let (heads, numbers): (Vec<String>, Vec<bool>) = heads.map(|(head, number)| (words(&head), number)).unzip();
    let rule = numbers.into_iter().map(|number| if number { "---:" } else { "---" }.to_owned());
    let caption = if caption.is_empty() { String::new() } else { format!("{}\n\n", plain(caption)) };
    format!("{caption}{}{}", row(heads.into_iter()), row(rule))
}
