//! The conditions and the engine of a measurement, in words.

use rooflight_document::number;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel, Phase, Row};

/// The differences from one device and one plain stream.
pub(crate) fn conditions(row: &Row) -> String {
    let mut words = Vec::new();
    match row.parallel {
        Parallel::Single => {}
        Parallel::Layer => words.push("layers split between them".to_owned()),
        Parallel::Tensor => words.push("tensor parallel".to_owned()),
        Parallel::Unclear => words.push("how they share is not stated".to_owned()),
    }
    if row.concurrency > 1 {
        words.push(format!("{} requests together", number::count(row.concurrency.into())));
    }
    if row.phase == Phase::SpecDecode {
        words.push("speculative decoding".to_owned());
    }
    if let Some((drafted, accepted)) = row.drafted.zip(row.accepted) {
        let kept = number::plain(accepted * 100.0, 0);
        words.push(format!("{} drafted and {kept}\u{a0}% of them kept", number::plain(drafted, 0)));
    }
    if let Some(layers) = row.host_layers {
        words.push(format!("{} layers in RAM", number::plain(layers, 0)));
    }
    if let Some(layers) = row.host_experts {
        words.push(format!("experts of {} layers in RAM", number::plain(layers, 0)));
    }
    if let Some(depth) = row.depth.filter(|depth| *depth > 0 && row.phase == Phase::Prefill) {
        words.push(format!("after {} tokens", number::count(depth.into())));
    }
    if let Some(kind) = row.kv_type.as_deref().filter(|kind| !kind.is_empty()) {
        words.push(format!("cache in {kind}"));
    }
    words.join(", ")
}

/// "llama.cpp b2824, CUDA".
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
