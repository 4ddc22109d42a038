//! `require`: the keys that every entry of a site must have.
//!
//! A site that says nothing asks for a term alone. Keys that are not asked for may be missing: the layer is then the
//! site's first, the definition is the lead of the body, and an undated entry is in no feed. A key that is present is
//! always checked.

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
    /// A definition in the front matter, apart from the body.
    Definition,
}

impl Requirement {
    /// Returns the front matter's key; `None` for sources, whose absence has its own message.
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
