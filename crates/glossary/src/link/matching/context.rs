//! Tracks whether links are allowed at the linker's position in a body, and if not, why.
//!
//! Headings, links, images, quotations and table heads nest; the innermost one is the reason, before raw HTML. Raw HTML
//! inside a paragraph forbids links in everything that it encloses. Around whole paragraphs, only elements that may not
//! contain a link do so.

use crate::link::matching::decision::Reason;
use crate::syntax::tree::{Block, Inline, Name, NodeKind};

/// Nesting limit for open elements; bounds the search for an end tag.
const MAX_DEPTH: usize = 64;

/// The open elements that forbid links.
#[derive(Debug, Default)]
pub struct Context {
    markdown: Vec<Reason>,
    /// Open elements of raw HTML around paragraphs.
    blocks: Vec<String>,
    /// Open elements of raw HTML inside the paragraph.
    inline: Vec<String>,
}

impl Context {
    /// The reason why nothing is linked here; `None` if links are allowed.
    #[must_use]
    pub fn forbids(&self) -> Option<Reason> {
        let html = (!self.blocks.is_empty() || !self.inline.is_empty()).then_some(Reason::Html);
        self.markdown.last().copied().or(html)
    }

    /// True inside an image's description, which cannot contain elements.
    #[must_use]
    pub fn in_image(&self) -> bool {
        self.markdown.contains(&Reason::Image)
    }

    /// Enters a node that forbids links for this reason.
    pub fn enter(&mut self, reason: Reason) {
        self.markdown.push(reason);
    }

    /// Leaves the node that was entered last.
    pub fn leave(&mut self) {
        self.markdown.pop();
    }

    /// Ends a block, and with it the raw HTML inside it.
    pub fn end_block(&mut self) {
        self.inline.clear();
    }

    /// Follows the tags of raw HTML inside a paragraph.
    pub fn inline_html(&mut self, html: &str) {
        follow(&mut self.inline, html, |_| true);
    }

    /// Follows the tags of raw HTML around paragraphs.
    pub fn block_html(&mut self, html: &str) {
        follow(&mut self.blocks, html, is_barred);
    }
}

/// The reason why a node forbids links inside it; `None` if it allows them.
#[must_use]
pub fn forbidden(kind: &NodeKind<'_, Name<'_>>) -> Option<Reason> {
    Some(match kind {
        NodeKind::Block(Block::Heading(_)) => Reason::Heading,
        NodeKind::Block(Block::Quote) => Reason::Quote,
        NodeKind::Block(Block::TableHead) => Reason::TableHead,
        NodeKind::Inline(Inline::Link(address, _)) if address.is_empty() => Reason::Kept,
        NodeKind::Inline(Inline::Link(..)) | NodeKind::Reference(Name::Mention(_)) => Reason::Link,
        NodeKind::Inline(Inline::Image(..)) => Reason::Image,
        _ => return None,
    })
}

/// True for an element that must not contain links when it encloses whole paragraphs.
#[must_use]
pub fn is_barred(name: &str) -> bool {
    matches!(
        name,
        "a" | "blockquote"
            | "button"
            | "caption"
            | "code"
            | "dfn"
            | "figcaption"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "kbd"
            | "label"
            | "legend"
            | "math"
            | "pre"
            | "samp"
            | "svg"
            | "th"
    )
}

/// True for an HTML void element, which has no end tag.
#[must_use]
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Updates the list of open elements with the tags of `html`, as far as `counts` accepts their names.
fn follow(open: &mut Vec<String>, html: &str, counts: impl Fn(&str) -> bool) {
    for tag in html.split('<').skip(1) {
        let (closes, rest) = tag.strip_prefix('/').map_or((false, tag), |rest| (true, rest));
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        let name = rest[..end].to_ascii_lowercase();
        if name.is_empty() || !counts(&name) {
            continue;
        }
        if closes {
            if let Some(at) = open.iter().rposition(|other| *other == name) {
                open.truncate(at);
            }
        } else if open.len() < MAX_DEPTH
            && !is_void(&name)
            && !rest.split('>').next().unwrap_or_default().ends_with('/')
        {
            open.push(name);
        }
    }
}
