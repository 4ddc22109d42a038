//! Reads a site's folder into [`Sources`].
//!
//! 1. Every Markdown and YAML file below `content/`, in the order of the paths.
//! 2. The built-in templates and static files, each replaced by a file of the same name in the site's own folders.
//!
//! A file that cannot be read or is not UTF-8 becomes a diagnostic, and the others are read all the same.

use super::builtin;
use crate::diagnostic::{Diagnostic, line_column, messages};
use crate::source::{SourceFile, Sources};
use std::collections::BTreeMap;
use std::path::Path;
use walkdir::WalkDir;

/// Reads the site at `root`.
#[must_use]
pub fn load(root: &Path) -> Sources {
    let mut problems = Vec::new();
    if !root.join("content").is_dir() {
        let help = "run rooflight in a folder that has `content/`, or name one with --root";
        problems.push(messages::no_content("content", help));
    }
    let content = files(root, "content", &mut problems)
        .into_iter()
        .filter(|(path, _)| path.ends_with(".md") || path.ends_with(".yaml"))
        .filter_map(|(path, bytes)| text(path, bytes, &mut problems))
        .collect();
    let mut templates: BTreeMap<String, String> =
        builtin::templates().map(|(name, text)| (name, text.to_owned())).collect();
    for (path, bytes) in files(root, "templates", &mut problems) {
        let name = path.trim_start_matches("templates/").to_owned();
        templates.extend(text(path, bytes, &mut problems).map(|file| (name, file.text)));
    }
    let mut statics: BTreeMap<String, Vec<u8>> =
        builtin::statics().map(|(name, bytes)| (name, bytes.to_vec())).collect();
    let own = files(root, "static", &mut problems);
    statics.extend(own.into_iter().map(|(path, bytes)| (path.trim_start_matches("static/").to_owned(), bytes)));
    let templates = templates.into_iter().map(|(name, text)| SourceFile::new(name, text)).collect();
    Sources { content, templates, statics, problems }
}

/// Every file below `root/folder`, by its path relative to the root; hidden ones are left out.
fn files(root: &Path, folder: &str, problems: &mut Vec<Diagnostic>) -> Vec<(String, Vec<u8>)> {
    let start = root.join(folder);
    if !start.exists() {
        return Vec::new();
    }
    let visible =
        |entry: &walkdir::DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
    let mut found = Vec::new();
    for entry in WalkDir::new(&start).follow_links(true).sort_by_file_name().into_iter().filter_entry(visible) {
        let entry = match entry {
            Ok(entry) if entry.file_type().is_file() => entry,
            Ok(_) => continue,
            Err(error) => {
                let path = error.path().map_or_else(|| folder.to_owned(), |path| relative(root, path));
                problems.push(messages::unreadable(&path, &reason(error.io_error())));
                continue;
            }
        };
        let path = relative(root, entry.path());
        match std::fs::read(entry.path()) {
            Ok(bytes) => found.push((path, bytes)),
            Err(error) => problems.push(messages::unreadable(&path, &reason(Some(&error)))),
        }
    }
    found.sort();
    found
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn reason(error: Option<&std::io::Error>) -> String {
    error.map_or_else(|| "it links to itself".to_owned(), ToString::to_string)
}

fn text(path: String, bytes: Vec<u8>, problems: &mut Vec<Diagnostic>) -> Option<SourceFile> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(SourceFile::new(path, text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
            let (line, column) = line_column(&before, before.len());
            problems.push(messages::not_utf8(&path, line, column));
            None
        }
    }
}
