//! Words with values: the texts of a report, before any format.
//!
//! Values keep their kind and their full precision; [`Text::plain`] gives the words that a page shows. Holds no markup.

use alloc::string::String;
use alloc::vec::Vec;

use super::arg::Arg;
use super::ink::Ink;
use super::words::{Piece, Words};

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Run {
    /// Text without a value, not yet escaped.
    Words(String),
    /// A quantity. A value that is words is recorded as words.
    Value(Arg<'static>),
    /// A link: its text and its address, which is not checked.
    Link(String, String),
}

/// Words with values. Each run has the ink of the numbers it belongs to; bold words are plain ink.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text(pub Vec<(Option<Ink>, Run)>);

impl Text {
    /// The words as a page shows them.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut out = String::new();
        for (_, run) in &self.0 {
            match run {
                Run::Words(text) | Run::Link(text, _) => out.push_str(text),
                Run::Value(value) => value.push(&mut out),
            }
        }
        out
    }

    /// Whether there is nothing to write.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn add(&mut self, words: Words<'_>) {
        let mut ink = None;
        for piece in words.pieces() {
            match piece {
                Piece::Character(character) => self.words(ink, character.encode_utf8(&mut [0; 4])),
                Piece::Value(value) => match value.owned() {
                    Ok(value) => self.0.push((ink, Run::Value(value))),
                    Err(text) => self.words(ink, text),
                },
                Piece::Open(kind) => ink = Some(kind),
                Piece::Close => ink = None,
            }
        }
    }

    /// Adds words to those at the end, if they have the same ink.
    pub(super) fn words(&mut self, ink: Option<Ink>, more: &str) {
        match self.0.last_mut() {
            Some((last, Run::Words(text))) if *last == ink => text.push_str(more),
            _ => self.0.push((ink, Run::Words(more.into()))),
        }
    }
}

impl From<Words<'_>> for Text {
    fn from(words: Words<'_>) -> Self {
        let mut text = Self::default();
        text.add(words);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn values_keep_their_kind() {
        let text = Text::from(words!("About <r>{}</r> of {}, 80 %", Arg::Speed(125.26), Arg::Text("Llama")));
        assert_eq!(text.plain(), "About 125 of Llama, 80 %");
        assert_eq!(text.0[1], (Some(Ink::Range), Run::Value(Arg::Speed(125.26))));
        assert_eq!(text.0.len(), 3, "words that follow each other are one run");
    }
}
