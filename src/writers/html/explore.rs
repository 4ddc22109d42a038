//! The explorer's page, `/explore/`: three questions over one form, with the default answer of the first.
//!
//! The form, the records and the script are those of the calculators; sorting and filtering are a script of its own. A site without a
//! catalog, or whose catalog lacks the defaults, has no such page.

use crate::site::page_id::PageId;
use crate::site::policy::policy;
use crate::writers::html::frame::Frame;
use crate::writers::html::page::{Page, PageContent};
use crate::writers::html::views::PageView;
use rooflight_calculators::explore::SPEC;

/// The page, if the site has one.
#[must_use]
pub(crate) fn pages(frame: &Frame<'_>) -> Vec<Page> {
    let Some(calculators) = frame.calculators else { return Vec::new() };
    let Some(calculator) = calculators.default_view(&SPEC, "../") else { return Vec::new() };
    let page = PageView { calculator: true, csp: policy(true), ..frame.page(PageId::Explore, SPEC.title, SPEC.about) };
    let mut context = frame.context(&page);
    context.insert("calculator", &calculator);
    vec![Page::new(frame, page, "explore.html", context).with_content(PageContent::Explorer)]
}
