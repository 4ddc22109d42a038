//! Recognises ordinary German nouns in their everyday sense.
//!
//! 1. A noun that introduces a purpose: "eine Methode, um zu messen", "ein Verfahren zur Messung", "die Funktion von
//!    DNS". "Funktionen zur Kodierung" are functions in the technical sense.
//! 2. A noun with an adjective of judgement: "die wichtigste Funktion", "neue Funktionen", "eine bewährte Methode".
//! 3. A part of a fixed phrase: "in den frühen Tagen", "unter den gleichen Bedingungen", "juristische Personen".
//! 4. The verb that a noun was made of: "zu suchen" is not "Suchen".
//!
//! Decides by closed lists of the word itself and the few words next to it.

use crate::link::usage::english::ends_with_words;

/// Nouns for a way or a purpose, in the singular and the plural.
const WAYS: [&str; 7] = ["Methode", "Methoden", "Funktion", "Funktionen", "Verfahren", "Technik", "Techniken"];
/// Stems of adjectives of judgement.
const JUDGEMENTS: [&str; 13] = [
    "neu",
    "neuest",
    "modern",
    "wichtig",
    "wichtigst",
    "wesentlich",
    "bemerkenswert",
    "grundlegend",
    "einzig",
    "zusätzlich",
    "alternativ",
    "bewährt",
    "nützlich",
];
/// Endings of these adjectives.
const ENDINGS: [&str; 5] = ["e", "en", "er", "es", "em"];
/// Fixed phrases: the words before a noun, and the noun. An adjective may come between them.
const PHRASES: [(&str, &str); 9] = [
    ("in den", "Tagen"),
    ("unter den", "Bedingungen"),
    ("in der", "Regel"),
    ("juristische", "Person"),
    ("juristische", "Personen"),
    ("juristischer", "Person"),
    ("juristischer", "Personen"),
    ("juristischen", "Person"),
    ("juristischen", "Personen"),
];
/// The adjectives that may come between.
const PHRASE_ADJECTIVES: [&str; 4] = ["frühen", "ersten", "letzten", "gleichen"];

/// True if a word between these texts has its everyday sense.
pub(in crate::link) fn is_other_use(before: &str, word: &str, after: &str) -> bool {
    let previous = before.strip_suffix(' ').and_then(|text| text.rsplit(' ').next()).unwrap_or_default();
    is_way(previous, word, after) || is_in_phrase(before, word)
}

/// True for a verb in the infinitive in place of the noun that was made of it. Other words that a headword writes with
/// a capital, such as adjectives, have other endings.
pub(in crate::link) fn is_infinitive(name: &str, found: &str) -> bool {
    name.starts_with(char::is_uppercase)
        && found.starts_with(char::is_lowercase)
        && !found.contains(' ')
        && ["en", "eln", "ern"].iter().any(|ending| found.ends_with(ending))
}

fn is_way(previous: &str, word: &str, after: &str) -> bool {
    if !WAYS.contains(&word) {
        return false;
    }
    let adjective = previous.to_lowercase();
    let is_judged = JUDGEMENTS
        .iter()
        .any(|judgement| adjective.strip_prefix(judgement).is_some_and(|ending| ENDINGS.contains(&ending)));
    let begins = |words: &[&str]| {
        words.iter().any(|words| after.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
    };
    is_judged || begins(&[", um", " von"]) || word != "Funktionen" && begins(&[" zur", " zum"])
}

fn is_in_phrase(before: &str, word: &str) -> bool {
    let text = before.strip_suffix(' ').unwrap_or_default();
    let shorter = text.rsplit_once(' ').filter(|(_, adjective)| PHRASE_ADJECTIVES.contains(adjective));
    let starts = [Some(text), shorter.map(|(text, _)| text)];
    let ends_with = |words: &str| starts.iter().flatten().any(|text| ends_with_words(text, words));
    PHRASES.iter().any(|(words, noun)| *noun == word && ends_with(words))
}

#[cfg(test)]
mod tests {
    use super::is_other_use;

    #[test]
    fn everyday_senses_and_things() {
        for (before, word, after) in [
            ("ist eine ", "Methode", ", um Komplexität zu senken"),
            ("ist eine ", "Methode", " zur Schätzung"),
            ("die frühesten ", "Methoden", " zur Angabe von Farben"),
            ("bieten eine ", "Funktion", " zur Emulation"),
            ("Die wichtigste ", "Funktion", " ist die Übersetzung"),
            ("Die ", "Funktion", " von DNS"),
            ("und neue ", "Funktionen", " bereitzustellen"),
            ("eine bewährte ", "Methode", "."),
            ("In den frühen ", "Tagen", " des Webs"),
            ("besonders in den ", "Tagen", " von damals"),
            ("unter den gleichen ", "Bedingungen", " (kostenlos)"),
            ("für juristische ", "Personen", ""),
        ] {
            assert!(is_other_use(before, word, after), "{before}|{word}|{after}");
        }
        for (before, word, after) in [
            ("eine anonyme ", "Funktion", " aufrufen"),
            ("", "Funktionen", " zur Kodierung von Adressen"),
            ("Attribute und ", "Methoden", " der Klasse"),
            ("an eine ", "Funktion", " übergeben"),
            ("Eine ", "Funktion", ", umgeben von Klammern"),
            ("die schließenden ", "Tags", " von Elementen"),
            ("wenn die ", "Bedingung", " erfüllt ist"),
            ("die erneute ", "Funktion", ""),
        ] {
            assert!(!is_other_use(before, word, after), "{before}|{word}|{after}");
        }
    }
}
