//! Cuts the parser's text into pieces that the parser does not know: dollar signs that enclose no formula, and marks.

use super::BodyReader;
use crate::syntax::marks::{MarkPiece, Marks};
use crate::syntax::math;
use crate::syntax::tree::{Inline, NodeKind};
use pulldown_cmark::Event;
use std::ops::Range;

impl<'a> BodyReader<'a, '_> {
    /// Takes an event of the parser, cut at the signs of marks; `origin` maps bytes of `body` to the file.
    pub(super) fn parsed(
        &mut self,
        event: Event<'a>,
        span: Range<usize>,
        body: &'a str,
        marks: &Marks,
        origin: &dyn Fn(Range<usize>) -> Range<usize>,
    ) {
        let is_formula =
            math::dollars::kind(&event).is_none_or(|display| math::dollars::is_formula(body, &span, display));
        let event = if is_formula { event } else { Event::Text(body[span.clone()].into()) };
        let pieces = if let Event::Text(text) = &event { marks.cut(text, &span) } else { None };
        let Some(pieces) = pieces else { return self.event(event, origin(span)) };
        for piece in pieces {
            match piece {
                MarkPiece::Words(text, span) => self.event(Event::Text(text), origin(span)),
                MarkPiece::Begin(span) => self.begin_mark(origin(span)),
                MarkPiece::End(span) => self.end_mark(origin(span)),
            }
        }
    }

    /// Begins a mark, an element that the parser does not know.
    fn begin_mark(&mut self, span: Range<usize>) {
        if self.within_run == 0 {
            self.depth += 1;
            if self.depth <= super::MAX_DEPTH && self.first.is_none() {
                self.tree.open(NodeKind::Inline(Inline::Mark), span);
            }
        }
    }

    fn end_mark(&mut self, span: Range<usize>) {
        if self.within_run == 0 {
            self.end(span);
        }
    }
}
