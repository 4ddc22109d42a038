//! Names that are safe in addresses and on every file system.

use serde::{Deserialize, Serialize};

/// Pattern for schemas: an [`is_slug`] name that does not end with a dot.
pub const SLUG: &str = "^[a-z0-9]([a-z0-9._-]*[a-z0-9_-])?$";

/// Pattern for schemas: such names joined by `/`.
pub const PATH: &str = "^[a-z0-9]([a-z0-9._-]*[a-z0-9_-])?(/[a-z0-9]([a-z0-9._-]*[a-z0-9_-])?)*$";

/// True for lower-case letters, digits, `-`, `_` and `.` that begin with a letter or digit.
#[must_use]
pub fn is_slug(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
    text.bytes().all(plain) && text.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
}

/// Names that Windows reserves for devices, with any extension; Git cannot check such files out there.
const RESERVED_NAMES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Maximum length of a file or folder name, bytes. File systems allow 255, some of which extensions and names of
/// temporary files need.
pub const MAX_BYTES: usize = 200;

/// True for a slug that can name a file or folder on every system: not reserved, no dot at its end, not too long.
#[must_use]
pub fn is_address(text: &str) -> bool {
    is_slug(text) && !text.ends_with('.') && !is_reserved(text) && text.len() <= MAX_BYTES
}

/// A name that [`is_address`] has accepted, such as an id from a file that somebody else wrote.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Slug(String);

impl TryFrom<String> for Slug {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let refused = || format!("`{}` cannot name a file or be part of an address", text.escape_debug());
        if is_address(&text) { Ok(Self(text)) } else { Err(refused()) }
    }
}

impl std::ops::Deref for Slug {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Slug {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// True for a name that Windows reserves for a device: `aux`, `nul.md`, `com1`.
#[must_use]
pub fn is_reserved(text: &str) -> bool {
    let stem = text.split('.').next().unwrap_or_default();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    RESERVED_NAMES.contains(&stem) || port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
}

/// Converts a text to a slug: lower case, other characters replaced by single hyphens. Empty if nothing is left.
#[must_use]
pub fn slug_of(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' };
    let words: String = text.chars().map(kept).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-").trim_matches('.').to_owned()
}
