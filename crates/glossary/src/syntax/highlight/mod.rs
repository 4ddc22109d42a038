//! Code blocks with their syntax marked, at build time.
//!
//! The grammar comes from the block's language; a block without a language, or with an unknown one, stays plain. Marks
//! are classes with the prefix `hl-`, never inline styles, so that the page's own style sheet and its
//! Content-Security-Policy decide. `lines` does the work, and spares it for lines that it has seen.

mod lines;

use lines::Lines;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use syntect::parsing::{SyntaxReference, SyntaxSet};

static GRAMMARS: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// The languages that have been used.
static USED: RwLock<Vec<Arc<Lines>>> = RwLock::new(Vec::new());

/// The code with its syntax marked, as HTML; `language` is the first word after the fence.
#[must_use]
pub fn marked(language: &str, code: &str) -> String {
    let is_plain = language.is_empty() || language == "text";
    let grammar = if is_plain { None } else { GRAMMARS.find_syntax_by_token(language) };
    grammar.and_then(|grammar| lines_of(grammar).block(code)).unwrap_or_else(|| escape(code))
}

/// The lines of a grammar, as far as they are known.
fn lines_of(grammar: &'static SyntaxReference) -> Arc<Lines> {
    let find = |used: &[Arc<Lines>]| used.iter().find(|lines| lines.is_of(grammar)).cloned();
    let found = find(&USED.read().unwrap_or_else(PoisonError::into_inner));
    found.unwrap_or_else(|| {
        let mut used = USED.write().unwrap_or_else(PoisonError::into_inner);
        find(&used).unwrap_or_else(|| {
            let lines = Arc::new(Lines::new(grammar, &GRAMMARS));
            used.push(Arc::clone(&lines));
            lines
        })
    })
}

/// Text with the characters that mean something in HTML escaped.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    pulldown_cmark_escape::escape_html(&mut out, text).ok();
    out
}
