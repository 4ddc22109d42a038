//! A calculator's inputs as they stand in an address: `hw=rtx-4090&m=llama-3.1-8b&c=4096`.
//!
//! Keys and ids are plain ASCII without any character that an address has to escape; a value that carries an escape is
//! simply not found.

/// The text after the question mark.
#[derive(Clone, Copy, Debug)]
pub struct QueryString<'a>(&'a str);

impl<'a> QueryString<'a> {
    /// A query, with or without its question mark.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self(text.strip_prefix('?').unwrap_or(text))
    }

    /// Every key with its value, in their order.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.split(is_and).filter_map(|pair| pair.split_once(is_equals))
    }

    /// The value of a key: the first one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a str> {
        let mut pairs = self.0.split(is_and);
        pairs.find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
    }
}

fn is_equals(character: char) -> bool {
    matches!(character, '=')
}

/// As a function: the search for a character by its bytes weighs half a kilobyte in WebAssembly.
fn is_and(character: char) -> bool {
    matches!(character, '&')
}
