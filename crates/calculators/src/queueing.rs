//! Latency under load: percentiles of waiting and of the whole response, for a request rate and a number of slots.
//!
//! 1. The estimator's `queueing` gives the probability of waiting and the percentiles, by Erlang's C formula.
//! 2. If requests arrive at least as fast as they are served, the answer is how fast the queue grows.
//! 3. The chart shows the response time against the rate of requests, up to full slots; the tables show other loads and
//!    other numbers of slots.
//!
//! The reader enters the mean service time of a request while the other slots are busy.

use super::prelude::*;
use rooflight_estimator::queueing::Queue;

/// The declaration of the calculator at `/calculators/queueing/`.
pub const SPEC: Spec = Spec {
    kind: "queueing",
    title: "Latency under load",
    about: "How long requests wait and take at p50, p95 and p99, as a server fills up.",
    inputs: &[RATE, SERVICE, SLOTS, LIMIT],
    records: &[],
    group: (Group::Serving, 2),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const RATE: Input = Input::real(("rr", "request_rate"), "Requests", "3", RATES, (0.001, 10_000.0));
const SERVICE: Input = Input::real(("sv", "service"), "Time of a request", "8", SECONDS, (0.001, 36_000.0));
const SLOTS: Input = Input::whole(("sl", "slots"), "Slots", "32", PLAIN, (1.0, MAX_SLOTS));
const LIMIT: Input = Input::real(("wl", "wait_limit"), "Wait at p95, at most", "1", SECONDS, (0.0, 36_000.0)).folded();
const RATES: &[(&str, f64)] =
    &[("per second", 1.0), ("/s", 1.0), ("per minute", 1.0 / 60.0), ("per hour", 1.0 / 3600.0)];

/// Most slots.
const MAX_SLOTS: f64 = 4096.0;

/// The percentiles, as shares.
const SHARES: [f64; 3] = [0.5, 0.95, 0.99];
/// The response at each percentile: name of the step, and of the bare number.
const RESPONSES: [(&str, &str); 3] =
    [("Response at p50", "response p50"), ("Response at p95", "response p95"), ("Response at p99", "response p99")];

const SOURCES: &[Source] = &[
    ("M/M/c queue: Erlang C and the waiting time", "https://en.wikipedia.org/wiki/M/M/c_queue"),
    ("one slot: MM1 Queueing Quick Notes", "https://ikeriri.ne.jp/mm1/en/index.html"),
];

const ASSUMED: &[&str] = &[
    "Requests come one by one at random (a Poisson process) at a steady mean rate. Bursts and daily peaks wait longer.",
    "Times of service vary at random around their mean (exponentially). More even times wait less; a few very long ones make all wait longer.",
    "Each request takes one slot to itself and no slot makes another slower. With continuous batching the time of a request grows with \
     the slots that are busy: enter the time at this load.",
    "Whoever finds no free slot waits in one line, first come, first served; nobody gives up and nobody tries again.",
    "The load has been the same for long enough that the queue is in its steady state.",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    query.hint(&RATE, words!("per second"));
    query.hint(&SERVICE, words!("seconds, on average"));
    let rate = query.number(&RATE)?;
    let service = query.number(&SERVICE)?;
    let slots = slots(query.number(&SLOTS)?);
    let limit = query.number(&LIMIT)?;
    let queue = Queue { rate, service, slots };
    query.hint(&SLOTS, words!("served at once; {} per second", Arg::Speed(queue.max_rate())));
    let needed = queue.slots_for(SHARES[1], limit, max_slots());
    let answer = QueueingAnswer { queue, limit, needed };
    Ok(answer.write(report))
}

/// Converts a number of slots, which is whole and within its limits.
fn slots(value: f64) -> u32 {
    u32::try_from(whole(value)).unwrap_or(u32::MAX)
}

fn max_slots() -> u32 {
    slots(MAX_SLOTS)
}

/// Resolved inputs, from which every part of the answer is written.
struct QueueingAnswer {
    queue: Queue,
    /// The reader's limit on the wait at p95, seconds.
    limit: f64,
    /// The fewest slots that keep the limit; `None` if [`MAX_SLOTS`] are too few.
    needed: Option<u32>,
}

impl QueueingAnswer {
    /// Requests per second that arrive beyond what the slots serve.
    fn excess(&self) -> f64 {
        self.queue.rate - self.queue.max_rate()
    }

    /// Seconds of the response at each percentile; `None` without a steady state.
    fn responses(&self) -> Option<[f64; 3]> {
        self.queue.is_steady().then(|| SHARES.map(|share| self.queue.response(share)))
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let Queue { rate, service, slots } = self.queue;
        let conditions = [
            Arg::Speed(rate),
            Arg::Speed(service),
            Arg::Count(u64::from(slots)),
            Arg::Text(if slots > 1 { "slots" } else { "slot" }),
            Arg::Percent(self.queue.load()),
        ];
        let conditions = words!("{} requests per second, {}\u{a0}s each, {} {}; load {}", ..conditions);
        match self.responses() {
            Some([_, p95, p99]) => {
                let values = [Arg::Speed(p95), Arg::Speed(p99)];
                report.answer(words!("<b>{}\u{a0}s</b> at p95, <b>{}\u{a0}s</b> at p99", ..values), conditions);
            }
            None => report.answer(words!("The queue <b>grows without bound</b>"), conditions),
        }
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        let words = "Requests come at least as fast as all slots serve them. No steady state exists: waiting times grow as long as this lasts, \
                     and every percentile with them.";
        writer.report.end_figures(if self.queue.is_steady() { "" } else { words });
        writer.report.chart(self.chart());
        writer.steps("Step by step", "From the load to the percentiles", SOURCES);
        self.loads(&mut writer);
        self.counts(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let Queue { rate, service, slots } = self.queue;
        let (rate, slots, most) = (Arg::Speed(rate), Arg::Count(u64::from(slots)), Arg::Speed(self.queue.max_rate()));
        writer.quantity(words!("{}", Arg::Percent(self.queue.load()))).number("load");
        let quantity = writer.quantity(words!("{} per second", most)).number("served at most");
        quantity.step("Served at most", words!("{} ÷ {}\u{a0}s", slots, Arg::Speed(service)));
        let load = words!("{}", Arg::Percent(self.queue.load()));
        writer.quantity(load).step("Load", words!("{} ÷ {}", rate, most));
        if let Some(responses) = self.responses() {
            let used = Arg::Speed(self.queue.rate * service);
            let formula = words!("Erlang C of {} slots with {} in use on average", slots, used);
            let waiting = Arg::Percent(self.queue.waiting());
            let quantity = writer.quantity(words!("{}", waiting)).number("share that waits");
            quantity.figure("Requests that wait", "").step("Requests that wait", formula);
            let mean = words!("{}\u{a0}s", Arg::Speed(self.queue.mean_wait()));
            let quantity = writer.quantity(mean).number("mean wait");
            quantity.step("Mean wait", words!("{} ÷ ({} − {})", waiting, most, rate));
            let waits = SHARES.map(|share| Arg::Speed(self.queue.wait(share)));
            writer.quantity(words!("{}", waits[1])).number("wait p95").wide_figure("Wait", "at p95 (s)", "");
            writer.quantity(words!("{}", waits[2])).number("wait p99");
            for (at, (name, number)) in RESPONSES.into_iter().enumerate() {
                let quantity = writer.quantity(words!("{}\u{a0}s", Arg::Speed(responses[at]))).ink(Ink::Range);
                let formula = words!("wait and service together; the wait alone {}\u{a0}s", waits[at]);
                quantity.number(number).step(name, formula);
            }
        } else {
            for name in ["share that waits", "mean wait", "wait p95", "wait p99"] {
                writer.number(name, f64::NAN);
            }
            for (_, name) in RESPONSES {
                writer.number(name, f64::NAN);
            }
            let excess = Arg::Speed(self.excess());
            let note = "more come than are served";
            writer.quantity(words!("{}", excess)).wide_figure("The queue grows by", "per second", note);
            let quantity = writer.quantity(words!("{} per second", excess));
            quantity.sum("The queue grows by", words!("{} − {}", rate, most));
        }
        let limit = filled(words!("p95 waits {}\u{a0}s at most", Arg::Speed(self.limit)));
        if let Some(needed) = self.needed {
            let quantity = writer.quantity(words!("{}", Arg::Count(u64::from(needed)))).number("slots needed");
            quantity.figure("Slots for it", &limit);
        } else {
            writer.optional(None).number("slots needed").figure("Slots for it", "more than 4,096");
        }
    }

    fn loads(&self, writer: &mut ReportWriter<'_>) {
        let here = self.queue.load();
        let mut loads = Vec::from([0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99]);
        if self.queue.is_steady() && !loads.contains(&here) {
            let at = loads.iter().position(|load| *load > here).unwrap_or(loads.len());
            loads.insert(at, here);
        }
        let caption = "The same slots and time of a request";
        writer.table(("loads", "Over the load"), caption, "loads", loads, |row, load| {
            let queue = Queue { rate: load * self.queue.max_rate(), ..self.queue };
            row.highlight(rows::same(load, here));
            row.number("Load", "", words!("{}", Arg::Percent(load)));
            row.number("Requests", "per second", words!("{}", Arg::Speed(queue.rate)));
            row.number("Waits", "", words!("{}", Arg::Percent(queue.waiting())));
            row.number("Wait", "p95, s", words!("{}", Arg::Speed(queue.wait(SHARES[1]))));
            for (share, name) in SHARES.into_iter().zip(["p50", "p95", "p99"]) {
                row.inked(Ink::Range, name, "s", words!("{}", Arg::Speed(queue.response(share))));
            }
        });
    }

    fn counts(&self, writer: &mut ReportWriter<'_>) {
        let here = self.queue.slots;
        let mut counts: Vec<u32> = [here / 4, here / 2, here, here.saturating_mul(2), here.saturating_mul(4)].into();
        counts.retain(|slots| *slots >= 1 && *slots <= max_slots());
        if let Some(needed) = self.needed.filter(|needed| !counts.contains(needed)) {
            let at = counts.iter().position(|slots| *slots > needed).unwrap_or(counts.len());
            counts.insert(at, needed);
        }
        let head = ("counts", "With other slots");
        writer.table(head, "The same requests", "numbers of slots", counts, |row, slots| {
            let queue = Queue { slots, ..self.queue };
            let steady = |seconds: f64| queue.is_steady().then_some(Arg::Speed(seconds));
            row.highlight(slots == here);
            row.number("Slots", "", words!("{}", Arg::Count(u64::from(slots))));
            row.number("Load", "", words!("{}", Arg::Percent(queue.load())));
            row.optional(Ink::Range, "Wait", "p95, s", steady(queue.wait(SHARES[1])));
            row.optional(Ink::Range, "p95", "s", steady(queue.response(SHARES[1])));
        });
    }

    /// Draws the response against requests per second: flat, then steep as the slots fill up.
    fn chart(&self) -> Chart {
        let (here, most) = (self.queue.rate, self.queue.max_rate());
        let full = most * 0.995;
        let x = ((most / 8.0).min(here), if self.queue.is_steady() { full.max(here) } else { here * 1.25 });
        let mut chart = Chart {
            title: "Seconds of a response against requests per second, at p50, p95 and p99",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["", "p50, p95, p99", ""],
            x,
            x_label: "requests per second",
            y_label: "seconds of a response",
            here,
            ..Chart::default()
        };
        let at = |rate: f64| SHARES.map(|share| Queue { rate, ..self.queue }.response(share));
        let mut rates: Vec<f64> = scale::points((x.0, most * 0.5)).into_iter().filter(|_| x.0 < most * 0.5).collect();
        // The bend needs closely spaced points.
        for share in [0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995] {
            rates.push(most * share);
        }
        if self.queue.is_steady() && !rates.contains(&here) {
            let before = rates.iter().position(|rate| *rate > here).unwrap_or(rates.len());
            rates.insert(before, here);
        }
        for rate in rates.into_iter().filter(|rate| *rate >= x.0) {
            chart.range_point(rate, at(rate));
        }
        match self.responses() {
            Some([p50, p95, p99]) => {
                for (y, name) in [(p95, "p95"), (p99, "p99"), (p50, "p50")] {
                    let text = filled(words!("{} {}", Arg::Text(name), Arg::Speed(y)));
                    chart.marks.push(ValueLabel { ink: Ink::Range, y, text });
                }
            }
            None => {
                chart.void = Some(Void { from: most, lines: ["grows without bound", "from here"].map(String::from) });
            }
        }
        chart
    }

    fn status(&self) -> String {
        match self.responses() {
            Some([p50, p95, p99]) => {
                let values = [Arg::Speed(p50), Arg::Speed(p95), Arg::Speed(p99), Arg::Percent(self.queue.load())];
                filled(words!("{} seconds at p50, {} at p95, {} at p99; load {}.", ..values))
            }
            None => {
                filled(words!("The queue grows without bound, by {} requests per second.", Arg::Speed(self.excess())))
            }
        }
    }
}
