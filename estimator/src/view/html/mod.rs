//! Writes a report as the HTML of a page, in two parts: the figure, and the work below it.
//!
//! Everything that comes from data is escaped, and an address becomes a link only if it leads to http, https or a place on this site.
//! No style attribute, no script, no event handler is ever written. Holds no formula.

mod table;

use alloc::string::String;
use core::mem;

use super::arg::Arg;
use super::chart::Chart;
use super::draw;
use super::ink::Ink;
use super::listing::{self, Listing};
use super::markup::{Destination, around, destination, escape, escaped, put};
use super::number::NONE;
use super::report::{Column, Emphasis, ReportWriter, Source, Way};
use super::words::{Piece, Words, filled};
use table::Table;

/// A report while it is written as HTML.
#[derive(Debug)]
pub struct HtmlReport {
    out: String,
    figure: String,
    table: Table,
}

/// The parts of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The answer, its figures and its chart.
    pub figure: String,
    /// The sections below.
    pub work: String,
}

impl Default for HtmlReport {
    fn default() -> Self {
        Self { out: String::with_capacity(1 << 15), figure: String::new(), table: Table::default() }
    }
}

impl HtmlReport {
    /// The written parts.
    #[must_use]
    pub fn into_parts(self) -> Parts {
        Parts { figure: self.figure, work: self.out }
    }

    fn put(&mut self, html: &[&str]) {
        put(&mut self.out, html);
    }

    fn text(&mut self, text: &str) {
        escaped(&mut self.out, text);
    }

    fn words(&mut self, words: Words<'_>) {
        for piece in words.pieces() {
            match piece {
                Piece::Character(character) => escape(&mut self.out, character),
                Piece::Value(value) => self.value(value),
                Piece::Open(Ink::Plain) => self.put(&["<b>"]),
                Piece::Open(ink) => self.put(&["<span class=\"", ink.class(), "\">"]),
                Piece::Close(Ink::Plain) => self.put(&["</b>"]),
                Piece::Close(_) => self.put(&["</span>"]),
            }
        }
    }

    fn value(&mut self, value: Arg<'_>) {
        let mut text = String::new();
        value.push(&mut text);
        self.text(&text);
    }

    /// The start of the figure, up to its numbers.
    fn head(&mut self, class: &str, answer: Words<'_>, conditions: Words<'_>) {
        self.put(&["<figure", class, "><figcaption><h2 id=\"answer\">"]);
        self.words(answer);
        self.put(&["</h2><p class=\"sub\">"]);
        self.words(conditions);
        self.put(&["</p></figcaption><dl class=\"three\">"]);
    }

    /// The name of an axis, above the chart or at its lower right end.
    fn axis(&mut self, label: &str, before: &str) {
        self.put(&["<p class=\"chart-h\">", before, "<span>"]);
        self.text(label);
        self.put(&[", log scale</span></p>"]);
    }
}

impl ReportWriter for HtmlReport {
    fn answer(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        self.head("", answer, conditions);
    }

    fn refusal(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        self.head(" class=\"too-large\"", answer, conditions);
    }

    fn figure(&mut self, ink: Ink, label: &str, wide: Words<'_>, value: Option<Words<'_>>, note: &str) {
        self.put(&["<div><dt class=\"k-", ink.class(), "\">"]);
        self.text(label);
        if !wide.is_empty() {
            self.put(&["<span class=\"wide-only\"> "]);
            self.words(wide);
            self.put(&["</span>"]);
        }
        self.put(&["</dt><dd"]);
        if let Some(words) = value {
            let value = filled(words);
            // A narrow window sets these smaller, so that three of them fit beside each other. A dash counts three bytes.
            self.put(&[" class=\"", ink.class(), if value.len() > 11 { " long" } else { "" }, "\">"]);
            self.text(&value);
        } else {
            self.put(&[">", NONE]);
        }
        around(&mut self.out, "<small>", note, "</small>");
        self.put(&["</dd></div>"]);
    }

    fn end_figures(&mut self, warning: &str) {
        self.put(&["</dl>"]);
        around(&mut self.out, "<p class=\"warn\">", warning, "</p>");
    }

    fn ways(&mut self, ways: &[Way]) {
        self.put(&["<p class=\"ways\">What would fit:</p><ul class=\"ways\">"]);
        for way in ways {
            self.put(&["<li>"]);
            self.link(&way.link, &way.href);
            self.text(&way.words);
            self.put(&["</li>"]);
        }
        self.put(&["</ul>"]);
    }

    fn chart(&mut self, chart: &Chart) {
        self.axis(chart.y_label, "");
        draw::svg(chart, &mut self.out);
        self.axis(chart.x_label, "<span></span>");
        self.put(&["</figure>"]);
        self.figure = mem::take(&mut self.out);
    }

    fn listing(&mut self, listing: &Listing) {
        listing::html(listing, &mut self.out);
        self.figure = mem::take(&mut self.out);
    }

    fn section(&mut self, id: &'static str, heading: &str) {
        self.put(&["<section class=\"flow\" aria-labelledby=\"h-", id, "\"><h2 id=\"h-", id, "\">"]);
        self.text(heading);
        self.put(&["</h2>"]);
    }

    fn paragraph(&mut self, class: &'static str, words: Words<'_>) {
        self.put(&["<p class=\"", class, "\">"]);
        self.words(words);
        self.put(&["</p>"]);
    }

    fn list(&mut self, class: &'static str, sentences: &[&str]) {
        self.put(&["<ul class=\"", class, "\">"]);
        for sentence in sentences {
            around(&mut self.out, "<li>", sentence, "</li>");
        }
        self.put(&["</ul>"]);
    }

    fn sources(&mut self, sources: &[Source]) {
        let mut before = "<p class=\"note\">Where this comes from: ";
        for (title, href) in sources {
            self.put(&[before]);
            self.link(title, href);
            before = "; ";
        }
        self.put(&[".</p>"]);
    }

    fn end_section(&mut self) {
        self.put(&["</section>"]);
    }

    fn table(&mut self, id: &'static str, caption: &str, columns: &'static [Column], rows: (usize, &'static str)) {
        self.table = Table::open(&mut self.out, id, caption, columns, rows);
    }

    fn group(&mut self, open: bool) {
        self.table.open_group(&mut self.out, open);
    }

    fn say(&mut self, words: Words<'_>) {
        self.words(words);
    }

    fn link(&mut self, text: &str, href: &str) {
        let destination = destination(href);
        if destination == Destination::Nowhere {
            return self.text(text);
        }
        self.put(&["<a href=\""]);
        self.text(href);
        self.put(&[if destination == Destination::Away { "\" rel=\"noopener\">" } else { "\">" }]);
        self.text(text);
        self.put(&["</a>"]);
    }

    fn end_group(&mut self, caution: &str) {
        around(&mut self.out, "<small>", caution, "</small>");
        self.table.close_group(&mut self.out);
    }

    fn row(&mut self, emphasis: Emphasis) {
        self.table.open_row(&mut self.out, emphasis);
    }

    fn cell(&mut self, ink: Option<Ink>, words: Words<'_>) {
        let close = self.table.open_cell(&mut self.out, ink);
        self.words(words);
        self.put(&[close]);
    }

    fn end_table(&mut self) {
        self.table.close(&mut self.out);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::sample;
    use super::*;
    use crate::view::markdown::MarkdownReport;
    use crate::view::report::Kind;
    use crate::words;
    use proptest::prelude::*;

    const COLUMNS: &[Column] = &[("Depth", "tokens", Kind::Number), ("Speed", "", Kind::Number)];

    /// The parts of a page, one after the other.
    fn html(words: &str, groups: &[usize]) -> String {
        let mut report = HtmlReport::default();
        write(&mut report, words, groups);
        let Parts { figure, work } = report.into_parts();
        figure + &work
    }

    /// A whole answer, with the same words in every place that takes some.
    fn write(report: &mut dyn ReportWriter, words: &str, groups: &[usize]) {
        let one = [Arg::Text(words)];
        report.answer(
            words!("About <r>{}</r> tokens <b>{}</b>", Arg::Speed(125.0), Arg::Text(words)),
            words!("{}", ..one),
        );
        report.figure(Ink::Range, words, words!("at {}", ..one), Some(words!("{}", Arg::Range(106.0, 145.0))), words);
        report.figure(Ink::Measured, words, words!(""), None, words);
        report.end_figures(words);
        report.chart(&Chart { desc: words.into(), ..sample::chart() });
        report.section("measured", words);
        report.table("measured", words, COLUMNS, (groups.iter().sum(), "runs"));
        for runs in groups {
            report.group(false);
            report.link(words, "https://example.org/?a=1&b=2");
            report.link(words, words);
            report.end_group(words);
            for run in 0..*runs {
                report.row(if run == 0 { Emphasis::Match } else { Emphasis::None });
                report.cell(None, words!("{}", Arg::Count(run as u64)));
                report.cell(Some(Ink::Measured), words!("{}", Arg::Fixed(1.5, 2)));
            }
        }
        report.end_table();
        report.paragraph("note", words!("{}", ..one));
        report.list("assumed", &[words]);
        report.end_section();
    }

    #[test]
    fn texts_are_escaped() {
        let page = html("RTX & <4090>", &[2, 30]);
        sample::check_markup(&page);
        assert!(page.contains("<span class=\"r\">125</span> tokens <b>RTX &amp; &lt;4090&gt;</b></h2>"));
        assert!(page.contains("<dd class=\"r\">106–145<small>"));
        assert!(page.contains("</dt><dd>–<small>"));
        assert!(
            page.contains("<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"noopener\">RTX &amp; &lt;4090&gt;</a>")
        );
    }

    #[test]
    fn only_safe_addresses_become_links() {
        let refused = [
            "javascript:alert(1)",
            "//evil.org",
            "data:text/html,x",
            " https://x.org",
            "/x",
            "",
            "\njavascript:x",
            "https://x\t.org",
            "JAVASCRIPT:x",
        ];
        for href in refused {
            let mut report = HtmlReport::default();
            report.link("a", href);
            assert_eq!(report.into_parts().work, "a", "{href}");
        }
        let mut report = HtmlReport::default();
        report.link("5", "#source-x");
        assert_eq!(report.into_parts().work, "<a href=\"#source-x\">5</a>");
    }

    #[test]
    fn long_tables_fold_within_a_group() {
        let page = html("x", &[10, 10]);
        assert_eq!(page.matches("class=\"group\"").count(), 3, "the second group is headed again");
        assert!(page.contains("<details><summary id=\"h-measured-more\">8 more runs, 20 in all</summary>"));
        let page = html("x", &[12, 10]);
        assert_eq!(page.matches("class=\"group\"").count(), 2, "the fold falls between groups");
        assert!(!html("x", &[15]).contains("<details>"));
    }

    #[test]
    fn markdown_says_the_same() {
        let mut report = MarkdownReport::default();
        write(&mut report, "a|b", &[1, 20]);
        let text = report.into_text();
        assert!(text.starts_with(
            "## About 125 tokens **a\\|b**\n\na\\|b\n\n- a\\|b at a\\|b: 106–145 (a\\|b)\n- a\\|b: – (a\\|b)\n"
        ));
        assert!(text.contains("| Depth tokens | Speed |\n|---:|---:|\n"));
        assert!(text.contains("| **0** | 1.50 |\n"));
        assert!(!text.contains(['<', '\0']) || text.contains("](<https://example.org/?a=1&b=2>)"));
        let widths: std::collections::BTreeSet<usize> = text
            .lines()
            .filter(|line| line.starts_with('|'))
            .map(|line| line.replace("\\|", "").matches('|').count())
            .collect();
        assert_eq!(widths.into_iter().collect::<std::vec::Vec<_>>(), [3], "every row has every column");
    }

    proptest! {
        #[test]
        fn no_words_break_the_markup(words in "\\PC{0,30}", groups in prop::collection::vec(1..20_usize, 0..6)) {
            sample::check_markup(&html(&words, &groups));
        }

        #[test]
        fn folding_loses_nothing(groups in prop::collection::vec(1..20_usize, 1..8)) {
            let page = html("x", &groups);
            prop_assert_eq!(page.matches("<th scope=\"row\"").count(), groups.iter().sum::<usize>());
            prop_assert!(page.split("</summary>").next().unwrap().matches("<th scope=\"row\"").count() >= 12.min(groups.iter().sum()));
        }
    }
}
