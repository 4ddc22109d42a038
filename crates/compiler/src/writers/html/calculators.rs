//! The calculators' own pages: `/calculators/` lists them, `/calculators/<kind>/` shows one in full, `/embed/<kind>/`
//! one for other sites to frame.
//!
//! 1. Each opens with its example from `site::examples`.
//! 2. A full page also lists the entries that use the calculator, its file with every formula and source, and its URL
//!    parameters with unit, limits and default.
//!
//! Only calculators that the site uses have pages; on a site without a catalog, those that it declares.

use crate::site::calculator_keys::{keys, using};
use crate::site::page_id::PageId;
use crate::site::paths::{EXPLORE, calculator_path, entry_path};
use crate::site::policy::content_policy;
use crate::writers::html::calculator::Calculators;
use crate::writers::html::gallery;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::{CalculatorView, NavView, PageView};
use rooflight_calculator_files::CALCULATORS;
use rooflight_calculators::{Spec, explore};
use rooflight_glossary::link::Entry;
use rooflight_glossary::syntax::highlight;
use serde::Serialize;

/// A link from a calculator to the explorer with the same inputs, and the data with which a script keeps it current.
#[derive(Serialize)]
struct CheckView {
    kind: &'static str,
    /// Whether common benchmark commands can measure the case.
    is_benchmarkable: bool,
    words: &'static str,
    url: String,
    /// The keys of the inputs that both have, separated by spaces.
    keys: String,
    /// The ids of the explorer's formats, separated by spaces.
    formats: String,
}

/// The link to the explorer; `None` if the site lacks it, or the calculator has no device, model or format.
fn check(calculators: Calculators<'_>, spec: &'static Spec, calculator: &CalculatorView) -> Option<CheckView> {
    let value = |key: &str| calculator.chosen(key);
    if !calculators.answers.explores() || ["hw", "m", "q"].iter().any(|key| value(key).is_none()) {
        return None;
    }
    let (mode, words, keys) = match spec.kind {
        "target" => ("which", "Which hardware reaches this speed", ["m", "q", "c", "tps"].as_slice()),
        _ => ("compare", "Compare this set-up with other machines", ["hw", "n", "m", "q", "c"].as_slice()),
    };
    let formats = explore::formats();
    let inputs = keys.iter().filter_map(|key| Some((key, value(key)?)));
    let supported = inputs.filter(|(key, value)| **key != "q" || formats.contains(&value.as_str()));
    let pairs: Vec<String> = supported.map(|(key, value)| format!("{key}={value}")).collect();
    let url = format!("../../{EXPLORE}?mode={mode}&{}&v=1", pairs.join("&"));
    Some(CheckView {
        kind: spec.kind,
        is_benchmarkable: spec.is_benchmarkable,
        words,
        url,
        keys: keys.join(" "),
        formats: formats.join(" "),
    })
}

/// All pages of calculators.
#[must_use]
pub(crate) fn pages(cx: &RenderContext<'_>) -> Vec<Page> {
    let Some(calculators) = cx.calculators else { return Vec::new() };
    let shown = calculators.answers.with_pages();
    let both = shown.iter().flat_map(|spec| [full(cx, calculators, spec), embedded(cx, calculators, spec)]);
    let pages: Vec<Page> = both.flatten().collect();
    if pages.is_empty() {
        return pages;
    }
    std::iter::once(list(cx, calculators, shown.len())).chain(pages).collect()
}

fn list(cx: &RenderContext<'_>, calculators: Calculators<'_>, count: usize) -> Page {
    let root = "../";
    let view = cx.page(PageId::Calculators, cx.text("menu.calculators"), cx.text("calculators.description"));
    let mut context = cx.context(&view);
    context.insert("groups", &gallery::groups(calculators.answers, root));
    context.insert("count", &count);
    context.insert("explores", &calculators.answers.explores());
    Page::new(cx, view, "calculators.html", context)
}

fn full(cx: &RenderContext<'_>, calculators: Calculators<'_>, spec: &'static Spec) -> Option<Page> {
    let root = "../../";
    let calculator = CalculatorView { url: String::new(), ..calculators.first_view(spec, root)? };
    let page = PageView {
        calculator: true,
        code: true,
        copies: true,
        csp: content_policy(cx.inputs, true),
        ..cx.page(PageId::Calculator(spec.kind), spec.title, spec.about)
    };
    let mut context = context(cx, &page, &calculator);
    context.insert("keys", &keys(spec));
    if let Some(check) = check(calculators, spec, &calculator) {
        context.insert("check", &check);
    }
    let using: Vec<&Entry> = using(cx.inputs.glossary, spec).collect();
    context.insert("entries", &entries(&using, root));
    context.insert("file", &file(cx, spec));
    context.insert("embed", &cx.inputs.config.base_url.join(&format!("embed/{}/", spec.kind)));
    context.insert("embed_script", &cx.inputs.config.base_url.join("rooflight-embed.js"));
    Some(Page::new(cx, page, "calculator.html", context))
}

fn embedded(cx: &RenderContext<'_>, calculators: Calculators<'_>, spec: &'static Spec) -> Option<Page> {
    let root = "../../";
    let mut calculator = CalculatorView { url: String::new(), ..calculators.first_view(spec, root)? };
    // A framed calculator must not ask for the reader's files.
    calculator.data.readers.clear();
    let page = PageView {
        calculator: true,
        canonical: Some(cx.inputs.config.base_url.join(&calculator_path(spec))),
        csp: content_policy(cx.inputs, true),
        ..cx.page(PageId::Embed(spec.kind), spec.title, spec.about)
    };
    let context = context(cx, &page, &calculator);
    Some(Page::new(cx, page, "embed.html", context))
}

/// The file of a calculator: its name, and its text as highlighted HTML.
#[derive(Serialize)]
struct FileView {
    path: String,
    html: String,
}

/// Returns the file of a calculator; `None` for one of the few that are Rust.
fn file(cx: &RenderContext<'_>, spec: &Spec) -> Option<FileView> {
    let (_, text) = cx.inputs.calculator_files.iter().find(|(kind, _)| kind == spec.kind)?;
    let path = format!("{CALCULATORS}/{}.yaml", spec.kind);
    Some(FileView { path, html: highlight::marked("yaml", text) })
}

fn context(cx: &RenderContext<'_>, page: &PageView, calculator: &CalculatorView) -> tera::Context {
    let mut context = cx.context(page);
    context.insert("calculator", calculator);
    context
}

fn entries(using: &[&Entry], root: &str) -> Vec<NavView> {
    let view = |entry: &&Entry| NavView {
        title: entry.document.front.term.clone(),
        url: format!("{root}{}", entry_path(entry)),
        ..NavView::default()
    };
    using.iter().map(view).collect()
}
