//! Code blocks with their syntax marked, at build time.
//!
//! The grammar comes from the block's language; a block without a language, or with an unknown one, stays plain. Marks are classes with
//! the prefix `hl-`, never inline styles, so that the page's own style sheet and its Content-Security-Policy decide.

use std::sync::LazyLock;
use syntect::html::{ClassStyle, ClassedHTMLGenerator};
use syntect::parsing::SyntaxSet;
use syntect::util::LinesWithEndings;

static GRAMMARS: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// The block as HTML; `language` is the first word after the fence.
#[must_use]
pub fn code_block(language: &str, code: &str) -> String {
    let label = escape(language);
    let attributes = if language.is_empty() { String::new() } else { format!(" class=\"language-{label}\"") };
    let marked = marked(language, code).unwrap_or_else(|| escape(code));
    format!("<pre tabindex=\"0\"><code{attributes}>{marked}</code></pre>\n")
}

fn marked(language: &str, code: &str) -> Option<String> {
    if language.is_empty() || language == "text" {
        return None;
    }
    let grammar = GRAMMARS.find_syntax_by_token(language)?;
    let style = ClassStyle::SpacedPrefixed { prefix: "hl-" };
    let mut generator = ClassedHTMLGenerator::new_with_class_style(grammar, &GRAMMARS, style);
    for line in LinesWithEndings::from(code) {
        generator.parse_html_for_line_which_includes_newline(line).ok()?;
    }
    Some(generator.finalize())
}

/// Text with the characters that mean something in HTML escaped.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    pulldown_cmark_escape::escape_html(&mut out, text).ok();
    out
}
