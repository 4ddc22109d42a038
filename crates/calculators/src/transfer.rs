//! Cache transfer: whether fetching the KV cache of a prompt over a link is faster than reading the prompt again.
//!
//! 1. `kv` gives the bytes of the cache, `transfer` their time over the link, the calibration of prompts the time of reading.
//! 2. The break-even length is the shortest prompt from which on fetching is no slower than reading.
//! 3. The chart runs both times over the length; the tables show other lengths and other links.
//!
//! Both are those of one request alone; a link and a device that others use are slower.

use super::prelude::*;
use super::prompt::{PROMPT, Reader};
use super::subject::Subject;
use rooflight_calibration::prompt::Span;
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::transfer::{Link, break_even};
use rooflight_primitives::units::GB;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "transfer",
    title: "Cache transfer",
    about: "Whether a KV cache is fetched over a link faster than its prompt is read again.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, LENGTH, LINK, CACHE, SETUP],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::PROMPTS],
    group: (Group::Bounds, 3),
    validation: Validation::MadeOf("prompts"),
    is_benchmarkable: false,
    evaluate,
};

const LENGTH: Input = PROMPT.or("8192");
const LINK: Input = Input::real(("ln", "link"), "Link", "50", LINKS, (0.001, 10_000.0));
const SETUP: Input = Input::real(("ls", "link_setup"), "Setup", "1", MILLISECONDS, (0.0, 60_000.0)).folded();
const LINKS: &[(&str, f64)] = &[("GB/s", 1.0), ("Gbit/s", 0.125), ("TB/s", 1e3), ("MB/s", 1e-3)];

/// Links with their bandwidth in one direction, GB a second.
const KNOWN: [(&str, f64); 8] = [
    ("NVLink 5", 900.0),
    ("NVLink 4", 450.0),
    ("PCIe 5.0 x16", 63.0),
    ("400 Gbit/s network", 50.0),
    ("PCIe 4.0 x16", 31.0),
    ("100 Gbit/s network", 12.5),
    ("10 Gbit/s network", 1.25),
    ("1 Gbit/s network", 0.125),
];

const SOURCES: &[Source] = &[
    ("scaling book, inference: caches sent between machines", "https://jax-ml.github.io/scaling-book/inference/"),
    (
        "bandwidth of PCIe and NVLink, one direction",
        "https://github.com/stas00/ml-engineering/blob/master/network/README.md",
    ),
    ("Pope et al. 2022, the cache's size", "https://arxiv.org/abs/2211.05102"),
];

const ASSUMED: &[&str] = &[
    "The link carries this one cache at its full bandwidth. Measured rates are lower, and a disk may be slower than the bus that it hangs on.",
    "The whole cache is fetched before the answer goes on. Sending layer by layer while the prompt is read hides part of it.",
    "Reading is that of one request alone with nothing cached before it. On a busy server it takes longer, and fetching saves more.",
    "Without a realistic range for prompts, the least time of reading is compared, which makes fetching look worse than it is.",
];

const LENGTHS: &[Column] = &[
    ("Prompt", "tokens", Kind::Number),
    ("Cache", "", Kind::Number),
    ("Fetched", "s", Kind::Number),
    ("Read", "s, fastest", Kind::Number),
    ("Read", "s, realistic", Kind::Number),
];

const BY_LINK: &[Column] = &[
    ("Link", "", Kind::Words),
    ("Bandwidth", "GB/s", Kind::Number),
    ("Fetched", "s", Kind::Number),
    ("Break-even", "tokens", Kind::Number),
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let reader = Reader::read(query, &subject)?;
    let tokens = query.number_to(&LENGTH, subject.longest())?;
    let bandwidth = query.number(&LINK)? * GB;
    let kind = cache_type(query.one(&CACHE)?);
    let setup = query.number(&SETUP)? / 1e3;
    query.hint(&CACHE, words!("{} bytes each", Arg::Plain(kind.bytes(), 4)));
    let answer = TransferAnswer { subject: &subject, reader: &reader, tokens, link: Link { bandwidth, setup }, kind };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// Everything that the answer is made from.
struct TransferAnswer<'a> {
    subject: &'a Subject<'a>,
    reader: &'a Reader<'a>,
    /// Tokens of the prompt.
    tokens: f64,
    link: Link,
    kind: KvType,
}

impl TransferAnswer<'_> {
    /// Bytes of the cache after so many tokens, the state of recurrent layers included.
    fn bytes(&self, tokens: f64) -> f64 {
        let shape = &self.subject.model.shape;
        kv::stored_bytes(shape, self.kind, tokens) + kv::state_bytes(shape)
    }

    /// Seconds of reading so many tokens: the least, and the range.
    fn reading(&self, tokens: f64) -> (f64, Option<Span>) {
        self.reader.seconds(&self.subject.setup(tokens), tokens, 0.0)
    }

    /// Seconds of reading that the transfer is compared with: typical, or the least.
    fn read(&self, tokens: f64) -> f64 {
        let (least, span) = self.reading(tokens);
        span.map_or(least, |span| span.typical)
    }

    /// The shortest prompt from which on fetching is no slower than reading; 1 if it never is slower.
    fn even(&self, link: Link) -> Option<f64> {
        break_even(self.subject.longest(), |tokens| link.seconds(self.bytes(tokens)) <= self.read(tokens))
    }

    fn fetched(&self) -> f64 {
        self.link.seconds(self.bytes(self.tokens))
    }

    fn write(&self, report: &mut Report) {
        let (fetched, read) = (self.fetched(), self.read(self.tokens));
        let conditions = [
            Arg::Text(&self.subject.record.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Plain(self.tokens, 0),
            Arg::Text(self.kind.name()),
            Arg::Plain(self.link.bandwidth / GB, 3),
            Arg::Text(&self.reader.profile.words),
        ];
        let conditions = words!("{}, {} in {}; {} tokens, cache in {}, link {} GB/s; {}", ..conditions);
        let values = [Arg::Speed(fetched), Arg::Speed(read)];
        if fetched <= read {
            report
                .answer(words!("Fetch it: <c>{}\u{a0}s</c> against <r>{}\u{a0}s</r> of reading", ..values), conditions);
        } else {
            report.answer(
                words!("Read it again: <r>{}\u{a0}s</r> against <c>{}\u{a0}s</c> of fetching", values[1], values[0]),
                conditions,
            );
        }
        self.figures(report);
        report.chart(self.chart());
        self.steps(report);
        self.lengths(report);
        self.links(report);
        steps::assumed(report, ASSUMED);
    }

    fn figures(&self, report: &mut Report) {
        let none = words!("");
        report.figure(
            Ink::Ceiling,
            "Fetched",
            words!("at best (s)"),
            Some(words!("{}", Arg::Speed(self.fetched()))),
            "",
        );
        let span = self.reading(self.tokens).1;
        steps::realistic(report, words!("reading (s)"), span.map(Span::values), &self.reader.profile.reason);
        let even = self.even(self.link);
        let note = match even {
            Some(tokens) if tokens > 1.0 => "tokens and more: fetch",
            Some(_) => "fetch at any length",
            None => "reading wins at the longest",
        };
        let even = even.map(|tokens| Arg::Plain(tokens, 0));
        steps::figure(report, (Ink::Plain, "Break-even"), none, even, note);
        report.end_figures("");
    }

    fn steps(&self, report: &mut Report) {
        let (bytes, fetched) = (self.bytes(self.tokens), self.fetched());
        let (least, span) = self.reading(self.tokens);
        steps::open(report, "Step by step", "The cache against the prompt");
        let each = [Sizes::Decimal.any(self.bytes(1.0)), Arg::Plain(self.tokens, 0)];
        let formula = words!("{} for one token; {} tokens within their windows", ..each);
        steps::step(report, "Cache", formula, words!("{}", Sizes::Decimal.any(bytes)));
        let values = [Arg::Speed(self.link.setup), Arg::Gigabytes(bytes), Arg::Plain(self.link.bandwidth / GB, 3)];
        let formula = words!("{}\u{a0}s setup + {} ÷ {} GB/s", ..values);
        steps::inked(report, "Fetched", formula, Ink::Ceiling, words!(SECONDS, Arg::Speed(fetched)));
        let formula = words!("the longer of arithmetic and streaming the weights");
        steps::inked(report, "Read, fastest", formula, Ink::Ceiling, words!(SECONDS, Arg::Speed(least)));
        if let Some(span) = span {
            let formula = words!("{}", Arg::Text(&self.reader.profile.reason));
            steps::inked(report, "Read, typical", formula, Ink::Range, words!(SECONDS, Arg::Speed(span.typical)));
        }
        let even = self.link.even(bytes, self.read(self.tokens));
        let values = [Arg::Gigabytes(bytes), Arg::Speed((self.read(self.tokens) - self.link.setup).max(0.0))];
        let formula = words!("{} ÷ {}\u{a0}s: as fast as reading", ..values);
        let result = [Arg::Speed(even.unwrap_or(f64::INFINITY) / GB)];
        steps::sum(
            report,
            "Link needed",
            formula,
            if even.is_some() { words!("{} GB/s", ..result) } else { words!(NONE) },
        );
        steps::close(report, SOURCES);
    }

    fn lengths(&self, report: &mut Report) {
        let x = (128.0_f64.min(self.tokens), self.subject.longest().min(131_072.0).max(self.tokens));
        let lengths = rows::doublings(x, self.tokens);
        report.section("lengths", "By the length of the prompt");
        report.table("lengths", "The numbers of the chart", LENGTHS, "lengths");
        for tokens in lengths {
            let bytes = self.bytes(tokens);
            let (least, span) = self.reading(tokens);
            report.row(rows::own(tokens, self.tokens));
            report.cell(None, words!("{}", Arg::Plain(tokens, 0)));
            report.cell(None, words!("{}", Sizes::Decimal.any(bytes)));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(self.link.seconds(bytes))));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(least)));
            steps::cell(report, Ink::Range, span.map(|span| Arg::Range(span.fast, span.slow)));
        }
        steps::close(report, &[]);
    }

    fn links(&self, report: &mut Report) {
        report.section("links", "Over other links");
        report.table("links", "The same prompt; bandwidth in one direction, as specified", BY_LINK, "links");
        for (name, gigabytes) in KNOWN {
            let link = Link { bandwidth: gigabytes * GB, ..self.link };
            let own = link.bandwidth.to_bits() == self.link.bandwidth.to_bits();
            report.row(if own { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(name)));
            report.cell(None, words!("{}", Arg::Plain(gigabytes, 3)));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(link.seconds(self.bytes(self.tokens)))));
            match self.even(link) {
                Some(tokens) if tokens > 1.0 => report.cell(None, words!("{}", Arg::Plain(tokens, 0))),
                Some(_) => report.cell(None, words!("any")),
                None => report.cell(None, words!(NONE)),
            }
        }
        steps::close(report, &[]);
    }

    fn chart(&self) -> Chart {
        let x = scale::span(self.tokens, &[], self.subject.longest());
        let fetched = self.fetched();
        let mut chart = Chart {
            title: "Seconds of fetching the cache and of reading the prompt against its length",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Fetched", "Read", ""],
            x,
            x_label: "tokens of prompt",
            y_label: "seconds",
            here: self.tokens,
            marks: vec![Mark { ink: Ink::Ceiling, y: fetched, text: number::speed(fetched) }],
            ..Chart::default()
        };
        for tokens in scale::points(x) {
            let (least, span) = self.reading(tokens);
            let range = span.map_or([least; 3], Span::values);
            chart.point(tokens, self.link.seconds(self.bytes(tokens)), Some(range));
        }
        chart.mark(Ink::Range, self.read(self.tokens));
        chart
    }

    fn status(&self) -> String {
        let values = [Arg::Speed(self.fetched()), Arg::Speed(self.read(self.tokens))];
        filled(words!("{} seconds to fetch the cache, {} to read the prompt.", ..values))
    }

    fn numbers(&self) -> Numbers {
        let (least, span) = self.reading(self.tokens);
        let bytes = self.bytes(self.tokens);
        vec![
            ("cache bytes", bytes),
            ("seconds fetched", self.fetched()),
            ("least reading", least),
            ("typical reading", or_nan(span.map(|span| span.typical))),
            ("break-even tokens", or_nan(self.even(self.link))),
            ("link needed", or_nan(self.link.even(bytes, self.read(self.tokens)))),
        ]
    }
}

const SECONDS: &str = "{}\u{a0}s";
