//! Abbreviations that an entry's text introduces but its front matter does not list: "A virtual machine (VM) is …".
//!
//! 1. A word with at least two capitals is *introduced* if it is in parentheses right after a name of the entry and
//!    abbreviates one of the entry's names, or if that name is in another script: "virtual machines (VMs)",
//!    "虚拟机（VM）". It may also abbreviate other words in the same parentheses: "持久卷（PersistentVolume，PV）".
//! 2. The initials of a name count as its abbreviation too, unless the text puts them in parentheses after other words,
//!    or they follow a digit, as a unit does ("80 MB"). Two initials that spell a common word (IT, OR) or come from one
//!    hyphenated word have to be introduced.
//! 3. An abbreviation that two entries share belongs to neither. Outside English, an entry *disputes* an abbreviation
//!    in its text if the words in its name's parentheses have these initials: "Livraison continue (Continuous
//!    Delivery)". If the words right before an abbreviation spell it and are not a name of its entry, the abbreviation
//!    belongs to those words: "Continuous Delivery (CD)" does not mention an entry "Continuous Deployment".
//!
//! Names are the term and the aliases, split at their parentheses. Code is ignored. A stated name takes precedence:
//! [`crate::link::forms::surface_forms`] adds an abbreviation only if no other entry has it as a name.

use crate::link::forms::fold::{is_latin, low};
use crate::link::forms::form::{key, normal};
use crate::link::forms::inflect::{self, Language};
use crate::link::forms::origin::Origin;
use crate::link::forms::own_text::own_text;
use crate::link::forms::parenthesis::{self, CLOSE, OPEN};
use crate::link::forms::stated_names::names;
use crate::link::forms::text_language::TextLanguages;
use crate::model::document::{Document, Parsed};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Length of an abbreviation, in characters: 2 to 8.
const LENGTH: Range<usize> = 2..9;
/// Maximum length in bytes of the text in parentheses that may introduce an abbreviation.
const MAX_PARENTHESIS: usize = 80;
/// Two-letter words, time abbreviations (AM, BC) and Roman numerals that are written in capitals for other reasons.
const COMMON: [&str; 32] = [
    "AD", "AM", "AN", "AS", "AT", "BC", "BE", "BY", "DO", "GO", "HE", "IF", "II", "IN", "IS", "IT", "IV", "ME", "MY",
    "NO", "OF", "OK", "ON", "OR", "PM", "SO", "TO", "UP", "US", "VI", "WE", "XI",
];

/// An abbreviation of one of an entry's names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abbreviation {
    /// The abbreviation in the singular: `VM` for `VMs`.
    pub text: String,
    /// The name that it abbreviates; [`Origin::Term`] for any name of a translation's original.
    pub origin: Origin,
}

impl Abbreviation {
    /// An abbreviation from a glossary file that another program wrote; `None` if the text cannot be one.
    #[must_use]
    pub fn stated(text: &str, origin: Origin) -> Option<Self> {
        is_abbreviation(text).then(|| Self { text: text.to_owned(), origin })
    }
}

/// The abbreviations of every document, in the documents' order, without those that two documents share.
#[must_use]
pub fn of_all(documents: &[Document], texts: TextLanguages) -> Vec<Vec<Abbreviation>> {
    let mut all: Vec<Vec<Abbreviation>> = documents.par_iter().map(|document| of_entry(document, texts)).collect();
    let mut owners: HashMap<String, usize> = HashMap::new();
    for short in all.iter().flatten() {
        *owners.entry(key(&short.text)).or_default() += 1;
    }
    for (document, own) in documents.iter().zip(&all) {
        let disputed = disputed_by(document, texts.of_entry(document));
        for short in disputed.into_iter().filter(|short| own.iter().all(|other| key(&other.text) != *short)) {
            *owners.entry(short).or_default() += 1;
        }
    }
    for own in &mut all {
        own.retain(|short| owners.get(&key(&short.text)) == Some(&1));
    }
    all
}

/// The abbreviations of an entry's names that occur in its text and are not stated by its author, each once. Includes
/// those of a translation's original.
#[must_use]
pub fn of_entry(document: &Parsed, texts: TextLanguages) -> Vec<Abbreviation> {
    let names = own_names(document, texts);
    let may_have_some =
        names.iter().any(|name| is_long(&name.text)) && document.body.texts().into_iter().any(has_inner_capital);
    let mut found = if may_have_some { in_text(&own_text(&document.body), &names) } else { Vec::new() };
    if let Some(translation) = &document.translation {
        let original = of_entry(&translation.original, texts).into_iter();
        found.extend(original.map(|short| Abbreviation { origin: Origin::Term, ..short }));
    }
    let original = document.translation.as_ref().map(|made| stated(&made.original, texts.original));
    let mut seen = stated(document, texts.of_entry(document));
    seen.extend(original.into_iter().flatten());
    found.retain(|short| seen.insert(key(&short.text)));
    found
}

/// The abbreviations in an entry's text, as lower-case keys, that are the initials of several words in a name's
/// parentheses, where these words are not a name by themselves. Always empty in English.
fn disputed_by(document: &Parsed, language: Language) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if language == Language::English {
        return found;
    }
    for (name, _) in names(document).filter(|(_, origin)| matches!(origin, Origin::Term | Origin::Alias(_))) {
        let name = normal(name);
        let inside = name.strip_suffix(CLOSE).and_then(|name| name.rsplit_once(OPEN)).map(|(_, inside)| inside.trim());
        let Some(inside) = inside.filter(|words| words.contains(' ')) else { continue };
        if !parenthesis::parts(&name, language).contains(&inside) {
            let text = own_text(&document.body);
            let shorts = words(&text).filter_map(|range| text.get(range).map(singular));
            found.extend(shorts.filter(|short| is_abbreviation(short) && is_initials(short, inside)).map(key));
        }
    }
    found
}

/// The lower-case keys of the names that an author states, and of their parts.
fn stated(document: &Parsed, language: Language) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (name, _) in names(document) {
        let name = normal(name);
        found.extend(parenthesis::parts(&name, language).into_iter().map(key));
        found.insert(key(&name));
    }
    found
}

/// A name without its parentheses, or the part outside or inside of them.
struct NamePart {
    text: String,
    language: Language,
    origin: Origin,
}

/// True if a text may have a word of two capitals: if a capital follows a letter, with or without marks of Markdown
/// between them. Costs a hundredth of parsing the text.
fn has_inner_capital(text: &str) -> bool {
    let mut chars = text.chars().filter(|c| !"*_~^=[]\\".contains(*c));
    let mut before = chars.next();
    chars.any(|c| before.replace(c).is_some_and(char::is_alphanumeric) && c.is_uppercase())
}

/// True for a name that may have an abbreviation: of several words, or in another script.
fn is_long(name: &str) -> bool {
    name.contains([' ', '-']) || !is_latin(name)
}

fn own_names(document: &Parsed, texts: TextLanguages) -> Vec<NamePart> {
    let mut found = Vec::new();
    let mut add = |document: &Parsed, language: Language, is_original: bool| {
        for (name, origin) in names(document).filter(|(_, origin)| matches!(origin, Origin::Term | Origin::Alias(_))) {
            let origin = if is_original { Origin::Term } else { origin };
            let name = normal(name);
            let parts = parenthesis::parts(&name, language);
            let each = if parts.is_empty() { vec![name.as_str()] } else { parts };
            found.extend(each.into_iter().map(|part| NamePart { text: part.to_owned(), language, origin }));
        }
    };
    add(document, texts.of_entry(document), false);
    if let Some(translation) = &document.translation {
        add(&translation.original, texts.original, true);
    }
    found
}

fn in_text(text: &str, names: &[NamePart]) -> Vec<Abbreviation> {
    let (mut found, elsewhere) = in_parentheses(text, names);
    for range in words(text) {
        let Some(short) = text.get(range.clone()).map(singular).filter(|word| is_abbreviation(word)) else { continue };
        let is_unit = text[..range.start].trim_end().ends_with(|c: char| c.is_ascii_digit());
        if is_unit || elsewhere.contains(short) || found.iter().any(|other| other.text == short) {
            continue;
        }
        let name = names.iter().find(|name| is_initials(short, &name.text));
        found.extend(name.map(|name| Abbreviation { text: short.to_owned(), origin: name.origin }));
    }
    found
}

/// The abbreviations in parentheses after a name, and the other abbreviations in parentheses.
fn in_parentheses<'a>(text: &'a str, names: &[NamePart]) -> (Vec<Abbreviation>, BTreeSet<&'a str>) {
    let (mut found, mut elsewhere): (Vec<Abbreviation>, _) = (Vec::new(), BTreeSet::new());
    let low = key(text);
    let mut all_forms: Option<Vec<Vec<String>>> = None;
    for (at, open) in text.match_indices(OPEN) {
        let rest = &text[at + open.len()..];
        let Some(inside) = rest.find(CLOSE).filter(|end| *end <= MAX_PARENTHESIS).map(|end| &rest[..end]) else {
            continue;
        };
        let pieces: Vec<&str> = inside.split([',', '，', '、', ';', '；', ':', '：']).map(unquoted).collect();
        for short in pieces.iter().filter_map(|piece| last_abbreviation(piece)) {
            let all_forms = all_forms.get_or_insert_with(|| names.iter().map(forms_in_text).collect());
            let before = low.get(..at).unwrap_or_default().trim_end_matches([' ', '"', '”', '»', '\'']);
            let is_before = |forms: &Vec<String>| forms.iter().any(|form| ends_with_word(before, form));
            let name = names.iter().zip(all_forms.iter()).find(|(_, forms)| is_before(forms)).and_then(|(name, _)| {
                // A text may use one name of an entry and abbreviate another.
                let other = || names.iter().find(|other| parenthesis::abbreviates(short, &other.text));
                let is_beside = pieces.iter().any(|piece| parenthesis::abbreviates(short, piece));
                if is_beside || abbreviates(short, name) { Some(name) } else { other() }
            });
            match name {
                Some(name) if found.iter().all(|other| other.text != short) => {
                    found.push(Abbreviation { text: short.to_owned(), origin: name.origin });
                }
                Some(_) => {}
                None => _ = elsewhere.insert(short),
            }
        }
    }
    (found, elsewhere)
}

/// The abbreviation at the end of one part of a parenthesis, after at most two lower-case words: `or VM`.
fn last_abbreviation(piece: &str) -> Option<&str> {
    let mut parts = piece.rsplit(' ');
    let short = parts.next().map(unquoted).map(singular).filter(|word| is_abbreviation(word))?;
    let is_small = |word: &str| word.starts_with(char::is_lowercase);
    (parts.by_ref().take(2).all(is_small) && parts.next().is_none()).then_some(short)
}

/// A name in lower case, and its inflected forms.
fn forms_in_text(name: &NamePart) -> Vec<String> {
    let derived = inflect::derive(&name.text, name.language).into_iter().map(|form| key(&form.text));
    std::iter::once(key(&name.text)).chain(derived).collect()
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let before = text.strip_suffix(word).map(|start| start.chars().next_back());
    before.is_some_and(|before| before.is_none_or(|c| !c.is_alphanumeric() && c != '-'))
}

fn abbreviates(short: &str, name: &NamePart) -> bool {
    parenthesis::abbreviates(short, &name.text)
        || name.language != Language::English && parenthesis::abbreviates_english(short, &name.text)
        || !is_latin(&name.text)
}

/// True for the first letters of a name's words, with or without lower-case words of up to three letters.
fn is_initials(short: &str, name: &str) -> bool {
    let low = key(short);
    let letters = low.chars().count();
    if letters == 2 && (COMMON.contains(&short) || !name.contains(' ')) {
        return false;
    }
    let words = || name.split([' ', '-', '/']).filter(|word| word.starts_with(char::is_alphanumeric));
    let is_small = |word: &&str| word.starts_with(char::is_lowercase) && word.chars().count() <= 3;
    let initials =
        |words: &mut dyn Iterator<Item = &str>| key(&words.filter_map(|w| w.chars().next()).collect::<String>());
    low == initials(&mut words()) || low == initials(&mut words().filter(|word| !is_small(word)))
}

/// The byte ranges of words made of cased letters and ASCII digits, except parts of identifiers and addresses.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_letter = |c: char| c.is_lowercase() || c.is_uppercase() || c.is_ascii_digit();
    let mut rest = 0;
    let all = std::iter::from_fn(move || {
        let start = rest + text.get(rest..)?.find(is_letter)?;
        let end = text[start..].find(|c: char| !is_letter(c)).map_or(text.len(), |length| start + length);
        rest = end;
        Some(start..end)
    });
    all.filter(|range| {
        let (before, after) = (text[..range.start].chars().next_back(), text[range.end..].chars().next());
        !matches!(before, Some('_' | '-' | '.' | '@' | '#' | '$' | '\\')) && after != Some('_')
    })
}

/// True for an abbreviation in parentheses whose letters are the initials of the words right before it: `Continuous
/// Delivery (CD)`.
pub(in crate::link) fn is_spelt_before(before: &str, short: &str, after: &str) -> bool {
    let Some(before) = before.strip_suffix(OPEN).filter(|_| after.starts_with(CLOSE)) else { return false };
    let mut words = before.rsplit([' ', '-', '/']).filter(|word| !word.is_empty());
    let mut letters = singular(short).chars().rev().map(low);
    letters.all(|letter| words.next().and_then(|word| word.chars().next()).is_some_and(|first| low(first) == letter))
}

/// An abbreviation without its plural `s`: `VM` for `VMs`.
fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|rest| !rest.contains(char::is_lowercase)).unwrap_or(word)
}

fn is_abbreviation(word: &str) -> bool {
    LENGTH.contains(&word.chars().count())
        && word.starts_with(char::is_alphabetic)
        && word.chars().all(|c| c.is_lowercase() || c.is_uppercase() || c.is_ascii_digit())
        && word.chars().filter(|c| c.is_uppercase()).count() > 1
}

fn unquoted(text: &str) -> &str {
    text.trim_matches([' ', '"', '\'', '“', '”', '„', '«', '»'])
}
