//! The inflected forms of a German term.
//!
//! 1. The head is the last word, or the last part of a hyphenated word. A noun takes the endings that its own ending
//!    allows: genitives, plurals and datives (`Objekts`, `Objekte`, `Objekten`).
//! 2. Words before the head that end like an adjective take every adjective ending (`digitale Signatur`, `digitaler
//!    Signaturen`), and so does a lower-case head (`asynchron`, `asynchrone`).
//! 3. A compound may be written with spaces or with hyphens.
//!
//! Plurals with an umlaut or `-er` come only from a list: "Tester" is not a plural of "Test". In a phrase with a word
//! before the head that does not end like an adjective ("Denial of Service"), only the head changes.

use crate::link::forms::inflect::{DerivationRule, Derived};

/// Nouns whose plural has an umlaut or ends in `-er`, in lower case. Also inflects compounds that end in them.
const PLURALS: &[(&str, &str)] = &[
    ("bild", "bilder"),
    ("feld", "felder"),
    ("glied", "glieder"),
    ("kind", "kinder"),
    ("licht", "lichter"),
    ("schild", "schilder"),
    ("buch", "bücher"),
    ("band", "bänder"),
    ("blatt", "blätter"),
    ("fach", "fächer"),
    ("haus", "häuser"),
    ("land", "länder"),
    ("loch", "löcher"),
    ("rad", "räder"),
    ("wort", "wörter"),
    ("ball", "bälle"),
    ("baum", "bäume"),
    ("block", "blöcke"),
    ("fall", "fälle"),
    ("fluss", "flüsse"),
    ("grund", "gründe"),
    ("raum", "räume"),
    ("satz", "sätze"),
    ("stamm", "stämme"),
    ("zug", "züge"),
    ("gang", "gänge"),
    ("schlag", "schläge"),
    ("kraft", "kräfte"),
    ("macht", "mächte"),
    ("stadt", "städte"),
    ("wand", "wände"),
];

/// Endings of inflected adjectives.
const ADJECTIVE: [&str; 5] = ["e", "er", "es", "en", "em"];

/// All forms of a term other than the term itself.
pub(super) fn derive(term: &str) -> Vec<Derived> {
    let mut forms: Vec<String> = Vec::new();
    for spelling in spellings(term) {
        let (before, head) = spelling.rsplit_once(' ').map_or(("", &*spelling), |(before, head)| (before, head));
        let heads: Vec<String> = std::iter::once(head.to_owned()).chain(head_forms(head)).collect();
        for before in phrases(before) {
            for head in &heads {
                let form = if before.is_empty() { head.clone() } else { format!("{before} {head}") };
                if form != term && !forms.contains(&form) {
                    forms.push(form);
                }
            }
        }
    }
    forms.into_iter().map(|text| Derived { text, rule: DerivationRule::Inflected }).collect()
}

/// The term, and the same compound with hyphens instead of spaces or with spaces instead of hyphens.
fn spellings(term: &str) -> Vec<String> {
    let is_compound = term.split([' ', '-']).all(|word| word.starts_with(char::is_alphabetic));
    let nouns = term.split(' ').all(|word| word.starts_with(char::is_uppercase));
    let mut all = vec![term.to_owned()];
    if is_compound && nouns && term.contains(' ') {
        all.push(term.replace(' ', "-"));
    }
    if is_compound && term.contains('-') {
        all.push(term.replace('-', " "));
    }
    all
}

/// The words before the head as they are, and with each adjective ending if every one of them ends like an adjective.
fn phrases(before: &str) -> Vec<String> {
    let mut all = vec![before.to_owned()];
    let words: Vec<&str> = before.split(' ').collect();
    if !before.is_empty() && words.iter().all(|word| stem(word).is_some()) {
        for ending in ADJECTIVE {
            let inflected: Vec<String> =
                words.iter().filter_map(|word| Some(format!("{}{ending}", stem(word)?))).collect();
            all.push(inflected.join(" "));
        }
    }
    all.dedup();
    all
}

/// A word without its adjective ending; `None` if it has none.
fn stem(word: &str) -> Option<&str> {
    let stem = ["er", "es", "en", "em", "e"].iter().find_map(|ending| word.strip_suffix(ending))?;
    (stem.chars().count() > 2 && stem.chars().all(char::is_alphabetic)).then_some(stem)
}

fn head_forms(head: &str) -> Vec<String> {
    let at = head.rfind('-').map_or(0, |at| at + 1);
    let (before, word) = head.split_at(at);
    let letters = word.chars().count();
    if letters < 2 || !word.chars().all(char::is_alphanumeric) {
        return Vec::new();
    }
    let rest_is_low = !word.chars().skip(1).any(char::is_uppercase);
    let endings: &[&str] = match word.chars().next() {
        _ if !rest_is_low => &["s"],
        _ if letters < 3 || !word.chars().all(char::is_alphabetic) => &[],
        Some(first) if first.is_uppercase() => noun(word),
        _ => &ADJECTIVE,
    };
    let mut forms: Vec<String> = endings.iter().map(|ending| format!("{before}{word}{ending}")).collect();
    let low = word.to_lowercase();
    for (one, many) in PLURALS {
        if let Some(start) = low.strip_suffix(one) {
            let plural: String = word.chars().take(start.chars().count()).collect();
            let many =
                if plural.is_empty() { crate::link::forms::inflect::capitalised(many) } else { (*many).to_owned() };
            let dative = if many.ends_with('n') { "" } else { "n" };
            forms.extend([format!("{before}{plural}{many}"), format!("{before}{plural}{many}{dative}")]);
        }
    }
    forms
}

/// The endings that a noun may take, chosen by its own ending.
fn noun(word: &str) -> &'static [&'static str] {
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    if ends(&["ung", "heit", "keit", "schaft", "ion", "tät", "enz", "anz"]) {
        &["en"]
    } else if ends(&["in"]) {
        &["nen", "s", "e", "en"]
    } else if ends(&["nis"]) {
        &["ses", "se", "sen"]
    } else if ends(&["chen", "lein", "en"]) {
        &["s"]
    } else if ends(&["el", "er"]) {
        &["s", "n"]
    } else if ends(&["e"]) {
        &["n", "ns", "s"]
    } else if ends(&["a", "i", "o", "u", "y", "ä", "ö", "ü"]) {
        &["s"]
    } else if ends(&["aus"]) {
        &["es", "e"]
    } else if ends(&["us", "is", "as", "os"]) {
        &[]
    } else if ends(&["s", "ß", "x", "z"]) {
        &["es", "e", "en"]
    } else {
        &["s", "es", "e", "en"]
    }
}
