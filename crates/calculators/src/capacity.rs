//! Capacity: how many copies of a model keep up with requests, by Little's law.
//!
//! 1. For each batch that fits, the step and the prompts give the time of a cycle, at best and as expected.
//! 2. A copy settles at the smallest batch that keeps up; the requests in flight are arrivals times the time of a
//!    request.
//! 3. If the best batch does not keep up, the load is divided among copies.
//! 4. Another chart ([`serving_chart`]) shows the throughput of a device against the speed of each user, with published
//!    runs.
//!
//! A model that does not fit is refused; its muted figures are what the bandwidth would allow.
//!
//! It is no file: the batch that keeps up is searched for, and its second chart joins two quantities.

use super::alternatives::{self, RamOffer, RefusedCase};
use super::batch_capacity::BatchCapacity;
use super::measured;
use super::prelude::*;
use super::prompt::{OUTPUT, PROMPT, PromptReader};
use super::serving_chart;
use super::shortage::{self, Shortage};
use super::subject::Subject;
use rooflight_estimator::capacity::{Load, Plan, cycle, plan};
use rooflight_estimator::setup::Setup;

/// The declaration of the calculator at `/calculators/capacity/`.
pub const SPEC: Spec = Spec {
    kind: "capacity",
    title: "Capacity",
    about: "How many requests are in flight at a given rate, and how many copies of a model on a machine keep up with them.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, ARRIVALS, PROMPT_TOKENS, OUTPUT, UTILISATION, PICTURE],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::PROMPTS, record_schema::RUNS],
    group: (Group::Serving, 1),
    validation: Validation::MadeOf("several requests at once"),
    is_benchmarkable: false,
    evaluation: Evaluation::BuiltIn(evaluate),
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "how many users, concurrent users, users per gpu";

const ARRIVALS: Input = Input::real(
    ("r", "request_rate"),
    "Requests",
    "1",
    &[
        ("per second", 1.0),
        ("/s", 1.0),
        ("per minute", 1.0 / 60.0),
        ("/min", 1.0 / 60.0),
        ("per hour", 1.0 / 3600.0),
        ("/h", 1.0 / 3600.0),
    ],
    (0.0001, 10_000.0),
);
const PROMPT_TOKENS: Input = PROMPT.with_default("1024");
const UTILISATION: Input = Input::real(("u", "utilisation"), "Utilisation", "80", PERCENT, (1.0, 100.0)).folded();

/// The choice of the chart against the speed of each user.
const USERS: &str = "users";
const PICTURE: Input = Input::new(
    ("pic", "chart"),
    "Chart",
    "load",
    Choice::One(&[("load", "requests served, by batch"), (USERS, "a device against each user")]),
)
.folded();

const MEASURED: measured::Naming = measured::Naming {
    nothing: "No measured value: no published run of this model on this hardware is known here.",
    ..measured::DECODING
};

/// Largest batch that is tried.
const MAX_BATCH: u32 = 512;

const SOURCES: &[Source] = &[
    ("Little 1961, A proof for the queuing formula L = λW", "https://doi.org/10.1287/opre.9.3.383"),
    ("Yu et al. 2022, Orca (continuous batching)", "https://www.usenix.org/conference/osdi22/presentation/yu"),
    ("Pope et al. 2022, Efficiently scaling transformer inference", "https://arxiv.org/abs/2211.05102"),
];

const ASSUMED: &[&str] = &[
    "Requests arrive evenly enough for averages; bursts need the room that the utilisation leaves.",
    "Every request has the same prompt and answer. A new request joins the batch when another ends.",
    "Prompts are read one after another, and nothing is decoded meanwhile. No prefix is cached.",
    "Speeds are those with half of the answer written; memory holds prompt and answer of every request. At most 512 requests are batched.",
    "Each copy has one device of its own.",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let reader = PromptReader::read(query, &subject)?;
    let rate = query.number(&ARRIVALS)?;
    let tokens = query.number_to(&PROMPT_TOKENS, subject.longest() - 1.0)?;
    let output = query.number_to(&OUTPUT, subject.longest() - tokens)?;
    query.hint(&UTILISATION, words!("{} of what a copy could serve", Arg::Text("%")));
    let utilisation = query.number(&UTILISATION)? / 100.0;
    let load = Load { rate, output, utilisation };
    let full = subject.setup(tokens + output);
    let short = Shortage::of(&full, Sizes::Decimal);
    let batches = BatchCapacity::of(&full);
    let setup = subject.setup(tokens + output / 2.0);
    let cycles = Cycles::of(&subject, &reader, &setup, &load, tokens);
    let most = batches.most.filter(|batch| *batch >= 1.0).unwrap_or(f64::INFINITY);
    let (Some(best), real, worst) =
        (cycles.plan(0, &load, most), cycles.plan(1, &load, most), cycles.plan(2, &load, most))
    else {
        return Err(InputError { field: ARRIVALS.key, message: String::from("Nothing can serve these requests.") });
    };
    let by_users = query.one(&PICTURE)? == USERS;
    let answer = CapacityAnswer {
        by_users,
        subject: &subject,
        setup: &setup,
        reader: &reader,
        load,
        tokens,
        batches,
        short,
        cycles: &cycles,
        best,
        real: real.zip(worst),
    };
    let outcome = answer.write(report);
    let case = RefusedCase::new(&full, subject.profile, (subject.model, subject.format), Sizes::Decimal);
    // No split is calibrated for many requests.
    alternatives::write(report, query, SPEC.inputs, RefusedCase { ram: RamOffer::Nowhere, ..case });
    Ok(outcome)
}

/// Times of a cycle for every batch up to [`MAX_BATCH`]. Each array is in the order: at best, typical, slow end, fast
/// end.
struct Cycles {
    /// Seconds of a cycle, from a batch of one upwards; the last three are empty if measurements support no range.
    seconds: [Vec<f64>; 4],
    /// Seconds to read a prompt; all the lower bound if there is no range.
    prompts: [f64; 4],
}

impl Cycles {
    fn of(subject: &Subject<'_>, reader: &PromptReader, setup: &Setup<'_>, load: &Load, tokens: f64) -> Self {
        let (least, span) = reader.seconds(setup, tokens, 0.0);
        let prompts = match span {
            Some(span) => [least, span.typical, span.slow, span.fast],
            None => [least; 4],
        };
        let mut seconds: [Vec<f64>; 4] = Default::default();
        for batch in 1..=MAX_BATCH {
            let batch = f64::from(batch);
            let (ceiling, found) = subject.profile.speed(&Setup { batch, ..*setup });
            let mut steps = vec![ceiling.seconds];
            if let Some((range, _)) = found.filter(|_| span.is_some()) {
                steps.extend([range.typical, range.low, range.high].map(|speed| 1.0 / speed));
            }
            for ((list, step), prompt) in seconds.iter_mut().zip(steps).zip(prompts) {
                list.push(cycle(load, batch, step, prompt));
            }
        }
        Self { seconds, prompts }
    }

    /// Returns the plan of one kind of cycle, with at most `room` requests in a batch.
    fn plan(&self, kind: usize, load: &Load, room: f64) -> Option<Plan> {
        let all = self.seconds.get(kind)?;
        let mut end = 0;
        let mut batch = 1.0;
        while end < all.len() && batch <= room {
            end += 1;
            batch += 1.0;
        }
        plan(load, all.get(..end)?)
    }

    /// Returns the requests per second of a batch, whose position is `at`, at the load's utilisation.
    fn rate(&self, kind: usize, load: &Load, at: usize, batch: f64) -> Option<f64> {
        Some(load.utilisation * batch / self.seconds.get(kind)?.get(at)?)
    }
}

struct CapacityAnswer<'a> {
    /// True if the reader chose the chart against the speed of each user.
    by_users: bool,
    subject: &'a Subject<'a>,
    setup: &'a Setup<'a>,
    reader: &'a PromptReader,
    load: Load,
    tokens: f64,
    batches: BatchCapacity,
    short: Option<Shortage>,
    cycles: &'a Cycles,
    best: Plan,
    /// The plans at the typical speed and at the slow end.
    real: Option<(Plan, Plan)>,
}

impl CapacityAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        shortage::end_figures(writer.report, self.short);
        let in_batch = Setup { batch: self.plan().batch, ..*self.setup };
        let rows = self.by_users.then(|| measured::concurrent_rows(self.subject, &in_batch));
        writer.report.chart(match &rows {
            Some(rows) => serving_chart::chart(self.subject, &in_batch, &self.batches, rows, self.description()),
            None => self.chart(),
        });
        writer.steps("Step by step", "From arrivals to copies, by Little's law", SOURCES);
        let basis = sentence(&self.reader.profile.reason);
        writer.report.paragraph("note", words!("Time of a prompt: {}", Arg::Text(&basis)));
        self.table(&mut writer);
        if let Some(rows) = rows {
            measured::write_named(writer.report, self.subject.record, &rows, &MEASURED);
        } else {
            let nothing = "No measured value: no published run of a loaded service of this kind is known here.";
            measured::nothing(writer.report, nothing);
        }
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    /// Returns the typical plan, or the best-case plan if there is no range.
    fn plan(&self) -> &Plan {
        self.real.as_ref().map_or(&self.best, |(plan, _)| plan)
    }

    /// Returns the position in [`Cycles`] of the plan that is shown.
    fn kind(&self) -> usize {
        usize::from(self.real.is_some())
    }

    fn headline(&self, report: &mut Report) {
        let conditions = [
            Arg::Plain(self.load.rate, 4),
            Arg::Plain(self.tokens, 0),
            Arg::Plain(self.load.output, 0),
            Arg::Text(&self.setup.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Percent(self.load.utilisation),
            Arg::Text(&self.subject.profile.words),
        ];
        let conditions = words!(
            "Requests: {} a second, each with a prompt of {} and an answer of {} tokens; {}, {} in {}, {} used; {}",
            ..conditions
        );
        let plan = self.plan();
        let copies = if plan.replicas > 1.0 { "copies, each on its own device" } else { "copy" };
        let values = [Arg::Plain(plan.replicas, 0), Arg::Text(copies), Arg::Speed(plan.in_flight)];
        let each = if plan.replicas > 1.0 { " on each" } else { "" };
        if let Some(short) = self.short {
            short.headline(report, conditions);
        } else if self.real.is_some() {
            let values = [values[0], values[1], values[2], Arg::Text(each)];
            report.answer(words!("About <r>{}</r> {} with <r>{}</r> requests in flight{}", ..values), conditions);
        } else {
            let values = [values[0], values[1], values[2], Arg::Text(each)];
            report.answer(words!("At least <c>{}</c> {} with <c>{}</c> requests in flight{}", ..values), conditions);
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let (load, plan, best) = (&self.load, self.plan(), &self.best);
        let ink = if self.real.is_some() { Ink::Range } else { Ink::Ceiling };
        let quantity = writer.quantity(words!("{}", Arg::Plain(best.replicas, 0))).ink(Ink::Ceiling);
        quantity.number("replicas at best").wide_figure("At least", "copies", "");
        let replicas = |plan: &Plan| Arg::Plain(plan.replicas, 0);
        if let Some((typical, worst)) = &self.real {
            let value = [replicas(typical), replicas(worst)];
            let several = typical.replicas < worst.replicas;
            let value = if several { words!("{}–{}", ..value) } else { words!("{}", value[0]) };
            let quantity = writer.quantity(value).ink(Ink::Range).number("replicas");
            quantity.wide_figure("Realistic", "typical to slow end", "");
            writer.number("replicas at worst", worst.replicas);
        } else {
            let (decoding, prompts) = (&self.subject.profile, &self.reader.profile);
            let reason = if decoding.supported { &prompts.reason } else { &decoding.reason };
            let quantity = writer.optional(None).ink(Ink::Range).number("replicas").number("replicas at worst");
            quantity.wide_figure("Realistic", "copies", reason);
        }
        let tokens = words!("{}\u{a0}tok/s", Arg::Speed(load.rate * load.output));
        let (rate, output) = (Arg::Plain(load.rate, 4), Arg::Plain(load.output, 0));
        writer.quantity(tokens).step("Tokens to write", words!("{} × {} a second", rate, output));
        let (formula, largest) = match self.batches.most {
            Some(batch) => {
                (words!("memory less weights and buffers, over prompt and answer of a request"), Arg::Plain(batch, 0))
            }
            None => (words!("the memory is not known"), Arg::Text(NONE)),
        };
        writer.quantity(words!("{}", largest)).step("Largest batch that fits", formula);
        let prompt = Arg::Speed(self.cycles.prompts[self.kind()]);
        let formula = if self.real.is_some() {
            words!("typical for this device and engine")
        } else {
            words!("arithmetic or streaming at best")
        };
        writer.quantity(words!(SECONDS, prompt)).ink(ink).step("One prompt", formula);
        let formula = words!("the best of all batches that fit, × {}", Arg::Plain(load.utilisation, 2));
        let most = Arg::Speed(plan.most);
        writer.quantity(words!(PER_SECOND, most)).ink(ink).step("One copy serves at most", formula);
        let (copies, batch) = (replicas(plan), Arg::Plain(plan.batch, 0));
        let formula = words!("{} ÷ {}, rounded up", rate, most);
        writer.quantity(words!("{}", copies)).ink(ink).step("Copies", formula);
        let formula = words!("the smallest batch that serves its share");
        writer.quantity(words!("{}", batch)).ink(ink).number("batch").step("Batch of each", formula);
        let decode = (plan.seconds - plan.batch * self.cycles.prompts[self.kind()]) / load.output;
        let (seconds, values) = (Arg::Speed(plan.seconds), [output, Arg::Speed(decode * 1e3), batch, prompt]);
        writer.quantity(words!(SECONDS, seconds)).wide_figure("Each request", "takes", "");
        let formula = words!("{} × {}\u{a0}ms a step + {} × {}\u{a0}s of prompts", ..values);
        writer.quantity(words!(SECONDS, seconds)).ink(ink).step("Time of a request", formula);
        let quantity = writer.quantity(words!("{}", Arg::Speed(plan.in_flight))).ink(ink).number("in flight");
        quantity.step("In flight on each", words!("{} ÷ {} × {}\u{a0}s", rate, copies, seconds));
        for (name, number) in [
            ("seconds per request", plan.seconds),
            ("most requests per second", plan.most),
            ("tokens per second", load.rate * load.output),
            ("prompt seconds", prompt.number()),
            ("largest batch", or_nan(self.batches.most)),
            ("batch at best", best.batch),
            ("most requests per second at best", best.most),
            ("seconds per request at best", best.seconds),
            ("in flight at best", best.in_flight),
        ] {
            writer.number(name, number);
        }
    }

    fn status(&self) -> String {
        if let Some(short) = self.short {
            return short.status();
        }
        let plan = self.plan();
        let values = [Arg::Plain(plan.replicas, 0), Arg::Speed(plan.in_flight), Arg::Speed(plan.seconds)];
        filled(if self.real.is_some() {
            words!("Copies needed: about {}; {} requests in flight on each, {} seconds a request.", ..values)
        } else {
            words!("Copies needed: at least {}; {} requests in flight on each, {} seconds a request.", ..values)
        })
    }

    fn description(&self) -> String {
        filled(words!("{} The tables have the numbers.", Arg::Text(&self.status())))
    }

    /// Returns the right end of the axis: 64, or the next power of two above the plan's batch.
    fn end(&self) -> f64 {
        scale::doubled(64.0, self.plan().batch)
    }

    fn chart(&self) -> Chart {
        let plan = self.plan();
        let x = (1.0, self.end());
        let mut chart = Chart {
            title: "Requests that one copy serves against the requests that it has room for",
            desc: self.description(),
            x,
            x_label: "requests in a batch".into(),
            y_label: "requests per minute served by one copy".into(),
            here: plan.batch,
            ..Chart::default()
        };
        let mut batch = 0.0;
        for at in 0..MAX_BATCH as usize {
            batch += 1.0;
            if batch > x.1 {
                break;
            }
            let rate = |kind| self.cycles.rate(kind, &self.load, at, batch).map(|rate| rate * 60.0);
            // Every batch up to 16, every fourth beyond.
            if batch > 16.0 && at % 4 != 3 || !self.batches.draws(batch) {
                continue;
            }
            chart.ceiling.extend(rate(0).map(|rate| (batch, rate)));
            if let (Some(typical), Some(slow), Some(fast)) = (rate(1), rate(2), rate(3)) {
                chart.range_point(batch, [slow, typical, fast]);
            }
        }
        let served = self.load.utilisation * plan.batch / plan.seconds * 60.0;
        let ink = if self.real.is_some() { Ink::Range } else { Ink::Ceiling };
        chart.mark(ink, served);
        chart.end_of_memory(self.batches.most);
        chart
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let caption = "Requests per minute that one copy serves at this utilisation, and seconds of a request";
        writer.table(("batches", "Batch by batch"), caption, "batches", 0..10, |row, power| {
            let (at, batch) = ((1_usize << power) - 1, f64::from(1_u32 << power));
            let rate = |kind| self.cycles.rate(kind, &self.load, at, batch).map(|rate| rate * 60.0);
            row.number("Batch", "", words!("{}", Arg::Plain(batch, 0)));
            row.inked(Ink::Ceiling, "At best", "per minute", words!("{}", Arg::Speed(or_nan(rate(0)))));
            let seconds = self.cycles.seconds.get(1).and_then(|list| list.get(at));
            let realistic = rate(2).zip(rate(3)).zip(seconds);
            let range = realistic.map(|((slow, fast), _)| Arg::Range(slow, fast));
            row.optional(Ink::Range, "Realistic", "per minute", range);
            row.optional(Ink::Range, "Request", "s, typical", realistic.map(|(_, seconds)| Arg::Speed(*seconds)));
            let fits = self.batches.most.map_or(NONE, |_| if self.batches.holds(batch) { "yes" } else { "no" });
            row.number("Fits", "", words!("{}", Arg::Text(fits)));
        });
    }
}

const SECONDS: &str = "{}\u{a0}s";
const PER_SECOND: &str = "{} per second";
