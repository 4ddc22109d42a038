//! The tables below an answer's latency: target paces, numbers of requests, lengths of the answer.
//!
//! Each table computes the same wait with one number changed. Holds no formula.

use super::latency::{LatencyAnswer, PACES};
use super::prelude::*;
use super::target::{VERDICTS, verdict};
use super::wait;

impl LatencyAnswer<'_> {
    /// Writes the table of paces: the speed of reading, then the target paces.
    pub(super) fn paces(&self, writer: &mut ReportWriter<'_>) {
        let first = wait::sum(&self.wait.parts(self.wait.output, self.wait.batch)[..4]).likely();
        let (speeds, paces) = (self.wait.speeds(), [self.reader()].into_iter().chain(PACES));
        let caption = "What a stream of each pace means, and whether this one reaches it";
        writer.open_table(("paces", "Against reading, and target paces"), caption, "paces", paces, |row, pace| {
            row.number("Pace", "tokens per second", words!("{}", Arg::Plain(pace, 2)));
            row.number("Words", "per minute", words!("{}", Arg::Plain(pace * 60.0 * self.words, 0)));
            row.number("Times", "reading speed", words!("{}", Arg::Plain(pace / self.reader(), 1)));
            row.number("Answer", "s", words!("{}", Arg::Speed(first + (self.wait.output - 1.0) / pace)));
            row.text("Reached", "", words!("{}", Arg::Text(verdict(&speeds, pace, true))));
        });
        writer.report.paragraph("note", words!("{}", Arg::Text(VERDICTS)));
        writer.report.end_section();
    }

    /// Writes the table of batch sizes: the speed of each request, and of all together.
    pub(super) fn batches(&self, writer: &mut ReportWriter<'_>) {
        let batches = rows::doublings((1.0, scale::doubled(32.0, self.wait.batch)), self.wait.batch);
        let caption = "Typical tokens per second of one request and of all, and seconds of the whole answer; the fastest where there is no range";
        writer.table(("batches", "By the number of requests"), caption, "numbers", batches, |row, batch| {
            let step = self.wait.step(self.wait.half(), batch);
            let ink = if step.span.is_some() { Ink::Range } else { Ink::Ceiling };
            let total = wait::sum(&self.wait.parts(self.wait.output, batch));
            row.highlight(rows::same(batch, self.wait.batch));
            row.number("Requests", "", words!("{}", Arg::Plain(batch, 0)));
            row.inked(ink, "Each", "tokens per second", words!("{}", Arg::Speed(1.0 / step.likely())));
            row.inked(ink, "Together", "tokens per second", words!("{}", Arg::Speed(batch / step.likely())));
            row.inked(ink, "Answer", "s", words!("{}", Arg::Speed(total.likely())));
        });
    }

    /// Writes the table of answer lengths.
    pub(super) fn lengths(&self, writer: &mut ReportWriter<'_>) {
        let mut lengths = rows::doublings((16.0, self.wait.output.max(4096.0)), self.wait.output.max(16.0));
        if self.wait.output < 16.0 {
            lengths.insert(0, self.wait.output);
        }
        let caption = "Seconds until the last token after this prompt, and of reading the answer";
        writer.table(("lengths", "By the length of the answer"), caption, "lengths", lengths, |row, output| {
            let total = self.wait.total(output);
            row.highlight(rows::same(output, self.wait.output));
            row.number("Answer", "tokens", words!("{}", Arg::Plain(output, 0)));
            row.inked(Ink::Ceiling, "Fastest", "s", words!("{}", Arg::Speed(total.least)));
            row.optional(Ink::Range, "Realistic", "s", total.span.map(|span| Arg::Range(span.fast, span.slow)));
            row.number("Reading", "s", words!("{}", Arg::Speed(self.read_in(output))));
        });
    }
}
