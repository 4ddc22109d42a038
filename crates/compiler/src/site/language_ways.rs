//! Relative paths from a further language to pages that only the default language has.
//!
//! A further language has only certain folders and files; everything else belongs to the default language, one folder
//! up. The first segment of a path decides.

use crate::site::inputs::Inputs;

/// Folders below the root of a further language, in addition to that of the entries; other folders exist only in the
/// default language.
const OWN: [&str; 9] = ["cards", "changes", "feeds", "layers", "links", "map", "print", "search", "sources"];

/// Files that a further language has at its root.
const OWN_FILES: [&str; 3] = ["glossary.json", "llms.txt", "opensearch.xml"];

impl Inputs<'_> {
    /// Returns the path to a page from the root of the current language: `path` itself, or with `../` if only the
    /// default language has the page.
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

    /// Returns the tag of the language that a path of [`way`](Self::way) leads to; `None` for the current language.
    #[must_use]
    pub fn language_at(&self, way: &str) -> Option<String> {
        self.original.filter(|_| way.starts_with("../")).map(|original| original.config.language.to_string())
    }

    /// Returns the site in its default language.
    #[must_use]
    pub fn in_default_language(&self) -> &Self {
        // Only inputs of a further language have an `original`.
        self.original.unwrap_or(self)
    }
}
