//! An author's text before any format: its linked tree, its page's folder, and the figures that it may name.

use crate::site::figures::{Figure, Figures};
use crate::site::inputs::Inputs;
use rooflight_glossary::link::{Entry, Linked, Reference};
use rooflight_glossary::syntax::tree::{Block, Children, Inline, NodeKind};

/// The linked body of an entry or a page.
#[derive(Debug, Clone, Copy)]
pub struct Prose<'a> {
    /// The body with its links.
    pub tree: &'a Linked<'a>,
    /// The folder of its page below the root, with its final `/`.
    pub folder: &'a str,
    /// The entry whose body it is, for its sources; `None` for a page.
    pub entry: Option<&'a Entry>,
    /// The computed figures that it may name; `None` if it may name none.
    pub figures: Option<&'a Figures>,
}

impl<'a> Prose<'a> {
    /// Returns the table or chart that replaces a paragraph; `None` unless the paragraph is only the name of one.
    #[must_use]
    pub(crate) fn figure(&self, mut inside: Children<'_, '_, Reference>) -> Option<&'a Figure> {
        let (Some((node, _)), None) = (inside.next(), inside.next()) else { return None };
        let NodeKind::Inline(Inline::Figure(name)) = &node.kind else { return None };
        self.figures?.get(name).filter(|figure| !matches!(figure, Figure::Words(_)))
    }

    /// True if it has a code block.
    #[must_use]
    pub fn has_code(&self) -> bool {
        self.tree.any(|kind| matches!(kind, NodeKind::Block(Block::Code(_))))
    }

    /// True if it has code, a drawing or a table, which readers can copy.
    #[must_use]
    pub fn has_copies(&self) -> bool {
        use Block::{Code, Drawing, Runs, Table};
        self.tree.any(|kind| matches!(kind, NodeKind::Block(Code(_) | Drawing(_) | Table(_) | Runs(_))))
    }

    /// True if it has a drawing.
    #[must_use]
    pub fn has_drawing(&self) -> bool {
        self.tree.any(|kind| matches!(kind, NodeKind::Block(Block::Drawing(_))))
    }

    /// True if it has a formula.
    #[must_use]
    pub fn has_math(&self) -> bool {
        self.tree.any(|kind| matches!(kind, NodeKind::Block(Block::Math(_)) | NodeKind::Inline(Inline::Math(_))))
    }

    /// True if it has raw HTML.
    #[must_use]
    pub fn has_raw_html(&self) -> bool {
        self.tree.any(|kind| matches!(kind, NodeKind::Block(Block::Html(_)) | NodeKind::Inline(Inline::Html(_))))
    }
}

/// Makes an author's address absolute, for texts that are read outside of the site: `/x` is relative to the site's
/// root, other addresses to `folder`.
#[must_use]
pub fn absolute(inputs: &Inputs<'_>, folder: &str, url: &str) -> String {
    let is_whole = url.contains("://") || url.starts_with("mailto:");
    let base = &inputs.config.base_url;
    match url.strip_prefix('/') {
        Some(path) if path.starts_with('/') => format!("https:{url}"),
        _ if is_whole => url.to_owned(),
        Some(path) => base.join(&inputs.way(path)),
        None => base.join(&inputs.way(&resolve(folder, url))),
    }
}

/// True if an address is relative to its page and leads to another page.
pub(crate) fn is_relative(url: &str) -> bool {
    let start = url.split(['/', '?', '#']).next().unwrap_or_default();
    !url.starts_with(['#', '/', '?']) && !start.contains(':')
}

/// Resolves a relative address against the folder of its page.
pub(crate) fn resolve(folder: &str, url: &str) -> String {
    if url.starts_with('#') {
        return format!("{folder}{url}");
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let mut rest = url;
    loop {
        if let Some(up) = rest.strip_prefix("../") {
            parts.pop();
            rest = up;
        } else if let Some(here) = rest.strip_prefix("./") {
            rest = here;
        } else {
            break;
        }
    }
    let folder: String = parts.iter().flat_map(|part| [*part, "/"]).collect();
    format!("{folder}{rest}")
}
