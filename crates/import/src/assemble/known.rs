//! Resolves the targets of links: a note's path, its name, an anchor, a term or an alias leads to a draft.
//!
//! Paths are relative to the file with the link, and never lead out of the input.

use crate::draft::Draft;
use crate::{headword, markup};
use std::collections::HashMap;

/// The drafts' positions by the ways in which links refer to them, in lower case.
#[derive(Default)]
pub(super) struct DraftNames {
    /// By the path of a file with one term.
    paths: HashMap<String, usize>,
    /// By `path#anchor`.
    anchors: HashMap<String, usize>,
    /// By term, alias, address, or name of a file.
    names: HashMap<String, usize>,
    /// The file of each draft, without extension, and the name of its folder.
    files: Vec<(String, String)>,
    /// The name of the input, without extension.
    input: String,
}

/// Extensions of files and the ends of addresses that mean a folder.
const ENDS: [&str; 6] = [".md", ".markdown", ".mdx", ".html", "/index", "/_index"];

impl DraftNames {
    pub(super) fn new(drafts: &[Draft], slugs: &[String], input: &str) -> Self {
        let mut found = Self { input: stem(input).to_lowercase(), ..Self::default() };
        for (at, draft) in drafts.iter().enumerate() {
            let file = stem(&draft.origin.file).to_lowercase();
            let folder = draft.origin.file.rsplit_once('/').map_or(input, |(folder, _)| folder);
            let folder = last(folder).trim_start_matches('_').to_lowercase();
            // A note's first target is its path, which takes precedence over any other name.
            if let Some(path) = draft.targets.first().filter(|path| stem(path).to_lowercase() == file) {
                found.name(path, at);
                found.paths.entry(file.clone()).or_insert(at);
            }
            found.files.push((file, folder));
        }
        for (at, draft) in drafts.iter().enumerate() {
            for name in draft.targets.iter().chain([&crate::address::anchor(&draft.term), &slugs[at]]) {
                found.anchor(name, at);
            }
            draft.targets.iter().chain([&draft.term, &slugs[at]]).for_each(|name| found.name(name, at));
        }
        for (at, draft) in drafts.iter().enumerate() {
            for name in [&draft.term].into_iter().chain(&draft.aliases).chain(&draft.avoid).chain(&draft.superseded) {
                found.name(name, at);
                found.name(&crate::address::anchor(name), at);
            }
        }
        // Anchors inside a text lead to its entry.
        for (at, draft) in drafts.iter().enumerate() {
            for name in [&draft.definition, &draft.body].into_iter().flat_map(|text| markup::anchors(text)) {
                found.anchor(&name, at);
                found.name(&name, at);
            }
        }
        found
    }

    fn name(&mut self, name: &str, at: usize) {
        self.names.entry(name.trim().to_lowercase()).or_insert(at);
    }

    fn anchor(&mut self, name: &str, at: usize) {
        let key = format!("{}#{}", self.files[at].0, name.to_lowercase());
        self.anchors.entry(key).or_insert(at);
    }

    /// Returns the draft that a link in the file `from` leads to.
    pub(super) fn find(&self, target: &str, from: &str) -> Option<usize> {
        let target = unescaped(target.trim()).to_lowercase();
        let get = |name: &str| self.names.get(name).copied();
        let (file, fragment) = target.split_once('#').unwrap_or((&target, ""));
        let from = from.to_lowercase();
        let anchor = |path: &str| self.anchors.get(&format!("{path}#{fragment}")).filter(|_| !fragment.is_empty());
        if file.is_empty() {
            // On a page of many terms, a fragment names a term; the pages of a book share their anchors.
            return anchor(stem(&from)).copied().or_else(|| get(fragment)).filter(|_| !fragment.is_empty());
        }
        if file.contains("://") {
            return None;
        }
        let file = file.split('?').next().unwrap_or(file).trim_end_matches('/');
        let path = stem(file);
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        // An address is relative to the file, to a folder of the file's name, or to the input.
        let places = [joined(folder, path), joined(stem(&from), path), joined("", path)];
        let found = places.iter().find_map(|place| anchor(place));
        if let Some(found) = found.or_else(|| places.iter().find_map(|place| self.paths.get(place))) {
            return Some(*found);
        }
        let name = last(path);
        if name == last(stem(&from)) && !fragment.is_empty() {
            return get(fragment);
        }
        let found = get(name)?;
        let (own, folder) = &self.files[found];
        let Some((above, _)) = path.rsplit_once('/') else {
            // The name of a file leads to that file alone, and a bare name to any entry of that name.
            return (path.len() == file.len() || last(own) == name).then_some(found);
        };
        // Another page may have the name of a term, so its folder counts, too.
        let above = last(above).trim_start_matches('_');
        let is_markdown = file.len() > path.len() && !file.ends_with(".html");
        let is_near = matches!(above, "" | "." | "..");
        let is_listed = above == self.input || above == folder || headword::names_glossary(above);
        (!is_markdown && (is_near || is_listed)).then_some(found)
    }
}

/// Returns a path without the extension of a page.
fn stem(path: &str) -> &str {
    ENDS.iter().fold(path, |path, end| path.strip_suffix(end).unwrap_or(path))
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Resolves a path relative to a folder, without `.` and `..`.
pub(super) fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}

/// Decodes percent escapes; returns the target unchanged if they are not UTF-8.
pub(super) fn unescaped(target: &str) -> String {
    let mut parts = target.split('%');
    let mut out = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(byte.unwrap_or(b'%'));
        out.extend_from_slice(&part.as_bytes()[if byte.is_some() { 2 } else { 0 }..]);
    }
    String::from_utf8(out).unwrap_or_else(|_| target.to_owned())
}
