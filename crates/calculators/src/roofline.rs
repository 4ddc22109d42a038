//! The roofline: the rate that a device can attain at any arithmetic intensity, and where decoding and prompts of a
//! model lie under it.
//!
//! 1. The arithmetic rate and the bandwidth make the roof; their ratio is the ridge.
//! 2. The operations of a decode step or prompt over its bytes are its intensity.
//! 3. Realistic and measured speeds are converted into operations per second and drawn under the roof.
//!
//! If no arithmetic rate is published, the roof has no flat part, and the answer says so.

use super::measured::{self, ShownRow};
use super::prelude::*;
use super::subject::Subject;
use rooflight_estimator::decode::Range;
use rooflight_estimator::prefill::{self, Prompt};
use rooflight_estimator::roofline::{self, Work};
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::{TERA, count};

/// The declaration of the calculator at `/calculators/roofline/`.
pub const SPEC: Spec = Spec {
    kind: "roofline",
    title: "Roofline",
    about: "Whether memory or arithmetic bounds a model on a machine, and how much of either decoding and prompts can use.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, BATCH, CONTEXT, PROMPT],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Bounds, 0),
    validation: Validation::MadeOf("decode speed"),
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const BATCH: Input = REQUESTS;
const PROMPT: Input = Input::whole(("pt", "prompt"), "Prompt", "512", TOKENS, (1.0, 1_048_576.0));

const SOURCES: &[Source] = &[
    ("Williams et al. 2009, Roofline", "https://doi.org/10.1145/1498765.1498785"),
    ("Pope et al. 2022, Efficiently scaling transformer inference", "https://arxiv.org/abs/2211.05102"),
    ("Kaplan et al. 2020, operations of a decoder", "https://arxiv.org/abs/2001.08361"),
];

const ASSUMED: &[&str] = &[
    "The rate is the fastest published for weights of so few bits, without sparsity; GeForce cards are taken at 16-bit accumulation, \
     twice the published rate.",
    "All bytes and all arithmetic overlap. A step that reads its cache apart from its weights stays below.",
    "Decoding counts two operations for each weight and token; a prompt also counts those between positions, and streams the weights once.",
    "Nothing but weights, cache and state moves; experts are routed by chance.",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let batch = query.number(&BATCH)?;
    let context = query.number_to(&CONTEXT, subject.longest())?;
    let tokens = query.number_to(&PROMPT, subject.longest())?;
    let setup = Setup { batch, ..subject.setup(context) };
    let rate = setup.device.peak_operations(setup.weights.bits_per_weight());
    let rows = measured::rows(subject.record, subject.model, subject.format, subject.at, None);
    let estimate = subject.profile.estimate(&setup);
    let answer = RooflineAnswer {
        subject: &subject,
        rate,
        decode: roofline::decode(&setup),
        prompt: roofline::prompt(&setup, tokens),
        setup: &setup,
        tokens,
        range: estimate.range,
        reason: estimate.reason,
        rows: &rows,
    };
    Ok(answer.write(report))
}

struct RooflineAnswer<'a> {
    subject: &'a Subject<'a>,
    setup: &'a Setup<'a>,
    rate: Option<f64>,
    decode: Work,
    prompt: Work,
    tokens: f64,
    range: Option<Range>,
    reason: String,
    rows: &'a [ShownRow<'a>],
}

/// Converts a speed per request into T operations per second of the whole batch.
fn tera(setup: &Setup, speed: f64) -> f64 {
    speed * roofline::decode(setup).operations / TERA
}

const UNKNOWN: &str = "no arithmetic rate of this device is published for such weights";

impl RooflineAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        writer.steps("Step by step", "The roof, then decoding and the prompt under it", SOURCES);
        self.table(&mut writer);
        measured::write(writer.report, self.subject.record, self.rows);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    /// Attainable operations per second at an intensity.
    fn roof(&self, intensity: f64) -> f64 {
        roofline::attainable(intensity, self.rate, self.setup.device.bandwidth)
    }

    fn ridge(&self) -> Option<f64> {
        self.rate.map(|rate| roofline::ridge(rate, self.setup.device.bandwidth))
    }

    /// Returns what bounds work of an intensity, in words.
    fn bound(&self, intensity: f64) -> &'static str {
        match self.ridge() {
            Some(ridge) if intensity >= ridge => "compute-bound",
            Some(_) => "memory-bound",
            None => "bounded by memory as far as is known",
        }
    }

    fn headline(&self, report: &mut Report) {
        let setup = self.setup;
        let conditions = [
            Arg::Text(&setup.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Plain(setup.batch, 0),
            Arg::Text(if setup.batch > 1.0 { "requests" } else { "request" }),
            Arg::Plain(setup.depth, 0),
            Arg::Plain(self.tokens, 0),
            Arg::Text(&self.subject.profile.words),
        ];
        let conditions = words!("{}, {} in {}, {} {} at {} tokens of context, a prompt of {} tokens; {}", ..conditions);
        let (decode, prompt) = (self.decode.intensity(), self.prompt.intensity());
        let values =
            [Arg::Text(self.bound(decode)), Arg::Speed(decode), Arg::Text(self.bound(prompt)), Arg::Speed(prompt)];
        report.answer(
            words!("Decoding is {} at <b>{}</b> operations per byte, the prompt {} at <b>{}</b>", ..values),
            conditions,
        );
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let setup = self.setup;
        let range = self.range.map(|range| range.values().map(|speed| tera(setup, speed)));
        let roof = words!("{}", Arg::Speed(self.roof(self.decode.intensity()) / TERA));
        writer.quantity(roof).ink(Ink::Ceiling).wide_figure("Roof", "of decoding, T operations/s", "");
        writer.realistic(if range.is_some() { "80\u{a0}%" } else { "" }, range, &self.reason);
        writer.number("peak", or_nan(self.rate));
        let bandwidth = Arg::Gigabytes(setup.device.bandwidth);
        if let (Some(rate), Some(ridge)) = (self.rate, self.ridge()) {
            let rate = Arg::Speed(rate / TERA);
            let bits = Arg::Fixed(setup.weights.bits_per_weight(), 2);
            let formula = words!("fastest published for {} bits per weight", bits);
            writer.quantity(words!(RATE, rate)).step("Arithmetic", formula);
            let formula = words!("{} T operations/s ÷ {}/s", rate, bandwidth);
            writer.quantity(words!(PER_BYTE, Arg::Speed(ridge))).number("ridge").step("Ridge", formula);
            writer.quantity(words!("{}", Arg::Speed(ridge))).wide_figure("Ridge", "operations per byte", "");
        } else {
            let quantity = writer.optional(None).number("ridge").figure("Ridge", UNKNOWN);
            quantity.step("Arithmetic", words!(UNKNOWN));
        }
        let formula =
            words!("2 × {} × {}", Arg::Plain(setup.batch, 0), Arg::Billions(setup.weights.active_parameters()));
        let operations = words!("{}", Arg::Billions(self.decode.operations));
        writer.quantity(operations).step("Decoding, operations", formula);
        let weights = setup.weights.streamed_bytes(setup.batch);
        let values = [weights, self.decode.bytes - weights].map(Arg::Gigabytes);
        let formula = words!("{} weights + {} cache and state", ..values);
        writer.quantity(words!("{}", Arg::Gigabytes(self.decode.bytes))).step("Decoding, bytes", formula);
        let names = ["decode intensity", "decode roof"];
        self.write_phase(writer, ["Decoding, intensity", "Decoding, roof"], names, &self.decode);
        let speeds = self.range.map(|range| range.values().map(|speed| speed * self.decode.operations));
        writer.range(["decode low", "decode typical", "decode high"], speeds);
        if let (Some(range), Some([low, _, high])) = (self.range, range) {
            let speeds = Arg::Range(range.low * setup.batch, range.high * setup.batch);
            let formula = words!("{} tokens/s × operations per token", speeds);
            let quantity = writer.quantity(words!(RATE, Arg::Range(low, high))).ink(Ink::Range);
            quantity.step("Decoding, realistic", formula);
        }
        let prompt = Prompt { tokens: self.tokens, cached: 0.0, chunk: self.tokens, usual: self.tokens };
        let operations = prefill::operations(setup, &prompt);
        let values = [operations.weights, operations.attention, operations.head].map(Arg::Billions);
        let formula = words!("{} weights + {} between positions + {} output head", ..values);
        writer.quantity(words!("{}", Arg::Billions(self.prompt.operations))).step("Prompt, operations", formula);
        let bytes = words!("{}", Arg::Gigabytes(self.prompt.bytes));
        writer.quantity(bytes).step("Prompt, bytes", words!("weights, once"));
        let names = ["prompt intensity", "prompt roof"];
        self.write_phase(writer, ["Prompt, intensity", "Prompt, roof"], names, &self.prompt);
    }

    fn status(&self) -> String {
        let decode = self.decode.intensity();
        let values = [Arg::Text(self.bound(decode)), Arg::Speed(decode), Arg::Speed(self.roof(decode) / TERA)];
        filled(words!(
            "Decoding is {} at {} operations per byte; the roof there is {} T operations per second.",
            ..values
        ))
    }

    fn chart(&self) -> Chart {
        let (decode, prompt) = (self.decode.intensity(), self.prompt.intensity());
        let mut x = (1.0, 4096.0);
        while x.0 > decode && x.0 > 1e-3 {
            x.0 /= 2.0;
        }
        x.1 = scale::doubled(x.1, decode.max(prompt));
        let words = [Arg::Plain(self.tokens, 0), Arg::Text(self.bound(prompt))];
        let mut chart = Chart {
            title: "Attainable rate against operations per byte: roof, decoding, measurements",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Roof", "Decoding, realistic", "Measured"],
            x,
            x_label: "operations per byte",
            y_label: "T operations per second",
            here: decode,
            marks: self.marks(),
            void: Some(Void {
                from: prompt,
                lines: [filled(words!("prompt of {}:", words[0])), String::from(self.bound(prompt))],
            }),
            ..Chart::default()
        };
        for intensity in scale::points(x) {
            chart.ceiling.push((intensity, self.roof(intensity) / TERA));
        }
        if let Some(ridge) = self.ridge().filter(|ridge| *ridge > x.0 && *ridge < x.1) {
            let at = chart.ceiling.iter().take_while(|point| point.0 < ridge).count();
            chart.ceiling.insert(at, (ridge, self.roof(ridge) / TERA));
        }
        for batch in scale::points((1.0, 256.0)) {
            self.point(libm::round(batch), &mut chart);
        }
        self.dots(&mut chart);
        chart
    }

    /// Adds the realistic range of a batch at the reader's context.
    fn point(&self, batch: f64, chart: &mut Chart) {
        let setup = Setup { batch, ..*self.setup };
        let intensity = roofline::decode(&setup).intensity();
        if let (_, Some((range, _))) = self.subject.profile.speed(&setup)
            && intensity < chart.x.1
        {
            chart.range_point(intensity, range.values().map(|speed| tera(&setup, speed)));
        }
    }

    /// Adds the measurements of a single device in this format whose context is known. Leaves out runs with drafts,
    /// whose work on drafted tokens is not counted.
    fn dots(&self, chart: &mut Chart) {
        for shown in self.rows.iter().filter(|shown| shown.same_format) {
            let (row, batch) = (shown.row, count(shown.row.requests.max(1)));
            if let Some(depth) = row.depth.filter(|_| row.count == 1 && !row.drafted) {
                let setup = Setup { depth, batch, ..*self.setup };
                let y = tera(&setup, row.speed / batch);
                chart.dots.push(Dot { x: roofline::decode(&setup).intensity(), y, open: shown.open });
            }
        }
        chart.explain_dots(&["solid: one plain request", "open: other conditions"]);
    }

    fn marks(&self) -> Vec<ValueLabel> {
        let roof = self.roof(self.decode.intensity()) / TERA;
        let mut marks = vec![ValueLabel { ink: Ink::Ceiling, y: roof, text: number::speed(roof) }];
        if let Some(range) = self.range {
            let [low, high] = [range.low, range.high].map(|speed| tera(self.setup, speed));
            marks.push(ValueLabel { ink: Ink::Range, y: high, text: number::range(low, high) });
        }
        marks
    }

    /// Writes intensity and roof of decoding or of the prompt.
    fn write_phase(&self, writer: &mut ReportWriter<'_>, steps: [&str; 2], numbers: [&'static str; 2], work: &Work) {
        let (intensity, roof) = (Arg::Speed(work.intensity()), self.roof(work.intensity()));
        let formula = words!("{} ÷ {}", Arg::Billions(work.operations), Arg::Gigabytes(work.bytes));
        writer.quantity(words!(PER_BYTE, intensity)).number(numbers[0]).step(steps[0], formula);
        let bound = Arg::Text(self.bound(work.intensity()));
        let values = [intensity, Arg::Gigabytes(self.setup.device.bandwidth), bound];
        let formula = if self.rate.is_some() {
            words!("the lesser of {} × {}/s and the arithmetic: {}", ..values)
        } else {
            words!("{} × {}/s: {}", ..values)
        };
        let quantity = writer.quantity(words!(RATE, Arg::Speed(roof / TERA))).ink(Ink::Ceiling);
        quantity.number_of(numbers[1], roof).step(steps[1], formula);
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let caption = "T operations per second of decoding at this context, by requests decoded together";
        writer.table(("batches", "Decoding under the roof"), caption, "batches", 0..11, |row, power| {
            let batch = f64::from(1_u32 << power);
            let setup = Setup { batch, ..*self.setup };
            let intensity = roofline::decode(&setup).intensity();
            row.highlight(rows::same(batch, self.setup.batch));
            row.number("Requests", "", words!("{}", Arg::Plain(batch, 0)));
            row.number("Intensity", "operations per byte", words!("{}", Arg::Speed(intensity)));
            row.inked(Ink::Ceiling, "Roof", "", words!("{}", Arg::Speed(self.roof(intensity) / TERA)));
            let (_, found) = self.subject.profile.speed(&setup);
            let range = found.map(|(range, _)| Arg::Range(tera(&setup, range.low), tera(&setup, range.high)));
            row.optional(Ink::Range, "Realistic", "", range);
        });
    }
}

const RATE: &str = "{}\u{a0}T/s";
const PER_BYTE: &str = "{}\u{a0}per byte";
