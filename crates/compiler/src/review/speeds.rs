//! Warns of speeds without context: "40 tokens per second" says nothing without the machine or the model.
//!
//! 1. A body is split at its `##` headings. Figures in tables are ignored, since their headings name the context.
//! 2. The section must name a device or a model. Names of the catalog are recognised by two consecutive words ("RTX
//!    4090") or by a word that mixes letters and digits ("A100"). Models are also recognised by a size ("8B",
//!    "30B-A3B").
//!
//! There is one warning per section, at its first figure, and none on a site without a catalog.

use crate::review::body_tree::BodyTree;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::document::Document;
use rooflight_glossary::syntax::tree::{Block, HeadingLevel, Inline, NodeKind, Refers, WalkEvent};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::collections::BTreeSet;
use std::ops::Range;

/// Spellings of the unit, longest first.
const UNITS: [&str; 5] = ["tokens per second", "tokens/second", "tokens/s", "tok/s", "t/s"];

/// The words by which a text names a device or a model of the catalog.
pub(super) struct CatalogNames {
    words: BTreeSet<String>,
    pairs: BTreeSet<(String, String)>,
}

impl CatalogNames {
    pub(super) fn new(catalog: &Catalog) -> Self {
        let mut names = Self { words: BTreeSet::new(), pairs: BTreeSet::new() };
        let hardware = catalog.hardware.iter().map(|device| device.record.name.as_str());
        let models = catalog.models.iter().map(|model| model.record.name.as_str());
        for name in hardware.chain(models) {
            let words = words(name);
            names.words.extend(words.iter().filter(|word| mixes(word)).cloned());
            names.pairs.extend(words.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
        }
        names
    }

    fn occur_in(&self, text: &str) -> bool {
        let words = words(text);
        let is_name = |pair: &[String]| self.pairs.contains(&(pair[0].clone(), pair[1].clone()));
        words.iter().any(|word| self.words.contains(word) || is_size(word)) || words.windows(2).any(is_name)
    }
}

/// Splits a text into words, in lower case.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn mixes(word: &str) -> bool {
    word.chars().any(char::is_numeric) && word.chars().any(char::is_alphabetic)
}

/// True for a model's number of parameters: `8b`, `8x7b`.
fn is_size(word: &str) -> bool {
    let digits = word.strip_suffix('b').unwrap_or_default();
    digits.chars().all(|c| c.is_ascii_digit() || c == 'x') && digits.starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn check(document: &Document, tree: &BodyTree<'_>, names: &CatalogNames, problems: &mut Vec<Diagnostic>) {
    // Most bodies name no speed and need not be parsed.
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
    for event in tree.walk() {
        match event {
            WalkEvent::Enter(_, node) => {
                match &node.kind {
                    NodeKind::Block(Block::Heading(heading)) if heading.level == HeadingLevel::H2 => {
                        end_section(&mut text, &mut found);
                    }
                    NodeKind::Block(Block::Table(_)) => in_table = true,
                    NodeKind::Inline(Inline::Text(words)) if !in_table && found.is_none() => {
                        found = speed(words).map(|found| {
                            let start = (node.span.start + found.start).min(node.span.end);
                            start..(node.span.start + found.end).min(node.span.end)
                        });
                    }
                    _ => {}
                }
                text.push_str(words_of(&node.kind));
            }
            WalkEvent::Leave(_, node) => in_table &= !matches!(node.kind, NodeKind::Block(Block::Table(_))),
        }
    }
    end_section(&mut text, &mut found);
}

fn words_of<'a, R: Refers>(kind: &'a NodeKind<'_, R>) -> &'a str {
    match kind {
        NodeKind::Inline(Inline::Text(text) | Inline::Code(text)) => text,
        NodeKind::Inline(Inline::SoftBreak | Inline::HardBreak) => " ",
        NodeKind::Block(_) | NodeKind::Inline(_) if kind.holds_others() => " ",
        _ => "",
    }
}

/// Finds the first number that is followed by a unit of speed, and returns its bytes with the unit's.
pub(super) fn speed(text: &str) -> Option<Range<usize>> {
    UNITS
        .iter()
        .filter_map(|unit| text.match_indices(unit).find_map(|(at, _)| figure(text, at, at + unit.len())))
        .min_by_key(|found| found.start)
}

/// Returns the range from the number that ends before `at` to `end`; `None` without a number, or if the unit is only
/// part of a word.
fn figure(text: &str, at: usize, end: usize) -> Option<Range<usize>> {
    let before = text[..at].trim_end();
    let number = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
    let whole = text[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
    let digits = before.ends_with(|c: char| c.is_ascii_digit());
    (whole && digits).then_some(number.len()..end)
}
