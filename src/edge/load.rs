//! Reads a site's folder into [`Sources`].
//!
//! 1. Every Markdown and YAML file below `content/`, in the order of the paths, and the list of addresses.
//! 2. The built-in templates and static files, each replaced by a file of the same name in the site's own folders.
//! 3. The next time, a file whose place on the disk says that nothing was written to it since is not read again.
//!
//! A file that cannot be read, is no file, is too large or is not UTF-8 becomes a diagnostic, and the others are read all the same.

use crate::diagnostic::{Diagnostic, line_column, messages};
use crate::edge::builtin;
use crate::edge::fingerprint::Stamp;
use crate::source::{SourceFile, Sources};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::WalkDir;

/// Reads the site at `root`.
#[must_use]
pub fn load(root: &Path) -> Sources {
    Loader::new(root).load()
}

/// Reads the same site again and again.
#[derive(Debug)]
pub struct Loader {
    root: PathBuf,
    /// By folder, in the order of the paths.
    known: BTreeMap<&'static str, Vec<Known>>,
}

/// A file as it was read.
#[derive(Debug)]
struct Known {
    path: String,
    stamp: Stamp,
    contents: Contents,
}

#[derive(Debug, Clone)]
enum Contents {
    Text(Arc<str>),
    /// Not UTF-8: the bytes.
    Other(Arc<[u8]>),
}

/// The files of one folder, by path, each with what it holds or why that is not known.
type Found = Vec<(String, Result<Contents, String>)>;

impl Loader {
    /// A reader of the site at `root`.
    #[must_use]
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), known: BTreeMap::new() }
    }

    /// Reads what is there now.
    pub fn load(&mut self) -> Sources {
        let mut problems = Vec::new();
        if !self.root.join("content").is_dir() {
            let help = "run rooflight in a folder that has `content/`, or name one with --root";
            problems.push(messages::no_content("content", help));
        }
        let content = self.files("content", |path| {
            path.ends_with(".md") || path.ends_with(".yaml") || path == crate::model::url_lock::PATH
        });
        let content = content.into_iter().filter_map(|(path, found)| text(path, found, &mut problems)).collect();
        let mut templates: BTreeMap<String, Arc<str>> =
            builtin::templates().map(|(name, text)| (name, text.into())).collect();
        for (path, found) in self.files("templates", |_| true) {
            let name = path.strip_prefix("templates/").unwrap_or(&path).to_owned();
            templates.extend(text(path, found, &mut problems).map(|file| (name, file.text)));
        }
        let mut statics: BTreeMap<String, Vec<u8>> =
            builtin::statics().map(|(name, bytes)| (name, bytes.to_vec())).collect();
        for (path, found) in self.files("static", |_| true) {
            let name = path.strip_prefix("static/").unwrap_or(&path).to_owned();
            let bytes = bytes(&path, found, &mut problems).filter(|bytes| !builtin::is_own(&name, bytes));
            statics.extend(bytes.map(|bytes| (name, bytes)));
        }
        let templates = templates.into_iter().map(|(name, text)| SourceFile::new(name, text)).collect();
        Sources { content, templates, statics, problems }
    }

    /// Every wanted file below a folder, in the order of the paths; hidden ones are left out.
    fn files(&mut self, folder: &'static str, wanted: impl Fn(&str) -> bool) -> Found {
        let mut failed = Vec::new();
        let mut paths = paths(&self.root, folder, &mut failed);
        paths.retain(|(path, _)| wanted(path));
        paths.par_sort_unstable();
        let before = self.known.remove(folder).unwrap_or_default();
        // Both lists are in the order of the paths: one walk finds what belongs together.
        let mut before = before.into_iter().peekable();
        let pairs: Vec<(String, PathBuf, Option<Known>)> = paths
            .into_iter()
            .map(|(path, place)| {
                while before.next_if(|known| known.path < path).is_some() {}
                let known = before.next_if(|known| known.path == path);
                (path, place, known)
            })
            .collect();
        let read: Vec<Result<Known, (String, String)>> = pairs
            .into_par_iter()
            .map(|(path, place, known)| {
                look(&place, known, &path, folder != "static").map_err(|error| (path, error.to_string()))
            })
            .collect();
        let mut found: Found = failed.into_iter().map(|(path, reason)| (path, Err(reason))).collect();
        let in_order = found.is_empty();
        let mut known = Vec::with_capacity(read.len());
        for read in read {
            match read {
                Ok(file) => {
                    found.push((file.path.clone(), Ok(file.contents.clone())));
                    known.push(file);
                }
                Err((path, reason)) => found.push((path, Err(reason))),
            }
        }
        self.known.insert(folder, known);
        if !in_order {
            found.sort_by(|(a, _), (b, _)| a.cmp(b));
        }
        found
    }
}

/// Every file below `root/folder`: its path relative to the root, and its place on the disk.
fn paths(root: &Path, folder: &str, failed: &mut Vec<(String, String)>) -> Vec<(String, PathBuf)> {
    let start = root.join(folder);
    if !start.exists() {
        return Vec::new();
    }
    let visible =
        |entry: &walkdir::DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
    let walk = |follow: bool| WalkDir::new(&start).follow_links(follow).into_iter().filter_entry(visible);
    // To follow links, every file has to be looked at; without one, the folders alone say what there is.
    let mut links = false;
    let mut found = Vec::new();
    for entry in walk(false) {
        links |= entry.as_ref().is_ok_and(walkdir::DirEntry::path_is_symlink);
        take(root, folder, entry, &mut found, failed);
    }
    if links {
        found.clear();
        failed.clear();
        for entry in walk(true) {
            take(root, folder, entry, &mut found, failed);
        }
    }
    found
}

/// Adds what a walk has come to, if it is a file or cannot be looked at.
fn take(
    root: &Path,
    folder: &str,
    entry: walkdir::Result<walkdir::DirEntry>,
    found: &mut Vec<(String, PathBuf)>,
    failed: &mut Vec<(String, String)>,
) {
    match entry {
        Ok(entry) if entry.file_type().is_file() => found.push((relative(root, entry.path()), entry.into_path())),
        // A device or a pipe would be read without end, or never. Of a link to one, the walk that follows says what it is.
        Ok(entry) if !entry.file_type().is_dir() && !entry.file_type().is_symlink() => {
            failed.push((relative(root, entry.path()), "it is neither a file nor a folder".to_owned()));
        }
        Ok(_) => {}
        Err(error) => {
            let path = error.path().map_or_else(|| folder.to_owned(), |path| relative(root, path));
            let reason = error.io_error().map_or_else(|| "it links to itself".to_owned(), ToString::to_string);
            failed.push((path, reason));
        }
    }
}

fn relative(root: &Path, path: &Path) -> String {
    // Nearly always the one text begins with the other: to take paths apart takes longer than to read a folder.
    let inside = root.to_str().zip(path.to_str()).and_then(|(root, path)| path.strip_prefix(root)?.strip_prefix('/'));
    if let Some(inside) = inside.filter(|inside| !inside.starts_with('/') && !inside.contains('\\')) {
        return inside.to_owned();
    }
    let path = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    if path.contains('\\') { path.replace('\\', "/") } else { path.into_owned() }
}

/// The most bytes of a file that somebody wrote: beyond that it is something else that went astray.
const MOST: u64 = 16_000_000;

/// What a file holds; it is read unless it is certain that it holds what it held before. One that was `written` is not large.
fn look(place: &Path, before: Option<Known>, path: &str, written: bool) -> std::io::Result<Known> {
    // The stamp first: what is written after it gives another one, and is read the next time.
    let stamp = Stamp::of(place)?;
    let before = match before {
        Some(known) if known.stamp.proves_unchanged(&stamp) => return Ok(known),
        other => other.map(|known| known.contents),
    };
    if written && std::fs::metadata(place)?.len() > MOST {
        return Err(std::io::Error::other(format!("it is larger than {} MB, and no text is", MOST / 1_000_000)));
    }
    let contents = match String::from_utf8(std::fs::read(place)?) {
        Ok(text) => Contents::Text(text.into()),
        Err(error) => Contents::Other(error.into_bytes().into()),
    };
    // The same text stays the same value, so that later stages see at once that nothing has changed.
    let contents = match (before, contents) {
        (Some(Contents::Text(old)), Contents::Text(new)) if old == new => Contents::Text(old),
        (_, contents) => contents,
    };
    Ok(Known { path: path.to_owned(), stamp, contents })
}

fn text(path: String, found: Result<Contents, String>, problems: &mut Vec<Diagnostic>) -> Option<SourceFile> {
    match found {
        Ok(Contents::Text(text)) => Some(match text.strip_prefix('\u{feff}') {
            Some(rest) => SourceFile::new(path, rest),
            None => SourceFile::new(path, text),
        }),
        Ok(Contents::Other(bytes)) => {
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
        Ok(Contents::Other(bytes)) => Some(bytes.to_vec()),
        Err(reason) => {
            problems.push(messages::unreadable(path, &reason));
            None
        }
    }
}
