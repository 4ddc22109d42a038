//! Finds the heading and the sentence around places in a Markdown body, as plain text.
//!
//! Walks the body once, with the places in order. The text of each paragraph, item or row is gathered, and split into
//! sentences at its end, by the code that makes the sentences of backlinks.

use rooflight_glossary::link::matching::mentions::BlockText;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_glossary::syntax::tree::{Block, Inline, NodeKind, WalkEvent};
use rooflight_source::diagnostic::Excerpt;
use std::ops::Range;

/// Returns the heading and the sentence around each place; `places` must be in the order of the text.
#[must_use]
pub fn excerpts(body: &Body, places: &[Range<usize>]) -> Vec<Excerpt> {
    let mut walk = Walk { places, next: 0, heading: String::new(), text: BlockText::default(), out: Vec::new() };
    if !places.is_empty() {
        let tree = body.tree();
        let mut in_heading = false;
        for event in tree.walk() {
            match event {
                WalkEvent::Enter(_, node) => match &node.kind {
                    NodeKind::Block(block) if !matches!(block, Block::TableCell) => {
                        walk.end_block();
                        if matches!(block, Block::Heading(_)) {
                            walk.heading.clear();
                            in_heading = true;
                        }
                    }
                    NodeKind::Block(_) => walk.text.begin_cell(),
                    NodeKind::Inline(Inline::Text(text) | Inline::Code(text)) => {
                        walk.text(text, &node.span, in_heading);
                    }
                    NodeKind::Inline(Inline::Math(formula)) => walk.text(&formula.latex, &node.span, in_heading),
                    NodeKind::Inline(Inline::SoftBreak | Inline::HardBreak) => walk.text(" ", &node.span, in_heading),
                    _ => {}
                },
                WalkEvent::Leave(_, node) => {
                    if let NodeKind::Block(block) = &node.kind
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
    // A place outside all text, such as the words of an image, gets an empty excerpt.
    walk.out.resize(places.len(), Excerpt { heading: String::new(), sentence: String::new() });
    walk.out
}

struct Walk<'a> {
    places: &'a [Range<usize>],
    /// The index of the first place that is not found yet.
    next: usize,
    heading: String,
    text: BlockText,
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
