//! Conditions and engine of a measurement, in words.

use rooflight_document::number;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel, Phase, Row};
use rooflight_glossary::model::strings::Strings;
use std::sync::LazyLock;

/// Describes how a row differs from one plain stream on one device, in the language of `strings`.
pub(crate) fn conditions(row: &Row, strings: &Strings) -> String {
    let mut words = Vec::new();
    let say = |key: &str, name: &str, number: &str| strings.fill(key, &[(name, &strings.number(number))]);
    match row.parallel {
        Parallel::Single => {}
        Parallel::Layer => words.push(strings.get("run.layers_split").to_owned()),
        Parallel::Tensor => words.push(strings.get("run.tensor_parallel").to_owned()),
        Parallel::Unclear => words.push(strings.get("run.share_unstated").to_owned()),
    }
    if row.concurrency > 1 {
        words.push(say("run.requests", "requests", &number::count(row.concurrency.into())));
    }
    if row.phase == Phase::SpecDecode {
        words.push(strings.get("run.speculative").to_owned());
    }
    if let Some((drafted, accepted)) = row.drafted.zip(row.accepted) {
        let drafted = strings.number(&number::plain(drafted, 0));
        let kept = format!("{}\u{a0}%", number::plain(accepted * 100.0, 0));
        words.push(strings.fill("run.drafted", &[("drafted", &drafted), ("kept", &kept)]));
    }
    if let Some(layers) = row.host_layers {
        words.push(say("run.layers_in_ram", "layers", &number::plain(layers, 0)));
    }
    if let Some(layers) = row.host_experts {
        words.push(say("run.experts_in_ram", "layers", &number::plain(layers, 0)));
    }
    if let Some(depth) = row.depth.filter(|depth| *depth > 0 && row.phase == Phase::Prefill) {
        words.push(say("run.after", "tokens", &number::count(depth.into())));
    }
    if let Some(kind) = row.kv_type.as_deref().filter(|kind| !kind.is_empty()) {
        words.push(strings.fill("run.cache", &[("kind", kind)]));
    }
    strings.list(&words)
}

/// Same as [`conditions`], in English, the language of the catalog's pages and of the records.
pub(crate) fn conditions_in_english(row: &Row) -> String {
    static ENGLISH: LazyLock<Strings> = LazyLock::new(Strings::english);
    conditions(row, &ENGLISH)
}

/// Describes the engine with version and backend: "llama.cpp b2824, CUDA".
pub(crate) fn engine(catalog: &Catalog, anchor: &Anchor) -> String {
    let runtime = catalog.runtimes.get(anchor.runtime).map_or("", |runtime| runtime.name.as_str());
    let backend = catalog
        .backends
        .get(anchor.backend)
        .filter(|backend| backend.id != "unknown")
        .map_or("", |backend| backend.name.as_str());
    let version = anchor.row.version.as_deref().unwrap_or_default();
    // Some sources state the name with the version.
    let named = version.starts_with(runtime);
    let parts = [runtime, version].into_iter().skip(usize::from(named));
    let engine = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    [engine.as_str(), backend].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
