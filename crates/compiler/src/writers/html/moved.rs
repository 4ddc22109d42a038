//! Redirect pages at former addresses.
//!
//! A script redirects at once and keeps query and fragment; without scripts the page redirects itself. It has a link in
//! any case.

use crate::sink::Finished;
use crate::site::page_id::PageId;
use crate::site::paths::root_of;
use crate::site::redirects::Redirect;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::theme::Theme;
use crate::writers::html::views::PageView;
use rooflight_source::diagnostic::Diagnostic;

/// Adds a redirect page for each former address, unless a static file has that path. Clashes with other pages are
/// reported elsewhere.
pub(crate) fn add(
    cx: &RenderContext<'_>,
    theme: &Theme,
    moves: &[Redirect],
    finished: &Finished<'_>,
    problems: &mut Vec<Diagnostic>,
) {
    let own = cx.inputs.assets;
    for page in moves.iter().map(|one| page(cx, one)).filter(|page| !own.has(&page.path)) {
        match theme.render(&page.template, &page.context) {
            Ok(html) => finished.put(&page.path, html.into_bytes()),
            Err(problem) => problems.push(problem),
        }
    }
}

fn page(cx: &RenderContext<'_>, redirect: &Redirect) -> Page {
    let Redirect { from, to, title, description } = redirect;
    let root = root_of(from);
    let view = PageView {
        canonical: Some(cx.inputs.config.base_url.join(to)),
        csp: "default-src 'none'; script-src 'self'".to_owned(),
        ..cx.page(PageId::Moved(from.clone()), title, description)
    };
    let mut context = cx.context(&view);
    context.insert("target", &format!("{root}{to}"));
    Page::new(cx, view, "moved.html", context)
}
