//! The sentence around a mention: what a backlink shows.
//!
//! A block (a paragraph, an item, a row) gathers its plain text and where the mentions stand in it; at its end the text is cut into
//! sentences by Unicode's rules, and each mention gets the one that holds it.

use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// A mention of another entry and the sentence around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mentioned {
    /// The document that is mentioned.
    pub document: usize,
    /// The sentence, as plain text.
    pub sentence: String,
    /// The mention's bytes in the sentence.
    pub range: Range<usize>,
}

/// The text of a block while it is being walked.
#[derive(Debug, Default)]
pub struct Block {
    text: String,
    mentions: Vec<(usize, Range<usize>)>,
}

impl Block {
    /// Adds text; white space becomes single spaces.
    pub fn text(&mut self, text: &str) {
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
    pub fn begin_mention(&mut self, document: usize) {
        self.mentions.push((document, self.text.len()..self.text.len()));
    }

    /// The mention that was begun last ends here.
    pub fn end_mention(&mut self) {
        let end = self.text.len();
        if let Some((_, range)) = self.mentions.last_mut() {
            range.end = end;
        }
    }

    /// Each mention with its sentence.
    pub fn finish(self) -> impl Iterator<Item = Mentioned> {
        let sentences: Vec<(usize, String)> =
            self.text.split_sentence_bound_indices().map(|(start, sentence)| (start, sentence.to_owned())).collect();
        self.mentions.into_iter().filter_map(move |(document, range)| {
            let (start, sentence) = sentences.iter().rfind(|(start, _)| *start <= range.start)?;
            let end = sentence.trim_end().len();
            let range = range.start - start..(range.end - start).min(end);
            Some(Mentioned { document, sentence: sentence[..end].to_owned(), range })
        })
    }
}
