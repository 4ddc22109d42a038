//! Diagnosis of a measured speed: its share of the ceiling, and where the rest of the time may have gone.
//!
//! 1. Compares the measured speed with ceiling and realistic range of the same setup.
//! 2. Subtracts the parts of a typical step from the time of a measured step; the rest is unexplained.
//! 3. Lists possible causes by where the speed lies relative to the range, the most likely first.
//!
//! A hint is a possibility, not a finding: nothing here inspects the machine.

use super::machine::Machine;
use super::measured::{self, ShownRow};
use super::prelude::*;
use super::subject::requests;
use rooflight_calibration::{Estimate, Terms};
use rooflight_estimator::decode::Range;
use rooflight_estimator::diagnosis::{self, SpeedRegion};
use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::kv::KvType;
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::GB;

/// The declaration of the calculator at `/calculators/diagnosis/`.
pub const SPEC: Spec = Spec {
    kind: "diagnosis",
    title: "Why is mine slower?",
    about: "How much of a machine's bandwidth a measured speed uses, and what may explain the rest.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, CONTEXT, MEASURED, BATCH, KV, OWN_BANDWIDTH, OWN_MEMORY],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Speed, 6),
    validation: Validation::MadeOf("decode speed"),
    is_benchmarkable: true,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "why is it slow, why so slow, too slow, slow generation, slow inference, \
    slower after update, performance regression, gpu utilization low, low gpu usage, slow token generation";

const MEASURED: Input = Input::real(("tps", "speed"), "Measured speed", "100", SPEED, (0.001, 1_000_000.0));
const BATCH: Input = REQUESTS.folded();
const KV: Input = CACHE.folded();

/// Resolved inputs, from which every part of the answer is written.
struct DiagnosisAnswer<'a> {
    machine: &'a Machine<'a>,
    setup: &'a Setup<'a>,
    measured: f64,
    estimate: &'a Estimate,
    fit: Option<Fit>,
    rows: &'a [ShownRow<'a>],
    region: SpeedRegion,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let machine = Machine::read(query)?;
    let measured = query.number(&MEASURED)?;
    let batch = query.number(&BATCH)?;
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
        region: diagnosis::region(measured, estimate.ceiling.per_stream(), estimate.range),
    };
    Ok(answer.write(report))
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

/// Returns possible causes of a speed, the most likely first.
const fn hints(region: SpeedRegion) -> &'static [&'static str] {
    match region {
        SpeedRegion::AboveCeiling => &[
            "No plain run is faster than its bytes can be read. Check that the number is tokens per second, of generating and not of \
             reading the prompt, and of one request and not of all together.",
            "Speculative decoding or several predicted tokens a step yield more than one token for a pass over the weights.",
            "The weights may be in a smaller format than entered, or the model a mixture of experts that reads less.",
            "Part of the answer may have come from a cache of earlier prompts.",
        ],
        SpeedRegion::Above => &[
            "Faster than most published runs: a newer version of the engine, faster memory clocks or a quieter machine can do that.",
            "Speculative decoding, a smaller format or a shorter context than entered can do it too.",
        ],
        SpeedRegion::Within => {
            &["This is what published runs on such devices lead to expect. There is no sign of a fault."]
        }
        SpeedRegion::Below => &[
            "A power limit, a high temperature or a laptop on battery lowers clocks: watch them while it runs.",
            "Another program, or a display, may share the memory or its bandwidth.",
            "An older version of the engine, another backend, or attention without its fast kernel is slower.",
            "The context may be longer than entered: what was read before counts, not only the last question.",
        ],
        SpeedRegion::FarBelow => &[
            "Part of the model may lie in the memory of the host and be read by its processor: check how many layers are on the device.",
            "The engine may run without the device: check that its build and its backend know it.",
            "Where a step is short, starting its kernels one by one takes longer than the work: see whether the engine can start them \
             together.",
            "The time of the prompt or of loading may be counted: measure generating alone.",
            "The format may be larger than entered, or one that this engine unpacks slowly on this device.",
            "A power limit or a high temperature lowers clocks.",
        ],
        SpeedRegion::Unknown => {
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

    /// Bytes per second that the measured speed reads.
    fn reached(&self) -> f64 {
        diagnosis::reached(Ledger::of(self.setup).moved_bytes(), self.measured)
    }

    fn region_words(&self) -> &'static str {
        match self.region {
            SpeedRegion::AboveCeiling => "above the ceiling",
            SpeedRegion::Above => "above the realistic range",
            SpeedRegion::Within => "within the realistic range",
            SpeedRegion::Below => "below the realistic range",
            SpeedRegion::FarBelow => "far below the realistic range",
            SpeedRegion::Unknown => "no range to compare with",
        }
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let machine = self.machine;
        let concurrency = requests(self.setup.batch);
        let conditions = [
            Arg::Plain(self.measured, 2),
            Arg::Text(&self.setup.device.name),
            Arg::Text(&machine.model.name),
            Arg::Text(&machine.format.name),
            Arg::Plain(machine.context, 0),
            Arg::Text(&concurrency),
            Arg::Text(&machine.profile.words),
        ];
        report.answer(
            words!("<b>{}</b> of the ceiling: {}", Arg::Percent(self.share()), Arg::Text(self.region_words())),
            words!("{} tokens per second; {}, {} in {}, {} tokens of context, {}; {}", ..conditions),
        );
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        let over = self.fit.is_some_and(|fit| !fit.fits());
        let small = "This does not fit into the memory of the device: part of it must lie elsewhere, and that explains a low speed.";
        writer.report.end_figures(if over { small } else { "" });
        writer.report.chart(self.chart());
        self.explain(writer.report);
        writer.steps("Where the time goes", "Milliseconds of one step", SOURCES);
        measured::write(writer.report, machine.record, self.rows);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let (ceiling, range) = (Arg::Speed(self.ceiling()), self.estimate.range);
        writer.quantity(words!("{}", ceiling)).ink(Ink::Ceiling).number("ceiling").figure("Ceiling", "");
        writer.range(["low", "typical", "high"], range.map(Range::values));
        writer.realistic("", range.map(Range::values), &self.estimate.reason);
        writer.number("share of ceiling", self.share());
        writer.number("ratio to typical", or_nan(range.map(|range| self.measured / range.typical)));
        let bandwidth = filled(words!("GB/s of {}", Arg::Plain(self.setup.device.bandwidth / GB, 1)));
        let reached = Arg::Speed(self.reached() / GB);
        writer.quantity(words!("{}", reached)).number("GB/s reached").figure("Reached", &bandwidth);
        let moved = Arg::Gigabytes(Ledger::of(self.setup).moved_bytes());
        let (speed, time) = (Arg::Plain(self.measured, 2), 1.0 / self.measured);
        let ms = |seconds: f64| [Arg::Fixed(seconds * 1e3, 2)];
        let quantity = writer.quantity(words!(MILLISECONDS, ..ms(time))).number_of("ms measured", 1e3 / self.measured);
        quantity.step("Measured", words!("1 ÷ {} tok/s", speed));
        let quantity = writer.quantity(words!(MILLISECONDS, ..ms(self.estimate.ceiling.seconds))).ink(Ink::Ceiling);
        let formula = words!("{} ÷ {}/s", moved, Arg::Gigabytes(self.setup.device.bandwidth));
        quantity.number("ms at the ceiling").step("Ceiling", formula);
        let quantity = writer.quantity(words!("{}\u{a0}GB/s", reached));
        quantity.step("Bandwidth reached", words!("{} × {} a second", moved, speed));
        let quantity = writer.quantity(words!("{}", Arg::Percent(self.share())));
        quantity.step("Share of the ceiling", words!("{} ÷ {}", speed, ceiling));
        let Some(Terms { step, efficiency, .. }) = self.estimate.terms else {
            for name in ["ms weights", "ms cache", "ms layers", "ms unexplained"] {
                writer.number(name, f64::NAN);
            }
            return;
        };
        let [weights, cache] = [efficiency.weights, efficiency.cache].map(Arg::Percent);
        let layers = Arg::Count(self.setup.model.layers);
        for (name, number, formula, seconds) in [
            ("Weights, typically", "ms weights", words!("at {} of the bandwidth", weights), step.weights),
            ("Cache, typically", "ms cache", words!("at {} of the bandwidth", cache), step.cache),
            ("Layers, typically", "ms layers", words!("{} layers, fixed costs", layers), step.overhead),
        ] {
            let quantity = writer.quantity(words!(MILLISECONDS, ..ms(seconds))).ink(Ink::Range);
            quantity.number(number).step(name, formula);
        }
        let quantity = writer.quantity(words!(MILLISECONDS, ..ms(step.seconds))).ink(Ink::Range);
        quantity.step("Typical step", words!("the sum; arithmetic where it takes longer"));
        let rest = time - step.seconds;
        let (name, more, less) = if rest < 0.0 {
            ("Faster than typical by", step.seconds, time)
        } else {
            ("Unexplained", time, step.seconds)
        };
        let quantity = writer.quantity(words!(MILLISECONDS, ..ms(rest.abs())));
        let formula = words!("{} − {}", ms(more)[0], ms(less)[0]);
        quantity.number_of("ms unexplained", rest * 1e3).sum(name, formula);
        let ratio = words!("{}", Arg::Ratio(self.measured / step.per_stream()));
        let formula = words!("{} ÷ {}", speed, Arg::Speed(step.per_stream()));
        writer.quantity(ratio).step("Ratio to typical", formula);
    }

    fn explain(&self, report: &mut Report) {
        report.section("hints", "What may explain it");
        report.list("assumed", hints(self.region));
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
        chart.marks.insert(0, ValueLabel { ink: Ink::Plain, y: self.measured, text });
        chart
    }

    fn status(&self) -> String {
        let values = [Arg::Percent(self.share()), Arg::Speed(self.ceiling()), Arg::Text(self.region_words())];
        filled(words!("{} of the ceiling of {} tokens per second; {}.", ..values))
    }
}
