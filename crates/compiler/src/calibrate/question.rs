//! Answers one question (devices, a model, a format, a context, a number of requests) as the calculators do.
//!
//! 1. [`names`](rooflight_ingest::verdict::names) finds the records that are meant, even if names are spelled
//!    differently; the answer notes it.
//! 2. [`ResolvedQuestion::speeds`], [`ResolvedQuestion::memory`], [`ResolvedQuestion::prompt`] and
//!    [`ResolvedQuestion::measured`] are the parts of a short answer; [`ResolvedQuestion::json`] has all of them and
//!    the ledger.
//! 3. [`ResolvedQuestion::report`] is the page of the calculator that answers: decode speed, batch throughput, or
//!    several devices.
//!
//! Prints nothing and has no formulas.

use crate::calibrate::CalibratedCatalog;
use crate::library;
use rooflight_calculators::answer::Answer;
use rooflight_calculators::input::ENGINE;
use rooflight_calculators::launch;
use rooflight_calculators::measured::{self, ShownRow};
use rooflight_document::report::Report;
use rooflight_estimator::calibration::profile::Profile;
use rooflight_estimator::calibration::prompt::Span;
use rooflight_estimator::calibration::{ENGINE_OPTIONS, Estimate, LEVEL};
use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::ledger::{Item, Ledger, Line};
use rooflight_estimator::records::engines::NONE;
use rooflight_estimator::records::rows::PART;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_ingest::verdict::names::{BY_ID, choose, choose_usual};
use rooflight_primitives::names::Named;
use rooflight_primitives::units::count;
use serde_json::{Value, json};

/// Default context of a question, tokens.
const CONTEXT: u64 = 4096;

/// Maximum number of formats in a message.
const MAX_OFFERED: usize = 6;

/// Finds a model's format by name. If the catalog has the format but not for this model, the error lists the model's
/// formats.
fn known_format(
    calibrated: &CalibratedCatalog,
    model: &ModelRecord,
    format: &str,
    notes: &mut Vec<String>,
) -> Result<usize, String> {
    let formats = model.formats.iter().map(|format| Named {
        id: &format.id,
        name: &format.name,
        aliases: calibrated.aliases("quantization", &format.id),
    });
    choose("quantization", format, &formats.collect::<Vec<_>>(), BY_ID, notes).map_err(|problem| {
        if calibrated.formats.iter().any(|known| known.id == format) {
            let some: Vec<String> =
                model.formats.iter().take(MAX_OFFERED).map(|format| format!("`{}`", format.id)).collect();
            return format!("`{}` is not known in `{format}`, but in {}", model.id, some.join(", "));
        }
        calibrated.why_not("quantization", Some(format)).unwrap_or(problem)
    })
}

/// Finds the engine of a name, which may be spelled differently.
fn known_engine(typed: &str, notes: &mut Vec<String>) -> Result<&'static str, String> {
    if typed == ENGINE.default {
        return Ok(ENGINE.default);
    }
    let named: Vec<Named<'_>> =
        ENGINE_OPTIONS.iter().map(|option| Named { id: option.id, name: option.name, aliases: &[] }).collect();
    choose("engine", typed, &named, BY_ID, notes).map(|at| ENGINE_OPTIONS[at].id)
}

impl CalibratedCatalog {
    /// Finds the position of the device that a name means; of several, the one with the most published runs.
    ///
    /// # Errors
    /// An unknown name, with the nearest known one.
    pub fn find_device(&self, typed: &str, notes: &mut Vec<String>) -> Result<usize, String> {
        let runs = |at: usize| self.estimator.devices[at].rows.len();
        choose_usual("device", typed, &self.named_devices(), &runs, notes)
    }

    /// Lists id, name and aliases of every device, in the order of the estimator's devices.
    #[must_use]
    pub fn named_devices(&self) -> Vec<Named<'_>> {
        let named = |device: &'_ DeviceRecord| self.aliases("device", &device.device.id);
        let devices = self.estimator.devices.iter();
        devices
            .map(|device| Named { id: &device.device.id, name: &device.device.name, aliases: named(device) })
            .collect()
    }

    /// Finds the position of the model that a name means; of several, the one with the most published runs.
    ///
    /// # Errors
    /// An unknown name, with the nearest known one; a known model that cannot be computed, with the reason.
    pub fn find_model(&self, typed: &str, notes: &mut Vec<String>) -> Result<usize, String> {
        let models = &self.estimator.models;
        let named: Vec<Named<'_>> = models
            .iter()
            .map(|model| Named { id: &model.id, name: &model.name, aliases: self.aliases("model", &model.id) })
            .collect();
        let runs = |at: usize| {
            let of = |device: &DeviceRecord| {
                device.rows.iter().filter(|row| device.text(row.model) == models[at].id).count()
            };
            self.estimator.devices.iter().map(of).sum()
        };
        choose_usual("model", typed, &named, &runs, notes).map_err(|problem| {
            self.not_covered(typed).or_else(|| self.why_not("model", Some(typed))).unwrap_or(problem)
        })
    }
}

/// A question as it was typed.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// Device, as typed.
    pub device: &'q str,
    /// Number of these devices.
    pub devices: u64,
    /// Model, as typed.
    pub model: &'q str,
    /// Format, as typed; by default the model's usual one.
    pub format: Option<&'q str>,
    /// Tokens of context; by default 4,096, or the model's longest context if that is less.
    pub context: Option<u64>,
    /// Engine, as typed; by default the usual one.
    pub engine: Option<&'q str>,
    /// Number of requests decoded together.
    pub requests: u64,
}

/// A question whose names are resolved to records.
#[derive(Debug, Clone)]
pub struct ResolvedQuestion<'a> {
    calibrated: &'a CalibratedCatalog,
    /// Record of the device.
    pub device: &'a DeviceRecord,
    /// Record of the model.
    pub model: &'a ModelRecord,
    /// Format of the weights: the requested one, or the model's usual one.
    pub format: &'a FormatRecord,
    /// Number of devices, and how they share the model.
    pub devices: Devices,
    /// Number of requests decoded together.
    pub requests: u64,
    /// Tokens of context of each request.
    pub context: u64,
    engine: &'static str,
    /// Inputs resolved to another catalog id.
    pub notes: Vec<String>,
}

impl<'a> ResolvedQuestion<'a> {
    /// Resolves the names of a question. If a name may mean several devices or models, the one with the most published
    /// runs is taken, and a note names the others.
    ///
    /// # Errors
    /// An unknown name, with the nearest known one; a context that the model cannot have.
    pub fn new(calibrated: &'a CalibratedCatalog, question: &Question<'_>) -> Result<Self, String> {
        let mut notes = Vec::new();
        let device = &calibrated.estimator.devices[calibrated.find_device(question.device, &mut notes)?];
        let model = &calibrated.estimator.models[calibrated.find_model(question.model, &mut notes)?];
        let format = match question.format {
            Some(format) => Some(&model.formats[known_format(calibrated, model, format, &mut notes)?]),
            None => model.usual_format(),
        };
        let format = format.ok_or_else(|| format!("`{}` is known in no format", model.id))?;
        let engine = question.engine.map_or(Ok(ENGINE.default), |engine| known_engine(engine, &mut notes))?;
        let context = question.context.unwrap_or_else(|| CONTEXT.min(model.max_context.unwrap_or(CONTEXT)));
        let devices = match question.devices {
            0 | 1 => Devices::One,
            number => format.files.usual_share()(number),
        };
        let resolved =
            Self { calibrated, device, model, format, devices, requests: question.requests, context, engine, notes };
        resolved.answer()?;
        Ok(resolved)
    }

    fn query(&self) -> String {
        let Self { device, model, format, context, engine, requests, .. } = self;
        let number = self.devices.number();
        let split = if self.devices.at_once() > 1 { "tensor" } else { "layers" };
        let inputs = format!("hw={}&m={}&q={}&en={engine}&c={context}", device.device.id, model.id, format.id);
        match (number, requests) {
            (1, 1) => inputs,
            (1, requests) => format!("{inputs}&b={requests}"),
            (number, requests) => format!("{inputs}&n={number}&way={split}&b={requests}"),
        }
    }

    /// Asks the calculator for this number of devices and requests.
    fn answer(&self) -> Result<Answer, String> {
        let kind = match (self.devices.number(), self.requests) {
            (1, 1) => "decode-speed",
            (1, _) => "batch",
            _ => "parallel",
        };
        let spec = library::spec(kind).ok_or_else(|| format!("there is no calculator `{kind}`"))?;
        spec.answer(&self.calibrated.estimator, &self.query()).map_err(|error| error.message)
    }

    /// Returns the answer as on the calculator's page, with ledger and measurements.
    ///
    /// # Errors
    /// The reason why the question cannot be answered.
    pub fn report(&self) -> Result<Report, String> {
        Ok(self.answer()?.report)
    }

    /// The setup that is estimated.
    #[must_use]
    pub fn setup(&self) -> Setup<'a> {
        let Self { device, model, format, .. } = self;
        let single = Setup::single(&model.shape, &format.weights, &device.device, count(self.context));
        Setup { devices: self.devices, batch: count(self.requests), ..single }
    }

    /// Position of the engine's profile among those of the device; `None` if it cannot run such files there.
    fn position(&self) -> Option<usize> {
        self.device.row(self.engine).and_then(|row| self.device.position(row, self.format.files))
    }

    /// Profile of the engine; an empty one if it cannot run such files there.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.position().and_then(|at| self.device.profiles.get(at)).cloned().unwrap_or_default()
    }

    /// Engine, backend and era of the data, in words: "llama.cpp on CUDA, 2026".
    #[must_use]
    pub fn engine(&self) -> String {
        self.profile().words
    }

    /// Catalog id of the program; empty if none is known to run such files on this device.
    #[must_use]
    pub fn engine_id(&self) -> &'static str {
        launch::engine(self.engine, &self.device.device, self.format.files)
    }

    /// Estimates the speed of each request: ceiling and range.
    #[must_use]
    pub fn speeds(&self) -> Estimate {
        self.profile().estimate(&self.setup())
    }

    /// Memory use over all devices; `None` if their memory is not known.
    #[must_use]
    pub fn memory(&self) -> Option<Fit> {
        fit::fit(&self.setup())
    }

    /// Longest context that each request can have, tokens.
    #[must_use]
    pub fn longest_context(&self) -> f64 {
        let model = self.model.longest_context();
        fit::longest_context(&self.setup()).map_or(model, |longest| longest.min(model))
    }

    /// Lower bound, in seconds, of reading a prompt that fills the context, and the range if measurements support one.
    /// `None` for several devices.
    #[must_use]
    pub fn prompt(&self) -> Option<(f64, Option<Span>)> {
        let records = &self.calibrated.estimator.prompts;
        let record = records.iter().find(|record| record.device == self.device.device.id)?;
        // Both records of a device have their profiles in the same order.
        let profile = record.profiles.get(self.position()?).filter(|_| self.devices == Devices::One)?;
        Some(profile.bounds(&Setup { batch: 1.0, ..self.setup() }, &profile.prompt(count(self.context), 0.0)))
    }

    /// Alternatives that would fit, in words; empty if the setup fits.
    #[must_use]
    pub fn alternatives(&self) -> Vec<String> {
        let alternatives = self.answer().map(|answer| answer.report.alternatives).unwrap_or_default();
        alternatives
            .into_iter()
            .filter(|alternative| !alternative.href.is_empty())
            .map(|alternative| format!("{}{}", alternative.link, alternative.words))
            .collect()
    }

    /// Returns everything as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let Self { device, model, format, context, .. } = self;
        let setup = self.setup();
        let estimate = self.speeds();
        let ledger = Ledger::of(&setup);
        let lines = |lines: &[Line]| lines.iter().map(line).collect::<Vec<Value>>();
        let memory = self.memory().map(|fit| {
            json!({
                "weights": fit.weights, "cache": fit.cache, "buffers": fit.overhead,
                "needed": fit.needed(), "usable": fit.usable, "fits": fit.fits(),
            })
        });
        let prompt = self.prompt().map(|(least, span)| {
            let span = span.map(|span| json!({"fast": span.fast, "typical": span.typical, "slow": span.slow}));
            json!({"tokens": context, "least_seconds": least, "seconds": span})
        });
        json!({
            "hardware": {"id": device.device.id, "name": device.device.name},
            "devices": self.devices.number(),
            "split": match self.devices {
                Devices::One => Value::Null,
                Devices::LayerSplit(_) => "layers".into(),
                Devices::TensorParallel(_) => "tensor".into(),
            },
            "model": {"id": model.id, "name": model.name},
            "quantization": {"id": format.id, "name": format.name},
            "context": context,
            "requests": self.requests,
            "engine": self.engine(),
            "ceiling": estimate.ceiling.per_stream(),
            "range": estimate.range.map(|range| json!({"low": range.low, "typical": range.typical, "high": range.high})),
            "level": LEVEL,
            "basis": estimate.basis.word(),
            "reason": estimate.reason,
            "bytes_per_token": ledger.moved_bytes(),
            "ledger": lines(&ledger.moved),
            "not_read": lines(&ledger.idle),
            "memory": memory,
            "longest_context": self.longest_context(),
            "prompt": prompt,
            "measurements": self.measured().iter().map(|shown| self.run(shown)).collect::<Vec<_>>(),
        })
    }

    /// Measurements of the model on the device. Those of the engine with this profile may be of the same question.
    #[must_use]
    pub fn measured(&self) -> Vec<ShownRow<'a>> {
        let at = self.position().unwrap_or(NONE);
        let alone = self.devices == Devices::One && self.requests == 1;
        measured::rows(self.device, self.model, self.format, at, Some(count(self.context)).filter(|_| alone))
    }

    /// Converts a measurement to JSON.
    fn run(&self, shown: &ShownRow<'_>) -> Value {
        let (row, device) = (shown.row, self.device);
        let known = |parts: u64| (parts > 0).then(|| count(parts) * PART);
        let known_count = |tokens: u64| (tokens > 0).then_some(tokens);
        let text = |at: usize| Some(device.text(at)).filter(|text| !text.is_empty());
        let flags: Vec<&str> = device.text(row.flags).split('\n').filter(|flag| !flag.is_empty()).collect();
        json!({
            "quantization": device.text(row.format), "devices": row.count, "depth": row.depth, "generated": known_count(row.generated),
            "tokens_per_s": row.speed, "share_of_ceiling": known(row.share), "ratio_to_estimate": known(row.ratio),
            "engine": device.text(row.engine), "conditions": text(row.conditions), "date": text(row.date), "cautions": flags,
            "source": device.text(row.source), "url": device.text(row.href), "same_question": shown.matches,
        })
    }
}

/// Converts a line of the ledger to JSON, with the numbers of its formula.
fn line(line: &Line) -> Value {
    let mut value = match line.item {
        Item::Weights { group, block, parameters, bits } => {
            json!({"part": group.name(), "block": block.name, "parameters": parameters, "bits": bits})
        }
        Item::Experts { block, all, touched, total } => {
            json!({"part": "routed experts", "block": block.name, "all_bytes": all, "touched": touched, "experts": total})
        }
        Item::Cache { batch, layers, elements, positions, bytes, window } => json!({
            "part": "KV cache", "requests": batch, "layers": layers, "elements": elements, "tokens": positions,
            "bytes_per_element": bytes, "window": window,
        }),
        Item::State { batch, elements, bytes } => {
            json!({"part": "recurrent state", "requests": batch, "elements": elements, "bytes_per_element": bytes})
        }
    };
    if let Some(fields) = value.as_object_mut() {
        fields.insert("bytes".to_owned(), json!(line.bytes));
    }
    value
}
