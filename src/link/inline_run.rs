//! A run: the text of one block between what no link may cross, with the emphasis inside it.
//!
//! 1. Text, line breaks and the beginnings and ends of emphasis are gathered as pieces, in order; the text is searched as a whole.
//! 2. A link goes around a mention if every emphasis that it touches lies wholly inside or wholly outside: `*memory* bandwidth` is
//!    linked with its emphasis, `*the memory* bandwidth` is not linked.
//! 3. The text is handed on with the links between its pieces: text is cut, never changed.

use crate::link::linked_body::{Mark, What};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::ops::Range;

/// The text and what it is made of.
#[derive(Debug, Default)]
pub struct Run<'a> {
    /// The text; a line break is a space.
    pub text: String,
    pieces: Vec<Piece<'a>>,
    open: Vec<usize>,
}

#[derive(Debug)]
struct Piece<'a> {
    /// Its position in the body.
    number: usize,
    /// Its bytes of the run; none for emphasis.
    at: Range<usize>,
    event: &'a Event<'a>,
    /// Its bytes of the file.
    span: Range<usize>,
    /// For emphasis: the byte of the run where its other end is; `None` where that is outside the run.
    partner: Option<usize>,
}

/// Where a link goes: before and after which pieces, cut at which bytes.
#[derive(Debug)]
pub struct Link {
    /// The first piece inside, and where in the run it is cut.
    first: (usize, usize),
    /// The last piece inside, and where in the run it is cut.
    last: (usize, usize),
    /// The document.
    pub document: usize,
}

/// What a run is put out as.
#[derive(Debug)]
pub enum Part<'a> {
    /// Text.
    Text(&'a str),
    /// A link begins or ends.
    Mark(Mark),
}

/// True for an event that belongs into a run.
#[must_use]
pub fn belongs(event: &Event<'_>) -> bool {
    match event {
        Event::Text(_) | Event::SoftBreak | Event::HardBreak => true,
        Event::Start(tag) => matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough),
        Event::End(tag) => matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough),
        _ => false,
    }
}

impl<'a> Run<'a> {
    /// Adds an event that belongs; `number` is its position in the body.
    pub fn add(&mut self, number: usize, event: &'a Event<'a>, span: Range<usize>) {
        let start = self.text.len();
        if self.pieces.is_empty() {
            self.text.reserve(512);
            self.pieces.reserve(16);
        }
        match event {
            Event::Text(text) => self.text.push_str(text),
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            _ => {}
        }
        let mut partner = None;
        match event {
            Event::Start(_) => self.open.push(self.pieces.len()),
            Event::End(_) => {
                if let Some(opening) = self.open.pop().and_then(|opening| self.pieces.get_mut(opening)) {
                    opening.partner = Some(start);
                    partner = Some(opening.at.start);
                }
            }
            _ => {}
        }
        self.pieces.push(Piece { number, at: start..self.text.len(), event, span, partner });
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
    fn holding(&self, byte: usize) -> Option<&Piece<'a>> {
        self.pieces.get(self.pieces.partition_point(|piece| piece.at.end <= byte))
    }

    /// Where a link around these bytes goes; `None` if it would cross an emphasis.
    #[must_use]
    pub fn around(&self, range: &Range<usize>, document: usize) -> Option<Link> {
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

    /// Hands the text on in order, with the marks of the links, which are in order too and do not overlap.
    pub fn put(&self, links: &[Link], mut out: impl FnMut(Part<'_>)) {
        let mut links = links.iter().peekable();
        let mut open: Option<&Link> = None;
        for (number, piece) in self.pieces.iter().enumerate() {
            let mark = |at: usize, what| Part::Mark(Mark { node: piece.number, at: at - piece.at.start, what });
            let mut at = piece.at.start;
            if piece.at.is_empty() {
                if let Some(link) = links.next_if(|link| link.first.0 == number) {
                    out(mark(at, What::Begin(link.document)));
                    open = Some(link);
                }
                if open.take_if(|link| link.last.0 == number).is_some() {
                    out(mark(at + 1, What::End));
                }
                continue;
            }
            loop {
                let (next, what) = if let Some(link) = open.take_if(|link| link.last.0 == number) {
                    (link.last.1, What::End)
                } else if let Some(link) = links.next_if(|link| open.is_none() && link.first.0 == number) {
                    open = Some(link);
                    (link.first.1, What::Begin(link.document))
                } else {
                    break;
                };
                out(Part::Text(&self.text[at..next]));
                out(mark(next, what));
                at = next;
            }
            out(Part::Text(&self.text[at..piece.at.end]));
        }
    }
}

/// Whether a piece stands inside a link around the range; `None` if it would be cut in a way that elements do not allow.
fn is_inside(piece: &Piece<'_>, range: &Range<usize>) -> Option<bool> {
    let at = piece.at.start;
    match piece.event {
        Event::Start(_) if at < range.start || at >= range.end => Some(false),
        Event::Start(_) => {
            let closes_inside =
                piece.partner.is_some_and(|end| end < range.end || end == range.end && at > range.start);
            if closes_inside { Some(true) } else { (at == range.start).then_some(false) }
        }
        Event::End(_) if at <= range.start || at > range.end => Some(false),
        Event::End(_) => {
            let opened_inside =
                piece.partner.is_some_and(|start| start > range.start || start == range.start && at < range.end);
            if opened_inside { Some(true) } else { (at == range.end).then_some(false) }
        }
        _ => Some(piece.at.start < range.end && piece.at.end > range.start),
    }
}
