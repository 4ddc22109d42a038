//! Whether a word is a part of what an abbreviation stands for.
//!
//! 1. In "site reliability engineers (SREs)" and "SEO (Search Engine Optimization)" the words make one name, which the
//!    abbreviation proves by their first letters. A word of it, such as "reliability" or "Engine", is not meant alone.
//! 2. Small words may lack a letter: "Internet Corporation for Assigned Names and Numbers (ICANN)".
//! 3. Spaces part the words; other signs than an apostrophe end the name.
//!
//! Looks [`WINDOW`] characters to either side, whatever the text. Never looks at the abbreviation by itself: whether it
//! is a name of its own, others decide.

/// Characters beside a word that are looked at.
const WINDOW: usize = 80;
/// Letters of a small word at most, which may lack a letter in the abbreviation.
const SMALL: usize = 3;

/// True if a single word between these texts is one of several that an abbreviation beside them stands for.
pub(super) fn is_part_of_expansion(before: &str, word: &str, after: &str) -> bool {
    !word.contains([' ', '-']) && (is_followed(before, word, after) || is_preceded(before, word, after))
}

/// "engineers (SREs)" follows, or "(SREs)".
fn is_followed(before: &str, word: &str, after: &str) -> bool {
    let after = head(after);
    let Some((rest, inside)) = after.split_once(" (") else { return false };
    let Some(short) = inside.split([')', ',', ';']).next().and_then(letters) else { return false };
    let follows = rest.is_empty() || rest.starts_with(' ');
    if !follows || !is_words(rest) {
        return false;
    }
    let before = tail(before);
    let start = before.rfind(|c| !is_inside(c)).map_or(0, |at| at + 1);
    let before = before.get(start..).and_then(|text| text.strip_suffix(' ')).unwrap_or_default();
    let following = rest.split(' ').filter(|word| !word.is_empty()).count();
    let words = rest.rsplit(' ').chain([word]).chain(before.rsplit(' ')).filter(|word| !word.is_empty());
    spelled(words, short.chars().rev()).is_some_and(|used| used > following && used > 1)
}

/// "SEO (Search" precedes, or "SEO (".
fn is_preceded(before: &str, word: &str, after: &str) -> bool {
    let before = tail(before);
    let Some((start, opened)) = before.rsplit_once(" (") else { return false };
    let Some(short) = start.rsplit(' ').next().and_then(letters) else { return false };
    if !(opened.is_empty() || opened.ends_with(' ')) || !is_words(opened) {
        return false;
    }
    let after = head(after);
    let end = after.find(|c| !is_inside(c)).unwrap_or(after.len());
    let preceding = opened.split(' ').filter(|word| !word.is_empty()).count();
    let words = opened.split(' ').chain([word]).chain(after.get(..end).unwrap_or_default().split(' '));
    spelled(words.filter(|word| !word.is_empty()), short.chars()).is_some_and(|used| used > preceding && used > 1)
}

/// How many words it takes to spell an abbreviation with their first letters, small ones without a letter included.
fn spelled<'a>(words: impl Iterator<Item = &'a str>, short: impl Iterator<Item = char>) -> Option<usize> {
    let mut letters = short.peekable();
    let mut used = 0;
    for word in words {
        let Some(letter) = letters.peek() else { break };
        let is_small = word.chars().count() <= SMALL && word.chars().all(char::is_lowercase);
        let first = word.chars().next()?;
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

fn is_words(text: &str) -> bool {
    text.chars().all(is_inside)
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
            ("the API (for ", "engines", " and more)"),
            ("", "service", ""),
        ] {
            assert!(!is_part_of_expansion(before, word, after), "{before}|{word}|{after}");
        }
    }
}
