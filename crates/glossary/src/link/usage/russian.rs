//! Recognises Russian nouns in fixed phrases, and the pronoun "тем", which has the letters of a plural of "тема".
//!
//! 1. A noun that is a preposition together with the one before it: "в виде папок", "имейте в виду".
//! 2. "Тем" after a preposition that takes another case ("перед тем, как") or before the words that a pronoun has
//!    after it ("тем, что", "тем не менее").
//!
//! Decides by closed lists of the few words next to the mention.

use crate::link::usage::english::ends_with_words;

/// Prepositions of two words: the first one, and the noun.
const PHRASES: [(&str, &str); 10] = [
    ("в", "виде"),
    ("в", "виду"),
    ("в", "ходе"),
    ("в", "случае"),
    ("в", "рамках"),
    ("в", "качестве"),
    ("в", "силу"),
    ("по", "мере"),
    ("за", "счёт"),
    ("за", "счет"),
];
/// Prepositions of the instrumental case, which the plural "тем" never follows.
const BEFORE_PRONOUN: [&str; 6] = ["с", "перед", "между", "за", "над", "под"];
/// Words and commas that follow the pronoun "тем".
const AFTER_PRONOUN: [&str; 10] =
    [", что", ", чтобы", ", как", ", кто", ", чем", " не менее", " самым", " же", " более", " временем"];

/// True if a word between these texts is part of a fixed phrase, or a pronoun.
pub(in crate::link) fn is_other_use(before: &str, word: &str, after: &str) -> bool {
    let Some(text) = before.strip_suffix(' ') else { return false };
    let follows = |words: &str| ends_with_words(text, words) || text.to_lowercase() == words;
    PHRASES.iter().any(|(words, noun)| *noun == word && follows(words))
        || word == "тем"
            && (BEFORE_PRONOUN.iter().any(|words| follows(words))
                || AFTER_PRONOUN.iter().any(|words| after.starts_with(words)))
}

#[cfg(test)]
mod tests {
    use super::is_other_use;

    #[test]
    fn phrases_and_things() {
        for (before, word, after) in [
            ("представлены в ", "виде", " папок"),
            ("В ", "виде", " вкладок"),
            ("имейте в ", "виду", ""),
            ("не всегда может быть ", "тем", ", что вам нужно"),
            ("перед ", "тем", ", как"),
            ("и с ", "тем", ""),
        ] {
            assert!(is_other_use(before, word, after), "{before}|{word}|{after}");
        }
        for (before, word, after) in [
            ("из плагинов и ", "тем", ""),
            ("магазин ", "тем", " и плагинов"),
            ("в новом ", "виде", ""),
            ("в ", "вид", " графа"),
        ] {
            assert!(!is_other_use(before, word, after), "{before}|{word}|{after}");
        }
    }
}
