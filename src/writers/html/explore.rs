//! The explorer's page, `/explore/`: three questions over one form, with the default answer of the first.
//!
//! The form, the records and the script are those of the calculators; sorting and filtering are a script of its own. A
//! site without a catalog, or whose catalog lacks the defaults, has no such page.

use crate::site::page_id::PageId;
use crate::site::policy::content_policy;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::PageView;
use rooflight_calculators::explore::SPEC;

/// The page, if the site has one.
#[must_use]
pub(crate) fn pages(frame: &RenderContext<'_>) -> Vec<Page> {
    let Some(calculators) = frame.calculators else { return Vec::new() };
    let Some(calculator) = calculators.first_view(&SPEC, "../") else { return Vec::new() };
    let page = PageView {
        calculator: true,
        csp: content_policy(frame.inputs, true),
        ..frame.page(PageId::Explore, SPEC.title, SPEC.about)
    };
    let mut context = frame.context(&page);
    context.insert("calculator", &calculator);
    vec![Page::new(frame, page, "explore.html", context)]
}
