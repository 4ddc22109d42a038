//! The suffixed forms of a Turkish term.
//!
//! 1. The last word takes the plural, the possessive and the cases, each vowel in harmony with the one before it
//!    (`düğüm`, `düğümlerin`; `küme`, `kümeye`).
//! 2. A final `p`, `ç`, `t` or `k` may soften before a vowel (`bulut`, `buluta`; `kitap`, `kitaba`).
//! 3. If the last word of a compound has the possessive (`veri merkezi`), it also takes the plural (`veri merkezleri`)
//!    and the cases that follow the possessive.
//! 4. A plural (`Sistemler`) also yields its singular and the singular's suffixes.
//! 5. A word that begins with `I` or `İ` is written with `ı` or `i` inside a sentence, and the other way round at the
//!    beginning of one.
//!
//! In a suffix, `A` means `a` or `e`, `I` means `ı`, `i`, `u` or `ü`, and `D` means `d` or `t`. The suffix of a name
//! after an apostrophe (`Kubernetes'in`) is left to [`crate::link::usage::boundary`].

use crate::link::forms::inflect::{DerivationRule, Derived};

/// Suffixes after a consonant.
const CONSONANT: &str = "I In A DA DAn lA DAki DIr InI InIn InA IndA IndAn IylA";
/// Suffixes after a vowel; those that begin with `n` also follow a possessive.
const VOWEL: &str = "yI nIn yA DA DAn ylA DAki DIr sI sInI sInIn sInA sIndA sIndAn sIylA nI nA ndA ndAn";
/// The plural suffix, alone and with the suffixes that may follow it.
const PLURAL: &str = "lAr lArI lArIn lArA lArDA lArDAn lArlA lArDAki lArDIr lArInI lArInIn lArInA lArIndA lArIndAn";

/// All forms of a term other than the term itself.
pub(super) fn derive(term: &str) -> Vec<Derived> {
    let (before, last) = term.rsplit_once(' ').map_or(("", term), |(before, last)| (before, last));
    let mut words = vec![last.to_owned()];
    if let Some(single) =
        ["lar", "ler"].iter().find_map(|plural| last.strip_suffix(plural)).filter(|word| is_plain(word))
    {
        words.insert(0, single.to_owned());
    }
    let is_compound = !before.is_empty();
    let mut found: Vec<String> = Vec::new();
    for word in words.iter().filter(|word| is_plain(word)) {
        let possessed = is_compound.then(|| without_possessive(word)).flatten();
        let plurals =
            possessed.into_iter().flat_map(|bare| PLURAL.split(' ').skip(1).map(move |suffix| with(bare, suffix)));
        let all = std::iter::once(word.clone()).chain(suffixed(word)).chain(plurals);
        let joined = all.map(|form| if is_compound { format!("{before} {form}") } else { form });
        for form in joined.filter(|form| form != term) {
            if !found.contains(&form) {
                found.push(form);
            }
        }
    }
    found.into_iter().map(|text| Derived { text, rule: DerivationRule::Inflected }).collect()
}

/// The term with Turkish lower-case initials (`I` to `ı`, `İ` to `i`), and the same with a Turkish capital at its
/// beginning, as far as these differ from the term.
pub(super) fn two_i(term: &str) -> Vec<Derived> {
    let low = |word: &str| match word.chars().next() {
        _ if word.chars().skip(1).any(char::is_uppercase) => word.to_owned(),
        Some('I') => format!("ı{}", &word[1..]),
        Some('İ') => format!("i{}", &word['İ'.len_utf8()..]),
        _ => word.to_owned(),
    };
    let words: Vec<String> = term.split(' ').map(low).collect();
    let small = words.join(" ");
    let first = words.first().map_or("", String::as_str);
    let begins = first
        .strip_prefix('i')
        .map(|rest| format!("İ{rest}"))
        .or(first.strip_prefix('ı').map(|rest| format!("I{rest}")));
    let capital =
        begins.map(|first| std::iter::once(first).chain(words.iter().skip(1).cloned()).collect::<Vec<_>>().join(" "));
    let found = std::iter::once(small).chain(capital).filter(|form| form != term);
    found.map(|text| Derived { text, rule: DerivationRule::Inflected }).collect()
}

/// True for a word of letters without a capital after the first that has a vowel for suffixes to agree with.
fn is_plain(word: &str) -> bool {
    word.chars().count() > 1
        && word.chars().all(char::is_alphabetic)
        && !word.chars().skip(1).any(char::is_uppercase)
        && word.chars().any(|c| vowel(c).is_some())
}

/// A word without its possessive ending: `merkez` for `merkezi`; `None` if it has no such ending.
fn without_possessive(word: &str) -> Option<&str> {
    let stem = word.strip_suffix(['ı', 'i', 'u', 'ü'])?;
    let bare = stem.strip_suffix('s').filter(|bare| bare.ends_with(|c| vowel(c).is_some())).unwrap_or(stem);
    (bare.chars().count() > 1 && bare.chars().any(|c| vowel(c).is_some())).then_some(bare)
}

fn suffixed(word: &str) -> Vec<String> {
    let ends_in_vowel = word.ends_with(|c| vowel(c).is_some());
    let own = if ends_in_vowel { VOWEL } else { CONSONANT };
    let mut all: Vec<String> = own.split(' ').chain(PLURAL.split(' ')).map(|suffix| with(word, suffix)).collect();
    if let Some(soft) = softened(word) {
        all.extend(
            CONSONANT.split(' ').filter(|suffix| suffix.starts_with(['I', 'A'])).map(|suffix| with(&soft, suffix)),
        );
    }
    all
}

fn softened(word: &str) -> Option<String> {
    let last = word.chars().next_back()?;
    let stem = &word[..word.len() - last.len_utf8()];
    let soft = match last {
        'p' => 'b',
        'ç' => 'c',
        't' => 'd',
        'k' if stem.ends_with('n') => 'g',
        'k' => 'ğ',
        _ => return None,
    };
    Some(format!("{stem}{soft}"))
}

/// The word with a suffix, whose `A`, `I` and `D` are replaced in harmony with the letters before them.
fn with(word: &str, suffix: &str) -> String {
    let mut text = word.to_owned();
    for c in suffix.chars() {
        let (is_front, is_round) = text.chars().rev().find_map(vowel).unwrap_or((true, false));
        let is_hard = text.ends_with(['f', 's', 't', 'k', 'ç', 'ş', 'h', 'p']);
        text.push(match (c, is_front, is_round) {
            ('A', true, _) => 'e',
            ('A', false, _) => 'a',
            ('I', true, true) => 'ü',
            ('I', true, false) => 'i',
            ('I', false, true) => 'u',
            ('I', false, false) => 'ı',
            ('D', ..) => {
                if is_hard {
                    't'
                } else {
                    'd'
                }
            }
            _ => c,
        });
    }
    text
}

/// Whether a vowel is a front vowel, and whether it is rounded; `None` for a consonant.
fn vowel(c: char) -> Option<(bool, bool)> {
    Some(match c {
        'a' | 'ı' | 'A' | 'I' | 'â' => (false, false),
        'o' | 'u' | 'O' | 'U' | 'û' => (false, true),
        'e' | 'i' | 'E' | 'İ' | 'î' => (true, false),
        'ö' | 'ü' | 'Ö' | 'Ü' => (true, true),
        _ => return None,
    })
}
