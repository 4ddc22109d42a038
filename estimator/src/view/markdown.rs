//! A report as Markdown, to be pasted elsewhere with everything it rests on.
//!
//! Answer, conditions, the three numbers, warnings, the chart's conclusion, every table in full, the assumptions.
//! Characters that Markdown would read are escaped; links are kept only where the address leads somewhere by itself.

use alloc::string::String;

use super::{
    markup::leads,
    number,
    report::{Cell, Emphasis, Kind, Report, Row, Span, Table, Text},
};

/// The whole report.
#[must_use]
pub fn document(report: &Report) -> String {
    let mut out = String::with_capacity(4096);
    line(&mut out, "## ", &report.answer, "\n\n");
    line(&mut out, "", &report.conditions, "\n\n");
    for figure in &report.figures {
        out.push_str("- ");
        escape(&mut out, &figure.label);
        if !figure.label_wide.is_empty() {
            out.push(' ');
            escape(&mut out, &figure.label_wide);
        }
        out.push_str(": ");
        escape(&mut out, figure.value.as_deref().unwrap_or(number::NONE));
        if !figure.note.is_empty() {
            out.push_str(" (");
            escape(&mut out, &figure.note);
            out.push(')');
        }
        out.push('\n');
    }
    for warning in &report.warnings {
        line(&mut out, "\n", warning, "\n");
    }
    if let Some(chart) = &report.chart {
        line(&mut out, "\n", &Text::from(chart.desc.as_str()), "\n");
    }
    for part in &report.tables {
        table(&mut out, part);
    }
    if !report.notes.is_empty() {
        out.push_str("\n### What this assumes\n\n");
        report.notes.iter().for_each(|note| line(&mut out, "- ", note, "\n"));
    }
    out
}

/// A line between two strings, unless there is nothing to say.
fn line(out: &mut String, before: &str, words: &Text, after: &str) {
    if !words.is_empty() {
        out.push_str(before);
        text(out, words);
        out.push_str(after);
    }
}

fn table(out: &mut String, table: &Table) {
    out.push_str("\n### ");
    escape(out, &table.heading);
    out.push('\n');
    if table.rows.is_empty() {
        line(out, "\n", &table.empty, "\n");
    } else {
        line(out, "\n", &table.caption, "\n");
        out.push_str("\n|");
        for column in &table.columns {
            out.push(' ');
            escape(out, &column.label);
            if !column.small.is_empty() {
                out.push(' ');
                escape(out, &column.small);
            }
            out.push_str(" |");
        }
        out.push_str("\n|");
        for column in &table.columns {
            out.push_str(if column.kind == Kind::Number { "---:|" } else { "---|" });
        }
        out.push('\n');
        table.rows.iter().for_each(|row| write_row(out, table.columns.len(), row));
    }
    line(out, "\n", &table.note, "\n");
}

/// A row; that of a group fills up with empty cells, since Markdown has none that span.
fn write_row(out: &mut String, columns: usize, row: &Row) {
    out.push('|');
    for index in 0..columns {
        out.push(' ');
        if let Some(cell) = row.cells.get(index) {
            let strong = index == 0 && row.emphasis == Emphasis::Match || row.emphasis == Emphasis::Sum;
            out.push_str(if strong { "**" } else { "" });
            content(out, cell);
            out.push_str(if strong { "**" } else { "" });
            out.push(' ');
        }
        out.push('|');
    }
    out.push('\n');
}

fn content(out: &mut String, cell: &Cell) {
    text(out, &cell.text);
    if !cell.note.is_empty() {
        out.push_str(" (");
        text(out, &cell.note);
        out.push(')');
    }
}

fn text(out: &mut String, words: &Text) {
    for span in &words.0 {
        match span {
            Span::Plain(words) | Span::Ink(_, words) => escape(out, words),
            Span::Strong(words) => {
                out.push_str("**");
                escape(out, words);
                out.push_str("**");
            }
            Span::Link(words, href) => link(out, words, href),
            Span::Source(words, href) => {
                if leads(href) == Some(true) {
                    out.push(' ');
                    link(out, words, href);
                }
            }
        }
    }
}

/// A link elsewhere; an address within the site means nothing outside it.
fn link(out: &mut String, words: &str, href: &str) {
    if leads(href) != Some(true) {
        escape(out, words);
        return;
    }
    out.push('[');
    escape(out, words);
    out.push_str("](<");
    out.push_str(&href.replace('<', "%3C").replace('>', "%3E"));
    out.push_str(">)");
}

/// Text with Markdown's own characters escaped and line breaks made spaces.
fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' => {
                out.push('\\');
                out.push(character);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{super::sample, *};
    use proptest::prelude::*;

    #[test]
    fn everything_the_answer_rests_on_is_there() {
        let out = document(&sample::report("b-"));
        for piece in [
            "## About 125 tokens per second\n\nRTX 4090 & Q4\\_K\\_M\n\n- Ceiling: 196\n- Realistic: 106–145\n- Measured: – (none at 4,096)\n\nDoes not fit.\n\nAt 4,096 tokens",
            "### The bytes behind it\n\nIn GB\n\n| Part | Formula with these inputs | Result |\n|---|---|---:|\n| Weights | 4.92 file − 0.30 embedding | 4.62 GB |\n| **Ceiling** | **1,008 GB/s** | **196 tok/s** |\n",
            "| **1 × RTX 4090, Q4\\_K\\_M**, llama.cpp b2824, CUDA, 18 May 2024, [GPU \\<Benchmarks\\>](<https://example.org/?a=1&b=2>) | | | |\n",
            "### What this assumes\n\n- One request at a time.\n",
        ] {
            assert!(out.contains(piece), "{piece}\nnot in\n{out}");
        }
        assert_eq!(
            out.lines().filter(|line| line.starts_with('|')).count(),
            2 + 2 + 2 + 2 + 40,
            "every measurement, folded or not"
        );
    }

    proptest! {
        #[test]
        fn rows_keep_their_cells(words in "\\PC{0,20}") {
            let mut report = sample::report("");
            report.tables[0].rows[0].cells[1] = Cell::new(Text::from(words.as_str()).strong(&words).link(&words, "https://x.org/|<>"));
            let row = document(&report).lines().find(|line| line.starts_with("| Weights")).map(|line| line.replace("\\\\", "").replace("\\|", "").replace("/|%", "")).unwrap();
            prop_assert_eq!(row.matches('|').count(), 4, "{}", row);
        }
    }
}
