//! Claims of every case: all, only, never, always, cannot, must, exactly, none. Most wrong statements in a reference
//! are such.
//!
//! A sentence that cites a source is passed over, and so is one that begins with the word as an order to the reader.

use crate::review::prose::paragraph::{Paragraph, words};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};

/// The words.
const UNIVERSALS: [&str; 8] = ["all", "only", "never", "always", "cannot", "must", "exactly", "none"];

pub(super) fn check(path: &str, paragraph: &Paragraph, problems: &mut Vec<Diagnostic>) {
    for sentence in paragraph.sentences() {
        if paragraph.cites(&sentence) {
            continue;
        }
        let found = words(&paragraph.text, &sentence).find(|(at, word)| {
            let known = UNIVERSALS.iter().any(|known| known.eq_ignore_ascii_case(word));
            known && !is_count(&paragraph.text[..at.start])
        });
        if let Some((at, word)) = found {
            problems.push(messages::universal(Location::new(path, paragraph.place(&at)), &word.to_lowercase()));
        }
    }
}

/// True for "at all" and "in all", which claim nothing.
fn is_count(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with(" at") || before.ends_with(" in")
}
