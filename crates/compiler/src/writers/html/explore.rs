//! The explorer's page, `/explore/`: three questions with one form, and the answer to the defaults.
//!
//! Form, records and script are those of the calculators; another script sorts and filters. A site without pages
//! of a catalog, or whose catalog lacks the defaults, has no explorer.

use crate::site::page_id::PageId;
use crate::site::policy::content_policy;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::PageView;
use rooflight_calculators::explore::SPEC;

/// The explorer's page; empty if the site has none.
#[must_use]
pub(crate) fn pages(cx: &RenderContext<'_>) -> Vec<Page> {
    let Some(calculators) = cx.calculators.filter(|calculators| calculators.answers.explores()) else {
        return Vec::new();
    };
    let Some(calculator) = calculators.first_view(&SPEC, "../") else { return Vec::new() };
    let page = PageView {
        calculator: true,
        csp: content_policy(cx.inputs, true),
        ..cx.page(PageId::Explore, SPEC.title, SPEC.about)
    };
    let mut context = cx.context(&page);
    context.insert("calculator", &calculator);
    vec![Page::new(cx, page, "explore.html", context)]
}
