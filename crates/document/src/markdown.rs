//! Renders a report as Markdown, for pasting or as a part of a document. Tables take the place of the chart.
//!
//! Markdown's special characters are escaped. A relative link would break elsewhere, so only its text is written.

use alloc::string::String;

use super::arg::Arg;
use super::ink::Ink;
use super::markup::{Destination, destination, markdown as plain, markdown_around as around, put};
use super::number::NONE;
use super::report::{
    CellKind, Column, DocBlock, Emphasis, Figure, Parts, Report, Section, Source, Table, TableRow, Text, TextRun,
};

/// Renders a report as a complete document.
#[must_use]
pub fn document(report: &Report) -> String {
    whole(report, "")
}

/// Renders a report as a part of a document: its headings are one level deeper.
#[must_use]
pub fn part(report: &Report) -> String {
    whole(report, "#")
}

fn whole(report: &Report, deeper: &str) -> String {
    let Parts { mut figure, work } = parts(report, deeper);
    figure.push_str(&work);
    figure
}

/// Renders the parts of a report. `deeper` is written before each heading: `#` in a part of a document, else empty.
#[must_use]
pub fn parts(report: &Report, deeper: &str) -> Parts {
    let (mut figure, mut work) = (String::new(), String::new());
    if let Some(renderer) = report.figure_renderer {
        (renderer.markdown)(&mut figure, report, deeper);
    }
    alternatives(&mut figure, report);
    blocks(&mut work, &report.blocks, deeper);
    Parts { figure, work }
}

/// Appends the answer and its numbers.
pub(super) fn head(out: &mut String, report: &Report, deeper: &str) {
    put(out, &[deeper, "## "]);
    text(out, &report.answer);
    put(out, &["\n\n"]);
    text(out, &report.conditions);
    put(out, &["\n\n"]);
    for each in &report.figures {
        one_figure(out, each);
    }
    around(out, "\n", &report.warning, "\n");
}

fn one_figure(out: &mut String, figure: &Figure) {
    put(out, &["- "]);
    plain(out, &figure.label);
    if !figure.wide.is_empty() {
        put(out, &[" "]);
        text(out, &figure.wide);
    }
    put(out, &[": "]);
    match &figure.value {
        Some(value) => text(out, value),
        None => put(out, &[NONE]),
    }
    around(out, " (", &figure.note, ")");
    put(out, &["\n"]);
}

fn blocks(out: &mut String, all: &[DocBlock], deeper: &str) {
    for block in all {
        match block {
            DocBlock::Section(Section { heading, blocks: inner, .. }) => {
                put(out, &["\n", deeper]);
                around(out, "### ", heading, "\n");
                blocks(out, inner, deeper);
            }
            DocBlock::Paragraph(_, words) => {
                put(out, &["\n"]);
                text(out, words);
                put(out, &["\n"]);
            }
            DocBlock::List(_, sentences) => {
                put(out, &["\n"]);
                for sentence in sentences {
                    around(out, "- ", sentence, "\n");
                }
            }
            DocBlock::Sources(all) => sources(out, all),
            DocBlock::Command(line) => put(out, &["\n```sh\n", line, "\n```\n"]),
            DocBlock::Table(shown) => table(out, shown),
        }
    }
}

fn sources(out: &mut String, sources: &[Source]) {
    let mut before = "\nWhere this comes from: ";
    for (title, href) in sources {
        put(out, &[before]);
        link(out, title, href);
        before = "; ";
    }
    put(out, &[".\n"]);
}

fn alternatives(out: &mut String, report: &Report) {
    if report.alternatives.is_empty() {
        return;
    }
    around(out, "\nUsable memory is what is left ", &report.usable, ".\n");
    put(out, &["\nWhat would fit:\n\n"]);
    for each in &report.alternatives {
        put(out, &["- "]);
        plain(out, &each.link);
        plain(out, &each.words);
        put(out, &["\n"]);
    }
}

fn table(out: &mut String, table: &Table) {
    headings(out, &table.caption, &table.columns);
    for row in &table.rows {
        match row {
            TableRow::Group(_, words, caution) => {
                put(out, &["| "]);
                text(out, words);
                around(out, " (", caution, ")");
                for _ in &table.columns {
                    put(out, &[" |"]);
                }
            }
            TableRow::Cells(emphasis, cells) => {
                put(out, &["|"]);
                for (at, (_, words)) in cells.iter().enumerate() {
                    let strong = *emphasis == Emphasis::Sum || (*emphasis == Emphasis::Match && at == 0);
                    put(out, &[if strong { " **" } else { " " }]);
                    text(out, words);
                    put(out, &[if strong { "** |" } else { " |" }]);
                }
            }
        }
        put(out, &["\n"]);
    }
}

fn headings(out: &mut String, caption: &str, columns: &[Column]) {
    put(out, &["\n"]);
    around(out, "", caption, "\n\n");
    put(out, &["|"]);
    for (label, small, _) in columns {
        put(out, &[" "]);
        plain(out, label);
        put(out, &[if small.is_empty() { "" } else { " " }]);
        plain(out, small);
        put(out, &[" |"]);
    }
    put(out, &["\n|"]);
    for (_, _, kind) in columns {
        put(out, &[if *kind == CellKind::Number { "---:|" } else { "---|" }]);
    }
    put(out, &["\n"]);
}

/// Appends words with values; bold on the page is bold here.
fn text(out: &mut String, Text(runs): &Text) {
    let mut is_bold = false;
    for (ink, run) in runs {
        if (*ink == Some(Ink::Plain)) != is_bold {
            is_bold = !is_bold;
            put(out, &["**"]);
        }
        match run {
            TextRun::Words(words) => plain(out, words),
            TextRun::Value(quantity) => value(out, *quantity),
            TextRun::Link(words, href) => link(out, words, href),
        }
    }
    if is_bold {
        put(out, &["**"]);
    }
}

fn value(out: &mut String, value: Arg<'_>) {
    let mut text = String::new();
    value.push(&mut text);
    plain(out, &text);
}

fn link(out: &mut String, text: &str, href: &str) {
    if destination(href) != Destination::Away {
        return plain(out, text);
    }
    around(out, "[", text, "](<");
    for character in href.chars() {
        match character {
            '<' => put(out, &["%3C"]),
            '>' => put(out, &["%3E"]),
            _ => out.push(character),
        }
    }
    put(out, &[">)"]);
}
