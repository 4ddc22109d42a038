//! The sentence around a mention, which a backlink shows.
//!
//! The plain text of a block (a paragraph, an item, a table row) is collected together with the positions of its
//! mentions. At its end the text is split into sentences by Unicode's rules, and each mention gets its sentence.

use crate::link::usage::sentences::Sentences;
use crate::model::ids::EntryId;
use std::ops::Range;

/// Maximum number of bytes of a sentence that are kept on either side of a mention. It is more than a page shows, and
/// bounds memory if a huge sentence has many mentions.
const MAX_CONTEXT: usize = 400;

/// A mention of another entry and the sentence around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mentioned {
    /// The document that is mentioned.
    pub document: EntryId,
    /// The sentence, as plain text.
    pub sentence: String,
    /// The mention's bytes in `sentence`.
    pub range: Range<usize>,
}

/// The text of a block while it is being linked.
#[derive(Debug, Default)]
pub struct BlockText {
    text: String,
    mentions: Vec<(EntryId, Range<usize>)>,
}

impl BlockText {
    /// Adds text; each run of white space becomes one space.
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

    /// Begins a table cell. A row is one block, whose cells are separated by ` · `.
    pub fn begin_cell(&mut self) {
        if !self.text.is_empty() {
            self.text(" · ");
        }
    }

    /// Begins a mention of a document.
    pub fn begin_mention(&mut self, document: EntryId) {
        self.mentions.push((document, self.text.len()..self.text.len()));
    }

    /// Ends the mention that was begun last.
    pub fn end_mention(&mut self) {
        let end = self.text.len();
        if let Some((_, range)) = self.mentions.last_mut() {
            range.end = end;
        }
    }

    /// Returns each mention with its sentence, or with the part of a long sentence around it.
    pub fn finish(self) -> impl Iterator<Item = Mentioned> {
        let Self { text, mentions } = self;
        let sentences = if mentions.is_empty() { None } else { Some(Sentences::new(&text)) };
        let found: Vec<Mentioned> = mentions
            .into_iter()
            .filter_map(|(document, range)| {
                let around = sentences.as_ref()?.around(range.start);
                let start = around.start.max(text.floor_char_boundary(range.start.saturating_sub(MAX_CONTEXT)));
                let last = text.floor_char_boundary(range.end.saturating_add(MAX_CONTEXT).min(text.len()));
                let sentence = text.get(start..around.end.max(range.end).min(last))?.trim_end();
                let range = range.start - start..(range.end - start).min(sentence.len());
                Some(Mentioned { document, sentence: sentence.to_owned(), range })
            })
            .collect();
        found.into_iter()
    }
}
