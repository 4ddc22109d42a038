//! Decode speed: how fast one reader's tokens come, at most and really, against the length of the context.
//!
//! 1. Device, model, format and context make a setup; the ledger gives the bytes, the device's profile the ceiling and the range.
//! 2. The chart runs the same estimate over the whole axis of contexts, with the measurements of this model in this format on it.
//! 3. The tables show each step, and every measurement of this model on this device with its ratio to the estimate.
//!
//! A setup that does not fit into memory is said not to fit; its speed is shown all the same, as what the bandwidth would allow.

use super::measured::{self, Shown};
use super::{Choice, Estimator, Evaluation, Input, InputError, Query, Slider, Spec, find, join};
use crate::calibration::profile::Profile;
use crate::calibration::Estimate;
use crate::cards::{FormatCard, ModelCard};
use crate::fit::{self, Fit};
use crate::kv;
use crate::ledger::Ledger;
use crate::setup::Setup;
use crate::view::chart::{Chart, Dot, Mark, Void};
use crate::view::report::{Figure, Ink, Report, Text};
use crate::view::{number, scale, tables};
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

fn evaluate(estimator: &Estimator, query: &Query<'_>) -> Result<Evaluation, InputError> {
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
    let answer =
        Answer { setup: &setup, model, format, context, profile, estimate: &estimate, fit: fit.as_ref(), rows: &rows };
    Ok(Evaluation {
        report: answer.report(),
        numbers: numbers(&setup, &estimate, fit.as_ref()),
        hints: hints(&setup, longest),
        sliders: vec![Slider {
            key: "c",
            value: context,
            max: longest,
            position: libm::log2(real(context)),
            end: libm::log2(real(longest)),
        }],
    })
}

/// What stands beside the fields: bandwidth, parameters, bits per weight, limits.
fn hints(setup: &Setup, longest: u64) -> Vec<(&'static str, String)> {
    let bandwidth = number::unit(number::plain(setup.device.bandwidth / 1e9, 1), "GB/s");
    let parameters = join(&[&number::billions(setup.weights.parameters()), " parameters"]);
    let bits = join(&[&number::fixed(setup.weights.bits_per_weight(), 2), " bits each"]);
    let limits = join(&["tokens, 1 to ", &number::count(longest)]);
    vec![("hw", bandwidth), ("m", parameters), ("q", bits), ("c", limits)]
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

/// Everything that the report is made from.
struct Answer<'a> {
    setup: &'a Setup<'a>,
    model: &'a ModelCard,
    format: &'a FormatCard,
    context: u64,
    profile: &'a Profile,
    estimate: &'a Estimate,
    fit: Option<&'a Fit>,
    rows: &'a [Shown<'a>],
}

impl Answer<'_> {
    fn report(&self) -> Report {
        let runs: Vec<tables::Measurement<'_>> = self.rows.iter().map(|shown| shown.measurement.clone()).collect();
        let caption = Text::from(
            "Decode runs of this model on this device, as published. Share and ratio compare each run with ceiling and estimate under its own conditions.",
        );
        Report {
            answer: self.headline(),
            conditions: Text::from(self.conditions_line().as_str()),
            figures: self.figures(),
            warnings: self.warnings(),
            chart: Some(self.chart()),
            tables: vec![
                super::ledger::table(self.setup, self.estimate, self.fit),
                tables::measurements("measured", "What was measured", caption, &runs),
            ],
            notes: Self::notes(),
            status: self.status(),
            ..Report::default()
        }
    }

    fn ceiling(&self) -> String {
        number::speed(self.estimate.ceiling.per_stream())
    }

    fn headline(&self) -> Text {
        if let Some(fit) = self.fit.filter(|fit| !fit.fits()) {
            let words = [
                "Does not fit: ",
                &number::gigabytes(fit.needed()),
                " needed, ",
                &number::gigabytes(fit.usable),
                " usable",
            ];
            return Text::from(words.concat().as_str());
        }
        match &self.estimate.range {
            Some(range) => Text::from("About ")
                .ink(Ink::Range, &number::speed(range.typical))
                .plain(" tokens per second; the memory bus allows ")
                .ink(Ink::Ceiling, &self.ceiling()),
            None => Text::from("At most ").ink(Ink::Ceiling, &self.ceiling()).plain(" tokens per second"),
        }
    }

    fn conditions_line(&self) -> String {
        join(&[
            &self.setup.device.name,
            ", ",
            &self.model.name,
            " in ",
            &self.format.name,
            ", ",
            &number::count(self.context),
            " tokens of context, one request; ",
            &self.profile.words,
        ])
    }

    fn figures(&self) -> Vec<Figure> {
        let figure = |ink, label: &str, value| Figure {
            ink,
            label: label.into(),
            label_wide: String::new(),
            value,
            note: String::new(),
        };
        let range = self.estimate.range.map(|range| number::range(range.low, range.high));
        let mut realistic = figure(Ink::Range, "Realistic", range);
        realistic.label_wide = String::from("80\u{a0}%");
        if realistic.value.is_none() {
            realistic.note.clone_from(&self.estimate.reason);
        }
        let mut measured = figure(Ink::Measured, "Measured", self.matching());
        measured.label_wide = join(&["at ", &number::count(self.context)]);
        if measured.value.is_none() {
            measured.note = String::from(if self.same_format().next().is_some() {
                "not at this context"
            } else {
                "nothing measured"
            });
        }
        vec![figure(Ink::Ceiling, "Ceiling", Some(self.ceiling())), realistic, measured]
    }

    fn same_format(&self) -> impl Iterator<Item = &tables::Measurement<'_>> {
        self.rows.iter().filter(|shown| shown.same_format).map(|shown| &shown.measurement)
    }

    /// What was measured near the reader's context under plain conditions: one figure, or from the lowest to the highest.
    fn matching(&self) -> Option<String> {
        let (mut low, mut high, mut runs) = (f64::INFINITY, 0.0_f64, 0);
        for run in self.same_format().filter(|run| run.matches) {
            (low, high, runs) = (low.min(run.speed), high.max(run.speed), runs + 1);
        }
        match runs {
            0 => None,
            1 => Some(number::plain(low, 2)),
            _ => Some(number::range(low, high)),
        }
    }

    fn warnings(&self) -> Vec<Text> {
        let over = self.fit.filter(|fit| !fit.fits());
        let too_big =
            over.map(|_| "The speeds below are what the bandwidth would allow if the memory were large enough.");
        too_big.into_iter().map(Text::from).collect()
    }

    fn notes() -> Vec<Text> {
        let assumed = [
            "One request at a time; the cache in 16 bits; the ceiling from the specified bandwidth.",
            "Speed in the middle of a generation that has this many tokens behind it.",
        ];
        assumed.into_iter().map(Text::from).collect()
    }

    fn status(&self) -> String {
        let ceiling = ["Ceiling ", &self.ceiling(), " tokens per second"].concat();
        match &self.estimate.range {
            Some(range) => {
                [&ceiling, "; likely ", &number::speed(range.low), " to ", &number::speed(range.high), "."].concat()
            }
            None => [&ceiling, "; no realistic range."].concat(),
        }
    }

    fn chart(&self) -> Chart {
        let here = real(self.context);
        let depths: Vec<f64> = self.same_format().filter_map(|run| run.depth).filter(|depth| *depth > 0.0).collect();
        let limit = real(longest(self.model));
        let x = scale::span(here, &depths, limit);
        let mut chart = Chart {
            title: String::from("Decode speed against context length: ceiling, realistic range and measurements"),
            desc: self.description(depths.len()),
            x,
            x_label: String::from("tokens of context"),
            y_label: String::from("tokens per second"),
            here,
            marks: self.marks(),
            ..Chart::default()
        };
        for depth in scale::points(x) {
            self.point(depth, &mut chart);
        }
        let runs = self.same_format();
        chart.dots = runs
            .filter_map(|run| Some(Dot { x: run.depth.filter(|depth| *depth > 0.0)?, y: run.speed, open: run.open }))
            .collect();
        if chart.dots.iter().any(|dot| dot.open) && chart.dots.iter().any(|dot| !dot.open) {
            chart.key = vec![String::from("solid: one device, plain"), String::from("open: other conditions")];
        }
        let last = depths.iter().copied().fold(0.0, f64::max);
        let nowhere = (x.0, String::from("in this format"));
        let beyond = (last, join(&["beyond ", &number::plain(last, 0)]));
        let (from, words) = if depths.is_empty() { nowhere } else { beyond };
        chart.void = (from < x.1 * 0.9).then(|| Void { from, lines: vec![String::from("not measured"), words] });
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
        let ceiling = self.estimate.ceiling.per_stream();
        let mut marks = vec![Mark { ink: Ink::Ceiling, y: ceiling, text: number::speed(ceiling) }];
        if let Some(run) = self.same_format().find(|run| run.matches) {
            marks.push(Mark { ink: Ink::Measured, y: run.speed, text: number::plain(run.speed, 1) });
        }
        if let Some(range) = self.estimate.range {
            marks.push(Mark { ink: Ink::Range, y: range.typical, text: number::speed(range.typical) });
            marks.push(Mark { ink: Ink::Range, y: range.high, text: number::range(range.low, range.high) });
        }
        marks
    }

    fn description(&self, dots: usize) -> String {
        let context = number::count(self.context);
        let estimate = match self.estimate.range {
            Some(range) => {
                join(&[" and the realistic range ", &number::speed(range.low), " to ", &number::speed(range.high)])
            }
            None => String::from(" and nothing supports a realistic range"),
        };
        let measured = number::count(dots as u64);
        join(&[
            "At ",
            &context,
            " tokens the ceiling is ",
            &self.ceiling(),
            " tokens per second",
            &estimate,
            ". ",
            &measured,
            " measurements of this format are drawn. The tables have the numbers.",
        ])
    }
}
