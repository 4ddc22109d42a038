//! The explorer: what runs on a machine, which hardware runs a model, and set-ups side by side.
//!
//! 1. The mode chooses the question; all three share device, model, format, context and target.
//! 2. A row is one set-up: its memory, ceiling, realistic range and newest measurement, from the same estimate as the calculators.
//! 3. Rows are grouped by whether they reach the target; a set-up that does not fit has no speed, and links that would make it fit.
//!
//! Holds no formula. It has a page of its own and is no calculator of the list.

mod compare;
mod hardware;
mod models;

use super::input::{CONTEXT, Choice, HARDWARE, Input, MODEL, PLAIN, SPEED};
use super::query::{Query, whole};
use super::{Estimator, InputError, Outcome, Spec, record_schema};
use crate::decode::Range;
use crate::fit;
use crate::hardware::DeviceClass;
use crate::records::{DeviceRecord, FormatRecord, ModelRecord};
use crate::setup::{Devices, Setup};
use crate::units::count;
use crate::view::date::date;
use crate::view::listing::{Listing, ListingGroup, ListingRow};
use crate::view::markup::joined;
use crate::view::prelude::*;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The explorer.
pub const SPEC: Spec = Spec {
    kind: "explore",
    title: "Explore",
    about: "What runs on your machine, which hardware runs a model at a speed, and set-ups side by side.",
    inputs: &[
        MODE,
        MACHINE,
        NUMBER,
        SECOND,
        SECOND_NUMBER,
        THIRD,
        THIRD_NUMBER,
        FOURTH,
        FOURTH_NUMBER,
        SUBJECT,
        FORMAT,
        CONTEXT,
        TARGET,
        MOST,
        BENCHMARK,
    ],
    records: &[record_schema::LIBRARY, record_schema::OWN_MODEL],
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
const SECOND: Input = Input::new(("hw2", "hardware_2"), "Second machine", "apple-m4-max-40c", Choice::Hardware);
const SECOND_NUMBER: Input = several(("n2", "devices_2"), "Count", "1", 1.0);
const THIRD: Input = Input::new(("hw3", "hardware_3"), "Third machine", "rtx-3090", Choice::Hardware);
const THIRD_NUMBER: Input = several(("n3", "devices_3"), "Count", "2", 0.0);
const FOURTH: Input = Input::new(("hw4", "hardware_4"), "Fourth machine", "dgx-spark-gb10", Choice::Hardware);
const FOURTH_NUMBER: Input = several(("n4", "devices_4"), "Count", "0", 0.0);
const SUBJECT: Input = MODEL.or("qwen3-32b");
const FORMAT: Input = Input::new(("q", "quantization"), "Format", FORMATS[0].0, Choice::One(FORMATS));
const TARGET: Input = Input::real(("tps", "speed"), "At least", "10", SPEED, (0.01, 1_000_000.0));
const MOST: Input = several(("most", "most_devices"), "Devices at most", "2", 1.0);

const fn several(keys: (&'static str, &'static str), label: &'static str, default: &'static str, least: f64) -> Input {
    Input::whole(keys, label, default, PLAIN, (least, 8.0))
}

const BENCHMARK: Input =
    Input::new(("bench", "benchmark"), "Published score", BENCHMARKS[0].0, Choice::One(BENCHMARKS));

/// The benchmarks whose published scores a reader may choose.
const BENCHMARKS: &[(&str, &str)] = &[
    ("gpqa-diamond", "GPQA Diamond"),
    ("mmlu-pro", "MMLU-Pro"),
    ("livecodebench", "LiveCodeBench"),
    ("swe-bench-verified", "SWE-bench Verified"),
    ("aime-2025", "AIME 2025"),
    ("ifeval", "IFEval"),
];

/// The names of the benchmarks: a model's scores name them by their positions.
#[must_use]
pub fn benchmarks() -> Vec<&'static str> {
    BENCHMARKS.iter().map(|(_, name)| *name).collect()
}

/// The formats that a reader may choose.
const FORMATS: &[(&str, &str)] = &[
    ("gguf-q4_k_m", "Q4_K_M"),
    ("gguf-q8_0", "Q8_0"),
    ("gguf-q6_k", "Q6_K"),
    ("gguf-q5_k_m", "Q5_K_M"),
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
    FORMATS.iter().map(|(id, _)| *id).collect()
}

/// Smaller formats that are offered where one does not fit, the largest first.
const SMALLER: [&str; 2] = ["gguf-q3_k_m", "gguf-iq2_xxs"];

fn evaluate(query: &mut Query<'_>, report: &mut Report<'_>) -> Result<Outcome, InputError> {
    let mode = query.one(&MODE)?;
    let listing = match mode {
        "which" => hardware::listing(query)?,
        "compare" => compare::listing(query)?,
        _ => models::listing(query)?,
    };
    let numbers = tally(&listing);
    let status = listing.answer.clone();
    report.listing(&listing);
    Ok(Outcome { status, numbers })
}

/// How many rows there are, and how many of them fit; the typical speeds of all that fit, added up.
fn tally(listing: &Listing) -> super::Numbers {
    let rows = || listing.groups.iter().flat_map(|group| &group.rows);
    let speeds = rows().filter_map(|row| row.speeds);
    vec![
        ("rows", count(rows().count() as u64)),
        ("fitting", count(rows().filter(|row| row.speeds.is_some()).count() as u64)),
        ("sum of speeds", speeds.map(|(ceiling, range)| range.map_or(ceiling, |range| range.typical)).sum()),
    ]
}

/// What all rows of a question share.
#[derive(Clone, Copy)]
struct Asked<'a> {
    estimator: &'a Estimator,
    format: &'static str,
    context: f64,
    target: f64,
    /// How many of each machine.
    numbers: [u64; 4],
    most: u64,
    /// The position of the benchmark.
    benchmark: usize,
}

/// A model in a format on equal devices.
#[derive(Clone, Copy)]
struct Case<'a> {
    device: &'a DeviceRecord,
    devices: Devices,
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    context: f64,
}

impl<'a> Asked<'a> {
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
        Ok(Self {
            estimator: query.estimator(),
            format: query.one(&FORMAT)?,
            context: query.number(&CONTEXT)?,
            target: query.number(&TARGET)?,
            numbers,
            most: whole(query.number(&MOST)?),
            benchmark: BENCHMARKS.iter().position(|(id, _)| *id == benchmark).unwrap_or_default(),
        })
    }

    /// The format that is asked for; the model's usual one where nobody asked for another than the explorer did.
    fn format_of(self, model: &'a ModelRecord) -> Option<&'a FormatRecord> {
        let usual = if self.format == FORMAT.default { model.formats.first() } else { None };
        model.formats.iter().find(|format| format.id == self.format).or(usual)
    }

    fn format_name(self) -> &'static str {
        FORMATS.iter().find(|(id, _)| *id == self.format).map_or("", |(_, name)| name)
    }
}

impl<'a> Case<'a> {
    fn setup(&self) -> Setup<'a> {
        let single = Setup::single(&self.model.shape, &self.format.weights, &self.device.device, self.context);
        Setup { devices: self.devices, ..single }
    }

    /// Bytes needed, and usable where that is known.
    fn memory(&self) -> (f64, Option<f64>) {
        if let Some(fit) = fit::fit(&self.setup()) {
            return (fit.needed(), Some(fit.usable));
        }
        let cache = fit::sequence_bytes(&self.model.shape, self.setup().kv, self.context);
        (self.format.weights.file_bytes() + cache, None)
    }

    fn fits(&self) -> bool {
        fit::fit(&self.setup()).is_none_or(|fit| fit.fits())
    }

    fn speeds(&self) -> (f64, Option<Range>) {
        let blank = crate::calibration::profile::Profile::default();
        let profile = self.device.profile(self.format.habit).unwrap_or(&blank);
        let (ceiling, found) = profile.speed(&self.setup());
        (ceiling.per_stream(), found.map(|(range, _)| range))
    }

    /// The newest plain run on one device in this format.
    fn measured(&self) -> Option<(f64, String)> {
        let record = self.device;
        let mut newest: Option<(f64, &str)> = None;
        for row in record.rows.iter().filter(|row| !row.open && self.devices == Devices::One) {
            let same = record.text(row.model) == self.model.id && record.text(row.format) == self.format.id;
            let day = record.text(row.date);
            if same && newest.is_none_or(|(_, best)| best < day) {
                newest = Some((row.speed, day));
            }
        }
        newest.map(|(speed, day)| (speed, date(day)))
    }

    /// The query of the calculators for this set-up.
    fn inputs(&self, format: &str) -> String {
        let context = number::without_commas(&number::plain(self.context, 0));
        joined(&["hw=", &self.device.device.id, "&m=", &self.model.id, "&q=", format, "&c=", &context])
    }

    fn question(&self) -> String {
        let inputs = self.inputs(&self.format.id);
        match self.devices {
            Devices::One => joined(&["../calculators/decode-speed/?", &inputs, "&v=1"]),
            several => {
                let way = if several.at_once() > 1 { "tensor" } else { "layers" };
                let number = number::plain_count(several.number());
                joined(&["../calculators/parallel/?", &inputs, "&n=", &number, "&way=", way, "&v=1"])
            }
        }
    }

    /// What would make it fit: a smaller format, system memory, a second device.
    fn offers(&self) -> Vec<(String, String)> {
        let mut offers = Vec::new();
        for id in SMALLER {
            let Some(format) = self.model.formats.iter().find(|format| format.id == id) else { continue };
            let smaller = format.weights.file_bytes() < self.format.weights.file_bytes();
            let other = Case { format, ..*self };
            if offers.is_empty() && smaller && other.fits() {
                offers.push((joined(&["in ", &format.name]), other.question()));
            }
        }
        let next = self.devices.number() + 1;
        let more = Case { devices: Devices::LayerSplit(next), ..*self };
        if shares(self.device.device.class) && next <= 8 && more.fits() {
            offers.push((joined(&[&number::plain_count(next), " of them"]), more.question()));
        }
        if self.devices == Devices::One && offloads(self.device.device.class) {
            let address = joined(&["../calculators/offload/?", &self.inputs(&self.format.id), "&v=1"]);
            offers.push((String::from("part of it in system RAM"), address));
        }
        offers
    }

    /// The row, with what the list puts first and last.
    fn row(&self, name: (String, String), under: String, last: Option<f64>) -> ListingRow {
        let speeds = self.fits().then(|| self.speeds());
        ListingRow {
            name,
            under,
            memory: self.memory(),
            speeds,
            question: self.question(),
            measured: self.measured(),
            last,
            score: None,
            offers: if speeds.is_some() { Vec::new() } else { self.offers() },
        }
    }
}

/// Whether several devices of a class are put into one machine.
const fn shares(class: DeviceClass) -> bool {
    matches!(
        class,
        DeviceClass::ConsumerGpu | DeviceClass::WorkstationGpu | DeviceClass::DatacenterGpu | DeviceClass::Accelerator
    )
}

/// Whether a device of a class has memory of its own beside that of the system.
const fn offloads(class: DeviceClass) -> bool {
    matches!(
        class,
        DeviceClass::ConsumerGpu | DeviceClass::LaptopGpu | DeviceClass::WorkstationGpu | DeviceClass::DatacenterGpu
    )
}

/// So many equal devices with their layers split.
const fn split(number: u64) -> Devices {
    if number > 1 { Devices::LayerSplit(number) } else { Devices::One }
}

/// The device with its count, where there are several.
fn named(device: &DeviceRecord, devices: Devices) -> String {
    match devices.number() {
        1 => device.device.name.clone(),
        number => joined(&[&number::plain_count(number), " × ", &device.device.name]),
    }
}

/// The speed by which a row is judged.
fn likely(row: &ListingRow) -> f64 {
    row.speeds.map_or(0.0, |(ceiling, range)| range.map_or(ceiling, |range| range.typical))
}

/// The rows by whether they reach the target; each group in the order of its rows.
fn judged(rows: Vec<ListingRow>, target: f64) -> Vec<ListingGroup> {
    let speed = number::plain(target, 2);
    let group = |title, words: &str| ListingGroup { title: (title, String::from(words)), rows: Vec::new() };
    let mut groups = vec![
        group("Reaches it", &joined(&["the whole range lies above ", &speed])),
        group("Likely", &joined(&["the typical speed lies above ", &speed])),
        group("Perhaps", "only the upper end does, or nothing supports a range"),
        group("Too slow", "but it fits"),
        group("Does not fit", "and what would"),
    ];
    for row in rows {
        let at = match row.speeds {
            None => 4,
            Some((_, Some(range))) if range.low >= target => 0,
            Some((_, Some(range))) if range.typical >= target => 1,
            Some((_, Some(range))) if range.high >= target => 2,
            Some((ceiling, None)) if ceiling >= target => 2,
            Some(_) => 3,
        };
        groups[at].rows.push(row);
    }
    groups
}

/// How many rows of the first two groups there are.
fn reaching(groups: &[ListingGroup]) -> usize {
    groups.iter().take(2).map(|group| group.rows.len()).sum()
}
