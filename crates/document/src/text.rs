//! The texts of a report, before rendering: words with values.
//!
//! Values keep their kind and full precision; [`Text::plain`] gives the words that a page shows. Holds no markup.

use alloc::string::String;
use alloc::vec::Vec;

use super::arg::Arg;
use super::ink::Ink;
use super::words::{TemplatePart, Words};

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum TextRun {
    /// Text without a value, not yet escaped.
    Words(String),
    /// A quantity. Text arguments become [`TextRun::Words`].
    Value(Arg<'static>),
    /// A link: its text and its address, not yet checked.
    Link(String, String),
}

/// Words with values. Each run has the ink of its kind of number; [`Ink::Plain`] sets it in bold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text(pub Vec<(Option<Ink>, TextRun)>);

impl Text {
    /// The text as a page shows it, without inks and links.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut out = String::new();
        for (_, run) in &self.0 {
            match run {
                TextRun::Words(text) | TextRun::Link(text, _) => out.push_str(text),
                TextRun::Value(value) => value.push(&mut out),
            }
        }
        out
    }

    /// True if there is nothing to write.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn add(&mut self, words: Words<'_>) {
        let mut ink = None;
        for part in words.parts() {
            match part {
                TemplatePart::Character(character) => self.words(ink, character.encode_utf8(&mut [0; 4])),
                TemplatePart::Value(value) => match value.owned() {
                    Ok(value) => self.0.push((ink, TextRun::Value(value))),
                    Err(text) => self.words(ink, text),
                },
                TemplatePart::Open(kind) => ink = Some(kind),
                TemplatePart::Close => ink = None,
            }
        }
    }

    /// Appends words to the last run if it has the same ink, else as a new run.
    pub(super) fn words(&mut self, ink: Option<Ink>, more: &str) {
        match self.0.last_mut() {
            Some((last, TextRun::Words(text))) if *last == ink => text.push_str(more),
            _ => self.0.push((ink, TextRun::Words(more.into()))),
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
        assert_eq!(text.0[1], (Some(Ink::Range), TextRun::Value(Arg::Speed(125.26))));
        assert_eq!(text.0.len(), 3, "words that follow each other are one run");
    }
}
