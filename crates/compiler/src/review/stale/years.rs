//! Warns of past years in texts.
//!
//! 1. "As of 2024" presents a past year as the present, so it is reported even if the sentence cites a source.
//! 2. A year before last year is history if its sentence cites a source; without one, readers cannot tell.
//! 3. A measured run of such a year may have been superseded; if the body names the year, it is history.
//!
//! A number counts as a year by the word before it: "in 2023", "of May 2024", "(2023". There is at most one warning per
//! sentence. Sentences are checked only on English sites, and tenses are not considered.

use crate::review::body_tree::BodyTree;
use crate::review::prose::paragraph::{self, Paragraph, words};
use jiff::civil::Date;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::syntax::tree::{Inline, NodeKind};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The earliest year that texts are likely to name; smaller numbers are mostly counts.
const MIN_YEAR: i16 = 1990;

/// Words allowed between "as of" and its year: "as of early May 2024".
const MAX_WORDS_BETWEEN: usize = 2;

/// Words that may precede a year.
const BEFORE: [&str; 29] = [
    "in",
    "of",
    "since",
    "from",
    "until",
    "till",
    "by",
    "before",
    "after",
    "during",
    "early",
    "mid",
    "late",
    "spring",
    "summer",
    "autumn",
    "winter",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Words that end in "s" but are no plurals, so a number before them may be a year.
const NO_PLURALS: [&str; 6] = ["as", "has", "is", "its", "this", "was"];

/// The current year, and the years of measured runs.
pub(in crate::review) struct Years<'a> {
    now: i16,
    is_english: bool,
    /// The years of measured runs, by row id.
    runs: BTreeMap<&'a str, i16>,
}

impl<'a> Years<'a> {
    pub(in crate::review) fn new(config: &Config, catalog: Option<&'a Catalog>, today: Date) -> Self {
        let rows = catalog.into_iter().flat_map(|catalog| &catalog.anchors).map(|anchor| &anchor.row);
        let year = |date: &str| date.get(..4)?.parse().ok();
        let runs = rows.filter_map(|row| Some((row.id.as_str(), year(row.date.as_deref()?)?)));
        Self { now: today.year(), is_english: config.language.is_english(), runs: runs.collect() }
    }

    /// Warns of past years in a body.
    pub(in crate::review) fn check(&self, path: &str, tree: &BodyTree<'_>, problems: &mut Vec<Diagnostic>) {
        let paragraphs = || paragraph::all(tree);
        let named: BTreeSet<i16> = paragraphs().iter().flat_map(years).collect();
        for node in tree.nodes() {
            let NodeKind::Inline(Inline::Run(run)) = &node.kind else { continue };
            let year = self.runs.get(&*run.id).filter(|year| self.is_old(**year) && !named.contains(year));
            problems.extend(year.map(|year| messages::past_run(Location::new(path, node.span.clone()), *year)));
        }
        if self.is_english {
            for paragraph in paragraphs() {
                let sentences = paragraph.sentences();
                problems.extend(sentences.iter().filter_map(|sentence| self.sentence(path, &paragraph, sentence)));
            }
        }
    }

    /// True for years before last year.
    const fn is_old(&self, year: i16) -> bool {
        year + 1 < self.now
    }

    fn sentence(&self, path: &str, paragraph: &Paragraph, sentence: &Range<usize>) -> Option<Diagnostic> {
        let all: Vec<(Range<usize>, &str)> = words(&paragraph.text, sentence).collect();
        let cites = paragraph.cites(sentence);
        all.iter().enumerate().find_map(|(at, (range, _))| {
            let year = year(&paragraph.text, range).filter(|year| *year < self.now)?;
            let near = all[at.saturating_sub(MAX_WORDS_BETWEEN + 2)..at].iter().map(|(_, word)| word.to_lowercase());
            let near: Vec<String> = near.collect();
            let place = || Location::new(path, paragraph.place(range));
            if near.windows(2).any(|pair| pair == ["as", "of"]) {
                return Some(messages::past_present(place(), year));
            }
            let follows = near.last().is_some_and(|word| BEFORE.contains(&word.as_str()));
            let is_date = follows || paragraph.text[..range.start].ends_with('(');
            let next = all.get(at + 1).filter(|(next, _)| paragraph.text[range.end..next.start] == *" ");
            let is_old = self.is_old(year) && is_date && !next.is_some_and(|(_, word)| is_plural(word));
            (is_old && !cites).then(|| messages::past_year(place(), year))
        })
    }
}

/// Returns the years that a paragraph names.
fn years(paragraph: &Paragraph) -> Vec<i16> {
    words(&paragraph.text, &(0..paragraph.text.len())).filter_map(|(range, _)| year(&paragraph.text, &range)).collect()
}

/// Parses a word as a year; `None` for other words and for parts of a longer number.
fn year(text: &str, range: &Range<usize>) -> Option<i16> {
    let word = &text[range.clone()];
    let year = word.parse().ok().filter(|year| *year >= MIN_YEAR && word.len() == 4)?;
    let mut rest = text[range.end..].chars();
    let goes_on = match rest.next() {
        Some('.' | ',') => rest.next().is_some_and(|next| next.is_ascii_digit()),
        next => next == Some('%'),
    };
    (!goes_on && !text[..range.start].ends_with(['.', ',', '$', '€'])).then_some(year)
}

/// True for "tokens" in "2000 tokens".
fn is_plural(word: &str) -> bool {
    word.ends_with('s') && word.starts_with(char::is_lowercase) && !NO_PLURALS.contains(&word)
}
