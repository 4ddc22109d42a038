//! The sentence around a mention: what a backlink shows.
//!
//! A block (a paragraph, an item, a row) gathers its plain text and where the mentions are in it; at its end the text
//! is cut into sentences by Unicode's rules, and each mention gets the one that holds it.

use crate::link::sentences::Sentences;
use crate::model::ids::EntryId;
use std::ops::Range;

/// How many bytes of a sentence are kept on either side of a mention: more than a page shows, so that a sentence of a
/// megabyte with thousands of mentions is not kept thousands of times.
const AROUND: usize = 400;

/// A mention of another entry and the sentence around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mentioned {
    /// The document that is mentioned.
    pub document: EntryId,
    /// The sentence, as plain text.
    pub sentence: String,
    /// The mention's bytes in the sentence.
    pub range: Range<usize>,
}

/// The text of a block while it is being linked.
#[derive(Debug, Default)]
pub struct Block {
    text: String,
    mentions: Vec<(EntryId, Range<usize>)>,
}

impl Block {
    /// Adds text; white space becomes single spaces.
    pub fn text(&mut self, text: &str) {
        if self.text.capacity() == 0 {
            self.text.reserve(512);
        }
        let mut before = if self.text.ends_with(' ') { b' ' } else { 0 };
        let plain = text.bytes().all(|byte| {
            let plain = (b' '..0x7f).contains(&byte) && (byte != b' ' || before != b' ');
            before = byte;
            plain
        });
        if plain {
            self.text.push_str(text);
            return;
        }
        for c in text.chars() {
            let c = if c.is_whitespace() { ' ' } else { c };
            if c != ' ' || !self.text.ends_with(' ') {
                self.text.push(c);
            }
        }
    }

    /// A table's cell begins: a row is one block, with its cells set apart.
    pub fn begin_cell(&mut self) {
        if !self.text.is_empty() {
            self.text(" · ");
        }
    }

    /// A mention begins here.
    pub fn begin_mention(&mut self, document: EntryId) {
        self.mentions.push((document, self.text.len()..self.text.len()));
    }

    /// The mention that was begun last ends here.
    pub fn end_mention(&mut self) {
        let end = self.text.len();
        if let Some((_, range)) = self.mentions.last_mut() {
            range.end = end;
        }
    }

    /// Each mention with its sentence, or with as much of it as anybody shows.
    pub fn finish(self) -> impl Iterator<Item = Mentioned> {
        let Self { text, mentions } = self;
        let sentences = if mentions.is_empty() { None } else { Some(Sentences::new(&text)) };
        let found: Vec<Mentioned> = mentions
            .into_iter()
            .filter_map(|(document, range)| {
                let around = sentences.as_ref()?.around(range.start);
                let start = around.start.max(text.floor_char_boundary(range.start.saturating_sub(AROUND)));
                let last = text.floor_char_boundary(range.end.saturating_add(AROUND).min(text.len()));
                let sentence = text.get(start..around.end.max(range.end).min(last))?.trim_end();
                let range = range.start - start..(range.end - start).min(sentence.len());
                Some(Mentioned { document, sentence: sentence.to_owned(), range })
            })
            .collect();
        found.into_iter()
    }
}
