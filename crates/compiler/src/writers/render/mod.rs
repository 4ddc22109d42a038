//! Renders a site, and passes each file to a sink as soon as it is written.
//!
//! 1. [`Rendering`] has the values that are computed once for all pages.
//! 2. [`Rendering::pages`] renders the pages; [`Rendering::exports`] then writes the machine-readable files from what
//!    the pages returned.
//!
//! Between the two, the pipeline checks the addresses of the pages. This module only reports problems of templates,
//! figures and calculators.

pub(crate) mod catalog;
mod pages;

use crate::sink::Finished;
use crate::site::answers::Answers;
use crate::site::entry_summary::EntrySummaries;
use crate::site::graph::Graph;
use crate::site::inputs::Inputs;
use crate::site::inventory::{self, Listed};
use crate::site::method;
use crate::site::paths::entry_path;
use crate::site::redirects::Redirect;
use crate::site::site_stats::SiteStats;
use crate::site::social_image::SocialImageView;
use crate::site::theming::Theming;
use crate::site::used_assets;
use crate::writers::data::search_index::MachineReader;
use crate::writers::html::calculator::{CalculatorFiles, Calculators};
use crate::writers::html::page::{Files, PageTask};
use crate::writers::html::render_context::{RenderContext, SharedContexts};
use crate::writers::html::theme::Theme;
use crate::writers::html::views::CalculatorData;
use crate::writers::html::{self, moved};
use crate::writers::picture::page::Pictures;
use crate::writers::picture::{self, PictureMemo};
use crate::writers::render::catalog::CatalogMemo;
use crate::writers::render::pages::RenderedPage;
use crate::writers::{data, feed, markdown};
use rayon::prelude::*;
use rooflight_estimator::records::{NamesRecord, Record, file};
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::parallel::MAX_CHUNK;
use rooflight_source::diagnostic::Diagnostic;
use std::sync::Arc;

/// A site that is being rendered.
pub(crate) struct Rendering<'a> {
    inputs: &'a Inputs<'a>,
    theme: &'a Arc<Theme>,
    catalog_memo: Option<&'a CatalogMemo>,
    pictures: Pictures<'a>,
    answers: Option<Answers<'a>>,
    calculator_files: Option<CalculatorFiles>,
    /// The site's preview picture, for pages without their own; the file is `None` if the picture is a static file.
    share: Option<(SocialImageView, Option<picture::page::PictureFile>)>,
    theming: Theming,
    stats: SiteStats,
    bases: SharedContexts,
    summaries: EntrySummaries,
    extent: Extent,
}

/// The part of a site that a build renders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The page of one entry.
    Entry,
    /// Whatever a problem can be in: pages, and no text in another format.
    Check,
    /// The whole site.
    Site,
}

impl Extent {
    /// Returns what a sink needs of a site.
    pub(crate) fn of(finished: &Finished<'_>) -> Self {
        if finished.is_null() { Self::Check } else { Self::Site }
    }
}

/// The results of rendering all pages that the exporters need.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    /// The entries' contents for feeds, by entry position; empty for an entry that no feed shows.
    feed_bodies: Vec<String>,
    inventory: Vec<Listed>,
    /// Problems of templates, figures and calculators. If there are any, the site is incomplete.
    pub(crate) problems: Vec<Diagnostic>,
}

impl<'a> Rendering<'a> {
    /// Prepares to render.
    #[must_use]
    pub(crate) fn new(
        inputs: &'a Inputs<'a>,
        theme: &'a Arc<Theme>,
        catalog_memo: Option<&'a CatalogMemo>,
        picture_memo: &'a PictureMemo,
        extent: Extent,
    ) -> Self {
        let pictures = Pictures::new(inputs, picture_memo);
        let estimator = inputs.calculator_source.filter(|_| inputs.config.calculators);
        Self {
            inputs,
            theme,
            catalog_memo,
            answers: estimator.map(|estimator| Answers::new(estimator, inputs)),
            calculator_files: estimator.map(|estimator| CalculatorFiles::new(estimator, inputs)),
            share: picture::page::site(inputs, &pictures),
            pictures,
            theming: Theming::new(inputs),
            stats: SiteStats::new(inputs, extent != Extent::Entry),
            bases: SharedContexts::default(),
            summaries: EntrySummaries::new(inputs.glossary.entries.len()),
            extent,
        }
    }

    /// Returns the addresses of the reader of machines and of the calculators, from the folder of the search.
    fn machine_reader(&self) -> Option<MachineReader> {
        let CalculatorData { shim, readers, readers_integrity: integrity, wasm, wasm_integrity, facts, .. } =
            self.calculators()?.searching("../");
        let names = format!("{facts}{}", file(NamesRecord::FOLDER, "names"));
        Some(MachineReader { shim, readers, integrity, names, wasm, wasm_integrity, facts })
    }

    fn calculators(&self) -> Option<Calculators<'_>> {
        let both = self.answers.as_ref().zip(self.calculator_files.as_ref());
        both.map(|(answers, files)| Calculators { answers, files })
    }

    fn context(&self) -> RenderContext<'_> {
        RenderContext {
            inputs: self.inputs,
            calculators: self.calculators(),
            share: self.share.as_ref().map(|(share, _)| share),
            theming: &self.theming,
            stats: &self.stats,
            graph: Graph::new(self.inputs.glossary),
            bases: &self.bases,
            summaries: &self.summaries,
            has_alternates: self.extent != Extent::Check,
        }
    }

    /// Renders an entry's page alone and returns the file at this path; `None` if the path belongs to no entry.
    ///
    /// # Errors
    /// The error of the entry's template or calculator.
    #[must_use]
    pub(crate) fn entry_file(&self, path: &str) -> Option<Result<Vec<u8>, Diagnostic>> {
        let number = self.inputs.glossary.entries.iter().rposition(|entry| path.starts_with(&entry_path(entry)))?;
        match pages::entry(&self.context(), EntryId::new(number), self.theme, &self.pictures) {
            Ok((files, _)) => Some(Ok(files.into_iter().find(|(file, _)| file == path)?.1)),
            Err(problem) => Some(Err(problem)),
        }
    }

    /// Renders all pages; `None` as soon as `keep_going` returns false.
    pub(crate) fn pages(&self, finished: &Finished<'_>, keep_going: &(dyn Fn() -> bool + Sync)) -> Option<Pages> {
        let (inputs, cx) = (self.inputs, self.context());
        let entry = |number: EntryId| {
            let (files, feed) = pages::entry(&cx, number, self.theme, &self.pictures)?;
            finished.extend(files);
            Ok(feed)
        };
        let entries: Vec<Result<String, Diagnostic>> = (0..inputs.glossary.entries.len())
            .into_par_iter()
            .with_max_len(MAX_CHUNK)
            .map(|number| keep_going().then(|| entry(EntryId::new(number))))
            .collect::<Option<_>>()?;
        let figures = inputs.estimator.map(method::figures).unwrap_or_default();
        let mut problems: Vec<Diagnostic> =
            inputs.glossary.pages.iter().flat_map(|linked| figures.problems(&linked.page)).collect();
        let pages = html::pages(&cx, &figures, &mut problems);
        let render = |make: PageTask<'_>| {
            let rendered = pages::page(&cx, make(), None, self.theme, &figures)?;
            finished.extend(rendered.files);
            Ok(RenderedPage { files: Files::new(), ..rendered })
        };
        let mut made: Vec<Result<RenderedPage, Diagnostic>> = pages.into_par_iter().map(render).collect();
        made.extend(catalog::files(&cx, self.theme, &figures, self.catalog_memo));
        let mut feed_bodies = Vec::with_capacity(entries.len());
        for rendered in entries {
            match rendered {
                Ok(feed) => feed_bodies.push(feed),
                Err(problem) => problems.push(problem),
            }
        }
        let mut inventory = inventory::entries(inputs.config, inputs.glossary);
        for made in made {
            match made {
                Ok(RenderedPage { files, listed }) => {
                    finished.extend(files);
                    inventory.extend(listed);
                }
                Err(problem) => problems.push(problem),
            }
        }
        Some(Pages { feed_bodies, inventory, problems })
    }

    /// Writes a redirect page at each former address.
    pub(crate) fn moved(&self, moves: &[Redirect], finished: &Finished<'_>, problems: &mut Vec<Diagnostic>) {
        moved::add(&self.context(), self.theme, moves, finished, problems);
    }

    /// Writes `llms.txt`, pictures, hover cards, feeds, the search index, data files and static files.
    pub(crate) fn exports(&self, pages: &Pages, moves: &[Redirect], finished: &Finished<'_>) {
        let inputs = self.inputs;
        let list = markdown::llms::text(inputs, &pages.inventory).into_bytes();
        finished.extend(std::iter::once((markdown::llms::PATH.to_owned(), list)));
        // A static file of the site takes precedence over the drawn picture.
        let drawn =
            self.share.iter().filter_map(|(_, file)| file.as_ref()).filter(|(path, _)| !inputs.assets.has(path));
        finished.extend(drawn.chain(&self.theming.file).cloned());
        data::hover_cards::files(inputs, finished);
        let reader = self.machine_reader();
        rayon::join(
            || finished.extend(feed::files(inputs, &pages.feed_bodies)),
            || {
                rayon::join(
                    || finished.extend(data::search_index::files(inputs, &pages.inventory, reader)),
                    || finished.extend(data::site_files::files(inputs, &pages.inventory, moves)),
                )
            },
        );
        // Static files come last, so that they cannot replace a generated file. The calculators' data exists once, at
        // the root.
        let calculators = self.calculators().filter(|_| inputs.original.is_none());
        if let Some(Calculators { answers, files }) = calculators {
            finished.extend(files.files(answers.catalog));
        }
        let unused = used_assets::unused(inputs, self.answers.as_ref());
        let assets = inputs.assets.files.iter().filter(|(path, _)| !unused.contains(path.as_str()));
        finished.extend(assets.map(|(path, bytes)| (path.clone(), bytes.clone())));
        for (path, file) in &inputs.assets.large {
            finished.copy(path, file);
        }
    }
}
