//! A calculator's answer as text: HTML for the page, or Markdown to be pasted elsewhere.
//!
//! 1. A calculator says what it found, part by part, to a [`Sheet`]: the answer, three figures in three inks, a chart, tables, assumptions.
//! 2. The sheet writes it at once, in the one mode that was asked for. Page and browser get the same HTML; a copied note says the same.
//! 3. Words are templates: `%` is the next value; `{c …}`, `{r …}`, `{m …}` set a number in the ink of its kind, `{b …}` sets words in bold.
//!
//! Everything that comes from data is escaped here, and an address becomes a link only if it leads to http, https or a place on this site.
//! No style attribute, no script, no event handler is ever written. Every id begins with the sheet's prefix. This module holds no formula.

use alloc::string::String;

use super::arg::{Arg, filled};
use super::chart::Chart;
use super::digits::push_tenths;
use super::draw;
use super::number::NONE;
use super::table::Table;

/// What a number is: each kind has one colour and one shape everywhere, and they always come in this order; plain numbers have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A bound from physics: a thick line.
    Ceiling,
    /// An estimate: a ruled band, and a dashed line for its middle.
    Range,
    /// A published measurement: a diamond.
    Measured,
    /// None of these: plain arithmetic on what the reader gave.
    Plain,
}

impl Ink {
    /// The class of the style sheet.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Ceiling => "c",
            Self::Range => "r",
            Self::Measured => "m",
            Self::Plain => "p",
        }
    }
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The parts of a page.
    Html,
    /// One document.
    Markdown,
}

/// Stands between the parts of a page: the figure, the tables.
pub const BREAK: char = '\0';

/// An answer while it is written.
#[derive(Debug)]
pub struct Sheet<'a> {
    pub(super) out: String,
    pub(super) mode: Mode,
    pub(super) prefix: &'a str,
    pub(super) table: Table,
}

/// A template and its values.
pub type Words<'a> = (&'a str, &'a [Arg<'a>]);

impl<'a> Sheet<'a> {
    /// An empty sheet. The prefix, of ASCII letters, digits and `-`, lets two answers share a page; mostly it is empty.
    #[must_use]
    pub fn new(mode: Mode, prefix: &'a str) -> Self {
        Self { out: String::with_capacity(1 << 15), mode, prefix, table: Table::default() }
    }

    /// What was written.
    #[must_use]
    pub fn into_text(self) -> String {
        self.out
    }

    /// Begins the next part of a page.
    pub fn next_part(&mut self) {
        if self.mode == Mode::Html {
            self.out.push(BREAK);
        }
    }

    /// The answer in one line, and the conditions it holds under.
    pub fn answer(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        self.markup(&["<figure><figcaption><h2 id=\"", self.prefix, "answer\">"], "## ");
        self.say(answer);
        self.markup(&["</h2><p class=\"sub\">"], "\n\n");
        self.say(conditions);
        self.markup(&["</p></figcaption><dl class=\"three\">"], "\n\n");
    }

    /// One of the three numbers. What a narrow window leaves out of its name comes second; without a value the note says why.
    pub fn figure(&mut self, ink: Ink, label: &str, wide: Words<'_>, value: Option<Words<'_>>, note: &str) {
        self.markup(&["<div><dt class=\"k-", ink.class(), "\">"], "- ");
        self.text(label);
        if !wide.0.is_empty() {
            self.markup(&["<span class=\"wide-only\">"], "");
            self.text(" ");
            self.say(wide);
            self.markup(&["</span>"], "");
        }
        self.markup(&["</dt><dd"], ": ");
        match value {
            Some((template, args)) => {
                let value = filled(template, args);
                // A narrow window sets these smaller, so that three of them fit beside each other. A dash counts three bytes.
                let long = if value.len() > 11 { " long" } else { "" };
                self.markup(&[" class=\"", ink.class(), long, "\">"], "");
                self.text(&value);
            }
            None => self.markup(&[">", NONE], NONE),
        }
        if !note.is_empty() {
            self.markup(&["<small>"], " (");
            self.text(note);
            self.markup(&["</small>"], ")");
        }
        self.markup(&["</dd></div>"], "\n");
    }

    /// Ends the numbers. A warning says what the reader must know before trusting them; mostly it is empty.
    pub fn end_figures(&mut self, warning: &str) {
        self.markup(&["</dl>"], "");
        if !warning.is_empty() {
            self.markup(&["<p class=\"warn\">"], "\n");
            self.text(warning);
            self.markup(&["</p>"], "\n");
        }
    }

    /// The same answer over a whole axis, and the end of the figure.
    pub fn chart(&mut self, chart: &Chart) {
        if self.mode == Mode::Html {
            self.axis(chart.y_label, "");
            draw::svg(chart, self.prefix, &mut self.out);
            self.axis(chart.x_label, "<span></span>");
        } else {
            self.markup(&[], "\n");
            self.text(&chart.desc);
        }
        self.markup(&["</figure>"], "\n");
    }

    /// The name of an axis, above the chart or at its lower right end.
    fn axis(&mut self, label: &str, before: &str) {
        self.markup(&["<p class=\"chart-h\">", before, "<span>"], "");
        self.text(label);
        self.markup(&[", log scale</span></p>"], "");
    }

    /// Opens a section: a short name for its id, its heading.
    pub fn section(&mut self, id: &str, heading: &str) {
        let prefix = self.prefix;
        let html =
            ["<section class=\"flow\" aria-labelledby=\"", prefix, "h-", id, "\"><h2 id=\"", prefix, "h-", id, "\">"];
        self.markup(&html, "\n### ");
        self.text(heading);
        self.markup(&["</h2>"], "\n");
    }

    /// A paragraph of a section.
    pub fn paragraph(&mut self, class: &str, words: Words<'_>) {
        self.markup(&["<p class=\"", class, "\">"], "\n");
        self.say(words);
        self.markup(&["</p>"], "\n");
    }

    /// A list of sentences.
    pub fn list(&mut self, class: &str, sentences: &[&str]) {
        self.markup(&["<ul class=\"", class, "\">"], "\n");
        for sentence in sentences {
            self.markup(&["<li>"], "- ");
            self.text(sentence);
            self.markup(&["</li>"], "\n");
        }
        self.markup(&["</ul>"], "");
    }

    /// Closes a section.
    pub fn end_section(&mut self) {
        self.markup(&["</section>"], "");
    }

    /// Writes a template with its values.
    pub fn say(&mut self, (template, args): Words<'_>) {
        let mut args = args.iter();
        let mut characters = template.chars();
        let mut close = "";
        while let Some(character) = characters.next() {
            match character {
                '%' => self.value(args.next()),
                '{' => close = self.span(characters.next()),
                '}' => self.raw(close),
                _ => self.character(character),
            }
        }
    }

    fn value(&mut self, arg: Option<&Arg<'_>>) {
        let mut value = String::new();
        if let Some(arg) = arg {
            arg.push(&mut value);
        }
        self.text(&value);
    }

    /// Opens a span and returns what closes it.
    fn span(&mut self, kind: Option<char>) -> &'static str {
        let (class, bold) = match kind {
            Some('c') => ("c", false),
            Some('r') => ("r", false),
            Some('m') => ("m", false),
            _ => ("", true),
        };
        match (self.mode, bold) {
            (Mode::Html, false) => self.markup(&["<span class=\"", class, "\">"], ""),
            _ => self.markup(&["<b>"], if bold { "**" } else { "" }),
        }
        match (self.mode, bold) {
            (Mode::Html, false) => "</span>",
            (Mode::Html, true) => "</b>",
            (Mode::Markdown, true) => "**",
            (Mode::Markdown, false) => "",
        }
    }

    /// Writes a link, or its text alone if the address is not one to follow. In Markdown, an address within the site means nothing.
    pub fn link(&mut self, words: &str, href: &str) {
        let leads = leads(href);
        let away = leads == Some(true);
        if leads.is_none() || (self.mode == Mode::Markdown && !away) {
            self.text(words);
        } else if self.mode == Mode::Html {
            self.raw("<a href=\"");
            self.text(href);
            self.raw(if away { "\" rel=\"noopener\">" } else { "\">" });
            self.text(words);
            self.raw("</a>");
        } else {
            self.raw("[");
            self.text(words);
            self.raw("](<");
            for character in href.chars() {
                match character {
                    '<' => self.raw("%3C"),
                    '>' => self.raw("%3E"),
                    _ => self.out.push(character),
                }
            }
            self.raw(">)");
        }
    }

    /// Writes text as it comes.
    pub fn text(&mut self, text: &str) {
        for character in text.chars() {
            self.character(character);
        }
    }

    fn character(&mut self, character: char) {
        if self.mode == Mode::Html {
            escape(&mut self.out, character);
            return;
        }
        match character {
            '\n' | '\r' => self.out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' => {
                self.out.push('\\');
                self.out.push(character);
            }
            _ => self.out.push(character),
        }
    }

    /// Writes markup in either mode.
    pub(super) fn markup(&mut self, html: &[&str], markdown: &str) {
        match self.mode {
            Mode::Html => put(&mut self.out, html),
            Mode::Markdown => self.raw(markdown),
        }
    }

    fn raw(&mut self, markup: &str) {
        put(&mut self.out, &[markup]);
    }
}

/// Writes strings one after another.
// Not inlined: it is called everywhere, and its copies would weigh more in WebAssembly than what calls it.
#[inline(never)]
pub(super) fn put(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

/// Strings one after another, as one.
#[must_use]
pub fn joined(parts: &[&str]) -> String {
    let mut out = String::new();
    put(&mut out, parts);
    out
}

/// Writes a character, the five special ones replaced, for elements and quoted attributes alike.
fn escape(out: &mut String, character: char) {
    match character {
        '&' => put(out, &["&amp;"]),
        '<' => put(out, &["&lt;"]),
        '>' => put(out, &["&gt;"]),
        '"' => put(out, &["&quot;"]),
        '\'' => put(out, &["&#39;"]),
        _ => out.push(character),
    }
}

/// Writes text into HTML.
pub(super) fn escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        escape(out, character);
    }
}

/// Writes a numeric attribute, to a tenth.
pub(super) fn attribute(out: &mut String, name: &str, value: f64) {
    put(out, &[" ", name, "=\""]);
    push_tenths(out, value);
    out.push('"');
}

/// Whether an address leads elsewhere (`Some(true)`), within this site (`Some(false)`), or nowhere a link may lead (`None`).
fn leads(href: &str) -> Option<bool> {
    if href.bytes().any(|byte| byte < b' ' || byte == 0x7f || byte == b'\\') {
        None
    } else if href.starts_with("https://") || href.starts_with("http://") {
        Some(true)
    } else if href.starts_with('#') || href.starts_with("./") || href.starts_with("../") {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::sample;
    use super::*;
    use crate::view::table::{Column, Emphasis, Kind};
    use proptest::prelude::*;

    const COLUMNS: &[Column] = &[("Depth", "tokens", Kind::Number), ("Speed", "", Kind::Number)];

    /// A whole answer, with the same words in every place that takes some.
    fn written(mode: Mode, prefix: &str, words: &str, groups: &[usize]) -> String {
        let mut sheet = Sheet::new(mode, prefix);
        let one = [Arg::Text(words)];
        sheet.answer(("About {r%} tokens {b%}", &[Arg::Speed(125.0), Arg::Text(words)]), ("%", &one));
        sheet.figure(Ink::Range, words, ("at %", &one), Some(("%", &[Arg::Range(106.0, 145.0)])), words);
        sheet.figure(Ink::Measured, words, ("", &[]), None, words);
        sheet.end_figures(words);
        sheet.chart(&Chart { desc: words.into(), ..sample::chart() });
        sheet.section("measured", words);
        sheet.table("measured", words, COLUMNS, (groups.iter().sum(), "runs"));
        for runs in groups {
            sheet.group(false);
            sheet.link(words, "https://example.org/?a=1&b=2");
            sheet.link(words, words);
            sheet.end_group(words);
            for run in 0..*runs {
                sheet.row(if run == 0 { Emphasis::Match } else { Emphasis::None });
                sheet.cell(None, ("%", &[Arg::Count(run as u64)]));
                sheet.cell(Some(Ink::Measured), ("%", &[Arg::Fixed(1.5, 2)]));
            }
        }
        sheet.end_table();
        sheet.paragraph("note", ("%", &one));
        sheet.list("assumed", &[words]);
        sheet.end_section();
        sheet.into_text()
    }

    #[test]
    fn two_answers_can_share_a_page() {
        for prefix in ["", "b-"] {
            let html = written(Mode::Html, prefix, "RTX & <4090>", &[2, 30]);
            sample::check_markup(&html, prefix);
            assert!(html.contains("<span class=\"r\">125</span> tokens <b>RTX &amp; &lt;4090&gt;</b></h2>"));
            assert!(html.contains("<dd class=\"r\">106–145<small>"));
            assert!(html.contains("</dt><dd>–<small>"));
            assert!(
                html.contains(
                    "<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"noopener\">RTX &amp; &lt;4090&gt;</a>"
                )
            );
        }
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
            let mut sheet = Sheet::new(Mode::Html, "");
            sheet.link("a", href);
            assert_eq!(sheet.into_text(), "a", "{href}");
        }
        let mut sheet = Sheet::new(Mode::Html, "");
        sheet.link("5", "#source-x");
        assert_eq!(sheet.into_text(), "<a href=\"#source-x\">5</a>");
    }

    #[test]
    fn long_tables_fold_within_a_group() {
        let html = written(Mode::Html, "", "x", &[10, 10]);
        assert_eq!(html.matches("class=\"group\"").count(), 3, "the second group is headed again");
        assert!(html.contains("<details><summary id=\"h-measured-more\">8 more runs, 20 in all</summary>"));
        let html = written(Mode::Html, "", "x", &[12, 10]);
        assert_eq!(html.matches("class=\"group\"").count(), 2, "the fold falls between groups");
        assert!(!written(Mode::Html, "", "x", &[15]).contains("<details>"));
    }

    #[test]
    fn markdown_says_the_same() {
        let text = written(Mode::Markdown, "b-", "a|b", &[1, 20]);
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
            sample::check_markup(&written(Mode::Html, "", &words, &groups), "");
        }

        #[test]
        fn folding_loses_nothing(groups in prop::collection::vec(1..20_usize, 1..8)) {
            let html = written(Mode::Html, "", "x", &groups);
            prop_assert_eq!(html.matches("<th scope=\"row\"").count(), groups.iter().sum::<usize>());
            prop_assert!(html.split("</summary>").next().unwrap().matches("<th scope=\"row\"").count() >= 12.min(groups.iter().sum()));
        }
    }
}
