//! `match`: how mentions of a term are found, as an entry and the site set it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a term's mentions are found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    /// As the site says; by default ordinary words in lower case or Capitalised, proper names and abbreviations as
    /// written.
    #[default]
    Auto,
    /// Exactly as written; nothing is derived.
    Exact,
    /// With any capitals.
    Any,
    /// Only by explicit links, which may name the term or an alias.
    Manual,
    /// Never linked automatically.
    Never,
}

/// How the capitals of all terms count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SiteMatching {
    /// Ordinary words in lower case or Capitalised, proper names and abbreviations as written.
    #[default]
    Auto,
    /// Exactly as written; nothing is derived.
    Exact,
    /// With any capitals.
    Any,
}

impl SiteMatching {
    /// Returns the rule for an entry: its own, or the site's if it has none.
    #[must_use]
    pub fn of(self, own: Matching) -> Matching {
        match (self, own) {
            (Self::Exact, Matching::Auto) => Matching::Exact,
            (Self::Any, Matching::Auto) => Matching::Any,
            _ => own,
        }
    }
}
