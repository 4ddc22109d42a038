//! Writes a report from top to bottom, for formats without a layout: Markdown, the text of a terminal, the HTML of a
//! feed.
//!
//! 1. A [`TextFormat`] says how words, links, headings, lists and tables are written; by default as in Markdown.
//! 2. One walk decides what is written and in which order, so that every format says the same: the answer with its
//!    figures, or the list of set-ups; what would fit; then the blocks. A chart becomes its description.
//!
//! Only the words that `words` and `link` take are not yet escaped.

use alloc::{string::String, vec::Vec};

use super::ink::Ink;
use super::listing::{Listing, NUMBER_HEADS};
use super::markup::{Destination, destination, joined, put};
use super::number::{self, NONE};
use super::report::{
    Alternative, CellKind, DocBlock, Emphasis, Figure, Parts, Report, Source, Table, TableRow, Text, TextRun,
};

/// How a format writes the parts of a report.
pub trait TextFormat {
    /// The marks around bold words.
    const BOLD: [&'static str; 2] = ["**", "**"];

    /// Appends words, escaped.
    fn words(&self, out: &mut String, words: &str);

    /// Appends a link to another site.
    fn link(&self, out: &mut String, words: &str, href: &str);

    /// Appends a table.
    fn table(&self, out: &mut String, table: &TextTable);

    /// Returns what is written before each heading: a `#` for each level of the document around the report.
    fn deeper(&self) -> &'static str {
        ""
    }

    /// Appends the heading of the answer, or of a section.
    fn heading(&self, out: &mut String, is_section: bool, text: &str) {
        let (before, mark) = if is_section { ("\n", "### ") } else { ("", "## ") };
        put(out, &[before, self.deeper(), mark, text, "\n"]);
    }

    /// Appends a paragraph.
    fn paragraph(&self, out: &mut String, text: &str) {
        put(out, &["\n", text, "\n"]);
    }

    /// Appends a list.
    fn list(&self, out: &mut String, items: &[String]) {
        put(out, &["\n"]);
        for item in items {
            put(out, &["- ", item, "\n"]);
        }
    }

    /// Appends a command to type in a terminal.
    fn command(&self, out: &mut String, line: &str) {
        put(out, &["\n```sh\n", line, "\n```\n"]);
    }
}

/// A table with formatted cells.
#[derive(Debug)]
pub struct TextTable {
    /// The head of each column, and whether the column has numbers.
    pub heads: Vec<(String, bool)>,
    /// The cells of each row. A row with a single one is a heading for the rows that follow.
    pub rows: Vec<Vec<String>>,
}

/// Writes a report.
pub fn document(format: &impl TextFormat, report: &Report) -> String {
    let Parts { mut figure, work } = parts(format, report);
    figure.push_str(&work);
    figure
}

/// Writes the parts of a report.
pub fn parts(format: &impl TextFormat, report: &Report) -> Parts {
    let (mut figure, mut work) = (String::new(), String::new());
    if let Some(list) = &report.listing {
        listing(format, &mut figure, list);
    } else if !report.answer.is_empty() {
        answer(format, &mut figure, report);
    }
    alternatives(format, &mut figure, report);
    blocks(format, &mut work, &report.blocks);
    Parts { figure, work }
}

fn answer(format: &impl TextFormat, out: &mut String, report: &Report) {
    format.heading(out, false, &text(format, &report.answer));
    format.paragraph(out, &text(format, &report.conditions));
    let mut figures = Vec::new();
    for Figure { label, wide, value, note, .. } in &report.figures {
        let label = plain(format, &joined(&[label, if wide.is_empty() { "" } else { " " }]));
        let value = value.as_ref().map_or_else(|| String::from(NONE), |value| text(format, value));
        figures.push(joined(&[&label, &text(format, wide), ": ", &value, &bracketed(format, note)]));
    }
    format.list(out, &figures);
    sentence(format, out, &report.warning);
    sentence(format, out, report.chart.as_ref().map_or("", |chart| &chart.desc));
}

/// Appends a paragraph of plain words; none if there are no words.
fn sentence(format: &impl TextFormat, out: &mut String, words: &str) {
    if !words.is_empty() {
        format.paragraph(out, &plain(format, words));
    }
}

fn alternatives(format: &impl TextFormat, out: &mut String, report: &Report) {
    if report.alternatives.is_empty() {
        return;
    }
    sentence(format, out, &joined(&["Usable memory is what is left ", &report.usable, "."]));
    sentence(format, out, "What would fit:");
    let line = |each: &Alternative| plain(format, &joined(&[&each.link, &each.words]));
    format.list(out, &report.alternatives.iter().map(line).collect::<Vec<_>>());
}

fn listing(format: &impl TextFormat, out: &mut String, listing: &Listing) {
    format.heading(out, false, &plain(format, &listing.answer));
    format.paragraph(out, &plain(format, &listing.conditions));
    let mut heads = Vec::from([listing.first, ""]);
    heads.extend(NUMBER_HEADS);
    heads.push(listing.last.title);
    heads.extend(listing.score);
    for group in listing.groups.iter().filter(|group| !group.rows.is_empty()) {
        format.heading(out, true, &plain(format, &joined(&[group.title.0, ": ", &group.title.1])));
        let heads = heads.iter().enumerate().map(|(at, head)| (String::from(*head), at > 1)).collect();
        let mut rows = Vec::new();
        for row in &group.rows {
            let mut cells = Vec::from([plain(format, &row.name.0), plain(format, &row.under)]);
            for number in row.numbers(listing.last) {
                cells.push(plain(format, number.as_deref().unwrap_or(NONE)));
            }
            if listing.score.is_some() {
                cells.push(row.score.map(|score| number::plain(score, 1)).unwrap_or_default());
            }
            rows.push(cells);
        }
        format.table(out, &TextTable { heads, rows });
    }
    for note in &listing.notes {
        sentence(format, out, note);
    }
}

fn blocks(format: &impl TextFormat, out: &mut String, all: &[DocBlock]) {
    for block in all {
        match block {
            DocBlock::Section(section) => {
                format.heading(out, true, &plain(format, &section.heading));
                blocks(format, out, &section.blocks);
            }
            DocBlock::Paragraph(_, words) => format.paragraph(out, &text(format, words)),
            DocBlock::List(_, sentences) => {
                format.list(out, &sentences.iter().map(|words| plain(format, words)).collect::<Vec<_>>());
            }
            DocBlock::Sources(all) => format.paragraph(out, &sources(format, all)),
            DocBlock::Command(line) => format.command(out, line),
            DocBlock::Table(shown) => table(format, out, shown),
        }
    }
}

fn sources(format: &impl TextFormat, sources: &[Source]) -> String {
    let mut out = String::new();
    let mut before = "Where this comes from: ";
    for (title, href) in sources {
        out.push_str(before);
        link(format, &mut out, title, href);
        before = "; ";
    }
    out.push('.');
    out
}

fn table(format: &impl TextFormat, out: &mut String, table: &Table) {
    sentence(format, out, &table.caption);
    let heads = table.columns.iter().map(|(label, small, kind)| {
        let space = if small.is_empty() { "" } else { " " };
        (plain(format, &joined(&[label, space, small])), *kind == CellKind::Number)
    });
    let rows = table.rows.iter().map(|row| match row {
        TableRow::Group(_, words, caution) => [joined(&[&text(format, words), &bracketed(format, caution)])].into(),
        TableRow::Cells(emphasis, cells) => cells
            .iter()
            .enumerate()
            .map(|(at, (_, words))| {
                let is_bold = *emphasis == Emphasis::Sum || (*emphasis == Emphasis::Match && at == 0);
                marked(format, is_bold, &text(format, words))
            })
            .collect(),
    });
    format.table(out, &TextTable { heads: heads.collect(), rows: rows.collect() });
}

fn marked<F: TextFormat>(_: &F, is_bold: bool, text: &str) -> String {
    let [open, close] = if is_bold { F::BOLD } else { ["", ""] };
    joined(&[open, text, close])
}

fn plain(format: &impl TextFormat, words: &str) -> String {
    let mut out = String::new();
    format.words(&mut out, words);
    out
}

/// Returns a note in brackets; empty if there is none.
fn bracketed(format: &impl TextFormat, note: &str) -> String {
    if note.is_empty() { String::new() } else { plain(format, &joined(&[" (", note, ")"])) }
}

/// Returns words with values; bold on the page is bold here.
fn text(format: &impl TextFormat, Text(runs): &Text) -> String {
    let is_bold = |ink: &Option<Ink>| *ink == Some(Ink::Plain);
    let mut out = String::new();
    for same in runs.chunk_by(|(one, _), (next, _)| is_bold(one) == is_bold(next)) {
        let mut inside = String::new();
        for (_, run) in same {
            match run {
                TextRun::Words(words) => format.words(&mut inside, words),
                TextRun::Value(quantity) => {
                    let mut value = String::new();
                    quantity.push(&mut value);
                    format.words(&mut inside, &value);
                }
                TextRun::Link(words, href) => link(format, &mut inside, words, href),
            }
        }
        out.push_str(&marked(format, same.iter().any(|(ink, _)| is_bold(ink)), &inside));
    }
    out
}

/// Appends a link. A relative one would break elsewhere, so only its words are written.
fn link(format: &impl TextFormat, out: &mut String, words: &str, href: &str) {
    if destination(href) == Destination::Away {
        format.link(out, words, href);
    } else {
        format.words(out, words);
    }
}
