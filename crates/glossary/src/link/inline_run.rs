//! A run: the text of one block between what no link may cross, with the emphasis inside it.
//!
//! 1. Text, line breaks and the beginnings and ends of emphasis are gathered as pieces, in order; the text is searched
//!    as a whole.
//! 2. A link goes around a mention if every emphasis that it touches lies wholly inside or wholly outside: `*memory*
//!    bandwidth` is linked with its emphasis, `*the memory* bandwidth` is not linked.
//! 3. The text is handed on with the links between its pieces: text is cut, never changed.

use crate::link::linked_body::{Mark, Point};
use crate::model::ids::EntryId;
use std::ops::Range;

/// The text and its pieces.
#[derive(Debug, Default)]
pub struct Run {
    /// The text; a line break is a space.
    pub text: String,
    pieces: Vec<Piece>,
    open: Vec<usize>,
}

#[derive(Debug)]
struct Piece {
    /// The position of its node in the body.
    number: usize,
    /// Its bytes of the run; none for emphasis.
    at: Range<usize>,
    kind: PieceKind,
    /// Its bytes of the file.
    span: Range<usize>,
    /// For emphasis: the byte of the run where its other end is; `None` where that is outside the run.
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

/// Where a link goes: before and after which pieces, cut at which bytes.
#[derive(Debug)]
pub struct Link {
    /// The first piece inside, and where in the run it is cut.
    first: (usize, usize),
    /// The last piece inside, and where in the run it is cut.
    last: (usize, usize),
    /// The entry that the link leads to.
    pub document: EntryId,
}

/// A part of the output of a run.
#[derive(Debug)]
pub enum Part<'a> {
    /// Text of the run, as its author wrote it.
    Text(&'a str),
    /// A link to an entry begins.
    Begin(EntryId),
    /// The link that began last ends.
    End,
}

impl Run {
    /// Adds text, or the space that a line break is; `number` is the position of its node in the body.
    pub fn text(&mut self, number: usize, text: &str, span: Range<usize>) {
        self.piece(number, PieceKind::Text, text, span);
    }

    /// Emphasis begins.
    pub fn begin(&mut self, number: usize, span: Range<usize>) {
        self.open.push(self.pieces.len());
        self.piece(number, PieceKind::Begin, "", span);
    }

    /// The emphasis that began last ends.
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
        self.pieces.push(Piece { number, at: start..self.text.len(), kind, span, partner: None });
    }

    /// True if there is nothing to put out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The bytes of the file that a range, not an empty one, comes from.
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

    /// The piece of text that holds a byte.
    fn holding(&self, byte: usize) -> Option<&Piece> {
        self.pieces.get(self.pieces.partition_point(|piece| piece.at.end <= byte))
    }

    /// Where a link around these bytes goes; `None` if it would cross an emphasis.
    #[must_use]
    pub fn around(&self, range: &Range<usize>, document: EntryId) -> Option<Link> {
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
        inside.map(|(first, last)| Link { first: (first, range.start), last: (last, range.end), document })
    }

    /// The mark of a link.
    #[must_use]
    pub fn mark(&self, link: &Link) -> Option<Mark> {
        let point = |(piece, byte): (usize, usize)| {
            self.pieces.get(piece).map(|piece| Point { node: piece.number, at: byte.saturating_sub(piece.at.start) })
        };
        Some(Mark::Term { first: point(link.first)?, last: point(link.last)?, entry: link.document })
    }

    /// Hands the text on in order, with the links, which are in order too and do not overlap.
    pub fn put(&self, links: &[Link], mut out: impl FnMut(Part<'_>)) {
        let mut links = links.iter().peekable();
        let mut open: Option<&Link> = None;
        for (number, piece) in self.pieces.iter().enumerate() {
            let mut at = piece.at.start;
            loop {
                let (next, part) = if let Some(link) = open.take_if(|link| link.last.0 == number) {
                    (link.last.1, Part::End)
                } else if let Some(link) = links.next_if(|link| open.is_none() && link.first.0 == number) {
                    open = Some(link);
                    (link.first.1, Part::Begin(link.document))
                } else {
                    break;
                };
                out(Part::Text(self.text.get(at..next).unwrap_or_default()));
                out(part);
                at = next;
            }
            out(Part::Text(self.text.get(at..piece.at.end).unwrap_or_default()));
        }
    }
}

/// Whether a piece is inside a link around the range; `None` if it would be cut in a way that elements do not allow.
fn is_inside(piece: &Piece, range: &Range<usize>) -> Option<bool> {
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
