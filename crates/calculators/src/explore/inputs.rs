//! The inputs of the explorer and their choices: machines, models, formats, benchmarks.
//!
//! The lists are closed, since the records that the browser fetches contain only what they name. The inputs of filters,
//! order, system RAM and costs are in the files of those names.

use crate::input::{Choice, HARDWARE, Input, MODEL, PLAIN, REQUESTS, SPEED};
use alloc::vec::Vec;
use rooflight_estimator::heterogeneous::LINKS;
use rooflight_estimator::records::model::USUAL_FORMAT;
use rooflight_estimator::records::{FormatRecord, ModelRecord};

pub(super) const MODE: Input = Input::new(("mode", "mode"), "Question", "runs", Choice::One(MODES));
const MODES: &[(&str, &str)] = &[
    ("runs", "What runs on this machine"),
    ("which", "Which hardware runs this model"),
    ("compare", "Compare set-ups"),
];
pub(super) const MACHINE: Input = Input { label: "Machine", ..HARDWARE };
pub(super) const NUMBER: Input = several(("n", "devices"), "Count", "1", 1.0);
pub(super) const ALSO: Input = Input::new(("also", "also"), "Together with", "rtx-3090", Choice::Hardware).folded();
pub(super) const ALSO_NUMBER: Input = several(("na", "also_devices"), "Count", "0", 0.0).folded();
pub(super) const ALSO_THIRD: Input =
    Input::new(("also2", "also_2"), "And with", "rtx-3060-12gb", Choice::Hardware).folded();
pub(super) const ALSO_THIRD_NUMBER: Input = several(("na2", "also_devices_2"), "Count", "0", 0.0).folded();
pub(super) const ALSO_FOURTH: Input =
    Input::new(("also3", "also_3"), "And with", "rtx-3060-12gb", Choice::Hardware).folded();
pub(super) const ALSO_FOURTH_NUMBER: Input = several(("na3", "also_devices_3"), "Count", "0", 0.0).folded();
pub(super) const SHARED: Input =
    Input::new(("way", "split"), "Several share", SPLITS[0].0, Choice::One(SPLITS)).folded();
const SPLITS: &[(&str, &str)] =
    &[("layers", "whole layers, by memory (llama.cpp)"), ("tensor", "every layer, in equal parts (vLLM, SGLang)")];
pub(super) const LINK: Input =
    Input::new(("link", "link"), "Slowest link between them", LINKS[0].0, Choice::One(LINKS)).folded();
pub(super) const SECOND: Input =
    Input::new(("hw2", "hardware_2"), "Second machine", "apple-m4-max-40c", Choice::Hardware);
pub(super) const SECOND_NUMBER: Input = several(("n2", "devices_2"), "Count", "1", 1.0);
pub(super) const THIRD: Input = Input::new(("hw3", "hardware_3"), "Third machine", "rtx-3090", Choice::Hardware);
pub(super) const THIRD_NUMBER: Input = several(("n3", "devices_3"), "Count", "2", 0.0);
pub(super) const FOURTH: Input =
    Input::new(("hw4", "hardware_4"), "Fourth machine", "dgx-spark-gb10", Choice::Hardware);
pub(super) const FOURTH_NUMBER: Input = several(("n4", "devices_4"), "Count", "0", 0.0);
pub(super) const SUBJECT: Input = MODEL.with_default("qwen3-32b");
pub(super) const FORMAT: Input = Input::new(("q", "quantization"), "Format", FORMATS[0].0, Choice::One(FORMATS));
pub(super) const TARGET: Input = Input::real(("tps", "speed"), "At least", "10", SPEED, (0.01, 1_000_000.0));
pub(super) const BATCH: Input = REQUESTS.folded();
pub(super) const MAX_DEVICES: Input = several(("most", "most_devices"), "Devices at most", "2", 1.0);

const fn several(keys: (&'static str, &'static str), label: &'static str, default: &'static str, least: f64) -> Input {
    Input::whole(keys, label, default, PLAIN, (least, 8.0))
}

pub(super) const BENCHMARK: Input =
    Input::new(("bench", "benchmark"), "Task, and its published score", BENCHMARKS[0].0, Choice::One(BENCHMARKS))
        .folded();

/// The benchmarks whose published scores a reader may choose: id, and the task followed by the name.
pub(super) const BENCHMARKS: &[(&str, &str)] = &[
    ("gpqa-diamond", "Science: GPQA Diamond"),
    ("mmlu-pro", "Knowledge: MMLU-Pro"),
    ("livecodebench", "Programming: LiveCodeBench"),
    ("swe-bench-verified", "Repairing software: SWE-bench Verified"),
    ("aime-2025", "Mathematics: AIME 2025"),
    ("ifeval", "Following instructions: IFEval"),
];

/// Returns the names of the benchmarks; a model's scores refer to them by position.
#[must_use]
pub fn benchmarks() -> Vec<&'static str> {
    (0..BENCHMARKS.len()).map(benchmark).collect()
}

/// Returns the position of the benchmark that orders models without a score in this one: that of the nearest task.
pub(super) const fn fallback_benchmark(at: usize) -> usize {
    match at {
        1 | 4 => 0,
        2 => 3,
        3 => 2,
        _ => 1,
    }
}

/// Returns the name of the benchmark at a position.
pub(super) fn benchmark(at: usize) -> &'static str {
    let words = BENCHMARKS.get(at).map_or("", |(_, words)| *words);
    words.split_once(": ").map_or(words, |(_, name)| name)
}

/// The choice of the largest format up to [`MOST_BITS`] that fits, without those of [`BELOW_FOUR_BITS`].
pub(super) const BEST: &str = "best";

/// Most bits per parameter of the best format: `Q8_0` and FP8 score like full precision, and larger formats are
/// slower.
pub(super) const MOST_BITS: f64 = 9.0;

/// Formats that are never the best one: with fewer than four bits for most weights a model loses what its scores,
/// measured on full precision, do not say. The average of a file may be higher, since some tensors have more.
pub(super) const BELOW_FOUR_BITS: [&str; 2] = ["gguf-q3_k_m", "gguf-iq2_xxs"];

/// The formats that a reader may choose: id and label.
pub(super) const FORMATS: &[(&str, &str)] = &[
    (USUAL_FORMAT, "Q4_K_M"),
    (BEST, "the best that fits, from 4 bits"),
    ("gguf-q8_0", "Q8_0"),
    ("gguf-q6_k", "Q6_K"),
    ("gguf-q5_k_m", "Q5_K_M"),
    ("gguf-iq4_xs", "IQ4_XS"),
    ("gguf-q3_k_m", "Q3_K_M"),
    ("gguf-iq2_xxs", "IQ2_XXS"),
    ("gguf-mxfp4-moe", "MXFP4, experts alone"),
    ("mlx-4bit-g64", "MLX 4-bit"),
    ("awq-4bit-g128", "AWQ 4-bit"),
    ("bf16", "BF16"),
];

/// Returns the ids of the formats, for the records that the browser fetches.
#[must_use]
pub fn formats() -> Vec<&'static str> {
    FORMATS.iter().map(|(id, _)| *id).filter(|id| *id != BEST).collect()
}

/// Returns the formats of a model that the lists use, in the browser as in the build: those that a reader may choose,
/// and the model's usual one.
pub(super) fn offered(model: &ModelRecord) -> impl Iterator<Item = &FormatRecord> {
    let is_choice = |format: &FormatRecord| FORMATS.iter().any(|(id, _)| *id == format.id);
    let usual = model.usual_format();
    model.formats.iter().filter(move |format| is_choice(format) || usual.is_some_and(|usual| usual.id == format.id))
}

pub(super) const ENGINE: Input = Input::new(("e", "engine"), "Engine", ENGINES[0].0, Choice::One(ENGINES)).folded();

/// The engines to which a reader may restrict a list. Each selects a file format; the calibration is that of the
/// device's usual engine for the format.
const ENGINES: &[(&str, &str)] =
    &[("usual", "usual for the format"), ("llama.cpp", "llama.cpp"), ("mlx", "MLX"), ("vllm", "vLLM or SGLang")];

/// How many rows a page shows unless the reader chooses all; each adds about twenty elements to the page.
pub(super) const FIRST_ROWS: usize = 20;
pub(super) const ROWS: Input = Input::new(("rows", "rows"), "Rows", "first", Choice::One(ROW_COUNTS)).folded();
const ROW_COUNTS: &[(&str, &str)] = &[("first", "the first 20"), ("all", "all")];
