//! A report as HTML: the figure for the calculator's panel, the tables for the column beside it.
//!
//! The same text is written at build time and in the browser, so a page does not change when its script takes over.
//! Every id begins with the report's prefix. Long tables fold after the first dozen rows; nothing is ever left out.
//! Classes are those of the style sheet; there is no inline style, no script and no unescaped text.

use alloc::string::String;

use super::{
    draw,
    markup::{class_of, element, escape, text},
    number::{self, push_count},
    report::{Figure, Report, Table, Text},
    rows,
};

/// The figure: the answer, the conditions, three numbers, warnings, the chart.
#[must_use]
pub fn figure(report: &Report) -> String {
    let mut out = String::with_capacity(8192);
    let prefix = &report.id_prefix;
    out.push_str(&["<figure><figcaption><h2 id=\"", prefix, "answer\">"].concat());
    text(&mut out, &report.answer);
    out.push_str("</h2>");
    paragraph(&mut out, "sub", &report.conditions);
    out.push_str("</figcaption><dl class=\"three\">");
    for figure in &report.figures {
        number_of(&mut out, figure);
    }
    out.push_str("</dl>");
    for warning in &report.warnings {
        paragraph(&mut out, "warn", warning);
    }
    if let Some(drawn) = &report.chart {
        axis(&mut out, &drawn.y_label, false);
        draw::svg(drawn, prefix, &mut out);
        axis(&mut out, &drawn.x_label, true);
    }
    out.push_str("</figure>");
    out
}

/// The sections beside the figure: each table under its heading, then what was assumed.
#[must_use]
pub fn work(report: &Report) -> String {
    let mut out = String::with_capacity(8192);
    for table in &report.tables {
        section(&mut out, &report.id_prefix, &table.id, &table.heading);
        if table.rows.is_empty() {
            paragraph(&mut out, "", &table.empty);
        } else {
            tables(&mut out, &report.id_prefix, table);
        }
        paragraph(&mut out, "note", &table.note);
        out.push_str("</section>");
    }
    if !report.notes.is_empty() {
        section(&mut out, &report.id_prefix, "assumed", "What this assumes");
        out.push_str("<ul class=\"assumed\">");
        for note in &report.notes {
            out.push_str("<li>");
            text(&mut out, note);
            out.push_str("</li>");
        }
        out.push_str("</ul></section>");
    }
    out
}

/// One of the three numbers.
fn number_of(out: &mut String, figure: &Figure) {
    let ink = class_of(figure.ink);
    out.push_str(&["<div><dt class=\"k-", ink, "\">"].concat());
    escape(out, &figure.label);
    if !figure.label_wide.is_empty() {
        element(out, "span", "wide-only", &[" ", &figure.label_wide].concat());
    }
    out.push_str("</dt><dd");
    if let Some(value) = &figure.value {
        // A narrow window sets these smaller, so that three of them fit beside each other.
        let long = if value.chars().count() > 9 { " long" } else { "" };
        out.push_str(&[" class=\"", ink, long, "\""].concat());
    }
    out.push('>');
    escape(out, figure.value.as_deref().unwrap_or(number::NONE));
    if !figure.note.is_empty() {
        element(out, "small", "", &figure.note);
    }
    out.push_str("</dd></div>");
}

/// The name of an axis, above the chart or at its lower right end.
fn axis(out: &mut String, label: &str, last: bool) {
    out.push_str("<p class=\"chart-h\">");
    out.push_str(if last { "<span></span>" } else { "" });
    element(out, "span", "", &[label, ", log scale"].concat());
    out.push_str("</p>");
}

fn section(out: &mut String, prefix: &str, id: &str, heading: &str) {
    out.push_str(
        &["<section class=\"flow\" aria-labelledby=\"", prefix, "h-", id, "\"><h2 id=\"", prefix, "h-", id, "\">"]
            .concat(),
    );
    escape(out, heading);
    out.push_str("</h2>");
}

/// A paragraph, unless there is nothing to say.
fn paragraph(out: &mut String, class: &str, line: &Text) {
    if line.is_empty() {
        return;
    }
    out.push_str(&if class.is_empty() { String::from("<p>") } else { ["<p class=\"", class, "\">"].concat() });
    text(out, line);
    out.push_str("</p>");
}

/// A table, the rest of it folded away where it is long.
fn tables(out: &mut String, prefix: &str, table: &Table) {
    let folded = rows::fold(&table.rows);
    let id = [prefix, "h-", &table.id].concat();
    scroll(out, &id);
    rows::table(out, table, None, folded.first, true);
    out.push_str("</div>");
    if folded.rest.is_empty() {
        return;
    }
    let more = [&id, "-more"].concat();
    out.push_str(&["<details><summary id=\"", &more, "\">"].concat());
    push_count(out, rows::runs(folded.rest));
    out.push_str(" more ");
    escape(out, &table.unit);
    out.push_str(", ");
    push_count(out, rows::runs(&table.rows));
    out.push_str(" in all</summary>");
    scroll(out, &more);
    rows::table(out, table, folded.again, folded.rest, false);
    out.push_str("</div></details>");
}

/// Opens a box that scrolls sideways and can be reached by keyboard.
fn scroll(out: &mut String, id: &str) {
    out.push_str(&["<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"", id, "\">"].concat());
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{super::sample, *};
    use proptest::prelude::*;

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
        assert!(work(&empty).contains("<p>Nothing measured: "));
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
