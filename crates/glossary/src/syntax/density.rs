//! How often the mentions of a term become links: the setting `links` of a site, a front matter or a heading.
//!
//! Only names the choice; the linker decides about each mention.

use schemars::JsonSchema;
use serde::Deserialize;

/// How often a term is linked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Density {
    /// The first mention on the page.
    Page,
    /// The first mention under each second-level heading.
    #[default]
    Section,
    /// Every mention.
    All,
    /// No mention is linked.
    Off,
}

impl Density {
    /// The density with the name that authors write, such as `section`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [("page", Self::Page), ("section", Self::Section), ("all", Self::All), ("off", Self::Off)]
            .into_iter()
            .find_map(|(word, density)| (word == name).then_some(density))
    }
}
