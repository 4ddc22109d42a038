//! Whole questions that the search answers with a page: those that entries answer, and those of `questions.yaml`.
//!
//! A page that the site does not have is left out.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use rooflight_glossary::syntax::inline;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Questions by the path of the page that answers. A test parses the file, so the default is never used.
static PAGES: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| read().unwrap_or_default());

fn read() -> Result<BTreeMap<String, Vec<String>>, yaml_serde::Error> {
    yaml_serde::from_str(include_str!("questions.yaml"))
}

/// Returns the questions as JSON: an array for each page, its path and then its questions. `None` if there are none.
#[must_use]
pub(crate) fn file(inputs: &Inputs<'_>, inventory: &[Listed]) -> Option<String> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in &inputs.glossary.entries {
        let asked = entry.document.front.questions.iter().map(|question| inline::text(&question.q)).collect::<Vec<_>>();
        if !asked.is_empty() {
            all.insert(format!("glossary/{}/", entry.document.slug.as_str()), asked);
        }
    }
    let paths: BTreeSet<&str> = inventory.iter().map(|page| page.path.as_str()).collect();
    for (path, questions) in PAGES.iter().filter(|(path, _)| paths.contains(path.as_str())) {
        all.entry(path.clone()).or_default().extend(questions.iter().cloned());
    }
    let rows: Vec<Vec<String>> =
        all.into_iter().map(|(path, questions)| std::iter::once(path).chain(questions).collect()).collect();
    (!rows.is_empty()).then(|| json!(rows).to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_file_is_read() {
        assert!(super::read().expect("questions of pages").len() > 1);
    }
}
