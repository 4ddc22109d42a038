//! Results of one build that the next one reuses, so that an edit is built fast.
//!
//! 1. Templates that are the same are not parsed again, and static files that are the same are not hashed again.
//! 2. Entries and pages that are the same are neither parsed nor highlighted again ([`model::cache`]), nor linked again
//!    where nothing that they depend on has changed ([`link::cache`]).
//! 3. A catalog and measurements that are the same are neither checked nor fitted again, and their pages are not
//!    rendered again unless something else that those show has changed ([`crate::writers::render::catalog`]).
//! 4. Pictures of entries that show the same are not drawn again ([`crate::writers::picture`]).
//!
//! Each of these compares everything that its work looks at; nothing is ever patched. So a build with a memory gives
//! the same bytes and the same diagnostics as one without, which a test holds to after random edits. No other rendering
//! is remembered.

use crate::calibrate::saved::{Content, FitMemo};
use crate::calibrate::{self, CalibratedCatalog};
use crate::site::assets::Assets;
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
use rooflight_source::file::{self, LargeFile, SourceFile, Sources};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Everything that is remembered. A new one knows nothing.
#[derive(Debug, Default)]
pub struct BuildCache {
    /// The templates, parsed.
    pub theme: Memo<Option<Arc<Theme>>>,
    /// The static files, named and hashed.
    pub assets: AssetsMemo,
    /// The catalog, and the estimator fitted to it.
    pub facts: Memo<Option<Arc<Facts>>>,
    /// Fits that the last process saved.
    pub fits: Arc<FitMemo>,
    /// Entries and pages, parsed.
    pub files: model::cache::FileCache,
    /// Entries, linked.
    pub links: link::cache::LinkCache,
    /// Pictures, drawn.
    pub pictures: Arc<PictureMemo>,
    /// The further languages, by their tags.
    pub further: BTreeMap<String, FurtherCache>,
}

/// The same for a further language.
#[derive(Debug, Default)]
pub struct FurtherCache {
    /// The templates, parsed.
    pub(crate) theme: Memo<Option<Arc<Theme>>>,
    /// The static files, named and hashed.
    pub(crate) assets: FurtherAssetsMemo,
    /// Translations of published entries and of drafts, parsed.
    pub(crate) translations: [TranslationCache; 2],
    /// Entries, linked.
    pub(crate) links: link::cache::LinkCache,
}

/// The static files of a further language, with the strings and the files of the default language that they were made
/// with.
#[derive(Debug, Default)]
pub struct FurtherAssetsMemo(Option<(Arc<Strings>, Arc<Assets>, Arc<Assets>)>);

impl FurtherAssetsMemo {
    /// The files, named and hashed.
    pub(crate) fn read(&mut self, sources: &Sources, strings: &Arc<Strings>, site: &Arc<Assets>) -> Arc<Assets> {
        let is_same =
            |(before, of, _): &(Arc<Strings>, Arc<Assets>, Arc<Assets>)| before == strings && Arc::ptr_eq(of, site);
        let known = self.0.take().filter(is_same).map(|(.., assets)| assets);
        let made = || Arc::new(Assets::new(&sources.statics, &sources.large, strings).one_folder_down(site));
        let assets = known.unwrap_or_else(made);
        self.0 = Some((Arc::clone(strings), Arc::clone(site), Arc::clone(&assets)));
        assets
    }
}

/// Work that depends on some of the files alone: what it gave, with the files as they were.
#[derive(Debug)]
pub struct Memo<T>(Option<(Vec<SourceFile>, T, Vec<Diagnostic>)>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone> Memo<T> {
    /// The result of the work for these files, problems included.
    fn get(
        &mut self,
        files: Vec<SourceFile>,
        problems: &mut Vec<Diagnostic>,
        work: impl FnOnce(&mut Vec<Diagnostic>) -> T,
    ) -> T {
        let same = |before: &[SourceFile]| {
            before.len() == files.len() && before.iter().zip(&files).all(|(before, now)| before.same(now))
        };
        let known = self.0.take().filter(|(before, ..)| same(before));
        let (files, value, found) = known.unwrap_or_else(|| {
            let mut found = Vec::new();
            let value = work(&mut found);
            (files, value, found)
        });
        problems.extend(found.iter().cloned());
        self.0 = Some((files, value.clone(), found));
        value
    }
}

/// The static files as they were, with their names and hashes.
#[derive(Debug, Default)]
pub struct AssetsMemo(Option<(Statics, Arc<Assets>)>);

/// Static files by name: those in memory, and those that are copied; and the strings that scripts show.
type Statics = (BTreeMap<String, Vec<u8>>, BTreeMap<String, LargeFile>, Arc<Strings>);

impl AssetsMemo {
    /// The files, named and hashed.
    pub fn read(&mut self, sources: &Sources, strings: &Arc<Strings>) -> Arc<Assets> {
        let Sources { statics, large, .. } = sources;
        let known =
            self.0.take().filter(|(before, _)| before.0 == *statics && before.1 == *large && before.2 == *strings);
        let made = || {
            let assets = Assets::new(statics, large, strings);
            ((statics.clone(), large.clone(), Arc::clone(strings)), Arc::new(assets))
        };
        let (before, assets) = known.unwrap_or_else(made);
        self.0 = Some((before, Arc::clone(&assets)));
        assets
    }
}

impl Memo<Option<Arc<Theme>>> {
    /// The templates, parsed; `None` if one is broken.
    pub fn read(
        &mut self,
        sources: &Sources,
        config: Option<&Config>,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<Arc<Theme>> {
        let templates = &sources.templates;
        // The strings depend on the language and on one file alone.
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

/// A catalog, and the estimator that is fitted to it when it is first asked for.
#[derive(Debug)]
pub struct Facts {
    catalog: Catalog,
    /// The hash of its files.
    content: Content,
    calibrated: OnceLock<Arc<CalibratedCatalog>>,
    pages: CatalogMemo,
}

impl Facts {
    /// The catalog with its measurements.
    #[must_use]
    pub const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The pages of the catalog as they were rendered last.
    #[must_use]
    pub(crate) const fn pages(&self) -> &CatalogMemo {
        &self.pages
    }

    /// The catalog with its calibration, fitted on the first call.
    #[must_use]
    pub fn calibrated(&self, fits: &FitMemo) -> Arc<CalibratedCatalog> {
        let fitted = || Arc::new(calibrate::estimator_with(&self.catalog, fits, &self.content));
        Arc::clone(self.calibrated.get_or_init(fitted))
    }
}

impl Memo<Option<Arc<Facts>>> {
    /// The catalog with its measurements; `None` if there is none, or it cannot be used.
    pub fn read(&mut self, sources: &Sources, problems: &mut Vec<Diagnostic>) -> Option<Arc<Facts>> {
        let of_the_catalog = |folder| sources.below(folder, "yaml").cloned();
        let files: Vec<SourceFile> =
            of_the_catalog(CATALOG).chain(of_the_catalog(catalog::measurements::ANCHORS)).collect();
        let content = file::hash(&files);
        self.get(files, problems, |problems| {
            let catalog = catalog::read(sources, problems)?;
            Some(Arc::new(Facts { catalog, content, calibrated: OnceLock::new(), pages: CatalogMemo::default() }))
        })
    }
}
