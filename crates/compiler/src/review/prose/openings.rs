//! Warns of sentences that begin with a long phrase: the subject belongs in the first few words.

use crate::review::prose::paragraph::{Paragraph, words};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};

/// Prepositions that begin such a phrase.
const OPENINGS: [&str; 6] = ["With", "For", "In", "At", "By", "Of"];

/// Words that an opening phrase may have, its first one included.
const MAX_WORDS: usize = 3;

pub(super) fn check(path: &str, paragraph: &Paragraph, problems: &mut Vec<Diagnostic>) {
    for sentence in paragraph.sentences() {
        let mut all = words(&paragraph.text, &sentence);
        let Some((first, word)) = all.next().filter(|(_, word)| OPENINGS.contains(word)) else { continue };
        let rest = &paragraph.text[first.end..sentence.end];
        let phrase = rest.find(',').map_or(rest.len(), |comma| comma);
        if rest[..phrase].split_whitespace().count() < MAX_WORDS {
            continue;
        }
        let place = Location::new(path, paragraph.place(&first));
        let message = format!("the sentence begins with a phrase (“{word} …”) before its subject");
        problems.push(messages::style(place, message, "begin with the subject and let the phrase follow"));
    }
}
