//! Parses the query of a calculator's URL: `hw=rtx-4090&m=llama-3.1-8b&c=4096`.
//!
//! Keys and ids are ASCII and need no escapes, so nothing is unescaped; a value with an escape is simply not found.

/// A query without its question mark.
#[derive(Clone, Copy, Debug)]
pub struct QueryString<'a>(&'a str);

impl<'a> QueryString<'a> {
    /// Takes a query with or without its question mark.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self(text.strip_prefix('?').unwrap_or(text))
    }

    /// Yields every key with its value, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.split(is_and).filter_map(|pair| pair.split_once(is_equals))
    }

    /// The first value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a str> {
        let mut pairs = self.0.split(is_and);
        pairs.find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
    }
}

fn is_equals(character: char) -> bool {
    matches!(character, '=')
}

/// A function, since searching for a `char` pattern adds half a kilobyte to a WebAssembly module.
fn is_and(character: char) -> bool {
    matches!(character, '&')
}
