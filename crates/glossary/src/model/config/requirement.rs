//! `require`: the keys that every entry of a site must have.
//!
//! Keys that a site leaves out of the list may be missing in its entries: a layer is then the first of the site's, a
//! definition is the lead of the body, an undated entry stands in no feed. A key that is written is always checked.

use schemars::JsonSchema;
use serde::Deserialize;

/// A key that every entry must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Requirement {
    /// At least one source.
    Sources,
    /// The day on which the entry first appeared.
    Published,
    /// The layer that the entry belongs to.
    Layer,
    /// A definition of its own, apart from the body.
    Definition,
}

impl Requirement {
    /// All of them, which a site asks for that does not say otherwise.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![Self::Layer, Self::Definition, Self::Published, Self::Sources]
    }

    /// The front matter's key; `None` for sources, whose absence has a message of its own.
    #[must_use]
    pub fn key(self) -> Option<&'static str> {
        match self {
            Self::Sources => None,
            Self::Published => Some("published"),
            Self::Layer => Some("layer"),
            Self::Definition => Some("definition"),
        }
    }
}
