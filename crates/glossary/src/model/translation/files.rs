//! The files of translations, by their paths alone.
//!
//! 1. `content/de/glossary/kv-cache.md` translates `content/glossary/kv-cache.md`, and so does
//!    `content/glossary/kv-cache.de.md`; subfolders are the same on both sides.
//! 2. [`originals`] are the entries without these.
//! 3. [`check`] reports translations without an original, a second one of the same entry, and one in a language that
//!    the settings do not name.

use crate::model::config::{Config, Language};
use crate::model::document::GLOSSARY;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::file::{SourceFile, Sources};
use std::collections::{BTreeMap, BTreeSet};

/// The key by which a file says that it is a translation.
pub const KEY: &str = "translation_of";

/// A translation and the path of the original that it belongs to.
#[derive(Debug, Clone)]
pub struct TranslationFile<'a> {
    /// The translation.
    pub file: &'a SourceFile,
    /// The path of the original, which may be gone.
    pub original: String,
}

/// The files of entries in the default language, in the order of their paths.
#[must_use]
pub fn originals<'a>(sources: &'a Sources, config: &Config) -> Vec<&'a SourceFile> {
    let all = sources.below(GLOSSARY, "md");
    all.filter(|file| beside(file, &config.languages).is_none() && foreign(file).is_none()).collect()
}

/// The translations into a language, in the order of their originals; of two of one entry the first.
#[must_use]
pub fn of_language<'a>(sources: &'a Sources, config: &Config, language: &Language) -> Vec<TranslationFile<'a>> {
    let mut found = BTreeMap::new();
    for one in all(sources, config, language) {
        found.entry(one.original.clone()).or_insert(one);
    }
    found.into_values().collect()
}

fn all<'a>(sources: &'a Sources, config: &Config, language: &Language) -> Vec<TranslationFile<'a>> {
    let folder = format!("{}/glossary/", language.folder());
    let in_folder = sources.content.iter().filter_map(|file| {
        let inside = file.path.strip_prefix(&folder).filter(|inside| inside.ends_with(".md"))?;
        Some(TranslationFile { file, original: format!("{GLOSSARY}/{inside}") })
    });
    let mut found: Vec<TranslationFile<'a>> = in_folder.collect();
    found.extend(sources.below(GLOSSARY, "md").filter_map(|file| {
        let (original, of) = beside(file, &config.languages)?;
        (of == language).then_some(TranslationFile { file, original })
    }));
    found
}

/// Reports what of the translations' files cannot be used.
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
    for file in sources.below(GLOSSARY, "md").filter(|file| beside(file, &config.languages).is_none()) {
        if let Some(tag) = foreign(file) {
            problems.push(messages::unknown_language(&file.path, tag));
        }
    }
}

/// The original and the language of a file that stands beside it.
fn beside<'a>(file: &SourceFile, languages: &'a [Language]) -> Option<(String, &'a Language)> {
    let stem = file.path.strip_suffix(".md")?;
    languages.iter().find_map(|language| {
        let original = stem.strip_suffix(&**language)?.strip_suffix('.')?;
        Some((format!("{original}.md"), language))
    })
}

/// The language in the name of a file that calls itself a translation.
fn foreign(file: &SourceFile) -> Option<&str> {
    let (_, tag) = file.stem().rsplit_once('.')?;
    let front = file.text.split("\n---").next().unwrap_or_default();
    let says_so = front.lines().any(|line| line.strip_prefix(KEY).is_some_and(|rest| rest.starts_with(':')));
    says_so.then_some(tag)
}
