//! Renders a report as HTML in two parts: the figure, and the sections below it.
//!
//! All data is escaped. An address becomes a link only if it leads to http, https or a page of this site. Never writes
//! a style attribute, a script or an event handler. Holds no formula.

pub(crate) mod listing;
mod table;

use alloc::string::String;

use super::arg::Arg;
use super::ink::Ink;
use super::markup::{Destination, around, destination, escaped, joined, put};
use super::number::NONE;
use super::report::{DocBlock, Figure, Parts, Report, Section, Source, Text, TextRun};

/// Renders both parts of a report; `root` is the relative path to the site's root.
#[must_use]
pub fn parts(report: &Report, root: &str) -> Parts {
    let mut figure = String::new();
    if let Some(html) = report.figure_html {
        html(&mut figure, report);
    }
    alternatives(&mut figure, report, root);
    // Typical size of steps and tables, so that the string rarely grows.
    let mut work = String::with_capacity(1 << 15);
    blocks(&mut work, &report.blocks);
    Parts { figure, work }
}

/// Appends the opening of a figure, with its numbers.
pub(super) fn head(out: &mut String, report: &Report) {
    let class = if report.muted { " class=\"too-large\"" } else { "" };
    put(out, &["<figure", class, "><figcaption><h2 id=\"answer\">"]);
    text(out, &report.answer);
    put(out, &["</h2><p class=\"sub\">"]);
    text(out, &report.conditions);
    put(out, &["</p></figcaption><dl class=\"three\">"]);
    for each in &report.figures {
        figure(out, each);
    }
    put(out, &["</dl>"]);
    around(out, "<p class=\"warn\">", &report.warning, "</p>");
}

fn figure(out: &mut String, figure: &Figure) {
    put(out, &["<div><dt class=\"k-", figure.ink.class(), "\">"]);
    escaped(out, &figure.label);
    if !figure.wide.is_empty() {
        put(out, &["<span class=\"wide-only\"> "]);
        text(out, &figure.wide);
        put(out, &["</span>"]);
    }
    put(out, &["</dt><dd"]);
    if let Some(value) = &figure.value {
        let value = value.plain();
        // Long values are set smaller in narrow windows, so that three fit next to each other. A dash counts three
        // bytes.
        put(out, &[" class=\"", figure.ink.class(), if value.len() > 11 { " long" } else { "" }, "\">"]);
        escaped(out, &value);
    } else {
        put(out, &[">", NONE]);
    }
    around(out, "<small>", &figure.note, "</small>");
    put(out, &["</dd></div>"]);
}

fn blocks(out: &mut String, all: &[DocBlock]) {
    for block in all {
        match block {
            DocBlock::Section(Section { id, heading, blocks: inner }) => {
                put(out, &["<section class=\"flow\" aria-labelledby=\"h-", id, "\"><h2 id=\"h-", id, "\">"]);
                escaped(out, heading);
                put(out, &["</h2>"]);
                blocks(out, inner);
                put(out, &["</section>"]);
            }
            DocBlock::Paragraph(class, words) => {
                put(out, &["<p class=\"", class, "\">"]);
                text(out, words);
                put(out, &["</p>"]);
            }
            DocBlock::List(class, sentences) => {
                put(out, &["<ul class=\"", class, "\">"]);
                for sentence in sentences {
                    around(out, "<li>", sentence, "</li>");
                }
                put(out, &["</ul>"]);
            }
            DocBlock::Sources(all) => sources(out, all),
            DocBlock::Command(line) => around(out, "<p><code>", line, "</code></p>"),
            DocBlock::Table(shown) => table::write(out, shown),
        }
    }
}

fn sources(out: &mut String, sources: &[Source]) {
    let mut before = "<p class=\"note\">Where this comes from: ";
    for (title, href) in sources {
        put(out, &[before]);
        link(out, title, href);
        before = "; ";
    }
    put(out, &[".</p>"]);
}

fn alternatives(out: &mut String, report: &Report, root: &str) {
    if report.alternatives.is_empty() {
        return;
    }
    around(out, "<p class=\"note\">Usable memory is what is left ", &report.usable, ".</p>");
    put(out, &["<p class=\"ways\">What would fit:</p><ul class=\"ways\">"]);
    for each in &report.alternatives {
        put(out, &["<li>"]);
        let below = if each.href.is_empty() || each.href.starts_with('?') { "" } else { root };
        link(out, &each.link, &joined(&[below, &each.href]));
        escaped(out, &each.words);
        put(out, &["</li>"]);
    }
    put(out, &["</ul>"]);
}

/// Appends words with values; runs of one ink share an element.
fn text(out: &mut String, Text(runs): &Text) {
    let mut open = None;
    for (ink, run) in runs {
        if *ink != open {
            close(out, open);
            match ink {
                Some(Ink::Plain) => put(out, &["<b>"]),
                Some(ink) => put(out, &["<span class=\"", ink.class(), "\">"]),
                None => {}
            }
            open = *ink;
        }
        match run {
            TextRun::Words(words) => escaped(out, words),
            TextRun::Value(quantity) => value(out, *quantity),
            TextRun::Link(words, href) => link(out, words, href),
        }
    }
    close(out, open);
}

fn close(out: &mut String, ink: Option<Ink>) {
    match ink {
        Some(Ink::Plain) => put(out, &["</b>"]),
        Some(_) => put(out, &["</span>"]),
        None => {}
    }
}

fn value(out: &mut String, value: Arg<'_>) {
    let mut text = String::new();
    value.push(&mut text);
    escaped(out, &text);
}

fn link(out: &mut String, text: &str, href: &str) {
    let destination = destination(href);
    if destination == Destination::Nowhere {
        return escaped(out, text);
    }
    put(out, &["<a href=\""]);
    escaped(out, href);
    put(out, &[if destination == Destination::Away { "\" rel=\"noopener\">" } else { "\">" }]);
    escaped(out, text);
    put(out, &["</a>"]);
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::sample;
    use super::*;
    use crate::chart::Chart;
    use crate::markdown;
    use crate::report::{CellKind, Column, Emphasis};
    use crate::words;
    use proptest::prelude::*;

    const COLUMNS: &[Column] = &[("Depth", "tokens", CellKind::Number), ("Speed", "", CellKind::Number)];

    /// Both parts of a page, joined.
    fn html(words: &str, groups: &[usize]) -> String {
        let Parts { figure, work } = parts(&report(words, groups), "");
        figure + &work
    }

    /// A complete answer that has the same words wherever it takes some.
    fn report(words: &str, groups: &[usize]) -> Report {
        let mut report = Report::default();
        let one = [Arg::Text(words)];
        report.answer(
            words!("About <r>{}</r> tokens <b>{}</b>", Arg::Speed(125.0), Arg::Text(words)),
            words!("{}", ..one),
        );
        report.figure(Ink::Range, words, words!("at {}", ..one), Some(words!("{}", Arg::Range(106.0, 145.0))), words);
        report.figure(Ink::Measured, words, words!(""), None, words);
        report.end_figures(words);
        report.chart(Chart { desc: words.into(), ..sample::chart() });
        report.section("measured", words);
        report.table("measured", words, COLUMNS, "runs");
        for runs in groups {
            report.group(false, words);
            report.link(words, "https://example.org/?a=1&b=2");
            report.link(words, words);
            for run in 0..*runs {
                report.row(if run == 0 { Emphasis::Match } else { Emphasis::None });
                report.cell(None, words!("{}", Arg::Count(run as u64)));
                report.cell(Some(Ink::Measured), words!("{}", Arg::Fixed(1.5, 2)));
            }
        }
        report.paragraph("note", words!("{}", ..one));
        report.list("assumed", &[words]);
        report.end_section();
        report
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
            let mut out = String::new();
            link(&mut out, "a", href);
            assert_eq!(out, "a", "{href}");
        }
        let mut out = String::new();
        link(&mut out, "5", "#source-x");
        assert_eq!(out, "<a href=\"#source-x\">5</a>");
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
        let text = markdown::document(&report("a|b", &[1, 20]));
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
