//! Detects pages that a framework hydrates: it compares the page with its own output, so nothing may be inserted.
//!
//! Frameworks are recognised by ids, attributes and scripts in a page. A page without any of them counts as static.

use crate::html::token::{Token, TokenKind};

/// A framework that hydrates whole pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framework {
    /// Docusaurus, on React.
    Docusaurus,
    /// Next.js and what is built on it, on React.
    Next,
    /// Gatsby, on React.
    Gatsby,
    /// `VitePress` and Nuxt, on Vue.
    Vue,
    /// `SvelteKit`, on Svelte.
    Svelte,
}

impl Framework {
    /// Returns the name for reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Docusaurus => "Docusaurus",
            Self::Next => "Next.js",
            Self::Gatsby => "Gatsby",
            Self::Vue => "Vue",
            Self::Svelte => "SvelteKit",
        }
    }
}

/// Returns the framework that hydrates a page, if one does.
#[must_use]
pub fn framework(html: &str, tokens: &[Token<'_>]) -> Option<Framework> {
    let mut in_script = false;
    tokens.iter().find_map(|token| match &token.kind {
        TokenKind::Start(tag) => {
            in_script = tag.name == "script";
            match tag.attribute("id") {
                Some("__docusaurus") => Some(Framework::Docusaurus),
                Some("__next" | "__NEXT_DATA__") => Some(Framework::Next),
                Some("___gatsby") => Some(Framework::Gatsby),
                Some("__nuxt" | "__NUXT_DATA__" | "VPContent") => Some(Framework::Vue),
                _ if tag.attribute("data-sveltekit-preload-data").is_some() => Some(Framework::Svelte),
                _ => None,
            }
        }
        TokenKind::End(_) => {
            in_script = false;
            None
        }
        TokenKind::Text if in_script => {
            let text = &html[token.span.clone()];
            if text.contains("self.__next_f") {
                Some(Framework::Next)
            } else if text.contains("__sveltekit_") {
                Some(Framework::Svelte)
            } else {
                None
            }
        }
        TokenKind::Text | TokenKind::Other => None,
    })
}
