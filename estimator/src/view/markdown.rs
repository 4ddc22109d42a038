//! A report as Markdown, to be pasted elsewhere with everything it rests on.
//!
//! Answer, conditions, the three numbers, warnings, the chart's conclusion, every table in full, the assumptions.
//! Characters that Markdown would read are escaped; links are kept only where the address leads somewhere by itself.

use alloc::string::String;

use super::{
    markup::{add, leads},
    number,
    report::{Cell, Emphasis, Kind, Report, Row, Span, Table, Text},
};

/// The whole report.
pub fn document(report: &Report, out: &mut String) {
    line(out, "## ", &report.answer, "\n\n");
    line(out, "", &report.conditions, "\n\n");
    for figure in &report.figures {
        add(out, "- ");
        escape(out, &figure.label);
        if !figure.label_wide.is_empty() {
            out.push(' ');
            escape(out, &figure.label_wide);
        }
        add(out, ": ");
        escape(out, figure.value.as_deref().unwrap_or(number::NONE));
        if !figure.note.is_empty() {
            add(out, " (");
            escape(out, &figure.note);
            out.push(')');
        }
        out.push('\n');
    }
    for warning in &report.warnings {
        line(out, "\n", warning, "\n");
    }
    if let Some(chart) = &report.chart {
        line(out, "\n", &Text::from(chart.desc.as_str()), "\n");
    }
    for part in &report.tables {
        table(out, part);
    }
    if !report.notes.is_empty() {
        add(out, "\n### What this assumes\n\n");
        for note in &report.notes {
            line(out, "- ", note, "\n");
        }
    }
}

/// A line between two strings, unless there is nothing to say.
fn line(out: &mut String, before: &str, words: &Text, after: &str) {
    if !words.is_empty() {
        add(out, before);
        text(out, words);
        add(out, after);
    }
}

fn table(out: &mut String, table: &Table) {
    add(out, "\n### ");
    escape(out, &table.heading);
    out.push('\n');
    if table.rows.is_empty() {
        line(out, "\n", &table.empty, "\n");
    } else {
        line(out, "\n", &table.caption, "\n");
        add(out, "\n|");
        for column in &table.columns {
            out.push(' ');
            escape(out, &column.label);
            if !column.small.is_empty() {
                out.push(' ');
                escape(out, &column.small);
            }
            add(out, " |");
        }
        add(out, "\n|");
        for column in &table.columns {
            add(out, if column.kind == Kind::Number { "---:|" } else { "---|" });
        }
        out.push('\n');
        for row in &table.rows {
            write_row(out, table.columns.len(), row);
        }
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
            add(out, if strong { "**" } else { "" });
            content(out, cell);
            add(out, if strong { "**" } else { "" });
            out.push(' ');
        }
        out.push('|');
    }
    out.push('\n');
}

fn content(out: &mut String, cell: &Cell) {
    text(out, &cell.text);
    if !cell.note.is_empty() {
        add(out, " (");
        text(out, &cell.note);
        out.push(')');
    }
}

fn text(out: &mut String, words: &Text) {
    for span in &words.0 {
        match span {
            Span::Plain(words) | Span::Ink(_, words) => escape(out, words),
            Span::Strong(words) => {
                add(out, "**");
                escape(out, words);
                add(out, "**");
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
    add(out, "](<");
    for character in href.chars() {
        match character {
            '<' => add(out, "%3C"),
            '>' => add(out, "%3E"),
            _ => out.push(character),
        }
    }
    add(out, ">)");
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
