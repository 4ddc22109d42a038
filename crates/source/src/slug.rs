//! Names that are safe in an address and on every disk.

/// The pattern of [`is_slug`], for schemas.
pub const SLUG: &str = "^[a-z0-9]([a-z0-9._-]*[a-z0-9_-])?$";

/// Slugs joined by `/`, for schemas.
pub const PATH: &str = "^[a-z0-9]([a-z0-9._-]*[a-z0-9_-])?(/[a-z0-9]([a-z0-9._-]*[a-z0-9_-])?)*$";

/// True for lower-case letters, digits, `-`, `_` and `.`, beginning with a letter or digit.
#[must_use]
pub fn is_slug(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
    text.bytes().all(plain) && text.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
}

/// Names of devices: Windows has no file or folder of such a name, whatever its extension, and cannot check one out.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Longest name of a file or folder; systems allow 255 bytes, of which extensions and the names of staged files take
/// some.
pub const MAX_BYTES: usize = 200;

/// True for a slug that can be a file or folder on every system: no name of a device, no dot at its end, not too long.
#[must_use]
pub fn is_address(text: &str) -> bool {
    is_slug(text) && !text.ends_with('.') && !is_device(text) && text.len() <= MAX_BYTES
}

/// True for a name that Windows keeps for a device: `aux`, `nul.md`, `com1`.
#[must_use]
pub fn is_device(text: &str) -> bool {
    let stem = text.split('.').next().unwrap_or_default();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    DEVICES.contains(&stem) || port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
}

/// The slug nearest to `text`: lower case, and `-` for everything else. Empty where nothing is left.
#[must_use]
pub fn slug_of(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' };
    let words: String = text.chars().map(kept).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-").trim_matches('.').to_owned()
}
