//! Turns the sources of a glossary into a site whose terms link each other and whose entries carry live, sourced
//! calculators.
//!
//! A site generator is a compiler. [`compile`] runs its stages in order, each a function from typed input to typed
//! output with diagnostics on the side:
//!
//! 1. [`rooflight_glossary::model`]: reads the settings and the catalog that calculators compute from;
//! 2. [`rooflight_glossary::syntax`] and [`rooflight_glossary::model`]: parse each entry on its own;
//! 3. [`rooflight_glossary::link`]: resolves the links between all entries;
//! 4. [`calibrate`]: makes the estimator from the catalog and the fit of the published measurements;
//! 5. [`review`]: finds what its author should look at; most warnings are computed in parallel with rendering;
//! 6. [`site`] and [`writers`]: make pages, feeds and data files, and hand each to a [`sink`] as soon as it is
//!    rendered.
//!
//! [`cache`] keeps results for the next build: it saves work and never changes the output. A [`Prepared`] site can be
//! rendered whole or one page at a time.
//!
//! Reads no disk, clock or environment and prints nothing: the program around it does.

pub mod cache;
pub mod calibrate;
pub mod further;
pub mod library;
pub mod prepared;
pub(crate) mod review;
pub mod sink;
pub mod site;
pub mod writers;

use cache::BuildCache;
use jiff::civil::Date;
pub use prepared::{Prepared, RenderInput};
use rooflight_calculator_files::{CALCULATORS, calculators};
use rooflight_glossary::link;
use rooflight_glossary::link::inputs::LinkInputs;
use rooflight_glossary::model::catalog::CATALOG;
use rooflight_glossary::model::catalog::measurements::ANCHORS;
use rooflight_glossary::model::config::{BaseUrl, CatalogUse, Config};
use rooflight_glossary::model::document::{Document, GLOSSARY};
use rooflight_glossary::model::url_lock::Lock;
use rooflight_glossary::model::{comparison, page, track, translation};
use rooflight_source::diagnostic::{self, Diagnostic, messages};
use rooflight_source::file::{SourceFile, Sources};
use sink::Site;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Options of a build.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The address to publish under, instead of `base_url` in `content/site.yaml`.
    pub base_url: Option<BaseUrl>,
    /// Whether drafts are built too.
    pub drafts: bool,
    /// Today's date, for warnings about stale content; `None` for ordinary builds, so that they do not depend on the
    /// day.
    pub today: Option<Date>,
    /// Whether to do without the estimator. Enough to export the glossary as data, but not to render
    /// its pages.
    pub without_estimates: bool,
}

/// The result of a build: the site, if there is no error, and the diagnostics.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The site; `None` if there is an error among the diagnostics.
    pub site: Option<Site>,
    /// The number of HTML files; 0 if there is an error.
    pub pages: usize,
    /// The diagnostics, sorted by location.
    pub diagnostics: Vec<Diagnostic>,
}

/// Called with the name of each stage when it begins, so that callers can time stages; the core itself reads no clock.
pub type Observer<'a> = &'a mut dyn FnMut(&'static str);

/// Builds a site from its sources. Equal sources and options give equal bytes.
pub fn compile(sources: &Sources, options: &Options, observe: Observer<'_>) -> Outcome {
    prepare(sources, options, &mut BuildCache::default(), observe).finish(observe)
}

/// Runs the stages before rendering: reads, links and calibrates. `cache` saves work and never changes the result.
pub fn prepare(sources: &Sources, options: &Options, cache: &mut BuildCache, observe: Observer<'_>) -> Prepared {
    let mut diagnostics = sources.problems.clone();
    let ready = stages(sources, options, cache, &mut diagnostics, observe);
    Prepared { ready, diagnostics }
}

fn stages(
    sources: &Sources,
    options: &Options,
    cache: &mut BuildCache,
    diagnostics: &mut Vec<Diagnostic>,
    observe: Observer<'_>,
) -> Option<RenderInput> {
    observe("theme");
    let config = Config::read(sources, diagnostics);
    let theme = cache.theme.read(sources, config.as_ref(), diagnostics);
    let Some(mut config) = config else {
        without_settings(sources, cache, diagnostics);
        return None;
    };
    if let Some(base_url) = &options.base_url {
        config.set_base_url(base_url.clone());
    }
    observe("parse");
    let documents = cache.files.documents(sources, &config, diagnostics);
    observe("catalog");
    let library = library(sources, &documents);
    let read = || cache.catalog.read(sources, config.catalog != CatalogUse::Own, diagnostics);
    let loaded = needs_catalog(sources, &config, &documents, &library).then(read).flatten();
    let published = loaded.as_ref().filter(|_| config.catalog != CatalogUse::Carried);
    observe("parse");
    let mut inputs = LinkInputs {
        pages: cache.files.pages(sources, &config, diagnostics),
        comparisons: comparison::comparisons(sources, &config, diagnostics),
        tracks: track::tracks(sources, &config, diagnostics),
    };
    page::add_lists(&config, &mut inputs.pages);
    let files = calculators(&library, diagnostics);
    let estimator = || loaded.as_ref().map_or_else(|| Arc::new(calibrate::bare()), |loaded| loaded.calibrated());
    let declared = site::declared::calculators(&files, &estimator, diagnostics);
    let (documents, drafts): (Vec<_>, Vec<_>) =
        documents.into_iter().partition(|document| options.drafts || !document.front.draft);
    inputs.comparisons.retain(|comparison| options.drafts || !comparison.front.draft);
    inputs.tracks.retain(|track| options.drafts || !track.draft);
    if documents.is_empty() && !diagnostic::any_error(diagnostics) {
        diagnostics.push(messages::no_content(GLOSSARY, without_entries(drafts.len())));
    }
    let lock = Lock::read(sources);
    translation::files::check(sources, &config, diagnostics);
    let kept = review::permanence::LiveAddresses::new(sources, &documents, &drafts);
    let catalog = published.map(|loaded| loaded.catalog());
    // Takes the names from the files, including broken ones, so that a broken file is reported once, not again at each
    // entry.
    let named = || library.below(CALCULATORS, "yaml").map(SourceFile::stem).collect::<Vec<_>>();
    let parsed = review::Parsed {
        sources,
        config: &config,
        has_address: options.base_url.is_some(),
        documents: &documents,
        inputs: &inputs,
        catalog,
        declared: (loaded.is_none() && config.calculators).then(named),
    };
    review::parsed(&parsed, diagnostics);
    observe("link");
    let assets = cache.assets.read(sources, &config.strings);
    // A problem that occurs in the default language too is reported there, which is linked after this.
    let mut translated = Vec::new();
    let (further, languages) = {
        let originals = further::Originals {
            sources,
            config: &config,
            documents: [&documents, &drafts],
            comparisons: &inputs.comparisons,
            assets: &assets,
            drafts: options.drafts,
        };
        further::sites(&originals, &mut cache.further, &mut translated)
    };
    let glossary = link::glossary(documents, drafts, inputs, &config, &mut cache.links, diagnostics);
    for problem in translated {
        if !diagnostics.contains(&problem) {
            diagnostics.push(problem);
        }
    }
    if diagnostic::any_error(diagnostics) {
        // Nothing will be rendered, so the review runs now.
        kept.check(&lock, &config, diagnostics);
        review::linked(&glossary, &config, &lock, catalog, options.today, diagnostics);
        return None;
    }
    observe("calibrate");
    let estimator = loaded.as_ref().filter(|_| !options.without_estimates).map(|loaded| loaded.calibrated());
    let bare = || (!declared.is_empty()).then(|| Arc::new(calibrate::bare()));
    let calculator_source = estimator.clone().or_else(bare);
    let calibrated = estimator.filter(|_| published.is_some());
    Some(RenderInput {
        assets,
        config,
        glossary,
        catalog: published.cloned(),
        calibrated,
        calculator_source,
        declared,
        calculator_files: files.into_iter().map(|file| (file.record.kind, file.text)).collect(),
        today: options.today,
        lock,
        theme: theme?,
        pictures: Arc::clone(&cache.pictures),
        languages,
        further,
    })
}

/// Reports mistakes in the catalog, entries and pages of a site without settings, which cannot be built. Only errors are
/// reported, since the settings decide what is a warning.
fn without_settings(sources: &Sources, cache: &mut BuildCache, diagnostics: &mut Vec<Diagnostic>) {
    let mut others = Vec::new();
    cache.catalog.read(sources, true, &mut others);
    cache.files.documents(sources, &Config::placeholder(), &mut others);
    cache.files.pages(sources, &Config::placeholder(), &mut others);
    others.retain(|problem| diagnostic::any_error(std::slice::from_ref(problem)));
    diagnostics.append(&mut others);
    review::unused::check(sources, None, diagnostics);
}

/// Returns a hint on how to get a first published entry, given the number of drafts.
fn without_entries(drafts: usize) -> &'static str {
    match drafts {
        0 => "add an entry: a Markdown file with front matter",
        1 => "the only entry is a draft: remove its line `draft: true` to publish it, or build with --drafts",
        _ => "all entries are drafts: remove the line `draft: true` of one to publish it, or build with --drafts",
    }
}

/// True if the site has records of its own.
fn has_catalog(sources: &Sources) -> bool {
    [CATALOG, ANCHORS].iter().any(|folder| sources.below(folder, "yaml").next().is_some())
}

/// Returns the calculators in files: the site's own, and the built-in ones that entries name.
fn library(sources: &Sources, documents: &[Document]) -> Sources {
    let blocks = documents.iter().filter_map(|document| document.front.calculator.as_ref());
    let mut named: BTreeSet<&str> = blocks.map(|block| block.kind.as_str()).collect();
    if named.iter().any(|kind| library::answers_from_catalog(kind)) {
        named.extend(library::OFFERED);
    }
    library::files(sources, |kind| named.contains(kind))
}

/// True if the site has a catalog, or something that answers from one.
fn needs_catalog(sources: &Sources, config: &Config, documents: &[Document], library: &Sources) -> bool {
    config.catalog != CatalogUse::Carried || has_catalog(sources) || calculates(config, documents, library)
}

/// True if an entry or a file has a calculator that answers from a catalog.
fn calculates(config: &Config, documents: &[Document], library: &Sources) -> bool {
    let mut blocks = documents.iter().filter_map(|document| document.front.calculator.as_ref());
    let mut files = library.below(CALCULATORS, "yaml");
    config.calculators
        && (blocks.any(|block| rooflight_calculators::named(&block.kind).is_some())
            || files.any(library::reads_catalog))
}
