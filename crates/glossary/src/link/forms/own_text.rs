//! The words of a body, which begins with its entry's definition, without code.
//!
//! Code, formulas and measured runs are replaced by a placeholder, so that the words before and after them do not
//! become neighbours. Reads one body only.

use crate::link::forms::fold::Folded;
use crate::syntax::inline;
use crate::syntax::source_body::Body;
use crate::syntax::tree::{Inline, NodeKind, WalkEvent};

/// The folded text of a body, with its capitals.
pub(in crate::link) fn own_text(body: &Body) -> String {
    let mut text = String::new();
    for event in body.tree().walk() {
        match event {
            WalkEvent::Enter(_, node) => match &node.kind {
                NodeKind::Inline(Inline::Text(words)) => text.push_str(words),
                NodeKind::Inline(
                    Inline::Emphasis
                    | Inline::Strong
                    | Inline::Strikethrough
                    | Inline::Superscript
                    | Inline::Subscript
                    | Inline::Mark
                    | Inline::Link(..),
                ) => {}
                NodeKind::Inline(Inline::Code(_) | Inline::Math(_) | Inline::Run(_)) => text.push(inline::STAND_IN),
                _ => text.push(' '),
            },
            WalkEvent::Leave(..) => {}
        }
    }
    Folded::text(text)
}
