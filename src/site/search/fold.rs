//! Text in the shape in which search compares it; `static/js/search.js` has the same rule, and a test holds the two
//! against one list.
//!
//! 1. Compatibility forms are taken apart (NFKD), and combining marks are dropped: `é` is `e`, `ﬁ` is `fi`.
//! 2. Invisible characters (soft hyphen, zero-width characters, direction marks) and apostrophes are dropped.
//! 3. Letters are lower-case; a final sigma is a sigma. `ß`, `œ`, `æ`, `ø`, `ł`, `đ` and the Turkish `ı` become plain
//!    letters, katakana becomes hiragana.
//! 4. Whatever is neither letter nor digit separates words; words stand one space apart. The Arabic article is dropped
//!    before a word of at least three letters.
//! 5. A text that would become empty, such as a lone emoji, stays as it is.
//!
//! Links fold text differently (`link::fold`): a search tolerates more than a link may.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The text folded for comparison: lower case, without diacritics, words one space apart.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        // Nothing to take apart.
        return words(&text.replace('\'', "").to_ascii_lowercase());
    }
    let kept: String = text.nfkd().filter(|c| !is_combining_mark(*c) && !is_dropped(*c)).collect();
    let low = kept.to_lowercase().nfkd().filter(|c| !is_combining_mark(*c)).collect::<String>();
    let words = words(&low.chars().fold(String::with_capacity(low.len()), plain));
    if words.contains(ARTICLE) { words.split(' ').map(without_article).collect::<Vec<_>>().join(" ") } else { words }
}

/// The text with one more letter, a plain one where that is how people type it.
fn plain(mut text: String, c: char) -> String {
    match c {
        'ß' => text.push_str("ss"),
        'œ' => text.push_str("oe"),
        'æ' => text.push_str("ae"),
        'ø' => text.push('o'),
        'ł' => text.push('l'),
        'đ' => text.push('d'),
        'ı' => text.push('i'),
        'ς' => text.push('σ'),
        // Hiragana stands as many places before katakana.
        'ァ'..='ヶ' => text.extend(char::from_u32(u32::from(c) - 0x60)),
        _ => text.push(c),
    }
    text
}

/// The Arabic article.
const ARTICLE: &str = "ال";

/// A word without its article, unless hardly anything would be left.
fn without_article(word: &str) -> &str {
    match word.strip_prefix(ARTICLE) {
        Some(rest) if rest.chars().nth(2).is_some() => without_article(rest),
        _ => word,
    }
}

/// The words of a text in lower case; its signs, where it has none.
fn words(low: &str) -> String {
    let words = joined(low.split(|c: char| !c.is_alphanumeric()));
    if words.is_empty() { joined(low.split(|c: char| c.is_whitespace() || c.is_control())) } else { words }
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Invisible characters and apostrophes.
fn is_dropped(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\'' | '’' | 'ʼ')
}

/// The first letters of a name's words, with small words and without them: `ttft`, `tft`. None for a single word.
#[must_use]
pub fn initials(folded: &str) -> Vec<String> {
    let first =
        |words: &mut dyn Iterator<Item = &str>| words.filter_map(|word| word.chars().next()).collect::<String>();
    let all = first(&mut folded.split(' '));
    let great = first(&mut folded.split(' ').filter(|word| !SMALL.contains(word)));
    let mut found: Vec<String> = [all, great].into_iter().filter(|letters| letters.chars().nth(1).is_some()).collect();
    found.dedup();
    found
}

/// Whether a letter belongs to Chinese, Japanese or Korean, where a search finds any part of a word.
#[must_use]
pub const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}')
}

/// Words that an abbreviation may leave out, and that tell no name from another.
pub const SMALL: [&str; 10] = ["a", "an", "and", "as", "for", "in", "of", "per", "the", "to"];

#[cfg(test)]
mod tests {
    use super::{fold, initials};

    #[test]
    fn abbreviations() {
        assert_eq!(initials(&fold("time to first token")), ["ttft", "tft"]);
        assert_eq!(initials(&fold("grouped-query attention")), ["gqa"]);
        assert!(initials("token").is_empty());
    }
}
