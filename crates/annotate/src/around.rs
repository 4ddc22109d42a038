//! The heading and the sentence around places in a Markdown body, as plain text.
//!
//! The body is walked once, with its places in order: the text of each paragraph, item or row is gathered as that of
//! backlinks is, and cut into sentences at its end.

use rooflight_glossary::link::mentions::Block as Sentences;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_glossary::syntax::tree::{Block, Inline, Kind, Step};
use rooflight_source::diagnostic::Excerpt;
use std::ops::Range;

/// The heading and the sentence around each of the places, which stand in the order of the text.
#[must_use]
pub fn excerpts(body: &Body, places: &[Range<usize>]) -> Vec<Excerpt> {
    let mut walk = Walk { places, next: 0, heading: String::new(), text: Sentences::default(), out: Vec::new() };
    if !places.is_empty() {
        let tree = body.tree();
        let mut in_heading = false;
        for step in tree.steps() {
            match step {
                Step::Enter(_, node) => match &node.kind {
                    Kind::Block(block) if !matches!(block, Block::TableCell) => {
                        walk.end_block();
                        if matches!(block, Block::Heading(_)) {
                            walk.heading.clear();
                            in_heading = true;
                        }
                    }
                    Kind::Block(_) => walk.text.begin_cell(),
                    Kind::Inline(Inline::Text(text) | Inline::Code(text)) => walk.text(text, &node.span, in_heading),
                    Kind::Inline(Inline::Math(formula)) => walk.text(&formula.latex, &node.span, in_heading),
                    Kind::Inline(Inline::SoftBreak | Inline::HardBreak) => walk.text(" ", &node.span, in_heading),
                    _ => {}
                },
                Step::Leave(_, node) => {
                    if let Kind::Block(block) = &node.kind
                        && !matches!(block, Block::TableCell)
                    {
                        walk.end_block();
                        in_heading &= !matches!(block, Block::Heading(_));
                    }
                }
            }
        }
        walk.end_block();
    }
    // A place that no text has: the words of an image, perhaps.
    walk.out.resize(places.len(), Excerpt { heading: String::new(), sentence: String::new() });
    walk.out
}

struct Walk<'a> {
    places: &'a [Range<usize>],
    /// The first place that no text has had yet.
    next: usize,
    heading: String,
    text: Sentences,
    out: Vec<Excerpt>,
}

impl Walk<'_> {
    /// Adds a text with the places that begin in it.
    fn text(&mut self, text: &str, span: &Range<usize>, in_heading: bool) {
        if in_heading {
            self.heading.push_str(text);
        }
        let mut consumed = 0;
        while let Some(place) = self.places.get(self.next).filter(|place| place.start < span.end) {
            // A text with escapes is shorter than its source.
            let at = place.start.saturating_sub(span.start).min(text.len());
            let at = text.floor_char_boundary(at).max(consumed);
            self.text.text(&text[consumed..at]);
            self.text.begin_mention(EntryId::new(0));
            self.text.end_mention();
            (consumed, self.next) = (at, self.next + 1);
        }
        self.text.text(&text[consumed..]);
    }

    fn end_block(&mut self) {
        let found = std::mem::take(&mut self.text).finish();
        let heading = self.heading.trim();
        self.out.extend(
            found
                .map(|found| Excerpt { heading: heading.to_owned(), sentence: found.sentence.trim_start().to_owned() }),
        );
    }
}
