//! `content/urls.lock`: every address that was ever published, so that no address is lost by accident.
//!
//! 1. One address per line, below the site's root: `/glossary/kv-cache/`, `/feed.xml`. Lines that begin with `#` are
//!    comments.
//! 2. A build with neither a page nor a redirect at an address fails, with an error that names the address
//!    (`review::permanence`).
//! 3. Only `rooflight urls --update` writes the file, and it only adds. To give an address up, an author deletes its
//!    line, so that reviewers see it in the diff.
//!
//! Files with a hash in their names, and files that only a page or a server reads, are not listed.

use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeSet;
use std::ops::Range;

/// Path of the list.
pub const PATH: &str = "content/urls.lock";

/// First line of the file.
const HEAD: &str = "# Every address that was ever published. `rooflight urls --update` adds to it; a build that would lose one fails.\n";

/// The list of published addresses; empty if there is no file.
#[derive(Debug, Clone, Default)]
pub struct Lock {
    /// The addresses with their bytes in the file, in its order.
    pub lines: Vec<(String, Range<usize>)>,
    /// The same addresses, for look-up.
    published: BTreeSet<String>,
}

impl Lock {
    /// Reads the list.
    #[must_use]
    pub fn read(sources: &Sources) -> Self {
        let file = sources.content.iter().find(|file| file.path == PATH);
        file.map(Self::parse).unwrap_or_default()
    }

    fn parse(file: &SourceFile) -> Self {
        let mut lines = Vec::new();
        let mut at = 0;
        for line in file.text.split_inclusive('\n') {
            let words = line.trim();
            let start = at + line.len() - line.trim_start().len();
            if !words.is_empty() && !words.starts_with('#') {
                lines.push((words.to_owned(), start..start + words.len()));
            }
            at += line.len();
        }
        let published = lines.iter().map(|(address, _)| address.clone()).collect();
        Self { lines, published }
    }

    /// True if this address, below the root and without its first `/`, was published.
    #[must_use]
    pub fn has(&self, address: &str) -> bool {
        self.published.contains(&format!("/{address}"))
    }
}

/// Returns the addresses that a site with files at these paths has to keep.
#[must_use]
pub fn addresses<'a>(paths: impl IntoIterator<Item = &'a String>) -> BTreeSet<String> {
    paths.into_iter().filter_map(|path| address(path)).collect()
}

/// Folders of files that only pages and servers read: their names may change.
const UNPROMISED: [&str; 5] = ["assets/", "data/facts/", "data/search/", "cards/", "_server/"];

/// Returns the address of a file; `None` if it does not have to be kept.
fn address(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    // A further language has these folders below its own.
    let below = path.split_once('/').map_or("", |(_, below)| below);
    let inside = UNPROMISED.iter().any(|folder| path.starts_with(folder) || below.starts_with(folder));
    if let Some(folder) = path.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/')) {
        return Some(format!("/{folder}"));
    }
    let kept = name.ends_with(".xml") || name.ends_with(".json") || name.ends_with(".txt") || name.ends_with(".csv");
    (kept && !inside && name != "cards.json").then(|| format!("/{path}"))
}

/// True if a site with files at these paths answers at this address.
#[must_use]
pub fn answers(paths: &BTreeSet<String>, address: &str) -> bool {
    let Some(path) = address.strip_prefix('/') else { return false };
    if path.is_empty() || path.ends_with('/') {
        return paths.contains(&format!("{path}index.html"));
    }
    paths.contains(path)
}

/// Returns the text of the file with these addresses added to those that it had.
#[must_use]
pub fn text(lock: &Lock, addresses: &BTreeSet<String>) -> String {
    let all: BTreeSet<&str> =
        lock.lines.iter().map(|(address, _)| address.as_str()).chain(addresses.iter().map(String::as_str)).collect();
    all.into_iter().fold(HEAD.to_owned(), |text, address| text + address + "\n")
}
