//! Renders a list of set-ups as HTML: each row has a range plot on a common logarithmic axis.
//!
//! 1. The axis spans the ranges, ceilings and measurements of the rows shown, and the reader's target, drawn as a
//!    dotted line. A ceiling without a range may lie far beyond; one outside the axis is drawn as an arrow at its end.
//! 2. x is in per cent and y in pixels, so that text keeps its size at every width. The numbers are next to each plot,
//!    in cells that carry the bare value.
//!
//! Draws only; computes no number.

use crate::draw::share;
use crate::listing::{Listing, ListingColumn, ListingRow};
use crate::markup::{around, escaped, joined, put};
use crate::number;
use crate::scale::{Axis, Scale};
use alloc::string::String;
use alloc::vec::Vec;

/// Returns the axis over everything drawn in the rows shown, and the target. A ceiling without a range counts only if
/// no row has a range.
fn axis_over(listing: &Listing) -> Axis {
    let rows = || listing.shown().flat_map(|(_, rows)| rows);
    let has_ranges = rows().any(|row| matches!(row.speeds, Some((_, Some(_)))));
    let drawn = |row: &ListingRow| {
        let (ceiling, range) = row.speeds?;
        let run = row.measured.as_ref().or(row.elsewhere.as_ref());
        let ceiling = (range.is_some() || !has_ranges).then_some(ceiling);
        Some([ceiling, range.map(|[low, ..]| low), run.map(|(speed, _)| *speed)])
    };
    let values = rows().filter_map(drawn).flatten().flatten().chain(listing.target);
    Axis::over(Scale::Logarithmic, values, (1.15, 1.1), (1.0, 100.0))
}

/// The values to name: powers of ten; also twos and fives if the axis is short.
fn ticks(axis: Axis) -> Vec<f64> {
    let digits: &[f64] = if axis.decades() > 2.2 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let mut ticks = axis.marks(digits);
    ticks.retain(|tick| (4.0..=96.0).contains(&axis.percent(*tick)));
    ticks
}

/// Appends the answer and its list.
pub(crate) fn html(listing: &Listing, out: &mut String) {
    put(out, &["<div class=\"answer\"><h2 id=\"answer\">"]);
    escaped(out, &listing.answer);
    put(out, &["</h2><p class=\"sub\">"]);
    escaped(out, &listing.conditions);
    put(out, &["</p></div>"]);
    let axis = axis_over(listing);
    defs(axis, listing, out);
    heads(axis, listing, out);
    for (group, rows) in listing.shown() {
        let columns = if listing.score.is_some() { "9" } else { "8" };
        put(out, &["<tbody><tr class=\"group\"><th scope=\"rowgroup\" colspan=\"", columns, "\"><b>"]);
        put(out, &[group.title.0, "</b> "]);
        escaped(out, &group.title.1);
        put(out, &["</th></tr>"]);
        for each in rows {
            row(axis, each, listing, out);
        }
        put(out, &["</tbody>"]);
    }
    put(out, &["</table>"]);
    for (at, note) in listing.notes.iter().enumerate() {
        put(out, &["<p class=\"note"]);
        if at == 0 {
            around(out, "\" data-oldest=\"", &listing.oldest, "");
        }
        put(out, &["\">"]);
        escaped(out, note);
        put(out, &["</p>"]);
    }
}

/// Appends the SVG definitions that all range plots share.
fn defs(axis: Axis, listing: &Listing, out: &mut String) {
    put(
        out,
        &[
            "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>",
            "<path id=\"x-d\" d=\"M0-5.5 5.5 0 0 5.5-5.5 0z\"/><path id=\"x-o\" d=\"M-7-5-2 0-7 5\" fill=\"none\"/><g id=\"x-g\">",
        ],
    );
    for tick in ticks(axis) {
        upright(axis, "grid", ["-8", "40"], tick, out);
    }
    if let Some(target) = listing.target {
        upright(axis, "tgt", ["-8", "40"], target, out);
    }
    put(out, &["</g></defs></svg>"]);
}

/// Appends an upright line at a value.
fn upright(axis: Axis, class: &str, [top, bottom]: [&str; 2], value: f64, out: &mut String) {
    put(out, &["<line class=\"", class, "\" y1=\"", top, "\" y2=\"", bottom, "\""]);
    for name in ["x1", "x2"] {
        share(out, name, axis.within(value));
    }
    put(out, &["/>"]);
}

fn heads(axis: Axis, listing: &Listing, out: &mut String) {
    let all = listing.groups.iter().map(|group| group.rows.len() as u64).sum();
    let rows = number::plain_count(all);
    put(out, &["<table class=\"explored\" aria-labelledby=\"answer\" data-rows=\"", &rows, "\"><thead><tr>"]);
    head(listing, ListingColumn::Name, "", [listing.first, ""], out);
    head(listing, ListingColumn::Memory, "", ["Memory", "GB"], out);
    let words = "<small>tokens per second, log scale</small>";
    put(out, &["<th scope=\"col\" class=\"plot\">", words, "<svg class=\"chart\" height=\"16\" aria-hidden=\"true\">"]);
    for tick in ticks(axis) {
        put(out, &["<text class=\"mid\" y=\"12\""]);
        share(out, "x", axis.within(tick));
        put(out, &[">", &number::plain(tick, 2), "</text>"]);
    }
    put(out, &["</svg></th>"]);
    let prompt = joined(&["s for ", &number::plain(listing.prompt, 0)]);
    head(listing, ListingColumn::Ceiling, "n c", ["Ceiling", ""], out);
    head(listing, ListingColumn::Speed, "n r", ["Realistic", ""], out);
    head(listing, ListingColumn::Measured, "n m", ["Measured", ""], out);
    head(listing, ListingColumn::Prompt, "n p", ["Prompt", &prompt], out);
    head(listing, ListingColumn::Last, "n", [listing.last.title, listing.last.unit], out);
    if let Some(benchmark) = listing.score {
        head(listing, ListingColumn::Score, "n q", [benchmark, ""], out);
    }
    put(out, &["</tr></thead>"]);
}

/// Appends a heading with its column's sort key; it also states the order if the list is sorted by it.
fn head(listing: &Listing, column: ListingColumn, class: &str, [title, small]: [&str; 2], out: &mut String) {
    put(out, &["<th scope=\"col\" data-sort=\"", column.key()]);
    if let Some((_, down)) = listing.order.filter(|(chosen, _)| *chosen == column) {
        put(out, &["\" aria-sort=\"", if down { "descending" } else { "ascending" }]);
    }
    put(out, &["\" class=\"", class, "\">", title]);
    around(out, "<small>", small, "</small>");
    put(out, &["</th>"]);
}

fn row(axis: Axis, row: &ListingRow, listing: &Listing, out: &mut String) {
    put(
        out,
        &[
            "<tr",
            if row.speeds.is_none() { " class=\"no\"" } else { "" },
            "><th scope=\"row\"><a href=\"",
            &row.name.1,
            "\">",
        ],
    );
    escaped(out, &row.name.0);
    put(out, &["</a><small>"]);
    escaped(out, &row.under);
    put(out, &["</small></th>"]);
    memory(row.memory, out);
    let Some((ceiling, range)) = row.speeds else {
        offers(row, out);
        return score(row, listing.score, out);
    };
    strip(axis, row, (ceiling, range), out);
    value(out, "n c", "Ceiling", row.value(ListingColumn::Ceiling));
    put(out, &[&number::speed(ceiling), "</td>"]);
    value(out, "n r", "Realistic", row.value(ListingColumn::Speed));
    put(out, &["<a href=\"", &row.question, "\">"]);
    put(out, &[&range.map_or_else(|| String::from("open"), |[low, _, high]| number::range(low, high)), "</a></td>"]);
    value(out, "n m", "Measured", row.value(ListingColumn::Measured));
    match &row.measured {
        Some((speed, date)) => {
            put(out, &[&number::plain(*speed, 1), "<small>"]);
            escaped(out, date);
            put(out, &["</small></td>"]);
        }
        None => match &row.elsewhere {
            Some((speed, at)) => {
                put(out, &["◇\u{a0}", &number::plain(*speed, 1), "<small>"]);
                escaped(out, at);
                put(out, &["</small></td>"]);
            }
            None => put(out, &[number::NONE, "</td>"]),
        },
    }
    prompt(row, out);
    value(out, "n", listing.last.title, row.last);
    let last = row.last.map(|last| number::plain(last, listing.last.decimals));
    put(out, &[last.as_deref().unwrap_or(number::NONE), "</td>"]);
    score(row, listing.score, out);
}

/// Appends the realistic seconds for the prompt, or the minimum if there is no range.
fn prompt(row: &ListingRow, out: &mut String) {
    let seconds = row.prompt;
    let (class, words) = match seconds {
        None => ("n p", String::from(number::NONE)),
        Some((least, None)) => ("n p c", joined(&["≥ ", &number::speed(least)])),
        Some((_, Some([fast, _, slow]))) => ("n p r", number::range(fast, slow)),
    };
    value(out, class, "Prompt, s", row.value(ListingColumn::Prompt));
    if seconds.is_some() {
        put(out, &["<a href=\"", &row.prompt_question, "\">"]);
    }
    // `<0.001` is a possible text.
    escaped(out, &words);
    put(out, &[if seconds.is_some() { "</a></td>" } else { "</td>" }]);
}

/// Appends the published score, linked to its explanation, if the list has a score column; then ends the row.
fn score(row: &ListingRow, benchmark: Option<&'static str>, out: &mut String) {
    if let Some(benchmark) = benchmark {
        value(out, "n q", benchmark, row.score);
        if let Some(score) = row.score {
            put(out, &["<a href=\"", &row.name.1, "#h-quality\">", &number::plain(score, 1), "</a>"]);
        }
        put(out, &["</td>"]);
    }
    put(out, &["</tr>"]);
}

/// Appends the opening of a cell with its bare value.
fn value(out: &mut String, class: &str, label: &str, value: Option<f64>) {
    put(out, &["<td class=\"", class, "\" data-l=\"", label, "\" data-v=\""]);
    if let Some(value) = value {
        put(out, &[&number::without_commas(&number::plain(value, 2))]);
    }
    put(out, &["\">"]);
}

/// Appends the memory needed, as a bar against the usable memory and in words.
fn memory((needed, usable): (f64, Option<f64>), out: &mut String) {
    value(out, "fit", "Memory", Some(needed / 1e9));
    let gb = |bytes: f64| number::speed(bytes / 1e9);
    if let Some(usable) = usable {
        let fits = needed <= usable;
        put(out, &["<svg class=\"chart\" height=\"12\" aria-hidden=\"true\"><rect y=\"1\" height=\"10\" class=\""]);
        put(out, &[if fits { "bar-w\"" } else { "bar-no\"" }]);
        share(out, "width", (needed / usable * 0.7).min(0.99));
        put(out, &["/><line class=\"cap\" x1=\"70%\" x2=\"70%\" y1=\"0\" y2=\"12\"/></svg>"]);
        let left = if fits { usable - needed } else { needed - usable };
        put(out, &["<small>", &gb(needed), ", ", &gb(left), if fits { " left" } else { " over" }, "</small></td>"]);
    } else {
        put(out, &["<small>", &gb(needed), " needed</small></td>"]);
    }
}

fn strip(axis: Axis, row: &ListingRow, (ceiling, range): (f64, Option<[f64; 3]>), out: &mut String) {
    put(out, &["<td class=\"plot\"><svg class=\"chart\" height=\"32\" aria-hidden=\"true\"><use href=\"#x-g\"/>"]);
    if let Some([low, typical, high]) = range {
        put(out, &["<rect class=\"f-r\" y=\"10\" height=\"12\""]);
        share(out, "x", axis.within(low));
        share(out, "width", axis.at(high) - axis.at(low));
        put(out, &["/>"]);
        upright(axis, "typ", ["10", "22"], typical, out);
    }
    if axis.percent(ceiling) > 100.0 {
        put(out, &["<use href=\"#x-o\" class=\"cap\" x=\"100%\" y=\"16\"/>"]);
    } else {
        upright(axis, "cap", ["6", "26"], ceiling, out);
    }
    let solid = row.measured.as_ref().map(|run| ("d-m", run));
    if let Some((class, (speed, _))) = solid.or_else(|| row.elsewhere.as_ref().map(|run| ("d-o", run))) {
        put(out, &["<use href=\"#x-d\" class=\"", class, "\" y=\"16\""]);
        share(out, "x", axis.within(*speed));
        put(out, &["/>"]);
    }
    put(out, &["</svg></td>"]);
}

/// Appends the changes that would make the set-up fit, in a cell across the other columns.
fn offers(row: &ListingRow, out: &mut String) {
    put(out, &["<td class=\"offers\" colspan=\"6\">"]);
    let mut before = "Does not fit; try ";
    for (words, href) in &row.offers {
        put(out, &[before, "<a href=\"", href, "\">"]);
        escaped(out, words);
        put(out, &["</a>"]);
        before = " · ";
    }
    put(out, &[if row.offers.is_empty() { "Does not fit" } else { "" }, "</td>"]);
}
