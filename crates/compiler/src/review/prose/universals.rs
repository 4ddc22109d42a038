//! Warns of universal claims (all, only, never, always, cannot, must, exactly, none) without a source. Most wrong
//! statements in a reference are of this form.
//!
//! A sentence that cites something is skipped.

use crate::review::prose::paragraph::{Paragraph, words};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};

/// The words that make a claim universal.
const UNIVERSALS: [&str; 8] = ["all", "only", "never", "always", "cannot", "must", "exactly", "none"];

pub(super) fn check(path: &str, paragraph: &Paragraph, problems: &mut Vec<Diagnostic>) {
    for sentence in paragraph.sentences() {
        if paragraph.cites(&sentence) {
            continue;
        }
        let found = words(&paragraph.text, &sentence).find(|(at, word)| {
            let is_universal = UNIVERSALS.iter().any(|universal| universal.eq_ignore_ascii_case(word));
            is_universal && !is_count(&paragraph.text[..at.start])
        });
        if let Some((at, word)) = found {
            problems.push(messages::universal(Location::new(path, paragraph.place(&at)), &word.to_lowercase()));
        }
    }
}

/// True if the word follows "at" or "in": "at all" and "in all" claim nothing.
fn is_count(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with(" at") || before.ends_with(" in")
}
