//! The words of an entry's own text: its definition and body, without code.
//!
//! Code, formulas and figures that a build fills in leave a stand-in, so that the words on either side of them are not
//! neighbours. Reads one entry only.

use crate::link::fold::Folded;
use crate::model::document::Parsed;
use crate::syntax::inline;
use crate::syntax::tree::{Inline, Kind, Step};

/// The text as it is compared, with its capitals.
pub(super) fn own_text(document: &Parsed) -> String {
    let mut text = inline::prose(&document.front.definition);
    text.push(' ');
    for step in document.body.tree().steps() {
        match step {
            Step::Enter(_, node) => match &node.kind {
                Kind::Inline(Inline::Text(words)) => text.push_str(words),
                Kind::Inline(
                    Inline::Emphasis
                    | Inline::Strong
                    | Inline::Strikethrough
                    | Inline::Superscript
                    | Inline::Subscript
                    | Inline::Mark
                    | Inline::Link(..),
                ) => {}
                Kind::Inline(Inline::Code(_) | Inline::Math(_) | Inline::Run(_)) => text.push(inline::STAND_IN),
                _ => text.push(' '),
            },
            Step::Leave(..) => {}
        }
    }
    Folded::text(text)
}
