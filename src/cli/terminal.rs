//! Formats a report for a terminal, with tables in aligned columns.
//!
//! 1. Headings, lists and bold words are marked as in Markdown, so that the text can be pasted; nothing is escaped.
//! 2. A column of a table is as wide as its widest cell. A row with text in its first cell only is a heading and does
//!    not count.
//!
//! Widths are in terminal columns; some characters take two.

use rooflight_document::ink::Ink;
use rooflight_document::listing::{Listing, NUMBER_HEADS};
use rooflight_document::number::{self, NONE};
use rooflight_document::report::{
    Alternative, CellKind, DocBlock, Emphasis, Figure, Report, Section, Source, Table, TableRow, Text, TextRun,
};
use rooflight_source::characters::is_command;
use unicode_width::UnicodeWidthStr as _;

/// Formats a report. Each heading begins with `deeper`: a `#` for each level above it.
pub(super) fn text(report: &Report, deeper: &str) -> String {
    let mut out = String::new();
    if let Some(list) = &report.listing {
        listing(&mut out, list);
    } else if !report.answer.is_empty() {
        head(&mut out, report, deeper);
    }
    blocks(&mut out, &report.blocks, deeper);
    out
}

fn head(out: &mut String, report: &Report, deeper: &str) {
    out.extend([deeper, "## ", &words(&report.answer), "\n\n", &words(&report.conditions), "\n\n"]);
    for figure in &report.figures {
        out.extend([figure_line(figure), "\n".to_owned()]);
    }
    let chart = report.chart.as_ref().map_or("", |chart| &chart.desc);
    for text in [&report.warning, chart] {
        if !text.is_empty() {
            out.extend(["\n", &one_line(text), "\n"]);
        }
    }
    if !report.alternatives.is_empty() {
        out.extend(["\nUsable memory is what is left ", &report.usable, ".\n\nWhat would fit:\n\n"]);
    }
    for Alternative { link, words, .. } in &report.alternatives {
        out.extend(["- ", &one_line(link), &one_line(words), "\n"]);
    }
}

fn figure_line(figure: &Figure) -> String {
    let wide = if figure.wide.is_empty() { String::new() } else { format!(" {}", words(&figure.wide)) };
    let value = figure.value.as_ref().map_or_else(|| NONE.to_owned(), words);
    format!("- {}{wide}: {value}{}", one_line(&figure.label), one_line(&bracketed(&figure.note)))
}

/// Puts a note in brackets; empty if there is none.
fn bracketed(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!(" ({note})") }
}

fn blocks(out: &mut String, all: &[DocBlock], deeper: &str) {
    for block in all {
        match block {
            DocBlock::Section(Section { heading, blocks: inner, .. }) => {
                out.extend(["\n", deeper, "### ", &one_line(heading), "\n"]);
                blocks(out, inner, deeper);
            }
            DocBlock::Paragraph(_, text) => out.extend(["\n", &words(text), "\n"]),
            DocBlock::List(_, sentences) => {
                out.push('\n');
                for sentence in sentences {
                    out.extend(["- ", &one_line(sentence), "\n"]);
                }
            }
            DocBlock::Sources(all) => out.push_str(&sources(all)),
            DocBlock::Command(line) => out.extend(["\n```sh\n", line, "\n```\n"]),
            DocBlock::Table(shown) => table(out, shown),
        }
    }
}

fn sources(sources: &[Source]) -> String {
    let links: Vec<String> = sources.iter().map(|(title, href)| link(&one_line(title), &one_line(href))).collect();
    format!("\nWhere this comes from: {}.\n", links.join("; "))
}

/// Replaces line breaks, which names in files may contain.
fn one_line(text: &str) -> String {
    text.replace(is_command, " ")
}

/// Formats a link; only its text if it leads to a page of the site.
fn link(text: &str, href: &str) -> String {
    let is_away = href.starts_with("https://") || href.starts_with("http://");
    if is_away { format!("[{text}](<{href}>)") } else { text.to_owned() }
}

/// Formats words and values; text that is bold on the page is bold here.
fn words(Text(runs): &Text) -> String {
    let mut out = String::new();
    let mut is_bold = false;
    for (ink, run) in runs {
        if (*ink == Some(Ink::Plain)) != is_bold {
            is_bold = !is_bold;
            out.push_str("**");
        }
        match run {
            TextRun::Words(words) => out.push_str(&one_line(words)),
            TextRun::Value(value) => value.push(&mut out),
            TextRun::Link(words, href) => out.push_str(&link(words, href)),
        }
    }
    if is_bold {
        out.push_str("**");
    }
    out
}

fn table(out: &mut String, table: &Table) {
    out.push('\n');
    if !table.caption.is_empty() {
        out.extend([&one_line(&table.caption), "\n\n"]);
    }
    let heads = table.columns.iter().map(|(label, small, _)| format!("{label} {small}")).collect();
    let is_number: Vec<bool> = table.columns.iter().map(|(_, _, kind)| *kind == CellKind::Number).collect();
    let rows = table.rows.iter().map(|row| match row {
        TableRow::Group(_, text, caution) => vec![words(text) + &bracketed(caution)],
        TableRow::Cells(emphasis, cells) => {
            let cell = |(at, (_, text)): (usize, &(Option<Ink>, Text))| {
                let strong = *emphasis == Emphasis::Sum || (*emphasis == Emphasis::Match && at == 0);
                if strong { format!("**{}**", words(text)) } else { words(text) }
            };
            cells.iter().enumerate().map(cell).collect()
        }
    });
    columns(out, heads, &is_number, rows.collect());
}

fn listing(out: &mut String, listing: &Listing) {
    out.extend(["## ", &one_line(&listing.answer), "\n\n", &one_line(&listing.conditions), "\n"]);
    for group in listing.groups.iter().filter(|group| !group.rows.is_empty()) {
        out.extend(["\n### ", group.title.0, ": ", &one_line(&group.title.1), "\n\n"]);
        let heads =
            [listing.first, ""].into_iter().chain(NUMBER_HEADS).chain([listing.last.title]).chain(listing.score);
        let rows = group.rows.iter().map(|row| {
            let numbers = row.numbers(listing.last).map(|cell| cell.unwrap_or_else(|| NONE.to_owned()));
            let score = listing.score.map(|_| row.score.map(|score| number::plain(score, 1)).unwrap_or_default());
            [row.name.0.clone(), row.under.clone()].into_iter().chain(numbers).chain(score).collect()
        });
        let heads: Vec<String> = heads.map(str::to_owned).collect();
        let is_number: Vec<bool> = (0..heads.len()).map(|column| column >= 2).collect();
        columns(out, heads, &is_number, rows.collect());
    }
    for note in &listing.notes {
        out.extend(["\n", &one_line(note), "\n"]);
    }
}

/// Writes a table: heads, a rule, and rows; numbers are aligned right.
fn columns(out: &mut String, heads: Vec<String>, is_number: &[bool], rows: Vec<Vec<String>>) {
    let trimmed = |row: Vec<String>| -> Vec<String> { row.iter().map(|cell| one_line(cell.trim())).collect() };
    let (heads, rows) = (trimmed(heads), rows.into_iter().map(trimmed).collect::<Vec<_>>());
    let is_heading = |row: &[String]| row.iter().skip(1).all(String::is_empty);
    let width = |(column, is_number): (usize, &bool)| {
        let wide = rows.iter().chain([&heads]).filter(|row| !is_heading(row)).filter_map(|row| row.get(column));
        wide.map(|cell| cell.width()).chain([if *is_number { 4 } else { 3 }]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = is_number.iter().enumerate().map(width).collect();
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    for row in [&heads, &rule].into_iter().chain(&rows) {
        if is_heading(row) {
            out.extend(["\n", row.first().map_or("", String::as_str), "\n"]);
            continue;
        }
        let mut line = String::new();
        for ((cell, width), is_number) in row.iter().zip(&widths).zip(is_number) {
            let space = " ".repeat(width.saturating_sub(cell.width()));
            let (before, after) = if *is_number { (space.as_str(), "") } else { ("", space.as_str()) };
            line.extend([before, cell, after, "  "]);
        }
        out.extend([line.trim_end(), "\n"]);
    }
}
