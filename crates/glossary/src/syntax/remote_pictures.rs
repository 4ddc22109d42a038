//! The setting `remote_pictures`: the other hosts from which pages may show pictures.
//!
//! A host is a bare name, so that it can be put into a Content-Security-Policy as it is. Nothing is ever fetched.

use schemars::JsonSchema;
use serde::Deserialize;

/// The pattern of a host's name, for JSON Schema.
const HOST: &str = "^[a-z0-9-]+([.][a-z0-9-]+)+$";

/// The other hosts whose pictures pages may show.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected `true`, or a list of hosts such as `upload.wikimedia.org`")]
pub enum RemotePictures {
    /// All of them, or none.
    Any(bool),
    /// These.
    Hosts(#[schemars(with = "Vec<String>", inner(regex(pattern = HOST)))] Vec<Host>),
}

impl Default for RemotePictures {
    fn default() -> Self {
        Self::Any(false)
    }
}

impl RemotePictures {
    /// True if a page may show the picture at this address of another host; it must begin with `https://`.
    #[must_use]
    pub fn allows(&self, address: &str) -> bool {
        let host = address.strip_prefix("https://").and_then(|rest| rest.split(['/', '?', '#', '\\']).next());
        let Some(host) = host.filter(|host| !host.is_empty()) else { return false };
        match self {
            Self::Any(any) => *any,
            Self::Hosts(hosts) => hosts.iter().any(|allowed| allowed.0.eq_ignore_ascii_case(host)),
        }
    }

    /// The allowed hosts as sources in a Content-Security-Policy; empty if none is allowed.
    #[must_use]
    pub fn sources(&self) -> Vec<String> {
        match self {
            Self::Any(true) => vec!["https:".to_owned()],
            Self::Any(false) => Vec::new(),
            Self::Hosts(hosts) => hosts.iter().map(|host| format!("https://{}", host.0)).collect(),
        }
    }
}

/// The name of a host.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Host(String);

impl TryFrom<String> for Host {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_label = |label: &str| {
            !label.is_empty() && label.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
        };
        let is_name = text.contains('.') && text.split('.').all(is_label);
        if is_name { Ok(Self(text)) } else { Err("a host is a name such as `upload.wikimedia.org`") }
    }
}

#[cfg(test)]
mod tests {
    use super::{Host, RemotePictures};

    #[test]
    fn hosts_are_names_alone() {
        for wrong in ["", "localhost", "https://a.example", "a.example/x", "a.example; script-src *", "*.a.example"] {
            assert!(Host::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
        let host = Host::try_from("a.example".to_owned()).expect("a name");
        let pictures = RemotePictures::Hosts(vec![host]);
        assert!(pictures.allows("https://A.example/x.png") && pictures.allows("https://a.example?x"));
        for other in ["http://a.example/x.png", "//a.example/x.png", "https://a.example.org/", "https://x@a.example/"] {
            assert!(!pictures.allows(other), "{other}");
        }
        assert!(
            RemotePictures::Any(true).allows("https://b.example/") && !RemotePictures::default().allows("https://b")
        );
    }
}
