//! Normalises text for comparison, and maps positions back to the original.
//!
//! 1. Any run of white space, line breaks included, becomes one space.
//! 2. Invisible characters (soft hyphen, direction marks) are dropped; typographic apostrophes and hyphens become plain
//!    ones.
//! 3. A combining accent is composed with its letter (NFC). Half-width katakana and full-width Latin letters and digits
//!    become those of normal width (NFKC), and the Russian `ё` becomes `е`.
//! 4. The automaton searches a lower-case copy, in which every letter has the same byte offset.
//!
//! Plain ASCII text, the most common case, is borrowed. The published text is never changed.

use std::borrow::Cow;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// A text normalised for comparison.
#[derive(Debug)]
pub struct Folded<'a> {
    /// The folded text with its capitals.
    pub text: Cow<'a, str>,
    /// The folded text in lower case; as many bytes as `text`.
    pub key: String,
    /// Where offsets in the text start to differ from those in the original, in order.
    shifts: Vec<Shift>,
}

/// The origin of the folded text from one byte on.
#[derive(Debug)]
struct Shift {
    /// Byte offset in the folded text.
    at: usize,
    /// Byte offset in the original from which it comes.
    origin: usize,
    /// Byte offset in the original at which the character before it ends.
    before: usize,
}

impl<'a> Folded<'a> {
    /// Folds a text.
    #[must_use]
    pub fn new(original: &'a str) -> Self {
        if is_plain(original) {
            return Self { text: Cow::Borrowed(original), key: original.to_ascii_lowercase(), shifts: Vec::new() };
        }
        let (text, shifts) = fold(original);
        let key = if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().map(low).collect() };
        Self { text: Cow::Owned(text), key, shifts }
    }

    /// Folds a text and returns it with its capitals, without the way back.
    #[must_use]
    pub fn text(original: String) -> String {
        if is_plain(&original) { original } else { fold(&original).0 }
    }

    /// The bytes of the original from which a range of the folded text comes, without invisible characters at its end.
    #[must_use]
    pub fn origin(&self, range: &Range<usize>) -> Range<usize> {
        let moved = |at: usize| {
            let shift =
                self.shifts.partition_point(|shift| shift.at <= at).checked_sub(1).map(|last| &self.shifts[last]);
            shift.map_or((at, at), |shift| {
                let origin = shift.origin + (at - shift.at);
                (origin, if at == shift.at { shift.before } else { origin })
            })
        };
        moved(range.start).0..moved(range.end).1
    }
}

/// True if the text is printable ASCII without repeated spaces, which folding leaves as it is.
fn is_plain(text: &str) -> bool {
    let mut before = 0;
    text.bytes().all(|byte| {
        let plain = (b' '..0x7f).contains(&byte) && (byte != b' ' || before != b' ');
        before = byte;
        plain
    })
}

fn fold(original: &str) -> (String, Vec<Shift>) {
    let mut text = String::with_capacity(original.len());
    let mut shifts = Vec::new();
    let (mut expected, mut before) = (0, 0);
    for (at, cluster) in clusters(original) {
        let start = text.len();
        let mut letters = cluster.chars().filter(|c| !is_invisible(*c));
        match (letters.next(), letters.next()) {
            (None, _) => continue,
            (Some(c), _) if c.is_whitespace() => {
                if text.ends_with(' ') {
                    continue;
                }
                text.push(' ');
            }
            (Some(c), _) if has_other_width(c) => {
                text.extend(cluster.chars().filter(|c| !is_invisible(*c)).nfkc());
            }
            (Some(c), None) => text.push(plain(c)),
            _ => text.extend(cluster.chars().filter(|c| !is_invisible(*c)).nfc().map(plain)),
        }
        if at != expected {
            shifts.push(Shift { at: start, origin: at, before });
        }
        expected = at + (text.len() - start);
        before = at + cluster.len();
    }
    if before != expected {
        shifts.push(Shift { at: text.len(), origin: before, before });
    }
    (text, shifts)
}

/// Grapheme clusters with their offsets. Two ASCII characters in a row take a fast path: the first is a cluster.
fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let is_alone = |pair: &[u8]| pair[0].is_ascii() && pair[0] != b'\r' && pair[1].is_ascii();
        let alone = rest.as_bytes().get(..2).filter(|pair| is_alone(pair)).and_then(|_| rest.get(..1));
        let cluster = alone.or_else(|| rest.graphemes(true).next())?;
        at += cluster.len();
        Some((at - cluster.len(), cluster))
    })
}

/// True for the soft hyphen, joiners, direction marks, and Arabic vowel marks and tatweel, which change a text's look
/// but not its words.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{640}' | '\u{64b}'..='\u{652}' | '\u{670}' | '\u{ad}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// True for full-width Latin letters and digits, and for half-width katakana.
fn has_other_width(c: char) -> bool {
    matches!(c, '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' | '\u{ff66}'..='\u{ff9f}')
}

fn plain(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{2bc}' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        'ё' => 'е',
        'Ё' => 'Е',
        _ => c,
    }
}

/// The lower-case letter if it has as many bytes, else the letter itself.
pub(in crate::link) fn low(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut letters = c.to_lowercase();
    match (letters.next(), letters.next()) {
        (Some(low), None) if low.len_utf8() == c.len_utf8() => low,
        _ => c,
    }
}

/// True if all letters of a text are Latin.
pub(in crate::link) fn is_latin(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).all(|c| c < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&c))
}

#[cfg(test)]
mod tests {
    use super::Folded;

    #[test]
    fn what_is_compared_and_where_it_came_from() {
        let cases = [
            ("KV  \n cache", "KV cache", 3..8, "cache"),
            ("band\u{ad}width", "bandwidth", 0..9, "band\u{ad}width"),
            ("a Little\u{2019}s law", "a Little's law", 2..14, "Little\u{2019}s law"),
            ("cafe\u{301} noir", "café noir", 0..5, "cafe\u{301}"),
            ("\u{200f}GPU\u{200f} x", "GPU x", 0..3, "GPU"),
            ("key\u{2011}value", "key-value", 0..9, "key\u{2011}value"),
            ("ｻｰﾊﾞｰの", "サーバーの", 0..12, "ｻｰﾊﾞｰ"),
            ("ＡＰＩを", "APIを", 0..3, "ＡＰＩ"),
            ("распределённый", "распределенный", 0..28, "распределённый"),
        ];
        for (original, text, range, source) in cases {
            let folded = Folded::new(original);
            assert_eq!(folded.text, text);
            assert_eq!(folded.key.len(), text.len());
            assert_eq!(&original[folded.origin(&range)], source);
        }
    }
}
