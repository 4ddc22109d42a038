//! Decode speed: how fast one reader's tokens come, at most and really, against the length of the context.
//!
//! 1. Device, model, format and context make a setup; the ledger gives the bytes, the device's profile the ceiling and the range.
//! 2. The chart runs the same estimate over the whole axis of contexts, with the measurements of this model in this format on it.
//! 3. The tables show each step, and every measurement of this model on this device with its ratio to the estimate.
//!
//! A setup that does not fit into memory is said not to fit; its speed is shown all the same, as what the bandwidth would allow.

use super::measured::{self, Shown};
use super::{Choice, Estimator, Facts, Input, InputError, Query, Slider, Spec, find, ledger};
use crate::calibration::Estimate;
use crate::calibration::profile::Profile;
use crate::cards::{DeviceCard, FormatCard, ModelCard};
use crate::fit::{self, Fit};
use crate::kv;
use crate::ledger::Ledger;
use crate::setup::Setup;
use crate::view::arg::{Arg, filled};
use crate::view::chart::{Chart, Dot, Mark, Void};
use crate::view::sheet::{Ink, Sheet};
use crate::view::{number, scale};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The calculator.
pub const SPEC: Spec = Spec { kind: "decode-speed", title: "Decode speed", inputs: INPUTS, evaluate };

const INPUTS: &[Input] = &[
    Input { key: "hw", preset: "hardware", label: "Hardware", choice: Choice::Hardware },
    Input { key: "m", preset: "model", label: "Model", choice: Choice::Model },
    Input { key: "q", preset: "quantization", label: "Quantization", choice: Choice::Quantization },
    Input { key: "c", preset: "context", label: "Context", choice: Choice::Number("tokens") },
];

/// The longest context offered for a model whose publisher states none, tokens.
const UNSTATED_CONTEXT: u64 = 131_072;

fn longest(model: &ModelCard) -> u64 {
    model.max_context.unwrap_or(UNSTATED_CONTEXT)
}

#[allow(clippy::cast_precision_loss, reason = "contexts are far below 2^52")]
fn real(tokens: u64) -> f64 {
    tokens as f64
}

fn evaluate(estimator: &Estimator, query: &Query<'_>, sheet: &mut Sheet<'_>) -> Result<Facts, InputError> {
    let card = find::device(estimator, query)?;
    let model = find::model(estimator, query)?;
    let format = find::format(model, query)?;
    let longest = longest(model);
    let context = find::tokens("c", query.text("c"), longest)?;
    let setup = Setup::single(&model.shape, &format.weights, &card.device, real(context));
    let blank = Profile::default();
    let profile = card.profile(format.habit).unwrap_or(&blank);
    let estimate = profile.estimate(&setup);
    let rows = measured::rows(card, model, format, real(context));
    let fit = fit::fit(&setup);
    let answer = Answer { card, setup: &setup, model, format, context, profile, estimate: &estimate, fit, rows: &rows };
    answer.write(sheet);
    Ok(Facts {
        status: answer.status(),
        numbers: numbers(&setup, &estimate, fit.as_ref()),
        hints: hints(&setup, longest),
        sliders: vec![Slider {
            key: "c",
            value: context,
            position: libm::log2(real(context)),
            end: libm::log2(real(longest)),
        }],
    })
}

/// What stands beside the fields: bandwidth, parameters, bits per weight, limits.
fn hints(setup: &Setup, longest: u64) -> Vec<(&'static str, String)> {
    let weights = setup.weights;
    vec![
        ("hw", filled("%\u{a0}GB/s", &[Arg::Plain(setup.device.bandwidth / 1e9, 1)])),
        ("m", filled("% parameters", &[Arg::Billions(weights.parameters())])),
        ("q", filled("% bits each", &[Arg::Fixed(weights.bits_per_weight(), 2)])),
        ("c", filled("tokens, 1 to %", &[Arg::Count(longest)])),
    ]
}

/// Ceiling, low, typical, high (tokens a second); bytes per token, of those weights, of those cache; bytes needed, bytes usable.
fn numbers(setup: &Setup, estimate: &Estimate, fit: Option<&Fit>) -> Vec<f64> {
    let range = estimate.range;
    let of = |value: Option<f64>| value.unwrap_or(f64::NAN);
    vec![
        estimate.ceiling.per_stream(),
        of(range.map(|range| range.low)),
        of(range.map(|range| range.typical)),
        of(range.map(|range| range.high)),
        Ledger::of(setup).moved_bytes(),
        setup.weights.streamed_bytes(setup.batch),
        kv::read_bytes(setup.model, setup.kv, setup.depth),
        of(fit.map(Fit::needed)),
        of(fit.map(|fit| fit.usable)),
    ]
}

/// Everything that the answer is made from.
struct Answer<'a> {
    card: &'a DeviceCard,
    setup: &'a Setup<'a>,
    model: &'a ModelCard,
    format: &'a FormatCard,
    context: u64,
    profile: &'a Profile,
    estimate: &'a Estimate,
    fit: Option<Fit>,
    rows: &'a [Shown<'a>],
}

const ASSUMED: &[&str] = &[
    "One request at a time; the cache in 16 bits; the ceiling from the specified bandwidth.",
    "Speed in the middle of a generation that has this many tokens behind it.",
];

impl Answer<'_> {
    fn write(&self, sheet: &mut Sheet<'_>) {
        self.headline(sheet);
        self.figures(sheet);
        sheet.chart(&self.chart());
        sheet.next_part();
        ledger::write(sheet, self.setup, self.estimate, self.fit.as_ref());
        measured::write(sheet, self.card, self.rows);
        sheet.section("assumed", "What this assumes");
        sheet.list("assumed", ASSUMED);
        sheet.end_section();
    }

    fn ceiling(&self) -> f64 {
        self.estimate.ceiling.per_stream()
    }

    /// The memory that is too small, if it is.
    fn over(&self) -> Option<&Fit> {
        self.fit.as_ref().filter(|fit| !fit.fits())
    }

    fn headline(&self, sheet: &mut Sheet<'_>) {
        let conditions = [
            Arg::Text(&self.setup.device.name),
            Arg::Text(&self.model.name),
            Arg::Text(&self.format.name),
            Arg::Count(self.context),
            Arg::Text(&self.profile.words),
        ];
        let conditions = ("%, % in %, % tokens of context, one request; %", &conditions[..]);
        let ceiling = Arg::Speed(self.ceiling());
        if let Some(fit) = self.over() {
            let values = [Arg::Gigabytes(fit.needed()), Arg::Gigabytes(fit.usable)];
            sheet.answer(("Does not fit: % needed, % usable", &values), conditions);
        } else if let Some(range) = self.estimate.range {
            let values = [Arg::Speed(range.typical), ceiling];
            sheet.answer(("About {r%} tokens per second; the memory bus allows {c%}", &values), conditions);
        } else {
            sheet.answer(("At most {c%} tokens per second", &[ceiling]), conditions);
        }
    }

    fn figures(&self, sheet: &mut Sheet<'_>) {
        let none = ("", &[][..]);
        sheet.figure(Ink::Ceiling, "Ceiling", none, Some(("%", &[Arg::Speed(self.ceiling())])), "");
        let level = ("80\u{a0}%", &[Arg::Text("%")][..]);
        match self.estimate.range {
            Some(range) => {
                sheet.figure(Ink::Range, "Realistic", level, Some(("%", &[Arg::Range(range.low, range.high)])), "");
            }
            None => sheet.figure(Ink::Range, "Realistic", level, None, &self.estimate.reason),
        }
        let (low, high, runs) = self.matching();
        let context = [Arg::Count(self.context)];
        let wide = ("at %", &context[..]);
        let value = if runs > 1 { Arg::Range(low, high) } else { Arg::Plain(low, 2) };
        let note = if self.same_format().next().is_some() { "not at this context" } else { "nothing measured" };
        match runs {
            0 => sheet.figure(Ink::Measured, "Measured", wide, None, note),
            _ => sheet.figure(Ink::Measured, "Measured", wide, Some(("%", &[value])), ""),
        }
        let too_big = "The speeds below are what the bandwidth would allow if the memory were large enough.";
        sheet.end_figures(if self.over().is_some() { too_big } else { "" });
    }

    fn same_format(&self) -> impl Iterator<Item = &Shown<'_>> {
        self.rows.iter().filter(|shown| shown.same_format)
    }

    /// What was measured near the reader's context under plain conditions: the lowest, the highest, how many.
    fn matching(&self) -> (f64, f64, usize) {
        let (mut low, mut high, mut runs) = (f64::INFINITY, 0.0_f64, 0);
        for shown in self.same_format().filter(|shown| shown.matches) {
            (low, high, runs) = (low.min(shown.row.speed), high.max(shown.row.speed), runs + 1);
        }
        (low, high, runs)
    }

    fn status(&self) -> String {
        let ceiling = Arg::Speed(self.ceiling());
        match self.estimate.range {
            Some(range) => {
                let values = [ceiling, Arg::Speed(range.low), Arg::Speed(range.high)];
                filled("Ceiling % tokens per second; likely % to %.", &values)
            }
            None => filled("Ceiling % tokens per second; no realistic range.", &[ceiling]),
        }
    }

    fn chart(&self) -> Chart {
        let here = real(self.context);
        let depths: Vec<f64> =
            self.same_format().filter_map(|shown| shown.row.depth).filter(|depth| *depth > 0.0).collect();
        let x = scale::span(here, &depths, real(longest(self.model)));
        let mut chart = Chart {
            title: "Decode speed against context length: ceiling, realistic range and measurements",
            desc: self.description(depths.len()),
            x,
            x_label: "tokens of context",
            y_label: "tokens per second",
            here,
            marks: self.marks(),
            ..Chart::default()
        };
        for depth in scale::points(x) {
            self.point(depth, &mut chart);
        }
        for shown in self.same_format() {
            if let Some(x) = shown.row.depth.filter(|depth| *depth > 0.0) {
                chart.dots.push(Dot { x, y: shown.row.speed, open: shown.open });
            }
        }
        if chart.dots.iter().any(|dot| dot.open) && chart.dots.iter().any(|dot| !dot.open) {
            chart.key = &["solid: one device, plain", "open: other conditions"];
        }
        let last = depths.iter().copied().fold(0.0, f64::max);
        let (from, words) = match depths.len() {
            0 => (x.0, String::from("in this format")),
            _ => (last, filled("beyond %", &[Arg::Plain(last, 0)])),
        };
        chart.void = (from < x.1 * 0.9).then(|| Void { from, lines: [String::from("not measured"), words] });
        chart
    }

    fn point(&self, depth: f64, chart: &mut Chart) {
        let (ceiling, found) = self.profile.speed(&Setup { depth, ..*self.setup });
        chart.ceiling.push((depth, ceiling.per_stream()));
        if let Some((range, _)) = found {
            chart.band.push((depth, range.low, range.high));
            chart.typical.push((depth, range.typical));
        }
    }

    fn marks(&self) -> Vec<Mark> {
        let ceiling = self.ceiling();
        let mut marks = vec![Mark { ink: Ink::Ceiling, y: ceiling, text: number::speed(ceiling) }];
        if let Some(Shown { row, .. }) = self.same_format().find(|shown| shown.matches) {
            marks.push(Mark { ink: Ink::Measured, y: row.speed, text: number::plain(row.speed, 1) });
        }
        if let Some(range) = self.estimate.range {
            marks.push(Mark { ink: Ink::Range, y: range.typical, text: number::speed(range.typical) });
            marks.push(Mark { ink: Ink::Range, y: range.high, text: number::range(range.low, range.high) });
        }
        marks
    }

    fn description(&self, dots: usize) -> String {
        let mut text = filled(
            "At % tokens the ceiling is % tokens per second",
            &[Arg::Count(self.context), Arg::Speed(self.ceiling())],
        );
        text.push_str(&match self.estimate.range {
            Some(range) => filled(" and the realistic range % to %", &[Arg::Speed(range.low), Arg::Speed(range.high)]),
            None => String::from(" and nothing supports a realistic range"),
        });
        let values = [Arg::Count(dots as u64)];
        text.push_str(&filled(". % measurements of this format are drawn. The tables have the numbers.", &values));
        text
    }
}
