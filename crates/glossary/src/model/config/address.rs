//! The address that a site is published under, and the permanent part of its names.
//!
//! An address has only characters that need no escaping in XML, HTML and JSON, so that it can be inserted as it is.

use serde::Deserialize;

/// The pattern of a [`BaseUrl`], for schemas.
pub(super) const BASE_URL: &str =
    r"^https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/[A-Za-z0-9._~!()*+,=:@%/-]*)?$";

/// An http(s) address that ends in `/`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct BaseUrl(String);

impl BaseUrl {
    /// A placeholder for a missing address, never published.
    pub(super) const NONE: Self = Self(String::new());

    /// Returns the address of a page or file by its path below the root; each `../` at its start goes up one folder.
    #[must_use]
    pub fn join(&self, path: &str) -> String {
        let (mut base, mut path) = (&*self.0, path);
        while let Some(rest) = path.strip_prefix("../") {
            let folder = base.trim_end_matches('/');
            base = folder.rfind('/').map_or(folder, |at| &folder[..=at]);
            path = rest;
        }
        [base, path].concat()
    }

    /// Returns the address of a folder below this one; `folder` ends in `/`.
    #[must_use]
    pub(super) fn below(&self, folder: &str) -> Self {
        Self(self.join(folder))
    }

    /// Returns the address, with its final `/`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path, with `/` at both ends: `/` for a site at the root of its host.
    #[must_use]
    pub fn path(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        rest.find('/').map_or("/", |at| &rest[at..])
    }

    /// Returns the host, without its port.
    #[must_use]
    pub fn host(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        host_and_port(rest.split('/').next().unwrap_or_default()).0
    }

    /// Returns scheme, host and port: all of the address but its path.
    #[must_use]
    pub fn origin(&self) -> String {
        self.0.strip_suffix(self.path()).unwrap_or(&self.0).to_owned()
    }

    /// Returns the host for `tag:` URIs (RFC 4151): in lower case, an IPv6 address without brackets and with `-` for
    /// `:`.
    #[must_use]
    pub fn tag_host(&self) -> String {
        let host = self.host().trim_matches(['[', ']']);
        host.chars().map(|c| if c == ':' { '-' } else { c.to_ascii_lowercase() }).collect()
    }
}

/// Splits an authority into the host, with the brackets of an IPv6 address, and the port if there is one.
fn host_and_port(authority: &str) -> (&str, Option<&str>) {
    let end = authority.find(']').map_or(0, |at| at + 1);
    match authority[end..].find(':') {
        Some(at) => (&authority[..end + at], Some(&authority[end + at + 1..])),
        None => (authority, None),
    }
}

/// The error for a text that its type cannot hold, with a description of valid ones.
#[derive(Debug)]
pub struct Malformed {
    text: String,
    wanted: &'static str,
}

impl Malformed {
    pub(in crate::model) fn new(text: String, wanted: &'static str) -> Self {
        Self { text, wanted }
    }
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is not {}", self.text, self.wanted)
    }
}

impl std::error::Error for Malformed {}

impl TryFrom<String> for BaseUrl {
    type Error = Malformed;

    fn try_from(text: String) -> Result<Self, Malformed> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let (authority, path) = rest.map_or(("", ""), |rest| rest.split_once('/').unwrap_or((rest, "")));
        let (host, port) = host_and_port(authority);
        let host_ok = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
            Some(number) => number.parse::<std::net::Ipv6Addr>().is_ok(),
            None => !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte)),
        };
        let port_ok = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
        let path_ok = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~!()*+,=:@%/".contains(&byte));
        if host_ok && port_ok && path_ok {
            return Ok(Self(format!("{}/", text.trim_end_matches('/'))));
        }
        Err(Malformed::new(text, "an address like https://example.org/ or https://example.org/glossary/"))
    }
}

/// The host in the permanent names (`tag:` URIs) of a site's feed items.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct TagHost(String);

impl TagHost {
    /// Returns the host as the settings write it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for TagHost {
    type Error = Malformed;

    fn try_from(text: String) -> Result<Self, Malformed> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte);
        if !text.is_empty() && text.bytes().all(plain) {
            return Ok(Self(text));
        }
        Err(Malformed::new(text, "a host in lower case like example.org"))
    }
}
