//! Batch throughput: how fast several requests are decoded together, for each of them and for all.
//!
//! 1. The setup of one request becomes that of a batch: the weights are streamed once for all, each request reads its own cache.
//! 2. The chart runs the batch from one request upwards, with the measurements of this model in this format by their requests.
//! 3. Beside the speeds stand the batch from which arithmetic takes longer than the weights, and the largest that fits into memory.
//!
//! A batch that does not fit is said not to fit; its speed is what the bandwidth would allow.

use super::machine::BatchCapacity;
use super::measured::{self, Shown};
use super::prelude::*;
use super::shortage::{self, Shortage};
use super::subject::{Subject, sharing};
use rooflight_calibration::Estimate;
use rooflight_estimator::batch::{cache_limit, crossover};
use rooflight_estimator::experts::touched;
use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::{TERA, count};

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "batch",
    title: "Batch throughput",
    about: "How many tokens per second requests get when they are decoded together: each of them, and all.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, TOGETHER, CONTEXT, KV, SHARED, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Serving, 0),
    validation: Validation::SeveralRequests,
    is_benchmarkable: true,
    evaluate,
};

const TOGETHER: Input = REQUESTS.or("16");
const KV: Input = CACHE.folded();
const SHARED: Input = DEVICES.folded();

const SOURCES: &[Source] = &[
    ("Pope et al. 2022, Efficiently scaling transformer inference", "https://arxiv.org/abs/2211.05102"),
    ("How to scale your model, inference", "https://jax-ml.github.io/scaling-book/inference/"),
    ("Williams et al. 2009, Roofline", "https://doi.org/10.1145/1498765.1498785"),
];

const ASSUMED: &[&str] = &[
    "All requests have the same context, and every step decodes one token of each; no prompt is read meanwhile.",
    "Each request stores and reads a cache of its own: no prefix is shared.",
    "The ceiling takes the specified bandwidth, the fastest published arithmetic for such weights, and for a mixture of experts that \
     all requests pick the same ones. The bytes in the steps take routing by chance.",
    "Several devices share every layer (tensor parallelism).",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let batch = query.number(&TOGETHER)?;
    let context = query.number_to(&CONTEXT, subject.longest())?;
    let kv = cache_type(query.one(&KV)?);
    let devices = sharing(query.number(&SHARED)?);
    let setup = Setup { devices, kv, batch, ..subject.setup(context) };
    let estimate = subject.profile.estimate(&setup);
    let rows = rows(&subject, &setup);
    let sizes = query.sizes()?;
    let answer = BatchAnswer {
        subject: &subject,
        setup: &setup,
        estimate: &estimate,
        fit: fit::fit(&setup),
        crossover: crossover(&setup),
        room: BatchCapacity::of(&setup),
        short: Shortage::of(&setup, sizes),
        rows: &rows,
        sizes,
    };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// The rows of this model, solid where only the number of requests may differ from the reader's question.
fn rows<'a>(subject: &Subject<'a>, setup: &Setup) -> Vec<Shown<'a>> {
    let mut rows = measured::rows(subject.record, subject.model, subject.format, subject.at, None);
    for shown in &mut rows {
        let row = shown.row;
        let near = row.depth.is_some_and(|depth| depth >= 0.8 * setup.depth && depth <= 1.25 * setup.depth);
        let own = shown.same_format && row.profile == subject.at as u64;
        let alike = own && near && row.count == setup.devices.number() && setup.kv == KvType::F16;
        shown.open = !alike || row.drafted || row.flags > 0;
        shown.matches = !shown.open && count(row.requests).to_bits() == setup.batch.to_bits();
    }
    rows
}

struct BatchAnswer<'a> {
    subject: &'a Subject<'a>,
    setup: &'a Setup<'a>,
    estimate: &'a Estimate,
    fit: Option<Fit>,
    crossover: Option<f64>,
    room: BatchCapacity,
    short: Option<Shortage>,
    rows: &'a [Shown<'a>],
    sizes: Sizes,
}

impl BatchAnswer<'_> {
    fn write(&self, report: &mut Report) {
        self.headline(report);
        self.figures(report);
        report.chart(self.chart());
        self.steps(report);
        self.table(report);
        measured::write(report, self.subject.record, self.rows);
        steps::assumed(report, ASSUMED);
    }

    fn headline(&self, report: &mut Report) {
        let setup = self.setup;
        let number = setup.devices.number();
        let times = if number > 1 { filled(words!("{} × ", Arg::Count(number))) } else { String::new() };
        let cache = if setup.kv == KvType::F16 {
            String::new()
        } else {
            filled(words!(", cache in {}", Arg::Text(setup.kv.name())))
        };
        let conditions = [
            Arg::Text(&times),
            Arg::Text(&setup.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Plain(setup.batch, 0),
            Arg::Text(if setup.batch > 1.0 { "requests decoded together" } else { "request" }),
            Arg::Plain(setup.depth, 0),
            Arg::Text(&cache),
            Arg::Text(&self.subject.profile.words),
        ];
        let conditions = words!("{}{}, {} in {}, {} {}, {} tokens of context each{}; {}", ..conditions);
        let ceiling = &self.estimate.ceiling;
        if let Some(short) = self.short {
            short.headline(report, conditions);
        } else if let Some(range) = self.estimate.range {
            let together = range.typical * setup.batch;
            let values = [Arg::Speed(together), Arg::Speed(range.typical), Arg::Speed(ceiling.aggregate())];
            report.answer(
                words!("About <r>{}</r> tokens per second together, <r>{}</r> for each request; at most <c>{}</c> together", ..values),
                conditions,
            );
        } else {
            let values = [Arg::Speed(ceiling.aggregate()), Arg::Speed(ceiling.per_stream())];
            report.answer(
                words!("At most <c>{}</c> tokens per second together, <c>{}</c> for each request", ..values),
                conditions,
            );
        }
    }

    fn figures(&self, report: &mut Report) {
        let together = words!("together");
        let ceiling = [Arg::Speed(self.estimate.ceiling.aggregate())];
        report.figure(Ink::Ceiling, "Ceiling", together, Some(words!("{}", ..ceiling)), "");
        let range = self.estimate.range.map(|range| range.times(self.setup.batch).values());
        let wide = if range.is_some() { words!("80\u{a0}%") } else { together };
        steps::realistic(report, wide, range, &self.estimate.reason);
        let mut speeds = self.rows.iter().filter(|shown| shown.matches).map(|shown| shown.row.speed);
        let note = if self.rows.is_empty() { "nothing measured" } else { "not under these conditions" };
        measured::figure(report, together, &mut speeds, ["", note]);
        shortage::end_figures(report, self.short);
    }

    fn status(&self) -> String {
        if let Some(short) = self.short {
            return short.status();
        }
        let ceiling = Arg::Speed(self.estimate.ceiling.aggregate());
        match self.estimate.range {
            Some(range) => {
                let [low, high] = [range.low, range.high].map(|speed| Arg::Speed(speed * self.setup.batch));
                filled(words!("Together at most {} tokens per second; likely {} to {}.", ceiling, low, high))
            }
            None => filled(words!("Together at most {} tokens per second; no realistic range.", ceiling)),
        }
    }

    fn touched(&self) -> Option<(u64, u64, f64)> {
        let (total, active) = self.setup.weights.experts()?;
        Some((total, active, touched(total, active, self.setup.batch)))
    }

    fn numbers(&self) -> Numbers {
        let (setup, range) = (self.setup, self.estimate.range);
        vec![
            ("ceiling together", self.estimate.ceiling.aggregate()),
            ("low together", or_nan(range.map(|range| range.low * setup.batch))),
            ("typical together", or_nan(range.map(|range| range.typical * setup.batch))),
            ("high together", or_nan(range.map(|range| range.high * setup.batch))),
            ("ceiling each", self.estimate.ceiling.per_stream()),
            ("typical each", or_nan(range.map(|range| range.typical))),
            ("experts touched", or_nan(self.touched().map(|(_, _, experts)| experts))),
            ("weight bytes per step", setup.weights.streamed_bytes(setup.batch)),
            ("cache bytes per step", setup.batch * kv::read_bytes(setup.model, setup.kv, setup.depth)),
            ("compute-bound from", or_nan(self.crossover)),
            ("largest batch", or_nan(self.room.most)),
            ("cache limit", or_nan(cache_limit(setup))),
        ]
    }

    /// The right end of the axis: 256, or the power of two that holds the reader's batch.
    fn end(&self) -> f64 {
        scale::doubled(256.0, self.setup.batch)
    }

    fn chart(&self) -> Chart {
        let x = (1.0, self.end());
        let mut chart = Chart {
            title: "Tokens per second of all requests against how many are decoded together",
            desc: self.description(),
            x,
            x_label: "requests decoded together",
            y_label: "tokens per second together",
            here: self.setup.batch,
            ..Chart::default()
        };
        let points = scale::points(x).into_iter().map(libm::round);
        for batch in points.filter(|batch| self.room.draws(*batch)) {
            let (ceiling, found) = self.subject.profile.speed(&Setup { batch, ..*self.setup });
            chart.point(batch, ceiling.aggregate(), found.map(|(range, _)| range.times(batch).values()));
        }
        for Shown { row, open, .. } in self.rows.iter().filter(|shown| shown.same_format && !shown.row.drafted) {
            chart.dots.push(Dot { x: count(row.requests.max(1)), y: row.speed, open: *open });
        }
        chart.explain_dots(&["solid: this context", "open: other conditions"]);
        chart.mark(Ink::Ceiling, self.estimate.ceiling.aggregate());
        measured::mark(&mut chart, self.subject.record, self.rows.iter());
        if let Some(range) = self.estimate.range {
            chart.mark_range(range.times(self.setup.batch).values());
        }
        chart.end_of_memory(self.room.most);
        chart
    }

    fn description(&self) -> String {
        let status = self.status();
        let values = [Arg::Plain(self.setup.batch, 0), Arg::Text(&status)];
        let mut text = filled(words!("Requests decoded together: {}. {}", ..values));
        if let Some(batch) = self.crossover {
            text.push_str(&filled(words!(
                " Arithmetic takes longer than the weights from {} on.",
                Arg::Plain(batch, 0)
            )));
        }
        text.push_str(" The tables have the numbers.");
        text
    }

    fn steps(&self, report: &mut Report) {
        let (setup, ceiling) = (self.setup, &self.estimate.ceiling);
        let (touched, limit, range) = (self.touched(), cache_limit(setup), self.estimate.range);
        let mixture = usize::from(touched.is_some());
        steps::open(report, "Step by step", "One step decodes a token of every request");
        let batch = Arg::Plain(setup.batch, 0);
        if let Some((total, active, experts)) = touched {
            let values = [Arg::Count(total), Arg::Count(active), Arg::Count(total), batch];
            let formula = words!("{} × (1 − (1 − {} ÷ {})^{}), routing by chance", ..values);
            steps::step(report, "Experts read in a layer", formula, words!("{}", Arg::Plain(experts, 1)));
        }
        let weights = setup.weights.streamed_bytes(setup.batch);
        let same = [self.sizes.giga(setup.weights.streamed_bytes(1.0))];
        let words = if mixture > 0 {
            words!("once for all; {} at best, where all pick the same experts", ..same)
        } else {
            words!("once for all requests")
        };
        steps::step(report, "Weights", words, words!("{}", self.sizes.giga(weights)));
        let each = kv::read_bytes(setup.model, setup.kv, setup.depth) + kv::state_traffic(setup.model);
        let cache = [self.sizes.giga(each * setup.batch)];
        steps::step(report, "Cache and state", words!("{} × {}", batch, self.sizes.giga(each)), words!("{}", ..cache));
        self.arithmetic(report);
        let formula = [
            Arg::Speed(ceiling.cache * 1e3),
            Arg::Speed(ceiling.weights * 1e3),
            Arg::Speed(ceiling.arithmetic.unwrap_or(0.0) * 1e3),
        ];
        let words = words!("{}\u{a0}ms cache + the longer of {}\u{a0}ms weights and {}\u{a0}ms arithmetic", ..formula);
        let best = [Arg::Speed(ceiling.seconds * 1e3)];
        steps::inked(report, "Step at best", words, Ink::Ceiling, words!("{}\u{a0}ms", ..best));
        let together = [Arg::Speed(ceiling.aggregate())];
        let words = words!("{} ÷ {}\u{a0}ms", batch, best[0]);
        steps::inked(report, "Ceiling together", words, Ink::Ceiling, words!(RATE, ..together));
        if let Some(range) = range {
            let value = [Arg::Speed(range.typical * setup.batch)];
            let words = words!("{} × {} for each", batch, Arg::Speed(range.typical));
            steps::inked(report, "Typical together", words, Ink::Range, words!(RATE, ..value));
            let value = [Arg::Range(range.low * setup.batch, range.high * setup.batch)];
            let words = words!("{}", Arg::Text(&self.estimate.reason));
            steps::inked(report, "Realistic together", words, Ink::Range, words!(RATE, ..value));
        }
        self.limits(report, limit, each);
        steps::close(report, SOURCES);
    }

    fn arithmetic(&self, report: &mut Report) {
        let setup = self.setup;
        let active = Arg::Billions(setup.weights.active_parameters());
        let batch = Arg::Plain(setup.batch, 0);
        match (self.estimate.ceiling.arithmetic, setup.device.peak_operations(setup.weights.bits_per_weight())) {
            (Some(seconds), Some(rate)) => {
                let rate = rate * count(setup.devices.at_once()) / TERA;
                let words = words!("2 × {} × {} ÷ {} T operations/s", batch, active, Arg::Speed(rate));
                steps::step(report, "Arithmetic", words, words!("{}\u{a0}ms", Arg::Speed(seconds * 1e3)));
            }
            _ => steps::step(
                report,
                "Arithmetic",
                words!("2 × {} × {}; no rate is published", batch, active),
                words!(NONE),
            ),
        }
    }

    fn limits(&self, report: &mut Report, limit: Option<f64>, each: f64) {
        let setup = self.setup;
        if let Some(batch) = self.crossover {
            let words = words!("the smallest batch whose arithmetic takes as long as its weights");
            steps::step(report, "Compute-bound from", words, words!("{}", Arg::Plain(batch, 0)));
        }
        if let Some(limit) = limit {
            let values =
                [self.sizes.giga(setup.device.bandwidth * count(setup.devices.at_once())), self.sizes.giga(each)];
            let words = words!("{}/s ÷ {} for each token, however many requests", ..values);
            steps::inked(report, "Limit of the cache", words, Ink::Ceiling, words!(RATE, Arg::Speed(limit)));
        }
        if let (Some(wall), Some(fit)) = (self.room.most, &self.fit) {
            let request = fit.cache / setup.batch;
            let values = [
                self.sizes.giga(fit.usable),
                self.sizes.giga(fit.weights),
                self.sizes.giga(fit.overhead),
                self.sizes.giga(request),
            ];
            let words = words!("({} usable − {} weights − {} buffers, estimated) ÷ {}", ..values);
            steps::step(report, "Largest batch that fits", words, words!("{}", Arg::Plain(wall, 0)));
        }
    }

    fn table(&self, report: &mut Report) {
        let batches = rows::doublings((1.0, self.end()), self.setup.batch);
        report.section("batches", "Batch by batch");
        let caption =
            "Tokens per second under the conditions above. Each: one request, typical. Together: all requests.";
        report.table("batches", caption, COLUMNS, "batches");
        for batch in batches {
            self.row(report, batch);
        }
        steps::close(report, &[]);
    }

    fn row(&self, report: &mut Report, batch: f64) {
        let (ceiling, found) = self.subject.profile.speed(&Setup { batch, ..*self.setup });
        report.row(rows::own(batch, self.setup.batch));
        report.cell(None, words!("{}", Arg::Plain(batch, 0)));
        let range = found.map(|(range, _)| range);
        steps::cell(report, Ink::Range, range.map(|range| Arg::Speed(range.typical)));
        steps::cell(report, Ink::Range, range.map(|range| Arg::Range(range.low * batch, range.high * batch)));
        report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(ceiling.aggregate())));
        let fits = match self.room.most {
            Some(_) if self.room.holds(batch) => "yes",
            Some(_) => "no",
            None => NONE,
        };
        report.cell(None, words!("{}", Arg::Text(fits)));
    }
}

const RATE: &str = "{}\u{a0}tok/s";

const COLUMNS: &[Column] = &[
    ("Requests", "", Kind::Number),
    ("Each", "typical", Kind::Number),
    ("Together", "realistic", Kind::Number),
    ("Together", "ceiling", Kind::Number),
    ("Fits", "", Kind::Number),
];
