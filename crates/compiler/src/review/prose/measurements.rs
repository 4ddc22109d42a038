//! Warns of measured speeds without a source: "it reached 63.5 tokens per second" is a claim that a reader can neither
//! repeat nor date.
//!
//! A sentence is reported if it has a figure in tokens per second and a verb of measuring, but neither names a row of
//! the measurements nor cites a source. Ceilings, limits and computed speeds have no such verb; "not measured" does not
//! count either.

use crate::review::prose::paragraph::{Paragraph, words};
use crate::review::speeds::speed;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};

/// Verbs of measuring, as texts use them for a run.
const MEASURED: [&str; 12] = [
    "measured",
    "benchmarked",
    "clocked",
    "gave",
    "observed",
    "ran",
    "reached",
    "recorded",
    "reported",
    "reports",
    "timed",
    "wrote",
];

pub(super) fn check(path: &str, paragraph: &Paragraph, problems: &mut Vec<Diagnostic>) {
    for sentence in paragraph.sentences() {
        if paragraph.cites(&sentence) || !says_measured(paragraph, &sentence) {
            continue;
        }
        if let Some(found) = speed(&paragraph.text[sentence.clone()]) {
            let at = sentence.start + found.start..sentence.start + found.end;
            problems.push(messages::unsourced_measurement(Location::new(path, paragraph.place(&at))));
        }
    }
}

fn says_measured(paragraph: &Paragraph, sentence: &std::ops::Range<usize>) -> bool {
    words(&paragraph.text, sentence).any(|(at, word)| {
        let is_verb = MEASURED.iter().any(|verb| verb.eq_ignore_ascii_case(word));
        is_verb && !paragraph.text[..at.start].trim_end().ends_with("not")
    })
}
