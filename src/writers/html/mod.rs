//! Render: a glossary becomes a map of files.
//!
//! 1. [`assets`] gives every static file a name that carries its hash.
//! 2. [`calculator`] draws each entry's calculator with its default result, and puts out what the browser needs to redraw it.
//! 3. [`frame`] is what all pages share, [`site_stats`] and [`entry_summary`] what many say. [`calculators`], [`entry`], [`listing`], [`compare`] and [`tracks`] fill the views, [`theme`] turns them into HTML; [`map`] draws the links, [`links`]
//!    lists them.
//! 4. [`catalog`] gives each device, each model and the measurements their pages.
//! 5. [`method`] makes figures of the calibration, and [`figures`] writes them where pages name them.
//! 6. [`feed`] is an entry for those who follow it elsewhere, [`changes_and_feeds`] the pages about what is new.
//! 7. [`crate::writers::data`] adds what machines read.
//!
//! Templates see view types made for them, never core types. Nothing here depends on the clock or on the order of a hash map.

pub mod assets;
pub mod body;
pub mod calculator;
pub mod calculators;
pub mod catalog;
pub mod changes_and_feeds;
pub mod choices;
pub mod compare;
pub mod dates;
pub mod entry;
pub mod entry_summary;
pub mod feed;
pub mod figures;
mod footnotes;
pub mod frame;
mod headings;
pub mod links;
pub mod listing;
pub mod map;
pub mod method;
pub mod moved;
pub mod print;
pub mod search;
pub mod site_stats;
pub mod theme;
pub mod tracks;
pub mod views;

use crate::SHARE;
use crate::calibrate::Estimating;
use crate::diagnostic::Diagnostic;
use crate::link::{Entry, Glossary};
use crate::model::catalog::Catalog;
use crate::model::config::Config;
use crate::model::url_lock::Lock;
use crate::review::permanence;
use crate::sink::Finished;
use crate::site::inventory::{self, Listed};
use crate::writers::{
    data::{self, redirects},
    markdown, picture,
};
use rayon::prelude::*;
use std::sync::Arc;
use theme::Theme;

/// What rendering works from.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// The site's settings.
    pub config: &'a Config,
    /// All entries.
    pub glossary: &'a Glossary,
    /// The catalog, where the site has one.
    pub catalog: Option<&'a Catalog>,
    /// The estimator with the catalog and the measurements, where the site has a catalog.
    pub estimator: Option<&'a Estimating>,
    /// The addresses that were ever published.
    pub lock: &'a Lock,
    /// The catalog's pages as they were rendered last, where the site has one.
    pub remembered: Option<&'a catalog::Remembered>,
    /// The static files, named and hashed.
    pub assets: &'a assets::Assets,
    /// The pictures that are drawn already.
    pub drawn: &'a picture::Drawn,
}

/// A page that is about to be rendered: where it goes, which template draws it, with what.
pub struct Page {
    /// The file below the output folder.
    pub path: String,
    /// The template's name.
    pub template: &'static str,
    /// The view that the template sees.
    pub context: tera::Context,
    /// Files that belong to it.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Page {
    /// A page that is there already.
    fn made<'a>(self) -> Make<'a> {
        Box::new(|| self)
    }
}

/// Makes a page when its turn has come: the views of all pages together would be larger than the site.
pub type Make<'a> = Box<dyn FnOnce() -> Page + Send + 'a>;

/// Where an entry's page stands.
#[must_use]
pub fn entry_path(entry: &Entry) -> String {
    ["glossary/", &entry.document.slug, "/"].concat()
}

/// Files by their paths.
type Files = Vec<(String, Vec<u8>)>;

/// What is made once for all pages of a site.
struct Shared<'a> {
    inputs: &'a Inputs<'a>,
    calculators: Option<calculator::Calculators<'a>>,
    census: site_stats::Census,
    graph: map::graph::Graph<'a>,
    bases: frame::Bases,
    briefs: entry_summary::Briefs,
}

impl<'a> Shared<'a> {
    fn new(inputs: &'a Inputs<'a>, whole: bool) -> Self {
        let calculators = inputs
            .estimator
            .filter(|_| inputs.config.calculators)
            .map(|estimator| calculator::Calculators::new(estimator, inputs.assets));
        let graph = map::graph::Graph::new(inputs.glossary);
        let briefs = entry_summary::Briefs::new(inputs.glossary.entries.len());
        Self {
            inputs,
            calculators,
            census: site_stats::Census::new(inputs, whole),
            graph,
            bases: frame::Bases::default(),
            briefs,
        }
    }

    fn frame(&self) -> frame::Frame<'_> {
        let Self { inputs, calculators, census, graph, bases, briefs } = self;
        frame::Frame {
            inputs,
            assets: inputs.assets,
            calculators: calculators.as_ref(),
            census,
            graph: *graph,
            bases,
            briefs,
        }
    }
}

/// A file of an entry by itself, without the rest of the site; `None` if the path is no entry's.
///
/// # Errors
/// What is wrong with the page.
#[must_use]
pub fn entry_file(inputs: &Inputs<'_>, theme: &Theme, path: &str) -> Option<Result<Vec<u8>, Diagnostic>> {
    let number = inputs.glossary.entries.iter().rposition(|entry| {
        path.strip_prefix("glossary/")
            .and_then(|rest| rest.strip_prefix(entry.document.slug.as_str()))
            .is_some_and(|rest| rest.starts_with('/'))
    })?;
    let shared = Shared::new(inputs, false);
    match entry::render(&shared.frame(), number, theme) {
        Ok(rendered) => Some(Ok(rendered.files.into_iter().find(|(file, _)| file == path)?.1)),
        Err(problem) => Some(Err(problem)),
    }
}

/// What became of pages.
#[derive(Debug, Clone, Default)]
struct Made {
    /// Their files, with those that belong to them.
    files: Files,
    /// What machines are told of them.
    listed: Vec<Listed>,
}

/// Pages as files; or what is wrong with a template. `hand_on` gets the files of a page as soon as they are there, and gives back what is to
/// be kept of them.
fn rendered(
    frame: &frame::Frame<'_>,
    pages: Vec<Make<'_>>,
    theme: &Theme,
    figures: &crate::site::figures::Figures,
    hand_on: &(dyn Fn(Files) -> Files + Sync),
) -> Vec<Result<Made, Diagnostic>> {
    let render = |make: Make<'_>| {
        let page = make();
        let html = theme.render(page.template, &page.context)?;
        let listed = inventory::page(frame, &page);
        let mut files = page.files;
        files.push((page.path, html.into_bytes()));
        files.extend(listed.as_ref().map(|listed| markdown::pages::file(frame, listed, figures)));
        Ok(Made { files: hand_on(files), listed: listed.into_iter().collect() })
    };
    pages.into_par_iter().map(render).collect()
}

/// Renders everything, and hands each file on as soon as it is there; false if a template failed, `None` as soon as `wanted` says no.
pub fn site(
    inputs: &Inputs<'_>,
    theme: &Arc<Theme>,
    problems: &mut Vec<Diagnostic>,
    finished: &Finished<'_>,
    wanted: &(dyn Fn() -> bool + Sync),
) -> Option<bool> {
    let shared = Shared::new(inputs, true);
    let frame = shared.frame();
    let entry = |number: usize| {
        let entry::Rendered { files, feed } = entry::render(&frame, number, theme)?;
        finished.extend(files);
        Ok(feed)
    };
    let entries: Vec<Result<String, Diagnostic>> = (0..inputs.glossary.entries.len())
        .into_par_iter()
        .with_max_len(SHARE)
        .map(|number| wanted().then(|| entry(number)))
        .collect::<Option<_>>()?;
    let figures = inputs.estimator.map(|estimator| method::figures(&estimator.method)).unwrap_or_default();
    let mut found: Vec<Diagnostic> =
        inputs.glossary.pages.iter().flat_map(|linked| figures.problems(&linked.page)).collect();
    let mut pages = listing::pages(&frame, &figures);
    let made = [
        calculators::pages(&frame),
        compare::pages(&frame),
        changes_and_feeds::pages(&frame),
        tracks::pages(&frame, &mut found),
    ];
    pages.extend(made.into_iter().flatten().map(Page::made));
    pages.push(Box::new(|| print::page(&frame)));
    let hand_on = |files: Files| {
        finished.extend(files);
        Files::new()
    };
    let mut made = rendered(&frame, pages, theme, &figures, &hand_on);
    made.extend(catalog::files(&frame, theme, &figures));
    let mut bodies = Vec::with_capacity(entries.len());
    for rendered in entries {
        match rendered {
            Ok(feed) => bodies.push(feed),
            Err(problem) => found.push(problem),
        }
    }
    let mut inventory = inventory::entries(inputs.glossary);
    for made in made {
        match made {
            Ok(Made { files, listed }) => {
                finished.extend(files);
                inventory.extend(listed);
            }
            Err(problem) => found.push(problem),
        }
    }
    let moves = redirects::all(inputs.config, inputs.glossary, inputs.lock);
    if !inputs.config.moved.is_empty() {
        // The files of the site's own come last, but they are there.
        let mut paths = finished.look(|done| done.paths.clone());
        paths.extend(inputs.assets.files.keys().cloned());
        permanence::check_moved(inputs.config, &moves, &paths, &mut found);
    }
    moved::add(&frame, theme, &moves, finished, &mut found);
    if !found.is_empty() {
        // One broken template breaks every page that uses it, and is reported once.
        for problem in found {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        return Some(false);
    }
    data::hover_cards::files(inputs, finished);
    rayon::join(
        || finished.extend(data::files(inputs, &bodies)),
        || {
            rayon::join(
                || finished.extend(data::search_index::files(&frame)),
                || finished.extend(data::for_machines(inputs, &inventory, &moves)),
            )
        },
    );
    // Last, since a file of the site's own must not take the place of one that is made.
    if let Some(calculators) = &shared.calculators {
        finished.extend(calculators.files());
    }
    finished.extend(inputs.assets.files.clone());
    Some(true)
}
