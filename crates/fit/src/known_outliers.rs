//! Groups of runs whose estimates were once far off, scored again: a list that keeps known errors in sight.
//!
//! 1. The list names each group and its predicted over measured speed at the time.
//! 2. [`table`] scores its runs with their source left out. A group without a run that counts has no score.
//!
//! Groups stay in the list after they are fixed: a change of the fit may break them again.

use crate::model::{FittedSpeed, Fold};
use crate::score::{Prediction, Score, score};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel, Row};
use std::collections::BTreeSet;

/// A group of runs and its scores, then and now.
#[derive(Debug, Clone)]
pub struct KnownOutlier {
    /// Name of the group.
    pub name: &'static str,
    /// Predicted over measured speed when the group was added.
    pub before: &'static str,
    /// Number of publications of its runs.
    pub sources: usize,
    /// Score with the source of each run left out; `None` without a run that counts.
    pub score: Option<Score>,
}

/// Name, predicted over measured speed when it was added, and which rows belong to the group.
type OutlierGroup = (&'static str, &'static str, fn(&Row) -> bool);

const GROUPS: &[OutlierGroup] = &[
    ("H100", "0.83", |row| row.hardware.starts_with("h100-")),
    ("RX 9070 XT", "0.73", |row| row.hardware == "rx-9070-xt"),
    ("M1", "1.16", |row| matches!(&*row.hardware, "apple-m1" | "apple-m1-7c")),
    ("M1 Max", "1.18", |row| row.hardware.starts_with("apple-m1-max")),
    ("M1 Ultra", "1.34", |row| row.hardware.starts_with("apple-m1-ultra")),
    ("GTX 1080 Ti", "1.39", |row| row.hardware == "gtx-1080-ti"),
    ("P100", "2.05", |row| row.hardware.starts_with("tesla-p100")),
    ("RX 5700 and 6700 XT, Vulkan", "up to 2.9", |row| {
        row.backend == "vulkan" && ["rx-5700", "rx-6700"].iter().any(|card| row.hardware.starts_with(card))
    }),
    ("Gemma 4 E4B", "0.81", |row| row.model == "gemma-4-e4b"),
    ("LFM2.5 1.2B", "0.77", |row| row.model == "lfm2.5-1.2b"),
    ("GB10, its processor", "0.3", |row| row.hardware == "dgx-spark-gb10" && row.backend == "cpu"),
    ("Q3_K_S", "1.28", |row| row.quantization.contains("q3_k_s")),
    ("BF16 on Strix Halo, Vulkan", "2.3 to 3.6", |row| {
        row.hardware == "ryzen-ai-max-395" && row.backend == "vulkan" && row.quantization == "gguf-bf16"
    }),
    ("Ryzen AI Max 385, its processor", "5.6", |row| row.hardware == "ryzen-ai-max-385" && row.backend == "cpu"),
    ("Xeon 8480 and Ryzen 7950X, ik_llama.cpp", "0.4", |row| {
        row.runtime == "ik_llama.cpp" && (row.hardware.starts_with("xeon-8480") || row.hardware == "ryzen-7950x")
    }),
    ("Ryzen 7950X, llama.cpp", "0.49", |row| row.hardware == "ryzen-7950x" && row.runtime == "llama.cpp"),
    ("H20, mixtures in GPTQ", "5.4", |row| {
        row.hardware == "h20-96gb" && row.quantization.starts_with("gptq") && row.model.contains("-a")
    }),
    ("MLX beyond 32,000 tokens", "0.64", |row| row.backend == "mlx" && row.depth.is_some_and(|depth| depth > 32_000)),
    ("two RTX 3090, SGLang", "0.61", |row| row.hardware == "rtx-3090" && row.count == 2 && row.runtime == "sglang"),
    ("dense 8B on H100 and H200, SGLang", "0.55", |row| {
        row.runtime == "sglang"
            && (row.hardware.starts_with("h100-") || row.hardware.starts_with("h200-"))
            && row.model.ends_with("-8b")
    }),
    ("MI300X in eights, vLLM", "0.56", |row| row.hardware == "mi300x" && row.count == 8 && row.runtime == "vllm"),
    ("TensorRT-LLM", "0.62", |row| row.runtime == "tensorrt-llm"),
    ("EXL2 on A100", "2", |row| row.hardware.starts_with("a100-") && row.quantization.starts_with("exl2")),
    ("Macs that share each layer over Thunderbolt", "up to 4", |row| {
        row.hardware.starts_with("apple-") && row.count > 1 && row.parallel == Parallel::Tensor
    }),
];

/// Scores every group, in the order of the list.
#[must_use]
pub fn table(catalog: &Catalog, decode: &FittedSpeed) -> Vec<KnownOutlier> {
    let judged: Vec<(&Anchor, &Prediction)> = decode
        .fold(Fold::Source)
        .filter(|(row, _)| row.clean)
        .map(|(row, guess)| (&catalog.anchors[row.anchor], guess))
        .collect();
    let watched = |&(name, before, wanted): &OutlierGroup| {
        let runs = || judged.iter().filter(move |(anchor, _)| wanted(&anchor.row));
        KnownOutlier {
            name,
            before,
            sources: runs().map(|(anchor, _)| anchor.publication).collect::<BTreeSet<_>>().len(),
            score: score(runs().map(|(_, guess)| *guess)),
        }
    };
    GROUPS.iter().map(watched).collect()
}
