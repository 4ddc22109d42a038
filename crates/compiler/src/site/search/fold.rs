//! Folds text to the form in which search compares it. `static/js/search.js` has the same rules, and a test checks both
//! against one list.
//!
//! 1. Text is decomposed (NFKD), and combining marks are dropped: `é` becomes `e`, `ﬁ` becomes `fi`.
//! 2. Invisible characters (soft hyphen, zero-width characters, direction marks) and apostrophes are removed.
//! 3. Letters become lower case; a final sigma becomes a sigma. `ß`, `œ`, `æ`, `ø`, `ł`, `đ` and the Turkish `ı` become
//!    plain letters, katakana becomes hiragana.
//! 4. All other characters except letters and digits separate words, which are joined with single spaces. The Arabic
//!    article is dropped if at least three letters follow.
//! 5. A text without letters or digits, such as a lone emoji, keeps its symbols.
//!
//! Links fold text differently (`link::forms::fold`), since search may match more loosely.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns the text folded for comparison: lower case, without diacritics, words separated by single spaces.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        // ASCII needs no decomposition.
        return words(&text.replace('\'', "").to_ascii_lowercase());
    }
    let kept: String = text.nfkd().filter(|c| !is_combining_mark(*c) && !is_dropped(*c)).collect();
    let low = kept.to_lowercase().nfkd().filter(|c| !is_combining_mark(*c)).collect::<String>();
    let words = words(&low.chars().fold(String::with_capacity(low.len()), plain));
    if words.contains(ARTICLE) { words.split(' ').map(without_article).collect::<Vec<_>>().join(" ") } else { words }
}

/// Appends a letter to the text, replaced by the plain letters that people type for it.
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
        // Hiragana is at the same offset before katakana.
        'ァ'..='ヶ' => text.extend(char::from_u32(u32::from(c) - 0x60)),
        _ => text.push(c),
    }
    text
}

/// The Arabic definite article.
const ARTICLE: &str = "ال";

/// Returns a word without its article, if at least three letters remain.
fn without_article(word: &str) -> &str {
    match word.strip_prefix(ARTICLE) {
        Some(rest) if rest.chars().nth(2).is_some() => without_article(rest),
        _ => word,
    }
}

/// Returns the words of a lower-case text, separated by single spaces; its symbols if it has no words.
fn words(low: &str) -> String {
    let words = joined(low.split(|c: char| !c.is_alphanumeric()));
    if words.is_empty() { joined(low.split(|c: char| c.is_whitespace() || c.is_control())) } else { words }
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// True if a character is invisible or an apostrophe.
fn is_dropped(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\'' | '’' | 'ʼ')
}

/// Returns the first letters of a folded name's words, with and without small words: `ttft`, `tft`. Empty for a single
/// word.
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

/// True if a letter is Chinese, Japanese or Korean, where search matches any part of a word.
#[must_use]
pub const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}')
}

/// Stop words: abbreviations may omit them, and they do not distinguish names.
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
