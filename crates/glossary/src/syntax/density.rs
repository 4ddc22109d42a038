//! How often the mentions of a term become links: what the settings, a front matter and a heading say in the same
//! words.
//!
//! Never decides about a mention; the linker does.

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
    /// The density by the name that authors write.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [("page", Self::Page), ("section", Self::Section), ("all", Self::All), ("off", Self::Off)]
            .into_iter()
            .find_map(|(known, density)| (known == name).then_some(density))
    }
}
