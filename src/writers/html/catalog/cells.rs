//! The content of a cell of the catalog's tables, before it is HTML or Markdown.
//!
//! 1. A [`Piece`] is text or a link; a page of the site is named by its path below the root.
//! 2. [`html`] writes pieces as HTML: every text is escaped here. `markdown::tables` writes the same pieces as Markdown.

use crate::writers::html::catalog::context::ROOT;
use rooflight_glossary::syntax::highlight::escape;
use serde::{Serialize, Serializer};

/// A piece of a cell.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    Text(String),
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
    /// A link to a page, or the words alone where there is no page.
    pub(super) fn page(path: Option<String>, words: &str) -> Self {
        match path {
            Some(path) => Self::Page(path, words.to_owned()),
            None => Self::Text(words.to_owned()),
        }
    }

    /// A smaller line.
    pub(super) fn small(words: impl Into<String>) -> Self {
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
pub(crate) struct Words(pub(in crate::writers) Vec<Piece>);

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = String::new();
        html(&mut out, ROOT, &self.0);
        serializer.serialize_str(&out)
    }
}

/// Writes pieces as HTML; `root` leads from the page to the site's root.
pub(super) fn html(out: &mut String, root: &str, pieces: &[Piece]) {
    for piece in pieces {
        match piece {
            Piece::Strong(inside) => around(out, root, "b", inside),
            Piece::Small(inside) => around(out, root, "small", inside),
            Piece::Page(path, words) | Piece::Question(path, words) => {
                out.extend(["<a href=\"", root, &escape(path), "\">", &escape(words), "</a>"]);
            }
            Piece::Outside(url, words) if is_web(url) => {
                out.extend(["<a href=\"", &escape(url), "\" rel=\"noopener\">", &escape(words), "</a>"]);
            }
            Piece::Text(words) | Piece::Outside(_, words) => out.push_str(&escape(words)),
        }
    }
}

fn around(out: &mut String, root: &str, tag: &str, inside: &[Piece]) {
    out.extend(["<", tag, ">"]);
    html(out, root, inside);
    out.extend(["</", tag, ">"]);
}

/// True for an address that a page may link to.
pub(crate) fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
