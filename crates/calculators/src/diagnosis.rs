//! Diagnosis of a measured speed: its share of the ceiling, and where the rest of the time may have gone.
//!
//! 1. The measured speed stands beside ceiling and realistic range of the same setup.
//! 2. The time of a measured step is set against the parts of a typical one; what is left is unexplained.
//! 3. Rules turn the place of the speed into sentences: what can lie behind it, and what to look at first.
//!
//! A hint is a possibility, not a finding: nothing here sees the machine.

use super::machine::Machine;
use super::measured::{self, Shown};
use super::prelude::*;
use super::subject::requests;
use rooflight_calibration::Estimate;
use rooflight_estimator::decode::Range;
use rooflight_estimator::diagnosis::{self, Place};
use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::kv::KvType;
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::GB;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "diagnosis",
    title: "Why is mine slower?",
    about: "How much of a machine's bandwidth a measured speed uses, and what may explain the rest.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, CONTEXT, MEASURED, TOGETHER, KV, OWN_BANDWIDTH, OWN_MEMORY],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Speed, 5),
    validation: Validation::MadeOf("decode speed"),
    is_benchmarkable: true,
    evaluate,
};

const MEASURED: Input = Input::real(("tps", "speed"), "Measured speed", "100", SPEED, (0.001, 1_000_000.0));
const TOGETHER: Input = REQUESTS.folded();
const KV: Input = CACHE.folded();

/// Everything that the answer is made from.
struct DiagnosisAnswer<'a> {
    machine: &'a Machine<'a>,
    setup: &'a Setup<'a>,
    measured: f64,
    estimate: &'a Estimate,
    fit: Option<Fit>,
    rows: &'a [Shown<'a>],
    place: Place,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let machine = Machine::read(query)?;
    let measured = query.number(&MEASURED)?;
    let batch = query.number(&TOGETHER)?;
    let kv = cache_type(query.one(&KV)?);
    let device = query.device_with(machine.record, &OWN_BANDWIDTH, &OWN_MEMORY)?;
    let setup = Setup { kv, device: &device, ..machine.setup(machine.context, batch) };
    let estimate = machine.profile.estimate(&setup);
    let own = device.bandwidth.to_bits() != machine.record.device.bandwidth.to_bits();
    let plain = !own && kv == KvType::F16 && batch <= 1.0;
    let rows =
        measured::rows(machine.record, machine.model, machine.format, machine.at, plain.then_some(machine.context));
    let answer = DiagnosisAnswer {
        machine: &machine,
        setup: &setup,
        measured,
        estimate: &estimate,
        fit: fit::fit(&setup),
        rows: &rows,
        place: diagnosis::place(measured, estimate.ceiling.per_stream(), estimate.range),
    };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

const ASSUMED: &[&str] = &[
    "The speed is that of generating, for one request, in the middle of a run: without the prompt, without loading, without the first token.",
    "The ceiling takes the specified bandwidth. The parts of a typical step are what measurements of such engines and devices say; yours \
     may divide its time otherwise.",
    "What may explain a speed is a list of what is common, not of what was found on your machine.",
];

const MILLISECONDS: &str = "{}\u{a0}ms";

const SOURCES: &[Source] = &[
    ("bytes over bandwidth, the roofline: Williams et al. 2009", "https://doi.org/10.1145/1498765.1498785"),
    ("the bytes of a step: Pope et al. 2022", "https://arxiv.org/abs/2211.05102"),
];

/// Possible reasons for a speed, the most likely first.
const fn hints(place: Place) -> &'static [&'static str] {
    match place {
        Place::AboveCeiling => &[
            "No plain run is faster than its bytes can be read. Check that the number is tokens per second, of generating and not of \
             reading the prompt, and of one request and not of all together.",
            "Speculative decoding or several predicted tokens a step yield more than one token for a pass over the weights.",
            "The weights may be in a smaller format than entered, or the model a mixture of experts that reads less.",
            "Part of the answer may have come from a cache of earlier prompts.",
        ],
        Place::Above => &[
            "Faster than most published runs: a newer version of the engine, faster memory clocks or a quieter machine can do that.",
            "Speculative decoding, a smaller format or a shorter context than entered can do it too.",
        ],
        Place::Within => &["This is what published runs on such devices lead to expect. There is no sign of a fault."],
        Place::Below => &[
            "A power limit, a high temperature or a laptop on battery lowers clocks: watch them while it runs.",
            "Another program, or a display, may share the memory or its bandwidth.",
            "An older version of the engine, another backend, or attention without its fast kernel is slower.",
            "The context may be longer than entered: what was read before counts, not only the last question.",
        ],
        Place::FarBelow => &[
            "Part of the model may lie in the memory of the host and be read by its processor: check how many layers are on the device.",
            "The engine may run without the device: check that its build and its backend know it.",
            "Where a step is short, starting its kernels one by one takes longer than the work: see whether the engine can start them \
             together.",
            "The time of the prompt or of loading may be counted: measure generating alone.",
            "The format may be larger than entered, or one that this engine unpacks slowly on this device.",
            "A power limit or a high temperature lowers clocks.",
        ],
        Place::Unknown => {
            &["No measurement supports a range for this device, so that only the ceiling can be compared."]
        }
    }
}

impl DiagnosisAnswer<'_> {
    fn ceiling(&self) -> f64 {
        self.estimate.ceiling.per_stream()
    }

    fn share(&self) -> f64 {
        self.measured / self.ceiling()
    }

    /// Bytes a second.
    fn reached(&self) -> f64 {
        diagnosis::reached(Ledger::of(self.setup).moved_bytes(), self.measured)
    }

    fn words(&self) -> &'static str {
        match self.place {
            Place::AboveCeiling => "above the ceiling",
            Place::Above => "above the realistic range",
            Place::Within => "within the realistic range",
            Place::Below => "below the realistic range",
            Place::FarBelow => "far below the realistic range",
            Place::Unknown => "no range to compare with",
        }
    }

    /// Seconds beyond a typical step.
    fn unexplained(&self) -> Option<f64> {
        self.estimate.terms.map(|terms| 1.0 / self.measured - terms.step.seconds)
    }

    fn write(&self, report: &mut Report) {
        let machine = self.machine;
        let together = requests(self.setup.batch);
        let conditions = [
            Arg::Plain(self.measured, 2),
            Arg::Text(&self.setup.device.name),
            Arg::Text(&machine.model.name),
            Arg::Text(&machine.format.name),
            Arg::Plain(machine.context, 0),
            Arg::Text(&together),
            Arg::Text(&machine.profile.words),
        ];
        report.answer(
            words!("<b>{}</b> of the ceiling: {}", Arg::Percent(self.share()), Arg::Text(self.words())),
            words!("{} tokens per second; {}, {} in {}, {} tokens of context, {}; {}", ..conditions),
        );
        self.figures(report);
        report.chart(self.chart());
        self.explain(report);
        self.steps(report);
        measured::write(report, machine.record, self.rows);
        steps::assumed(report, ASSUMED);
    }

    fn figures(&self, report: &mut Report) {
        let none = words!("");
        report.figure(Ink::Ceiling, "Ceiling", none, Some(words!("{}", Arg::Speed(self.ceiling()))), "");
        steps::realistic(report, none, self.estimate.range.map(Range::values), &self.estimate.reason);
        let bandwidth = filled(words!("GB/s of {}", Arg::Plain(self.setup.device.bandwidth / GB, 1)));
        report.figure(Ink::Plain, "Reached", none, Some(words!("{}", Arg::Speed(self.reached() / GB))), &bandwidth);
        let over = self.fit.is_some_and(|fit| !fit.fits());
        let small = "This does not fit into the memory of the device: part of it must lie elsewhere, and that explains a low speed.";
        report.end_figures(if over { small } else { "" });
    }

    fn explain(&self, report: &mut Report) {
        report.section("hints", "What may explain it");
        report.list("assumed", hints(self.place));
        let ledger = Ledger::of(self.setup).moved_bytes();
        let cache = ledger - self.setup.weights.streamed_bytes(self.setup.batch);
        if cache > ledger * 0.25 {
            let words = words!(
                "{} of the bytes of a step are cache and state, so that a context other than the one entered changes much.",
                Arg::Percent(cache / ledger)
            );
            report.paragraph("note", words);
        }
        report.end_section();
    }

    fn steps(&self, report: &mut Report) {
        steps::open(report, "Where the time goes", "Milliseconds of one step");
        let bytes = Ledger::of(self.setup).moved_bytes();
        let (moved, speed) = (Arg::Gigabytes(bytes), Arg::Plain(self.measured, 2));
        let bandwidth = Arg::Gigabytes(self.setup.device.bandwidth);
        let ms = |seconds: f64| [Arg::Fixed(seconds * 1e3, 2)];
        let time = 1.0 / self.measured;
        steps::step(report, "Measured", words!("1 ÷ {} tok/s", speed), words!(MILLISECONDS, ..ms(time)));
        let ideal = ms(self.estimate.ceiling.seconds);
        let formula = words!("{} ÷ {}/s", moved, bandwidth);
        steps::inked(report, "Ceiling", formula, Ink::Ceiling, words!(MILLISECONDS, ..ideal));
        let reached = [Arg::Speed(self.reached() / GB)];
        steps::step(
            report,
            "Bandwidth reached",
            words!("{} × {} a second", moved, speed),
            words!("{}\u{a0}GB/s", ..reached),
        );
        let values = [speed, Arg::Speed(self.ceiling())];
        steps::step(
            report,
            "Share of the ceiling",
            words!("{} ÷ {}", ..values),
            words!("{}", Arg::Percent(self.share())),
        );
        if let Some(terms) = self.estimate.terms {
            let (step, efficiency) = (terms.step, terms.efficiency);
            let (share, layers) = (Arg::Percent, Arg::Count(self.setup.model.layers));
            let parts = [
                ("Weights, typically", words!("at {} of the bandwidth", share(efficiency.weights)), step.weights),
                ("Cache, typically", words!("at {} of the bandwidth", share(efficiency.cache)), step.cache),
                ("Layers, typically", words!("{} layers, fixed costs", layers), step.overhead),
            ];
            for (name, formula, seconds) in parts {
                steps::inked(report, name, formula, Ink::Range, words!(MILLISECONDS, ..ms(seconds)));
            }
            let formula = words!("the sum; arithmetic where it takes longer");
            steps::inked(report, "Typical step", formula, Ink::Range, words!(MILLISECONDS, ..ms(step.seconds)));
            let rest = time - step.seconds;
            let (more, less) = if rest < 0.0 { (step.seconds, time) } else { (time, step.seconds) };
            let values = [ms(more)[0], ms(less)[0]];
            report.row(Emphasis::Sum);
            report.cell(None, if rest < 0.0 { words!("Faster than typical by") } else { words!("Unexplained") });
            report.cell(None, words!("{} − {}", ..values));
            report.cell(None, words!(MILLISECONDS, ..ms(rest.abs())));
            let values = [speed, Arg::Speed(step.per_stream())];
            let ratio = [Arg::Ratio(self.measured / step.per_stream())];
            steps::step(report, "Ratio to typical", words!("{} ÷ {}", ..values), words!("{}", ..ratio));
        }
        steps::close(report, SOURCES);
    }

    fn chart(&self) -> Chart {
        let mut chart = self.machine.over_contexts(self.setup);
        chart.title = "Tokens per second against context length: ceiling, realistic range, published measurements, and the speed entered";
        chart.desc = self.status();
        chart.y_label = "tokens per second for each request";
        for shown in self.rows.iter().filter(|shown| shown.same_format) {
            if let Some(x) = shown.row.depth.filter(|depth| *depth > 0.0) {
                let requests = rooflight_primitives::units::count(shown.row.requests.max(1));
                chart.dots.push(Dot { x, y: shown.row.speed / requests, open: shown.open });
            }
        }
        let text = filled(words!("yours {}", Arg::Plain(self.measured, 1)));
        chart.marks.insert(0, Mark { ink: Ink::Plain, y: self.measured, text });
        chart
    }

    fn status(&self) -> String {
        let values = [Arg::Percent(self.share()), Arg::Speed(self.ceiling()), Arg::Text(self.words())];
        filled(words!("{} of the ceiling of {} tokens per second; {}.", ..values))
    }

    fn numbers(&self) -> Numbers {
        let (range, terms) = (self.estimate.range, self.estimate.terms);
        vec![
            ("ceiling", self.ceiling()),
            ("low", or_nan(range.map(|range| range.low))),
            ("typical", or_nan(range.map(|range| range.typical))),
            ("high", or_nan(range.map(|range| range.high))),
            ("share of ceiling", self.share()),
            ("ratio to typical", or_nan(range.map(|range| self.measured / range.typical))),
            ("GB/s reached", self.reached() / GB),
            ("ms measured", 1e3 / self.measured),
            ("ms at the ceiling", self.estimate.ceiling.seconds * 1e3),
            ("ms weights", or_nan(terms.map(|terms| terms.step.weights * 1e3))),
            ("ms cache", or_nan(terms.map(|terms| terms.step.cache * 1e3))),
            ("ms layers", or_nan(terms.map(|terms| terms.step.overhead * 1e3))),
            ("ms unexplained", or_nan(self.unexplained().map(|seconds| seconds * 1e3))),
        ]
    }
}
