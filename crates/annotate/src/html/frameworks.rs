//! Tells the pages that a script takes over (hydrates): it compares the page with what it would have written, so
//! nothing may be inserted.
//!
//! By the marks that each framework leaves in its pages. Where they are missing the page is taken for what it is: text.

use crate::html::token::{Kind, Token};

/// A framework that takes whole pages over.
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
    /// The name that reports print.
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

/// The framework that takes a page over, if one does.
#[must_use]
pub fn framework(html: &str, tokens: &[Token<'_>]) -> Option<Framework> {
    let mut in_script = false;
    tokens.iter().find_map(|token| match &token.kind {
        Kind::Start(tag) => {
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
        Kind::End(_) => {
            in_script = false;
            None
        }
        Kind::Text if in_script => {
            let text = &html[token.span.clone()];
            if text.contains("self.__next_f") {
                Some(Framework::Next)
            } else if text.contains("__sveltekit_") {
                Some(Framework::Svelte)
            } else {
                None
            }
        }
        Kind::Text | Kind::Other => None,
    })
}
