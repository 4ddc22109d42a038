//! Speeds that stand alone: "40 tokens per second" says nothing without the machine or the model.
//!
//! 1. A body is cut into its `##` sections; a figure is looked for in paragraphs and list items, since a table has its
//!    heading.
//! 2. The section has to name a device or a model. Devices are known from the catalog: two of their words in a row
//!    ("RTX 4090"), or one that mixes letters and digits ("A100"). Models are known from the catalog too, or by their
//!    size ("8B", "30B-A3B").
//!
//! One warning a section, at its first figure. A site without a catalog has no speeds to judge.

use crate::review::body_tree::BodyTree;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::document::Document;
use rooflight_glossary::syntax::tree::{Block, HeadingLevel, Inline, Kind, Refers, Step};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::collections::BTreeSet;
use std::ops::Range;

/// How a speed is written, longest first.
const UNITS: [&str; 5] = ["tokens per second", "tokens/second", "tokens/s", "tok/s", "t/s"];

/// By which words a text names hardware or a model.
pub(super) struct Names {
    words: BTreeSet<String>,
    pairs: BTreeSet<(String, String)>,
}

impl Names {
    pub(super) fn new(catalog: &Catalog) -> Self {
        let mut names = Self { words: BTreeSet::new(), pairs: BTreeSet::new() };
        let hardware = catalog.hardware.iter().map(|known| known.record.name.as_str());
        let models = catalog.models.iter().map(|known| known.record.name.as_str());
        for name in hardware.chain(models) {
            let words = words(name);
            names.words.extend(words.iter().filter(|word| mixes(word)).cloned());
            names.pairs.extend(words.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
        }
        names
    }

    fn occur_in(&self, text: &str) -> bool {
        let words = words(text);
        let known = |pair: &[String]| self.pairs.contains(&(pair[0].clone(), pair[1].clone()));
        words.iter().any(|word| self.words.contains(word) || is_size(word)) || words.windows(2).any(known)
    }
}

/// The words of a text, in lower case.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn mixes(word: &str) -> bool {
    word.chars().any(char::is_numeric) && word.chars().any(char::is_alphabetic)
}

/// True for `8b` and `8x7b`: how models are named by their parameters.
fn is_size(word: &str) -> bool {
    let digits = word.strip_suffix('b').unwrap_or_default();
    digits.chars().all(|c| c.is_ascii_digit() || c == 'x') && digits.starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn check(document: &Document, tree: &BodyTree<'_>, names: &Names, problems: &mut Vec<Diagnostic>) {
    // Most bodies name no speed at all, and need not be read.
    if !UNITS.iter().any(|unit| document.body.text().contains(unit)) {
        return;
    }
    let mut end_section = |text: &mut String, speed: &mut Option<Range<usize>>| {
        if let Some(span) = speed.take()
            && !names.occur_in(text)
        {
            problems.push(messages::bare_speed(Location::new(&document.path, span)));
        }
        text.clear();
    };
    let (mut text, mut found, mut in_table) = (String::new(), None, false);
    for step in tree.steps() {
        match step {
            Step::Enter(_, node) => {
                match &node.kind {
                    Kind::Block(Block::Heading(heading)) if heading.level == HeadingLevel::H2 => {
                        end_section(&mut text, &mut found);
                    }
                    Kind::Block(Block::Table(_)) => in_table = true,
                    Kind::Inline(Inline::Text(words)) if !in_table && found.is_none() => {
                        found = speed(words).map(|found| {
                            let start = (node.span.start + found.start).min(node.span.end);
                            start..(node.span.start + found.end).min(node.span.end)
                        });
                    }
                    _ => {}
                }
                text.push_str(words_of(&node.kind));
            }
            Step::Leave(_, node) => in_table &= !matches!(node.kind, Kind::Block(Block::Table(_))),
        }
    }
    end_section(&mut text, &mut found);
}

fn words_of<'a, R: Refers>(kind: &'a Kind<'_, R>) -> &'a str {
    match kind {
        Kind::Inline(Inline::Text(text) | Inline::Code(text)) => text,
        Kind::Inline(Inline::SoftBreak | Inline::HardBreak) => " ",
        Kind::Block(_) | Kind::Inline(_) if kind.holds_others() => " ",
        _ => "",
    }
}

/// The bytes of a number and the unit after it.
pub(super) fn speed(text: &str) -> Option<Range<usize>> {
    UNITS
        .iter()
        .filter_map(|unit| text.match_indices(unit).find_map(|(at, _)| figure(text, at, at + unit.len())))
        .min_by_key(|found| found.start)
}

/// From the number that ends before `at` to `end`; `None` without a number, or where the unit is only part of a word.
fn figure(text: &str, at: usize, end: usize) -> Option<Range<usize>> {
    let before = text[..at].trim_end();
    let number = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
    let whole = text[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
    let digits = before.ends_with(|c: char| c.is_ascii_digit());
    (whole && digits).then_some(number.len()..end)
}
