//! Target: what it takes to reach a speed.
//!
//! 1. Ceiling and range of the setup say whether the reader's own question reaches the target.
//! 2. Turned around: the bandwidth it takes, the longest context and the largest batch at which each request still gets it.
//! 3. The table asks the same of the model's other formats on this device, those that run with the same engines.
//!
//! Each is found from the same estimate, by halving; none is a formula of its own.

use super::ask::Ask;
use super::input::{CONTEXT, HARDWARE, Input, MODEL, QUANTIZATION, REQUESTS, SIZES, SPEED};
use super::machine::{Machine, Speeds};
use super::subject::requests;
use super::{Facts, InputError, Spec, deck, steps};
use crate::fit;
use crate::hardware::Device;
use crate::inverse;
use crate::ledger::Ledger;
use crate::setup::Setup;
use crate::units::GB;
use crate::view::arg::{Arg, filled};
use crate::view::chart::{Chart, Mark};
use crate::view::number;
use crate::view::sheet::{Ink, Sheet};
use crate::view::sizes::Sizes;
use crate::view::table::{Column, Emphasis, Kind};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "target",
    title: "Reaching a speed",
    about: "Which bandwidth, quantization, context or number of requests reaches a speed.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, CONTEXT, TARGET, TOGETHER, SIZES],
    outputs: &[
        "ceiling",
        "low",
        "typical",
        "high",
        "GB/s at the ceiling",
        "GB/s typical",
        "context at the ceiling",
        "context typical",
        "batch at the ceiling",
        "batch typical",
        "formats at the ceiling",
        "formats typical",
    ],
    cards: &[deck::DEVICES, deck::MODELS],
    evaluate,
};

const TARGET: Input = Input::real(("tps", "speed"), "Target speed", "100", SPEED, (0.01, 1_000_000.0));
const TOGETHER: Input = REQUESTS.folded();

/// The most requests that are looked at.
const MOST: f64 = 4096.0;

/// The bandwidths that are looked at, bytes a second.
const BANDWIDTHS: (f64, f64) = (0.01 * GB, 1e7 * GB);

/// What the target asks of two kinds of speed.
#[derive(Clone, Copy)]
enum By {
    Ceiling,
    Typical,
}

/// Everything that the answer is made from.
struct Answer<'a> {
    machine: &'a Machine<'a>,
    setup: Setup<'a>,
    target: f64,
    speeds: Speeds,
    fits: bool,
    /// By the ceiling, and typically: bytes a second, tokens, requests.
    bandwidths: [Option<f64>; 2],
    contexts: [Option<f64>; 2],
    batches: [Option<f64>; 2],
    formats: Vec<Format<'a>>,
    sizes: Sizes,
}

/// A format that was asked.
struct Format<'a> {
    id: &'a str,
    name: &'a str,
    bytes: f64,
    speeds: Speeds,
    fits: bool,
}

fn evaluate(ask: &mut Ask<'_>, sheet: &mut Sheet<'_>) -> Result<Facts, InputError> {
    let machine = Machine::read(ask)?;
    let target = ask.number(&TARGET)?;
    let batch = ask.number(&TOGETHER)?;
    let setup = machine.setup(machine.context, batch);
    let reaches = |setup: &Setup<'_>, by: By| {
        let speeds = machine.each(setup);
        match by {
            By::Ceiling => speeds.ceiling >= target,
            By::Typical => speeds.range.is_some_and(|range| range.typical >= target),
        }
    };
    let both = [By::Ceiling, By::Typical];
    let bandwidths = both.map(|by| {
        inverse::least(BANDWIDTHS, &|bandwidth| {
            let device = Device { bandwidth, ..machine.card.device.clone() };
            reaches(&Setup { device: &device, ..setup }, by)
        })
    });
    // Without a range nothing can be said of what is typical.
    let ranged = machine.each(&setup).range.is_some();
    let most = |by: By, most: f64, holds: &dyn Fn(f64) -> bool| {
        (ranged || matches!(by, By::Ceiling)).then(|| inverse::largest(most, holds))
    };
    let contexts = both.map(|by| most(by, machine.longest, &|depth| reaches(&Setup { depth, ..setup }, by)));
    let batches = both.map(|by| most(by, MOST, &|batch| reaches(&Setup { batch, ..setup }, by)));
    let answer = Answer {
        machine: &machine,
        setup,
        target,
        speeds: machine.each(&setup),
        fits: fit::fit(&setup).is_none_or(|fit| fit.fits()),
        bandwidths,
        contexts,
        batches,
        formats: formats(&machine, batch),
        sizes: ask.sizes()?,
    };
    answer.write(sheet);
    Ok(Facts { status: answer.status(), numbers: answer.numbers() })
}

/// The formats that run with the same engines as the reader's.
fn formats<'a>(machine: &Machine<'a>, batch: f64) -> Vec<Format<'a>> {
    let mut list = Vec::new();
    for format in machine.model.formats.iter().filter(|format| format.habit == machine.format.habit) {
        let other = machine.with(format);
        let setup = other.setup(other.context, batch);
        let fits = fit::fit(&setup).is_none_or(|fit| fit.fits());
        let (bytes, speeds) = (format.weights.file_bytes(), other.each(&setup));
        list.push(Format { id: &format.id, name: &format.name, bytes, speeds, fits });
    }
    list
}

const ASSUMED: &[&str] = &[
    "Each request gets the target; the number of requests stays as entered, except where it is what is looked for.",
    "Another bandwidth means the same device with that bandwidth: its fixed costs and its arithmetic stay.",
    "The longest context and the most requests are by speed. Memory may end them earlier; the table of answers says where.",
    "A format that reaches the target says nothing about how well the model answers in it.",
];

const ANSWERS: &[Column] = &[
    ("What", "", Kind::Words),
    ("By the ceiling", "", Kind::Number),
    ("Typically", "", Kind::Number),
    ("By memory", "", Kind::Number),
];

/// For either unit of sizes.
const COLUMNS: [&[Column]; 2] = [&columns("GB"), &columns("GiB")];

const fn columns(unit: &'static str) -> [Column; 5] {
    [
        ("Format", "", Kind::Words),
        ("Size", unit, Kind::Number),
        ("Ceiling", "tokens per second", Kind::Number),
        ("Realistic", "tokens per second", Kind::Number),
        ("Reaches it", "", Kind::Words),
    ]
}

/// Whether speeds reach a target, in a word.
fn verdict(speeds: &Speeds, target: f64, fits: bool) -> &'static str {
    let over = |value: f64| value >= target;
    match speeds.range {
        _ if !fits => "does not fit",
        _ if !over(speeds.ceiling) => "no",
        None => "by the ceiling",
        Some(range) if over(range.low) => "yes",
        Some(range) if over(range.typical) => "likely",
        Some(range) if over(range.high) => "perhaps",
        Some(_) => "hardly",
    }
}

impl Answer<'_> {
    fn write(&self, sheet: &mut Sheet<'_>) {
        self.headline(sheet);
        self.figures(sheet);
        sheet.chart(&self.chart());
        sheet.next_part();
        self.answers(sheet);
        self.table(sheet);
        steps::assumed(sheet, ASSUMED);
    }

    fn headline(&self, sheet: &mut Sheet<'_>) {
        let machine = self.machine;
        let together = requests(self.setup.batch);
        let conditions = [
            Arg::Text(&machine.card.device.name),
            Arg::Text(&machine.model.name),
            Arg::Text(&machine.format.name),
            Arg::Plain(machine.context, 0),
            Arg::Text(&together),
            Arg::Text(&machine.profile.words),
        ];
        let conditions = ("%, % in %, % tokens of context, %; %", &conditions[..]);
        let (target, ceiling) = (Arg::Plain(self.target, 2), Arg::Speed(self.speeds.ceiling));
        let typical = Arg::Speed(self.speeds.likely());
        let values = [target, typical];
        let bound = [target, ceiling];
        let words = match verdict(&self.speeds, self.target, self.fits) {
            "does not fit" => ("% tokens per second: does not fit into the memory", &values[..]),
            "no" => ("% tokens per second: no, at most {c%}", &bound[..]),
            "by the ceiling" => ("% tokens per second: the memory bus allows {c%}", &bound[..]),
            "yes" => ("% tokens per second: yes; typical is {r%}", &values[..]),
            "likely" => ("% tokens per second: likely; typical is {r%}", &values[..]),
            "perhaps" => ("% tokens per second: perhaps; typical is {r%}", &values[..]),
            _ => ("% tokens per second: hardly; typical is {r%}", &values[..]),
        };
        sheet.answer(words, conditions);
    }

    fn figures(&self, sheet: &mut Sheet<'_>) {
        let none = ("", &[][..]);
        let ceiling = [Arg::Speed(self.speeds.ceiling)];
        sheet.figure(Ink::Ceiling, "Ceiling", none, Some(("%", &ceiling)), "");
        let range = self.speeds.range.map(|range| [Arg::Range(range.low, range.high)]);
        let note = if range.is_none() { self.machine.profile.reason.as_str() } else { "" };
        sheet.figure(Ink::Range, "Realistic", none, range.as_ref().map(|range| ("%", &range[..])), note);
        let bandwidth = self.bandwidths[1].map(|bandwidth| [Arg::Speed(bandwidth / GB)]);
        let value = bandwidth.as_ref().map(|bandwidth| ("%", &bandwidth[..]));
        let has = filled("GB/s; it has %", &[Arg::Plain(self.setup.device.bandwidth / GB, 1)]);
        let note = if value.is_some() { has.as_str() } else { "none, or no range to say" };
        sheet.figure(Ink::Range, "Bandwidth", ("for it, typically", &[]), value, note);
        let small = "This does not fit into the memory; the speeds are what the bandwidth would allow if it did.";
        sheet.end_figures(if self.fits { "" } else { small });
    }

    fn answers(&self, sheet: &mut Sheet<'_>) {
        sheet.section("steps", "What reaches it");
        sheet.table("steps", "Everything else as entered", ANSWERS, (4, "answers"));
        let bytes = Ledger::of(&self.setup).moved_bytes();
        sheet.row(Emphasis::None);
        sheet.cell(None, ("Bandwidth, GB/s, at least", &[]));
        for (bandwidth, ink) in self.bandwidths.into_iter().zip([Ink::Ceiling, Ink::Range]) {
            match bandwidth {
                Some(bandwidth) => sheet.cell(Some(ink), ("%", &[Arg::Speed(bandwidth / GB)])),
                None => sheet.cell(None, (number::NONE, &[])),
            }
        }
        sheet.cell(None, (number::NONE, &[]));
        let room = [fit::longest_context(&self.setup), fit::largest_batch(&self.setup)];
        let rows = [("Tokens of context, at most", self.contexts), ("Requests together, at most", self.batches)];
        for ((name, found), room) in rows.into_iter().zip(room) {
            sheet.row(Emphasis::None);
            sheet.cell(None, (name, &[]));
            for (value, ink) in found.into_iter().zip([Ink::Ceiling, Ink::Range]) {
                match value {
                    Some(value) if value > 0.0 => sheet.cell(Some(ink), ("%", &[Arg::Plain(value, 0)])),
                    Some(_) => sheet.cell(Some(ink), ("not one", &[])),
                    None => sheet.cell(None, (number::NONE, &[])),
                }
            }
            let words = [Arg::Plain(room.unwrap_or_default(), 0)];
            sheet.cell(None, if room.is_some() { ("%", &words) } else { (number::NONE, &[]) });
        }
        sheet.row(Emphasis::None);
        sheet.cell(None, ("Formats like this that fit", &[]));
        for (by, ink) in [(By::Ceiling, Ink::Ceiling), (By::Typical, Ink::Range)] {
            sheet.cell(Some(ink), ("%", &[Arg::Count(self.reaching(by))]));
        }
        let fitting = self.formats.iter().filter(|format| format.fits).count() as u64;
        sheet.cell(None, ("%", &[Arg::Count(fitting)]));
        sheet.end_table();
        let values = [Arg::Gigabytes(bytes), Arg::Plain(self.target, 2), Arg::Speed(bytes * self.target / GB)];
        let formula =
            "A step of all requests moves %, times % steps a second: % GB/s at the ceiling, if arithmetic is no limit.";
        sheet.paragraph("note", (formula, &values));
        sheet.sources(&[(
            "bytes over bandwidth, the roofline: Williams et al. 2009",
            "https://doi.org/10.1145/1498765.1498785",
        )]);
        sheet.end_section();
    }

    fn reaching(&self, by: By) -> u64 {
        let reaches = |format: &&Format<'_>| {
            let speed = match by {
                By::Ceiling => Some(format.speeds.ceiling),
                By::Typical => format.speeds.range.map(|range| range.typical),
            };
            format.fits && speed.is_some_and(|speed| speed >= self.target)
        };
        self.formats.iter().filter(reaches).count() as u64
    }

    fn table(&self, sheet: &mut Sheet<'_>) {
        sheet.section("formats", "Other formats of this model");
        let caption = "Those that run with the same engines, on this device, at this context";
        sheet.table("formats", caption, COLUMNS[self.sizes as usize], (self.formats.len(), "formats"));
        for format in &self.formats {
            let own = format.id == self.machine.format.id;
            sheet.row(if own { Emphasis::Match } else { Emphasis::None });
            sheet.cell(None, ("%", &[Arg::Text(format.name)]));
            sheet.cell(None, ("%", &[Arg::Speed(format.bytes / self.sizes.unit())]));
            sheet.cell(Some(Ink::Ceiling), ("%", &[Arg::Speed(format.speeds.ceiling)]));
            match format.speeds.range {
                Some(range) => sheet.cell(Some(Ink::Range), ("%", &[Arg::Range(range.low, range.high)])),
                None => sheet.cell(None, (number::NONE, &[])),
            }
            sheet.cell(None, (verdict(&format.speeds, self.target, format.fits), &[]));
        }
        sheet.end_table();
        let words = "yes: the whole range reaches the target; likely: its middle does; perhaps: its upper end; hardly: only the ceiling.";
        sheet.paragraph("note", (words, &[]));
        sheet.end_section();
    }

    fn chart(&self) -> Chart {
        let mut chart = self.machine.over_contexts(&self.setup);
        chart.title = "Tokens per second against context length: ceiling and realistic range";
        chart.desc = self.status();
        chart.y_label = "tokens per second for each request";
        chart.marks.push(Mark {
            ink: Ink::Plain,
            y: self.target,
            text: filled("target %", &[Arg::Plain(self.target, 2)]),
        });
        chart
    }

    fn status(&self) -> String {
        let values = [
            Arg::Plain(self.target, 2),
            Arg::Text(verdict(&self.speeds, self.target, self.fits)),
            Arg::Speed(self.speeds.ceiling),
        ];
        filled("% tokens per second: %; ceiling %.", &values)
    }

    fn numbers(&self) -> Vec<f64> {
        let of = |value: Option<f64>| value.unwrap_or(f64::NAN);
        let range = self.speeds.range;
        vec![
            self.speeds.ceiling,
            of(range.map(|range| range.low)),
            of(range.map(|range| range.typical)),
            of(range.map(|range| range.high)),
            of(self.bandwidths[0].map(|bandwidth| bandwidth / GB)),
            of(self.bandwidths[1].map(|bandwidth| bandwidth / GB)),
            of(self.contexts[0]),
            of(self.contexts[1]),
            of(self.batches[0]),
            of(self.batches[1]),
            crate::units::count(self.reaching(By::Ceiling)),
            crate::units::count(self.reaching(By::Typical)),
        ]
    }
}
