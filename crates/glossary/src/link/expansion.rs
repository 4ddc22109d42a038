//! Whether a word is a part of what an abbreviation stands for.
//!
//! 1. In "site reliability engineers (SREs)" and "SEO (Search Engine Optimization)" the words make one name, which the
//!    abbreviation proves by their first letters. A word of it, such as "reliability" or "Engine", is not meant alone.
//! 2. Small words may lack a letter: "Internet Corporation for Assigned Names and Numbers (ICANN)".
//! 3. Spaces part the words; other signs than an apostrophe end the name.
//! 4. Both may stand in one parenthesis: "（Open Container Initiative；OCI）", "(CSI, de l'anglais Container Storage
//!    Interface)".
//!
//! Looks [`WINDOW`] characters to either side, whatever the text. Never looks at the abbreviation by itself: whether it
//! is a name of its own, others decide.

use crate::link::parenthesis::OPEN;

/// Characters beside a word that are looked at.
const WINDOW: usize = 80;
/// Signs between a name and its abbreviation, and what ends the latter.
const JOINTS: [char; 6] = ['(', '（', ',', '，', ';', '；'];
const ENDS: [char; 6] = [')', '）', ',', '，', ';', '；'];
/// Words at most between a parenthesis, or a sign in it, and the name.
const LEADING: usize = 3;
/// Letters of a small word at most, which may lack a letter in the abbreviation.
const SMALL: usize = 3;

/// True if a single word between these texts is one of several that an abbreviation beside them stands for.
pub(super) fn is_part_of_expansion(before: &str, word: &str, after: &str) -> bool {
    let (before, after) = (tail(before), head(after));
    !word.contains([' ', '-']) && (is_followed(before, word, after) || is_preceded(before, word, after))
}

/// "engineers (SREs)" follows, or "(SREs)", or ", SRE" inside a parenthesis.
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

/// "SEO (Search" precedes, or "SEO (", or "(SEO, ". Inside a parenthesis a few words may come before: "(CSI, de
/// l'anglais Container Storage Interface)".
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
    (0..=preceding.min(LEADING)).any(|skipped| {
        let words = words(opened).chain([word]).chain(words(after)).skip(skipped);
        spelled(words, letters.chars()).is_some_and(|used| used + skipped > preceding && used > 1)
    })
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(' ').filter(|word| !word.is_empty())
}

/// How many words it takes to spell an abbreviation with their first letters, small ones without a letter included.
fn spelled<'a>(words: impl Iterator<Item = &'a str>, short: impl Iterator<Item = char>) -> Option<usize> {
    let mut letters = short.peekable();
    let mut used = 0;
    for word in words {
        let Some(letter) = letters.peek() else { break };
        let is_small = word.chars().count() <= SMALL && word.chars().all(char::is_lowercase);
        // An article that is elided belongs to the text: "l'Open Container Initiative".
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

/// The letters of an abbreviation, in the singular: `SREs` has three.
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
