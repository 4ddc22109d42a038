//! Tokens as words, and words as time.
//!
//! A word takes more than one token. How many depends on language and tokenizer, so the caller states it. Reading and
//! speaking speeds are in words per minute.
//!
//! Sources: reading speeds, Brysbaert 2019, doi 10.1016/j.jml.2019.104047; else plain arithmetic.

/// Words of English non-fiction that adults read silently in a minute: a mean of 190 studies. Source: Brysbaert 2019.
pub const WORDS_PER_MINUTE: f64 = 238.0;

/// Words in `tokens`. Source: the definition of words per token.
#[must_use]
pub fn words(tokens: f64, words_per_token: f64) -> f64 {
    tokens * words_per_token
}

/// Seconds to read `words` at `words_per_minute`. Source: plain arithmetic.
#[must_use]
pub fn seconds(words: f64, words_per_minute: f64) -> f64 {
    words / words_per_minute * 60.0
}

/// Tokens per second that keep up with a reader at `words_per_minute`. Source: plain arithmetic.
#[must_use]
pub fn tokens_per_second(words_per_minute: f64, words_per_token: f64) -> f64 {
    words_per_minute / 60.0 / words_per_token
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_takes_five_tokens_a_second() {
        assert!((tokens_per_second(238.0, 0.75) - 5.288_888_9).abs() < 1e-6);
        assert!((seconds(words(1000.0, 0.75), 238.0) - 189.075_63).abs() < 1e-5);
    }
}
