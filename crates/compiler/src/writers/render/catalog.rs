//! Renders the catalog's pages through every writer, and caches them: they are rendered again only if something that
//! they show has changed.

use crate::site::catalog;
use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::mentions::{self, RuntimeMentions};
use crate::site::catalog::page::{CatalogContent, CatalogPage};
use crate::site::figures::Figures;
use crate::writers::data;
use crate::writers::html;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::theme::Theme;
use crate::writers::render::pages::{self, RenderedPage};
use rayon::prelude::*;
use rooflight_source::diagnostic::Diagnostic;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The last rendered pages of the catalog, with the values that they depend on in addition to the catalog.
#[derive(Debug, Default)]
pub(crate) struct CatalogMemo(Mutex<Option<LastCatalog>>);

#[derive(Debug)]
struct LastCatalog {
    /// Kept alive, so that no other theme is allocated at the same address.
    theme: Arc<Theme>,
    /// The serialised values that every page shares.
    seen: String,
    calculator: Option<String>,
    named: Vec<RuntimeMentions>,
    made: RenderedPage,
}

impl CatalogMemo {
    /// Locks the cache. The lock is only held to read or replace the value, so the value is intact even if a holder
    /// panicked.
    fn last(&self) -> MutexGuard<'_, Option<LastCatalog>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns all files of the catalog's pages, from the cache if nothing that they show has changed, and the errors of
/// their templates. Empty without a memo or a catalog.
pub(super) fn files(
    cx: &RenderContext<'_>,
    theme: &Arc<Theme>,
    figures: &Figures,
    memo: Option<&CatalogMemo>,
) -> Vec<Result<RenderedPage, Diagnostic>> {
    let (Some(memo), Some(catalog_cx)) = (memo, CatalogContext::new(cx.inputs, cx.answers())) else {
        return Vec::new();
    };
    let (seen, calculator) = (cx.seen(), catalog_cx.calculator.clone());
    let named = mentions::all(catalog_cx.catalog, cx.inputs.glossary);
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
    let render = |page: CatalogPage<'_>| rendered(cx, &catalog_cx, &page, theme, figures);
    let all: Vec<Result<RenderedPage, Diagnostic>> =
        catalog::pages(&catalog_cx, &named).into_par_iter().map(render).collect();
    for rendered in all {
        match rendered {
            Ok(RenderedPage { files, listed }) => {
                made.files.extend(files);
                made.listed.extend(listed);
            }
            Err(problem) => problems.push(Err(problem)),
        }
    }
    if problems.is_empty() {
        *memo.last() = Some(LastCatalog { theme: Arc::clone(theme), seen, calculator, named, made: made.clone() });
    }
    problems.push(Ok(made));
    problems
}

fn rendered(
    cx: &RenderContext<'_>,
    catalog_cx: &CatalogContext<'_>,
    page: &CatalogPage<'_>,
    theme: &Theme,
    figures: &Figures,
) -> Result<RenderedPage, Diagnostic> {
    let config = cx.inputs.config;
    let beside = match &page.content {
        CatalogContent::Publications(all) => {
            data::anchors::files(config, catalog_cx.catalog, &all.names, &page.description)
        }
        _ => Vec::new(),
    };
    let sizes: Vec<usize> = beside.iter().map(|(_, bytes)| bytes.len()).collect();
    let made = html::catalog::page(cx, page, &sizes);
    let mut rendered = pages::page(cx, made, Some(&page.content), theme, figures)?;
    rendered.files.extend(beside.into_iter().map(|(name, bytes)| (format!("anchors/{name}"), bytes)));
    Ok(rendered)
}
