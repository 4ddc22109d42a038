//! A run: a stretch of a block's text that a link may cross, with the emphasis inside it.
//!
//! 1. Text, line breaks and the beginnings and ends of emphasis are collected as pieces, in order; their text is
//!    searched as a whole.
//! 2. A mention is linked if every emphasis that the link touches lies wholly inside or wholly outside of it: `*memory*
//!    bandwidth` is linked with its emphasis, `*the memory* bandwidth` is not linked.
//! 3. [`InlineRun::put`] yields the text with the links in it; text is cut, never changed.

use crate::link::matching::linked_body::{LinkMark, Point};
use crate::model::ids::EntryId;
use std::ops::Range;

/// A run of inline text, possibly with emphasis, that is searched as one string.
#[derive(Debug, Default)]
pub struct InlineRun {
    /// The text; a line break is a space.
    pub text: String,
    pieces: Vec<RunPiece>,
    open: Vec<usize>,
}

#[derive(Debug)]
struct RunPiece {
    /// Index of its node in the body.
    number: usize,
    /// Its bytes in the run; empty for emphasis.
    at: Range<usize>,
    kind: PieceKind,
    /// Its bytes in the file.
    span: Range<usize>,
    /// For emphasis: the byte in the run at which its other end is; `None` if that is outside the run.
    partner: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PieceKind {
    /// Text, or a line break.
    Text,
    /// The beginning of emphasis.
    Begin,
    /// The end of emphasis.
    End,
}

/// Where a link begins and ends in a run.
#[derive(Debug)]
pub struct LinkPlacement {
    /// Index of the first piece inside, and the byte in the run at which it is cut.
    first: (usize, usize),
    /// Index of the last piece inside, and the byte in the run at which it is cut.
    last: (usize, usize),
    /// The entry that the link leads to.
    pub document: EntryId,
}

/// A part of a run's output.
#[derive(Debug)]
pub enum RunPart<'a> {
    /// Text of the run, as its author wrote it.
    Text(&'a str),
    /// A link to an entry begins.
    Begin(EntryId),
    /// The link that began last ends.
    End,
}

impl InlineRun {
    /// Adds text, or a space for a line break; `number` is the index of its node in the body.
    pub fn text(&mut self, number: usize, text: &str, span: Range<usize>) {
        self.piece(number, PieceKind::Text, text, span);
    }

    /// Begins emphasis.
    pub fn begin(&mut self, number: usize, span: Range<usize>) {
        self.open.push(self.pieces.len());
        self.piece(number, PieceKind::Begin, "", span);
    }

    /// Ends the emphasis that was begun last.
    pub fn end(&mut self, number: usize, span: Range<usize>) {
        let at = self.text.len();
        self.piece(number, PieceKind::End, "", span);
        let opening = self.open.pop().and_then(|opening| self.pieces.get_mut(opening));
        let partner = opening.map(|opening| {
            opening.partner = Some(at);
            opening.at.start
        });
        if let Some(last) = self.pieces.last_mut() {
            last.partner = partner;
        }
    }

    fn piece(&mut self, number: usize, kind: PieceKind, text: &str, span: Range<usize>) {
        if self.pieces.is_empty() {
            self.text.reserve(512);
            self.pieces.reserve(16);
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push(RunPiece { number, at: start..self.text.len(), kind, span, partner: None });
    }

    /// True if the run has no pieces.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The bytes of the file from which a range of the run comes. The range must not be empty.
    #[must_use]
    pub fn source(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.holding(range.start).map_or(0, |piece| {
            let moved = piece.at.len() == piece.span.len();
            piece.span.start + if moved { range.start - piece.at.start } else { 0 }
        });
        let end = self.holding(range.end.saturating_sub(1)).map_or(start, |piece| {
            if piece.at.len() == piece.span.len() {
                piece.span.start + range.end - piece.at.start
            } else {
                piece.span.end
            }
        });
        start..end.max(start)
    }

    /// The piece that contains a byte of the run.
    fn holding(&self, byte: usize) -> Option<&RunPiece> {
        self.pieces.get(self.pieces.partition_point(|piece| piece.at.end <= byte))
    }

    /// Places a link around these bytes of the run; `None` if it would cross emphasis.
    #[must_use]
    pub fn around(&self, range: &Range<usize>, document: EntryId) -> Option<LinkPlacement> {
        let begin = self.pieces.partition_point(|piece| piece.at.end < range.start);
        let mut inside: Option<(usize, usize)> = None;
        for (number, piece) in self.pieces.iter().enumerate().skip(begin) {
            if piece.at.start > range.end {
                break;
            }
            if is_inside(piece, range)? {
                inside = Some((inside.map_or(number, |(first, _)| first), number));
            }
        }
        inside.map(|(first, last)| LinkPlacement { first: (first, range.start), last: (last, range.end), document })
    }

    /// Converts a link into a mark in the body.
    #[must_use]
    pub fn mark(&self, link: &LinkPlacement) -> Option<LinkMark> {
        let point = |(piece, byte): (usize, usize)| {
            self.pieces.get(piece).map(|piece| Point { node: piece.number, at: byte.saturating_sub(piece.at.start) })
        };
        Some(LinkMark::Term { first: point(link.first)?, last: point(link.last)?, entry: link.document })
    }

    /// Calls `out` with each stretch of text and each end of a link, in order. Links must be in order and not overlap.
    pub fn put(&self, links: &[LinkPlacement], mut out: impl FnMut(RunPart<'_>)) {
        let mut links = links.iter().peekable();
        let mut open: Option<&LinkPlacement> = None;
        for (number, piece) in self.pieces.iter().enumerate() {
            let mut at = piece.at.start;
            loop {
                let (next, part) = if let Some(link) = open.take_if(|link| link.last.0 == number) {
                    (link.last.1, RunPart::End)
                } else if let Some(link) = links.next_if(|link| open.is_none() && link.first.0 == number) {
                    open = Some(link);
                    (link.first.1, RunPart::Begin(link.document))
                } else {
                    break;
                };
                out(RunPart::Text(self.text.get(at..next).unwrap_or_default()));
                out(part);
                at = next;
            }
            out(RunPart::Text(self.text.get(at..piece.at.end).unwrap_or_default()));
        }
    }
}

/// True if a piece is inside a link around the range; `None` if the link would cross emphasis there.
fn is_inside(piece: &RunPiece, range: &Range<usize>) -> Option<bool> {
    let at = piece.at.start;
    match piece.kind {
        PieceKind::Begin if at < range.start || at >= range.end => Some(false),
        PieceKind::Begin => {
            let closes_inside =
                piece.partner.is_some_and(|end| end < range.end || end == range.end && at > range.start);
            if closes_inside { Some(true) } else { (at == range.start).then_some(false) }
        }
        PieceKind::End if at <= range.start || at > range.end => Some(false),
        PieceKind::End => {
            let opened_inside =
                piece.partner.is_some_and(|start| start > range.start || start == range.start && at < range.end);
            if opened_inside { Some(true) } else { (at == range.end).then_some(false) }
        }
        PieceKind::Text => Some(piece.at.start < range.end && piece.at.end > range.start),
    }
}
