//! The letters under which a list groups names, by the language of the site.
//!
//! 1. Variants that collate alike share the heading of the first one: É is listed under E, but Å is a separate letter
//!    in Danish.
//! 2. A script with many characters is divided into a few ranges of the sort order: Chinese by the Latin letters of
//!    pinyin or by strokes, Japanese by the rows of kana, Korean by first consonants.
//! 3. `#` is the heading of digits and symbols.
//!
//! ICU4X has no index characters. Those of an alphabet are found by comparing keys; the beginnings of Chinese groups
//! are in the collation rules, as contractions of U+FDD0 with the group's letter or number.
//!
//! The order of names is in `order.rs`.

use crate::site::collation::Collation;
use std::iter;
use std::ops::RangeInclusive;
use std::sync::OnceLock;
use unicode_normalization::UnicodeNormalization;

/// The heading of names that begin with a digit or symbol.
const SIGNS: &str = "#";

/// Ranges with the upper-case letters of Latin, Greek and Cyrillic.
const ALPHABETS: [RangeInclusive<char>; 6] = [
    'A'..='Z',
    '\u{c0}'..='\u{17f}',
    '\u{18f}'..='\u{21b}',
    '\u{386}'..='\u{3ab}',
    '\u{400}'..='\u{42f}',
    '\u{48a}'..='\u{4ff}',
];

/// Letters written with two or three characters, of Albanian, Croatian, Czech, Hungarian, Slovak and Welsh; other
/// languages list them under the first character.
const WRITTEN_WITH_SEVERAL: [&str; 24] = [
    "Ch", "Cs", "Dd", "Dh", "Dz", "Dzs", "Dž", "Ff", "Gj", "Gy", "Lj", "Ll", "Ly", "Ng", "Nj", "Ny", "Rr", "Sh", "Sz",
    "Th", "Ty", "Xh", "Zh", "Zs",
];

/// The rows of the Japanese syllabary.
const KANA: [&str; 10] = ["あ", "か", "さ", "た", "な", "は", "ま", "や", "ら", "わ"];
/// The heading of Japanese names that begin with a Chinese character and have no `reading`.
const WITHOUT_READING: &str = "漢字";

/// The consonants that are headings in Korean dictionaries, each with its first syllable.
const CONSONANTS: [(&str, &str); 14] = [
    ("ㄱ", "가"),
    ("ㄴ", "나"),
    ("ㄷ", "다"),
    ("ㄹ", "라"),
    ("ㅁ", "마"),
    ("ㅂ", "바"),
    ("ㅅ", "사"),
    ("ㅇ", "아"),
    ("ㅈ", "자"),
    ("ㅊ", "차"),
    ("ㅋ", "카"),
    ("ㅌ", "타"),
    ("ㅍ", "파"),
    ("ㅎ", "하"),
];

/// The highest stroke count of Chinese characters that has a heading.
const MAX_STROKES: u32 = 39;

/// A heading, with the sort key at which its names begin.
#[derive(Debug)]
struct Heading {
    key: Vec<u8>,
    text: String,
}

/// The headings of a language.
#[derive(Debug)]
pub(crate) struct Letters {
    /// The letters of alphabets, in order; no key is a prefix of another. Computed on first use.
    alphabet: OnceLock<Vec<Heading>>,
    /// The groups of the language's own script, in order.
    groups: Vec<Heading>,
    /// True for a character that belongs to one of the groups.
    is_grouped: fn(char) -> bool,
    /// The heading of names that begin with a Chinese character outside the groups.
    unread: Option<&'static str>,
    /// True if the groups are named by Latin letters, so that names in both scripts share headings.
    pub(super) are_latin: bool,
}

impl Letters {
    /// Returns the headings for a BCP 47 tag.
    #[must_use]
    pub(super) fn of(tag: &str, collation: &Collation) -> Self {
        let alone = Self {
            alphabet: OnceLock::new(),
            groups: Vec::new(),
            is_grouped: |_| false,
            unread: None,
            are_latin: false,
        };
        let language = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        match language.as_str() {
            "ja" => Self { groups: kana(collation), is_grouped: is_kana, unread: Some(WITHOUT_READING), ..alone },
            "ko" => Self { groups: consonants(collation), is_grouped: |c| is_hangul(c) || is_han(c), ..alone },
            "zh" | "yue" => {
                let pinyin = pinyin(collation);
                let are_latin = !pinyin.is_empty();
                let groups = if are_latin { pinyin } else { strokes(tag, collation) };
                Self { groups, is_grouped: is_han, are_latin, ..alone }
            }
            _ => alone,
        }
    }

    /// Returns the heading of a name.
    #[must_use]
    pub(super) fn heading(&self, name: &str, collation: &Collation) -> String {
        let mut letters = name.nfc().filter(|c| c.is_alphanumeric());
        let Some(first) = letters.next().filter(|first| first.is_alphabetic()) else { return SIGNS.to_owned() };
        let own = || first.to_uppercase().collect::<String>();
        let key = collation.letters(name);
        if (self.is_grouped)(first) {
            return last_before(&self.groups, &key).map_or_else(own, |heading| heading.text.clone());
        }
        if let Some(heading) = self.unread.filter(|_| is_han(first)) {
            return heading.to_owned();
        }
        let alphabet = self.alphabet.get_or_init(|| alphabet(collation));
        if let Some(heading) = last_before(alphabet, &key).filter(|heading| key.starts_with(&heading.key)) {
            return heading.text.clone();
        }
        // The letter without its marks; in Thai the second character, if a vowel is written before the consonant.
        let without_marks = |c: char| iter::once(c).nfd().next().unwrap_or(c).to_string();
        let heads = |letter: &String| {
            let beginning = collation.letters(letter);
            !beginning.is_empty() && key.starts_with(&beginning)
        };
        iter::once(first).chain(letters.next()).map(without_marks).find(heads).unwrap_or_else(own)
    }
}

/// Returns the `id` of a letter on the page of all terms.
#[must_use]
pub(crate) fn letter_anchor(letter: &str) -> String {
    if letter == SIGNS { "letter-0".to_owned() } else { format!("letter-{}", letter.to_lowercase()) }
}

fn last_before<'a>(headings: &'a [Heading], key: &[u8]) -> Option<&'a Heading> {
    headings.get(headings.partition_point(|heading| heading.key.as_slice() <= key).checked_sub(1)?)
}

/// Returns the letters that the language treats as separate, each in the spelling that sorts first.
fn alphabet(collation: &Collation) -> Vec<Heading> {
    let single = ALPHABETS.into_iter().flatten().filter(|c| c.is_uppercase()).map(String::from);
    let mut all: Vec<String> = single.chain(WRITTEN_WITH_SEVERAL.map(str::to_owned)).collect();
    all.sort_by_cached_key(|letter| collation.key(letter));
    let mut kept: Vec<Heading> = Vec::new();
    for text in all {
        let key = collation.letters(&text);
        let is_new = kept.last().is_none_or(|last| !key.starts_with(&last.key));
        if is_new && !key.is_empty() {
            kept.push(Heading { key, text });
        }
    }
    kept
}

fn kana(collation: &Collation) -> Vec<Heading> {
    let heading = |row: &str| Heading { key: collation.letters(row), text: row.to_owned() };
    KANA.into_iter().map(heading).collect()
}

fn consonants(collation: &Collation) -> Vec<Heading> {
    let heading = |(text, first): (&str, &str)| Heading { key: collation.letters(first), text: text.to_owned() };
    CONSONANTS.into_iter().map(heading).collect()
}

/// Returns the Latin letters of pinyin; empty if the rules do not sort Chinese characters by pinyin.
fn pinyin(collation: &Collation) -> Vec<Heading> {
    beginnings(collation, ('A'..='Z').map(|letter| (letter, letter.to_string())), &["安", "爸", "吃"])
}

/// Returns the stroke counts; empty if the rules do not sort Chinese characters by strokes.
fn strokes(tag: &str, collation: &Collation) -> Vec<Heading> {
    let tag = tag.to_ascii_lowercase();
    let is_traditional = tag.split('-').any(|part| ["hant", "hk", "mo", "tw"].contains(&part));
    let name = if is_traditional { "劃" } else { "画" };
    let numbers = (1..=MAX_STROKES).filter_map(|count| {
        // The rules encode stroke counts as Braille patterns.
        Some((char::from_u32(0x2800 + count)?, format!("{count}{name}")))
    });
    beginnings(collation, numbers, &["一", "二", "三"])
}

/// Returns the groups with the keys of their contractions in the rules; empty unless each of `samples` is in the group
/// at its position.
fn beginnings(collation: &Collation, of: impl Iterator<Item = (char, String)>, samples: &[&str]) -> Vec<Heading> {
    let unassigned = collation.letters("\u{fdd0}");
    let heading = |(mark, text): (char, String)| {
        let key = collation.letters(&String::from_iter(['\u{fdd0}', mark]));
        // Skips groups that the rules lack: no pinyin syllable begins with I, U or V, and no character has 37 strokes.
        (!key.starts_with(&unassigned)).then_some(Heading { key, text })
    };
    let groups: Vec<Heading> = of.filter_map(heading).collect();
    let fits = samples.iter().zip(&groups).all(|(sample, group)| {
        let key = collation.letters(sample);
        last_before(&groups, &key).is_some_and(|found| found.text == group.text)
    });
    let ascend = groups.is_sorted_by(|before, after| before.key < after.key);
    if fits && ascend { groups } else { Vec::new() }
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
        || matches!(c, '\u{20000}'..='\u{3ffff}')
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}')
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7a3}')
}
