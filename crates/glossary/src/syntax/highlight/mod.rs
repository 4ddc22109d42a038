//! Highlights code blocks at build time.
//!
//! The block's language selects the grammar; a block without a language, or with an unknown one, stays plain. Scopes
//! become classes with the prefix `hl-`, never inline styles, which the page's Content-Security-Policy forbids. `lines`
//! does the work, and caches lines.

mod lines;

use lines::LineHighlighter;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use syntect::parsing::{SyntaxReference, SyntaxSet};

static GRAMMARS: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// The highlighters of all languages that have been used.
static USED: RwLock<Vec<Arc<LineHighlighter>>> = RwLock::new(Vec::new());

/// Highlights code as HTML; `language` is the first word after the fence. Code of an unknown language is only escaped.
#[must_use]
pub fn marked(language: &str, code: &str) -> String {
    let is_plain = language.is_empty() || language == "text";
    let grammar = if is_plain { None } else { GRAMMARS.find_syntax_by_token(language) };
    grammar.and_then(|grammar| highlighter_of(grammar).block(code)).unwrap_or_else(|| escape(code))
}

/// The highlighter of a grammar, created when it is first used.
fn highlighter_of(grammar: &'static SyntaxReference) -> Arc<LineHighlighter> {
    let find = |used: &[Arc<LineHighlighter>]| used.iter().find(|highlighter| highlighter.is_of(grammar)).cloned();
    let found = find(&USED.read().unwrap_or_else(PoisonError::into_inner));
    found.unwrap_or_else(|| {
        let mut used = USED.write().unwrap_or_else(PoisonError::into_inner);
        find(&used).unwrap_or_else(|| {
            let highlighter = Arc::new(LineHighlighter::new(grammar, &GRAMMARS));
            used.push(Arc::clone(&highlighter));
            highlighter
        })
    })
}

/// Escapes the characters that have a meaning in HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    pulldown_cmark_escape::escape_html(&mut out, text).ok();
    out
}
