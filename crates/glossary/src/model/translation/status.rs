//! Compares the translations of a site with their originals.
//!
//! 1. [`list`] returns the state of every original in each further language, and the translations without an original.
//! 2. [`changes`] returns the differences between the version that was translated and the original as it is.
//! 3. [`accepted`] writes the hash of the original into the text of a translation.
//!
//! The text of older versions is not kept here: the caller provides it.

use crate::model::config::{Config, Language};
use crate::model::document::Document;
use crate::model::front_matter::split;
use crate::model::translation::files::{self, KEY, TranslationFile, originals};
use crate::model::translation::front::{OriginalPart, TranslatedFront};
use crate::model::translation::parse::source_hash;
use crate::model::translation::source_hash::SourceHash;
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::yaml;
use serde::Serialize;
use std::collections::BTreeMap;

rooflight_primitives::variants! {
    /// The state of a translation relative to its original.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum State [
        /// The state in words.
        pub words: &'static str,
    ] {
        /// There is no translation.
        Missing = "missing",
        /// The original has changed since, or the translation does not say which version it was made from.
        Lagging = "lagging",
        /// The original is gone.
        Orphaned = "orphaned",
        /// It was made from the original as it is.
        Current = "up to date",
    }
}

/// An entry in a further language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The language.
    pub language: Language,
    /// The last part of the entry's address.
    pub slug: String,
    /// The path of the original.
    pub original: String,
    /// The path of the translation, if there is one.
    pub path: Option<String>,
    /// The state of the translation.
    pub state: State,
    /// The hash of the original that it was made from, if it names one.
    pub made_from: Option<SourceHash>,
    /// The hash of the original as it is; `None` if the original is gone.
    pub now: Option<SourceHash>,
}

/// Returns every entry in every further language: by language, then by the path of the original; translations without
/// an original come last in a language. Drafts need no translation.
#[must_use]
pub fn list(sources: &Sources, config: &Config, documents: &[Document]) -> Vec<Status> {
    let files = originals(sources, config);
    let documents: BTreeMap<&str, &Document> =
        documents.iter().map(|document| (document.path.as_str(), document)).collect();
    let mut all = Vec::new();
    for language in &config.languages {
        let translations = files::of_language(sources, config, language);
        let mut by_original: BTreeMap<&str, &SourceFile> =
            translations.iter().map(|TranslationFile { file, original }| (original.as_str(), *file)).collect();
        for original in &files {
            let translation = by_original.remove(original.path.as_str());
            let Some(document) = documents.get(original.path.as_str()) else { continue };
            if translation.is_none() && document.front.draft {
                continue;
            }
            let (made_from, now) = (translation.and_then(stated_hash), source_hash(document));
            let state = match (translation, &made_from) {
                (None, _) => State::Missing,
                (Some(_), Some(from)) if *from == now => State::Current,
                (Some(_), _) => State::Lagging,
            };
            all.push(Status {
                language: language.clone(),
                slug: document.slug.clone(),
                original: original.path.clone(),
                path: translation.map(|file| file.path.clone()),
                state,
                made_from,
                now: Some(now),
            });
        }
        let orphans = by_original.into_iter().filter(|(path, _)| files.iter().all(|file| file.path != **path));
        all.extend(orphans.map(|(original, file)| Status {
            language: language.clone(),
            slug: original.rsplit('/').next().unwrap_or_default().trim_end_matches(".md").to_owned(),
            original: original.to_owned(),
            path: Some(file.path.clone()),
            state: State::Orphaned,
            made_from: stated_hash(file),
            now: None,
        }));
    }
    all
}

/// Returns the hash of the original that a translation names.
fn stated_hash(file: &SourceFile) -> Option<SourceHash> {
    let (range, _) = split(file, &mut Vec::new())?;
    let front: TranslatedFront = yaml::read(file.text.get(range)?)?;
    SourceHash::read(&front.translation_of?)
}

/// A part of an original that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartDiff {
    /// The key of the front matter, or `body`.
    pub key: &'static str,
    /// Lines of the older version that the newer one lacks.
    pub removed: Vec<String>,
    /// Lines of the newer version that the older one lacks.
    pub added: Vec<String>,
}

/// Returns the parts that differ between two versions of an original.
#[must_use]
pub fn changes(before: &[OriginalPart], now: &[OriginalPart]) -> Vec<PartDiff> {
    let text = |parts: &[OriginalPart], key: &str| {
        parts.iter().find(|part| part.key == key).map(|part| part.text.clone()).unwrap_or_default()
    };
    let mut keys: Vec<&'static str> = now.iter().map(|part| part.key).collect();
    keys.extend(before.iter().map(|part| part.key).filter(|key| now.iter().all(|part| part.key != *key)));
    let change = |key: &'static str| {
        let (old, new) = (text(before, key), text(now, key));
        let (removed, added) = (without(&old, &new), without(&new, &old));
        (old != new).then_some(PartDiff { key, removed, added })
    };
    keys.into_iter().filter_map(change).collect()
}

/// Returns the lines of a text that another lacks, without blank ones. A line that both have, but the other less often,
/// is returned as often as it is missing there.
fn without(text: &str, other: &str) -> Vec<String> {
    let mut there: BTreeMap<&str, usize> = BTreeMap::new();
    for line in other.lines() {
        *there.entry(line).or_default() += 1;
    }
    let is_new = |line: &&str| match there.get_mut(*line) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => !line.is_empty(),
    };
    text.lines().filter(is_new).map(str::to_owned).collect()
}

/// Returns the text of a translation with this hash of its original; nothing but the line of that key changes. `None`
/// for a text without front matter.
#[must_use]
pub fn accepted(file: &SourceFile, hash: &SourceHash) -> Option<String> {
    let (range, _) = split(file, &mut Vec::new())?;
    let (before, rest) = (file.text.get(..range.start)?, file.text.get(range.start..)?);
    let newline = if before.ends_with("\r\n") { "\r\n" } else { "\n" };
    let line = format!("{KEY}: {hash}");
    let mut at = range.start;
    for old in file.text.get(range)?.split_inclusive('\n') {
        if old.strip_prefix(KEY).is_some_and(|value| value.trim_start_matches([' ', '\t']).starts_with(':')) {
            let end = &old[old.trim_end_matches(['\r', '\n']).len()..];
            return Some([file.text.get(..at)?, &line, end, file.text.get(at + old.len()..)?].concat());
        }
        at += old.len();
    }
    Some([before, &line, newline, rest].concat())
}
