//! The tables below an answer's latency: target paces, numbers of requests, lengths of the answer.
//!
//! Each asks `wait` for the same sum with one number changed. Holds no formula.

use super::latency::{Answer, PACES};
use super::target::{VERDICTS, verdict};
use super::{rows, steps, wait};
use rooflight_document::prelude::*;

impl Answer<'_> {
    /// Reading, and the target paces.
    pub(super) fn paces(&self, report: &mut Report) {
        let first = wait::sum(&self.wait.parts(self.wait.output, self.wait.batch)[..4]).likely();
        let speeds = self.wait.speeds();
        report.section("paces", "Against reading, and target paces");
        report.table("paces", "What a stream of each pace means, and whether this one reaches it", BANDS, "paces");
        for pace in [self.reader()].into_iter().chain(PACES) {
            report.row(Emphasis::None);
            report.cell(None, words!("{}", Arg::Plain(pace, 2)));
            report.cell(None, words!("{}", Arg::Plain(pace * 60.0 * self.words, 0)));
            report.cell(None, words!("{}", Arg::Plain(pace / self.reader(), 1)));
            report.cell(None, words!("{}", Arg::Speed(first + (self.wait.output - 1.0) / pace)));
            report.cell(None, words!("{}", Arg::Text(verdict(&speeds, pace, true))));
        }
        report.paragraph("note", words!("{}", Arg::Text(VERDICTS)));
        report.end_section();
    }

    /// What each request gets beside what all get.
    pub(super) fn batches(&self, report: &mut Report) {
        let batches = rows::doublings((1.0, scale::doubled(32.0, self.wait.batch)), self.wait.batch);
        report.section("batches", "By the number of requests");
        let caption = "Typical tokens per second of one request and of all, and seconds of the whole answer; the fastest where there is no range";
        report.table("batches", caption, BATCHES, "numbers");
        for batch in batches {
            let step = self.wait.step(self.wait.half(), batch);
            let ink = Some(if step.span.is_some() { Ink::Range } else { Ink::Ceiling });
            let total = wait::sum(&self.wait.parts(self.wait.output, batch));
            report.row(rows::own(batch, self.wait.batch));
            report.cell(None, words!("{}", Arg::Plain(batch, 0)));
            for value in [1.0 / step.likely(), batch / step.likely(), total.likely()] {
                report.cell(ink, words!("{}", Arg::Speed(value)));
            }
        }
        steps::close(report, &[]);
    }

    pub(super) fn lengths(&self, report: &mut Report) {
        let mut lengths = rows::doublings((16.0, self.wait.output.max(4096.0)), self.wait.output.max(16.0));
        if self.wait.output < 16.0 {
            lengths.insert(0, self.wait.output);
        }
        report.section("lengths", "By the length of the answer");
        let caption = "Seconds until the last token after this prompt, and of reading the answer";
        report.table("lengths", caption, COLUMNS, "lengths");
        for output in lengths {
            let total = self.wait.total(output);
            report.row(rows::own(output, self.wait.output));
            report.cell(None, words!("{}", Arg::Plain(output, 0)));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(total.least)));
            steps::cell(report, Ink::Range, total.span.map(|span| Arg::Range(span.fast, span.slow)));
            report.cell(None, words!("{}", Arg::Speed(self.read_in(output))));
        }
        steps::close(report, &[]);
    }
}

const BANDS: &[Column] = &[
    ("Pace", "tokens per second", Kind::Number),
    ("Words", "per minute", Kind::Number),
    ("Times", "reading speed", Kind::Number),
    ("Answer", "s", Kind::Number),
    ("Reached", "", Kind::Words),
];

const BATCHES: &[Column] = &[
    ("Requests", "", Kind::Number),
    ("Each", "tokens per second", Kind::Number),
    ("Together", "tokens per second", Kind::Number),
    ("Answer", "s", Kind::Number),
];

const COLUMNS: &[Column] = &[
    ("Answer", "tokens", Kind::Number),
    ("Fastest", "s", Kind::Number),
    ("Realistic", "s", Kind::Number),
    ("Reading", "s", Kind::Number),
];
