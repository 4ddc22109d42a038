//! `kinds`: kinds of pages in addition to the entries, each a folder below `content/pages/` with its own template.
//!
//! A kind only names the templates that render the pages of its folder. Whether the templates and the folder exist is
//! checked later; an author's own keys are in the pages (`extra`).

use crate::model::config::Config;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::limits;
use rooflight_source::slug::{self, is_address};
use rooflight_source::yaml_path;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A kind of pages.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnKind {
    /// The folder of its pages below `content/pages/`.
    #[schemars(regex(pattern = slug::PATH))]
    pub folder: String,
    /// The template of each page, one of the site's own in `templates/`; `page.html` by default.
    #[schemars(example = "person.html")]
    pub template: Option<String>,
    /// The heading of the folder's own page where the folder has no `index.md`, which is then made.
    #[schemars(example = &"People")]
    pub title: Option<String>,
    /// One plain sentence on that page; its title by default.
    pub description: Option<String>,
    /// The template of the folder's own page, which lists the others; `page.html` by default.
    #[schemars(example = "people.html")]
    pub list: Option<String>,
}

impl Config {
    /// Returns the kind of the pages in a folder, with its name.
    #[must_use]
    pub fn kind_of(&self, folder: &str) -> Option<(&str, &OwnKind)> {
        self.kinds.iter().find(|(_, kind)| kind.folder == folder).map(|(name, kind)| (name.as_str(), kind))
    }
}

/// Reports folders that cannot be part of an address, folders that two kinds share, and texts that are too long.
pub(super) fn check(config: &Config, problems: &mut Vec<Diagnostic>) {
    let mut folders: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, kind) in &config.kinds {
        let location = |name: &str| config.location(yaml_path!["kinds", name, "folder"]);
        if !kind.folder.split('/').all(is_address) {
            problems.push(messages::bad_address(location(name), &kind.folder, None));
        }
        let first = *folders.entry(&kind.folder).or_insert(name);
        if first != name {
            problems.push(messages::duplicate(location(name), "folder", &kind.folder, location(first)));
        }
        for (key, text, limit) in
            [("title", &kind.title, limits::MAX_NAME), ("description", &kind.description, limits::MAX_SENTENCE)]
        {
            let place = || config.location(yaml_path!["kinds", name.as_str(), key]);
            if let Some(text) = text {
                limits::text(key, text, limit, place, problems);
            }
        }
    }
}
