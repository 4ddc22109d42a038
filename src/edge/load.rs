//! Reads a site's folder into [`Sources`].
//!
//! 1. Every Markdown and YAML file below `content/`, in the order of the paths, and the list of addresses.
//! 2. The built-in templates and static files, each replaced by a file of the same name in the site's own folders.
//! 3. The next time, a file whose place on the disk says that nothing was written to it since is not read again.
//!
//! A file that cannot be read, is no file, is too large or is not UTF-8 becomes a diagnostic, and the others are read all the same.

use super::builtin;
use super::stamp::Stamp;
use crate::diagnostic::{Diagnostic, line_column, messages};
use crate::source::{SourceFile, Sources};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
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
    known: HashMap<String, Known>,
}

/// A file as it was read.
#[derive(Debug, Clone)]
struct Known {
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
        Self { root: root.to_owned(), known: HashMap::new() }
    }

    /// Reads what is there now.
    pub fn load(&mut self) -> Sources {
        let mut problems = Vec::new();
        if !self.root.join("content").is_dir() {
            let help = "run rooflight in a folder that has `content/`, or name one with --root";
            problems.push(messages::no_content("content", help));
        }
        let before = std::mem::take(&mut self.known);
        let content = self.files("content", &before, |path| {
            path.ends_with(".md") || path.ends_with(".yaml") || path == crate::lock::PATH
        });
        let content = content.into_iter().filter_map(|(path, found)| text(path, found, &mut problems)).collect();
        let mut templates: BTreeMap<String, Arc<str>> =
            builtin::templates().map(|(name, text)| (name, text.into())).collect();
        for (path, found) in self.files("templates", &before, |_| true) {
            let name = path.strip_prefix("templates/").unwrap_or(&path).to_owned();
            templates.extend(text(path, found, &mut problems).map(|file| (name, file.text)));
        }
        let mut statics: BTreeMap<String, Vec<u8>> =
            builtin::statics().map(|(name, bytes)| (name, bytes.to_vec())).collect();
        for (path, found) in self.files("static", &before, |_| true) {
            let name = path.strip_prefix("static/").unwrap_or(&path).to_owned();
            statics.extend(bytes(&path, found, &mut problems).map(|bytes| (name, bytes)));
        }
        let templates = templates.into_iter().map(|(name, text)| SourceFile::new(name, text)).collect();
        Sources { content, templates, statics, problems }
    }

    /// Every wanted file below a folder, in the order of the paths; hidden ones are left out.
    fn files(&mut self, folder: &str, before: &HashMap<String, Known>, wanted: impl Fn(&str) -> bool) -> Found {
        let mut failed = Vec::new();
        let mut paths = paths(&self.root, folder, &mut failed);
        paths.retain(|(path, _)| wanted(path));
        let read: Vec<(String, Result<Known, String>)> = paths
            .into_par_iter()
            .map(|(path, place)| {
                let known = known(&place, before.get(&path), folder != "static").map_err(|error| error.to_string());
                (path, known)
            })
            .collect();
        let mut found: Found = failed.into_iter().map(|(path, reason)| (path, Err(reason))).collect();
        for (path, read) in read {
            let contents = read.map(|known| {
                let contents = known.contents.clone();
                self.known.insert(path.clone(), known);
                contents
            });
            found.push((path, contents));
        }
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
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
    let links = walk(false).any(|entry| entry.is_ok_and(|entry| entry.path_is_symlink()));
    let mut found = Vec::new();
    for entry in walk(links) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                found.push((relative(root, entry.path()), entry.into_path()));
            }
            // A device or a pipe would be read without end, or never.
            Ok(entry) if !entry.file_type().is_dir() => {
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
    found
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The most bytes of a file that somebody wrote: beyond that it is something else that went astray.
const MOST: u64 = 16_000_000;

/// What a file holds; it is read unless it is certain that it holds what it held before. One that was `written` is not large.
fn known(place: &Path, before: Option<&Known>, written: bool) -> std::io::Result<Known> {
    // The stamp first: what is written after it gives another one, and is read the next time.
    let stamp = Stamp::of(place)?;
    if let Some(known) = before.filter(|known| known.stamp.proves_unchanged(&stamp)) {
        return Ok(known.clone());
    }
    if written && std::fs::metadata(place)?.len() > MOST {
        return Err(std::io::Error::other(format!("it is larger than {} MB, and no text is", MOST / 1_000_000)));
    }
    let contents = match String::from_utf8(std::fs::read(place)?) {
        Ok(text) => Contents::Text(text.into()),
        Err(error) => Contents::Other(error.into_bytes().into()),
    };
    // The same text stays the same value, so that later stages see at once that nothing has changed.
    let contents = match (before.map(|known| &known.contents), contents) {
        (Some(Contents::Text(old)), Contents::Text(new)) if *old == new => Contents::Text(Arc::clone(old)),
        (_, contents) => contents,
    };
    Ok(Known { stamp, contents })
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
