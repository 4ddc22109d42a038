//! An author's text before any format: its linked tree, where its page stands, and what it may name.

use crate::site::figures::{Figure, Figures};
use crate::site::inputs::Inputs;
use rooflight_glossary::link::{Entry, Linked, Reference};
use rooflight_glossary::syntax::tree::{Block, Children, Inline, Kind};

/// A linked body: an entry's, or a page's.
#[derive(Debug, Clone, Copy)]
pub struct Prose<'a> {
    /// The body with its links.
    pub tree: &'a Linked<'a>,
    /// The folder that its page stands in, below the root.
    pub folder: &'a str,
    /// The entry, where it is one: it has sources.
    pub entry: Option<&'a Entry>,
    /// The figures that it may name.
    pub figures: Option<&'a Figures>,
}

impl<'a> Prose<'a> {
    /// The table or chart that a paragraph is, if it holds the name of one and nothing else.
    #[must_use]
    pub fn figure(&self, mut inside: Children<'_, '_, Reference>) -> Option<&'a Figure> {
        let (Some((node, _)), None) = (inside.next(), inside.next()) else { return None };
        let Kind::Inline(Inline::Figure(name)) = &node.kind else { return None };
        self.figures?.get(name).filter(|figure| !matches!(figure, Figure::Words(_)))
    }

    /// True if it has a block of code.
    #[must_use]
    pub fn has_code(&self) -> bool {
        self.tree.any(|kind| matches!(kind, Kind::Block(Block::Code(_))))
    }

    /// True if it has a drawing.
    #[must_use]
    pub fn has_drawing(&self) -> bool {
        self.tree.any(|kind| matches!(kind, Kind::Block(Block::Drawing(_))))
    }

    /// True if it has a formula.
    #[must_use]
    pub fn has_math(&self) -> bool {
        self.tree.any(|kind| matches!(kind, Kind::Block(Block::Math(_)) | Kind::Inline(Inline::Math(_))))
    }

    /// True if it has HTML that its author wrote.
    #[must_use]
    pub fn has_raw_html(&self) -> bool {
        self.tree.any(|kind| matches!(kind, Kind::Block(Block::Html(_)) | Kind::Inline(Inline::Html(_))))
    }
}

/// An author's address with host and path, for what is read elsewhere: `/x` is meant from the site's root, the rest
/// from `folder`.
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

/// Whether an address is meant from the page that it stands on, and leads to another.
pub(crate) fn is_relative(url: &str) -> bool {
    let start = url.split(['/', '?', '#']).next().unwrap_or_default();
    !url.starts_with(['#', '/', '?']) && !start.contains(':')
}

/// A relative address against the folder that it stands in.
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
