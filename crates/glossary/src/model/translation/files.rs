//! Finds the files of translations, by their paths.
//!
//! 1. `content/de/glossary/kv-cache.md` translates `content/glossary/kv-cache.md`, and so does
//!    `content/glossary/kv-cache.de.md`; subfolders are the same on both sides.
//! 2. A file such as `kv-cache.xx.md`, in a language that the settings do not name, is a translation if it has [`KEY`].
//! 3. [`originals`] returns the entries without these files.
//! 4. [`check`] reports translations without an original, all but the first of an entry, and those in a language that
//!    the settings do not name.

use crate::model::config::{Config, Language};
use crate::model::document::GLOSSARY;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::file::{SourceFile, Sources};
use std::collections::{BTreeMap, BTreeSet};

/// The key that marks a file as a translation, with the hash of its original.
pub const KEY: &str = "translation_of";

/// A translation and the path of the original that it belongs to.
#[derive(Debug, Clone)]
pub struct TranslationFile<'a> {
    /// The translation.
    pub file: &'a SourceFile,
    /// The path of the original, which may be gone.
    pub original: String,
}

/// Returns the files of entries in the default language, in the order of their paths.
#[must_use]
pub fn originals<'a>(sources: &'a Sources, config: &Config) -> Vec<&'a SourceFile> {
    let all = sources.below(GLOSSARY, "md");
    all.filter(|file| next_to_original(file, &config.languages).is_none() && language_in_name(file).is_none()).collect()
}

/// Returns the translations into a language, in the order of their originals; of two translations of an entry the
/// first.
#[must_use]
pub fn of_language<'a>(sources: &'a Sources, config: &Config, language: &Language) -> Vec<TranslationFile<'a>> {
    let mut found = BTreeMap::new();
    for one in all(sources, config, language) {
        found.entry(one.original.clone()).or_insert(one);
    }
    found.into_values().collect()
}

/// Returns all translations into a language, also those of the same entry.
fn all<'a>(sources: &'a Sources, config: &Config, language: &Language) -> Vec<TranslationFile<'a>> {
    let folder = format!("{}/glossary/", language.folder());
    let in_folder = sources.content.iter().filter_map(|file| {
        let inside = file.path.strip_prefix(&folder).filter(|inside| inside.ends_with(".md"))?;
        Some(TranslationFile { file, original: format!("{GLOSSARY}/{inside}") })
    });
    let mut found: Vec<TranslationFile<'a>> = in_folder.collect();
    found.extend(sources.below(GLOSSARY, "md").filter_map(|file| {
        let (original, of) = next_to_original(file, &config.languages)?;
        (of == language).then_some(TranslationFile { file, original })
    }));
    found
}

/// Reports the translations' files that cannot be used.
pub fn check(sources: &Sources, config: &Config, problems: &mut Vec<Diagnostic>) {
    let originals: BTreeSet<&str> = originals(sources, config).into_iter().map(|file| file.path.as_str()).collect();
    for language in &config.languages {
        let mut first: BTreeMap<String, &str> = BTreeMap::new();
        for TranslationFile { file, original } in all(sources, config, language) {
            if !originals.contains(original.as_str()) {
                problems.push(messages::orphaned_translation(&file.path, &original, originals.iter().copied()));
            } else if let Some(other) = first.get(&original) {
                problems.push(messages::translated_twice(&file.path, other));
            }
            first.entry(original).or_insert(&file.path);
        }
    }
    for file in sources.below(GLOSSARY, "md").filter(|file| next_to_original(file, &config.languages).is_none()) {
        if let Some(tag) = language_in_name(file) {
            problems.push(messages::unknown_language(&file.path, tag));
        }
    }
}

/// Returns the original's path and the language of a translation in the same folder, such as `kv-cache.de.md`.
fn next_to_original<'a>(file: &SourceFile, languages: &'a [Language]) -> Option<(String, &'a Language)> {
    let stem = file.path.strip_suffix(".md")?;
    languages.iter().find_map(|language| {
        let original = stem.strip_suffix(&**language)?.strip_suffix('.')?;
        Some((format!("{original}.md"), language))
    })
}

/// Returns the language in the name of a file that has [`KEY`] in its front matter.
fn language_in_name(file: &SourceFile) -> Option<&str> {
    let (_, tag) = file.stem().rsplit_once('.')?;
    let front = file.text.split("\n---").next().unwrap_or_default();
    let has_key = front.lines().any(|line| line.strip_prefix(KEY).is_some_and(|rest| rest.starts_with(':')));
    has_key.then_some(tag)
}
