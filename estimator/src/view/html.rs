//! A report as HTML: the figure for the calculator's panel, the tables for the column beside it.
//!
//! The same text is written at build time and in the browser, so a page does not change when its script takes over.
//! Every id begins with the report's prefix. Long tables fold after the first dozen rows; nothing is ever left out.
//! Classes are those of the style sheet; there is no inline style, no script and no unescaped text.

use alloc::string::String;

use super::{
    draw,
    markup::{add, class_of, element, escape, put, text},
    number::{self, push_count},
    report::{Figure, Report, Table, Text},
    rows,
};

/// The figure: the answer, the conditions, three numbers, warnings, the chart.
pub fn figure(report: &Report, out: &mut String) {
    let prefix = &report.id_prefix;
    put(out, &["<figure><figcaption><h2 id=\"", prefix, "answer\">"]);
    text(out, &report.answer);
    add(out, "</h2>");
    paragraph(out, "sub", &report.conditions);
    add(out, "</figcaption><dl class=\"three\">");
    for figure in &report.figures {
        number_of(out, figure);
    }
    add(out, "</dl>");
    for warning in &report.warnings {
        paragraph(out, "warn", warning);
    }
    if let Some(drawn) = &report.chart {
        axis(out, &drawn.y_label, false);
        draw::svg(drawn, prefix, out);
        axis(out, &drawn.x_label, true);
    }
    add(out, "</figure>");
}

/// The sections beside the figure: each table under its heading, then what was assumed.
pub fn work(report: &Report, out: &mut String) {
    for table in &report.tables {
        section(out, &report.id_prefix, &table.id, &table.heading);
        if table.rows.is_empty() {
            paragraph(out, "none", &table.empty);
        } else {
            tables(out, &report.id_prefix, table);
        }
        paragraph(out, "note", &table.note);
        add(out, "</section>");
    }
    if !report.notes.is_empty() {
        section(out, &report.id_prefix, "assumed", "What this assumes");
        add(out, "<ul class=\"assumed\">");
        for note in &report.notes {
            add(out, "<li>");
            text(out, note);
            add(out, "</li>");
        }
        add(out, "</ul></section>");
    }
}

/// One of the three numbers.
fn number_of(out: &mut String, figure: &Figure) {
    let ink = class_of(figure.ink);
    put(out, &["<div><dt class=\"k-", ink, "\">"]);
    escape(out, &figure.label);
    if !figure.label_wide.is_empty() {
        add(out, "<span class=\"wide-only\"> ");
        escape(out, &figure.label_wide);
        add(out, "</span>");
    }
    add(out, "</dt><dd");
    if let Some(value) = &figure.value {
        // A narrow window sets these smaller, so that three of them fit beside each other. A dash counts three bytes.
        let long = if value.len() > 11 { " long" } else { "" };
        put(out, &[" class=\"", ink, long, "\""]);
    }
    out.push('>');
    escape(out, figure.value.as_deref().unwrap_or(number::NONE));
    if !figure.note.is_empty() {
        element(out, "small", "", &figure.note);
    }
    add(out, "</dd></div>");
}

/// The name of an axis, above the chart or at its lower right end.
fn axis(out: &mut String, label: &str, last: bool) {
    add(out, if last { "<p class=\"chart-h\"><span></span><span>" } else { "<p class=\"chart-h\"><span>" });
    escape(out, label);
    add(out, ", log scale</span></p>");
}

fn section(out: &mut String, prefix: &str, id: &str, heading: &str) {
    put(
        out,
        &["<section class=\"flow\" aria-labelledby=\"", prefix, "h-", id, "\"><h2 id=\"", prefix, "h-", id, "\">"],
    );
    escape(out, heading);
    add(out, "</h2>");
}

/// A paragraph, unless there is nothing to say.
fn paragraph(out: &mut String, class: &str, line: &Text) {
    if line.is_empty() {
        return;
    }
    put(out, &["<p class=\"", class, "\">"]);
    text(out, line);
    add(out, "</p>");
}

/// A table, the rest of it folded away where it is long.
fn tables(out: &mut String, prefix: &str, table: &Table) {
    let folded = rows::fold(&table.rows);
    let mut id = String::from(prefix);
    put(&mut id, &["h-", &table.id]);
    scroll(out, &id);
    rows::table(out, table, None, folded.first, true);
    add(out, "</div>");
    if folded.rest.is_empty() {
        return;
    }
    add(&mut id, "-more");
    put(out, &["<details><summary id=\"", &id, "\">"]);
    push_count(out, rows::runs(folded.rest));
    add(out, " more ");
    escape(out, &table.unit);
    add(out, ", ");
    push_count(out, rows::runs(&table.rows));
    add(out, " in all</summary>");
    scroll(out, &id);
    rows::table(out, table, folded.again, folded.rest, false);
    add(out, "</div></details>");
}

/// Opens a box that scrolls sideways and can be reached by keyboard.
fn scroll(out: &mut String, id: &str) {
    put(out, &["<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"", id, "\">"]);
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{super::sample, *};
    use proptest::prelude::*;

    fn figure(report: &Report) -> String {
        let mut out = String::new();
        super::figure(report, &mut out);
        out
    }

    fn work(report: &Report) -> String {
        let mut out = String::new();
        super::work(report, &mut out);
        out
    }

    #[test]
    fn two_reports_can_share_a_page() {
        let parts = ["", "b-"].map(|prefix| {
            let report = sample::report(prefix);
            let page = [figure(&report), work(&report)].concat();
            sample::check_markup(&page, prefix);
            page
        });
        assert!(parts[0].contains("<h2 id=\"answer\">About <span class=\"r\">125</span> tokens per second</h2>"));
        assert!(parts[1].contains("<h2 id=\"b-h-measured\">"));
    }

    #[test]
    fn a_missing_number_says_why() {
        let out = figure(&sample::report(""));
        assert!(out.contains("<dt class=\"k-m\">Measured</dt><dd>–<small>none at 4,096</small></dd>"));
        assert!(out.contains("<dd class=\"r\">106–145</dd>"));
        assert!(out.contains("<p class=\"warn\">Does not fit.</p>"));
    }

    #[test]
    fn tables_are_whole_and_marked() {
        let out = work(&sample::report(""));
        assert_eq!(out.matches("<tr class=\"on\">").count(), 1);
        assert_eq!(out.matches("<th scope=\"row\"").count(), 2 + 40);
        assert!(out.contains("<details><summary id=\"h-measured-more\">28 more measurements, 40 in all</summary>"));
        assert!(out.contains("<td class=\"n c\">196 tok/s</td>"));
        assert!(out.contains(
            "<tr class=\"sum\"><th scope=\"row\">Ceiling</th><td class=\"eq\">1,008 GB/s<sup><a href=\"#source-x\""
        ));
        assert!(
            out.contains("<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"noopener\">GPU &lt;Benchmarks&gt;</a>")
        );
        let empty = Report {
            tables: alloc::vec![super::super::tables::measurements("m", "Measured", Text::default(), &[])],
            ..Report::default()
        };
        assert!(work(&empty).contains("<p class=\"none\">Nothing measured: "));
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_markup(words in "\\PC{0,30}") {
            let mut report = sample::report("");
            report.answer = Text::from(words.as_str()).strong(&words).link(&words, &words).source(&words, &words);
            report.conditions = Text::from(words.as_str());
            report.figures[0].note.clone_from(&words);
            report.tables[1].heading.clone_from(&words);
            report.tables[1].unit.clone_from(&words);
            if let Some(chart) = &mut report.chart {
                (chart.desc, chart.x_label, chart.marks[0].text) = (words.clone(), words.clone(), words.clone());
                chart.key = alloc::vec![words.clone()];
            }
            sample::check_markup(&[figure(&report), work(&report)].concat(), "");
        }
    }
}
