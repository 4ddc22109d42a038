//! Finds mentions of terms in a run of text.
//!
//! 1. White space is normalised: any run of it, line breaks included, counts as one space.
//! 2. One automaton (Aho-Corasick) finds every form, overlapping ones too.
//! 3. A find counts only between word boundaries: no letter, digit or underscore on either side, and no split grapheme; `'s` may follow.
//! 4. Of what is left, the leftmost wins, and of those the longest: "memory bandwidth" beats "memory". A veto wins like any other.
//!
//! Works on one run at a time: text with the same parent and nothing between. Never sees Markdown or HTML.

use super::terms::{Claim, Forms, Origin};
use aho_corasick::AhoCorasick;
use std::ops::Range;
use unicode_segmentation::GraphemeCursor;

/// All forms, ready to search.
#[derive(Debug)]
pub struct Matcher {
    automaton: Option<AhoCorasick>,
    claims: Vec<Claim>,
}

/// A mention in a run of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The bytes of the run.
    pub range: Range<usize>,
    /// The document that is meant.
    pub document: usize,
}

impl Matcher {
    /// Builds the automaton. Without any form, or should the automaton grow beyond its limits, nothing is ever found.
    #[must_use]
    pub fn new(forms: &Forms) -> Self {
        let automaton = if forms.is_empty() { None } else { AhoCorasick::new(forms.keys()).ok() };
        Self { automaton, claims: forms.values().cloned().collect() }
    }

    /// The mentions in a run, from left to right, vetoes already taken out.
    #[must_use]
    pub fn mentions(&self, run: &str) -> Vec<Mention> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let (text, origin) = normalise(run);
        let mut found: Vec<(Range<usize>, usize)> = automaton
            .find_overlapping_iter(&text)
            .map(|hit| (hit.range(), hit.pattern().as_usize()))
            .filter(|(range, _)| is_word(&text, range))
            .collect();
        found.sort_by_key(|(range, _)| (range.start, usize::MAX - range.end));
        let mut end = 0;
        let mut mentions = Vec::new();
        for (range, form) in found {
            if range.start < end {
                continue;
            }
            end = range.end;
            let claim = &self.claims[form];
            if !matches!(claim.origin, Origin::Not(_)) {
                mentions.push(Mention { range: origin[range.start]..origin[range.end], document: claim.document });
            }
        }
        mentions
    }
}

/// The text with white space normalised, and for each of its bytes (and its end) the byte of the run where it comes from.
fn normalise(run: &str) -> (String, Vec<usize>) {
    let mut text = String::with_capacity(run.len());
    let mut origin = Vec::with_capacity(run.len() + 1);
    let mut in_space = false;
    for (at, c) in run.char_indices() {
        let is_space = c.is_whitespace();
        if is_space && in_space {
            continue;
        }
        in_space = is_space;
        let c = if is_space { ' ' } else { c };
        for _ in 0..c.len_utf8() {
            origin.push(at);
        }
        text.push(c);
    }
    origin.push(run.len());
    (text, origin)
}

fn is_word(text: &str, range: &Range<usize>) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let before = text[..range.start].chars().next_back().is_some_and(inside);
    let after = text[range.end..].chars().next().is_some_and(inside);
    let whole = |at| GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(false);
    !before && !after && whole(range.start) && whole(range.end) && !splits_number(text, range)
}

/// `Q4` is not meant in `Q4.5`, nor `8` in `1,8`.
fn splits_number(text: &str, range: &Range<usize>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut after = text[range.end..].chars();
    let joined = matches!(after.next(), Some('.' | ',')) && digit(after.next());
    joined && digit(text[..range.end].chars().next_back())
}
