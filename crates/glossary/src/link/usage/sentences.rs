//! Finds the sentence around a position, by Unicode's rules (UAX #29).
//!
//! ASCII text, the most common case, has a separate implementation that is many times faster; a test compares the
//! two.

use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The sentences of a text whose white space is single spaces.
#[derive(Debug)]
pub struct Sentences {
    /// The byte at which each sentence begins.
    starts: Vec<usize>,
    /// The length of the text.
    end: usize,
}

impl Sentences {
    /// Splits a text into sentences.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let starts = if text.is_ascii() {
            let bytes = text.as_bytes();
            let stops = bytes.iter().enumerate().filter(|(_, byte)| is_stop(**byte));
            std::iter::once(0).chain(stops.filter_map(|(stop, _)| next_sentence(bytes, stop))).collect()
        } else {
            text.split_sentence_bound_indices().map(|(start, _)| start).collect()
        };
        Self { starts, end: text.len() }
    }

    /// The byte range of the sentence that contains the byte `at`.
    #[must_use]
    pub fn around(&self, at: usize) -> Range<usize> {
        let next = self.starts.partition_point(|start| *start <= at);
        let start = next.checked_sub(1).map_or(0, |last| self.starts[last]);
        start..self.starts.get(next).copied().unwrap_or(self.end)
    }
}

fn is_stop(byte: u8) -> bool {
    matches!(byte, b'.' | b'!' | b'?')
}

/// The byte at which the next sentence begins; `None` if the punctuation at byte `stop` does not end one.
fn next_sentence(text: &[u8], stop: usize) -> Option<usize> {
    let letter = |at: usize, is: fn(&u8) -> bool| text.get(at).is_some_and(is);
    let mut next = stop + 1;
    while letter(next, |byte| matches!(byte, b'"' | b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}')) {
        next += 1;
    }
    while letter(next, |byte| *byte == b' ') {
        next += 1;
    }
    if letter(next, |byte| is_stop(*byte) || matches!(byte, b',' | b'-' | b':' | b';')) {
        return None;
    }
    if text[stop] == b'.' {
        let inside_a_name =
            stop > 0 && text[stop - 1].is_ascii_alphabetic() && letter(stop + 1, u8::is_ascii_uppercase);
        let goes_on = text[next..].iter().find(|byte| byte.is_ascii_alphabetic() || is_stop(**byte));
        if letter(stop + 1, u8::is_ascii_digit) || inside_a_name || goes_on.is_some_and(u8::is_ascii_lowercase) {
            return None;
        }
    }
    (next < text.len()).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::Sentences;
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn ascii_sentences_are_those_of_unicode(text in "([aB1.!?,;:)('\"-]| ?[A-Za-z0-9]| [a-zA-Z(]){0,24}") {
            let starts: Vec<usize> = text.split_sentence_bound_indices().map(|(start, _)| start).collect();
            let sentences = Sentences::new(&text);
            for at in 0..text.len() {
                let next = starts.partition_point(|start| *start <= at);
                let expected = starts[next - 1]..starts.get(next).copied().unwrap_or(text.len());
                prop_assert_eq!(sentences.around(at), expected, "{:?} at {}", text, at);
            }
        }
    }
}
