//! The page on which readers write a calculator, `/calculators/new/`: an editor with a starter file, its errors, and a
//! live answer.
//!
//! Without scripts the page shows the starter file and its answer. A site with calculators has the page if its settings
//! ask for it.

use crate::site::page_id::PageId;
use crate::site::playground::{ABOUT, Starter, TITLE};
use crate::site::policy::content_policy;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::PageView;
use serde::Serialize;

/// The starter file and its calculator.
#[derive(Debug, Serialize)]
struct StarterView<'a> {
    file: &'a str,
    title: &'a str,
    question: &'a str,
    fields: Vec<Field<'a>>,
    figure: &'a str,
    work: &'a str,
}

/// A numeric input.
#[derive(Debug, Serialize)]
struct Field<'a> {
    key: &'a str,
    label: &'a str,
    hint: &'a str,
    value: &'a str,
}

/// The page; empty if the site has none.
#[must_use]
pub(crate) fn pages(cx: &RenderContext<'_>) -> Vec<Page> {
    let calculators = cx.calculators.filter(|_| cx.inputs.config.playground);
    let Some((calculators, starter)) = calculators.and_then(|all| Some((all, Starter::new()?))) else {
        return Vec::new();
    };
    let page = PageView { csp: content_policy(cx.inputs, true), ..cx.page(PageId::Playground, TITLE, ABOUT) };
    let mut context = cx.context(&page);
    context.insert("data", &calculators.playground("../../"));
    context.insert("starter", &view(&starter));
    vec![Page::new(cx, page, "playground.html", context)]
}

fn view(starter: &Starter) -> StarterView<'_> {
    let Starter { file, heading: [title, question], inputs, html: [figure, work], hints, numbers, .. } = starter;
    let fields = inputs.iter().map(|input| Field {
        key: &input.key,
        label: &input.label,
        hint: hints.iter().find(|hint| hint.key == input.key).map_or("", |hint| &hint.text),
        value: numbers.iter().find(|number| number.key == input.key).map_or(&input.value, |number| &number.text),
    });
    StarterView { file, title, question, fields: fields.collect(), figure, work }
}
