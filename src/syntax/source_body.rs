//! A body as it is kept: the file's text, and the little that was made of it.
//!
//! 1. `markdown` reads a body once when it is parsed, to say what is wrong with it; what takes long to make, highlighted code, is kept.
//! 2. Whoever needs the tree reads it again with [`Body::tree`]: that takes a few microseconds, and it borrows from the text.
//!
//! Trees are never kept: those of a large site would take several times the room of its text.

use crate::syntax::markdown;
use crate::syntax::tree::{Name, Tree};
use pulldown_cmark::CowStr;
use std::ops::Range;
use std::sync::Arc;

/// A parsed body; a copy of it costs nothing.
#[derive(Debug, Clone, Default)]
pub struct Body {
    text: Arc<str>,
    start: usize,
    raw_html: bool,
    figures: bool,
    made: Arc<Made>,
}

/// What was made of a body when it was parsed.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// Each block of code with its syntax marked, in order.
    pub(super) code: Vec<Box<str>>,
    /// The links and images, in order.
    pub(super) links: Vec<Written>,
}

/// A link or an image that an author wrote.
#[derive(Debug)]
pub struct Written {
    /// Where it leads, as it was written.
    pub address: Box<str>,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

impl Body {
    pub(super) fn new(text: &Arc<str>, start: usize, raw_html: bool, mut made: Made) -> Self {
        made.code.shrink_to_fit();
        made.links.shrink_to_fit();
        Self { text: Arc::clone(text), start, raw_html, figures: false, made: Arc::new(made) }
    }

    /// A body that the program wrote itself: nothing is wrong with it, and its code has no marks.
    #[must_use]
    pub fn written(text: &str) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The same body, in whose text the build's figures are named.
    #[must_use]
    pub fn with_figures(self) -> Self {
        Self { figures: true, ..self }
    }

    /// The body as a tree.
    #[must_use]
    pub fn tree(&self) -> Tree<'_, Name<'_>> {
        markdown::tree(&self.text, self.start, self.raw_html, self.figures, &self.made.code)
    }

    /// The links and images that the author wrote, in order.
    #[must_use]
    pub fn links(&self) -> &[Written] {
        &self.made.links
    }

    /// The body as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }

    /// The whole file, in which the places of the nodes lie.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.text
    }
}

/// A part of a text; it borrows what the text borrows.
#[must_use]
pub fn cut<'a>(text: &CowStr<'a>, range: Range<usize>) -> CowStr<'a> {
    match text {
        CowStr::Borrowed(text) => CowStr::Borrowed(text.get(range).unwrap_or_default()),
        owned => owned.get(range).unwrap_or_default().to_owned().into(),
    }
}
