//! Renders the pages of the catalog, from memory where nothing that they show has changed.

use crate::site::figures::Figures;
use crate::writers::html::catalog::named::{self, Named};
use crate::writers::html::catalog::{context, pages};
use crate::writers::html::frame::Frame;
use crate::writers::html::page::Page;
use crate::writers::html::theme::Theme;
use crate::writers::render_page::{RenderedPage, rendered};
use rooflight_glossary::diagnostic::Diagnostic;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The pages of a catalog as they were rendered last, with all that they depend on beside the catalog itself.
#[derive(Debug, Default)]
pub(crate) struct CatalogMemo(Mutex<Option<CachedCatalog>>);

#[derive(Debug)]
struct CachedCatalog {
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
    fn last(&self) -> MutexGuard<'_, Option<CachedCatalog>> {
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
    let (seen, calculator) = (frame.seen(), context::calculator(frame));
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
        *memo.last() = Some(CachedCatalog { theme: Arc::clone(theme), seen, calculator, named, made: made.clone() });
    }
    problems.push(Ok(made));
    problems
}
