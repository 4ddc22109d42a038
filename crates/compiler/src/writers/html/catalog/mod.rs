//! The catalog's pages as HTML, one template for each type of content in [`crate::site::catalog`].
//!
//! Tables are written in code instead of templates, since they have thousands of rows; [`crate::writers::html::inline`]
//! escapes their texts.

mod memory_chart_svg;
mod range_plot;
mod room;

use crate::site::catalog::page::{CatalogContent, CatalogPage};
use crate::site::catalog::views::{LIST_ROOT, ListRow};
use crate::site::catalog::words::small;
use crate::site::measurement_files::{COLUMNS, CSV, JSON, PACKAGE};
use crate::site::page_id::PageKind;
use crate::writers::html::navigation::nav_views;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;

/// Prepares a page for its template; `sizes` are the sizes in bytes of the files with all measurements, for the page
/// that offers them.
pub(crate) fn page(cx: &RenderContext<'_>, page: &CatalogPage<'_>, sizes: &[usize]) -> Page {
    let mut view = cx.page(page.id.clone(), &page.title, &page.description);
    if let Some(source) = &page.source {
        view.edit = cx.edit(source);
    }
    let kind: PageKind = view.kind;
    let mut context = cx.context(&view);
    let template = match &page.content {
        CatalogContent::Device(shown) => {
            context.insert("device", shown);
            "device.html"
        }
        CatalogContent::Model(shown) => {
            context.insert("model", shown);
            "model.html"
        }
        CatalogContent::Runtime(shown) => {
            context.insert("runtime", shown);
            "runtime.html"
        }
        CatalogContent::Publication(shown) => {
            let (publication, rows) = &**shown;
            context.insert("publication", publication);
            context.insert("rows", rows);
            "publication.html"
        }
        CatalogContent::Publications(shown) => {
            let byte = |size: &usize| small(f64::from(u32::try_from(*size).unwrap_or(u32::MAX)));
            context.insert("neighbours", &nav_views(&shown.neighbours, LIST_ROOT, Some(kind)));
            context.insert("publications", &shown.publications);
            context.insert("columns", COLUMNS);
            context.insert("row_count", &shown.row_count);
            context.insert("sizes", &sizes.iter().map(byte).collect::<Vec<String>>());
            context.insert("file_names", &[CSV, JSON, PACKAGE]);
            context.insert("dataset", &shown.dataset);
            "anchors.html"
        }
        CatalogContent::List(shown) => {
            context.insert("neighbours", &nav_views(&shown.neighbours, LIST_ROOT, Some(kind)));
            context.insert("title", shown.title);
            context.insert("lead", &shown.lead);
            context.insert("what", shown.what);
            context.insert("filters", &shown.filters);
            context.insert("columns", &shown.table.columns);
            context.insert("groups", &shown.table.groups);
            context.insert("rows", &shown.table.rows.iter().flatten().collect::<Vec<&ListRow>>());
            if let Some(scores) = &shown.scores {
                context.insert("scores", scores);
                context.insert("not_covered", &shown.not_covered);
            }
            "catalog.html"
        }
    };
    Page::new(cx, view, template, context)
}
