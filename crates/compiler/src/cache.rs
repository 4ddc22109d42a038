//! Results of one build that the next one reuses, so that rebuilding after an edit is fast.
//!
//! 1. Unchanged templates are not parsed again, and unchanged static files are not hashed again.
//! 2. Unchanged entries and pages are neither parsed nor highlighted again ([`model::cache`]), and not linked again
//!    unless something that they depend on has changed ([`link::cache`]).
//! 3. An unchanged catalog is not checked again, and its pages are not rendered again unless something
//!    else that they show has changed ([`crate::writers::render::catalog`]).
//! 4. Pictures whose content is unchanged are not drawn again ([`crate::writers::picture`]).
//!
//! Each cache compares all inputs of its work; results are never patched. So a build with a cache gives the same bytes
//! and diagnostics as one without, which a test checks after random edits. No other rendering is cached.

use crate::calibrate::fit_file::{self, Fit};
use crate::calibrate::{self, CalibratedCatalog, carried};
use crate::site::assets::Assets;
use crate::site::run_index::RunIndex;
use crate::writers::html::theme::Theme;
use crate::writers::picture::PictureMemo;
use crate::writers::render::catalog::CatalogMemo;
use rooflight_glossary::link;
use rooflight_glossary::model;
use rooflight_glossary::model::catalog::{self, CATALOG, Catalog};
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::strings::{STRINGS_FILE, Strings};
use rooflight_glossary::model::translation::parse::TranslationCache;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{LargeFile, SourceFile, Sources};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// All caches of a site. `BuildCache::default()` is empty.
#[derive(Debug, Default)]
pub struct BuildCache {
    /// The parsed templates.
    pub theme: Memo<Option<Arc<Theme>>>,
    /// The static files with their hashed names.
    pub assets: AssetsMemo,
    /// The catalog with its estimator.
    pub catalog: Memo<Option<Arc<LoadedCatalog>>>,
    /// Parsed entries and pages.
    pub files: model::cache::FileCache,
    /// Linked entries.
    pub links: link::cache::LinkCache,
    /// Drawn pictures.
    pub pictures: Arc<PictureMemo>,
    /// The caches of the further languages, by language tag.
    pub further: BTreeMap<String, FurtherCache>,
}

/// The caches of a further language.
#[derive(Debug, Default)]
pub struct FurtherCache {
    /// The parsed templates.
    pub(crate) theme: Memo<Option<Arc<Theme>>>,
    /// The static files with their hashed names.
    pub(crate) assets: FurtherAssetsMemo,
    /// Parsed translations: those of published entries, then those of drafts.
    pub(crate) translations: [TranslationCache; 2],
    /// Linked entries.
    pub(crate) links: link::cache::LinkCache,
}

/// The static files of a further language, with the strings and the default language's files that they were made from.
#[derive(Debug, Default)]
pub struct FurtherAssetsMemo(Option<(Arc<Strings>, Arc<Assets>, Arc<Assets>)>);

impl FurtherAssetsMemo {
    /// Returns the files with their hashed names, made again only if the strings or `site` have changed.
    pub(crate) fn read(&mut self, sources: &Sources, strings: &Arc<Strings>, site: &Arc<Assets>) -> Arc<Assets> {
        let is_same =
            |(before, of, _): &(Arc<Strings>, Arc<Assets>, Arc<Assets>)| before == strings && Arc::ptr_eq(of, site);
        let cached = self.0.take().filter(is_same).map(|(.., assets)| assets);
        let made = || Arc::new(Assets::new(&sources.statics, &sources.large, strings).one_folder_down(site));
        let assets = cached.unwrap_or_else(made);
        self.0 = Some((Arc::clone(strings), Arc::clone(site), Arc::clone(&assets)));
        assets
    }
}

/// The result of work that depends only on some files, with those files and the problems that it reported.
#[derive(Debug)]
pub struct Memo<T>(Option<(Vec<SourceFile>, T, Vec<Diagnostic>)>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone> Memo<T> {
    /// Returns the cached result and problems if the files are unchanged, else runs `work`.
    fn get(
        &mut self,
        files: Vec<SourceFile>,
        problems: &mut Vec<Diagnostic>,
        work: impl FnOnce(&mut Vec<Diagnostic>) -> T,
    ) -> T {
        let same = |before: &[SourceFile]| {
            before.len() == files.len() && before.iter().zip(&files).all(|(before, now)| before.same(now))
        };
        let cached = self.0.take().filter(|(before, ..)| same(before));
        let (files, value, found) = cached.unwrap_or_else(|| {
            let mut found = Vec::new();
            let value = work(&mut found);
            (files, value, found)
        });
        problems.extend(found.iter().cloned());
        self.0 = Some((files, value.clone(), found));
        value
    }
}

/// The static files, with the inputs that they were made from.
#[derive(Debug, Default)]
pub struct AssetsMemo(Option<(Statics, Arc<Assets>)>);

/// Static files by name (those in memory, then those that are copied), and the strings that scripts show.
type Statics = (BTreeMap<String, Vec<u8>>, BTreeMap<String, LargeFile>, Arc<Strings>);

impl AssetsMemo {
    /// Returns the files with their hashed names, made again only if a file or a string has changed.
    pub fn read(&mut self, sources: &Sources, strings: &Arc<Strings>) -> Arc<Assets> {
        let Sources { statics, large, .. } = sources;
        let cached =
            self.0.take().filter(|(before, _)| before.0 == *statics && before.1 == *large && before.2 == *strings);
        let made = || {
            let assets = Assets::new(statics, large, strings);
            ((statics.clone(), large.clone(), Arc::clone(strings)), Arc::new(assets))
        };
        let (before, assets) = cached.unwrap_or_else(made);
        self.0 = Some((before, Arc::clone(&assets)));
        assets
    }
}

impl Memo<Option<Arc<Theme>>> {
    /// Parses the templates, or returns the cached ones; `None` if one is broken.
    pub fn read(
        &mut self,
        sources: &Sources,
        config: Option<&Config>,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<Arc<Theme>> {
        let templates = &sources.templates;
        // The strings depend only on the language and on one file.
        let language = config.map_or("", |config| &*config.language);
        let strings_file = match config.filter(|config| config.is_further()) {
            Some(further) => further.language.strings_file(),
            None => STRINGS_FILE.to_owned(),
        };
        let own = sources.content.iter().filter(|file| file.path == strings_file).cloned();
        let read = templates.iter().cloned().chain(own).chain([SourceFile::new("", language)]).collect();
        let strings = config.map_or_else(|| Arc::new(Strings::english()), |config| Arc::clone(&config.strings));
        self.get(read, problems, |problems| Theme::new(templates, &strings, problems).map(Arc::new))
    }
}

/// A catalog with its fit; the estimator is made on first use.
#[derive(Debug)]
pub struct LoadedCatalog {
    catalog: Catalog,
    fit: Arc<Fit>,
    calibrated: OnceLock<Arc<CalibratedCatalog>>,
    run_index: OnceLock<RunIndex>,
    pages: CatalogMemo,
}

impl LoadedCatalog {
    /// Returns the catalog with its measurements.
    #[must_use]
    pub const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Returns where each measured run stands, which the first call finds.
    pub(crate) fn run_index(&self) -> &RunIndex {
        self.run_index.get_or_init(|| RunIndex::new(&self.catalog))
    }

    /// Returns the cache of the catalog's rendered pages.
    #[must_use]
    pub(crate) const fn pages(&self) -> &CatalogMemo {
        &self.pages
    }

    /// Returns the catalog with its estimator, which the first call makes.
    #[must_use]
    pub fn calibrated(&self) -> Arc<CalibratedCatalog> {
        let made = || Arc::new(calibrate::estimator(&self.catalog, &self.fit));
        Arc::clone(self.calibrated.get_or_init(made))
    }
}

impl Memo<Option<Arc<LoadedCatalog>>> {
    /// Reads the catalog with its measurements and the fit, or returns the cached ones; `None` if there is no catalog,
    /// or it is unusable. The site's records are added to those that the program carries if `is_added`.
    pub fn read(
        &mut self,
        sources: &Sources,
        is_added: bool,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<Arc<LoadedCatalog>> {
        let yaml_files = |folder| sources.below(folder, "yaml").cloned();
        let fit = sources.content.iter().filter(|file| file.path == fit_file::FIT).cloned();
        let files = yaml_files(CATALOG).chain(yaml_files(catalog::measurements::ANCHORS)).chain(fit);
        let files = files.chain(is_added.then(|| SourceFile::new("", ""))).collect();
        self.get(files, problems, |problems| {
            let base = is_added.then(carried::sources);
            let catalog = catalog::read(sources, base, problems)?;
            let fit = carried::fit_or_own(sources, problems);
            let (calibrated, run_index) = (OnceLock::new(), OnceLock::new());
            Some(Arc::new(LoadedCatalog { catalog, fit, calibrated, run_index, pages: CatalogMemo::default() }))
        })
    }
}
