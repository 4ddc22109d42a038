//! Checks of web addresses.
//!
//! An accepted address needs no escaping in attributes, between Markdown's angle brackets, or in feeds.

/// Pattern for schemas: the beginning of a web address.
pub const LINK: &str = "^https?://";

/// True for an http or https address that has a host and no forbidden character; letters of any script are allowed.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    let breaks = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '`' | '\\');
    !host.is_empty() && !text.contains(breaks)
}

/// True for an image address within the site: neither scheme nor host, whether written with slashes or backslashes.
#[must_use]
pub fn is_own(address: &str) -> bool {
    let start = address.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let mut letters = address.chars();
    let strokes = (letters.next(), letters.next());
    let is_stroke = |c: Option<char>| matches!(c, Some('/' | '\\'));
    let leads_away = is_stroke(strokes.0) && is_stroke(strokes.1);
    !start.contains(':') && !leads_away
}

/// True for http, https, mailto and relative addresses; false for `javascript:`, `data:` and other schemes.
#[must_use]
pub fn is_allowed(address: &str) -> bool {
    let scheme =
        address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':')).map(|(scheme, _)| scheme);
    scheme.is_none_or(|scheme| ["http", "https", "mailto"].contains(&scheme.to_ascii_lowercase().as_str()))
}
