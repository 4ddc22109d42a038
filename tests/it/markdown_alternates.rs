//! The Markdown alternates of catalog pages and calculators have the same content as the pages.

use crate::dom::{Element, page};
use crate::support::{fixture, is_redirect, reference_site, text};
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_source::file::SourceFile;

/// The folders of the pages whose Markdown is written from their own values.
fn folders(site: &Site) -> impl Iterator<Item = &str> {
    let kinds = ["hardware/", "models/", "runtimes/", "anchors/", "calculators/", "explore/"];
    let pages = site.keys().filter_map(|path| path.strip_suffix("index.html"));
    let pages = pages.filter(move |folder| kinds.iter().any(|kind| folder.starts_with(kind)));
    pages.filter(|folder| !is_redirect(site, &format!("{folder}index.html")))
}

/// Markdown as its reader sees it: no escapes, no bars, single spaces.
fn shown(markdown: &str) -> String {
    let plain: String = markdown.chars().filter(|c| !matches!(c, '\\' | '|' | '*')).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of elements, single spaces.
fn words(page: &Element<'_>, selector: &str) -> Vec<String> {
    let texts = page.words_of(selector).into_iter();
    texts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn no_alternate_is_almost_empty() {
    let site = reference_site();
    for folder in folders(site) {
        let alternate = text(site, &format!("{folder}index.md"));
        let html = page(site, &format!("{folder}index.html"));
        let shown_words = html.one("main").words().split_whitespace().count();
        let repeated = alternate.split_whitespace().count();
        assert!(repeated * 3 > shown_words, "{folder}: {repeated} words of {shown_words}");
    }
    assert_ne!(folders(site).count(), 0);
}

#[test]
fn an_alternate_names_the_headings_and_the_facts_of_its_page() {
    let site = reference_site();
    for folder in folders(site).filter(|folder| !folder.starts_with("calculators/") && !folder.starts_with("explore/"))
    {
        let alternate = shown(text(site, &format!("{folder}index.md")));
        let html = page(site, &format!("{folder}index.html"));
        // Search needs a script, so Markdown has none.
        let headings = words(&html, "main h1").into_iter().chain(words(&html, "main h2"));
        let headings = headings.filter(|heading| heading != "Search all rows");
        let facts = words(&html, ".known dt").into_iter().chain(words(&html, "details.found p"));
        let folds = words(&html, "details.every summary").into_iter().chain(words(&html, "caption"));
        for part in headings.chain(facts).chain(folds) {
            assert!(alternate.contains(&shown(&part)), "{folder} lacks {part:?}");
        }
    }
}

#[test]
fn changes_and_feeds_are_listed() {
    let site = reference_site();
    let changes = shown(text(site, "changes/index.md"));
    let html = page(site, "changes/index.html");
    let terms = [words(&html, "main li a"), words(&html, "main .leads a")].concat();
    let days = words(&html, "main h2").len();
    assert!(!terms.is_empty() && terms.iter().all(|term| changes.contains(&format!("[{}](", shown(term)))));
    assert_eq!(changes.matches(" ## ").count(), days);
    let feeds = text(site, "feeds/index.md");
    let files = words(&page(site, "feeds/index.html"), "main table a").len();
    assert!(files > 0 && feeds.matches("](http").count() >= files, "{files} files");
}

#[test]
fn an_alternate_has_every_measured_row_and_every_source() {
    let site = reference_site();
    for folder in ["hardware/rtx-4090/", "hardware/apple-m3-max-40c/", "models/gpt-oss-20b/", "models/qwen3-30b-a3b/"] {
        let alternate = text(site, &format!("{folder}index.md"));
        let html = page(site, &format!("{folder}index.html"));
        let start = alternate.find("published measurements of this").expect("the measurements");
        // Rents follow, in a table of their own.
        let section = alternate[start..].split("\n## ").next().unwrap_or_default();
        let rows = section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| **")).count();
        let on_page = html.select(".measured tbody tr").iter().filter(|row| row.attr("class") != "group").count();
        // The head and the rule under it.
        assert_eq!(rows, on_page + 2, "{folder}");
        for url in html.attrs("ol.sources a[rel=noopener]", "href") {
            assert!(alternate.contains(&format!("](<{url}>)")), "{folder} lacks {url}");
        }
    }
}

#[test]
fn a_calculators_alternate_has_answer_formula_record_and_parameters() {
    let site = reference_site();
    let alternate = text(site, "calculators/decode-speed/index.md");
    for part in
        ["## Answer", "Formula with these inputs", "the source of each left out: off by a factor of", "| `hw` |"]
    {
        assert!(alternate.contains(part), "decode speed lacks {part}");
    }
    let alternate = text(site, "calculators/kv-cache/index.md");
    for part in ["Where this comes from: [Pope et al. 2022", "Arithmetic, nothing to measure.", "## Explained in"] {
        assert!(alternate.contains(part), "the cache lacks {part}");
    }
    let list = text(site, "calculators/index.md");
    for folder in folders(site).filter(|folder| folder.starts_with("calculators/") && *folder != "calculators/") {
        assert!(list.contains(&format!("/{folder})")), "{folder}");
    }
}

#[test]
fn dates_are_dates_and_notes_stand_behind_a_fold() {
    let site = reference_site();
    for folder in folders(site).filter(|folder| folder.starts_with("hardware/") || folder.starts_with("models/")) {
        let html = page(site, &format!("{folder}index.html"));
        assert!(!html.has(".known sup"), "{folder} marks each figure");
        for detail in words(&html, "ol.sources li") {
            assert!(!detail.contains("(commit ") && !detail.contains(" @bcc7f686"), "{folder}: {detail}");
        }
    }
    let html = page(site, "hardware/rtx-4090/index.html");
    let all = words(&html, "main").join(" ");
    let notes = words(&html, "details.found p");
    assert!(!notes.is_empty());
    for note in notes {
        assert_eq!(all.matches(&note).count(), 1, "{note:?} only behind the fold");
    }
    let links = words(&html, "a[href=#h-sources]");
    assert!(links.len() == 1 && links[0].starts_with("sources 1 to "), "{links:?}");
}

/// The small fixture with a catalog of one device and one model.
fn with_catalog() -> Site {
    let mut sources = load::load(&fixture("small"));
    let source = "sources: [{title: \"owner/list list.py @0123abcd\", url: \"https://example.org/list\", locator: \"row 1 | a\"}]";
    let files = [
        (
            "catalog/hardware.yaml",
            format!(
                "- {{id: d1, name: Card <1>, vendor: NVIDIA, class: consumer-gpu, memory_type: GDDR6, memory_gib: 24, bandwidth_gb_s: 1000, fp16_dense_tflops: 100, notes: \"check: 8 x 125 = 1000\", status: {{fp16_dense_tflops: derived}}, aliases: [C1], {source}}}\n"
            ),
        ),
        (
            "catalog/models.yaml",
            format!(
                "- {{id: m1, name: Model 1, hf_repo: owner/model, n_layers: 2, hidden_size: 64, n_heads: 4, n_kv_heads: 4, head_dim: 16, ffn_size: 128, attention: {{kind: mha}}, vocab_size: 100, tied_embeddings: false, max_context: 8192, license: MIT, {source}}}\n"
            ),
        ),
        ("catalog/quantizations.yaml", format!("- {{id: gguf-q4_k_m, name: Q4_K_M, family: gguf-mix, {source}}}\n")),
        ("catalog/runtimes.yaml", format!("- {{id: llama.cpp, name: llama.cpp, {source}}}\n")),
        ("catalog/backends.yaml", format!("- {{id: cuda, name: CUDA, {source}}}\n")),
        (
            "anchors/runs.yaml",
            "source: {title: Runs, url: \"https://example.org/runs\", publisher: Somebody, date: \"2025-12-18 (commit bdf9441)\", method: llama-bench, licence: MIT, caveats: none}\nmeasurements:\n  - {id: r1, phase: decode, hardware: d1, count: 1, parallel: single, model: m1, quantization: gguf-q4_k_m, runtime: llama.cpp, version: b1, backend: cuda, depth: 0, generated: 128, concurrency: 1, tokens_per_s: 12.5, date: 2025-12-01}\n".to_owned(),
        ),
    ];
    for (path, content) in files {
        sources.content.push(SourceFile::new(format!("content/{path}"), content));
    }
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics))
}

#[test]
fn the_markdown_of_a_device_and_a_model() {
    let site = with_catalog();
    insta::assert_snapshot!("the_markdown_of_a_device", text(&site, "hardware/d1/index.md"));
    insta::assert_snapshot!("the_markdown_of_a_model", text(&site, "models/m1/index.md"));
    insta::assert_snapshot!("the_markdown_of_a_runtime", text(&site, "runtimes/llama.cpp/index.md"));
    insta::assert_snapshot!("the_markdown_of_a_source_of_measurements", text(&site, "anchors/runs/index.md"));
}
