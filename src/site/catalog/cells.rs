//! The content of a cell of the catalog's tables, before it is HTML or Markdown.
//!
//! A [`Piece`] is text or a link; a page of the site is named by its path below the root.

/// A piece of a cell.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    Text(String),
    /// A day as machines and as readers write it.
    Day(String, String),
    Strong(Vec<Piece>),
    /// A smaller line of its own.
    Small(Vec<Piece>),
    /// A page of this site: its path below the root, and the words of the link.
    Page(String, String),
    /// An address of another site, and the words of the link.
    Outside(String, String),
    /// A calculator with the inputs of a row: its address below the root, and the words of the link.
    Question(String, String),
}

impl Piece {
    /// A link to a page, or the words alone if there is no page.
    pub(super) fn page(path: Option<String>, words: &str) -> Self {
        match path {
            Some(path) => Self::Page(path, words.to_owned()),
            None => Self::Text(words.to_owned()),
        }
    }

    /// A smaller line.
    pub(crate) fn small(words: impl Into<String>) -> Self {
        Self::Small(vec![Self::Text(words.into())])
    }
}

/// A cell: its class on the page, its name for addresses where it has one, and its content.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    pub(crate) class: &'static str,
    pub(crate) id: String,
    pub(crate) pieces: Vec<Piece>,
}

impl Cell {
    pub(super) fn of(class: &'static str, pieces: Vec<Piece>) -> Self {
        Self { class, id: String::new(), pieces }
    }

    pub(super) fn text(class: &'static str, words: impl Into<String>) -> Self {
        Self::of(class, vec![Piece::Text(words.into())])
    }
}

/// Words and links in a row; templates see them as HTML.
#[derive(Debug, Clone, Default)]
pub(crate) struct InlineHtml(pub(crate) Vec<Piece>);

/// True for an address that a page may link to.
pub(crate) fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
