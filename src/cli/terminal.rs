//! Formats a report for a terminal, with tables in aligned columns.
//!
//! 1. Headings, lists and bold words are marked as in Markdown, so that the text can be pasted; nothing is escaped.
//! 2. A column of a table is as wide as its widest cell. A row with text in its first cell only is a heading and does
//!    not count.
//!
//! Widths are in terminal columns; some characters take two.

use rooflight_document::report::Report;
use rooflight_document::text_format::{self, TextFormat, TextTable};
use rooflight_source::characters::is_command;
use unicode_width::UnicodeWidthStr as _;

/// The format, and what is written before each heading: a `#` for each level above it.
struct Terminal(&'static str);

/// Formats a report. Each heading begins with `deeper`: a `#` for each level above it.
pub(super) fn text(report: &Report, deeper: &'static str) -> String {
    text_format::document(&Terminal(deeper), report)
}

impl TextFormat for Terminal {
    fn deeper(&self) -> &'static str {
        self.0
    }

    /// Appends words on one line: names in files may contain line breaks.
    fn words(&self, out: &mut String, words: &str) {
        out.push_str(&words.replace(is_command, " "));
    }

    fn link(&self, out: &mut String, words: &str, href: &str) {
        out.push('[');
        self.words(out, words);
        out.extend(["](<", href, ">)"]);
    }

    fn table(&self, out: &mut String, table: &TextTable) {
        out.push('\n');
        columns(out, table);
    }
}

/// Writes a table: heads, a rule, and rows; numbers are aligned right.
fn columns(out: &mut String, table: &TextTable) {
    let heads: Vec<&str> = table.heads.iter().map(|(head, _)| head.trim()).collect();
    let rows: Vec<Vec<&str>> = table.rows.iter().map(|row| row.iter().map(|cell| cell.trim()).collect()).collect();
    let is_heading = |row: &[&str]| row.iter().skip(1).all(|cell| cell.is_empty());
    let width = |(column, (_, is_number)): (usize, &(String, bool))| {
        let wide = rows.iter().chain([&heads]).filter(|row| !is_heading(row)).filter_map(|row| row.get(column));
        wide.map(|cell| cell.width()).chain([if *is_number { 4 } else { 3 }]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = table.heads.iter().enumerate().map(width).collect();
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let rule = rule.iter().map(String::as_str).collect();
    for row in [&heads, &rule].into_iter().chain(&rows) {
        if is_heading(row) {
            out.extend(["\n", row.first().copied().unwrap_or_default(), "\n"]);
            continue;
        }
        let mut line = String::new();
        for ((cell, width), (_, is_number)) in row.iter().zip(&widths).zip(&table.heads) {
            let space = " ".repeat(width.saturating_sub(cell.width()));
            let (before, after) = if *is_number { (space.as_str(), "") } else { ("", space.as_str()) };
            line.extend([before, cell, after, "  "]);
        }
        out.extend([line.trim_end(), "\n"]);
    }
}
