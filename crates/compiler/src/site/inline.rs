//! Texts with links, such as the content of a table's cell, before they are HTML or Markdown.
//!
//! An [`InlinePiece`] is text or a link; links to pages of the site are paths below the root.

/// A part of a cell: text or a link.
#[derive(Debug, Clone)]
pub(crate) enum InlinePiece {
    Text(String),
    /// A day, for machines (ISO 8601) and for readers.
    Day(String, String),
    Strong(Vec<InlinePiece>),
    /// A separate line in small type.
    Small(Vec<InlinePiece>),
    /// A link to a page of this site: path below the root, and text.
    Page(String, String),
    /// A link to another site: address and text.
    Outside(String, String),
    /// A link to a calculator with a row's inputs: address below the root, and text.
    Question(String, String),
}

impl InlinePiece {
    /// Creates a link to a page, or plain text if there is no page.
    pub(crate) fn page(path: Option<String>, words: &str) -> Self {
        match path {
            Some(path) => Self::Page(path, words.to_owned()),
            None => Self::Text(words.to_owned()),
        }
    }

    /// Creates a line in small type.
    pub(crate) fn small(words: impl Into<String>) -> Self {
        Self::Small(vec![Self::Text(words.into())])
    }
}

/// A cell: its CSS class, its `id` attribute (empty for none), and its content.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    pub(crate) class: &'static str,
    pub(crate) id: String,
    pub(crate) pieces: Vec<InlinePiece>,
}

impl Cell {
    pub(crate) fn of(class: &'static str, pieces: Vec<InlinePiece>) -> Self {
        Self { class, id: String::new(), pieces }
    }

    pub(crate) fn text(class: &'static str, words: impl Into<String>) -> Self {
        Self::of(class, vec![InlinePiece::Text(words.into())])
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(words: T) -> Self {
        Self::text("", words)
    }
}

/// Text and links in sequence; serialised as HTML for templates.
#[derive(Debug, Clone, Default)]
pub(crate) struct InlineHtml(pub(crate) Vec<InlinePiece>);

/// True for an http or https address; pages link to no others.
pub(crate) fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
