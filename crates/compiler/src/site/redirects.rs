//! Redirects of former addresses.
//!
//! 1. [`all`] collects `former` of entries and pages, and `moved` of the settings. If an entry no longer has a page of
//!    all links, but one was published, that address redirects to the entry.
//! 2. Writers make each a page that redirects and keeps the fragment, and a rule for servers that can answer with
//!    status 301.
//!
//! `review` checks that each address is free and that its target exists.

use crate::site::inputs::Inputs;
use crate::site::paths::{entry_path, has_links_page, links_path};
use rooflight_glossary::syntax::inline;
use std::collections::BTreeSet;

/// A former address and the current one, both folders below the root with their final `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Redirect {
    /// The former address.
    pub(crate) from: String,
    /// The current address.
    pub(crate) to: String,
    /// The heading of the current page; the site's title for addresses of the settings.
    pub(crate) title: String,
    pub(crate) description: String,
}

impl Redirect {
    /// Returns the redirect for a site that is below a folder.
    #[must_use]
    pub(crate) fn below(self, folder: &str) -> Self {
        Self { from: format!("{folder}{}", self.from), to: format!("{folder}{}", self.to), ..self }
    }
}

/// Returns all redirects in the order of the former addresses, each once.
#[must_use]
pub(crate) fn all(inputs: &Inputs<'_>) -> Vec<Redirect> {
    let Inputs { config, glossary, lock, .. } = inputs;
    let language = inputs.languages.folder();
    let mut all = Vec::new();
    for entry in &glossary.entries {
        let document = &entry.document;
        let redirect = |from: String, to: String| Redirect {
            from,
            to,
            title: document.front.term.clone(),
            description: inline::text(&document.front.definition),
        };
        let own = has_links_page(entry).then(|| links_path(entry));
        for slug in &document.front.former {
            all.push(redirect(format!("{}/{slug}/", document.folder), entry_path(entry)));
        }
        for slug in document.front.former.iter().chain([&document.slug]) {
            let address = format!("links/{slug}/");
            if own.as_ref() != Some(&address) && lock.has(&format!("{language}{address}")) {
                all.push(redirect(address, own.clone().unwrap_or_else(|| entry_path(entry))));
            }
        }
    }
    for page in glossary.pages.iter().map(|linked| &linked.page) {
        all.extend(page.front.former.iter().map(|former| Redirect {
            from: format!("{former}/"),
            to: format!("{}/", page.slug),
            title: page.front.title.clone(),
            description: page.front.description.clone(),
        }));
    }
    all.extend(config.moved.iter().map(|(from, to)| Redirect {
        from: folder(from),
        to: folder(to),
        title: config.title.clone(),
        description: config.description.clone(),
    }));
    all.sort();
    let mut seen = BTreeSet::new();
    all.retain(|redirect| seen.insert(redirect.from.clone()));
    all
}

/// Returns an address of the settings as a folder below the root.
#[must_use]
pub(crate) fn folder(address: &str) -> String {
    let inside = address.trim_matches('/');
    if inside.is_empty() { String::new() } else { format!("{inside}/") }
}
