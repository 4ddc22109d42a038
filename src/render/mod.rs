//! Render: a glossary becomes a map of files.
//!
//! 1. [`assets`] gives every static file a name that carries its hash.
//! 2. [`calculator`] draws each entry's calculator with its default result, and puts out what the browser needs to redraw it.
//! 3. [`entry`], [`listing`], [`compare`] and [`tracks`] fill the views, [`theme`] turns them into HTML.
//! 4. `output` adds what machines read.
//!
//! Templates see view types made for them, never core types. Nothing here depends on the clock or on the order of a hash map.

pub mod assets;
pub mod body;
pub mod calculator;
pub mod choices;
pub mod compare;
pub mod dates;
pub mod entry;
pub mod inline;
pub mod listing;
pub mod table;
pub mod theme;
pub mod tracks;
pub mod views;

use crate::Site;
use crate::calibrate::Estimating;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::link::{Entry, Glossary};
use crate::output;
use rayon::prelude::*;
use std::collections::BTreeMap;
use theme::Theme;

/// What rendering works from.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// The site's settings.
    pub config: &'a Config,
    /// All entries.
    pub glossary: &'a Glossary,
    /// The estimator with the catalog and the measurements, where the site has a catalog.
    pub estimator: Option<&'a Estimating>,
    /// The static files by name.
    pub statics: &'a BTreeMap<String, Vec<u8>>,
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

/// Where an entry's page stands.
#[must_use]
pub fn entry_path(entry: &Entry) -> String {
    format!("glossary/{}/", entry.document.slug)
}

/// Renders everything; `None` if a template failed.
pub fn site(inputs: &Inputs<'_>, theme: &Theme, problems: &mut Vec<Diagnostic>) -> Option<Site> {
    let assets = assets::Assets::new(inputs.statics);
    let calculators = inputs
        .estimator
        .filter(|_| inputs.config.calculators)
        .map(|estimator| calculator::Calculators::new(estimator, &assets));
    let mut site = assets.files.clone();
    if let Some(calculators) = &calculators {
        site.extend(calculators.files.clone());
    }
    let frame = views::Frame { inputs, assets: &assets, calculators: calculators.as_ref() };
    let entries: Vec<Result<entry::Rendered, Diagnostic>> =
        (0..inputs.glossary.entries.len()).into_par_iter().map(|number| entry::render(&frame, number, theme)).collect();
    let before = problems.len();
    let mut bodies = Vec::with_capacity(entries.len());
    for rendered in entries {
        match rendered {
            Ok(entry::Rendered { files, feed }) => {
                site.extend(files);
                bodies.push(feed);
            }
            Err(problem) => problems.push(problem),
        }
    }
    let pages = [listing::pages(&frame), compare::pages(&frame), tracks::pages(&frame, problems)];
    for page in pages.into_iter().flatten() {
        match theme.render(page.template, &page.context) {
            Ok(html) => {
                site.insert(page.path, html.into_bytes());
                site.extend(page.files);
            }
            Err(problem) => problems.push(problem),
        }
    }
    if problems.len() > before {
        // One broken template breaks every page that uses it, and is reported once.
        let (kept, new) = problems.split_at(before);
        let mut unique: Vec<Diagnostic> = Vec::new();
        for problem in new {
            if !unique.contains(problem) {
                unique.push(problem.clone());
            }
        }
        *problems = [kept.to_vec(), unique].concat();
        return None;
    }
    site.extend(output::files(inputs, &bodies));
    Some(site)
}
