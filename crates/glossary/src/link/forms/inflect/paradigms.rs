//! Inflected forms by tables of endings, for languages whose nouns need nothing more.
//!
//! 1. In the Romance languages the words before the first preposition agree: `mise à jour`, `mises à jour`;
//!    `réseau neuronal`, `réseaux neuronaux`. Borrowed compounds change one word only, so the first or the last word
//!    also changes alone, and the last word after a preposition changes alone or with the others:
//!    `imágenes de contenedores`.
//! 2. In the Scandinavian languages and Dutch the last word changes. The Scandinavian article is an ending: `nod`,
//!    `noden`, `noder`, `noderna`.
//! 3. A word takes the forms of the longest ending in the table that fits. In the Romance languages a word also gets
//!    the singulars of which it may be a plural.
//!
//! An acronym in a Romance language takes `s`. Any other word with a capital after its first letter, or with anything
//! but letters and hyphens, stays as it is. A wrong form that nobody writes does no harm; an entry lists missing ones
//! under `forms`.

use crate::link::forms::inflect::{DerivationRule, Derived};

/// An ending and its replacements.
type Ending = (&'static str, &'static [&'static str]);

/// The inflection table of a language.
#[derive(Debug)]
pub(super) struct Paradigms {
    /// The longest ending that fits a word applies.
    endings: &'static [Ending],
    /// Prepositions, articles and conjunctions that end the head; empty if only the last word changes.
    stops: &'static [&'static str],
}

pub(super) const FRENCH: Paradigms = Paradigms {
    endings: &[
        ("eau", &["eaux"]),
        ("eu", &["eux"]),
        ("al", &["aux"]),
        ("ail", &["ails"]),
        ("s", &[]),
        ("x", &[]),
        ("z", &[]),
        ("", &["s"]),
    ],
    stops: &[
        "de", "du", "des", "d'", "à", "au", "aux", "en", "par", "pour", "sur", "sous", "sans", "avec", "et", "ou",
        "dans",
    ],
};

pub(super) const SPANISH: Paradigms = Paradigms {
    endings: &[
        ("agen", &["ágenes"]),
        ("argen", &["árgenes"]),
        ("orden", &["órdenes"]),
        ("amen", &["ámenes"]),
        ("umen", &["úmenes"]),
        ("z", &["ces"]),
        ("án", &["anes"]),
        ("én", &["enes"]),
        ("ín", &["ines"]),
        ("ón", &["ones"]),
        ("ún", &["unes"]),
        ("és", &["eses"]),
        ("í", &["íes", "ís"]),
        ("ú", &["úes", "ús"]),
        ("a", &["as"]),
        ("e", &["es"]),
        ("i", &["is"]),
        ("o", &["os"]),
        ("u", &["us"]),
        ("á", &["ás"]),
        ("é", &["és"]),
        ("ó", &["ós"]),
        ("s", &[]),
        ("x", &[]),
        ("", &["es", "s"]),
    ],
    stops: &["de", "del", "a", "al", "en", "por", "para", "con", "sin", "sobre", "entre", "y", "e", "o"],
};

pub(super) const PORTUGUESE: Paradigms = Paradigms {
    endings: &[
        ("ão", &["ões", "ãos", "ães"]),
        ("al", &["ais"]),
        ("el", &["éis", "eis"]),
        ("ol", &["óis"]),
        ("ul", &["uis"]),
        ("il", &["is", "eis"]),
        ("m", &["ns"]),
        ("r", &["res"]),
        ("z", &["zes"]),
        ("ês", &["eses"]),
        ("s", &[]),
        ("x", &[]),
        ("", &["s"]),
    ],
    stops: &[
        "de", "do", "da", "dos", "das", "a", "ao", "à", "em", "no", "na", "por", "para", "com", "sem", "sobre", "e",
        "ou",
    ],
};

pub(super) const ITALIAN: Paradigms = Paradigms {
    endings: &[
        ("ca", &["che", "chi"]),
        ("ga", &["ghe", "ghi"]),
        ("co", &["chi", "ci"]),
        ("go", &["ghi", "gi"]),
        ("cia", &["ce", "cie"]),
        ("gia", &["ge", "gie"]),
        ("io", &["i"]),
        ("a", &["e", "i"]),
        ("o", &["i"]),
        ("e", &["i"]),
        ("", &[]),
    ],
    stops: &[
        "di", "del", "della", "dei", "delle", "degli", "a", "al", "alla", "da", "dal", "in", "nel", "nella", "con",
        "su", "per", "tra", "e", "o",
    ],
};

pub(super) const DUTCH: Paradigms = Paradigms {
    endings: &[
        ("heid", &["heden"]),
        ("aak", &["aken"]),
        ("aal", &["alen"]),
        ("aam", &["amen"]),
        ("aan", &["anen"]),
        ("aar", &["aren", "aars"]),
        ("aat", &["aten"]),
        ("eel", &["elen"]),
        ("eem", &["emen"]),
        ("een", &["enen"]),
        ("eet", &["eten"]),
        ("oom", &["omen"]),
        ("oon", &["onen"]),
        ("oop", &["open"]),
        ("oord", &["oorden"]),
        ("oot", &["oten"]),
        ("uur", &["uren"]),
        ("ak", &["akken"]),
        ("ek", &["ekken"]),
        ("et", &["etten", "ets"]),
        ("op", &["oppen", "ops"]),
        ("ot", &["otten", "ots"]),
        ("ie", &["ies", "ieën"]),
        ("e", &["en", "es"]),
        ("a", &["'s"]),
        ("o", &["'s"]),
        ("i", &["'s"]),
        ("y", &["'s"]),
        ("ing", &["ingen"]),
        ("er", &["ers", "eren"]),
        ("el", &["els", "elen", "ellen"]),
        ("", &["en", "s"]),
    ],
    stops: &[],
};

pub(super) const SWEDISH: Paradigms = Paradigms {
    endings: &[
        ("a", &["an", "ans", "or", "orna"]),
        ("e", &["en", "ens", "et", "ar", "arna", "n", "na"]),
        ("el", &["eln", "elns", "let", "lar", "larna"]),
        ("er", &["ern", "erns", "ret", "rar", "rarna"]),
        ("", &["en", "ens", "et", "ets", "n", "s", "ar", "arna", "er", "erna", "or", "orna"]),
    ],
    stops: &[],
};

/// Danish and Norwegian, which differ in few of these endings.
pub(super) const DANISH: Paradigms = Paradigms {
    endings: &[
        ("e", &["en", "ens", "et", "ets", "er", "erne", "ene", "r", "s"]),
        ("", &["en", "ens", "et", "ets", "er", "erne", "ene", "e", "s", "a"]),
    ],
    stops: &[],
};

impl Paradigms {
    /// All forms of a term other than the term itself.
    pub(super) fn derive(&self, term: &str) -> Vec<Derived> {
        let words: Vec<&str> = term.split(' ').collect();
        let head = words.iter().position(|word| self.is_stop(word)).unwrap_or(words.len());
        let last = head.checked_sub(1);
        let mut forms: Vec<String> = Vec::new();
        let choices = if self.stops.is_empty() { 1 } else { 5 };
        for choice in 0..choices {
            let changes = |at: usize| match (self.stops.is_empty(), choice) {
                (true, _) | (false, 2) => Some(at) == last,
                (false, 0) => at < head,
                (false, 1) => at == 0 && head > 0,
                (false, 3) => at + 1 == words.len() && head < at,
                (false, _) => at < head || at + 1 == words.len(),
            };
            let inflected: Vec<Vec<String>> = words
                .iter()
                .enumerate()
                .map(|(at, word)| if changes(at) { self.word(word) } else { Vec::new() })
                .collect();
            let most = inflected.iter().map(Vec::len).max().unwrap_or(0);
            for form in 0..most {
                let parts = words
                    .iter()
                    .zip(&inflected)
                    .map(|(word, forms)| forms.get(form).or(forms.last()).map_or(*word, String::as_str));
                let text = parts.collect::<Vec<_>>().join(" ");
                if text != term && !forms.contains(&text) {
                    forms.push(text);
                }
            }
        }
        forms.into_iter().map(|text| Derived { text, rule: DerivationRule::Inflected }).collect()
    }

    fn is_stop(&self, word: &str) -> bool {
        self.stops.iter().any(|stop| *stop == word || stop.ends_with('\'') && word.starts_with(stop))
    }

    /// The other forms of a word: those of its ending, then, in a Romance language, its possible singulars.
    fn word(&self, word: &str) -> Vec<String> {
        let letters = word.chars().count();
        let is_plain = letters > 2
            && word.chars().all(|c| c.is_alphabetic() || c == '-')
            && !word.chars().skip(1).any(char::is_uppercase);
        if !is_plain {
            let is_acronym = !self.stops.is_empty() && word.chars().skip(1).any(char::is_uppercase);
            let forms = if is_acronym { super::acronym(word) } else { Vec::new() };
            return forms.into_iter().map(|(form, _)| form).collect();
        }
        let fitting = self.endings.iter().filter(|(ending, _)| word.ends_with(ending));
        let Some((ending, forms)) = fitting.max_by_key(|(ending, _)| ending.len()) else { return Vec::new() };
        let stem = &word[..word.len() - ending.len()];
        let mut all: Vec<String> = forms.iter().map(|form| format!("{stem}{form}")).collect();
        if !self.stops.is_empty() {
            all.extend(self.singulars(word));
        }
        all
    }

    /// The words that have this word among their inflected forms.
    fn singulars(&self, word: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (ending, forms) in self.endings {
            for stem in forms.iter().filter_map(|form| word.strip_suffix(form)) {
                let single = format!("{stem}{ending}");
                let longest = self.endings.iter().filter(|(ending, _)| single.ends_with(ending));
                let is_own = longest.max_by_key(|(ending, _)| ending.len()).is_some_and(|longest| longest.0 == *ending);
                if stem.chars().count() > 2 && is_own && !found.contains(&single) {
                    found.push(single);
                }
            }
        }
        found
    }
}
