//! A site before rendering: everything is read and linked, and any page can be had at once.
//!
//! `build` renders the whole; `serve` first shows the page that is open in a browser, then renders the rest. Both get
//! the same bytes, since both render with the same functions from the same values.

use crate::Observer;
use crate::Outcome;
use crate::cache::Facts;
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
use crate::writers::render::Rendering;
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
    /// All entries and pages, linked.
    pub glossary: Glossary,
    /// The catalog, where the site has one.
    pub facts: Option<Arc<Facts>>,
    /// The estimator, where the site has a catalog.
    pub calibrated: Option<Arc<CalibratedCatalog>>,
    /// An estimator without records, where a site without a catalog declares calculators.
    pub(crate) without_catalog: Option<Arc<CalibratedCatalog>>,
    /// The calculators that the site declares in files.
    pub(crate) declared: Vec<&'static Declared>,
    /// The day by which to warn of what is stale.
    pub(crate) today: Option<Date>,
    /// The addresses that were ever published.
    pub(crate) lock: Lock,
    /// The static files, named and hashed.
    pub(crate) assets: Arc<Assets>,
    /// The templates.
    pub(crate) theme: Arc<Theme>,
    /// The pictures that are drawn already.
    pub(crate) pictures: Arc<PictureMemo>,
    /// The languages of the site.
    pub(crate) languages: Languages,
    /// The further languages, in the order of the settings.
    pub further: Vec<FurtherSite>,
}

/// The result of a build after the last file.
#[derive(Debug, Default)]
pub struct BuildSummary {
    /// Whether there is no error among the diagnostics.
    pub is_good: bool,
    /// How many pages the site has.
    pub pages: usize,
    /// The diagnostics, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// The result of the stages before rendering.
#[derive(Debug)]
pub struct Prepared {
    /// The input of rendering; `None` if there is an error.
    pub ready: Option<RenderInput>,
    /// The diagnostics so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl RenderInput {
    /// The content as writers read it.
    #[must_use]
    pub fn inputs(&self) -> Inputs<'_> {
        Inputs {
            config: &self.config,
            glossary: &self.glossary,
            catalog: self.facts.as_deref().map(Facts::catalog),
            estimator: self.calibrated.as_deref(),
            calculator_source: self.calibrated.as_deref().or(self.without_catalog.as_deref()),
            declared: &self.declared,
            lock: &self.lock,
            assets: &self.assets,
            languages: &self.languages,
            original: None,
        }
    }

    /// The bytes of `glossary.json`.
    #[must_use]
    pub fn glossary_json(&self) -> Vec<u8> {
        crate::writers::data::glossary_json::file(&self.inputs())
    }

    fn rendering<'a>(&'a self, inputs: &'a Inputs<'a>, whole: bool) -> Rendering<'a> {
        Rendering::new(inputs, &self.theme, self.facts.as_deref().map(Facts::pages), &self.pictures, whole)
    }

    /// Renders the whole site; false if something is wrong with it, `None` as soon as `keep_going` says no.
    fn render(
        &self,
        finished: &Finished<'_>,
        problems: &mut Vec<Diagnostic>,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Option<bool> {
        let inputs = self.inputs();
        let rendering = self.rendering(&inputs, true);
        let mut pages = rendering.pages(finished, keep_going)?;
        let moves = redirects::all(&inputs);
        if !inputs.config.moved.is_empty() {
            // Static files are written last, but their addresses are taken.
            let mut paths = finished.look(|done| done.paths.clone());
            paths.extend(inputs.assets.paths().cloned());
            review::permanence::check_moved(inputs.config, &moves, &paths, &mut pages.problems);
        }
        rendering.moved(&moves, finished, &mut pages.problems);
        if pages.problems.is_empty() {
            // The rules of a server are those of all languages.
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
            // One broken template breaks every page that uses it, and is reported once.
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        Some(is_good)
    }

    /// Renders a further language below its folder; the problems of its pages, `None` as soon as `keep_going` says no.
    fn render_further(
        &self,
        site: &FurtherSite,
        original: &Inputs<'_>,
        finished: &Finished<'_>,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Diagnostic>> {
        let inputs = site.inputs(original);
        let rendering = Rendering::new(&inputs, &site.theme, None, &self.pictures, true);
        let below = finished.below(site.languages.folder());
        let mut pages = rendering.pages(&below, keep_going)?;
        let moves = redirects::all(&inputs);
        rendering.moved(&moves, &below, &mut pages.problems);
        if pages.problems.is_empty() {
            rendering.exports(&pages, &moves, &below);
        }
        Some(pages.problems)
    }

    /// Renders one file of an entry, byte for byte as in a full build; `None` if the path belongs to no entry.
    ///
    /// # Errors
    /// The problem of the page.
    #[must_use]
    pub fn entry_file(&self, path: &str) -> Option<Result<Vec<u8>, Diagnostic>> {
        let inputs = self.inputs();
        for site in &self.further {
            if let Some(path) = path.strip_prefix(site.languages.folder()) {
                let own = site.inputs(&inputs);
                return Rendering::new(&own, &site.theme, None, &self.pictures, false).entry_file(path);
            }
        }
        self.rendering(&inputs, false).entry_file(path)
    }
}

impl Prepared {
    /// Renders the whole site.
    pub fn finish(&self, observe: Observer<'_>) -> Outcome {
        self.finish_while(observe, &|| true).unwrap_or_default()
    }

    /// Renders the whole site; gives up, with `None`, as soon as `keep_going` says no.
    pub fn finish_while(&self, observe: Observer<'_>, keep_going: &(dyn Fn() -> bool + Sync)) -> Option<Outcome> {
        let files = InMemory::default();
        let BuildSummary { is_good, pages, diagnostics } = self.finish_into(&files, observe, keep_going)?;
        Some(Outcome { site: is_good.then(|| files.into_site()), pages, diagnostics })
    }

    /// Renders the whole site into a sink, file by file; gives up, with `None`, as soon as `keep_going` says no. Only
    /// if the verdict is good may the files be used.
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
            let further = ready.further.iter().map(|site| (&site.glossary, site.languages.folder()));
            let finished = Finished::new(sink, review::targets::referenced_paths(&ready.glossary, further));
            let mut warnings = Vec::new();
            let catalog = ready.facts.as_deref().map(Facts::catalog);
            // Runs in parallel with rendering: the review only produces warnings.
            let ((), rendered) = rayon::join(
                || {
                    let RenderInput { glossary, config, lock, today, .. } = ready;
                    review::glossary(glossary, config, lock, catalog, *today, &mut warnings);
                },
                || ready.render(&finished, &mut diagnostics, keep_going),
            );
            diagnostics.append(&mut warnings);
            if rendered? {
                let site = finished.done();
                review::targets::check(&ready.glossary, &site, &mut diagnostics);
                for further in &ready.further {
                    let folder = further.languages.folder();
                    review::targets::check_translations(&further.glossary, folder, &site, &mut diagnostics);
                }
                review::targets::check_theme(&ready.config, &site, &mut diagnostics);
                review::permanence::check(&ready.lock, &site.paths, &mut diagnostics);
                review::clashes::check(&ready.inputs(), &site, &mut diagnostics);
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
