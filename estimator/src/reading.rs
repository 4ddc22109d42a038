//! How fast people read, in tokens.
//!
//! Step by step: words a minute over the words of a token are tokens a minute; an answer is read in its tokens over that rate.
//!
//! Source: Brysbaert 2019, How many words do we read per minute?, Journal of Memory and Language 109:104047 (a mean of 190 studies of
//! silent reading in English).

/// Words of English non-fiction that adults read silently in a minute. Source: Brysbaert 2019.
pub const WORDS_A_MINUTE: f64 = 238.0;

/// Tokens a second at which a reader takes in an answer whose tokens have `words` words each. Source: Brysbaert 2019.
#[must_use]
pub fn rate(words: f64) -> f64 {
    WORDS_A_MINUTE / 60.0 / words
}

/// Seconds of reading `tokens` tokens of `words` words each. Source: Brysbaert 2019.
#[must_use]
pub fn seconds(tokens: f64, words: f64) -> f64 {
    tokens / rate(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_quarters_of_a_word_a_token() {
        // 238 / 60 / 0.75 = 5.2889 tokens a second.
        assert!((rate(0.75) - 5.288_9).abs() < 1e-4);
        assert!((seconds(512.0, 0.75) - 96.807).abs() < 1e-3);
    }
}
