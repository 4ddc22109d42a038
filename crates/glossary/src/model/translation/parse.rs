//! Parses a translation into a document: its own words, and everything else from its original.
//!
//! 1. [`TranslationCache::documents`] returns every entry in a language: translated, or as in the default language.
//! 2. A translation is parsed again if its text or its original changed, and otherwise taken from the cache.
//!
//! Problems point into the translation's own file; those of the original are not reported again.

use crate::model::config::{Config, Language, Requirement};
use crate::model::document::{Document, Parsed, Translation};
use crate::model::front_matter::{self, MAX_DEFINITION_CHARS};
use crate::model::front_matter_reader::check_words;
use crate::model::translation::files::{self, KEY, TranslationFile};
use crate::model::translation::front::{TranslatedFront, parts};
use crate::model::translation::source_hash::SourceHash;
use crate::syntax::definition::{self, DefinitionPlace};
use crate::syntax::dialect::Dialect;
use crate::syntax::lead::lead;
use crate::syntax::source_body::Body;
use rayon::prelude::*;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::yaml;
use rooflight_source::yaml_path;
use std::collections::HashMap;

/// The translations into one language, as they were parsed last.
#[derive(Debug, Default)]
pub struct TranslationCache {
    dialect: Dialect,
    require: Vec<Requirement>,
    /// By the path of the translation.
    cached: HashMap<String, CachedTranslation>,
}

#[derive(Debug, Clone)]
struct CachedTranslation {
    file: SourceFile,
    original: Document,
    parsed: Option<Document>,
    problems: Vec<Diagnostic>,
}

impl TranslationCache {
    /// Returns every entry in the language, in the order of the originals; `config` has the settings of the whole site.
    pub fn documents(
        &mut self,
        originals: &[Document],
        language: &Language,
        config: &Config,
        sources: &Sources,
        problems: &mut Vec<Diagnostic>,
    ) -> Vec<Document> {
        if (&self.dialect, &self.require) != (&config.dialect(), &config.require) {
            *self = Self { dialect: config.dialect(), require: config.require.clone(), cached: HashMap::new() };
        }
        let by_path: HashMap<&str, &Document> =
            originals.iter().map(|document| (document.path.as_str(), document)).collect();
        let files = files::of_language(sources, config, language);
        let pairs: Vec<(&SourceFile, &Document)> = files
            .iter()
            .filter_map(|TranslationFile { file, original }| Some((*file, *by_path.get(original.as_str())?)))
            .collect();
        let before = std::mem::take(&mut self.cached);
        let read = |(file, original): &(&SourceFile, &Document)| {
            let cached = before.get(&file.path).filter(|one| one.file.same(file) && one.original.same(original));
            cached.cloned().unwrap_or_else(|| {
                let mut problems = Vec::new();
                let parsed = translation(file, original, config, &mut problems);
                CachedTranslation { file: (*file).clone(), original: (*original).clone(), parsed, problems }
            })
        };
        let all: Vec<CachedTranslation> = pairs.par_iter().map(read).collect();
        problems.extend(all.iter().flat_map(|one| one.problems.iter().cloned()));
        let made: HashMap<&str, &Document> =
            all.iter().filter_map(|one| Some((one.original.path.as_str(), one.parsed.as_ref()?))).collect();
        let documents =
            originals.iter().map(|original| made.get(original.path.as_str()).copied().unwrap_or(original).clone());
        let documents = documents.collect();
        self.cached = all.into_iter().map(|one| (one.file.path.clone(), one)).collect();
        documents
    }
}

/// Parses a translation; one that cannot be used is reported and left out.
#[must_use]
pub fn translation(
    file: &SourceFile,
    original: &Document,
    config: &Config,
    problems: &mut Vec<Diagnostic>,
) -> Option<Document> {
    let (range, mut start) = front_matter::split(file, problems)?;
    let front: Option<TranslatedFront> =
        yaml::decode::<Option<TranslatedFront>>(&file.path, &file.text, range.clone(), problems)
            .map(Option::unwrap_or_default);
    let has_definition = front.as_ref().is_none_or(|front| front.definition.is_some());
    let limit = usize::try_from(MAX_DEFINITION_CHARS).unwrap_or(usize::MAX);
    let is_lead = !has_definition && !config.require.contains(&Requirement::Definition);
    let lead = if is_lead { lead(&file.text[start..], limit, config.emoji) } else { None };
    let place = match (&lead, front.as_ref().and_then(|front| front.definition.as_deref())) {
        (Some(lead), _) => DefinitionPlace::Lead(start + lead.range.start..start + lead.range.end),
        (None, Some(text)) => {
            let place;
            (place, start) = definition::in_front(&file.text, start, front_matter::definition(file, &range), text);
            place
        }
        (None, None) => DefinitionPlace::Front(range.start..range.start, &original.front.definition),
    };
    let body = Body::with_definition(file, start, place, config.dialect(), problems);
    let mut front = front?;
    if let Some(lead) = lead {
        front.definition = Some(lead.text);
    }
    let made_from = front.translation_of.as_deref().and_then(SourceHash::read);
    if made_from.is_none() {
        let place = match front.translation_of {
            Some(_) => yaml::location(&file.path, &file.text, &range, yaml_path![KEY]),
            None => Location::new(&file.path, range.start..range.start),
        };
        problems.push(messages::no_translation_hash(place, front.translation_of.as_deref(), &original.slug));
    }
    let keys = front.over(&original.front);
    if !check_words(file, &range, &keys, problems) {
        return None;
    }
    let now = source_hash(original);
    Some(Document::new(Parsed {
        path: file.path.clone(),
        id: original.id.clone(),
        slug: original.slug.clone(),
        folder: original.folder,
        front: keys,
        front_range: range,
        places: yaml::Places::default(),
        body,
        translation: Some(Translation { lags: made_from.as_ref() != Some(&now), original: original.clone() }),
    }))
}

/// Returns the hash of an original as it is now.
#[must_use]
pub fn source_hash(original: &Document) -> SourceHash {
    let file = SourceFile::new(original.path.clone(), original.body.file());
    SourceHash::of(&parts(&file).unwrap_or_default())
}
