//! Decode speed: how fast one reader's tokens come, at most and really, against the length of the context.
//!
//! 1. Device, model, format and context make a setup; the ledger gives the bytes, `calibration` the ceiling and the range.
//! 2. The chart runs the same estimate over the whole axis of contexts, with the measurements of this model in this format on it.
//! 3. The tables show each step, and every measurement of this model on this device with its ratio to the estimate.
//!
//! A setup that does not fit into memory is said not to fit; its speed is shown all the same, as what the bandwidth would allow.

use super::measured::{self, Question, Shown};
use super::options::{self, join};
use super::{Control, Estimator, Evaluation, Field, Input, InputError, Query, Slider, Spec};
use crate::calibration::{Conditions, Estimate};
use crate::fit::{self, Fit};
use crate::kv;
use crate::ledger::Ledger;
use crate::library::Library;
use crate::setup::Setup;
use crate::view::chart::{Chart, Dot, Mark, Void};
use crate::view::report::{Figure, Ink, Report, Text};
use crate::view::{number, scale, tables};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The calculator.
pub const SPEC: Spec = Spec { kind: "decode-speed", title: "Decode speed", inputs: INPUTS, fields, evaluate };

const INPUTS: &[Input] = &[
    Input { key: "hw", preset: "hardware" },
    Input { key: "m", preset: "model" },
    Input { key: "q", preset: "quantization" },
    Input { key: "c", preset: "context" },
];

/// The longest context offered for a model whose publisher states none, tokens.
const UNSTATED_CONTEXT: u64 = 131_072;

/// A query that has been understood.
struct Inputs {
    device: usize,
    model: usize,
    format: usize,
    context: u64,
}

fn inputs(library: &Library, query: &Query<'_>) -> Result<Inputs, InputError> {
    let device = options::find("hw", "device", query.get("hw"), library.devices.iter().map(|item| item.id.as_str()))?;
    let model = options::find("m", "model", query.get("m"), library.models.iter().map(|item| item.id.as_str()))?;
    let format =
        options::find("q", "quantization", query.get("q"), library.formats.iter().map(|item| item.id.as_str()))?;
    let context = options::tokens("c", query.get("c"), 1, longest(library, model))?;
    Ok(Inputs { device, model, format, context })
}

fn longest(library: &Library, model: usize) -> u64 {
    library.models.get(model).and_then(|item| item.max_context).unwrap_or(UNSTATED_CONTEXT)
}

#[allow(clippy::cast_precision_loss, reason = "contexts are far below 2^52")]
fn real(tokens: u64) -> f64 {
    tokens as f64
}

fn fields(estimator: &Estimator, query: &Query<'_>) -> Vec<Field> {
    let library = &estimator.library;
    let chosen = |key| query.get(key).unwrap_or_default();
    let known = inputs(library, query);
    let max = known.as_ref().map_or(UNSTATED_CONTEXT, |inputs| longest(library, inputs.model));
    let context = known.as_ref().map_or(4096, |inputs| inputs.context);
    let hints = known.ok().and_then(|inputs| hints(library, &inputs).ok()).unwrap_or_default();
    let hint =
        |key: &str| hints.iter().find(|(name, _)| *name == key).map(|(_, text)| text.clone()).unwrap_or_default();
    let number = Control::Number {
        value: number::count(context),
        min: 1,
        max,
        unit: "tokens",
        position: libm::log2(real(context)),
    };
    vec![
        Field {
            key: "hw",
            label: "Hardware",
            hint: hint("hw"),
            control: Control::Select(options::devices(library, chosen("hw"))),
        },
        Field {
            key: "m",
            label: "Model",
            hint: hint("m"),
            control: Control::Select(options::models(library, chosen("m"))),
        },
        Field {
            key: "q",
            label: "Quantization",
            hint: hint("q"),
            control: Control::Select(options::formats(library, chosen("q"))),
        },
        Field { key: "c", label: "Context", hint: hint("c"), control: number },
    ]
}

/// What stands beside the fields: bandwidth, parameters, bits per weight, limits.
fn hints(library: &Library, inputs: &Inputs) -> Result<Vec<(&'static str, String)>, InputError> {
    let device = library.device(inputs.device).map_err(|error| unusable("hw", &error.message()))?;
    let weights = library.weights(inputs.model, inputs.format).map_err(|message| unusable("q", &message))?;
    let bandwidth = [number::plain(device.bandwidth / 1e9, 1), "GB/s".into()].join("\u{a0}");
    let parameters = [&number::billions(weights.parameters()), " parameters"].concat();
    let bits = [&number::fixed(weights.bits_per_weight(), 2), " bits each"].concat();
    let limits = ["tokens, 1 to ", &number::count(longest(library, inputs.model))].concat();
    Ok(vec![("hw", bandwidth), ("m", parameters), ("q", bits), ("c", limits)])
}

fn unusable(field: &'static str, message: &str) -> InputError {
    InputError { field, message: join(&[&super::capital(message), "."]) }
}

fn evaluate(estimator: &Estimator, query: &Query<'_>) -> Result<Evaluation, InputError> {
    let library = &estimator.library;
    let inputs = inputs(library, query)?;
    let device = library.device(inputs.device).map_err(|error| unusable("hw", &error.message()))?;
    let model = library.model(inputs.model).map_err(|error| unusable("m", &error.message()))?;
    let weights = library.weights(inputs.model, inputs.format).map_err(|message| unusable("q", &message))?;
    let setup = Setup::single(&model, &weights, &device, real(inputs.context));
    let conditions = Conditions::usual(&device, &library.formats[inputs.format].id);
    let estimate = library.calibration.estimate(&setup, &conditions);
    let question =
        Question { library, setup: &setup, model: inputs.model, format: inputs.format, context: inputs.context };
    let rows = estimator.anchors_of(inputs.device).map(|set| measured::rows(&question, set)).unwrap_or_default();
    let fit = fit::fit(&setup);
    let answer = Answer {
        question,
        inputs: &inputs,
        conditions: &conditions,
        estimate: &estimate,
        fit: fit.as_ref(),
        rows: &rows,
    };
    Ok(Evaluation {
        report: answer.report(),
        numbers: numbers(&setup, &estimate, fit.as_ref()),
        hints: hints(library, &inputs)?,
        sliders: vec![Slider {
            key: "c",
            value: inputs.context,
            position: libm::log2(real(inputs.context)),
            end: libm::log2(real(longest(library, inputs.model))),
        }],
    })
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
    question: Question<'a>,
    inputs: &'a Inputs,
    conditions: &'a Conditions,
    estimate: &'a Estimate,
    fit: Option<&'a Fit>,
    rows: &'a [Shown],
}

impl Answer<'_> {
    fn report(&self) -> Report {
        let runs: Vec<tables::Measurement> = self.rows.iter().map(|shown| shown.measurement.clone()).collect();
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
                super::ledger::table(self.question.setup, self.estimate, self.fit),
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

    fn names(&self) -> [&str; 3] {
        let library = self.question.library;
        let format = library.formats.get(self.inputs.format).map_or("", |item| measured::short(&item.name));
        [&self.question.setup.device.name, self.question.setup.model.name(), format]
    }

    fn conditions_line(&self) -> String {
        let [device, model, format] = self.names();
        let context = number::count(self.inputs.context);
        join(&[
            device,
            ", ",
            model,
            " in ",
            format,
            ", ",
            &context,
            " tokens of context, one request; ",
            &self.conditions.words(),
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
        measured.label_wide = join(&["at ", &number::count(self.inputs.context)]);
        if measured.value.is_none() {
            measured.note = String::from(if self.same_format().next().is_some() {
                "not at this context"
            } else {
                "nothing measured"
            });
        }
        vec![figure(Ink::Ceiling, "Ceiling", Some(self.ceiling())), realistic, measured]
    }

    fn same_format(&self) -> impl Iterator<Item = &tables::Measurement> {
        self.rows.iter().filter(|shown| shown.same_format).map(|shown| &shown.measurement)
    }

    /// What was measured near the reader's context under plain conditions: one figure, or from the lowest to the highest.
    fn matching(&self) -> Option<String> {
        let mut speeds: Vec<f64> = self.same_format().filter(|run| run.matches).map(|run| run.speed).collect();
        speeds.sort_by(f64::total_cmp);
        match (speeds.first(), speeds.last()) {
            (Some(low), Some(high)) if speeds.len() > 1 => Some(number::range(*low, *high)),
            (Some(one), _) => Some(number::plain(*one, 2)),
            _ => None,
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
        let here = real(self.inputs.context);
        let depths: Vec<f64> = self.same_format().filter_map(|run| run.depth).filter(|depth| *depth > 0.0).collect();
        let limit = real(longest(self.question.library, self.inputs.model));
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
        let setup = Setup { depth, ..*self.question.setup };
        let estimate = self.question.library.calibration.estimate(&setup, self.conditions);
        chart.ceiling.push((depth, estimate.ceiling.per_stream()));
        if let Some(range) = estimate.range {
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
        let context = number::count(self.inputs.context);
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
