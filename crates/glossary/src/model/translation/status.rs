//! How the translations of a site stand to their originals.
//!
//! 1. [`list`] gives every original a state in each further language, and names the translations without one.
//! 2. [`changes`] says what differs between the version that was translated and the original as it is.
//! 3. [`accepted`] writes the version of the original into the text of a translation.
//!
//! The text of an older version is not kept anywhere here; whoever asks brings it.

use crate::model::config::{Config, Language};
use crate::model::document::Document;
use crate::model::front_matter::split;
use crate::model::translation::files::{self, KEY, TranslationFile, originals};
use crate::model::translation::fingerprint::Fingerprint;
use crate::model::translation::front::{Part, TranslatedFront};
use crate::model::translation::parse::fingerprint;
use rooflight_source::file::{SourceFile, Sources};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a translation stands to its original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// There is none.
    Missing,
    /// The original has changed since, or the translation does not say which version it was made from.
    Lagging,
    /// The original is gone.
    Orphaned,
    /// It was made from the original as it is.
    Current,
}

/// An entry in a further language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The language.
    pub language: Language,
    /// The name of the entry in its address.
    pub slug: String,
    /// The path of the original.
    pub original: String,
    /// The path of the translation, if there is one.
    pub path: Option<String>,
    /// How it stands.
    pub state: State,
    /// The version that it was made from, as far as it says so.
    pub made_from: Option<Fingerprint>,
    /// The version of the original as it is.
    pub now: Option<Fingerprint>,
}

/// Every entry in every further language: by language, then by the path of the original. Drafts need no translation.
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
            let (made_from, now) = (translation.and_then(version), fingerprint(document));
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
            made_from: version(file),
            now: None,
        }));
    }
    all
}

/// The version that a translation says it was made from.
fn version(file: &SourceFile) -> Option<Fingerprint> {
    let (range, _) = split(file, &mut Vec::new())?;
    let front: TranslatedFront = yaml_serde::from_str(file.text.get(range)?).ok()?;
    Fingerprint::read(&front.translation_of?)
}

/// A part of an original that is not what it was: lines that went, and lines that came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The key of the front matter, or `body`.
    pub key: &'static str,
    /// Lines of the older version that are gone.
    pub removed: Vec<String>,
    /// Lines that came.
    pub added: Vec<String>,
}

/// The parts that differ between two versions of an original.
#[must_use]
pub fn changes(before: &[Part], now: &[Part]) -> Vec<Change> {
    let text = |parts: &[Part], key: &str| {
        parts.iter().find(|part| part.key == key).map(|part| part.text.clone()).unwrap_or_default()
    };
    let mut keys: Vec<&'static str> = now.iter().map(|part| part.key).collect();
    keys.extend(before.iter().map(|part| part.key).filter(|key| now.iter().all(|part| part.key != *key)));
    let change = |key: &'static str| {
        let (old, new) = (text(before, key), text(now, key));
        let (removed, added) = (without(&old, &new), without(&new, &old));
        (old != new).then_some(Change { key, removed, added })
    };
    keys.into_iter().filter_map(change).collect()
}

/// The lines of a text that another has not, as often as it has them more often.
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

/// The text of a translation that names this version of its original: only the line of that key is written anew. `None`
/// for a text without front matter.
#[must_use]
pub fn accepted(file: &SourceFile, version: &Fingerprint) -> Option<String> {
    let (range, _) = split(file, &mut Vec::new())?;
    let (before, rest) = (file.text.get(..range.start)?, file.text.get(range.start..)?);
    let newline = if before.ends_with("\r\n") { "\r\n" } else { "\n" };
    let line = format!("{KEY}: {version}");
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
