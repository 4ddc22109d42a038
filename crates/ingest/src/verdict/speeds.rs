//! The ceiling and the range of a row under its own conditions.
//!
//! 1. The fields say what was asked; device, model and weights come from the caller. 2. A set-up that does not fit into
//!    memory has no answer.
//! 3. The fitted tables give the rest. Knows no catalog.

use super::question::{Question, conditions, kv_type, unknown};
use crate::decimal;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use rooflight_calibration::{Backend, Basis, Calibration, Conditions, FileFormat, Stack, prompt};
use rooflight_document::number::{fixed, without_commas};
use rooflight_estimator::decode::Range;
use rooflight_estimator::hardware::Device;
use rooflight_estimator::kv;
use rooflight_estimator::model::shape::Shape;
use rooflight_estimator::setup::Setup;
use rooflight_estimator::weights::Weights;
use rooflight_primitives::units::GIB;

/// An answer: tokens a second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speeds {
    /// The most that physics allows.
    pub ceiling: f64,
    /// The 80 % range; `None` where there is only a ceiling.
    pub range: Option<Range>,
    /// The basis of the estimate.
    pub basis: Basis,
}

impl Speeds {
    /// The answer as fields, after the id.
    #[must_use]
    pub fn fields(&self) -> [String; 5] {
        let range = |of: fn(&Range) -> f64| self.range.as_ref().map(|range| figures(of(range))).unwrap_or_default();
        [
            figures(self.ceiling),
            range(|range| range.typical),
            range(|range| range.low),
            range(|range| range.high),
            self.basis.word().to_owned(),
        ]
    }
}

/// A number in six figures.
fn figures(value: f64) -> String {
    let mut decimals = 5_usize;
    let mut rest = value;
    while rest >= 10.0 && decimals > 0 {
        rest /= 10.0;
        decimals -= 1;
    }
    format!("{value:.decimals$}")
}

/// The device and the model of a row.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The device with its rates, in SI units.
    pub device: &'a Device,
    /// The layers of the model.
    pub model: &'a Shape,
    /// Its longest context, tokens.
    pub max_context: Option<f64>,
    /// Its weights in the format.
    pub weights: &'a Weights,
    /// Whether their bytes are known, and not taken from files like it.
    pub published: bool,
}

/// The answer to a row, given by column; an absent column is an empty field.
///
/// # Errors
/// The problem of the row, in words, the column first.
pub fn answer<'r>(
    row: &dyn Fn(&str) -> &'r str,
    subject: &Subject<'_>,
    calibration: &Calibration,
) -> Result<Speeds, String> {
    let Subject { device, model, max_context, weights, published } = *subject;
    let question = Question::read(row)?;
    let conditions = conditions(row, &Conditions::usual(device, FileFormat::of(row("quant_id"))))?;
    let setup = Setup {
        model,
        weights,
        device,
        devices: question.devices,
        kv: kv_type(row("kv_type")).ok_or_else(|| unknown("kv_type", row("kv_type")))?,
        depth: question.depth,
        batch: question.concurrency,
        // Servers read prompts while others write; benchmarks of batches read all prompts first.
        reading: if conditions.engine.stack() == Stack::Server { question.reading } else { 0.0 },
    };
    if let Some(most) = max_context.filter(|most| question.longest > *most) {
        return Err(format!("depth_tokens: the model's context ends at {} tokens", decimal::text(most)));
    }
    fits(&setup, &conditions, question.longest)?;
    let mut speeds = speeds(calibration, &setup, &conditions, &question)?;
    if !published && speeds.basis == Basis::Calibrated {
        speeds.basis = Basis::Extrapolated;
    }
    Ok(speeds)
}

fn speeds(
    calibration: &Calibration,
    setup: &Setup,
    conditions: &Conditions,
    question: &Question,
) -> Result<Speeds, String> {
    let setup = setup.checked().map_err(|error| error.to_string())?;
    let Some(tokens) = question.prompt else {
        let estimate = calibration.estimate(&setup, conditions);
        let all = |speed: f64| speed * setup.batch;
        let range = estimate.range.map(|range| Range {
            low: all(range.low),
            typical: all(range.typical),
            high: all(range.high),
        });
        return Ok(Speeds { ceiling: estimate.ceiling.aggregate(), range, basis: estimate.basis });
    };
    let prompt = conditions.prompt(tokens, question.depth);
    let estimate = calibration.prompt(&setup, &prompt, conditions);
    let floor = estimate.floor.unwrap_or_else(|| prompt::streaming(&setup, &prompt));
    let speed = |seconds: f64| tokens / seconds.max(floor);
    if let Some(span) = calibration.first_token(&setup, tokens, conditions) {
        let range = Range { low: speed(span.slow), typical: speed(span.typical), high: speed(span.fast) };
        return Ok(Speeds { ceiling: tokens / floor, range: Some(range), basis: Basis::Extrapolated });
    }
    let range =
        estimate.span.map(|span| Range { low: speed(span.slow), typical: speed(span.typical), high: speed(span.fast) });
    Ok(Speeds { ceiling: tokens / floor, range, basis: estimate.basis })
}

/// An error if weights and cache are larger than the memory of all devices. Processors use memory that the catalog
/// does not know.
fn fits(setup: &Setup, conditions: &Conditions, longest: f64) -> Result<(), String> {
    let Some(memory) = setup.device.memory.filter(|_| conditions.backend != Backend::Cpu) else { return Ok(()) };
    #[allow(clippy::cast_precision_loss, reason = "a number of devices")]
    let memory = memory * setup.devices.number() as f64;
    let cache = setup.batch * kv::stored_bytes(setup.model, setup.kv, longest);
    let needed = setup.weights.file_bytes() + cache;
    if needed <= memory {
        return Ok(());
    }
    let [needed, memory] = [needed, memory].map(|bytes| without_commas(&fixed(bytes / GIB, 1)));
    Err(format!("model_id: needs {needed} GiB for weights and cache, and the memory is {memory} GiB"))
}
