//! Web addresses.
//!
//! An accepted address can be written to an attribute, between the angle brackets of Markdown and to a feed without
//! escaping.

/// The beginning of a web address, for schemas.
pub const LINK: &str = "^https?://";

/// True for an http or https address with a host, made of characters that an address may have; letters of any language
/// are among them.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    let breaks = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '`' | '\\');
    !host.is_empty() && !text.contains(breaks)
}

/// True for an image's address within the site: no scheme and no host, whichever way the strokes lean.
#[must_use]
pub fn is_own(address: &str) -> bool {
    let start = address.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let mut letters = address.chars();
    let strokes = (letters.next(), letters.next());
    let is_stroke = |c: Option<char>| matches!(c, Some('/' | '\\'));
    let leads_away = is_stroke(strokes.0) && is_stroke(strokes.1);
    !start.contains(':') && !leads_away
}

/// True for http, https, mailto and everything relative; `javascript:`, `data:` and the like are not.
#[must_use]
pub fn is_allowed(address: &str) -> bool {
    let scheme =
        address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':')).map(|(scheme, _)| scheme);
    scheme.is_none_or(|scheme| ["http", "https", "mailto"].contains(&scheme.to_ascii_lowercase().as_str()))
}
