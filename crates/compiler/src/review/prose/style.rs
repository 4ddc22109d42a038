//! Warns of banned phrases, and of more than [`MAX_COLONS`] colons and semicolons in a paragraph.

use crate::review::prose::paragraph::Paragraph;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};

/// Phrases that a native speaker would not write, with replacements.
const BANNED: [(&str, &str); 12] = [
    ("some hundred", "a few hundred"),
    ("as a rule", "usually"),
    ("in all", "in total"),
    ("by arithmetic", "works out at"),
    ("none is", "no … is"),
    ("so many", "this many"),
    ("that it has not", "that it lacks"),
    ("of which a part", "part of which"),
    ("it is to be noted", "say it without the phrase"),
    ("needless to say", "leave it out"),
    ("in order to", "to"),
    ("the latter", "the thing's name"),
];

/// Colons and semicolons, counted together, that a paragraph may have.
const MAX_COLONS: usize = 1;

pub(super) fn check(path: &str, paragraph: &Paragraph, problems: &mut Vec<Diagnostic>) {
    let text = paragraph.text.to_ascii_lowercase();
    for (phrase, better) in BANNED {
        for (at, _) in text.match_indices(phrase) {
            let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let end = at + phrase.len();
            // "in all cases" and "in all 32 layers" are fine, "eight in all" is not.
            let goes_on = phrase == "in all" && text[end..].starts_with(' ');
            if letter(text[..at].chars().next_back()) || letter(text[end..].chars().next()) || goes_on {
                continue;
            }
            let place = Location::new(path, paragraph.place(&(at..end)));
            problems.push(messages::style(
                place,
                format!("“{phrase}” is not plain English"),
                format!("better: {better}"),
            ));
        }
    }
    let signs = text.char_indices().filter(|(at, sign)| match sign {
        ';' => true,
        ':' => text[at + 1..].chars().next().is_none_or(char::is_whitespace),
        _ => false,
    });
    if let Some((at, _)) = signs.clone().nth(MAX_COLONS) {
        let place = Location::new(path, paragraph.place(&(at..at + 1)));
        let message = format!("the paragraph has {} colons and semicolons", signs.count());
        let help = "at most one; write because, so, but or and, or begin a sentence";
        problems.push(messages::style(place, message, help));
    }
}
