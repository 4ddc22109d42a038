//! Breaks text into lines, and truncates it with an ellipsis.
//!
//! 1. A line may break at a space, after `-`, `/` and dashes, and between Chinese characters and kana except at marks
//!    that must not begin or end a line. A word that is wider than the line may break anywhere.
//! 2. A text is measured once for all sizes, since widths grow in proportion to the size.
//! 3. If there are too many lines, words are removed from the last one until the ellipsis fits.
//!
//! No line is wider than requested, and none is empty.

use crate::writers::picture::own_glyphs::{CLOSING, OPENING, is_wide};
use crate::writers::picture::typeface::{Length, Style, Typeface, Weight};
use unicode_segmentation::UnicodeSegmentation;

const ELLIPSIS: &str = "…";

/// A measured text.
pub(super) struct Measured<'a> {
    pieces: Vec<Piece<'a>>,
}

/// A part of a text up to a possible line break, including trailing spaces.
struct Piece<'a> {
    text: &'a str,
    /// Its length without trailing spaces, at the end of a line.
    bare: Length,
    /// Its length within a line.
    full: Length,
}

impl<'a> Measured<'a> {
    /// Measures a text in a weight.
    pub(super) fn new(typeface: &mut Typeface, text: &'a str, weight: Weight) -> Self {
        let pieces = pieces(text).into_iter().map(|text| {
            let bare = typeface.length(text.trim_end(), weight);
            let full = if text.ends_with(' ') { typeface.length(text, weight) } else { bare };
            Piece { text, bare, full }
        });
        Self { pieces: pieces.collect() }
    }

    /// Breaks the text into lines of this width, in pixels.
    pub(super) fn lines(&self, typeface: &mut Typeface, style: Style, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let (mut line, mut at) = (String::new(), Length::default());
        for Piece { text, bare, full } in &self.pieces {
            if style.pixels(at + *bare) > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
                at = Length::default();
            }
            if style.pixels(at + *bare) > width {
                line = broken(typeface, text, style, width, &mut lines);
                at = typeface.length(&line, style.weight);
            } else {
                line.push_str(text);
                at = at + *full;
            }
        }
        lines.extend(Some(line.trim_end().to_owned()).filter(|line| !line.is_empty()));
        lines
    }

    /// Breaks the text into as many lines as [`Self::lines`], of about equal length.
    pub(super) fn balanced(&self, typeface: &mut Typeface, style: Style, width: f32) -> Vec<String> {
        const LESS: f32 = 12.0;
        let mut best = self.lines(typeface, style, width);
        let mut narrower = width - LESS;
        // Never narrower than the widest piece, which would have to be broken.
        let widest = self.pieces.iter().map(|piece| style.pixels(piece.bare)).fold(width / 3.0, f32::max);
        while best.len() > 1 && narrower > widest {
            let lines = self.lines(typeface, style, narrower);
            if lines.len() > best.len() {
                break;
            }
            best = lines;
            narrower -= LESS;
        }
        best
    }
}

/// Breaks the text into at most `most` lines of this width, in pixels; the last one may end in an ellipsis.
pub(super) fn lines(typeface: &mut Typeface, text: &str, style: Style, width: f32, most: usize) -> Vec<String> {
    let mut lines = Measured::new(typeface, text, style.weight).lines(typeface, style, width);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(typeface, last, style, width);
        }
    }
    lines
}

fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        let end = at + c.len_utf8();
        let next = letters.peek().map(|(_, next)| *next);
        let after_a_word = text[start..at].ends_with(char::is_alphanumeric);
        let may_end = c == ' '
            || (matches!(c, '-' | '/' | '–' | '—') && after_a_word)
            || is_wide(c) && !OPENING.contains(c)
            || next.is_some_and(is_wide) && !c.is_ascii_punctuation();
        if may_end && next.is_some_and(|next| next != ' ' && !CLOSING.contains(next)) {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// Breaks a piece that is wider than a line; appends full lines, and returns the rest.
fn broken(typeface: &mut Typeface, piece: &str, style: Style, width: f32, lines: &mut Vec<String>) -> String {
    let mut line = String::new();
    for letter in piece.graphemes(true) {
        if !line.is_empty() && typeface.width([line.as_str(), letter].concat().trim_end(), style) > width {
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(letter);
    }
    line
}

fn cut(typeface: &mut Typeface, line: &str, style: Style, width: f32) -> String {
    let mut kept = line;
    loop {
        let bare = kept.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | '%' | '’'));
        let shown = [bare, ELLIPSIS].concat();
        if bare.is_empty() || typeface.width(&shown, style) <= width {
            return shown;
        }
        // Removes whole words first, then letters of the last word.
        let letter = bare.grapheme_indices(true).next_back().map_or(0, |(at, _)| at);
        kept = &bare[..bare.rfind(' ').unwrap_or(letter)];
    }
}
