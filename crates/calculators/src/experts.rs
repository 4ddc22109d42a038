//! Mixture of experts: how many experts a step reads when several tokens are in flight, and what that does to its
//! bytes.
//!
//! 1. The estimator's `experts` gives the distinct experts that a batch touches under random routing; the weights give
//!    their bytes, and the bytes that every step reads.
//! 2. Those bytes over the device's bandwidth give the ceiling of the batch, the device's profile the range.
//! 3. The chart shows the bytes of a step against the batch size; the tables show each step, and each batch size.
//!
//! For a dense model the answer says that it has no experts, and still shows its bytes.

use super::prelude::*;
use rooflight_calibration::Estimate;
use rooflight_calibration::profile::Profile;
use rooflight_estimator::decode::{self, Range};
use rooflight_estimator::experts::touched;
use rooflight_estimator::setup::Setup;
use rooflight_estimator::weights::{Traffic, Weights};
use rooflight_primitives::units::{GB, count};
use rooflight_records::{FormatRecord, ModelRecord};

/// The declaration of the calculator at `/calculators/experts/`.
pub const SPEC: Spec = Spec {
    kind: "experts",
    title: "Mixture of experts",
    about: "How many experts a step reads when several requests are decoded together, and how many bytes that is.",
    inputs: &[MIXTURE, QUANTIZATION, HARDWARE, ENGINE, BATCH, DEPTH, EXPERTS, ACTIVE, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Bounds, 1),
    validation: Validation::MadeOf("decode speed"),
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const MIXTURE: Input = MODEL.with_default("qwen3-30b-a3b");
const BATCH: Input = REQUESTS.with_default("8");
const DEPTH: Input = CONTEXT.folded();
const EXPERTS: Input = Input::whole(("e", "experts"), "Override experts", "", PLAIN, (1.0, 65_536.0)).folded();
const ACTIVE: Input =
    Input::whole(("k", "active_experts"), "Override active experts", "", PLAIN, (1.0, 65_536.0)).folded();

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let model = query.model(&MIXTURE)?;
    let format = query.format(&QUANTIZATION, model)?;
    let record = query.device(&HARDWARE)?;
    let batch = query.number(&BATCH)?;
    let context = query.number_to(&DEPTH, model.longest_context())?;
    let weights = with_own_experts(query, model, format)?;
    let setup = Setup { batch, ..Setup::single(&model.shape, &weights, &record.device, context) };
    let (_, profile) = query.engine(record, format)?;
    let estimate = profile.estimate(&setup);
    let answer = ExpertsAnswer {
        model,
        format,
        setup: &setup,
        profile,
        estimate: &estimate,
        ceiling: decode::ceiling(&setup).aggregate(),
        sizes: query.sizes()?,
        changed: weights.experts() != format.weights.experts(),
    };
    query.hint(
        &MIXTURE,
        words!(
            "{} parameters, {} active",
            Arg::Billions(format.weights.parameters()),
            Arg::Billions(format.weights.active_parameters())
        ),
    );
    query.hint(&HARDWARE, words!("{}\u{a0}GB/s", Arg::Plain(record.device.bandwidth / GB, 1)));
    Ok(answer.write(report))
}

/// Returns the weights with the reader's numbers of experts, where given, in place of the model's.
fn with_own_experts(query: &mut Query<'_>, model: &ModelRecord, format: &FormatRecord) -> Result<Weights, InputError> {
    let weights = &format.weights;
    if let Some((total, active)) = weights.experts() {
        query.hint(&EXPERTS, words!("of {}", Arg::Count(total)));
        query.hint(&ACTIVE, words!("of {}", Arg::Count(active)));
    }
    let (total, active) = (query.maybe(&EXPERTS)?.map(whole), query.maybe(&ACTIVE)?.map(whole));
    let Some(experts) = weights.experts() else {
        if total.is_some() || active.is_some() {
            let message = filled(words!("{} has no experts that others could replace.", Arg::Text(&model.name)));
            let field = if total.is_some() { EXPERTS.key } else { ACTIVE.key };
            return Err(InputError { field, message });
        }
        return Ok(weights.clone());
    };
    let (total, active) = (total.unwrap_or(experts.0), active.unwrap_or(experts.1));
    if active > total {
        let message = filled(words!("No more than all {} experts can be active.", Arg::Count(total)));
        return Err(InputError { field: ACTIVE.key, message });
    }
    Ok(Weights::from_lines(weights.lines().to_vec(), Some((total, active)), weights.scale()))
}

/// Resolved inputs, from which every part of the answer is written.
struct ExpertsAnswer<'a> {
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    setup: &'a Setup<'a>,
    profile: &'a Profile,
    estimate: &'a Estimate,
    /// Tokens per second of all requests together under random routing.
    ceiling: f64,
    /// True if the reader changed the numbers of experts.
    changed: bool,
    sizes: Sizes,
}

const ASSUMED: &[&str] = &[
    "Each token picks its experts by chance, each expert as likely as any other, and independently of other tokens.",
    "Real routing is skewed: tokens share experts more often, and a step reads fewer. If all picked the same, a batch would read no more \
     than one token.",
    "All layers with experts have the same number of them.",
    "One device; the ceiling from the specified bandwidth and arithmetic, whether the model fits into its memory or not.",
];

const SOURCES: &[Source] = &[
    ("Pope et al. 2022, weights of a step", "https://arxiv.org/abs/2211.05102"),
    ("mixtures of experts, Shazeer et al. 2017", "https://arxiv.org/abs/1701.06538"),
    ("bytes over bandwidth, Williams et al. 2009", "https://doi.org/10.1145/1498765.1498785"),
];

impl ExpertsAnswer<'_> {
    fn experts(&self) -> Option<(u64, u64)> {
        self.setup.weights.experts()
    }

    fn total(&self) -> f64 {
        self.experts().map_or(f64::NAN, |(total, _)| count(total))
    }

    /// Distinct experts of a layer that a batch touches; NaN for a dense model.
    fn touched(&self, batch: f64) -> f64 {
        self.experts().map_or(f64::NAN, |(total, active)| touched(total, active, batch))
    }

    /// Bytes of all routed experts.
    fn routed(&self) -> f64 {
        let lines = self.setup.weights.lines().iter();
        lines.filter(|line| line.traffic == Traffic::Routed).fold(0.0, |sum, line| sum + line.bytes)
    }

    /// Bytes that every step reads, whatever the batch.
    fn always(&self) -> f64 {
        let lines = self.setup.weights.lines().iter();
        lines.filter(|line| line.traffic == Traffic::Streamed).fold(0.0, |sum, line| sum + line.bytes)
    }

    /// Bytes of weights that one step of a batch reads.
    fn step(&self, batch: f64) -> f64 {
        self.setup.weights.streamed_bytes(batch)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        let caption = filled(words!("What a step reads of the weights, in {}, and what follows", self.sizes.words()));
        writer.open_steps("bytes", "Step by step", &caption);
        steps::close(writer.report, SOURCES);
        self.batches(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn headline(&self, report: &mut Report) {
        let batch = self.setup.batch;
        let conditions = [
            Arg::Text(&self.model.name),
            Arg::Text(&self.format.name),
            Arg::Text(&self.setup.device.name),
            Arg::Plain(batch, 0),
            Arg::Text(if batch > 1.0 { "requests" } else { "request" }),
            Arg::Plain(self.setup.depth, 0),
            Arg::Text(if self.changed { ", with your own number of experts" } else { "" }),
            Arg::Text(&self.profile.words),
        ];
        let conditions = words!("{} in {} on {}, {} {} of {} tokens{}; {}", ..conditions);
        let bytes = self.sizes.giga(self.step(batch));
        if let Some((total, _)) = self.experts() {
            let values = [Arg::Plain(self.touched(batch), 1), Arg::Count(total), bytes];
            report.answer(
                words!("A step touches <b>{}</b> of {} experts in each layer and reads <b>{}</b> of weights", ..values),
                conditions,
            );
        } else {
            let values = [Arg::Text(&self.model.name), bytes];
            report.answer(
                words!("{} has no experts: every step reads all its <b>{}</b> of weights", ..values),
                conditions,
            );
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let batch = self.setup.batch;
        let (step, touched, requests) = (self.sizes.giga(self.step(batch)), self.touched(batch), Arg::Plain(batch, 0));
        if let Some((total, active)) = self.experts() {
            let (total, active) = (Arg::Count(total), Arg::Count(active));
            let value = words!("{} of {}", Arg::Plain(touched, 1), total);
            writer.quantity(value).number("experts touched").wide_figure("Experts", "in a layer", "");
            let formula = words!("{} × (1 − (1 − {} ÷ {})^{})", total, active, total, requests);
            writer.quantity(words!("{}", Arg::Fixed(touched, 2))).step("Distinct experts", formula);
            let formula = words!("{} × {} ÷ {}", self.sizes.giga(self.routed()), Arg::Fixed(touched, 2), total);
            let read = words!("{}", self.sizes.giga(self.step(batch) - self.always()));
            writer.quantity(read).step("Routed experts", formula);
        } else {
            writer.optional(None).number("experts touched").figure("Experts", "a dense model");
        }
        writer.number("experts", self.total());
        let always = words!("{}", self.sizes.giga(self.always()));
        writer.quantity(always).step("Always read", words!("attention, shared experts, head"));
        let each = filled(words!("{} a token", self.sizes.giga(self.step(batch) / batch)));
        let lines = if self.experts().is_some() { words!("routed and always read") } else { words!("nothing else") };
        let quantity = writer.quantity(words!("{}", step)).number("bytes per step");
        quantity.wide_figure("A step", "reads", &each).sum("A step", lines);
        let quantity = writer.quantity(words!("{}", self.sizes.giga(self.step(batch) / batch)));
        quantity.number("bytes per token").step("A token", words!("{} ÷ {}", step, requests));
        writer.number("bytes always read", self.always());
        writer.number("bytes of all experts", self.routed());
        let range = self.estimate.range.map(|range| range.times(batch));
        let note = match range {
            Some(range) => filled(words!("tokens per second in all; likely {}", Arg::Range(range.low, range.high))),
            None => String::from("tokens per second in all"),
        };
        let ceiling = Arg::Speed(self.ceiling);
        let quantity = writer.quantity(words!("{}", ceiling)).ink(Ink::Ceiling).number("ceiling");
        quantity.figure("Ceiling", &note);
        let milliseconds = Arg::Speed(batch / self.ceiling * 1e3);
        let formula = words!("{} ÷ {}\u{a0}ms for these weights and the caches", requests, milliseconds);
        writer.quantity(words!(RATE, ceiling)).ink(Ink::Ceiling).step("Ceiling, all requests", formula);
        let quantity = writer.quantity(words!(RATE, Arg::Speed(self.estimate.ceiling.aggregate())));
        let quantity = quantity.ink(Ink::Ceiling).number("ceiling if routed alike");
        if self.experts().is_some() {
            quantity.step("Ceiling, routed alike", words!("the same, if every token picked the same experts"));
        }
        writer.range(["low", "typical", "high"], range.map(Range::values));
        let range = range.map(|range| Arg::Range(range.low, range.high));
        writer.realistic_step(RATE, range, &self.estimate.reason);
    }

    fn status(&self) -> String {
        let batch = self.setup.batch;
        let (bytes, ceiling) = (self.sizes.giga(self.step(batch)), Arg::Speed(self.ceiling));
        match self.experts() {
            Some((total, _)) => filled(words!(
                "A step touches {} of {} experts and reads {}; ceiling {} tokens per second in all.",
                Arg::Plain(self.touched(batch), 1),
                Arg::Count(total),
                bytes,
                ceiling
            )),
            None => {
                filled(words!("No experts: every step reads {}; ceiling {} tokens per second in all.", bytes, ceiling))
            }
        }
    }

    /// The ends of the axis of batch sizes.
    fn axis(&self) -> (f64, f64) {
        (1.0, scale::doubled(256.0, self.setup.batch))
    }

    fn chart(&self) -> Chart {
        let here = self.setup.batch;
        let (x, step) = (self.axis(), self.step(here) / self.sizes.unit());
        let mut chart = Chart {
            title: "Bytes of weights that a step reads against the requests decoded together",
            desc: filled(words!(
                "At {} requests a step reads {}. The tables have the numbers.",
                Arg::Plain(here, 0),
                self.sizes.giga(self.step(here))
            )),
            names: ["All experts", "Read by a step", ""],
            x,
            x_label: "requests together",
            y_label: self.sizes.name(),
            // Tokens are whole, so the curve is sampled at integers.
            typical: scale::points(x)
                .into_iter()
                .map(libm::round)
                .map(|batch| (batch, self.step(batch) / self.sizes.unit()))
                .collect(),
            here,
            marks: vec![ValueLabel { ink: Ink::Plain, y: step, text: number::speed(step) }],
            ..Chart::default()
        };
        chart.typical.dedup();
        if self.experts().is_some() {
            let all = (self.always() + self.routed()) / self.sizes.unit();
            chart.ceiling = vec![(x.0, all), (x.1, all)];
            chart.marks.insert(0, ValueLabel { ink: Ink::Ceiling, y: all, text: number::speed(all) });
        }
        chart
    }

    fn batches(&self, writer: &mut ReportWriter<'_>) {
        let caption = filled(words!("The numbers of the chart, in {} of weights", self.sizes.words()));
        let (head, batches) = (("batches", "Over the batch"), rows::doublings(self.axis(), self.setup.batch));
        writer.table(head, &caption, "batches", batches, |row, batch| {
            let (touched, step) = (self.touched(batch), self.step(batch) / self.sizes.unit());
            row.highlight(rows::same(batch, self.setup.batch));
            row.number("Requests", "", words!("{}", Arg::Plain(batch, 0)));
            row.number("Experts", "of a layer", words!("{}", Arg::Fixed(touched, 1)));
            row.number("Share", "of all", or_dash(touched > 0.0, &[Arg::Percent(touched / self.total())]));
            row.number("A step", self.sizes.name(), words!("{}", Arg::Speed(step)));
            row.number("A token", self.sizes.name(), words!("{}", Arg::Speed(step / batch)));
        });
    }
}

const RATE: &str = "{}\u{a0}tok/s";
