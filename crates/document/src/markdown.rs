//! Renders a report as Markdown, for pasting or as a part of a document. Tables take the place of the chart.
//!
//! Markdown's special characters are escaped. A relative link would break elsewhere, so only its text is written.

use alloc::string::String;

use super::markup::{markdown as plain, put};
use super::report::{Parts, Report};
use super::text_format::{self, TextFormat, TextTable};

/// Markdown, and what is written before each heading: `#` in a part of a document, else empty.
struct Markdown(&'static str);

/// Renders a report as a complete document.
#[must_use]
pub fn document(report: &Report) -> String {
    text_format::document(&Markdown(""), report)
}

/// Renders a report as a part of a document: its headings are one level deeper.
#[must_use]
pub fn part(report: &Report) -> String {
    text_format::document(&Markdown("#"), report)
}

/// Renders the parts of a report.
#[must_use]
pub fn parts(report: &Report) -> Parts {
    text_format::parts(&Markdown(""), report)
}

impl TextFormat for Markdown {
    fn deeper(&self) -> &'static str {
        self.0
    }

    fn words(&self, out: &mut String, words: &str) {
        plain(out, words);
    }

    fn link(&self, out: &mut String, words: &str, href: &str) {
        put(out, &["["]);
        plain(out, words);
        put(out, &["](<"]);
        for character in href.chars() {
            match character {
                '<' => put(out, &["%3C"]),
                '>' => put(out, &["%3E"]),
                _ => out.push(character),
            }
        }
        put(out, &[">)"]);
    }

    fn table(&self, out: &mut String, table: &TextTable) {
        put(out, &["\n|"]);
        for (head, _) in &table.heads {
            put(out, &[" ", head, if head.is_empty() { "|" } else { " |" }]);
        }
        put(out, &["\n|"]);
        for (_, is_number) in &table.heads {
            put(out, &[if *is_number { "---:|" } else { "---|" }]);
        }
        for row in &table.rows {
            put(out, &["\n|"]);
            for cell in row {
                put(out, &[" ", cell, " |"]);
            }
            for _ in row.len()..table.heads.len() {
                put(out, &[" |"]);
            }
        }
        put(out, &["\n"]);
    }
}
