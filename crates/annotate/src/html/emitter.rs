//! Collects the tags of a page while `html5gum` reads it: names and attributes with their bytes, and no text.
//!
//! 1. The tokenizer reports its position at each step, and the bytes of a name or value as it reads them.
//! 2. A name or value that the page has byte for byte is borrowed from there. One with capitals or character references
//!    is allocated.
//! 3. Each finished tag, comment or declaration is passed to [`put`]; a tag that the page ends in is no text, either.
//!
//! Turns parse errors off, which would cost a check of each character, and keeps no text: the text between two tags is
//! known by its bytes.

use crate::html::token::{Tag, Token, TokenKind, put};
use html5gum::emitters::Emitter;
use html5gum::{Error, State, naive_next_state};
use std::borrow::Cow;
use std::convert::Infallible;

/// The state of the tokenizer's callbacks.
#[derive(Debug)]
pub(super) struct Tags<'a, 'f> {
    html: &'a str,
    found: &'f mut Vec<Token<'a>>,
    /// Bytes read so far.
    position: usize,
    /// First byte of the current tag or comment.
    start: usize,
    is_end: bool,
    /// First byte of a tag that has not ended.
    unfinished: Option<usize>,
    closes_itself: bool,
    /// Name of the current tag.
    name: Vec<u8>,
    /// Name of the last start tag; empty after an end tag.
    last: Vec<u8>,
    attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The attribute's name or value so far, and the byte after it.
    part: Vec<u8>,
    part_end: usize,
    is_value: bool,
}

impl<'a, 'f> Tags<'a, 'f> {
    /// Starts at the beginning of a page; tokens are appended to `found`.
    pub(super) fn new(html: &'a str, found: &'f mut Vec<Token<'a>>) -> Self {
        Self {
            html,
            found,
            position: 0,
            start: 0,
            is_end: false,
            unfinished: None,
            closes_itself: false,
            name: Vec::new(),
            last: Vec::new(),
            attributes: Vec::new(),
            part: Vec::new(),
            part_end: 0,
            is_value: false,
        }
    }

    fn begin(&mut self, is_end: bool) {
        self.is_end = is_end;
        self.unfinished = Some(self.start);
        self.closes_itself = false;
        self.name.clear();
        self.attributes.clear();
        self.part.clear();
        self.is_value = false;
    }

    /// Stores the attribute's name or value, which is complete.
    fn end_part(&mut self) {
        if !self.part.is_empty() {
            let text = text(self.html, self.part_end, &self.part);
            match self.attributes.last_mut().filter(|_| self.is_value) {
                Some((_, value)) => *value = text,
                None => self.attributes.push((text, Cow::Borrowed(""))),
            }
            self.part.clear();
        }
        self.is_value = false;
    }

    fn put(&mut self, kind: TokenKind<'a>) {
        put(self.found, self.html, self.start..self.position, kind);
    }
}

/// Returns a name or value as text, borrowed if the page has the same bytes before `end`.
fn text<'a>(html: &'a str, end: usize, signs: &[u8]) -> Cow<'a, str> {
    let written = end.checked_sub(signs.len()).and_then(|start| html.get(start..end));
    match written.filter(|written| written.as_bytes() == signs) {
        Some(written) => Cow::Borrowed(written),
        None => Cow::Owned(String::from_utf8_lossy(signs).into_owned()),
    }
}

impl Emitter for Tags<'_, '_> {
    type Token = Infallible;

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    #[inline]
    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn start_open_tag(&mut self) {
        self.start = self.position.saturating_sub(1);
    }

    fn init_start_tag(&mut self) {
        self.begin(false);
    }

    fn init_end_tag(&mut self) {
        self.begin(true);
    }

    fn push_tag_name(&mut self, signs: &[u8]) {
        self.name.extend(signs);
    }

    fn init_attribute(&mut self) {
        self.end_part();
    }

    fn push_attribute_name(&mut self, signs: &[u8]) {
        self.part.extend(signs);
        self.part_end = self.position;
    }

    fn push_attribute_value(&mut self, signs: &[u8]) {
        if !self.is_value {
            self.end_part();
            self.is_value = true;
        }
        self.part.extend(signs);
        self.part_end = self.position;
    }

    fn set_self_closing(&mut self) {
        self.closes_itself = true;
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.unfinished = None;
        self.end_part();
        let begin = self.start + if self.is_end { 2 } else { 1 };
        let name = text(self.html, begin + self.name.len(), &self.name);
        std::mem::swap(&mut self.last, &mut self.name);
        if self.is_end {
            self.last.clear();
            self.put(TokenKind::End(name));
            return None;
        }
        let attributes = std::mem::take(&mut self.attributes);
        self.put(TokenKind::Start(Tag { name, attributes, closes_itself: self.closes_itself }));
        naive_next_state(&self.last)
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last.is_empty() && self.last == self.name
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last = name.unwrap_or_default().to_vec();
    }

    fn emit_current_comment(&mut self) {
        self.put(TokenKind::Other);
    }

    fn emit_current_doctype(&mut self) {
        self.put(TokenKind::Other);
    }

    fn emit_eof(&mut self) {
        if let Some(start) = self.unfinished {
            put(self.found, self.html, start..self.html.len(), TokenKind::Other);
        }
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn emit_error(&mut self, _: Error) {}
    fn emit_string(&mut self, _: &[u8]) {}
    fn init_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn set_force_quirks(&mut self) {}
}
