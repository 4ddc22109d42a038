//! The explorer: what runs on a machine, which hardware runs a model, and set-ups side by side.
//!
//! 1. The mode chooses the question; all three share device, model, format, context and target.
//! 2. A row is one set-up: its memory, ceiling, realistic range and newest measurement, from the same estimate as the
//!    calculators.
//! 3. Rows are grouped by whether they reach the target; a set-up that does not fit has no speed, and links that would
//!    make it fit.
//!
//! Holds no formula. It has a page of its own and is not a calculator of the list.

mod case;
mod compare;
mod filters;
mod groups;
mod hardware;
mod models;
mod order;
mod system_ram;
mod worth;

use super::answer::Outcome;
use super::estimator::Estimator;
use super::input::{CONTEXT, Choice, HARDWARE, Input, MODEL, OWN_BANDWIDTH, OWN_MEMORY, PLAIN, REQUESTS, SPEED};
use super::input_error::InputError;
use super::offload_inputs::HOST_BANDWIDTH;
use super::query::{Query, whole};
use super::record_schema;
use super::spec::{Group, Spec, Validation};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use case::{Case, ExtraDevice};
use groups::is_known_to_fit;
use rooflight_calibration::FileFormat;
use rooflight_document::date::date;
use rooflight_document::listing::Listing;
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_estimator::heterogeneous::LINKS;
use rooflight_estimator::setup::Devices;
use rooflight_primitives::units::count;
use rooflight_records::{DeviceRecord, FormatRecord, ModelRecord, PromptRecord};
use system_ram::SystemRam;

/// The explorer.
pub const SPEC: Spec = Spec {
    kind: "explore",
    title: "Explore",
    about: "What runs on your machine, which hardware runs a model at a speed, and set-ups side by side.",
    inputs: &[
        MODE,
        MACHINE,
        NUMBER,
        ALSO,
        ALSO_NUMBER,
        ALSO_THIRD,
        ALSO_THIRD_NUMBER,
        ALSO_FOURTH,
        ALSO_FOURTH_NUMBER,
        SHARED,
        LINK,
        SECOND,
        SECOND_NUMBER,
        THIRD,
        THIRD_NUMBER,
        FOURTH,
        FOURTH_NUMBER,
        SUBJECT,
        FORMAT,
        ENGINE,
        CONTEXT,
        TOGETHER,
        TARGET,
        MAX_DEVICES,
        worth::WORTH,
        BENCHMARK,
        filters::SHOW,
        ROWS,
        order::SORT,
        order::DIRECTION,
        filters::FAMILY,
        filters::LICENCE,
        filters::MIN_PARAMETERS,
        filters::MAX_PARAMETERS,
        filters::REACH,
        OWN_BANDWIDTH,
        OWN_MEMORY,
        system_ram::RAM,
        HOST_BANDWIDTH,
    ],
    records: &[record_schema::LIBRARY, record_schema::OWN_MODEL],
    group: (Group::Output, 0),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluate,
};

const MODE: Input = Input::new(("mode", "mode"), "Question", "runs", Choice::One(MODES));
const MODES: &[(&str, &str)] = &[
    ("runs", "What runs on this machine"),
    ("which", "Which hardware runs this model"),
    ("compare", "Compare set-ups"),
];
const MACHINE: Input = Input { label: "Machine", ..HARDWARE };
const NUMBER: Input = several(("n", "devices"), "Count", "1", 1.0);
const ALSO: Input = Input::new(("also", "also"), "Together with", "rtx-3090", Choice::Hardware).folded();
const ALSO_NUMBER: Input = several(("na", "also_devices"), "Count", "0", 0.0).folded();
const ALSO_THIRD: Input = Input::new(("also2", "also_2"), "And with", "rtx-3060-12gb", Choice::Hardware).folded();
const ALSO_THIRD_NUMBER: Input = several(("na2", "also_devices_2"), "Count", "0", 0.0).folded();
const ALSO_FOURTH: Input = Input::new(("also3", "also_3"), "And with", "rtx-3060-12gb", Choice::Hardware).folded();
const ALSO_FOURTH_NUMBER: Input = several(("na3", "also_devices_3"), "Count", "0", 0.0).folded();
const SHARED: Input = Input::new(("way", "split"), "Several share", WAYS[0].0, Choice::One(WAYS)).folded();
const WAYS: &[(&str, &str)] =
    &[("layers", "whole layers, by memory (llama.cpp)"), ("tensor", "every layer, in equal parts (vLLM, SGLang)")];
const LINK: Input = Input::new(("link", "link"), "Slowest link between them", LINKS[0].0, Choice::One(LINKS)).folded();
const SECOND: Input = Input::new(("hw2", "hardware_2"), "Second machine", "apple-m4-max-40c", Choice::Hardware);
const SECOND_NUMBER: Input = several(("n2", "devices_2"), "Count", "1", 1.0);
const THIRD: Input = Input::new(("hw3", "hardware_3"), "Third machine", "rtx-3090", Choice::Hardware);
const THIRD_NUMBER: Input = several(("n3", "devices_3"), "Count", "2", 0.0);
const FOURTH: Input = Input::new(("hw4", "hardware_4"), "Fourth machine", "dgx-spark-gb10", Choice::Hardware);
const FOURTH_NUMBER: Input = several(("n4", "devices_4"), "Count", "0", 0.0);
const SUBJECT: Input = MODEL.or("qwen3-32b");
const FORMAT: Input = Input::new(("q", "quantization"), "Format", FORMATS[0].0, Choice::One(FORMATS));
const TARGET: Input = Input::real(("tps", "speed"), "At least", "10", SPEED, (0.01, 1_000_000.0));
const TOGETHER: Input = REQUESTS.folded();
const MAX_DEVICES: Input = several(("most", "most_devices"), "Devices at most", "2", 1.0);

const fn several(keys: (&'static str, &'static str), label: &'static str, default: &'static str, least: f64) -> Input {
    Input::whole(keys, label, default, PLAIN, (least, 8.0))
}

const BENCHMARK: Input =
    Input::new(("bench", "benchmark"), "Task, and its published score", BENCHMARKS[0].0, Choice::One(BENCHMARKS))
        .folded();

/// The benchmarks whose published scores a reader may choose, each after the task that it stands for.
const BENCHMARKS: &[(&str, &str)] = &[
    ("gpqa-diamond", "Science: GPQA Diamond"),
    ("mmlu-pro", "Knowledge: MMLU-Pro"),
    ("livecodebench", "Programming: LiveCodeBench"),
    ("swe-bench-verified", "Repairing software: SWE-bench Verified"),
    ("aime-2025", "Mathematics: AIME 2025"),
    ("ifeval", "Following instructions: IFEval"),
];

/// The names of the benchmarks: a model's scores name them by their positions.
#[must_use]
pub fn benchmarks() -> Vec<&'static str> {
    (0..BENCHMARKS.len()).map(benchmark).collect()
}

/// The name of a benchmark, by its position.
fn benchmark(at: usize) -> &'static str {
    let words = BENCHMARKS.get(at).map_or("", |(_, words)| *words);
    words.split_once(": ").map_or(words, |(_, name)| name)
}

/// The choice of the largest format that fits, up to [`MOST_BITS`].
const BEST: &str = "best";

/// Bits of a parameter beyond which a larger format is not called better: `Q8_0` and FP8 score what the full
/// precision does, and a larger one is slower.
const MOST_BITS: f64 = 9.0;

/// The formats that a reader may choose.
const FORMATS: &[(&str, &str)] = &[
    ("gguf-q4_k_m", "Q4_K_M"),
    (BEST, "the best that fits"),
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

/// The ids of the formats, for the records that the browser fetches.
#[must_use]
pub fn formats() -> Vec<&'static str> {
    FORMATS.iter().map(|(id, _)| *id).filter(|id| *id != BEST).collect()
}

/// The formats of a model that the lists know, in the browser as in the build: those that a reader may choose, or the
/// model's usual one where it lacks the first of them.
fn offered(model: &ModelRecord) -> impl Iterator<Item = &FormatRecord> {
    let is_choice = |format: &FormatRecord| FORMATS.iter().any(|(id, _)| *id == format.id);
    let own = model.formats.first().filter(|_| !model.formats.iter().any(|format| format.id == FORMAT.default));
    model.formats.iter().filter(move |format| is_choice(format) || own.is_some_and(|own| own.id == format.id))
}

const ENGINE: Input = Input::new(("e", "engine"), "Engine", ENGINES[0].0, Choice::One(ENGINES)).folded();

/// Engines that a list can be restricted to. Each stands for one file format; the calibration is the one of the
/// device's usual engine for that format.
const ENGINES: &[(&str, &str)] =
    &[("usual", "usual for the format"), ("llama.cpp", "llama.cpp"), ("mlx", "MLX"), ("vllm", "vLLM or SGLang")];

/// How many rows a page shows before the reader asks for all: each of them costs a browser some twenty elements.
const FIRST_ROWS: usize = 20;
const ROWS: Input = Input::new(("rows", "rows"), "Rows", "first", Choice::One(ROW_COUNTS)).folded();
const ROW_COUNTS: &[(&str, &str)] = &[("first", "the first 20"), ("all", "all")];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let mode = query.one(&MODE)?;
    let mut listing = match mode {
        "which" => hardware::listing(query)?,
        "compare" => compare::listing(query, report)?,
        _ => models::listing(query)?,
    };
    order::apply(query, &mut listing)?;
    listing.notes.extend(days_of_runs(&listing));
    listing.first_rows = (query.one(&ROWS)? == ROWS.default).then_some(FIRST_ROWS);
    let numbers = tally(&listing);
    let status = listing.answer.clone();
    report.listing(listing);
    Ok(Outcome { status, numbers })
}

/// The note on when the measurements of a list were taken.
fn days_of_runs(listing: &Listing) -> Option<String> {
    let rows = || listing.groups.iter().flat_map(|group| &group.rows);
    let days = || rows().map(|row| row.day.as_str()).filter(|day| !day.is_empty());
    let [oldest, newest] = [days().min()?, days().max()?].map(date);
    let values = [Arg::Text(&oldest), Arg::Text(&newest)];
    Some(filled(words!("The measurements here are of {} to {}, each with its own day.", ..values)))
}

/// How many rows there are, and how many of them fit; the typical speeds of all that fit, added up.
fn tally(listing: &Listing) -> super::Numbers {
    let rows = || listing.groups.iter().flat_map(|group| &group.rows);
    let speeds = rows().filter_map(|row| row.speeds);
    vec![
        ("rows", count(rows().count() as u64)),
        ("fitting", count(rows().filter(|row| is_known_to_fit(row)).count() as u64)),
        ("sum of speeds", speeds.map(|(ceiling, range)| range.map_or(ceiling, |[_, typical, _]| typical)).sum()),
    ]
}

/// The inputs that all rows of a question share.
#[derive(Clone, Copy)]
struct ExplorerInput<'a> {
    estimator: &'a Estimator,
    format: &'static str,
    /// The files that the chosen engine runs, if one is chosen.
    files: Option<FileFormat>,
    context: f64,
    requests: f64,
    target: f64,
    /// How many of each machine.
    numbers: [u64; 4],
    most: u64,
    /// The position of the benchmark.
    benchmark: usize,
    /// The memory of the computer that cards are in.
    ram: SystemRam,
}

impl<'a> ExplorerInput<'a> {
    /// Reads what any of the questions asks, so that the form keeps all of it whichever is shown.
    fn read(query: &mut Query<'a>) -> Result<Self, InputError> {
        query.hint(&CONTEXT, words!("tokens"));
        query.hint(&TARGET, words!("tokens/s"));
        query.hint(&BENCHMARK, words!("of each model"));
        let benchmark = query.one(&BENCHMARK)?;
        let mut numbers = [0; 4];
        for (number, input) in numbers.iter_mut().zip([&NUMBER, &SECOND_NUMBER, &THIRD_NUMBER, &FOURTH_NUMBER]) {
            *number = whole(query.number(input)?);
        }
        let files = match query.one(&ENGINE)? {
            "llama.cpp" => Some(FileFormat::Gguf),
            "mlx" => Some(FileFormat::Mlx),
            "vllm" => Some(FileFormat::Safetensors),
            _ => None,
        };
        let format = query.one(&FORMAT)?;
        if ![FORMAT.default, BEST].contains(&format) && files.is_some_and(|files| files != FileFormat::of(format)) {
            let message = String::from(
                "This engine does not run this format: choose another, or the engine that is usual for it.",
            );
            return Err(InputError { field: FORMAT.key, message });
        }
        query.hint(&REQUESTS, words!("decoded together"));
        query.hint(&ENGINE, words!("its kind of files"));
        Ok(Self {
            estimator: query.estimator(),
            format,
            files,
            requests: query.number(&REQUESTS)?,
            context: query.number(&CONTEXT)?,
            target: query.number(&TARGET)?,
            numbers,
            most: whole(query.number(&MAX_DEVICES)?),
            benchmark: BENCHMARKS.iter().position(|(id, _)| *id == benchmark).unwrap_or_default(),
            ram: SystemRam::read(query)?,
        })
    }

    /// The chosen format; the model's usual one if the reader kept the explorer's default, or if none of its formats is
    /// the best that fits.
    fn format_of(self, model: &'a ModelRecord, fits: &dyn Fn(&'a FormatRecord) -> bool) -> Option<&'a FormatRecord> {
        let run = |format: &&FormatRecord| self.files.is_none_or(|files| files == format.files);
        let known = |id: &str| model.formats.iter().find(|format| format.id == id).filter(run);
        if self.format == BEST {
            let size = |format: &FormatRecord| format.weights.file_bytes();
            let small = |format: &&FormatRecord| format.weights.bits_per_weight() <= MOST_BITS;
            let smallest = || offered(model).filter(run).min_by(|a, b| size(a).total_cmp(&size(b)));
            let fitting = offered(model).filter(run).filter(small).filter(|format| fits(format));
            return fitting.max_by(|a, b| size(a).total_cmp(&size(b))).or_else(smallest);
        }
        if self.format != FORMAT.default {
            return known(self.format);
        }
        // In the order of the choices; a model that lacks the first of them is offered in its own usual one.
        let own = model.formats.first().filter(|_| !model.formats.iter().any(|format| format.id == FORMAT.default));
        let engines = FORMATS.iter().filter(|_| self.files.is_some()).find_map(|(id, _)| known(id));
        known(self.format).or(own.filter(run)).or(engines)
    }

    /// The format that is asked for, on up to `most` such devices, where the list is about one model.
    fn format_on(
        self,
        device: &DeviceRecord,
        most: u64,
        model: &'a ModelRecord,
    ) -> Result<&'a FormatRecord, InputError> {
        let fits = |format: &'a FormatRecord| {
            (1..=most).any(|number| self.case(device, split(number), (model, format)).fits())
        };
        self.format_of(model, &fits).ok_or_else(|| InputError {
            field: FORMAT.key,
            message: filled(words!(
                "How many bytes {} takes in this format is not known here.",
                Arg::Text(&model.name)
            )),
        })
    }

    /// The words on how devices share a model, and its format where each row has its own.
    fn way(self, devices: Devices, format: &FormatRecord) -> String {
        let format = if self.format == BEST { [", ", &format.name] } else { ["", ""] };
        joined(&[shared(devices), format[0], format[1]])
    }

    /// A model in a format on equal devices with their usual links, at the context that is asked for or the model's
    /// longest.
    fn case<'b>(
        self,
        device: &'b DeviceRecord,
        devices: Devices,
        (model, format): (&'b ModelRecord, &'b FormatRecord),
    ) -> Case<'b>
    where
        'a: 'b,
    {
        Case {
            device,
            prompts: self.prompts(device),
            devices,
            others: &[],
            link: None,
            model,
            format,
            context: self.context.min(model.longest_context()),
            requests: self.requests,
            ram: self.ram,
        }
    }

    /// The device, reading prompts.
    fn prompts(self, device: &DeviceRecord) -> Option<&'a PromptRecord> {
        self.estimator.prompts.iter().find(|record| record.device == device.device.id)
    }

    /// The requests in words, with the context of each.
    fn load(self) -> String {
        let context = Arg::Plain(self.context, 0);
        if self.requests > 1.0 {
            let values = [Arg::Plain(self.requests, 0), context];
            return filled(words!("{} requests at once with {} tokens of context each, the speed of one", ..values));
        }
        filled(words!("one request with {} tokens of context", context))
    }

    /// The format in words, or the engine's where each model is in its own.
    const fn format_words(self) -> &'static str {
        match self.files {
            Some(FileFormat::Mlx) => "an MLX format",
            Some(FileFormat::Safetensors) => "a format of vLLM",
            _ => "",
        }
    }

    fn format_name(self) -> &'static str {
        if [FORMAT.default, BEST].contains(&self.format) && !self.format_words().is_empty() {
            return self.format_words();
        }
        if self.format == BEST {
            return "the best format that fits, up to eight bits";
        }
        FORMATS.iter().find(|(id, _)| *id == self.format).map_or("", |(_, name)| name)
    }
}

/// Equal devices in a layer split.
const fn split(number: u64) -> Devices {
    if number > 1 { Devices::LayerSplit(number) } else { Devices::One }
}

/// How equal devices share a model.
const fn shared(devices: Devices) -> &'static str {
    match devices {
        Devices::One => "one device",
        Devices::LayerSplit(_) => "layers split",
        Devices::TensorParallel(_) => "every layer divided",
    }
}

/// The device with its count, where there are several.
fn named(device: &DeviceRecord, devices: Devices) -> String {
    match devices.number() {
        1 => device.device.name.clone(),
        number => joined(&[&number::plain_count(number), " × ", &device.device.name]),
    }
}
