//! The wait for a whole answer, part by part.
//!
//! 1. Network and queue are the reader's, in seconds. The prompt and each step come from the calibration of the device.
//! 2. A reader's own speed of prompt or stream takes the place of the estimate, never that of the least.
//! 3. The parts add up, each at its least, fast end, typical and slow end.
//!
//! Steps are taken with half of the answer written, which is their mean where the cache grows evenly.

use super::machine::Speeds;
use super::prompt::PromptReader;
use super::subject::Subject;
use rooflight_calibration::prompt::Span;
use rooflight_estimator::decode::Range;
use rooflight_estimator::setup::Setup;

/// Seconds of a part of the wait: the least, and the range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The least that bandwidth and arithmetic allow.
    pub least: f64,
    /// The range; where the time is known, or the reader says it, both ends are the same.
    pub span: Option<Span>,
}

impl Part {
    /// A time that is known.
    const fn fixed(seconds: f64) -> Self {
        Self { least: seconds, span: Some(exactly(seconds)) }
    }

    /// The part repeated `factor` times.
    #[must_use]
    pub(crate) fn times(self, factor: f64) -> Self {
        let span =
            |span: Span| Span { fast: span.fast * factor, typical: span.typical * factor, slow: span.slow * factor };
        Self { least: self.least * factor, span: self.span.map(span) }
    }

    /// Both parts, each at its fast end, typical, slow end.
    fn and(self, other: Self) -> Self {
        let both = |(a, b): (Span, Span)| Span {
            fast: a.fast + b.fast,
            typical: a.typical + b.typical,
            slow: a.slow + b.slow,
        };
        Self { least: self.least + other.least, span: self.span.zip(other.span).map(both) }
    }

    /// The fast end, typical and the slow end, where there is a range.
    #[must_use]
    pub(crate) fn values(self) -> Option<[f64; 3]> {
        self.span.map(Span::values)
    }

    /// Typical, or else the least.
    #[must_use]
    pub(crate) fn likely(self) -> f64 {
        self.span.map_or(self.least, |span| span.typical)
    }
}

const fn exactly(seconds: f64) -> Span {
    Span { fast: seconds, typical: seconds, slow: seconds }
}

/// A question and what surrounds it.
#[derive(Debug)]
pub(crate) struct Wait<'a> {
    /// The model on the device.
    pub subject: &'a Subject<'a>,
    /// The device as a reader of prompts.
    pub reader: &'a PromptReader<'a>,
    /// Tokens before the prompt whose cache is there.
    pub cached: f64,
    /// Tokens of the prompt, which are read.
    pub prompt: f64,
    /// Tokens of the answer.
    pub output: f64,
    /// Requests that are decoded together, this one among them.
    pub batch: f64,
    /// Seconds of the network, there and back.
    pub network: f64,
    /// Seconds in the queue.
    pub queue: f64,
    /// The reader's own speeds, of prompt and of stream, tokens a second.
    pub own: [Option<f64>; 2],
}

/// All parts together.
#[must_use]
pub(crate) fn sum(parts: &[Part]) -> Part {
    parts.iter().fold(Part::fixed(0.0), |sum, part| sum.and(*part))
}

impl Wait<'_> {
    /// The context with half of the answer written.
    #[must_use]
    pub(crate) fn half(&self) -> f64 {
        self.cached + self.prompt + self.output / 2.0
    }

    /// `batch` requests at a context of `depth` tokens.
    #[must_use]
    pub(crate) fn setup(&self, depth: f64, batch: f64) -> Setup<'_> {
        Setup { batch, ..self.subject.setup(depth) }
    }

    /// Reading a prompt of `tokens`.
    #[must_use]
    pub(crate) fn reading(&self, tokens: f64) -> Part {
        let setup = self.subject.setup(self.cached + tokens);
        let (least, span) = self.reader.seconds(&setup, tokens, self.cached);
        Part { least, span: self.own[0].map_or(span, |rate| Some(exactly(tokens / rate))) }
    }

    /// One step of `batch` requests at a context of `depth` tokens. A speed that the reader enters applies to the
    /// reader's own number of requests only.
    #[must_use]
    pub(crate) fn step(&self, depth: f64, batch: f64) -> Part {
        let (ceiling, found) = self.subject.profile.speed(&self.setup(depth, batch));
        let span = |(range, _): (Range, _)| Span {
            fast: 1.0 / range.high,
            typical: 1.0 / range.typical,
            slow: 1.0 / range.low,
        };
        let own = self.own[1].filter(|_| batch.to_bits() == self.batch.to_bits());
        Part { least: ceiling.seconds, span: own.map_or_else(|| found.map(span), |rate| Some(exactly(1.0 / rate))) }
    }

    /// The parts of the wait for an answer of `output` tokens: network, queue, prompt, first token, further tokens.
    #[must_use]
    pub(crate) fn parts(&self, output: f64, batch: f64) -> [Part; 5] {
        let read = self.cached + self.prompt;
        let further = self.step(read + output / 2.0, batch).times(output - 1.0);
        [Part::fixed(self.network), Part::fixed(self.queue), self.reading(self.prompt), self.step(read, batch), further]
    }

    /// The whole wait for an answer of `output` tokens.
    #[must_use]
    pub(crate) fn total(&self, output: f64) -> Part {
        sum(&self.parts(output, self.batch))
    }

    /// The speed of the stream once the first token is there.
    #[must_use]
    pub(crate) fn speeds(&self) -> Speeds {
        let step = self.step(self.half(), self.batch);
        let range =
            step.span.map(|span| Range { low: 1.0 / span.slow, typical: 1.0 / span.typical, high: 1.0 / span.fast });
        // A reader's own speed may be above the bound of one token a step.
        let ceiling = range.map_or(0.0, |range| range.typical).max(1.0 / step.least);
        Speeds { ceiling, range }
    }
}
