//! The home page: a calculator, an overview of the site, and its news.
//!
//! 1. The featured entry's calculator, and with a catalog the models that run on its device.
//! 2. The terms by layer, or by letter where there is one layer. Where there are too many, their letters and those
//!    mentioned most. A site with a catalog has a row for each layer instead, with its best-known term.
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
use crate::writers::html::letters::{LetterView, letters, row};
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::tracks;
use crate::writers::html::views::{CalculatorView, LayerView, LinkView, PageView, RowView};
use rooflight_glossary::model::ids::{EntryId, LayerId};
use serde::Serialize;

const ROOT: &str = "./";

/// Maximum number of terms that are listed, and of those that have their definition beside them.
const LISTED: usize = 300;
const DEFINED: usize = 60;

#[derive(Serialize)]
struct FeaturedView {
    entry: LinkView,
    calculator: CalculatorView,
}

/// Terms under one heading.
#[derive(Serialize)]
struct TermGroupView {
    title: String,
    url: String,
    rows: Vec<RowView>,
    /// The number of terms, also where no row is shown.
    count: usize,
}

/// A layer with its best-known entry.
#[derive(Serialize)]
struct LayerRowView {
    layer: LayerView,
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
    let featured = found.map(|(calculators, featured)| featured_view(cx, calculators, &featured));
    let view = PageView {
        calculator: featured.is_some(),
        csp: content_policy(cx.inputs, featured.is_some()),
        ..cx.page(PageId::Home, &config.title, &config.description)
    };
    let mut context = cx.context(&view);
    let layer_row = |(layer, best): (LayerId, Option<EntryId>)| LayerRowView {
        layer: cx.layer(ROOT, layer),
        first: best.map(|id| link(cx, id)),
    };
    let rows: Vec<LayerRowView> = home::layers(cx.inputs).into_iter().map(layer_row).collect();
    let device = featured.as_ref().and_then(|view| view.calculator.chosen("hw"));
    let opening = device.and_then(|id| home_section(cx.inputs, cx.answers(), &id));
    if opening.is_none() {
        let count = cx.inputs.glossary.entries.len();
        context.insert("groups", &groups(cx, count <= LISTED));
        context.insert("has_definitions", &(count <= DEFINED));
        let known = if count > LISTED { home::best_known(cx.inputs) } else { Vec::new() };
        context.insert("best_known", &known.into_iter().map(|id| link(cx, id)).collect::<Vec<_>>());
    }
    context.insert("opening", &opening);
    context.insert("layer_rows", &rows);
    context.insert("featured", &featured);
    context.insert("headline", config.headline.as_ref().unwrap_or(&config.title));
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

/// Groups the terms by layer, or by letter if there is one layer or their rows are not shown.
fn groups(cx: &RenderContext<'_>, has_rows: bool) -> Vec<TermGroupView> {
    let layers = &cx.inputs.config.layers;
    if layers.len() == 1 || !has_rows {
        let group = |LetterView { letter, anchor, rows }: LetterView<RowView>| TermGroupView {
            url: format!("{ROOT}{}#{anchor}", cx.inputs.config.index_path()),
            title: letter,
            count: rows.len(),
            rows: if has_rows { rows } else { Vec::new() },
        };
        return letters(cx, ROOT).into_iter().map(group).collect();
    }
    let group = |layer: LayerId| {
        let rows = home::in_layer(cx.inputs, layer);
        let rows: Vec<RowView> = rows.into_iter().map(|id| row(cx, &cx.inputs.glossary.entries[id], ROOT)).collect();
        let LayerView { title, url, .. } = cx.layer(ROOT, layer);
        TermGroupView { title, url, count: rows.len(), rows }
    };
    layers.ids().map(group).filter(|group| group.count > 0).collect()
}

fn featured_view(cx: &RenderContext<'_>, calculators: Calculators<'_>, featured: &Featured) -> FeaturedView {
    FeaturedView { entry: link(cx, featured.entry), calculator: calculators.view(&featured.answer, ROOT) }
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
