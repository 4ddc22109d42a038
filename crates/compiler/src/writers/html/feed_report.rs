//! Writes a calculator's report as plain HTML for a feed.
//!
//! 1. The answer, its conditions, the figures as a list, the chart in words; then each section with its heading.
//! 2. Emphasised numbers are `<strong>`; colours, folds and narrow columns are left out.
//!
//! Relative addresses do not work in a feed, so such links become plain text. No element has an id or a class.

use crate::writers::html::body::text_to;
use rooflight_document::ink::Ink;
use rooflight_document::number::NONE;
use rooflight_document::report::{DocBlock, Emphasis, Figure, Report, Table, TableRow, Text, TextRun};
use rooflight_glossary::syntax::highlight::escape;
use rooflight_source::url;

/// Writes the report.
pub(super) fn html(out: &mut String, report: &Report) {
    element(out, "h2", &text(&report.answer));
    element(out, "p", &text(&report.conditions));
    list(out, report.figures.iter().map(figure));
    let chart = report.chart.iter().map(|chart| chart.desc.as_str());
    for words in [report.warning.as_str()].into_iter().chain(chart).filter(|words| !words.is_empty()) {
        element(out, "p", &plain(words));
    }
    blocks(out, &report.blocks);
}

fn blocks(out: &mut String, all: &[DocBlock]) {
    for block in all {
        match block {
            DocBlock::Section(section) => {
                element(out, "h3", &plain(&section.heading));
                blocks(out, &section.blocks);
            }
            DocBlock::Paragraph(_, words) => element(out, "p", &text(words)),
            DocBlock::List(_, sentences) => list(out, sentences.iter().map(|sentence| plain(sentence))),
            DocBlock::Sources(sources) => {
                let links: Vec<String> = sources.iter().map(|(title, href)| link(title, href)).collect();
                element(out, "p", &format!("Where this comes from: {}.", links.join("; ")));
            }
            DocBlock::Command(line) => element(out, "pre", &format!("<code>{}</code>", plain(line))),
            DocBlock::Table(found) => table(out, found),
            // Alternatives are links into calculators, which a feed lacks.
        }
    }
}

fn element(out: &mut String, name: &str, inside: &str) {
    out.extend(["<", name, ">", inside, "</", name, ">\n"]);
}

fn list(out: &mut String, items: impl Iterator<Item = String>) {
    out.push_str("<ul>\n");
    for item in items {
        element(out, "li", &item);
    }
    out.push_str("</ul>\n");
}

fn figure(Figure { label, wide, value, note, .. }: &Figure) -> String {
    let wide = text(wide);
    let space = if wide.is_empty() { "" } else { " " };
    let value = value.as_ref().map_or_else(|| NONE.to_owned(), text);
    format!("{}{space}{wide}: {value}{}", plain(label), in_brackets(note))
}

fn table(out: &mut String, Table { caption, columns, rows, .. }: &Table) {
    element(out, "p", &plain(caption));
    out.push_str("<table>\n<thead><tr>");
    for (label, small, _) in columns {
        let space = if small.is_empty() { "" } else { " " };
        out.extend(["<th scope=\"col\">", &plain(label), space, &plain(small), "</th>"]);
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let cells: Vec<String> = match row {
            TableRow::Group(_, head, caution) => {
                let empty = columns.iter().skip(1).map(|_| String::new());
                std::iter::once(text(head) + &in_brackets(caution)).chain(empty).collect()
            }
            TableRow::Cells(emphasis, cells) => {
                let strong = |at| *emphasis == Emphasis::Sum || (*emphasis == Emphasis::Match && at == 0);
                let cells = cells.iter().map(|(_, words)| text(words)).enumerate();
                cells.map(|(at, html)| if strong(at) { format!("<strong>{html}</strong>") } else { html }).collect()
            }
        };
        out.extend(["<tr><td>", &cells.join("</td><td>"), "</td></tr>\n"]);
    }
    out.push_str("</tbody></table>\n");
}

fn in_brackets(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!(" ({})", plain(note)) }
}

/// Writes text with values; bold ink becomes `<strong>`.
fn text(Text(runs): &Text) -> String {
    let mut out = String::new();
    for same in runs.chunk_by(|(one, _), (next, _)| one == next) {
        let strong = matches!(same, [(Some(Ink::Plain), _), ..]);
        out.push_str(if strong { "<strong>" } else { "" });
        for (_, run) in same {
            match run {
                TextRun::Words(words) => text_to(&mut out, words),
                TextRun::Value(value) => {
                    let mut text = String::new();
                    value.push(&mut text);
                    text_to(&mut out, &text);
                }
                TextRun::Link(words, href) => out.push_str(&link(words, href)),
            }
        }
        out.push_str(if strong { "</strong>" } else { "" });
    }
    out
}

fn link(words: &str, href: &str) -> String {
    if url::is_address(href) { format!("<a href=\"{}\">{}</a>", escape(href), plain(words)) } else { plain(words) }
}

fn plain(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    text_to(&mut out, words);
    out
}
