//! The catalog as pages: `/hardware/`, `/models/` and `/runtimes/` list it, each device, model and runtime has a page, `/anchors/` holds the
//! measurements.
//!
//! 1. `Book` gathers what all of them need once: who has a page and where, which measurements are whose, the calculator's address.
//! 2. `device` and `model` look at the same estimates from either side, `runtime` counts what was measured with a program, and `named` finds
//!    the entries that name it; `opening` is the home page's part; `lists` are the ways to them; `anchors` has the measurements by
//!    publication, and the files of all of them.
//! 3. `estimates`, `every`, `bytes`, `strips`, `room`, `measured`, `scores`, `sources` and `grid` are the parts that those pages share;
//!    `cells`, `figure_notes` and `published` are the words in them.
//! 4. Every page hands the values that its template sees to `markdown::catalog` too, which writes the Markdown beside it.
//!
//! The pages are cached with the catalog: a rebuild renders them again only where something else that they show has changed.
//!
//! Speeds, bytes and room are the estimator's; nothing here has a formula. A site without a catalog has none of these pages. Tables are
//! written here and not in templates, since there are thousands of rows: `cells` escapes every text in them.

pub(in crate::writers) mod anchors;
mod bytes;
pub(in crate::writers) mod cells;
pub(in crate::writers) mod device;
mod estimates;
pub(in crate::writers) mod every;
pub(in crate::writers) mod facts;
mod figure_notes;
pub(in crate::writers) mod grid;
pub(in crate::writers) mod lists;
mod measured;
pub(in crate::writers) mod model;
mod named;
mod opening;
pub(in crate::writers) mod published;
pub(in crate::writers) mod room;
mod runtime;
mod scores;
pub(in crate::writers) mod sources;
pub(in crate::writers) mod strips;
pub(in crate::writers) mod views;

pub(crate) use opening::opening;

use crate::calibrate::Estimating;
use crate::diagnostic::Diagnostic;
use crate::model::catalog::Catalog;
use crate::site::figures::Figures;
use crate::site::paths::{EXPLORE, calculator_path};
use crate::slug::is_slug;
use crate::writers::html::catalog::named::Named;
use crate::writers::html::frame::Frame;
use crate::writers::html::page::{Page, RenderedPage, rendered};
use crate::writers::html::theme::Theme;
use rayon::prelude::*;
use rooflight_calculators::decode_speed;
use rooflight_records::{DeviceRecord, ModelRecord};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// From a page of a device, of a model or of a publication to the site's root.
const ROOT: &str = "../../";

/// The catalog while its pages are made.
struct Book<'a> {
    frame: &'a Frame<'a>,
    catalog: &'a Catalog,
    estimating: &'a Estimating,
    /// The models by position in the catalog; none where a model cannot be computed.
    models: Vec<Option<&'a ModelRecord>>,
    /// The measurements by device, by model, by runtime and by publication: positions in the catalog.
    of_device: Vec<Vec<usize>>,
    of_model: Vec<Vec<usize>>,
    of_runtime: Vec<Vec<usize>>,
    of_publication: Vec<Vec<usize>>,
    /// The names of the publications' pages.
    publications: Vec<String>,
    /// Whether the site has the explorer.
    explores: bool,
    /// Where the calculator of decode speed stands, below the site's root.
    calculator: Option<String>,
}

/// The pages of a catalog as they were rendered last, with all that they depend on beside the catalog itself.
#[derive(Debug, Default)]
pub(crate) struct CatalogMemo(Mutex<Option<Last>>);

#[derive(Debug)]
struct Last {
    /// Held, so that no other theme is allocated at the same address.
    theme: Arc<Theme>,
    /// The frame's content on every page.
    seen: String,
    calculator: Option<String>,
    named: Vec<Named>,
    made: RenderedPage,
}

impl CatalogMemo {
    /// Held only to look and to replace, never while pages are rendered. Whoever failed while holding it has left it whole.
    fn last(&self) -> MutexGuard<'_, Option<Last>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All files of the catalog's pages, from memory where nothing that they show has changed; and what is wrong with their templates.
pub(crate) fn files(
    frame: &Frame<'_>,
    theme: &Arc<Theme>,
    figures: &Figures,
    memo: Option<&CatalogMemo>,
) -> Vec<Result<RenderedPage, Diagnostic>> {
    let Some(memo) = memo else { return Vec::new() };
    let (seen, calculator) = (frame.seen(), calculator(frame));
    let named = frame.inputs.catalog.map(|catalog| named::all(catalog, frame.inputs.glossary)).unwrap_or_default();
    if let Some(last) = &*memo.last()
        && Arc::ptr_eq(&last.theme, theme)
        && last.seen == seen
        && last.calculator == calculator
        && last.named == named
    {
        return vec![Ok(last.made.clone())];
    }
    let mut made = RenderedPage::default();
    let mut problems = Vec::new();
    for rendered in
        rendered(frame, pages(frame, &named).into_iter().map(Page::made).collect(), theme, figures, &|files| files)
    {
        match rendered {
            Ok(RenderedPage { files, listed }) => {
                made.files.extend(files);
                made.listed.extend(listed);
            }
            Err(problem) => problems.push(Err(problem)),
        }
    }
    if problems.is_empty() {
        *memo.last() = Some(Last { theme: Arc::clone(theme), seen, calculator, named, made: made.clone() });
    }
    problems.push(Ok(made));
    problems
}

/// All pages of the catalog; none where the site has no catalog.
fn pages(frame: &Frame<'_>, named: &[Named]) -> Vec<Page> {
    let (Some(catalog), Some(estimating)) = (frame.inputs.catalog, frame.inputs.estimator) else { return Vec::new() };
    let book = Book::new(frame, catalog, estimating);
    let mut pages = lists::pages(&book);
    let devices = (0..catalog.hardware.len()).into_par_iter().filter_map(|at| device::page(&book, at));
    let models = (0..catalog.models.len()).into_par_iter().filter_map(|at| model::page(&book, at));
    let runtimes = named.par_iter().enumerate().filter_map(|(at, named)| runtime::page(&book, at, named));
    let publications = (0..catalog.publications.len()).into_par_iter().map(|at| anchors::publication(&book, at));
    pages.par_extend(devices.chain(models).chain(runtimes).chain(publications));
    pages.extend(anchors::all(&book));
    pages
}

impl<'a> Book<'a> {
    fn new(frame: &'a Frame<'a>, catalog: &'a Catalog, estimating: &'a Estimating) -> Self {
        let cards: BTreeMap<&str, &ModelRecord> =
            estimating.estimator.models.iter().map(|card| (card.id.as_str(), card)).collect();
        let mut book = Self {
            frame,
            catalog,
            estimating,
            models: catalog.models.iter().map(|known| cards.get(known.record.id.as_str()).copied()).collect(),
            of_device: vec![Vec::new(); catalog.hardware.len()],
            of_model: vec![Vec::new(); catalog.models.len()],
            of_runtime: vec![Vec::new(); catalog.runtimes.len()],
            of_publication: vec![Vec::new(); catalog.publications.len()],
            publications: anchors::names(catalog),
            explores: frame.calculators.is_some_and(|calculators| calculators.answers.explores()),
            calculator: calculator(frame),
        };
        for (at, anchor) in catalog.anchors.iter().enumerate() {
            book.of_device[anchor.hardware].push(at);
            book.of_model[anchor.model].push(at);
            book.of_runtime[anchor.runtime].push(at);
            book.of_publication[anchor.publication].push(at);
        }
        book
    }

    /// The card of a device: cards stand in the catalog's order.
    fn device(&self, at: usize) -> Option<&'a DeviceRecord> {
        self.estimating.estimator.devices.get(at)
    }

    /// Where a device's page stands, below the site's root; none if its id is not fit for an address.
    fn device_path(&self, at: usize) -> Option<String> {
        path("hardware", &self.catalog.hardware[at].record.id)
    }

    /// Where a model's page stands.
    fn model_path(&self, at: usize) -> Option<String> {
        path("models", &self.catalog.models[at].record.id)
    }

    /// Where a runtime's page stands; none for rows that name no program.
    fn runtime_path(&self, at: usize) -> Option<String> {
        let record = self.catalog.runtimes.get(at).filter(|record| record.is_program())?;
        path("runtimes", &record.id)
    }

    /// The explorer with a device or a model filled in; none if the site has no explorer.
    fn explorer(&self, inputs: &str) -> Option<String> {
        self.explores.then(|| format!("{ROOT}{EXPLORE}?{inputs}&v=1"))
    }

    /// The calculator with these inputs; none if the site has no calculator of decode speed.
    fn question(&self, device: &str, model: &str, format: &str, context: u64) -> Option<String> {
        let calculator = self.calculator.as_deref()?;
        let plain = [device, model, format].into_iter().all(is_slug);
        plain.then(|| format!("{calculator}?hw={device}&m={model}&q={format}&c={context}&v=1#calculator"))
    }
}

fn path(folder: &str, id: &str) -> Option<String> {
    is_slug(id).then(|| format!("{folder}/{id}/"))
}

/// The page of the calculator of decode speed, if the site has it.
fn calculator(frame: &Frame<'_>) -> Option<String> {
    let calculators = frame.calculators?;
    calculators.answers.default_answer(&decode_speed::SPEC)?;
    Some(calculator_path(&decode_speed::SPEC))
}

/// A model's name without what else it is called.
fn brief(name: &str) -> &str {
    name.split_once(" (also ").map_or(name, |(name, _)| name)
}

/// "1 measurement", "12 measurements".
fn counted(count: usize, word: &str) -> String {
    let number = rooflight_document::number::count(count as u64);
    format!("{number} {word}{}", if count == 1 { "" } else { "s" })
}
