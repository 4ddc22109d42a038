//! The further languages of a site: each is prepared like a separate site, from the same files and catalog.
//!
//! 1. Settings, strings, templates and scripts are read in that language.
//! 2. Its entries are the translations, or the originals where no translation exists; they link each other.
//! 3. Calculators use the catalog of the default language, and files that do not depend on the language are written
//!    once, for the default language.
//!
//! Problems of originals are not reported again.

use crate::cache::FurtherCache;
use crate::site::assets::Assets;
use crate::site::inputs::Inputs;
use crate::site::languages::{Languages, Version};
use crate::writers::html::theme::Theme;
use rooflight_glossary::link::inputs::LinkInputs;
use rooflight_glossary::link::{self, Glossary};
use rooflight_glossary::model::comparison::Comparison;
use rooflight_glossary::model::config::{Config, Language};
use rooflight_glossary::model::document::Document;
use rooflight_source::diagnostic::{Diagnostic, Severity};
use rooflight_source::file::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A further language, read and linked.
#[derive(Debug)]
pub struct FurtherSite {
    /// The settings in this language.
    pub config: Config,
    /// The entries with links resolved: translations, and originals where there is none.
    pub glossary: Glossary,
    /// The static files with their hashed names.
    pub(crate) assets: Arc<Assets>,
    /// The parsed templates.
    pub(crate) theme: Arc<Theme>,
    /// All languages, with this one as the current one.
    pub(crate) languages: Languages,
}

/// The parts of the default language that further languages are made from.
pub(crate) struct Originals<'a> {
    /// The site's source files.
    pub(crate) sources: &'a Sources,
    /// The settings in the default language.
    pub(crate) config: &'a Config,
    /// The published entries, then the drafts, in the default language.
    pub(crate) documents: [&'a [Document]; 2],
    /// The comparisons, which exist only in the default language.
    pub(crate) comparisons: &'a [Comparison],
    /// The static files in the default language.
    pub(crate) assets: &'a Arc<Assets>,
    /// Whether drafts are built too.
    pub(crate) drafts: bool,
}

/// Reads and links every further language; also returns all languages, with the default one as the current one.
/// Languages that cannot be read are left out, with a problem.
pub(crate) fn sites(
    originals: &Originals<'_>,
    caches: &mut BTreeMap<String, FurtherCache>,
    problems: &mut Vec<Diagnostic>,
) -> (Vec<FurtherSite>, Languages) {
    let config = originals.config;
    caches.retain(|tag, _| config.languages.iter().any(|language| **language == **tag));
    let mut versions = vec![Version {
        language: config.language.clone(),
        folder: String::new(),
        base_url: config.base_url.clone(),
        translated: None,
    }];
    let mut made = Vec::new();
    for language in &config.languages {
        let cache = caches.entry(language.to_string()).or_default();
        if let Some(site) = PreparedLanguage::new(originals, language, cache, problems) {
            versions.push(site.version());
            made.push(site);
        }
    }
    let all: Arc<[Version]> = versions.into();
    let sites = made.into_iter().enumerate().map(|(at, site)| FurtherSite {
        config: site.config,
        glossary: site.glossary,
        assets: site.assets,
        theme: site.theme,
        languages: Languages { all: Arc::clone(&all), own: at + 1 },
    });
    (sites.collect(), Languages { all, own: 0 })
}

/// A further language before the list of all languages is complete.
struct PreparedLanguage {
    config: Config,
    glossary: Glossary,
    assets: Arc<Assets>,
    theme: Arc<Theme>,
}

impl PreparedLanguage {
    fn new(
        originals: &Originals<'_>,
        language: &Language,
        cache: &mut FurtherCache,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let Originals { sources, drafts, .. } = originals;
        let config = originals.config.localized(language, sources, problems)?;
        let mut found = Vec::new();
        let theme = cache.theme.read(sources, Some(&config), &mut found);
        let mut read = |documents: &[Document], cache: &mut FurtherCache, at: usize| {
            cache.translations[at].documents(documents, language, originals.config, sources, problems)
        };
        let [published, hidden] = originals.documents;
        let published = read(published, cache, 0);
        let hidden = read(hidden, cache, 1);
        // If a translation is a draft, its entry appears in the default language.
        let shown = |document: Document| match &document.translation {
            Some(made) if document.front.draft && !drafts => made.original.clone(),
            _ => document,
        };
        let published: Vec<Document> = published.into_iter().map(shown).collect();
        let inputs = LinkInputs { comparisons: originals.comparisons.to_vec(), ..LinkInputs::default() };
        let glossary = link::glossary(published, hidden, inputs, &config, &mut cache.links, &mut found);
        let own: BTreeSet<&str> = translations(&glossary).map(|document| document.path.as_str()).collect();
        // Warnings about an original are reported with the default language.
        let is_new =
            |problem: &Diagnostic| own.contains(&*problem.location.file) || problem.severity == Severity::Error;
        for problem in found.into_iter().filter(is_new) {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        let assets = cache.assets.read(sources, &config.strings, originals.assets);
        Some(Self { config, glossary, assets, theme: theme? })
    }

    fn version(&self) -> Version {
        Version {
            language: self.config.language.clone(),
            folder: self.config.language.address(),
            base_url: self.config.base_url.clone(),
            translated: Some(translations(&self.glossary).map(|document| document.id.clone()).collect()),
        }
    }
}

/// Returns the entries that are translations.
fn translations(glossary: &Glossary) -> impl Iterator<Item = &Document> {
    glossary.entries.iter().map(|entry| &entry.document).filter(|document| document.translation.is_some())
}

impl FurtherSite {
    /// Returns the content as writers read it, with the default language's as `original`.
    #[must_use]
    pub fn inputs<'a>(&'a self, original: &'a Inputs<'a>) -> Inputs<'a> {
        Inputs {
            config: &self.config,
            glossary: &self.glossary,
            catalog: None,
            estimator: None,
            assets: &self.assets,
            languages: &self.languages,
            original: Some(original),
            ..*original
        }
    }
}
