//! A list of set-ups under one answer: rows in groups, each with its strip on one logarithmic axis.
//!
//! 1. The axis spans every ceiling, range and measurement of the list; the reader's target is a dotted rule on it.
//! 2. x in per cent and y in pixels, so that text keeps its size at every width. The numbers stand beside each strip,
//!    in cells that carry their bare value for sorting.
//!
//! Draws what it is given; the numbers are the explorer's.

use super::axis::LogAxis;
use super::markup::{attribute, escaped, joined, markdown as plain, markdown_around as around, put};
use super::number;
use alloc::string::String;
use alloc::vec::Vec;

/// An answer with its list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The answer in a sentence without a full stop.
    pub answer: String,
    /// The conditions it holds under.
    pub conditions: String,
    /// The head of the first column.
    pub first: &'static str,
    /// The head of the last column and its unit.
    pub last: (&'static str, &'static str),
    /// The benchmark of the rows' scores, where they have a column.
    pub score: Option<&'static str>,
    /// The length of the prompts, tokens; a model that cannot have as many reads what it can.
    pub prompt: f64,
    /// The speed that the reader asks for, tokens a second.
    pub target: Option<f64>,
    /// The set-ups, in groups under headings.
    pub groups: Vec<ListingGroup>,
    /// The number of leading rows rendered as HTML; all if `None`.
    pub first_rows: Option<usize>,
    /// Sentences after the list.
    pub notes: Vec<String>,
}

/// Set-ups under a heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListingGroup {
    /// The heading, and what it means.
    pub title: (&'static str, String),
    /// A row for each set-up, in order.
    pub rows: Vec<ListingRow>,
}

/// A set-up with its speeds, one line of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListingRow {
    /// Its name, and the page that is about it.
    pub name: (String, String),
    /// A line in smaller type under the name.
    pub under: String,
    /// Bytes needed, and bytes usable where that is known.
    pub memory: (f64, Option<f64>),
    /// The ceiling and the realistic range, tokens a second; `None` where it does not fit.
    pub speeds: Option<(f64, Option<[f64; 3]>)>,
    /// The calculator with this row's inputs.
    pub question: String,
    /// The newest plain measurement: tokens a second, and when.
    pub measured: Option<(f64, String)>,
    /// If nothing was measured at this context: the newest run at another one, in tokens a second, and its tokens.
    pub elsewhere: Option<(f64, String)>,
    /// Seconds of reading the prompt: the least, and the realistic ones from the fast end to the slow one where there
    /// is a range.
    pub prompt: Option<(f64, Option<[f64; 3]>)>,
    /// The calculator of prompts with this row's inputs.
    pub prompt_question: String,
    /// The number of the last column.
    pub last: Option<f64>,
    /// The model's published score in the list's benchmark.
    pub score: Option<f64>,
    /// Ways to make it fit: words and address.
    pub offers: Vec<(String, String)>,
}

/// The heads of a row's [`ListingRow::numbers`] but the last, which the list names.
pub const NUMBER_HEADS: [&str; 5] = ["Memory, GB", "Ceiling", "Realistic", "Measured", "Prompt, s"];

impl ListingRow {
    /// The numbers of the row as text, in the order of the columns: memory, ceiling, range, measurement, seconds of the
    /// prompt, and the list's last column.
    #[must_use]
    pub fn numbers(&self) -> [Option<String>; 6] {
        let range = self.speeds.and_then(|(_, range)| range);
        let prompt = self.prompt.map(|(least, span)| {
            span.map_or_else(|| joined(&["≥ ", &number::speed(least)]), |[fast, _, slow]| number::range(fast, slow))
        });
        [
            Some(number::speed(self.memory.0 / 1e9)),
            self.speeds.map(|(ceiling, _)| number::speed(ceiling)),
            range.map(|[low, _, high]| number::range(low, high)),
            self.measured.as_ref().map(|(speed, _)| number::plain(*speed, 1)),
            prompt,
            self.last.map(|last| number::plain(last, 0)),
        ]
    }
}

/// The axis over everything that is drawn and the target.
fn axis_over(listing: &Listing) -> LogAxis {
    let drawn = |row: &ListingRow| {
        let (ceiling, range) = row.speeds?;
        let run = row.measured.as_ref().or(row.elsewhere.as_ref());
        Some([Some(ceiling), range.map(|[low, ..]| low), run.map(|(speed, _)| *speed)])
    };
    let rows = listing.groups.iter().flat_map(|group| &group.rows);
    let values = rows.filter_map(drawn).flatten().flatten().chain(listing.target);
    LogAxis::over(values, (1.15, 1.1), (1.0, 100.0))
}

/// Powers of ten, with twos and fives where few of them fit.
fn ticks(axis: LogAxis) -> Vec<f64> {
    let digits: &[f64] = if axis.decades() > 2.2 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let mut ticks = axis.marks(digits);
    ticks.retain(|tick| (4.0..=96.0).contains(&axis.percent(*tick)));
    ticks
}

/// Writes the answer and its list as HTML.
pub(super) fn html(listing: &Listing, out: &mut String) {
    put(out, &["<div class=\"answer\"><h2 id=\"answer\">"]);
    escaped(out, &listing.answer);
    put(out, &["</h2><p class=\"sub\">"]);
    escaped(out, &listing.conditions);
    put(out, &["</p></div>"]);
    let axis = axis_over(listing);
    defs(axis, listing, out);
    heads(axis, listing, out);
    let mut left = listing.first_rows.unwrap_or(usize::MAX);
    for group in listing.groups.iter().filter(|group| !group.rows.is_empty()) {
        if left == 0 {
            break;
        }
        let columns = if listing.score.is_some() { "9" } else { "8" };
        put(out, &["<tbody><tr class=\"group\"><th scope=\"rowgroup\" colspan=\"", columns, "\"><b>"]);
        put(out, &[group.title.0, "</b> "]);
        escaped(out, &group.title.1);
        put(out, &["</th></tr>"]);
        for each in group.rows.iter().take(left) {
            row(axis, each, listing, out);
        }
        left = left.saturating_sub(group.rows.len());
        put(out, &["</tbody>"]);
    }
    put(out, &["</table>"]);
    for note in &listing.notes {
        put(out, &["<p class=\"note\">"]);
        escaped(out, note);
        put(out, &["</p>"]);
    }
}

/// The SVG definitions that all range plots share.
fn defs(axis: LogAxis, listing: &Listing, out: &mut String) {
    put(
        out,
        &[
            "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>",
            "<path id=\"x-d\" d=\"M0-5.5 5.5 0 0 5.5-5.5 0z\"/><g id=\"x-g\">",
        ],
    );
    for tick in ticks(axis) {
        upright(axis, "grid", tick, out);
    }
    if let Some(target) = listing.target {
        upright(axis, "tgt", target, out);
    }
    put(out, &["</g></defs></svg>"]);
}

fn upright(axis: LogAxis, class: &str, value: f64, out: &mut String) {
    put(out, &["<line class=\"", class, "\" y1=\"-8\" y2=\"40\""]);
    for name in ["x1", "x2"] {
        percent(out, name, axis.percent(value));
    }
    put(out, &["/>"]);
}

fn percent(out: &mut String, name: &str, value: f64) {
    attribute(out, name, value.clamp(0.0, 100.0));
    // The attribute is closed; the sign belongs inside.
    out.pop();
    put(out, &["%\""]);
}

fn heads(axis: LogAxis, listing: &Listing, out: &mut String) {
    let all = listing.groups.iter().map(|group| group.rows.len() as u64).sum();
    put(
        out,
        &[
            "<table class=\"explored\" aria-labelledby=\"answer\" data-rows=\"",
            &number::plain_count(all),
            "\"><thead><tr><th scope=\"col\">",
            listing.first,
        ],
    );
    put(
        out,
        &[
            "</th><th scope=\"col\">Memory<small>GB</small></th><th scope=\"col\" class=\"plot\"><small>tokens per second, log scale",
        ],
    );
    put(out, &["</small><svg class=\"chart\" height=\"16\" aria-hidden=\"true\">"]);
    for tick in ticks(axis) {
        put(out, &["<text class=\"mid\" y=\"12\""]);
        percent(out, "x", axis.percent(tick));
        put(out, &[">", &number::plain(tick, 2), "</text>"]);
    }
    put(
        out,
        &["</svg></th><th scope=\"col\" class=\"n c\">Ceiling</th><th scope=\"col\" class=\"n r\">Realistic</th>"],
    );
    put(
        out,
        &[
            "<th scope=\"col\" class=\"n m\">Measured</th><th scope=\"col\" class=\"n p\">Prompt<small>s for ",
            &number::plain(listing.prompt, 0),
            "</small></th><th scope=\"col\" class=\"n\">",
            listing.last.0,
            "<small>",
        ],
    );
    put(out, &[listing.last.1, "</small></th>"]);
    if let Some(benchmark) = listing.score {
        put(out, &["<th scope=\"col\" class=\"n q\">", benchmark, "</th>"]);
    }
    put(out, &["</tr></thead>"]);
}

fn row(axis: LogAxis, row: &ListingRow, listing: &Listing, out: &mut String) {
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
    value(out, "n c", "Ceiling", Some(ceiling));
    put(out, &[&number::speed(ceiling), "</td>"]);
    value(out, "n r", "Realistic", range.map(|[_, typical, _]| typical));
    put(out, &["<a href=\"", &row.question, "\">"]);
    put(out, &[&range.map_or_else(|| String::from("open"), |[low, _, high]| number::range(low, high)), "</a></td>"]);
    value(out, "n m", "Measured", row.measured.as_ref().map(|(speed, _)| *speed));
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
    value(out, "n", listing.last.0, row.last);
    put(out, &[&row.last.map_or_else(|| String::from(number::NONE), |last| number::plain(last, 0)), "</td>"]);
    score(row, listing.score, out);
}

/// The realistic seconds of the prompt; the least if there are none.
fn prompt(row: &ListingRow, out: &mut String) {
    let seconds = row.prompt;
    let sorted = seconds.map(|(least, span)| span.map_or(least, |[_, typical, _]| typical));
    let (class, words) = match seconds {
        None => ("n p", String::from(number::NONE)),
        Some((least, None)) => ("n p c", joined(&["≥ ", &number::speed(least)])),
        Some((_, Some([fast, _, slow]))) => ("n p r", number::range(fast, slow)),
    };
    value(out, class, "Prompt, s", sorted);
    if seconds.is_some() {
        put(out, &["<a href=\"", &row.prompt_question, "\">"]);
    }
    // "<0.001" is among them.
    escaped(out, &words);
    put(out, &[if seconds.is_some() { "</a></td>" } else { "</td>" }]);
}

/// The published score as a way to where it is explained, if the list has such a column; the end of the row.
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

/// The start of a cell with its bare value.
fn value(out: &mut String, class: &str, label: &str, value: Option<f64>) {
    put(out, &["<td class=\"", class, "\" data-l=\"", label, "\" data-v=\""]);
    if let Some(value) = value {
        put(out, &[&number::without_commas(&number::plain(value, 2))]);
    }
    put(out, &["\">"]);
}

/// The memory in use as a bar against what is usable, and in words.
fn memory((needed, usable): (f64, Option<f64>), out: &mut String) {
    value(out, "fit", "Memory", Some(needed / 1e9));
    let gb = |bytes: f64| number::speed(bytes / 1e9);
    if let Some(usable) = usable {
        let fits = needed <= usable;
        put(out, &["<svg class=\"chart\" height=\"12\" aria-hidden=\"true\"><rect y=\"1\" height=\"10\" class=\""]);
        put(out, &[if fits { "bar-w\"" } else { "bar-no\"" }]);
        percent(out, "width", (needed / usable * 70.0).min(99.0));
        put(out, &["/><line class=\"cap\" x1=\"70%\" x2=\"70%\" y1=\"0\" y2=\"12\"/></svg>"]);
        let left = if fits { usable - needed } else { needed - usable };
        put(out, &["<small>", &gb(needed), ", ", &gb(left), if fits { " left" } else { " over" }, "</small></td>"]);
    } else {
        put(out, &["<small>", &gb(needed), " needed</small></td>"]);
    }
}

fn strip(axis: LogAxis, row: &ListingRow, (ceiling, range): (f64, Option<[f64; 3]>), out: &mut String) {
    put(out, &["<td class=\"plot\"><svg class=\"chart\" height=\"32\" aria-hidden=\"true\"><use href=\"#x-g\"/>"]);
    if let Some([low, typical, high]) = range {
        put(out, &["<rect class=\"f-r\" y=\"10\" height=\"12\""]);
        percent(out, "x", axis.percent(low));
        percent(out, "width", axis.percent(high) - axis.percent(low));
        put(out, &["/><line class=\"typ\" y1=\"10\" y2=\"22\""]);
        for name in ["x1", "x2"] {
            percent(out, name, axis.percent(typical));
        }
        put(out, &["/>"]);
    }
    put(out, &["<line class=\"cap\" y1=\"6\" y2=\"26\""]);
    for name in ["x1", "x2"] {
        percent(out, name, axis.percent(ceiling));
    }
    put(out, &["/>"]);
    let solid = row.measured.as_ref().map(|run| ("d-m", run));
    if let Some((class, (speed, _))) = solid.or_else(|| row.elsewhere.as_ref().map(|run| ("d-o", run))) {
        put(out, &["<use href=\"#x-d\" class=\"", class, "\" y=\"16\""]);
        percent(out, "x", axis.percent(*speed));
        put(out, &["/>"]);
    }
    put(out, &["</svg></td>"]);
}

/// The changes that would make it fit, across the other columns.
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

/// Writes the answer and its list as Markdown, a table for each group.
pub(super) fn markdown(listing: &Listing, out: &mut String) {
    around(out, "## ", &listing.answer, "\n\n");
    around(out, "", &listing.conditions, "\n");
    for group in listing.groups.iter().filter(|group| !group.rows.is_empty()) {
        around(out, "\n### ", group.title.0, ": ");
        around(out, "", &group.title.1, "\n\n| ");
        put(out, &[listing.first, " | |"]);
        for head in NUMBER_HEADS.into_iter().chain([listing.last.0]) {
            put(out, &[" ", head, " |"]);
        }
        let score = listing.score.map(|benchmark| [" ", benchmark, " |"]);
        put(out, &score.unwrap_or_default());
        let rule = if score.is_some() { "---:|\n" } else { "\n" };
        put(out, &["\n|---|---|---:|---:|---:|---:|---:|---:|", rule]);
        for row in &group.rows {
            around(out, "| ", &row.name.0, " | ");
            plain(out, &row.under);
            for cell in row.numbers() {
                put(out, &[" | ", cell.as_deref().unwrap_or(number::NONE)]);
            }
            if listing.score.is_some() {
                let score = row.score.map(|score| number::plain(score, 1));
                put(out, &[" | ", score.as_deref().unwrap_or_default()]);
            }
            put(out, &[" |\n"]);
        }
    }
    for note in &listing.notes {
        around(out, "\n", note, "\n");
    }
}
