//! The pages of the catalog: every device, model and publication has one; what they show is the estimator's answer and
//! the catalog's fact; names that look like markup do no harm; and they are remembered only while nothing that they
//! show has changed.

use crate::dom::page;
use crate::machines::json_ld;
use crate::support::{estimator, fixture, reference_site, repository, site, text};
use rooflight::edge::load;
use rooflight_calculators::decode_speed;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile, prepare};
use rooflight_document::number;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static SITE: LazyLock<&Site> = LazyLock::new(reference_site);
static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let sources = load::load(repository());
    rooflight_glossary::model::catalog::read(&sources, None, &mut Vec::new()).expect("a catalog")
});

/// The folders of the pages of one kind, below the kind's own.
fn folders(kind: &str) -> BTreeSet<&str> {
    let pages = SITE.keys().filter_map(|path| path.strip_prefix(kind)?.strip_prefix('/')?.strip_suffix("/index.html"));
    pages.collect()
}

#[test]
fn every_record_has_its_page_and_every_page_its_record() {
    let devices: BTreeSet<&str> = CATALOG.hardware.iter().map(|known| known.record.id.as_str()).collect();
    let models: BTreeSet<&str> = CATALOG.models.iter().map(|known| known.record.id.as_str()).collect();
    assert_eq!(folders("hardware"), devices);
    assert_eq!(folders("models"), models);
    assert_eq!(folders("anchors").len(), CATALOG.publications.len());
    let runtimes: BTreeSet<&str> =
        CATALOG.runtimes.iter().map(|known| known.id.as_str()).filter(|id| *id != "unknown").collect();
    assert_eq!(folders("runtimes"), runtimes, "rows that name no program have no page of one");
    for (list, ids) in [("hardware", &devices), ("models", &models), ("runtimes", &runtimes)] {
        let page = page(&SITE, &format!("{list}/index.html"));
        let links: BTreeSet<&str> = page.attrs("a", "href").into_iter().collect();
        for id in ids {
            assert!(links.contains(format!("../{list}/{id}/").as_str()), "{list} leads to {id}");
        }
    }
    let home = page(&SITE, "index.html");
    for way in ["./hardware/", "./models/"] {
        assert!(home.has(&format!("header nav a[href={way}]")), "{way} is in the navigation");
    }
    assert!(home.select("header nav li").len() <= 6, "six ways at most");
    for way in ["./anchors/", "./runtimes/", "./map/", "./sources/"] {
        assert!(home.has(&format!("footer a[href={way}]")), "{way} is in the footer");
    }
}

#[test]
fn a_list_is_one_table_with_machine_values() {
    for (kind, id, count, values) in [
        ("hardware", "rtx-4090", CATALOG.hardware.len(), ["24", "1008"]),
        ("models", "qwen3-30b-a3b", CATALOG.models.len(), ["30.532", "3.3"]),
    ] {
        let page = page(&SITE, &format!("{kind}/index.html"));
        let rows = page.select("table.sorted tr");
        let link = format!("a[href=../{kind}/{id}/]");
        let row = rows.iter().find(|row| row.has(&link)).expect("the row");
        assert_eq!(row.attrs("td.n", "data-v")[..2], values, "{kind}/{id}");
        let groups = page.attrs(".jump a", "href");
        assert!(groups.len() > 5);
        assert_eq!(rows.len(), count + 1 + groups.len(), "{kind}: a head, headings and a row for each record");
        for group in groups {
            assert!(page.has(&format!("tr[id=\"{}\"]", group.trim_start_matches('#'))), "{kind}{group}");
        }
    }
}

/// The rows of a runtime.
fn rows_of(id: &str) -> Vec<&'static rooflight_glossary::model::catalog::measurements::Anchor> {
    CATALOG.anchors.iter().filter(|anchor| anchor.row.runtime == id).collect()
}

#[test]
fn a_runtimes_page_counts_its_measurements() {
    for id in folders("runtimes") {
        let page = page(&SITE, &format!("runtimes/{id}/index.html"));
        let rows = rows_of(id);
        let facts: Vec<String> = page.words_of(".known dd");
        let count = number::count(rows.len() as u64);
        assert!(facts.iter().any(|fact| fact.starts_with(&count)), "{id}: {count} in {facts:?}");
        assert!(page.words_of("h2").iter().any(|head| head.starts_with(&format!("{count} published"))), "{id}");
        for caption in ["By device", "By model", "By format"] {
            let tables: Vec<_> = page.select("table").into_iter().collect();
            let of = tables.iter().filter(|table| table.one("caption").text() == caption);
            let runs = of.flat_map(|table| table.words_of("td[class=\"n m\"]"));
            let all: usize = runs.map(|runs| runs.replace(',', "").parse::<usize>().expect("a number")).sum();
            assert_eq!(all, rows.len(), "{id} {caption}");
        }
        let record = CATALOG.runtimes.iter().find(|known| known.id == id).expect("the record");
        let links = page.attrs("a", "href");
        for url in record.url.iter().chain(record.sources.iter().filter_map(|source| source.url.as_ref())) {
            assert!(links.contains(&url.as_str()), "{id}: {url}");
        }
    }
}

#[test]
fn a_runtimes_page_has_the_record_of_the_estimate_and_the_entries_that_name_it() {
    let page = page(&SITE, "runtimes/llama.cpp/index.html");
    let held: Vec<String> = page.one("section[aria-labelledby=h-held]").words_of("th[scope=row]");
    assert_eq!(held, ["its source", "its device", "its source", "its device"], "of decode and of prompts");
    assert!(page.one(".definition").words().starts_with("An inference engine"), "the definition of its own entry");
    assert!(page.has("a[href=../../glossary/llama-cpp/]") && page.has(".chips a"));
    let few = self::page(&SITE, "runtimes/atom/index.html");
    assert!(few.one("section[aria-labelledby=h-held]").words().contains("Too few of its runs"));
    assert!(few.one(".definition").words().starts_with("ATOM is a server"), "{}", few.one(".definition").words());
    // A word of the language is not a mention of the program that is called so.
    let calm = self::page(&SITE, "runtimes/calm/index.html");
    assert!(!calm.has("#h-named"));
}

#[test]
fn measurements_lead_to_their_runtimes() {
    let device = page(&SITE, "hardware/rtx-4090/index.html");
    assert!(device.has("tr.group a[href=../../runtimes/llama.cpp/]"));
    let publication = page(&SITE, "anchors/apple-silicon-llm-bench/index.html");
    assert!(publication.has("tr.group a[href=../../runtimes/mlx-lm/]"));
    for list in ["hardware", "models", "runtimes", "anchors"] {
        let page = page(&SITE, &format!("{list}/index.html"));
        let catalog_links = page.attrs("nav.ways a", "href");
        assert_eq!(catalog_links, ["../hardware/", "../models/", "../runtimes/", "../anchors/"], "{list}");
        assert_eq!(page.one("nav.ways [aria-current]").attr("href"), format!("../{list}/"));
    }
}

#[test]
fn ranges_are_the_calculators_answers() {
    let mut compared = 0;
    let pages = ["hardware/rtx-4090", "hardware/apple-m3-max-40c", "models/gpt-oss-20b", "models/qwen3-30b-a3b"];
    for path in pages.map(|page| format!("{page}/index.html")) {
        let path = path.as_str();
        let page = page(&SITE, path);
        for row in page.select("tr").into_iter().filter(|row| row.has("a[href$=&v=1#calculator]")) {
            let links = row.attrs("a[href$=&v=1#calculator]", "href");
            let query =
                |link: &&str| Some(link.split_once("decode-speed/?")?.1.trim_end_matches("#calculator").to_owned());
            let query = links.iter().find_map(query).expect("a link to the calculator");
            let facts = decode_speed::SPEC.answer(estimator(), &query);
            let numbers = facts.unwrap_or_else(|error| panic!("{query}: {error:?}")).numbers;
            let [ceiling, low, high, needed, usable] = [0, 1, 3, 7, 8].map(|at| numbers[at].1);
            assert_eq!(row.one("td.n.c").text(), number::speed(ceiling), "{path} {query}");
            let range = if low.is_nan() { "none".to_owned() } else { number::range(low, high) };
            let shown = row.words_of("a[href$=#calculator]");
            assert!(shown.contains(&range), "{path} {query}: {range} in {shown:?}");
            assert!(usable.is_nan() || needed <= usable, "{path} {query} does not fit, and has a speed");
            compared += 1;
        }
    }
    assert_ne!(compared, 0, "no row was compared");
}

#[test]
fn what_does_not_fit_is_listed_with_what_it_needs() {
    let page = page(&SITE, "hardware/rtx-4090/index.html");
    let notes = page.select("p.note");
    let large = notes.iter().find(|note| note.text().starts_with("Too large: ")).expect("what does not fit");
    assert!(large.words().contains("Llama 3.1/3.3 70B ("), "{}", large.words());
    let models = large.words_of("a");
    let lists = |name: &str| models.iter().any(|model| model == name);
    assert!(lists("Llama 3.1/3.3 70B") && !lists("Llama 3.1 8B"), "{models:?}");
    let cpu = self::page(&SITE, "hardware/epyc-9654/index.html").words();
    assert!(cpu.contains("What fits depends on the installed memory") && !cpu.contains("Too large:"));
}

#[test]
fn every_measurement_stands_on_three_pages() {
    let rows = |path: &str| {
        let page = page(&SITE, path);
        // A cell with a label is next to an estimate.
        page.select("td[class=\"n m\"]").iter().filter(|cell| cell.attr("data-l").is_empty()).count()
    };
    for (kind, at) in [("hardware", 0), ("models", 1)] {
        for folder in folders(kind) {
            let mine = CATALOG.anchors.iter().filter(|anchor| [&anchor.row.hardware, &anchor.row.model][at] == folder);
            assert_eq!(rows(&format!("{kind}/{folder}/index.html")), mine.count(), "{kind}/{folder}");
        }
    }
    let all: usize = folders("anchors").iter().map(|folder| rows(&format!("anchors/{folder}/index.html"))).sum();
    assert_eq!(all, CATALOG.anchors.len());
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for folder in folders("anchors") {
        let page = page(&SITE, &format!("anchors/{folder}/index.html"));
        ids.extend(page.attrs(".n[id]", "id").into_iter().map(str::to_owned));
    }
    assert_eq!(ids.len(), CATALOG.anchors.len());
}

#[test]
fn every_source_is_named() {
    for (kind, id, sources) in CATALOG
        .hardware
        .iter()
        .map(|known| ("hardware", &known.record.id, &known.record.sources))
        .chain(CATALOG.models.iter().map(|known| ("models", &known.record.id, &known.record.sources)))
    {
        let page = page(&SITE, &format!("{kind}/{id}/index.html"));
        let list = page.one("ol.sources.two");
        let (list_text, links) = (list.text(), list.attrs("a", "href"));
        for source in sources {
            // The revision in a title is printed with the location where it was read.
            for part in source.title.split(" @") {
                let (revision, rest) = part.split_at(part.find([':', ' ']).unwrap_or(part.len()));
                let whole =
                    list_text.contains(part) || (list_text.contains(revision) && list_text.contains(rest.trim()));
                assert!(whole, "{kind}/{id}: {}", source.title);
            }
            for url in source.url.iter().filter(|url| url.starts_with("http")) {
                assert!(links.contains(&url.as_str()), "{kind}/{id}: {url}");
            }
        }
        for anchor in &CATALOG.anchors {
            if [&anchor.row.hardware, &anchor.row.model].contains(&id) {
                let publication = &CATALOG.publications[anchor.publication];
                assert!(list_text.contains(&publication.title), "{kind}/{id}: {}", publication.title);
            }
        }
    }
}

#[test]
fn the_files_of_all_rows_say_the_same() {
    let mut reader = csv::Reader::from_reader(text(&SITE, "anchors/measurements.csv").as_bytes());
    let head: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let json: serde_json::Value =
        serde_json::from_str(text(&SITE, "anchors/measurements.json")).expect("the file is JSON");
    let objects = json["measurements"].as_array().expect("rows");
    assert_eq!((rows.len(), objects.len()), (CATALOG.anchors.len(), CATALOG.anchors.len()));
    let at = |name: &str| head.iter().position(|column| column == name).expect("a column");
    for ((row, object), anchor) in rows.iter().zip(objects).zip(&CATALOG.anchors) {
        assert_eq!((&row[at("id")], object["id"].as_str()), (anchor.row.id.as_str(), Some(anchor.row.id.as_str())));
        assert_eq!(row[at("tokens_per_s")].parse().ok(), Some(anchor.row.tokens_per_s));
        for flag in &anchor.row.flags {
            assert!(json["flags"][flag].as_str().is_some_and(|words| words.contains(' ')), "{flag} in words");
        }
        // This reader of JSON may miss the last bit.
        let speed = object["tokens_per_s"].as_f64().expect("a speed");
        assert!((speed / anchor.row.tokens_per_s - 1.0).abs() < 1e-15, "{}", anchor.row.id);
        assert_eq!(row[at("flags")], anchor.row.flags.join(" "));
        assert_eq!(object.get("depth_tokens").and_then(serde_json::Value::as_u64), anchor.row.depth.map(u64::from));
        assert!(json["sources"].get(object["source"].as_str().expect("a source")).is_some());
    }
    let page = page(&SITE, "anchors/index.html");
    let explained = page.words_of("dt code");
    for column in &head {
        assert!(explained.contains(column), "{column} is explained");
    }
    let data = json_ld(&page).expect("structured data");
    assert_eq!(data["@type"], "Dataset");
    assert_eq!(data["distribution"].as_array().map(Vec::len), Some(2));
    for file in data["distribution"].as_array().expect("files") {
        let address = file["contentUrl"].as_str().expect("an address");
        assert!(SITE.keys().any(|path| address.ends_with(path.as_str()) && path.starts_with("anchors/")), "{address}");
    }
}

const EVIL: &str = "<script>alert(1)</script>\"'&";

/// The small fixture with a catalog of one device and one model, both called like markup.
fn hostile() -> Sources {
    let mut sources = load::load(&fixture("small"));
    let name = serde_json::to_string(EVIL).expect("a string");
    let source = format!("sources: [{{title: {name}, url: \"https://example.org/?'&amp;\", locator: {name}}}]");
    let files = [
        (
            "catalog/hardware.yaml",
            format!(
                "- {{id: d1, name: {name}, vendor: NVIDIA, class: consumer-gpu, memory_type: {name}, memory_gib: 24, bandwidth_gb_s: 1000, notes: {name}, status: {{memory_gib: {name}}}, {source}}}\n"
            ),
        ),
        (
            "catalog/models.yaml",
            format!(
                "- {{id: m1, name: {name}, hf_repo: {name}, n_layers: 2, hidden_size: 64, n_heads: 4, n_kv_heads: 4, head_dim: 16, ffn_size: 128, attention: {{kind: mha}}, vocab_size: 100, tied_embeddings: false, max_context: 8192, license: {name}, notes: {name}, {source}}}\n"
            ),
        ),
        ("catalog/quantizations.yaml", format!("- {{id: gguf-q4_k_m, name: {name}, family: gguf-mix, {source}}}\n")),
        (
            "catalog/runtimes.yaml",
            format!(
                "- {{id: llama.cpp, name: {name}, kind: {name}, url: \"https://example.org/?'&amp;\", {source}}}\n"
            ),
        ),
        ("catalog/backends.yaml", format!("- {{id: cuda, name: {name}, {source}}}\n")),
        (
            "anchors/index.html.yaml",
            format!(
                "source: {{title: {name}, url: \"https://example.org/\", publisher: {name}, date: {name}, method: {name}, licence: {name}, caveats: {name}}}\nmeasurements:\n  - {{id: r1, phase: decode, hardware: d1, count: 1, parallel: single, model: m1, quantization: gguf-q4_k_m, runtime: llama.cpp, version: {name}, backend: cuda, depth: 0, generated: 128, concurrency: 1, kv_type: {name}, tokens_per_s: 12.5, date: {name}, notes: {name}, flags: [{name}]}}\n"
            ),
        ),
    ];
    for (path, content) in files {
        sources.content.push(SourceFile::new(format!("content/{path}"), content));
    }
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

#[test]
fn names_that_look_like_markup_do_no_harm() {
    let outcome = compile(&hostile(), &Options::default(), &mut |_| {});
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    for path in [
        "hardware/index.html",
        "hardware/d1/index.html",
        "models/m1/index.html",
        "runtimes/index.html",
        "runtimes/llama.cpp/index.html",
        "anchors/index.html",
        "anchors/index-html/index.html",
    ] {
        let page = page(&site, path);
        let is_data = |kind: &str| kind == "application/ld+json";
        for script in page.select("script").into_iter().filter(|script| !is_data(script.attr("type"))) {
            assert_eq!(script.text(), "", "{path}");
        }
        assert!(page.text().contains(EVIL), "{path} shows the name");
        assert!(!page.has("[href^=javascript:]"), "{path}");
    }
    assert!(json_ld(&page(&site, "anchors/index.html")).is_some());
    assert!(page(&site, "hardware/d1/index.html").words().contains("12.5"));
}

#[test]
fn a_site_without_a_catalog_has_none_of_it() {
    let site = site(&fixture("small"));
    assert!(
        !site.keys().any(|path| ["hardware/", "models/", "runtimes/", "anchors/"]
            .iter()
            .any(|folder| path.starts_with(folder)))
    );
    assert!(page(&site, "index.html").attrs("a", "href").iter().all(|link| !link.contains("hardware/")));
}

#[test]
fn pages_are_remembered_until_something_that_they_show_changes() {
    let mut memory = BuildCache::default();
    let mut sources = hostile();
    let mut build = |sources: &Sources| {
        let finished = prepare(sources, &Options::default(), &mut memory, &mut |_| {}).finish(&mut |_| {});
        finished.site.unwrap_or_else(|| panic!("{:?}", finished.diagnostics))
    };
    let clean = |sources: &Sources| compile(sources, &Options::default(), &mut |_| {}).site.expect("a site");
    assert!(build(&sources) == clean(&sources));
    let edits: [(&str, &str, &str); 3] = [
        ("content/site.yaml", "title: ", "title: New "),
        ("content/catalog/hardware.yaml", "bandwidth_gb_s: 1000", "bandwidth_gb_s: 500"),
        ("content/anchors/index.html.yaml", "12.5", "13.5"),
    ];
    for (path, old, new) in edits {
        let before = build(&sources);
        let file = sources.content.iter_mut().find(|file| file.path == path).expect("a file");
        let changed = file.text.replacen(old, new, 1);
        *file = SourceFile::new(path, changed);
        let after = build(&sources);
        assert!(after == clean(&sources), "{path}");
        assert!(before["hardware/d1/index.html"] != after["hardware/d1/index.html"], "{path} shows on the page");
    }
    let page_of = |site: &Site| site["runtimes/llama.cpp/index.html"].clone();
    let before = page_of(&build(&sources));
    let entry = sources.content.iter_mut().find(|file| file.path.ends_with("/sprint.md")).expect("an entry");
    let changed = format!("{}\nIt is run with `{EVIL}` here.\n", entry.text);
    *entry = SourceFile::new(&*entry.path.clone(), changed);
    let after = build(&sources);
    assert!(after == clean(&sources));
    assert!(page_of(&after) != before, "an entry that names a program shows on its page");
    let template = sources.templates.iter_mut().find(|file| file.path == "device.html").expect("a template");
    let changed = template.text.replace("Facts</h2>", "All facts</h2>");
    *template = SourceFile::new("device.html", changed);
    assert!(page(&build(&sources), "hardware/d1/index.html").words_of("h2").contains(&"All facts".to_owned()));
}
