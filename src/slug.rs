//! Names that are safe in an address and on every disk.

/// The pattern of [`is_slug`], for schemas.
pub const SLUG: &str = "^[a-z0-9][a-z0-9._-]*$";

/// Slugs joined by `/`, for schemas.
pub const PATH: &str = "^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$";

/// True for lower-case letters, digits, `-`, `_` and `.`, beginning with a letter or digit.
#[must_use]
pub fn is_slug(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
    text.bytes().all(plain) && text.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
}

/// The slug nearest to `text`: lower case, and `-` for everything else. Empty where nothing is left.
#[must_use]
pub fn slug_of(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' };
    let words: String = text.chars().map(kept).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-").trim_matches('.').to_owned()
}
