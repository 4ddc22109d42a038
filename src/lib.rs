//! Rooflight turns a folder of Markdown glossary entries into a reference site whose terms link each other and whose entries carry live,
//! sourced calculators.
//!
//! A site generator is a compiler. [`compile`] runs its stages in order, each a function from typed input to typed output with
//! diagnostics on the side:
//!
//! 1. [`config`], [`catalog`]: what the site says of itself, and the facts that calculators rest on;
//! 2. [`parse`]: each entry by itself;
//! 3. [`link`]: all entries together;
//! 4. [`calibrate`]: what the published measurements say of reality;
//! 5. [`render`] and [`output`]: pages, feeds and data files, all in memory.
//!
//! [`edge`] and [`cli`] are the only modules that touch disk, network, clock or terminal.

pub mod calibrate;
pub mod catalog;
pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod edge;
pub mod link;
pub mod output;
pub mod parse;
pub mod render;
pub mod source;

use config::{BaseUrl, Config};
use diagnostic::Diagnostic;
use source::Sources;
use std::collections::BTreeMap;

/// A finished site: every file by its path below the output folder.
pub type Site = BTreeMap<String, Vec<u8>>;

/// What a caller may decide about a build.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Published under this address instead of the one in `content/site.yaml`.
    pub base_url: Option<BaseUrl>,
    /// Whether drafts are built too.
    pub drafts: bool,
}

/// What a build gives: the site, if nothing is wrong, and all that is worth saying.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The site; `None` if there is an error among the diagnostics.
    pub site: Option<Site>,
    /// How many pages it has.
    pub pages: usize,
    /// The diagnostics, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Told when a stage begins, by name; the core itself reads no clock.
pub type Observer<'a> = &'a mut dyn FnMut(&'static str);

/// Builds a site from its sources. The same sources and options give the same bytes.
pub fn compile(sources: &Sources, options: &Options, observe: Observer<'_>) -> Outcome {
    let mut diagnostics = sources.problems.clone();
    let site = stages(sources, options, &mut diagnostics, observe);
    diagnostic::sort(&mut diagnostics);
    let site = site.filter(|_| !diagnostic::any_error(&diagnostics));
    let pages = site.as_ref().map_or(0, |site| site.keys().filter(|path| path.ends_with(".html")).count());
    Outcome { site, pages, diagnostics }
}

fn stages(
    sources: &Sources,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
    observe: Observer<'_>,
) -> Option<Site> {
    observe("theme");
    let theme = render::theme::Theme::new(&sources.templates, diagnostics);
    observe("catalog");
    let config = Config::read(sources, diagnostics);
    let catalog = catalog::read(sources, diagnostics);
    let mut config = config?;
    if let Some(base_url) = &options.base_url {
        config.base_url = base_url.clone();
    }
    observe("parse");
    let (mut documents, found) = parse::documents(sources, &config);
    diagnostics.extend(found);
    let mut beside = link::beside::Beside {
        pages: parse::page::pages(sources, &config, diagnostics),
        comparisons: parse::comparison::comparisons(sources, &config, diagnostics),
        tracks: parse::track::tracks(sources, &config, diagnostics),
    };
    documents.retain(|document| options.drafts || !document.front.draft);
    beside.comparisons.retain(|comparison| options.drafts || !comparison.front.draft);
    beside.tracks.retain(|track| options.drafts || !track.draft);
    if documents.is_empty() && !diagnostic::any_error(diagnostics) {
        diagnostics
            .push(diagnostic::messages::no_content(parse::GLOSSARY, "add an entry: a Markdown file with front matter"));
    }
    observe("link");
    let (glossary, found) = link::glossary(documents, beside, &config);
    diagnostics.extend(found);
    observe("calibrate");
    let estimator = catalog.map(|catalog| calibrate::estimator(&catalog));
    if diagnostic::any_error(diagnostics) {
        return None;
    }
    observe("render");
    let inputs = render::Inputs {
        config: &config,
        glossary: &glossary,
        estimator: estimator.as_ref(),
        statics: &sources.statics,
    };
    render::site(&inputs, &theme?, diagnostics)
}
