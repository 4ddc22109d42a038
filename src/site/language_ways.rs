//! The way from a page of one language to one that another language has.
//!
//! A further language has its own folders and files; whatever lies elsewhere belongs to the default language, one
//! folder up. Nothing here reads a file: an address tells by its first part.

use crate::site::inputs::Inputs;

/// The folders below the root of a further language; an address anywhere else belongs to the default language.
const OWN: [&str; 9] = ["cards", "changes", "feeds", "layers", "links", "map", "print", "search", "sources"];

/// The files at the root of a further language.
const OWN_FILES: [&str; 3] = ["glossary.json", "llms.txt", "opensearch.xml"];

impl Inputs<'_> {
    /// The way to a page, from the root of the language that is built: the path itself, or one that leads up to the
    /// default language where this language has no such page.
    #[must_use]
    pub fn way(&self, path: &str) -> String {
        if self.original.is_none() || path.starts_with("../") {
            return path.to_owned();
        }
        let inside = path.split(['?', '#']).next().unwrap_or_default();
        let first = inside.split('/').next().unwrap_or_default();
        let is_own = inside.is_empty()
            || (first == self.config.folder() || OWN.contains(&first)) && inside.contains('/')
            || OWN_FILES.contains(&inside);
        if is_own { path.to_owned() } else { format!("../{path}") }
    }

    /// The tag of the language that a way leads to, where it is not the one that is built.
    #[must_use]
    pub fn language_at(&self, way: &str) -> Option<String> {
        self.original.filter(|_| way.starts_with("../")).map(|original| original.config.language.to_string())
    }

    /// The site in its default language.
    #[must_use]
    pub fn in_default_language(&self) -> &Self {
        // Inputs of a further language name those of the default one.
        self.original.unwrap_or(self)
    }
}
