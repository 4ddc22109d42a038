//! Computes the ceiling and the range of a row under its conditions.
//!
//! 1. The row's fields give the conditions; device, model and weights come from the caller.
//! 2. A set-up that does not fit into memory is refused.
//! 3. The calibration gives the range. Uses no catalog.

use super::question::{Question, conditions, kv_type, unknown};
use crate::decimal;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use rooflight_document::number::{fixed, without_commas};
use rooflight_estimator::calibration::{Backend, Basis, Calibration, Conditions, FileFormat, Stack, prompt};
use rooflight_estimator::decode::Range;
use rooflight_estimator::hardware::Device;
use rooflight_estimator::kv;
use rooflight_estimator::model::shape::Shape;
use rooflight_estimator::setup::Setup;
use rooflight_estimator::weights::Weights;
use rooflight_primitives::units::GIB;

/// The answer to a row, tokens per second over all requests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speeds {
    /// The physical limit.
    pub ceiling: f64,
    /// The 80 % range; `None` if there is only a ceiling.
    pub range: Option<Range>,
    /// How closely measurements support the range.
    pub basis: Basis,
}

impl Speeds {
    /// Returns the CSV fields: ceiling, typical, low, high, basis.
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

/// Formats a number with six significant figures.
fn figures(value: f64) -> String {
    let mut decimals = 5_usize;
    let mut rest = value;
    while rest >= 10.0 && decimals > 0 {
        rest /= 10.0;
        decimals -= 1;
    }
    format!("{value:.decimals$}")
}

/// The device, the model and its weights of a row.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The device.
    pub device: &'a Device,
    /// The model's shape.
    pub model: &'a Shape,
    /// The model's maximum context, tokens; `None` if not known.
    pub max_context: Option<f64>,
    /// The model's weights in the row's format.
    pub weights: &'a Weights,
    /// Whether the size is published or computed, rather than inferred from similar files.
    pub published: bool,
}

/// Answers a row; `row` maps a column to its field, which is empty if the column is absent.
///
/// # Errors
/// The problem of the row: `column: message`.
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
        // Servers read prompts while other requests generate; batch benchmarks read all prompts first.
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

/// Refuses a set-up whose weights and cache exceed the memory of all devices. Processors are exempt: the catalog does
/// not state their memory.
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
