//! The page that judges a benchmark's output, `/measure/`: a field for the output, the verdicts, and an example.
//!
//! The example is judged at build time with the code that the browser runs. A site without a catalog has no such page.

use crate::site::page_id::PageId;
use crate::site::policy::content_policy;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::PageView;
use rooflight_ingest::outputs::read;
use rooflight_ingest::verdict::{Judge, UserInput};
use serde::Serialize;

const TITLE: &str = "Is my speed good?";

const ABOUT: &str =
    "Paste what a benchmark printed: inside or outside the range, its share of the ceiling, and likely causes.";

/// Output in the format of llama-bench; the figures are invented.
const EXAMPLE: &str = "\
| model                          |       size |     params | backend    | ngl |            test |                  t/s |
| ------------------------------ | ---------: | ---------: | ---------- | --: | --------------: | -------------------: |
| qwen3 8B Q4_K - Medium         |   4.68 GiB |     8.19 B | CUDA       |  99 |           tg128 |         71.00 ± 0.50 |
";

/// The device of the example; llama-bench does not print it.
const DEVICE: &str = "rtx-4090";

/// The example with its judgement.
#[derive(Debug, Serialize)]
struct Example {
    text: &'static str,
    subject: String,
    measured: String,
    answer: String,
    verdict: &'static str,
    range: String,
    reached: String,
    causes: Vec<String>,
}

/// The page; empty if the site has no explorer.
#[must_use]
pub(crate) fn pages(cx: &RenderContext<'_>) -> Vec<Page> {
    let Some(calculators) = cx.calculators.filter(|calculators| calculators.answers.explores()) else {
        return Vec::new();
    };
    let (record, data) = calculators.measuring("../");
    let input = UserInput { hardware: Some(DEVICE.to_owned()), ..UserInput::default() };
    let outputs = read(EXAMPLE);
    let example = outputs.runs.first().and_then(|run| {
        let verdict = Judge::new(&record.names, record, &input).judge(run, &outputs.runs).ok()?;
        Some(Example {
            text: EXAMPLE,
            subject: verdict.subject(),
            measured: verdict.measured(),
            answer: verdict.answer(),
            verdict: verdict.words(),
            range: verdict.range(),
            reached: verdict.reached(),
            causes: verdict.causes,
        })
    });
    let page = PageView { csp: content_policy(cx.inputs, true), ..cx.page(PageId::Measure, TITLE, ABOUT) };
    let mut context = cx.context(&page);
    context.insert("data", &data);
    context.insert("example", &example);
    context.insert("form", &cx.form("measurement.yml"));
    vec![Page::new(cx, page, "measure.html", context)]
}
