//! Load time: how long a model takes to be ready, from the page cache, from storage, after a download.
//!
//! 1. Takes the size of the model's file in the format.
//! 2. The estimator's `loading` divides it by the bandwidths on its path: download, storage, host to device.
//! 3. The chart shows the time against the bandwidth of storage; the table shows the model's formats.
//!
//! The reader enters the engine's own start: compiling kernels, capturing graphs, warming up.

use super::prelude::*;
use rooflight_estimator::loading::LoadPath;
use rooflight_primitives::units::GB;
use rooflight_records::{FormatRecord, ModelRecord};

/// The declaration of the calculator at `/calculators/load-time/`.
pub const SPEC: Spec = Spec {
    kind: "load-time",
    title: "Load time",
    about: "How long a model takes to load: from memory, from storage, after a download.",
    inputs: &[MODEL, QUANTIZATION, STORAGE, BUS, LINE, START],
    records: &[record_schema::MODELS],
    group: (Group::Speed, 5),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "slow model loading, model load time, mmap, cold start";

const STORAGE: Input = Input::real(("sto", "storage"), "Storage", "5", BANDWIDTH, (0.01, 1000.0));
const BUS: Input = Input::real(("bus", "bus"), "Bus", "20", BANDWIDTH, (0.01, 1000.0));
const LINE: Input = Input::real(("dl", "download"), "Download", "1", LINES, (0.001, 1000.0));
const START: Input = Input::real(("up", "start"), "Start of the engine", "0", SECONDS, (0.0, 3600.0)).folded();
const LINES: &[(&str, f64)] = &[("Gbit/s", 1.0), ("Mbit/s", 1e-3), ("MB/s", 8e-3), ("GB/s", 8.0)];

/// Bytes per second of a line of one Gbit/s.
const GIGABIT: f64 = 1e9 / 8.0;

const SOURCES: &[Source] = &[(
    "memory-mapped files in llama.cpp: --mmap",
    "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
)];

const ASSUMED: &[&str] = &[
    "Each bandwidth is reached in full by one stream; many small files, checks and conversions take longer.",
    "Reading and copying to the device overlap, so that the slower of the two sets the time.",
    "The page cache holds the whole file, which takes as much free memory as the file is large.",
    "A file that is only mapped is read when it is first used: then the first prompt takes the time instead.",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let model = query.model(&MODEL)?;
    let format = query.format(&QUANTIZATION, model)?;
    let storage = query.number(&STORAGE)? * GB;
    let bus = query.number(&BUS)? * GB;
    let line = query.number(&LINE)? * GIGABIT;
    let start = query.number(&START)?;
    let answer = LoadTimeAnswer { model, format, path: LoadPath { storage, bus, line }, start };
    Ok(answer.write(report))
}

/// Resolved inputs, from which every part of the answer is written.
struct LoadTimeAnswer<'a> {
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    path: LoadPath,
    /// Seconds that the engine takes to start.
    start: f64,
}

impl LoadTimeAnswer<'_> {
    fn bytes(&self) -> f64 {
        self.format.weights.file_bytes()
    }

    /// Seconds until ready: from the page cache, from storage, after a download.
    fn seconds(&self, bytes: f64) -> [f64; 3] {
        [self.path.cached(bytes), self.path.stored(bytes), self.path.downloaded(bytes)].map(|time| time + self.start)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let (bytes, size) = (self.bytes(), Arg::Gigabytes(self.bytes()));
        let [cached, stored, downloaded] = self.seconds(bytes).map(Arg::Speed);
        let LoadPath { storage, bus, line } = self.path;
        let (line, start) = (Arg::Plain(line / GIGABIT, 3), Arg::Plain(self.start, 1));
        let conditions = [
            Arg::Text(&self.model.name),
            Arg::Text(&self.format.name),
            size,
            Arg::Plain(storage / GB, 2),
            Arg::Plain(bus / GB, 2),
            line,
        ];
        report.answer(
            words!("<b>{}\u{a0}s</b> from storage, <b>{}\u{a0}s</b> from memory", stored, cached),
            words!("{} in {}, {}; storage {} GB/s, to the device {} GB/s, line {} Gbit/s", ..conditions),
        );
        let mut writer = ReportWriter::new(report);
        writer.number("file bytes", bytes);
        let formula = words!("{} ÷ {} GB/s + {} s", size, Arg::Plain(bus / GB, 2), start);
        let quantity = writer.quantity(words!("{}\u{a0}s", cached)).ink(Ink::Ceiling).number("seconds from memory");
        quantity.figure("From memory", "in the page cache").step("From memory", formula);
        let slower = Arg::Plain(storage.min(bus) / GB, 2);
        let formula = words!("{} ÷ {} GB/s, the slower leg, + {} s", size, slower, start);
        let quantity = writer.quantity(words!("{}\u{a0}s", stored)).ink(Ink::Ceiling).number("seconds from storage");
        quantity.figure("From storage", "at least").step("From storage", formula);
        let formula = words!("{} × 8 ÷ {} Gbit/s + {} s", size, line, stored);
        let quantity = writer.quantity(words!("{}\u{a0}s", downloaded)).ink(Ink::Ceiling);
        let quantity = quantity.number("seconds after a download").figure("Downloaded", "then from storage");
        quantity.step("After a download", formula);
        writer.report.chart(self.chart());
        writer.steps("The way step by step", "GB of 10⁹ bytes; a bit is an eighth of a byte", SOURCES);
        let (formats, caption) = (&self.model.formats, "The same model and way");
        writer.table(("chart-table", "Other formats"), caption, "formats", formats, |row, format| {
            let bytes = format.weights.file_bytes();
            row.highlight(format.id == self.format.id);
            row.text("Format", "", words!("{}", Arg::Text(&format.name)));
            row.number("File", "", words!("{}", Arg::Gigabytes(bytes)));
            for (from, seconds) in ["Memory", "Storage", "Download"].into_iter().zip(self.seconds(bytes)) {
                row.inked(Ink::Ceiling, from, "s", words!("{}", Arg::Speed(seconds)));
            }
        });
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    /// Draws the time against the bandwidth of storage: it falls until the copy to the device is the slower leg.
    fn chart(&self) -> Chart {
        let here = self.path.storage / GB;
        let x = (0.1_f64.min(here), 100.0_f64.max(here));
        let bytes = self.bytes();
        let [cached, stored, _] = self.seconds(bytes);
        let mut chart = Chart {
            title: "Load time against the bandwidth of storage",
            desc: self.status(),
            names: ["From storage", "", ""],
            x,
            x_label: "GB/s of storage",
            y_label: "s",
            here,
            marks: vec![
                ValueLabel { ink: Ink::Ceiling, y: stored, text: number::speed(stored) },
                ValueLabel { ink: Ink::Plain, y: cached, text: number::speed(cached) },
            ],
            ..Chart::default()
        };
        // The knee, where the bus becomes the slower leg, is one of the points.
        let knee = self.path.bus / GB;
        let mut points = scale::points(x);
        points.retain(|storage| *storage < knee);
        points.extend([knee, x.1].into_iter().filter(|storage| *storage <= x.1));
        for storage in points {
            let path = LoadPath { storage: storage * GB, ..self.path };
            chart.ceiling.push((storage, path.stored(bytes) + self.start));
        }
        chart
    }

    fn status(&self) -> String {
        let [cached, stored, downloaded] = self.seconds(self.bytes());
        filled(words!(
            "{} s from storage, {} s from memory, {} s after a download.",
            Arg::Speed(stored),
            Arg::Speed(cached),
            Arg::Speed(downloaded)
        ))
    }
}
