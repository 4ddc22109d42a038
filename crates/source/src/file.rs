//! The input of a build: every file of a site, in memory.
//!
//! 1. The edge reads the folder into [`Sources`], or a test makes them.
//! 2. Every later stage gets its text from here and names files by their path relative to the site's root.
//!
//! Nothing here touches a disk. Paths use `/` on every platform, so that diagnostics and output are the same
//! everywhere.

use crate::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A text file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Path relative to the site's root, with `/` between its parts.
    pub path: String,
    /// The whole text, unchanged; shared, so that clones are cheap.
    pub text: Arc<str>,
}

impl SourceFile {
    /// Makes a file from its path and its text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// True if both have the same path and text; takes no time if the text is shared.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        self.path == other.path && (Arc::ptr_eq(&self.text, &other.text) || self.text == other.text)
    }

    /// The file's name without folder and extension: `kv-cache` of `content/glossary/kv-cache.md`.
    #[must_use]
    pub fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }
}

/// Everything that a build reads, sorted by path.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The texts below `content/`: Markdown and YAML.
    pub content: Vec<SourceFile>,
    /// The templates by name below `templates/`; a site's own replace built-in ones.
    pub templates: Vec<SourceFile>,
    /// The static files by name below `static/`; a site's own replace built-in ones.
    pub statics: BTreeMap<String, Vec<u8>>,
    /// Static files too large for memory, by name below `static/`.
    pub large: BTreeMap<String, LargeFile>,
    /// Problems with the input itself: a file that is not UTF-8, a missing folder.
    pub problems: Vec<Diagnostic>,
    /// Files in the site's folders that are not read, by path.
    pub unread: BTreeMap<String, Unread>,
}

/// A file that is copied without being loaded; its hashes were computed while it was read in chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeFile {
    /// Its path on disk.
    pub place: PathBuf,
    /// Its size in bytes.
    pub length: u64,
    /// BLAKE3 hash in hexadecimal.
    pub blake3: String,
    /// SHA-256 hash.
    pub sha256: [u8; 32],
}

/// The reason why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// The build does not read files with its extension.
    Extension,
    /// Its name is not UTF-8.
    Name,
    /// It is hidden, and not one of the hidden files that are published.
    Hidden,
    /// It is a file in a place where a folder belongs.
    NoFolder,
}

impl Sources {
    /// The text of a content file or template by its path, for a diagnostic's excerpt.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        let content = self.content.iter().find(|file| file.path == path);
        let template = || self.templates.iter().find(|file| path.strip_prefix("templates/") == Some(&file.path));
        content.or_else(template).map(|file| &*file.text)
    }

    /// Hashes everything that a build reads.
    #[must_use]
    pub fn hash(&self) -> blake3::Hash {
        // Both are short: large files count by their hashes, unread ones by their paths.
        let rest = format!("{:?} {:?}", self.large, self.unread);
        let [content, templates] = [&self.content, &self.templates].map(|files| hash(files));
        let files = [&content.as_bytes()[..], templates.as_bytes(), rest.as_bytes()];
        let statics = self.statics.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]);
        hash_of(files.into_iter().chain(statics))
    }

    /// Yields the content files at any depth below `folder` that have this extension.
    pub fn below<'a>(&'a self, folder: &'a str, extension: &'a str) -> impl Iterator<Item = &'a SourceFile> {
        self.content.iter().filter(move |file| {
            let rest = file.path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
            rest.is_some() && file.path.rsplit_once('.').is_some_and(|(_, found)| found == extension)
        })
    }
}

/// Hashes files with their paths.
#[must_use]
pub fn hash(files: &[SourceFile]) -> blake3::Hash {
    hash_of(files.iter().flat_map(|file| [file.path.as_bytes(), file.text.as_bytes()]))
}

/// Hashes parts with their lengths, so that moving a byte between parts changes the hash.
fn hash_of<'a>(parts: impl Iterator<Item = &'a [u8]>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}
