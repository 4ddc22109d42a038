//! Writes inline texts as HTML, escaped.

use crate::site::catalog::context::ROOT;
use crate::site::catalog::views::{LIST_ROOT, ListName};
use crate::site::inline::{InlineHtml, InlinePiece, is_web};
use rooflight_glossary::syntax::highlight::escape;
use serde::{Serialize, Serializer};

impl Serialize for InlineHtml {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = String::new();
        html(&mut out, ROOT, &self.0);
        serializer.serialize_str(&out)
    }
}

impl Serialize for ListName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = String::new();
        html(&mut out, LIST_ROOT, std::slice::from_ref(&self.0));
        serializer.serialize_str(&out)
    }
}

/// Writes pieces as HTML; `root` is the relative path from the page to the site's root.
pub(super) fn html(out: &mut String, root: &str, pieces: &[InlinePiece]) {
    for piece in pieces {
        match piece {
            InlinePiece::Strong(inside) => around(out, root, "b", inside),
            InlinePiece::Small(inside) => around(out, root, "small", inside),
            InlinePiece::Page(path, words) | InlinePiece::Question(path, words) => {
                out.extend(["<a href=\"", root, &escape(path), "\">", &escape(words), "</a>"]);
            }
            InlinePiece::Outside(url, words) if is_web(url) => {
                out.extend(["<a href=\"", &escape(url), "\" rel=\"noopener\">", &escape(words), "</a>"]);
            }
            InlinePiece::Day(machine, human) => {
                out.extend(["<time datetime=\"", &escape(machine), "\">", &escape(human), "</time>"]);
            }
            InlinePiece::Text(words) | InlinePiece::Outside(_, words) => out.push_str(&escape(words)),
        }
    }
}

fn around(out: &mut String, root: &str, tag: &str, inside: &[InlinePiece]) {
    out.extend(["<", tag, ">"]);
    html(out, root, inside);
    out.extend(["</", tag, ">"]);
}
