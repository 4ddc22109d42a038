//! The pages of the calculators themselves: `/calculators/` lists them, `/calculators/<kind>/` is one in full, `/embed/<kind>/` is one for
//! other sites to frame.
//!
//! 1. Each opens with its defaults; where the catalog lacks one of them, with the first that it has.
//! 2. Beside it stand the entries that use it, and what its addresses may say: every key with its unit, limits and default.
//!
//! A site has the calculators that it uses; without a catalog it has none of these pages.

use crate::site::page_id::PageId;
use crate::site::paths::{EXPLORE, calculator_path, entry_path};
use crate::site::policy::policy;
use crate::writers::html::calculator::Calculators;
use crate::writers::html::frame::Frame;
use crate::writers::html::gallery;
use crate::writers::html::page::{Page, PageContent};
use crate::writers::html::views::{CalculatorView, KeyView, NavView, PageView};
use rooflight_calculators::input::{Choice, Input};
use rooflight_calculators::{CALCULATORS, Spec, explore};
use rooflight_document::number;
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::ids::EntryId;
use serde::Serialize;

/// The way from a calculator into the explorer, with its inputs, and what its script needs to know of the case.
#[derive(Serialize)]
struct CheckView {
    kind: &'static str,
    /// Whether the usual benchmark commands can measure the case.
    is_benchmarkable: bool,
    words: &'static str,
    url: String,
    /// The inputs that both have.
    keys: String,
    /// The formats that the explorer knows.
    formats: String,
}

/// For calculators of one model on one machine, if the site has the explorer.
fn check(calculators: &Calculators<'_>, spec: &'static Spec, calculator: &CalculatorView) -> Option<CheckView> {
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
    let known = inputs.filter(|(key, value)| **key != "q" || formats.contains(&value.as_str()));
    let pairs: Vec<String> = known.map(|(key, value)| format!("{key}={value}")).collect();
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

/// All pages.
#[must_use]
pub(crate) fn pages(frame: &Frame<'_>) -> Vec<Page> {
    let Some(calculators) = frame.calculators else { return Vec::new() };
    let shown: Vec<&'static Spec> = CALCULATORS
        .iter()
        .copied()
        .filter(|spec| calculators.answers.has(spec.kind) && calculators.answers.default_answer(spec).is_some())
        .collect();
    let both = shown.iter().flat_map(|spec| [full(frame, calculators, spec), embedded(frame, calculators, spec)]);
    let pages: Vec<Page> = both.flatten().collect();
    if pages.is_empty() {
        return pages;
    }
    std::iter::once(list(frame, calculators, &shown)).chain(pages).collect()
}

fn list(frame: &Frame<'_>, calculators: &Calculators<'_>, shown: &[&'static Spec]) -> Page {
    let root = "../";
    let about =
        "Every calculator of this site, each with its formula, its sources and an address that keeps your inputs.";
    let view = frame.page(PageId::Calculators, "Calculators", about);
    let mut context = frame.context(&view);
    context.insert("groups", &gallery::groups(&calculators.answers, shown, root));
    context.insert("count", &shown.len());
    context.insert("explores", &calculators.answers.explores());
    Page::new(frame, view, "calculators.html", context).with_content(PageContent::Calculators(shown.to_vec()))
}

fn full(frame: &Frame<'_>, calculators: &Calculators<'_>, spec: &'static Spec) -> Option<Page> {
    let root = "../../";
    let calculator = CalculatorView { url: String::new(), ..calculators.default_view(spec, root)? };
    let page = PageView {
        calculator: true,
        code: true,
        csp: policy(true),
        ..frame.page(PageId::Calculator(spec.kind), spec.title, spec.about)
    };
    let mut context = context(frame, &page, &calculator);
    let keys: Vec<KeyView> = spec.inputs.iter().map(key).collect();
    context.insert("keys", &keys);
    if let Some(check) = check(calculators, spec, &calculator) {
        context.insert("check", &check);
    }
    let using: Vec<(EntryId, &Entry)> = using(frame, spec).collect();
    context.insert("entries", &entries(&using, root));
    context.insert("embed", &frame.inputs.config.base_url.join(&format!("embed/{}/", spec.kind)));
    let using = using.into_iter().map(|(id, _)| id).collect();
    Some(Page::new(frame, page, "calculator.html", context).with_content(PageContent::Calculator(spec, keys, using)))
}

fn embedded(frame: &Frame<'_>, calculators: &Calculators<'_>, spec: &'static Spec) -> Option<Page> {
    let root = "../../";
    let calculator = CalculatorView { url: String::new(), ..calculators.default_view(spec, root)? };
    let page = PageView {
        calculator: true,
        canonical: Some(frame.inputs.config.base_url.join(&calculator_path(spec))),
        csp: policy(true),
        ..frame.page(PageId::Embed(spec.kind), spec.title, spec.about)
    };
    let context = context(frame, &page, &calculator);
    Some(Page::new(frame, page, "embed.html", context))
}

fn context(frame: &Frame<'_>, page: &PageView, calculator: &CalculatorView) -> tera::Context {
    let mut context = frame.context(page);
    context.insert("calculator", calculator);
    context
}

/// The entries that carry a calculator.
fn using<'a>(frame: &Frame<'a>, spec: &'static Spec) -> impl Iterator<Item = (EntryId, &'a Entry)> {
    let all = frame.inputs.glossary.entries.iter_enumerated();
    all.filter(|(_, entry)| entry.document.front.calculator.as_ref().is_some_and(|own| own.kind == spec.kind))
}

fn entries(using: &[(EntryId, &Entry)], root: &str) -> Vec<NavView> {
    let view = |(_, entry): &(EntryId, &Entry)| NavView {
        title: entry.document.front.term.clone(),
        url: format!("{root}{}", entry_path(entry)),
        current: false,
    };
    using.iter().map(view).collect()
}

fn key(input: &Input) -> KeyView {
    let values = match input.choice {
        Choice::Hardware => "the id of a device".to_owned(),
        Choice::Model => "the id of a model".to_owned(),
        Choice::Quantization => "the id of a format".to_owned(),
        Choice::Engine => "usual, or the id of an engine".to_owned(),
        Choice::One(list) => list.iter().map(|(value, _)| *value).collect::<Vec<_>>().join(", "),
        Choice::Number(limits) => {
            let ends = format!("{} to {}", number::plain(limits.low, 4), number::plain(limits.high, 4));
            format!("{ends} {}", limits.unit()).trim().to_owned()
        }
    };
    KeyView { key: input.key, label: input.label, preset: input.preset, values, default: input.default }
}
