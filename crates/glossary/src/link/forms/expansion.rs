//! Decides whether a word is part of an abbreviation's expansion.
//!
//! 1. In "site reliability engineers (SREs)" and "SEO (Search Engine Optimization)" the words are one name, because
//!    their initials are the abbreviation. A word of it, such as "reliability" or "Engine", has no meaning alone.
//! 2. Small words may be missing from the abbreviation: "Internet Corporation for Assigned Names and Numbers (ICANN)".
//! 3. Spaces separate the words; any punctuation but an apostrophe ends the name.
//! 4. Name and abbreviation may be in one parenthesis: "（Open Container Initiative；OCI）", "(CSI, de l'anglais Container
//!    Storage Interface)".
//!
//! Looks at most [`WINDOW`] characters to either side. Does not decide whether the abbreviation itself is a mention.

use crate::link::forms::parenthesis::OPEN;

/// How many characters to each side of a word are examined.
const WINDOW: usize = 80;
/// Characters between a name and its abbreviation.
const JOINTS: [char; 6] = ['(', '（', ',', '，', ';', '；'];
/// Characters that end an abbreviation.
const ENDS: [char; 6] = [')', '）', ',', '，', ';', '；'];
/// Maximum number of words between an opening character and the name.
const MAX_LEADING: usize = 3;
/// Maximum length in characters of a small word, whose initial the abbreviation may lack.
const MAX_SMALL: usize = 3;

/// True if a single word between these texts is one of several words that an abbreviation next to them abbreviates.
pub(in crate::link) fn is_part_of_expansion(before: &str, word: &str, after: &str) -> bool {
    let (before, after) = (tail(before), head(after));
    !word.contains([' ', '-']) && (is_followed(before, word, after) || is_preceded(before, word, after))
}

/// True if the abbreviation follows: "engineers (SREs)", "(SREs)", or ", SRE" inside a parenthesis.
fn is_followed(before: &str, word: &str, after: &str) -> bool {
    let end = after.find(|c| !is_inside(c)).unwrap_or(after.len());
    let (Some(rest), Some(beyond)) = (after.get(..end), after.get(end..)) else { return false };
    let Some(inside) = beyond.strip_prefix(JOINTS) else { return false };
    let Some(short) = inside.trim_start().split(ENDS).next().and_then(letters) else { return false };
    if !(rest.is_empty() || rest.starts_with(' ')) {
        return false;
    }
    let start = before.char_indices().rev().find(|(_, c)| !is_inside(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    let before = before.get(start..).and_then(|text| text.strip_suffix(' ')).unwrap_or_default();
    let following = words(rest).count();
    let words = words(rest).rev().chain([word]).chain(words(before).rev());
    spelled(words, short.chars().rev()).is_some_and(|used| used > following && used > 1)
}

/// True if the abbreviation precedes: "SEO (Search", "SEO (" or "(SEO, ". Up to [`MAX_LEADING`] words may come before
/// the name: "(CSI, de l'anglais Container Storage Interface)".
fn is_preceded(before: &str, word: &str, after: &str) -> bool {
    let Some(at) = before.char_indices().rev().find(|(_, c)| !is_inside(*c)).map(|(at, _)| at) else { return false };
    let (start, joint) = before.split_at(at);
    let Some(opened) = joint.strip_prefix(JOINTS) else { return false };
    let is_first = joint.starts_with(OPEN);
    let is_beside = |start: &str| is_first || start.ends_with(OPEN);
    let short = start.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let Some(letters) = letters(short).filter(|_| start.trim_end().strip_suffix(short).is_some_and(is_beside)) else {
        return false;
    };
    if !(opened.is_empty() || opened.ends_with(' ')) {
        return false;
    }
    let end = after.find(|c| !is_inside(c)).unwrap_or(after.len());
    let after = after.get(..end).unwrap_or_default();
    let preceding = words(opened).count();
    (0..=preceding.min(MAX_LEADING)).any(|skipped| {
        let words = words(opened).chain([word]).chain(words(after)).skip(skipped);
        spelled(words, letters.chars()).is_some_and(|used| used + skipped > preceding && used > 1)
    })
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(' ').filter(|word| !word.is_empty())
}

/// The number of words whose initials spell an abbreviation, skipped small words included; `None` if they do not.
fn spelled<'a>(words: impl Iterator<Item = &'a str>, short: impl Iterator<Item = char>) -> Option<usize> {
    let mut letters = short.peekable();
    let mut used = 0;
    for word in words {
        let Some(letter) = letters.peek() else { break };
        let is_small = word.chars().count() <= MAX_SMALL && word.chars().all(char::is_lowercase);
        // An elided article is not part of the name: "l'Open Container Initiative".
        let first = word.split_once('\'').filter(|(article, _)| article.len() <= 2).map_or(word, |(_, rest)| rest);
        let first = first.chars().next()?;
        if first.to_lowercase().eq(letter.to_lowercase()) {
            letters.next();
        } else if !is_small {
            return None;
        }
        used += 1;
    }
    letters.peek().is_none().then_some(used)
}

/// The letters of an abbreviation in the singular: `SRE` for `SREs`; `None` if the text is not one.
fn letters(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let short = text.strip_suffix('s').unwrap_or(text);
    let is_short = short.starts_with(char::is_uppercase)
        && short.ends_with(char::is_uppercase)
        && short.chars().count() > 1
        && short.chars().all(char::is_alphabetic);
    is_short.then_some(short)
}

fn is_inside(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ' ' | '\'')
}

fn head(text: &str) -> &str {
    text.char_indices().nth(WINDOW).and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

fn tail(text: &str) -> &str {
    text.char_indices().nth_back(WINDOW).and_then(|(at, _)| text.get(at..)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::is_part_of_expansion;

    #[test]
    fn words_that_an_abbreviation_stands_for() {
        for (before, word, after) in [
            ("for site ", "reliability", " engineers (SREs) and"),
            ("SEO (Search ", "Engine", " Optimization) is"),
            ("ICANN (", "Internet", " Corporation for Assigned Names and Numbers)"),
            ("ICANN (Internet Corporation for Assigned Names and ", "Numbers", ") is"),
            ("Function as a ", "Service", " (FaaS) is"),
            ("a special interest ", "group", " (SIG)"),
            ("avec l'Open ", "Container", " Initiative (OCI)"),
            ("（Open ", "Container", " Initiative；OCI）"),
            ("conteneurs (CNI, de l'anglais ", "Container", " Network Interface), sont"),
            ("(CSI, de l'anglais Container ", "Storage", " Interface) est"),
        ] {
            assert!(is_part_of_expansion(before, word, after), "{before}|{word}|{after}");
        }
        for (before, word, after) in [
            ("the ", "reliability", " of engineers (SREs) and"),
            ("adding ", "reliability", ", observability (SRE)"),
            ("", "Containers", "-as-a-Service (CaaS)"),
            ("virtual ", "machine", "s (VM)"),
            ("the new ", "service", " site reliability engineers (SREs)"),
            ("a ", "service", " (S)"),
            ("SEO (see ", "Engine", ")"),
            ("CSI, and ", "Container", " Storage Interface"),
            ("(CNI, for a ", "container", " of two)"),
            ("the API (for ", "engines", " and more)"),
            ("", "service", ""),
        ] {
            assert!(!is_part_of_expansion(before, word, after), "{before}|{word}|{after}");
        }
    }
}
