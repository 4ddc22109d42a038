//! Static files under names that carry their hash, so that a browser may keep them for ever.
//!
//! `static/css/site.css` becomes `assets/css/site.0123456789.css`, with the checksum by which the browser verifies it (sub-resource
//! integrity). Files below `static/root/` keep their names and land at the site's root.

use crate::Site;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A static file as pages refer to it.
#[derive(Debug, Clone)]
pub struct Asset {
    /// The path below the site's root.
    pub path: String,
    /// The checksum as HTML's `integrity` takes it.
    pub integrity: String,
}

/// All static files.
#[derive(Debug)]
pub struct Assets {
    /// By name below `static/`.
    pub by_name: BTreeMap<String, Asset>,
    /// The files themselves.
    pub files: Site,
}

impl Assets {
    /// Names and hashes all static files.
    #[must_use]
    pub fn new(statics: &BTreeMap<String, Vec<u8>>) -> Self {
        let mut by_name = BTreeMap::new();
        let mut files = Site::new();
        for (name, bytes) in statics {
            if let Some(rooted) = name.strip_prefix("root/") {
                files.insert(rooted.to_owned(), bytes.clone());
                continue;
            }
            let asset = Asset { path: hashed(&format!("assets/{name}"), bytes), integrity: integrity(bytes) };
            files.insert(asset.path.clone(), bytes.clone());
            by_name.insert(name.clone(), asset);
        }
        Self { by_name, files }
    }

    /// The asset with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Asset> {
        self.by_name.get(name)
    }
}

/// The path with the content's hash before its extension.
#[must_use]
pub fn hashed(path: &str, bytes: &[u8]) -> String {
    let hash = &blake3::hash(bytes).to_hex()[..10];
    let name = path.rfind('/').map_or(0, |at| at + 1);
    match path[name..].rfind('.') {
        Some(dot) => format!("{}.{hash}{}", &path[..name + dot], &path[name + dot..]),
        None => format!("{path}.{hash}"),
    }
}

/// The checksum as HTML's `integrity` takes it.
#[must_use]
pub fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(bytes)))
}
