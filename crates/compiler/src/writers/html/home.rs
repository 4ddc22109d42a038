//! The home page: a calculator, an overview of the site, and its news.
//!
//! 1. The featured entry's calculator, and with a catalog the models that run on its device.
//! 2. A row for each layer, with a square for each entry; filled if the featured entry links to it.
//! 3. The newest measurements, the days with changes, and further links.
//!
//! Without calculators, catalog or tracks, the parts about them are left out. `site/home.rs` chooses the featured
//! entry, the rows and the days.

use crate::calibrate::CalibratedCatalog;
use crate::site::catalog::home_section::home_section;
use crate::site::dates;
use crate::site::feeds::changes;
use crate::site::home::{self, Featured};
use crate::site::page_id::PageId;
use crate::site::policy::content_policy;
use crate::writers::html::calculator::Calculators;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::tracks;
use crate::writers::html::views::{CalculatorView, LayerView, LinkView, PageView};
use rooflight_glossary::model::ids::EntryId;
use serde::Serialize;

const ROOT: &str = "./";

#[derive(Serialize)]
struct FeaturedView {
    entry: LinkView,
    calculator: CalculatorView,
}

/// A layer with its entries as squares.
#[derive(Serialize)]
struct LayerRowView {
    layer: LayerView,
    filled: usize,
    empty: usize,
    first: Option<LinkView>,
}

#[derive(Serialize)]
struct DaySummaryView {
    date: dates::ShownDate,
    url: String,
    new: usize,
    revised: usize,
    named: Vec<LinkView>,
    more: usize,
}

/// The home page.
pub(crate) fn page(cx: &RenderContext<'_>) -> Page {
    let config = cx.inputs.config;
    let found = cx.calculators.and_then(|all| Some((all, home::featured(cx.inputs, all.answers)?)));
    let featured_entry = found.as_ref().map(|(_, featured)| featured.entry);
    let featured = found.map(|(calculators, featured)| featured_view(cx, calculators, &featured));
    let view = PageView {
        calculator: featured.is_some(),
        csp: content_policy(cx.inputs, featured.is_some()),
        ..cx.page(PageId::Home, &config.title, &config.description)
    };
    let mut context = cx.context(&view);
    let rows: Vec<LayerRowView> =
        home::layer_rows(cx.inputs, cx.graph, featured_entry).into_iter().map(|row| row_view(cx, &row)).collect();
    let device = featured.as_ref().and_then(|view| view.calculator.chosen("hw"));
    context.insert("opening", &device.and_then(|id| home_section(cx.inputs, cx.answers(), &id)));
    context.insert("filled", &rows.iter().map(|row| row.filled).sum::<usize>());
    context.insert("layer_rows", &rows);
    context.insert("featured", &featured);
    context.insert("headline", &config.headline);
    let days: Vec<DaySummaryView> = home::days(cx.inputs).into_iter().map(|day| day_view(cx, day)).collect();
    context.insert("days", &days);
    context.insert("tracks", &tracks::links(cx, ROOT));
    context.insert("entry_count", &cx.inputs.glossary.entries.len());
    let (_, publications) = cx.inputs.estimator.map_or((0, 0), CalibratedCatalog::counts);
    context.insert("source_count", &(publications > 0).then_some(publications));
    // The page that shows the accuracy of the estimates, if there is one.
    let method = cx.inputs.glossary.pages.iter().find(|linked| linked.body.has_figures());
    context.insert("method_url", &method.map(|linked| format!("{ROOT}{}/", linked.page.slug)));
    Page::new(cx, view, "home.html", context)
}

fn featured_view(cx: &RenderContext<'_>, calculators: Calculators<'_>, featured: &Featured) -> FeaturedView {
    FeaturedView { entry: link(cx, featured.entry), calculator: calculators.view(&featured.answer, ROOT) }
}

fn row_view(cx: &RenderContext<'_>, row: &home::LayerRow) -> LayerRowView {
    LayerRowView {
        layer: cx.layer(ROOT, row.layer),
        filled: row.filled,
        empty: row.empty,
        first: row.best_known.map(|id| link(cx, id)),
    }
}

fn day_view(cx: &RenderContext<'_>, day: home::Day) -> DaySummaryView {
    DaySummaryView {
        date: dates::day(day.date, &cx.inputs.config.strings),
        url: format!("{ROOT}changes/#{}", changes::anchor(day.date)),
        new: day.new,
        revised: day.revised,
        named: day.named.into_iter().map(|id| link(cx, id)).collect(),
        more: day.more,
    }
}

fn link(cx: &RenderContext<'_>, id: EntryId) -> LinkView {
    LinkView::new(&cx.inputs.glossary.entries[id], ROOT)
}
