//! Measured runs that texts name: resolved, worded with their conditions, linked to their rows, and compared with what
//! authors claim.

use crate::dom;
use crate::markdown::with_body;
use crate::support::{repository, text};
use rooflight::edge::load;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_compiler::{Options, compile};
use rooflight_source::file::{SourceFile, Sources};

const MEASUREMENTS: &str = "
source:
  title: A bench
  url: https://example.org/bench
  publisher: The bench
  date: '2026-05'
  method: llama-bench
  licence: none found
  caveats: none
measurements:
  - {id: b0001, phase: decode, hardware: rtx-4090, count: 1, parallel: single, model: llama-3.1-8b, quantization: gguf-q4_k_m, runtime: llama.cpp, version: b6000, backend: cuda, flash_attention: true, prompt: 0, generated: 128, depth: 4096, concurrency: 1, tokens_per_s: 135.9, date: '2026-05-02'}
  - {id: b0002, phase: decode, hardware: rtx-4090, count: 2, parallel: layer, model: llama-3.1-8b, quantization: gguf-q4_k_m, runtime: llama.cpp, backend: cuda, generated: 128, concurrency: 4, tokens_per_s: 1234.5}
";

/// The small site with the reference site's catalog and two measurements, and this body in one of its entries.
pub(crate) fn measured(body: &str) -> Sources {
    let mut sources = with_body(body);
    let catalog = load::load(repository()).content.into_iter();
    sources.content.extend(catalog.filter(|file| file.path.starts_with("content/catalog/")));
    sources.content.push(SourceFile::new("content/anchors/bench.yaml", MEASUREMENTS));
    sources
}

#[test]
fn a_run_is_worded_with_its_conditions_and_linked_to_its_row() {
    let body = "It writes [[run:b0001]].\n\n| a | b |\n|---|---|\n| [[run:b0002\\|1,234.5]] | c |\n\nAgain, [[run:b0001|135.9]].\n";
    let sources = measured(body);
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let report = report::text(&outcome.diagnostics, &sources, MessageFormat::Short, false);
    let site = outcome.site.unwrap_or_else(|| panic!("{report}"));
    let page = dom::page(&site, "glossary/velocity/index.html");
    let body = page.one(".flow.text").inner();
    for part in [
        "<a href=\"../../anchors/bench/#b0001\">135.9 tokens/s</a> (<span class=\"rest\">Llama 3.1 8B, ",
        "llama.cpp b6000<span class=\"rest\">, NVIDIA CUDA, flash attention on</span>, 4,160 tokens of context<",
        "one request",
        "1,234.5 tokens/s</a>",
        "flash attention not stated, context not stated</span>, layers split between them, 4 requests together)",
    ] {
        assert!(body.contains(part), "{part} in {body}");
    }
    let rows = dom::page(&site, "anchors/bench/index.html");
    assert!(rows.has("[id=b0001]") && rows.has("[id=b0002]"), "the rows are where the links lead");
    let markdown = text(&site, "glossary/velocity/index.md");
    assert_eq!(markdown.matches("(<https://words.example/team/anchors/bench/#b0001>)").count(), 2, "{markdown}");
}

#[test]
fn unknown_runs_and_other_figures_are_errors() {
    let body = "One [[run:b0003]], two [[run:b0001|139.5]], three [[run:b0001|fast]], four [[run:zzz-zzz-zzz-zzz]].\n";
    let sources = measured(body);
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert!(outcome.site.is_none());
    let report = report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false);
    for part in [
        "there is no measured run `b0003`",
        "the nearest: `b0001`, `b0002`",
        "the run `b0001` has 135.9 tokens per second, not 139.5",
        "not fast",
        "there is no measured run `zzz-zzz-zzz-zzz`",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
}

#[test]
fn a_site_without_measurements_has_no_runs() {
    let sources = with_body("One [[run:b0001]].\n");
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert!(outcome.diagnostics.iter().any(|problem| problem.code.name() == "run"), "{:?}", outcome.diagnostics);
}

#[test]
fn a_block_asks_for_the_newest_runs() {
    let body = "```runs\nmodel: llama-3.1-8b\ndevice: rtx-4090\n```\n";
    let outcome = compile(&measured(body), &Options::default(), &mut |_| {});
    let site = outcome.site.expect("a site");
    let table = dom::page(&site, "glossary/velocity/index.html");
    assert_eq!(table.one(".flow.text caption").words(), "Llama 3.1 8B, Q4_K_M, decode");
    let rows = table.words_of(".flow.text tbody th");
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0].starts_with("GeForce RTX 4090") && rows[0].ends_with("llama.cpp b6000, one request"), "{rows:?}");
    assert!(rows[1].starts_with("2 × GeForce RTX 4090"), "a run without a date comes last: {rows:?}");
    assert!(table.has(".flow.text td a[href=\"../../anchors/bench/#b0001\"]"));
    let markdown = text(&site, "glossary/velocity/index.md");
    assert!(markdown.contains("[135.9](https://words.example/team/anchors/bench/#b0001)"), "{markdown}");
}

#[test]
fn a_block_of_runs_reports_its_mistakes_where_they_stand() {
    let body =
        "> ```runs\n> device: rtx-4090, rtx-4091\n> modle: x\n> newest: 0\n> ```\n\n```runs\nphase: prefill\n```\n";
    let sources = measured(body);
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert!(outcome.site.is_none());
    let report = report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false);
    for part in [
        "there is no device `rtx-4091`",
        "> device: rtx-4090, rtx-4091\n   |                     ^^^^^^^^",
        "did you mean `model`?",
        "`newest` is a number from 1 to 50",
        "no measured run is what this block asks for",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
}
