//! A site that is read and linked but not yet rendered; any single page can be rendered on its own.
//!
//! `build` renders everything; `serve` first renders the page that is open in a browser, then the rest. Both produce
//! the same bytes, since they call the same functions on the same values.

use crate::Observer;
use crate::Outcome;
use crate::cache::LoadedCatalog;
use crate::calibrate::CalibratedCatalog;
use crate::further::FurtherSite;
use crate::review;
use crate::sink::{Finished, InMemory, Sink};
use crate::site::assets::Assets;
use crate::site::inputs::Inputs;
use crate::site::languages::Languages;
use crate::site::redirects::{self, Redirect};
use crate::writers::html::theme::Theme;
use crate::writers::picture::PictureMemo;
use crate::writers::render::{Extent, Rendering};
use jiff::civil::Date;
use rooflight_calculators::declared::Declared;
use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::url_lock::Lock;
use rooflight_source::diagnostic::{self, Diagnostic};
use rooflight_source::file::Sources;
use std::sync::Arc;

/// The complete input of rendering.
#[derive(Debug)]
pub struct RenderInput {
    /// The site's settings.
    pub config: Config,
    /// All entries and pages, with links resolved.
    pub glossary: Glossary,
    /// The catalog that has pages; `None` if the site has none.
    pub catalog: Option<Arc<LoadedCatalog>>,
    /// The estimator of that catalog; `None` without one or for builds without estimates.
    pub calibrated: Option<Arc<CalibratedCatalog>>,
    /// The estimator from which calculators answer: the same, or that of a catalog without pages, or one without
    /// records for a site that only declares calculators; `None` if nothing asks.
    pub(crate) calculator_source: Option<Arc<CalibratedCatalog>>,
    /// The calculators that the site declares in files.
    pub(crate) declared: Vec<&'static Declared>,
    /// The files of these calculators: name and text.
    pub(crate) calculator_files: Vec<(String, Arc<str>)>,
    /// Today's date for warnings about stale content; `None` for ordinary builds.
    pub(crate) today: Option<Date>,
    /// Every address that was ever published, from `content/urls.lock`.
    pub(crate) lock: Lock,
    /// The static files with their hashed names.
    pub assets: Arc<Assets>,
    /// The parsed templates.
    pub theme: Arc<Theme>,
    /// Pictures drawn by earlier builds, and by this one.
    pub pictures: Arc<PictureMemo>,
    /// All languages of the site, with the default one as the current one.
    pub(crate) languages: Languages,
    /// The further languages, in the order of the settings.
    pub further: Vec<FurtherSite>,
}

/// The result of a build whose files went to a sink.
#[derive(Debug, Default)]
pub struct BuildSummary {
    /// Whether there is no error among the diagnostics.
    pub is_good: bool,
    /// The number of HTML files; 0 if there is an error.
    pub pages: usize,
    /// The diagnostics, sorted by location.
    pub diagnostics: Vec<Diagnostic>,
}

/// The result of the stages before rendering.
#[derive(Debug)]
pub struct Prepared {
    /// The input of rendering; `None` if an error keeps the site from being rendered.
    pub ready: Option<RenderInput>,
    /// The diagnostics so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl RenderInput {
    /// Returns the content as writers read it.
    #[must_use]
    pub fn inputs(&self) -> Inputs<'_> {
        Inputs {
            config: &self.config,
            glossary: &self.glossary,
            catalog: self.catalog.as_deref().map(LoadedCatalog::catalog),
            run_index: self.catalog.as_deref().map(LoadedCatalog::run_index),
            estimator: self.calibrated.as_deref(),
            calculator_source: self.calculator_source.as_deref(),
            declared: &self.declared,
            calculator_files: &self.calculator_files,
            lock: &self.lock,
            assets: &self.assets,
            languages: &self.languages,
            original: None,
        }
    }

    /// Renders `glossary.json`.
    #[must_use]
    pub fn glossary_json(&self) -> Vec<u8> {
        crate::writers::data::glossary_json::file(&self.inputs())
    }

    fn rendering<'a>(&'a self, inputs: &'a Inputs<'a>, extent: Extent) -> Rendering<'a> {
        Rendering::new(inputs, &self.theme, self.catalog.as_deref().map(LoadedCatalog::pages), &self.pictures, extent)
    }

    /// Renders the whole site; `Some(false)` if a page has a problem, `None` as soon as `keep_going` returns false.
    fn render(
        &self,
        finished: &Finished<'_>,
        problems: &mut Vec<Diagnostic>,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Option<bool> {
        let inputs = self.inputs();
        let rendering = self.rendering(&inputs, Extent::of(finished));
        let mut pages = rendering.pages(finished, keep_going)?;
        let moves = redirects::all(&inputs);
        if !inputs.config.moved.is_empty() {
            // Static files are written last, but their paths are already taken.
            let mut paths = finished.look(|done| done.paths.clone());
            paths.extend(inputs.assets.paths().cloned());
            review::permanence::check_moved(inputs.config, &moves, &paths, &mut pages.problems);
        }
        rendering.moved(&moves, finished, &mut pages.problems);
        if pages.problems.is_empty() {
            // Rules for servers cover the redirects of all languages.
            let further = self.further.iter().flat_map(|site| {
                let moves = redirects::all(&site.inputs(&inputs));
                moves.into_iter().map(|moved| moved.below(site.languages.folder()))
            });
            let served: Vec<Redirect> = moves.iter().cloned().chain(further).collect();
            rendering.exports(&pages, &served, finished);
        }
        let mut found = pages.problems;
        for site in &self.further {
            if !found.is_empty() {
                break;
            }
            found = self.render_further(site, &inputs, finished, keep_going)?;
        }
        let is_good = found.is_empty();
        for problem in found {
            // A broken template breaks every page that uses it, but is reported once.
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        Some(is_good)
    }

    /// Renders a further language below its folder and returns the problems of its pages; `None` as soon as
    /// `keep_going` returns false.
    fn render_further(
        &self,
        site: &FurtherSite,
        original: &Inputs<'_>,
        finished: &Finished<'_>,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Diagnostic>> {
        let inputs = site.inputs(original);
        let rendering = Rendering::new(&inputs, &site.theme, None, &self.pictures, Extent::of(finished));
        let below = finished.below(site.languages.folder());
        let mut pages = rendering.pages(&below, keep_going)?;
        let moves = redirects::all(&inputs);
        rendering.moved(&moves, &below, &mut pages.problems);
        if pages.problems.is_empty() {
            rendering.exports(&pages, &moves, &below);
        }
        Some(pages.problems)
    }

    /// Renders one file of an entry, byte for byte as in a full build; `None` if no entry has the path.
    ///
    /// # Errors
    /// The problem that keeps the page from being rendered.
    #[must_use]
    pub fn entry_file(&self, path: &str) -> Option<Result<Vec<u8>, Diagnostic>> {
        let inputs = self.inputs();
        for site in &self.further {
            if let Some(path) = path.strip_prefix(site.languages.folder()) {
                let own = site.inputs(&inputs);
                return Rendering::new(&own, &site.theme, None, &self.pictures, Extent::Entry).entry_file(path);
            }
        }
        self.rendering(&inputs, Extent::Entry).entry_file(path)
    }
}

impl Prepared {
    /// Renders the whole site.
    pub fn finish(&self, observe: Observer<'_>) -> Outcome {
        self.finish_while(observe, &|| true).unwrap_or_default()
    }

    /// Renders the whole site into memory; returns `None` as soon as `keep_going` returns false.
    pub fn finish_while(&self, observe: Observer<'_>, keep_going: &(dyn Fn() -> bool + Sync)) -> Option<Outcome> {
        let files = InMemory::default();
        let BuildSummary { is_good, pages, diagnostics } = self.finish_into(&files, observe, keep_going)?;
        Some(Outcome { site: is_good.then(|| files.into_site()), pages, diagnostics })
    }

    /// Renders the whole site into a sink, file by file; returns `None` as soon as `keep_going` returns false. The
    /// files may be used only if the summary is good.
    pub fn finish_into(
        &self,
        sink: &dyn Sink,
        observe: Observer<'_>,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Option<BuildSummary> {
        let mut diagnostics = self.diagnostics.clone();
        observe("render");
        let mut done = None;
        if let Some(ready) = &self.ready {
            let further = || ready.further.iter().map(|site| (&site.glossary, site.languages.folder()));
            let finished = Finished::new(sink, review::targets::referenced_paths(&ready.glossary, further()));
            let mut warnings = Vec::new();
            let catalog = ready.catalog.as_deref().map(LoadedCatalog::catalog);
            // Runs in parallel with rendering, since this review only produces warnings.
            let ((), rendered) = rayon::join(
                || {
                    let RenderInput { glossary, config, lock, today, .. } = ready;
                    review::linked(glossary, config, lock, catalog, *today, &mut warnings);
                },
                || ready.render(&finished, &mut diagnostics, keep_going),
            );
            diagnostics.append(&mut warnings);
            if rendered? {
                let site = finished.done();
                review::rendered(&ready.inputs(), further(), &ready.lock, &site, &mut diagnostics);
                ready.pictures.keep_used();
                done = Some(site);
            } else {
                let documents: Vec<_> = ready.glossary.entries.iter().map(|entry| entry.document.clone()).collect();
                let kept = review::permanence::LiveAddresses::new(&Sources::default(), &documents, &[]);
                kept.check(&ready.lock, &ready.config, &mut diagnostics);
            }
        }
        diagnostic::sort(&mut diagnostics);
        let done = done.filter(|_| !diagnostic::any_error(&diagnostics));
        let pages = done.as_ref().map_or(0, |site| site.paths.iter().filter(|path| path.ends_with(".html")).count());
        Some(BuildSummary { is_good: done.is_some(), pages, diagnostics })
    }
}
