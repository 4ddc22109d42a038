//! Batch throughput: how fast several requests are decoded together, for each of them and for all.
//!
//! 1. One step streams the weights once for all requests, and reads the cache of each.
//! 2. The chart shows the throughput against the batch size, with the measurements of this model in this format.
//! 3. The answer also gives the batch from which arithmetic takes longer than the weights, and the largest batch that
//!    fits into memory.
//!
//! A batch that does not fit is refused; its muted speeds are what the bandwidth would allow.

use super::launch::{self, EngineSetup};
use super::machine::BatchCapacity;
use super::measured::{self, ShownRow};
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

/// The declaration of the calculator at `/calculators/batch/`.
pub const SPEC: Spec = Spec {
    kind: "batch",
    title: "Batch throughput",
    about: "How many tokens per second requests get when they are decoded together: each of them, and all.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, BATCH, CONTEXT, KV, SHARED, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Serving, 0),
    validation: Validation::SeveralRequests,
    is_benchmarkable: true,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "parallel requests, throughput of many requests, continuous batching speed";

const BATCH: Input = REQUESTS.with_default("16");
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
    let batch = query.number(&BATCH)?;
    let context = query.number_to(&CONTEXT, subject.longest())?;
    let kv = cache_type(query.one(&KV)?);
    let devices = sharing(query.number(&SHARED)?);
    let setup = Setup { devices, kv, batch, ..subject.setup(context) };
    let estimate = subject.profile.estimate(&setup);
    let rows = measured::concurrent_rows(&subject, &setup);
    let sizes = query.sizes()?;
    let engine = launch::engine(query.text(&ENGINE), &subject.record.device, subject.format.files);
    let answer = BatchAnswer {
        subject: &subject,
        engine,
        setup: &setup,
        estimate: &estimate,
        fit: fit::fit(&setup),
        crossover: crossover(&setup),
        capacity: BatchCapacity::of(&setup),
        short: Shortage::of(&setup, sizes),
        rows: &rows,
        sizes,
    };
    Ok(answer.write(report))
}

struct BatchAnswer<'a> {
    subject: &'a Subject<'a>,
    /// The engine's id in the catalog.
    engine: &'static str,
    setup: &'a Setup<'a>,
    estimate: &'a Estimate,
    fit: Option<Fit>,
    crossover: Option<f64>,
    capacity: BatchCapacity,
    short: Option<Shortage>,
    rows: &'a [ShownRow<'a>],
    sizes: Sizes,
}

impl BatchAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        shortage::end_figures(writer.report, self.short);
        writer.report.chart(self.chart());
        let (setup, profile, longest) = (self.setup, self.subject.profile, self.subject.longest());
        let repository = launch::repository(self.subject.model, self.subject.format);
        let started = EngineSetup { engine: self.engine, repository, setup, profile, longest, host: None };
        launch::write(writer.report, &started);
        writer.steps("Step by step", "One step decodes a token of every request", SOURCES);
        self.table(&mut writer);
        measured::write(writer.report, self.subject.record, self.rows);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
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
            let aggregate = range.typical * setup.batch;
            let values = [Arg::Speed(aggregate), Arg::Speed(range.typical), Arg::Speed(ceiling.aggregate())];
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

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let range = self.estimate.range.map(|range| range.times(self.setup.batch).values());
        let quantity = writer.quantity(words!("{}", Arg::Speed(self.estimate.ceiling.aggregate()))).ink(Ink::Ceiling);
        quantity.number("ceiling together").wide_figure("Ceiling", "together", "");
        writer.range(["low together", "typical together", "high together"], range);
        writer.realistic(if range.is_some() { "80\u{a0}%" } else { "together" }, range, &self.estimate.reason);
        let mut speeds = self.rows.iter().filter(|shown| shown.matches).map(|shown| shown.row.speed);
        let note = if self.rows.is_empty() { "nothing measured" } else { "not under these conditions" };
        measured::figure(writer.report, words!("together"), &mut speeds, ["", note]);
        writer.number("ceiling each", self.estimate.ceiling.per_stream());
        writer.number("typical each", or_nan(self.estimate.range.map(|range| range.typical)));
        let each = kv::read_bytes(self.setup.model, self.setup.kv, self.setup.depth);
        self.bytes(writer, each);
        self.times(writer);
        self.limits(writer, each + kv::state_traffic(self.setup.model));
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

    /// Returns all experts of a layer, those active for a token, and the distinct ones that the batch touches.
    fn touched(&self) -> Option<(u64, u64, f64)> {
        let (total, active) = self.setup.weights.experts()?;
        Some((total, active, touched(total, active, self.setup.batch)))
    }

    /// Returns the right end of the axis: 256, or the next power of two above the reader's batch.
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
        for batch in points.filter(|batch| self.capacity.draws(*batch)) {
            let (ceiling, found) = self.subject.profile.speed(&Setup { batch, ..*self.setup });
            chart.point(batch, ceiling.aggregate(), found.map(|(range, _)| range.times(batch).values()));
        }
        for ShownRow { row, open, .. } in self.rows.iter().filter(|shown| shown.same_format && !shown.row.drafted) {
            chart.dots.push(Dot { x: count(row.requests.max(1)), y: row.speed, open: *open });
        }
        chart.explain_dots(&["solid: this context", "open: other conditions"]);
        chart.mark(Ink::Ceiling, self.estimate.ceiling.aggregate());
        measured::mark(&mut chart, self.subject.record, self.rows.iter());
        if let Some(range) = self.estimate.range {
            chart.mark_range(range.times(self.setup.batch).values());
        }
        chart.end_of_memory(self.capacity.most);
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

    /// Writes the bytes of a step; `each` is the cache that one request reads.
    fn bytes(&self, writer: &mut ReportWriter<'_>, each: f64) {
        let (setup, batch) = (self.setup, Arg::Plain(self.setup.batch, 0));
        let mut words = words!("once for all requests");
        let same = [self.sizes.giga(setup.weights.streamed_bytes(1.0))];
        if let Some((total, active, experts)) = self.touched() {
            let (total, active) = (Arg::Count(total), Arg::Count(active));
            let formula = words!("{} × (1 − (1 − {} ÷ {})^{}), routing by chance", total, active, total, batch);
            let quantity = writer.quantity(words!("{}", Arg::Plain(experts, 1))).number("experts touched");
            quantity.step("Experts read in a layer", formula);
            words = words!("once for all; {} at best, where all pick the same experts", ..same);
        } else {
            writer.number("experts touched", f64::NAN);
        }
        let weights = words!("{}", self.sizes.giga(setup.weights.streamed_bytes(setup.batch)));
        writer.quantity(weights).number("weight bytes per step").step("Weights", words);
        writer.number("cache bytes per step", setup.batch * each);
        let each = each + kv::state_traffic(setup.model);
        let cache = words!("{}", self.sizes.giga(each * setup.batch));
        writer.quantity(cache).step("Cache and state", words!("{} × {}", batch, self.sizes.giga(each)));
    }

    fn times(&self, writer: &mut ReportWriter<'_>) {
        let (setup, ceiling) = (self.setup, &self.estimate.ceiling);
        let (batch, active) = (Arg::Plain(setup.batch, 0), Arg::Billions(setup.weights.active_parameters()));
        let milliseconds = |seconds: f64| Arg::Speed(seconds * 1e3);
        let rate = setup.device.peak_operations(setup.weights.bits_per_weight());
        if let (Some(seconds), Some(rate)) = (ceiling.arithmetic, rate) {
            let rate = Arg::Speed(rate * count(setup.devices.at_once()) / TERA);
            let formula = words!("2 × {} × {} ÷ {} T operations/s", batch, active, rate);
            writer.quantity(words!("{}\u{a0}ms", milliseconds(seconds))).step("Arithmetic", formula);
        } else {
            let formula = words!("2 × {} × {}; no rate is published", batch, active);
            writer.optional(None).step("Arithmetic", formula);
        }
        let parts = [ceiling.cache, ceiling.weights, ceiling.arithmetic.unwrap_or(0.0)].map(milliseconds);
        let formula = words!("{}\u{a0}ms cache + the longer of {}\u{a0}ms weights and {}\u{a0}ms arithmetic", ..parts);
        let best = milliseconds(ceiling.seconds);
        writer.quantity(words!("{}\u{a0}ms", best)).ink(Ink::Ceiling).step("Step at best", formula);
        let quantity = writer.quantity(words!(RATE, Arg::Speed(ceiling.aggregate()))).ink(Ink::Ceiling);
        quantity.step("Ceiling together", words!("{} ÷ {}\u{a0}ms", batch, best));
        if let Some(range) = self.estimate.range {
            let aggregate = range.times(setup.batch);
            let formula = words!("{} × {} for each", batch, Arg::Speed(range.typical));
            let quantity = writer.quantity(words!(RATE, Arg::Speed(aggregate.typical))).ink(Ink::Range);
            quantity.step("Typical together", formula);
            let quantity = writer.quantity(words!(RATE, Arg::Range(aggregate.low, aggregate.high))).ink(Ink::Range);
            quantity.step("Realistic together", words!("{}", Arg::Text(&self.estimate.reason)));
        }
    }

    fn limits(&self, writer: &mut ReportWriter<'_>, each: f64) {
        let setup = self.setup;
        writer.number("compute-bound from", or_nan(self.crossover));
        if let Some(batch) = self.crossover {
            let formula = words!("the smallest batch whose arithmetic takes as long as its weights");
            writer.quantity(words!("{}", Arg::Plain(batch, 0))).step("Compute-bound from", formula);
        }
        let limit = cache_limit(setup);
        if let Some(limit) = limit {
            let bandwidth = self.sizes.giga(setup.device.bandwidth * count(setup.devices.at_once()));
            let formula = words!("{}/s ÷ {} for each token, however many requests", bandwidth, self.sizes.giga(each));
            writer.quantity(words!(RATE, Arg::Speed(limit))).ink(Ink::Ceiling).step("Limit of the cache", formula);
        }
        writer.number("largest batch", or_nan(self.capacity.most));
        writer.number("cache limit", or_nan(limit));
        if let (Some(most), Some(fit)) = (self.capacity.most, &self.fit) {
            let values =
                [fit.usable, fit.weights, fit.overhead, fit.cache / setup.batch].map(|bytes| self.sizes.giga(bytes));
            let formula = words!("({} usable − {} weights − {} buffers, estimated) ÷ {}", ..values);
            writer.quantity(words!("{}", Arg::Plain(most, 0))).step("Largest batch that fits", formula);
        }
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let batches = rows::doublings((1.0, self.end()), self.setup.batch);
        let caption =
            "Tokens per second under the conditions above. Each: one request, typical. Together: all requests.";
        writer.table(("batches", "Batch by batch"), caption, "batches", batches, |row, batch| {
            let (ceiling, found) = self.subject.profile.speed(&Setup { batch, ..*self.setup });
            row.highlight(rows::same(batch, self.setup.batch));
            row.number("Requests", "", words!("{}", Arg::Plain(batch, 0)));
            row.optional(Ink::Range, "Each", "typical", found.map(|(range, _)| Arg::Speed(range.typical)));
            let aggregate = found.map(|(range, _)| Arg::Range(range.low * batch, range.high * batch));
            row.optional(Ink::Range, "Together", "realistic", aggregate);
            row.inked(Ink::Ceiling, "Together", "ceiling", words!("{}", Arg::Speed(ceiling.aggregate())));
            let fits = self.capacity.most.map_or(NONE, |_| if self.capacity.holds(batch) { "yes" } else { "no" });
            row.number("Fits", "", words!("{}", Arg::Text(fits)));
        });
    }
}

const RATE: &str = "{}\u{a0}tok/s";
