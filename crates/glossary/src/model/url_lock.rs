//! `content/urls.lock`: every address that was ever published, so that no address is lost by accident.
//!
//! 1. One address a line, below the site's root: `/glossary/kv-cache/`, `/feed.xml`. Lines that begin with `#` are
//!    remarks.
//! 2. A build that has neither the page nor one that leads on from there is an error that names the address
//!    (`review::permanence`).
//! 3. Only `rooflight urls --update` writes the file, and it only adds. To give an address up, an author deletes its
//!    line, so that reviewers see it in the diff.
//!
//! Files that carry their hash in their names, and those that belong to a page or a server, are not addresses of their
//! own.

use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeSet;
use std::ops::Range;

/// Path of the list.
pub const PATH: &str = "content/urls.lock";

/// First line of the file.
const HEAD: &str = "# Every address that was ever published. `rooflight urls --update` adds to it; a build that would lose one fails.\n";

/// The list; empty if there is no file.
#[derive(Debug, Clone, Default)]
pub struct Lock {
    /// The addresses with their bytes in the file, in its order.
    pub lines: Vec<(String, Range<usize>)>,
    known: BTreeSet<String>,
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
        let known = lines.iter().map(|(address, _)| address.clone()).collect();
        Self { lines, known }
    }

    /// Whether this address, below the root and without its first `/`, was published.
    #[must_use]
    pub fn has(&self, address: &str) -> bool {
        self.known.contains(&format!("/{address}"))
    }
}

/// The addresses of a site whose files lie at these paths.
#[must_use]
pub fn addresses<'a>(paths: impl IntoIterator<Item = &'a String>) -> BTreeSet<String> {
    paths.into_iter().filter_map(|path| address(path)).collect()
}

/// Folders of what pages fetch by themselves, under names that change.
const UNPROMISED: [&str; 5] = ["assets/", "data/facts/", "data/search/", "cards/", "_server/"];

fn address(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    // Further languages have theirs below a folder of their own.
    let below = path.split_once('/').map_or("", |(_, below)| below);
    let inside = UNPROMISED.iter().any(|folder| path.starts_with(folder) || below.starts_with(folder));
    if let Some(folder) = path.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/')) {
        return Some(format!("/{folder}"));
    }
    let kept = name.ends_with(".xml") || name.ends_with(".json") || name.ends_with(".txt") || name.ends_with(".csv");
    (kept && !inside && name != "cards.json").then(|| format!("/{path}"))
}

/// Whether a site with files at these paths answers at this address.
#[must_use]
pub fn answers(paths: &BTreeSet<String>, address: &str) -> bool {
    let Some(path) = address.strip_prefix('/') else { return false };
    if path.is_empty() || path.ends_with('/') {
        return paths.contains(&format!("{path}index.html"));
    }
    paths.contains(path)
}

/// The file with all of these addresses and those that it had.
#[must_use]
pub fn text(lock: &Lock, addresses: &BTreeSet<String>) -> String {
    let all: BTreeSet<&str> =
        lock.lines.iter().map(|(address, _)| address.as_str()).chain(addresses.iter().map(String::as_str)).collect();
    all.into_iter().fold(HEAD.to_owned(), |text, address| text + address + "\n")
}
