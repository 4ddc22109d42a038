//! Gives entries their addresses: file names in ASCII, none of them used twice.
//!
//! 1. A term in ASCII becomes a slug. Letters of other scripts are transliterated; `ä`, `ö` and `ü` by the German rule
//!    in a German glossary.
//! 2. The reading of Japanese kanji depends on the word, so a term with them is numbered, `term-17`, and so is one
//!    without letters.
//! 3. A name that is taken gets the next free number. All names are lower-case, so they differ on every file system.

use rooflight_source::slug::{is_address, is_reserved, slug_of};
use std::collections::{BTreeSet, HashMap};

/// Maximum number of characters in an address.
const MAX_CHARACTERS: usize = 80;

/// The addresses of a glossary that are in use.
#[derive(Debug, Default)]
pub struct Addresses {
    taken: BTreeSet<String>,
    language: String,
    next: usize,
    /// The number to try next for each name that was wanted again, so that equal terms are numbered in one pass.
    numbers: HashMap<String, usize>,
}

/// An address, and how it follows from the term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The last segment of the entry's URL, a slug.
    pub name: String,
    /// How the address follows from the term.
    pub origin: AddressOrigin,
}

/// How an address follows from a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressOrigin {
    /// The term is ASCII.
    Plain,
    /// Letters were transliterated.
    Transliterated,
    /// The term has no spelling in ASCII.
    Numbered,
    /// Another term has the address, so a number was appended.
    Taken,
}

impl Addresses {
    /// Creates the addresses of a glossary in a language, with those that are already `taken`.
    pub fn new(language: &str, taken: impl IntoIterator<Item = String>) -> Self {
        Self { taken: taken.into_iter().collect(), language: language.to_owned(), next: 1, numbers: HashMap::new() }
    }

    /// Returns a free address for a term or an author's name, and marks it as taken.
    pub fn give(&mut self, term: &str) -> Address {
        let (wanted, origin) = spelled(term, &self.language);
        let Some(wanted) = wanted else {
            loop {
                let name = format!("term-{}", self.next);
                self.next += 1;
                if self.taken.insert(name.clone()) {
                    return Address { name, origin: AddressOrigin::Numbered };
                }
            }
        };
        if self.taken.insert(wanted.clone()) {
            return Address { name: wanted, origin };
        }
        let number = self.numbers.entry(wanted.clone()).or_insert(2);
        loop {
            let name = format!("{wanted}-{number}");
            *number += 1;
            if self.taken.insert(name.clone()) {
                return Address { name, origin: AddressOrigin::Taken };
            }
        }
    }
}

/// Returns the address nearest to a term; `None` if the term cannot be spelled in ASCII.
#[must_use]
pub fn spelled(term: &str, language: &str) -> (Option<String>, AddressOrigin) {
    let is_ascii = !term.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
    if !is_ascii && language.starts_with("ja") && term.chars().any(is_han) {
        return (None, AddressOrigin::Numbered);
    }
    let text = if is_ascii { signs(term) } else { deunicode::deunicode(&signs(&umlauts(term, language))) };
    let mut slug = slug_of(&text.replace('\'', "").replace('.', "-"));
    if slug.len() > MAX_CHARACTERS {
        let end = slug[..MAX_CHARACTERS].rfind('-').filter(|end| *end > MAX_CHARACTERS / 2).unwrap_or(MAX_CHARACTERS);
        slug.truncate(end);
    }
    if is_reserved(&slug) {
        slug.push_str("-term");
    }
    if !is_address(&slug) || slug == "index" && term.is_empty() {
        return (None, AddressOrigin::Numbered);
    }
    (Some(slug), if is_ascii { AddressOrigin::Plain } else { AddressOrigin::Transliterated })
}

/// Spells out signs that distinguish names: C++ and C# are not C.
fn signs(term: &str) -> String {
    term.replace("++", "-plus-plus").replace('#', "-sharp").replace('&', " and ").replace('+', "-plus-")
}

fn umlauts(term: &str, language: &str) -> String {
    if !language.starts_with("de") {
        return term.to_owned();
    }
    [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")]
        .iter()
        .fold(term.to_owned(), |term, (letter, plain)| term.replace(letter, plain))
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the anchor that Markdown tools generate for a heading.
#[must_use]
pub fn anchor(title: &str) -> String {
    let kept = title
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.trim().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::{AddressOrigin, Addresses, spelled};

    #[test]
    fn letters_of_many_scripts() {
        for (term, language, name) in [
            ("Größe", "de", "groesse"),
            ("Größe", "en", "grosse"),
            ("Café crème", "fr", "cafe-creme"),
            ("メートル", "ja", "metoru"),
            ("Скорость", "ru", "skorost"),
            ("C++", "en", "c-plus-plus"),
            ("C#", "en", "c-sharp"),
            ("con", "en", "con-term"),
            ("Node.js", "en", "node-js"),
        ] {
            assert_eq!(spelled(term, language).0.as_deref(), Some(name), "{term}");
        }
        assert!(spelled("شبكة", "ar").0.is_some_and(|name| name.starts_with('s')));
        assert_eq!(spelled("速度", "ja").0, None);
        assert_eq!(spelled("…", "en").0, None);
    }

    #[test]
    fn never_two_to_one() {
        let mut addresses = Addresses::new("en", ["term-1".to_owned()]);
        let given: Vec<String> = ["API", "api", "速…", "?", "API-2"].map(|term| addresses.give(term).name).into();
        assert_eq!(given[..2], ["api", "api-2"]);
        assert_eq!(given[3], "term-2");
        assert_eq!(addresses.give("Api").origin, AddressOrigin::Taken);
        assert_eq!(given.iter().collect::<std::collections::BTreeSet<_>>().len(), given.len());
    }
}
