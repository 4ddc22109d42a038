//! Input of a build: every file of a site, already in memory.
//!
//! 1. The edge reads the folder (or a test writes it by hand) into [`Sources`].
//! 2. Every later stage takes text from here and names files by their path relative to the site's root.
//!
//! Nothing here touches a disk. Paths use `/` on every platform, so that diagnostics and output are the same
//! everywhere.

use crate::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A text file of the site: its path relative to the root, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Path relative to the site's root, with `/` between its parts.
    pub path: String,
    /// The whole text, as it stands in the file; shared, so that a copy costs nothing.
    pub text: Arc<str>,
}

impl SourceFile {
    /// A file made from its parts.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// True if both are the same file with the same text; at once where the text is shared.
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

/// Everything a build reads, in the order of the paths.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The texts below `content/`: Markdown and YAML.
    pub content: Vec<SourceFile>,
    /// The templates: the built-in ones with the site's own laid over them, by name below `templates/`.
    pub templates: Vec<SourceFile>,
    /// The static files, built-in ones with the site's own laid over them, by name below `static/`.
    pub statics: BTreeMap<String, Vec<u8>>,
    /// Static files that are too large to be held in memory, by name below `static/`.
    pub large: BTreeMap<String, LargeFile>,
    /// Diagnostics of unreadable input: a file that is not UTF-8, a missing folder.
    pub problems: Vec<Diagnostic>,
    /// Files that are not read although they lie in the site's folders, by path.
    pub unread: BTreeMap<String, Unread>,
}

/// A file that is copied and never in memory as a whole; its checksums were computed while it was read in pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeFile {
    /// Where it lies.
    pub place: PathBuf,
    /// Its size in bytes.
    pub length: u64,
    /// The BLAKE3 hash, in hexadecimal digits.
    pub blake3: String,
    /// The SHA-256 hash.
    pub sha256: [u8; 32],
}

/// The reason why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// The build does not read files with its extension.
    Extension,
    /// Its name is not UTF-8.
    Name,
    /// It is hidden, and not among the hidden files that are published.
    Hidden,
    /// It is a file where a folder belongs.
    NoFolder,
}

impl Sources {
    /// The text of a file by its path, for the excerpt of a diagnostic.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        let content = self.content.iter().find(|file| file.path == path);
        let template = || self.templates.iter().find(|file| path.strip_prefix("templates/") == Some(&file.path));
        content.or_else(template).map(|file| &*file.text)
    }

    /// A hash of everything that a build reads.
    #[must_use]
    pub fn hash(&self) -> blake3::Hash {
        // Both are small: large files are named by their hashes, unread ones by their paths.
        let rest = format!("{:?} {:?}", self.large, self.unread);
        let [content, templates] = [&self.content, &self.templates].map(|files| hash(files));
        let files = [&content.as_bytes()[..], templates.as_bytes(), rest.as_bytes()];
        let statics = self.statics.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]);
        hash_of(files.into_iter().chain(statics))
    }

    /// The content files directly or deeper below `folder` with this extension.
    pub fn below<'a>(&'a self, folder: &'a str, extension: &'a str) -> impl Iterator<Item = &'a SourceFile> {
        self.content.iter().filter(move |file| {
            let rest = file.path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
            rest.is_some() && file.path.rsplit_once('.').is_some_and(|(_, found)| found == extension)
        })
    }
}

/// A hash of files with their paths.
#[must_use]
pub fn hash(files: &[SourceFile]) -> blake3::Hash {
    hash_of(files.iter().flat_map(|file| [file.path.as_bytes(), file.text.as_bytes()]))
}

/// A hash of parts, each with its length, so that no byte can move from one part to the next unnoticed.
fn hash_of<'a>(parts: impl Iterator<Item = &'a [u8]>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}
