//! Resolves the targets of links: a note's path, its name, an anchor, a term or an alias leads to a draft.
//!
//! Paths are relative to the file with the link, and never lead out of the input.

use crate::draft::Draft;
use std::collections::HashMap;

/// The names by which links refer to drafts, in lower case, and the drafts' positions.
pub(super) struct DraftNames(HashMap<String, usize>);

impl DraftNames {
    pub(super) fn new(drafts: &[Draft], slugs: &[String]) -> Self {
        let mut known = HashMap::new();
        let mut add = |name: &str, at: usize| {
            known.entry(name.trim().to_lowercase()).or_insert(at);
        };
        // The first target, a note's path, takes precedence over any other name.
        for (at, draft) in drafts.iter().enumerate() {
            draft.targets.first().into_iter().for_each(|name| add(name, at));
        }
        for (at, draft) in drafts.iter().enumerate() {
            draft.targets.iter().for_each(|name| add(name, at));
            add(&draft.term, at);
            add(&slugs[at], at);
        }
        for (at, draft) in drafts.iter().enumerate() {
            draft.aliases.iter().chain(&draft.avoid).chain(&draft.superseded).for_each(|name| add(name, at));
            add(&crate::address::anchor(&draft.term), at);
        }
        Self(known)
    }

    /// Returns the draft that a link in the file `from` leads to.
    pub(super) fn find(&self, target: &str, from: &str) -> Option<usize> {
        let target = unescaped(target.trim());
        let get = |name: &str| self.0.get(&name.to_lowercase()).copied();
        let (file, fragment) = target.split_once('#').unwrap_or((&target, ""));
        if file.is_empty() {
            // On a page of many terms, a fragment names a term.
            return get(fragment).filter(|_| !fragment.is_empty());
        }
        if file.contains("://") {
            return None;
        }
        let file = file.split('?').next().unwrap_or(file).trim_end_matches('/');
        let stem =
            [".md", ".markdown", ".mdx", ".html"].iter().fold(file, |file, end| file.strip_suffix(end).unwrap_or(file));
        let stem = ["/index", "/_index"].iter().fold(stem, |stem, end| stem.strip_suffix(end).unwrap_or(stem));
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_page = from.rsplit('/').next() == Some(&format!("{}.md", file.rsplit('/').next().unwrap_or_default()));
        if is_page && !fragment.is_empty() {
            return get(fragment);
        }
        let last = stem.rsplit('/').next().unwrap_or(stem);
        get(&joined(folder, stem)).or_else(|| get(stem.trim_start_matches('/'))).or_else(|| get(last))
    }
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
    if !target.contains('%') {
        return target.to_owned();
    }
    let bytes = target.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| target.get(at + 1..at + 3)).flatten();
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| target.to_owned())
}
