//! Reads a site's folder into [`Sources`].
//!
//! 1. Reads the Markdown and YAML files below `content/`, sorted by path, the tables below `content/data/`, and the
//!    list of published URLs and the fit of measurements.
//! 2. Overlays the built-in templates and static files with the site's own of the same names. A template can extend a
//!    built-in one as `builtin/entry.html`.
//! 3. Reads large static files in chunks, only for their checksums; they are copied when the site is written.
//! 4. On later loads, skips files whose fingerprint proves that they have not changed.
//!
//! A text that is unreadable, special (a pipe, a device), too large or not UTF-8 becomes a diagnostic; all others are
//! still read. Files that are not read are listed in [`Sources::unread`], so that none is ignored silently.

mod large;

use crate::edge::builtin::{self, Builtin};
use crate::edge::fingerprint::Fingerprint;
use crate::edge::listing::{self, Listing};
use rayon::prelude::*;
use rooflight_folder::is_half_moved;
use rooflight_source::diagnostic::{Diagnostic, line_column, messages};
use rooflight_source::file::{LargeFile, SourceFile, Sources, Unread};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Reads the site at `root`.
#[must_use]
pub fn load(root: &Path) -> Sources {
    Loader::new(root).load()
}

/// Reads the same site repeatedly and caches its files.
#[derive(Debug)]
pub struct Loader {
    root: PathBuf,
    builtin: Builtin,
    /// The files of each folder as they were last read, sorted by path.
    cached: BTreeMap<&'static str, Vec<ReadFile>>,
}

/// A file as it was last read.
#[derive(Debug)]
struct ReadFile {
    path: String,
    fingerprint: Fingerprint,
    contents: Contents,
}

#[derive(Debug, Clone)]
enum Contents {
    Text(Arc<str>),
    /// Bytes that are not UTF-8.
    Binary(Arc<[u8]>),
    /// A static file that is copied and never held in memory.
    Large(Arc<LargeFile>),
}

/// The files of one folder, sorted by path, each with its contents or the reason why it cannot be read.
type SourceListing = Vec<(String, Result<Contents, String>)>;

impl Loader {
    /// Creates a loader of the site at `root`.
    #[must_use]
    pub fn new(root: &Path) -> Self {
        Self::with_builtin(root, Builtin::default())
    }

    /// Creates a loader of the site at `root` with other built-in files.
    #[must_use]
    pub fn with_builtin(root: &Path, builtin: Builtin) -> Self {
        Self { root: root.to_owned(), builtin, cached: BTreeMap::new() }
    }

    /// Reads the site as it is now.
    pub fn load(&mut self) -> Sources {
        let mut problems = Vec::new();
        if !self.root.join("content").is_dir() {
            let help = "run rooflight in a folder that has `content/`, or name one with --root";
            problems.push(messages::no_content("content", help));
        }
        if is_half_moved(&self.root) {
            let reason = "the last command that wrote here was ended before it was done; run it again";
            problems.push(messages::unreadable("content", reason));
        }
        let mut unread = BTreeMap::new();
        let content = self.files("content", &mut unread, |path| {
            let is_data = path.starts_with("content/data/") && path.ends_with(".csv");
            is_data
                || path.ends_with(".md")
                || path.ends_with(".yaml")
                || path == rooflight_glossary::model::url_lock::PATH
                || path == rooflight_compiler::calibrate::fit_file::FIT
        });
        let content = content.into_iter().filter_map(|(path, found)| text(path, found, &mut problems)).collect();
        let builtin: Vec<(String, Arc<str>)> =
            self.builtin.templates().into_iter().map(|(name, text)| (name, text.into())).collect();
        let mut templates: BTreeMap<String, Arc<str>> = builtin.iter().cloned().collect();
        for (path, found) in self.files("templates", &mut unread, |_| true) {
            let name = path.strip_prefix("templates/").unwrap_or(&path).to_owned();
            let own = text(path, found, &mut problems).map(|file| (name, file.text));
            if own.as_ref().is_some_and(|(_, text)| text.contains(builtin::PREFIX)) {
                // Partials define components, which must exist only once, so they get no name below `builtin/`.
                let whole = builtin.iter().filter(|(name, _)| !name.starts_with("partials/"));
                templates.extend(whole.map(|(name, text)| (format!("{}{name}", builtin::PREFIX), Arc::clone(text))));
            }
            templates.extend(own);
        }
        let mut statics: BTreeMap<String, Vec<u8>> = self.builtin.statics().into_iter().collect();
        let mut large = BTreeMap::new();
        for (path, found) in self.files("static", &mut unread, |_| true) {
            let name = path.strip_prefix("static/").unwrap_or(&path).to_owned();
            if let Ok(Contents::Large(file)) = &found {
                statics.remove(&name);
                large.insert(name, LargeFile::clone(file));
                continue;
            }
            let bytes = bytes(&path, found, &mut problems).filter(|bytes| !self.builtin.has(&name, bytes));
            statics.extend(bytes.map(|bytes| (name, bytes)));
        }
        let templates = templates.into_iter().map(|(name, text)| SourceFile::new(name, text)).collect();
        Sources { content, templates, statics, large, problems, unread }
    }

    /// Reads the wanted files below a folder, sorted by path; adds the others to `unread`.
    fn files(
        &mut self,
        folder: &'static str,
        unread: &mut BTreeMap<String, Unread>,
        wanted: impl Fn(&str) -> bool,
    ) -> SourceListing {
        let Listing { found: mut paths, failed, unread: mut left_out } = listing::list(&self.root, folder);
        unread.append(&mut left_out);
        paths.retain(|(path, _)| {
            let is_wanted = wanted(path);
            if !is_wanted {
                unread.insert(path.clone(), Unread::Extension);
            }
            is_wanted
        });
        paths.par_sort_unstable();
        let before = self.cached.remove(folder).unwrap_or_default();
        // Both lists are sorted by path, so one pass pairs them.
        let mut before = before.into_iter().peekable();
        let pairs: Vec<(String, PathBuf, Option<ReadFile>)> = paths
            .into_iter()
            .map(|(path, place)| {
                while before.next_if(|cached| cached.path < path).is_some() {}
                let cached = before.next_if(|cached| cached.path == path);
                (path, place, cached)
            })
            .collect();
        let read: Vec<Result<ReadFile, (String, String)>> = pairs
            .into_par_iter()
            .map(|(path, place, cached)| {
                read(&place, cached, &path, folder != "static").map_err(|error| (path, error.to_string()))
            })
            .collect();
        let mut found: SourceListing = failed.into_iter().map(|(path, reason)| (path, Err(reason))).collect();
        let in_order = found.is_empty();
        let mut cached = Vec::with_capacity(read.len());
        for read in read {
            match read {
                Ok(file) => {
                    found.push((file.path.clone(), Ok(file.contents.clone())));
                    cached.push(file);
                }
                Err((path, reason)) => found.push((path, Err(reason))),
            }
        }
        self.cached.insert(folder, cached);
        if !in_order {
            found.sort_by(|(a, _), (b, _)| a.cmp(b));
        }
        found
    }
}

/// Maximum size of a source file in bytes.
const MAX_SOURCE_SIZE: u64 = 16_000_000;

/// Static files of at least this size, in bytes, are copied and never held in memory.
const LARGE: u64 = 8_000_000;

/// `ENFILE` and `EMFILE`, the same on Linux, macOS and the BSDs.
const TOO_MANY_OPEN_IN_SYSTEM: i32 = 23;
const TOO_MANY_OPEN: i32 = 24;
/// Number of attempts to read a file while too many files are open, and the pause between them.
const ATTEMPTS: usize = 40;
const RETRY_DELAY: Duration = Duration::from_millis(25);

/// Reads a file unless its fingerprint proves that it has not changed. `limited` files may not exceed
/// [`MAX_SOURCE_SIZE`].
fn read(place: &Path, before: Option<ReadFile>, path: &str, limited: bool) -> std::io::Result<ReadFile> {
    // Taken before reading: if the file is written in between, its fingerprint differs and the next load reads it.
    let fingerprint = Fingerprint::of(place)?;
    let before = match before {
        Some(cached) if cached.fingerprint.proves_unchanged(&fingerprint) => return Ok(cached),
        other => other.map(|cached| cached.contents),
    };
    if limited && fingerprint.length() > MAX_SOURCE_SIZE {
        return Err(std::io::Error::other(format!(
            "it is larger than {} MB, the limit for a source file",
            MAX_SOURCE_SIZE / 1_000_000
        )));
    }
    if !limited && fingerprint.length() >= LARGE {
        let contents = Contents::Large(Arc::new(large::read(place)?));
        return Ok(ReadFile { path: path.to_owned(), fingerprint, contents });
    }
    let contents = match String::from_utf8(read_patiently(place)?) {
        Ok(text) => Contents::Text(text.into()),
        Err(error) => Contents::Binary(error.into_bytes().into()),
    };
    // Equal text keeps its allocation, so that later stages can compare pointers.
    let contents = match (before, contents) {
        (Some(Contents::Text(old)), Contents::Text(new)) if old == new => Contents::Text(old),
        (_, contents) => contents,
    };
    Ok(ReadFile { path: path.to_owned(), fingerprint, contents })
}

/// Reads a file; retries while the process or the system has too many files open, which is temporary.
fn read_patiently(place: &Path) -> std::io::Result<Vec<u8>> {
    for _ in 0..ATTEMPTS {
        match std::fs::read(place) {
            Err(error) if matches!(error.raw_os_error(), Some(TOO_MANY_OPEN_IN_SYSTEM | TOO_MANY_OPEN)) => {
                std::thread::sleep(RETRY_DELAY);
            }
            read => return read,
        }
    }
    std::fs::read(place)
}

fn text(path: String, found: Result<Contents, String>, problems: &mut Vec<Diagnostic>) -> Option<SourceFile> {
    match found {
        Ok(Contents::Text(text)) => Some(match text.strip_prefix('\u{feff}') {
            Some(rest) => SourceFile::new(path, rest),
            None => SourceFile::new(path, text),
        }),
        // Cannot happen: texts are limited and never large.
        Ok(Contents::Large(_)) => None,
        Ok(Contents::Binary(bytes)) => {
            let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            let (line, column) = line_column(valid, valid.len());
            problems.push(messages::not_utf8(&path, line, column));
            None
        }
        Err(reason) => {
            problems.push(messages::unreadable(&path, &reason));
            None
        }
    }
}

fn bytes(path: &str, found: Result<Contents, String>, problems: &mut Vec<Diagnostic>) -> Option<Vec<u8>> {
    match found {
        Ok(Contents::Text(text)) => Some(text.as_bytes().to_vec()),
        Ok(Contents::Binary(bytes)) => Some(bytes.to_vec()),
        Ok(Contents::Large(_)) => None,
        Err(reason) => {
            problems.push(messages::unreadable(path, &reason));
            None
        }
    }
}
