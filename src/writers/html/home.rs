//! The home page: the site's question with a live answer, what the site has, and what is new.
//!
//! 1. The calculator of an entry answers; beside it stands what else runs on its device, where there is a catalog.
//! 2. The layers are floors of a house, an entry is a window. Windows of entries that the answer's entry links to are
//!    lit.
//! 3. Then the newest measurements, the days of change, and ways onward.
//!
//! A site without calculators, catalog or tracks has fewer parts, and no empty one.

use crate::calibrate::CalibratedCatalog;
use crate::site::catalog::home_section::home_section;
use crate::site::dates;
use crate::site::feeds::changes;
use crate::site::order::collation;
use crate::site::page_id::PageId;
use crate::site::policy::content_policy;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::tracks;
use crate::writers::html::views::{CalculatorView, LayerView, LinkView, PageView};
use rooflight_glossary::model::ids::{EntryId, LayerId};
use serde::Serialize;

const ROOT: &str = "./";

/// Entries that may be drawn as windows.
const WINDOWS: usize = 500;

/// Days of change that are listed.
const DAYS: usize = 4;

/// Entries that a day names.
const NAMED: usize = 3;

#[derive(Serialize)]
struct FeaturedView {
    entry: LinkView,
    calculator: CalculatorView,
}

/// A floor of the house.
#[derive(Serialize)]
struct FloorView {
    layer: LayerView,
    /// Entries that the answer's entry links to, and itself; then the others.
    lit: usize,
    dark: usize,
    /// The entry that most others link to.
    first: Option<LinkView>,
}

#[derive(Serialize)]
struct DayView {
    date: dates::Shown,
    url: String,
    new: usize,
    revised: usize,
    named: Vec<LinkView>,
    /// Entries that are not named.
    more: usize,
}

/// The page.
pub(crate) fn page(frame: &RenderContext<'_>) -> Page {
    let config = frame.inputs.config;
    let found = featured(frame);
    let view = PageView {
        calculator: found.is_some(),
        csp: content_policy(frame.inputs, found.is_some()),
        ..frame.page(PageId::Home, &config.title, &config.description)
    };
    let mut context = frame.context(&view);
    let floors = floors(frame, found.as_ref().map(|(entry, _)| *entry));
    let device = found.as_ref().and_then(|(_, shown)| shown.calculator.chosen("hw"));
    context.insert("opening", &device.and_then(|id| home_section(frame.inputs, frame.answers(), &id)));
    context.insert("lit", &floors.iter().map(|floor| floor.lit).sum::<usize>());
    context.insert("floors", &floors);
    context.insert("featured", &found.map(|(_, shown)| shown));
    context.insert("headline", &config.headline);
    context.insert("days", &days(frame));
    context.insert("tracks", &tracks::links(frame, ROOT));
    context.insert("entry_count", &frame.inputs.glossary.entries.len());
    let (_, publications) = frame.inputs.estimator.map_or((0, 0), CalibratedCatalog::counts);
    context.insert("source_count", &(publications > 0).then_some(publications));
    // The page that shows what the measurements say, where there is one.
    let method = frame.inputs.glossary.pages.iter().find(|linked| linked.body.has_figures());
    context.insert("method_url", &method.map(|linked| format!("{ROOT}{}/", linked.page.slug)));
    Page::new(frame, view, "home.html", context)
}

/// The first entry, in the order of the files, that is named "tokens per second" or else carries a calculator at all.
fn featured(frame: &RenderContext<'_>) -> Option<(EntryId, FeaturedView)> {
    let calculators = frame.calculators?;
    let with = || {
        let entries = frame.inputs.glossary.entries.iter_enumerated();
        entries.filter(|(_, entry)| entry.document.front.calculator.is_some())
    };
    let (id, entry) = with().find(|(_, entry)| entry.document.id == "tokens-per-second").or_else(|| with().next())?;
    let calculator = calculators.view(&calculators.answers.of_entry(&entry.document).ok()??, ROOT);
    Some((id, FeaturedView { entry: LinkView::new(entry, ROOT), calculator }))
}

/// The floors, from the top.
fn floors(frame: &RenderContext<'_>, answer: Option<EntryId>) -> Vec<FloorView> {
    let entries = &frame.inputs.glossary.entries;
    let onward = answer.map(|at| frame.graph.leads_to(at)).unwrap_or_default();
    let is_lit = |id: EntryId| answer == Some(id) || onward.contains(&id);
    let drawn = entries.len() <= WINDOWS;
    let floor = |layer: LayerId| {
        let inside = || entries.iter_enumerated().filter(move |(_, entry)| entry.layer == layer);
        let lit = inside().filter(|(id, _)| drawn && is_lit(*id)).count();
        let known = inside().max_by_key(|(_, entry)| {
            (entry.mentioned_in.len(), std::cmp::Reverse(collation(&entry.document.front.term)))
        });
        FloorView {
            layer: frame.layer(ROOT, layer),
            lit,
            dark: if drawn { inside().count() - lit } else { 0 },
            first: known.map(|(_, entry)| LinkView::new(entry, ROOT)),
        }
    };
    frame.inputs.config.layers.ids().rev().map(floor).collect()
}

/// The newest days on which something changed.
fn days(frame: &RenderContext<'_>) -> Vec<DayView> {
    let entries = &frame.inputs.glossary.entries;
    let day = |(date, day): (jiff::civil::Date, changes::Day)| {
        let changed = || day.new.iter().copied().chain(day.revised.iter().map(|one| one.entry));
        let named: Vec<LinkView> = changed().take(NAMED).map(|id| LinkView::new(&entries[id], ROOT)).collect();
        DayView {
            date: dates::day(date),
            url: format!("{ROOT}changes/#{}", changes::anchor(date)),
            new: day.new.len(),
            revised: day.revised.len(),
            more: changed().count() - named.len(),
            named,
        }
    };
    changes::days(frame.inputs).into_iter().take(DAYS).map(day).collect()
}
