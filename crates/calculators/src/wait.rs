//! The wait for a whole answer, part by part.
//!
//! 1. The reader enters network and queue. The prompt and each step come from the calibration of the device.
//! 2. A reader's own speed of prompt or stream replaces the estimate, but never the lower bound.
//! 3. The parts are summed separately as the least, at the fast end, typically and at the slow end.
//!
//! The steps after the first token are computed with half of the answer written, which is their mean if the cache grows
//! evenly.

use super::prompt::PromptReader;
use super::subject::Subject;
use rooflight_estimator::calibration::prompt::Span;
use rooflight_estimator::decode::Range;
use rooflight_estimator::setup::Setup;

/// Seconds of a part of the wait, or of several together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitPart {
    /// The least that bandwidth and arithmetic allow.
    pub least: f64,
    /// The range; both ends are equal for a fixed time. `None` if measurements support no range.
    pub span: Option<Span>,
}

impl WaitPart {
    /// Creates a part whose time is exactly known.
    const fn fixed(seconds: f64) -> Self {
        Self { least: seconds, span: Some(exactly(seconds)) }
    }

    /// Returns the part repeated `factor` times.
    #[must_use]
    pub(crate) fn times(self, factor: f64) -> Self {
        let span =
            |span: Span| Span { fast: span.fast * factor, typical: span.typical * factor, slow: span.slow * factor };
        Self { least: self.least * factor, span: self.span.map(span) }
    }

    /// Returns the sum of both parts, without a range if either has none.
    fn and(self, other: Self) -> Self {
        let both = |(a, b): (Span, Span)| Span {
            fast: a.fast + b.fast,
            typical: a.typical + b.typical,
            slow: a.slow + b.slow,
        };
        Self { least: self.least + other.least, span: self.span.zip(other.span).map(both) }
    }

    /// Returns the fast end, the typical time and the slow end, if there is a range.
    #[must_use]
    pub(crate) fn values(self) -> Option<[f64; 3]> {
        self.span.map(Span::values)
    }

    /// Returns the typical time, or else the least.
    #[must_use]
    pub(crate) fn likely(self) -> f64 {
        self.span.map_or(self.least, |span| span.typical)
    }
}

const fn exactly(seconds: f64) -> Span {
    Span { fast: seconds, typical: seconds, slow: seconds }
}

/// A request whose answer is awaited, and its conditions.
#[derive(Debug)]
pub(crate) struct Wait<'a> {
    /// The model on the device.
    pub subject: &'a Subject<'a>,
    /// The prompt calibration of the device.
    pub reader: &'a PromptReader,
    /// Tokens before the prompt that are already cached.
    pub cached: f64,
    /// Tokens of the prompt that have to be read.
    pub prompt: f64,
    /// Requests that are decoded together, this one included.
    pub batch: f64,
    /// Seconds of the network round trip.
    pub network: f64,
    /// Seconds in the queue.
    pub queue: f64,
    /// The reader's own speeds of prompt and of stream, tokens per second.
    pub own: [Option<f64>; 2],
}

/// Adds up parts.
#[must_use]
pub(crate) fn sum(parts: &[WaitPart]) -> WaitPart {
    parts.iter().fold(WaitPart::fixed(0.0), |sum, part| sum.and(*part))
}

impl Wait<'_> {
    /// Returns a setup of `batch` requests at a context of `depth` tokens.
    #[must_use]
    pub(crate) fn setup(&self, depth: f64, batch: f64) -> Setup<'_> {
        Setup { batch, ..self.subject.setup(depth) }
    }

    /// Computes the time to read a prompt of `tokens`.
    #[must_use]
    pub(crate) fn reading(&self, tokens: f64) -> WaitPart {
        let setup = self.subject.setup(self.cached + tokens);
        let (least, span) = self.reader.seconds(&setup, tokens, self.cached);
        WaitPart { least, span: self.own[0].map_or(span, |rate| Some(exactly(tokens / rate))) }
    }

    /// Computes one step of `batch` requests at a context of `depth` tokens. The reader's own speed applies to the
    /// reader's own number of requests only.
    #[must_use]
    pub(crate) fn step(&self, depth: f64, batch: f64) -> WaitPart {
        let (ceiling, found) = self.subject.profile.speed(&self.setup(depth, batch));
        let span = |(range, _): (Range, _)| Span {
            fast: 1.0 / range.high,
            typical: 1.0 / range.typical,
            slow: 1.0 / range.low,
        };
        let own = self.own[1].filter(|_| batch.to_bits() == self.batch.to_bits());
        WaitPart { least: ceiling.seconds, span: own.map_or_else(|| found.map(span), |rate| Some(exactly(1.0 / rate))) }
    }

    /// Computes the parts of the wait for an answer of `output` tokens: network, queue, prompt, first token, further
    /// tokens.
    #[must_use]
    pub(crate) fn parts(&self, output: f64, batch: f64) -> [WaitPart; 5] {
        let read = self.cached + self.prompt;
        let further = self.step(read + output / 2.0, batch).times(output - 1.0);
        [
            WaitPart::fixed(self.network),
            WaitPart::fixed(self.queue),
            self.reading(self.prompt),
            self.step(read, batch),
            further,
        ]
    }
}
