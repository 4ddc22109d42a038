//! Cache transfer: whether fetching the KV cache of a prompt over a link is faster than reading the prompt again.
//!
//! 1. `kv` gives the bytes of the cache, the estimator's `transfer` their time over the link, the calibration of
//!    prompts the time to read the prompt.
//! 2. The break-even length is the shortest prompt from which fetching is at least as fast as reading.
//! 3. The chart shows both times against the length; the tables show other lengths and other links.
//!
//! Both times are those of one request alone; a shared link and a busy device are slower.

use super::prelude::*;
use super::prompt::{PROMPT, PromptReader};
use super::subject::Subject;
use rooflight_calibration::prompt::Span;
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::transfer::{TransferLink, break_even};
use rooflight_primitives::units::GB;

/// The declaration of the calculator at `/calculators/transfer/`.
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

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const LENGTH: Input = PROMPT.with_default("8192");
const LINK: Input = Input::real(("ln", "link"), "Link", "50", LINKS, (0.001, 10_000.0));
const SETUP: Input = Input::real(("ls", "link_setup"), "Setup", "1", MILLISECONDS, (0.0, 60_000.0)).folded();
const LINKS: &[(&str, f64)] = &[("GB/s", 1.0), ("Gbit/s", 0.125), ("TB/s", 1e3), ("MB/s", 1e-3)];

/// Links in the table, with their bandwidth in one direction, GB per second.
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

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let reader = PromptReader::read(query, &subject)?;
    let tokens = query.number_to(&LENGTH, subject.longest())?;
    let bandwidth = query.number(&LINK)? * GB;
    let kind = cache_type(query.one(&CACHE)?);
    let setup = query.number(&SETUP)? / 1e3;
    query.hint(&CACHE, words!("{} bytes each", Arg::Plain(kind.bytes(), 4)));
    let answer =
        TransferAnswer { subject: &subject, reader: &reader, tokens, link: TransferLink { bandwidth, setup }, kind };
    Ok(answer.write(report))
}

/// Resolved inputs, from which every part of the answer is written.
struct TransferAnswer<'a> {
    subject: &'a Subject<'a>,
    reader: &'a PromptReader<'a>,
    /// Tokens of the prompt.
    tokens: f64,
    link: TransferLink,
    kind: KvType,
}

impl TransferAnswer<'_> {
    /// Bytes of the cache of `tokens`, with the state of recurrent layers.
    fn bytes(&self, tokens: f64) -> f64 {
        let shape = &self.subject.model.shape;
        kv::stored_bytes(shape, self.kind, tokens) + kv::state_bytes(shape)
    }

    /// Seconds to read a prompt of `tokens`: the lower bound, and the range.
    fn reading(&self, tokens: f64) -> (f64, Option<Span>) {
        self.reader.seconds(&self.subject.setup(tokens), tokens, 0.0)
    }

    /// Seconds to read a prompt, as compared with the transfer: typical, or else the least.
    fn read(&self, tokens: f64) -> f64 {
        let (least, span) = self.reading(tokens);
        span.map_or(least, |span| span.typical)
    }

    /// Returns the break-even length: 1 if fetching is as fast at any length, `None` if at no length that the model
    /// has.
    fn even(&self, link: TransferLink) -> Option<f64> {
        break_even(self.subject.longest(), |tokens| link.seconds(self.bytes(tokens)) <= self.read(tokens))
    }

    fn fetched(&self) -> f64 {
        self.link.seconds(self.bytes(self.tokens))
    }

    fn write(&self, report: &mut Report) -> Outcome {
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
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        writer.steps("Step by step", "The cache against the prompt", SOURCES);
        self.lengths(&mut writer);
        self.links(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let (bytes, fetched) = (self.bytes(self.tokens), self.fetched());
        let ((least, span), reason) = (self.reading(self.tokens), &self.reader.profile.reason);
        let each = [Sizes::Decimal.any(self.bytes(1.0)), Arg::Plain(self.tokens, 0)];
        let quantity = writer.quantity(words!("{}", Sizes::Decimal.any(bytes))).number("cache bytes");
        quantity.step("Cache", words!("{} for one token; {} tokens within their windows", ..each));
        let values = [Arg::Speed(self.link.setup), Arg::Gigabytes(bytes), Arg::Plain(self.link.bandwidth / GB, 3)];
        let quantity = writer.quantity(words!("{}", Arg::Speed(fetched))).ink(Ink::Ceiling).number("seconds fetched");
        quantity.wide_figure("Fetched", "at best (s)", "");
        let quantity = writer.quantity(words!(SECONDS, Arg::Speed(fetched))).ink(Ink::Ceiling);
        quantity.step("Fetched", words!("{}\u{a0}s setup + {} ÷ {} GB/s", ..values));
        let quantity = writer.quantity(words!(SECONDS, Arg::Speed(least))).ink(Ink::Ceiling).number("least reading");
        quantity.step("Read, fastest", words!("the longer of arithmetic and streaming the weights"));
        writer.realistic("reading (s)", span.map(Span::values), reason);
        if let Some(span) = span {
            let quantity = writer.quantity(words!(SECONDS, Arg::Speed(span.typical))).ink(Ink::Range);
            quantity.step("Read, typical", words!("{}", Arg::Text(reason)));
        }
        writer.number("typical reading", or_nan(span.map(|span| span.typical)));
        let even = self.even(self.link);
        let note = match even {
            Some(tokens) if tokens > 1.0 => "tokens and more: fetch",
            Some(_) => "fetch at any length",
            None => "reading wins at the longest",
        };
        let value = [Arg::Plain(or_nan(even), 0)];
        let quantity = writer.optional(even.map(|_| words!("{}", ..value))).number("break-even tokens");
        quantity.figure("Break-even", note);
        let link = self.link.even(bytes, self.read(self.tokens));
        let values = [Arg::Gigabytes(bytes), Arg::Speed((self.read(self.tokens) - self.link.setup).max(0.0))];
        let value = [Arg::Speed(or_nan(link) / GB)];
        let quantity = writer.optional(link.map(|_| words!("{} GB/s", ..value)));
        quantity
            .number_of("link needed", or_nan(link))
            .sum("Link needed", words!("{} ÷ {}\u{a0}s: as fast as reading", ..values));
    }

    fn lengths(&self, writer: &mut ReportWriter<'_>) {
        let x = (128.0_f64.min(self.tokens), self.subject.longest().min(131_072.0).max(self.tokens));
        let (lengths, head) = (rows::doublings(x, self.tokens), ("lengths", "By the length of the prompt"));
        writer.table(head, "The numbers of the chart", "lengths", lengths, |row, tokens| {
            let bytes = self.bytes(tokens);
            let (least, span) = self.reading(tokens);
            row.highlight(rows::same(tokens, self.tokens));
            row.number("Prompt", "tokens", words!("{}", Arg::Plain(tokens, 0)));
            row.number("Cache", "", words!("{}", Sizes::Decimal.any(bytes)));
            row.inked(Ink::Ceiling, "Fetched", "s", words!("{}", Arg::Speed(self.link.seconds(bytes))));
            row.inked(Ink::Ceiling, "Read", "s, fastest", words!("{}", Arg::Speed(least)));
            row.optional(Ink::Range, "Read", "s, realistic", span.map(|span| Arg::Range(span.fast, span.slow)));
        });
    }

    fn links(&self, writer: &mut ReportWriter<'_>) {
        let caption = "The same prompt; bandwidth in one direction, as specified";
        writer.table(("links", "Over other links"), caption, "links", KNOWN, |row, (name, gigabytes)| {
            let link = TransferLink { bandwidth: gigabytes * GB, ..self.link };
            row.highlight(rows::same(link.bandwidth, self.link.bandwidth));
            row.text("Link", "", words!("{}", Arg::Text(name)));
            row.number("Bandwidth", "GB/s", words!("{}", Arg::Plain(gigabytes, 3)));
            let seconds = link.seconds(self.bytes(self.tokens));
            row.inked(Ink::Ceiling, "Fetched", "s", words!("{}", Arg::Speed(seconds)));
            match self.even(link) {
                Some(tokens) if tokens > 1.0 => row.number("Break-even", "tokens", words!("{}", Arg::Plain(tokens, 0))),
                Some(_) => row.number("Break-even", "tokens", words!("any")),
                None => row.number("Break-even", "tokens", words!(NONE)),
            }
        });
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
            marks: vec![ValueLabel { ink: Ink::Ceiling, y: fetched, text: number::speed(fetched) }],
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
}

const SECONDS: &str = "{}\u{a0}s";
