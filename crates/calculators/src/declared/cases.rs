//! Host functions of a case: estimates of a model in a format on devices, with an engine, a context, a number
//! of requests and a prompt.
//!
//! 1. [`EstimateCase::of`] makes a setup of the arguments that every such function takes.
//! 2. Speeds need an engine; memory and bytes do not. A range gives the end of the scenario, and nothing without a fit.
//!
//! Holds no formula: estimates are those of `rooflight_estimator::calibration` and `rooflight_estimator`.

use super::super::alternatives::{self, RefusedCase};
use super::super::input::{DEVICES, Input};
use super::super::input_error::InputError;
use super::super::launch::{self, EngineSetup};
use super::super::query::{Query, whole};
use super::host::{CatalogHost, EngineOfDevice, MAX_ROUNDS, ScenarioHost, at};
use alloc::string::String;
use rooflight_document::arg::Sizes;
use rooflight_document::report::Report;
use rooflight_estimator::calibration::prompt;
use rooflight_estimator::formula::host::{Arguments, HostFunction};
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::prefill::{self, Prompt};
use rooflight_estimator::records::engines;
use rooflight_estimator::setup::{Devices, MAX_COUNT, Setup};
use rooflight_estimator::{batch, decode, fit, kv, roofline};
use rooflight_primitives::units::count;

/// A setup with its engine and its prompt.
pub(super) struct EstimateCase<'h> {
    pub(super) setup: Setup<'h>,
    pub(super) engine: Option<&'h EngineOfDevice<'h>>,
    /// How several devices share the model.
    share: fn(u64) -> Devices,
    /// Tokens of the prompt, and those cached before it.
    prompt: (f64, f64),
    /// Tokens of the prompt that are read at a time; NaN for the engine's default.
    chunk: f64,
}

impl<'h> EstimateCase<'h> {
    /// Makes a case of the arguments; `None` if a record or a number is missing.
    pub(super) fn of(host: &'h CatalogHost<'_>, arguments: Arguments) -> Option<Self> {
        let [device, model, format, engine, depth, batch, number, layers, cache, prompt, cached, chunk] = arguments;
        if [depth, batch, number, layers, prompt, cached].iter().any(|number| number.is_nan()) {
            return None;
        }
        let number = whole(number.min(MAX_ROUNDS));
        let share = if layers > 0.0 { Devices::LayerSplit } else { Devices::TensorParallel };
        let devices = if number > 1 { share(number) } else { Devices::One };
        let (device, model) = (&at(&host.devices, device)?.device, &at(&host.models, model)?.shape);
        let setup = Setup::single(model, &at(&host.formats, format)?.weights, device, depth.min(MAX_COUNT));
        let kv = at(&host.caches, cache).copied().unwrap_or(setup.kv);
        let setup = Setup { devices, kv, batch: batch.min(MAX_COUNT), ..setup };
        Some(Self { setup, engine: at(&host.engines, engine), share, prompt: (prompt, cached), chunk })
    }

    fn prompt(&self) -> Option<Prompt> {
        let prompt = self.engine?.prompts?.prompt(self.prompt.0, self.prompt.1);
        Some(Prompt { chunk: if self.chunk.is_nan() { prompt.chunk } else { self.chunk }, ..prompt })
    }

    /// Returns what the range of speeds, or of prompt times, rests on.
    pub(super) fn reason(&self, function: HostFunction) -> Option<String> {
        let engine = self.engine?;
        Some(match function {
            HostFunction::CasePromptTime => engine.prompts?.estimate(&self.setup, &self.prompt()?).reason,
            _ => engine.profile.estimate(&self.setup).reason,
        })
    }

    /// Writes the command that starts the engine.
    pub(super) fn launch(&self, host: &CatalogHost<'_>, report: &mut Report) {
        let (Some(engine), Some(model), Some(format)) =
            (self.engine, host.models.last(), host.formats.get(host.chosen))
        else {
            return;
        };
        let repository = launch::repository(model.record, format.record);
        let (setup, profile, longest) = (&self.setup, engine.profile, model.longest);
        launch::write(report, &EngineSetup { engine: engine.id, repository, setup, profile, longest, host: None });
    }
}

/// Offers what would fit in place of a case that a calculator with these inputs refuses.
///
/// # Errors
/// The record of a device's engines, if no profile for such files has arrived.
pub(super) fn offer(
    host: &CatalogHost<'_>,
    case: &EstimateCase<'_>,
    (query, inputs): (&Query<'_>, &'static [Input]),
    report: &mut Report,
) -> Result<(), InputError> {
    let (Some(format), Some(device), Some(model)) =
        (host.formats.get(host.chosen), host.devices.last(), host.models.last())
    else {
        return Ok(());
    };
    let (format, device) = (format.record, device.record);
    let usual = || device.profile(format.files);
    let Some(profile) = case.engine.map(|engine| engine.profile).or_else(usual) else {
        // Without their record it is not known whether an engine runs such files.
        let has_arrived = !device.refusals.is_empty();
        return if has_arrived { Ok(()) } else { Err(InputError::missing(engines::FOLDER, &device.device.id)) };
    };
    let sizes = query.sizes().unwrap_or(Sizes::Decimal);
    let refused = RefusedCase::new(&case.setup, profile, (model.record, format), sizes);
    // A calculator of several devices says itself how they share the model.
    let share = if inputs.iter().any(|input| input.key == DEVICES.key) { case.share } else { refused.share };
    alternatives::write(report, query, inputs, RefusedCase { share, ..refused });
    Ok(())
}

/// Computes a function of a case; `None` for another function, and where nothing supports a result.
pub(super) fn call(host: &ScenarioHost<'_>, function: HostFunction, arguments: Arguments) -> Option<f64> {
    if !function.is_of_case() {
        return None;
    }
    let case = EstimateCase::of(host.host, arguments)?;
    of_speed(host, &case, function)
        .or_else(|| of_step(&case, function))
        .or_else(|| of_bytes(&case.setup, function))
        .or_else(|| of_memory(&case.setup, function))
        .or_else(|| of_prompt(host, &case, function))
}

fn of_speed(host: &ScenarioHost<'_>, case: &EstimateCase<'_>, function: HostFunction) -> Option<f64> {
    let setup = &case.setup;
    let estimate = || case.engine.map(|engine| engine.profile.speed(setup));
    let ceiling = || estimate().map_or_else(|| decode::hard_ceiling(setup), |(ceiling, _)| ceiling);
    let range = || Some(estimate()?.1?.0);
    Some(match function {
        HostFunction::CaseCeiling => ceiling().per_stream(),
        HostFunction::CaseCeilingStep => ceiling().seconds,
        HostFunction::CaseCeilingWeights => ceiling().weights,
        HostFunction::CaseCeilingCache => ceiling().cache,
        HostFunction::CaseCeilingArithmetic => ceiling().arithmetic?,
        HostFunction::CaseHardCeiling => decode::hard_ceiling(setup).per_stream(),
        HostFunction::CaseSpeed => host.end(range()?.values()),
        HostFunction::CaseSpeedLow => range()?.low,
        HostFunction::CaseSpeedHigh => range()?.high,
        HostFunction::CaseComputeBound => batch::crossover(setup)?,
        HostFunction::CaseCacheLimit => batch::cache_limit(setup)?,
        HostFunction::CasePeakRate => setup.device.peak_operations(setup.weights.bits_per_weight())?,
        _ => return None,
    })
}

fn of_step(case: &EstimateCase<'_>, function: HostFunction) -> Option<f64> {
    let terms = || Some(case.engine?.profile.speed(&case.setup).1?.1);
    Some(match function {
        HostFunction::CaseStep => terms()?.step.seconds,
        HostFunction::CaseStepWeights => terms()?.step.weights,
        HostFunction::CaseStepCache => terms()?.step.cache,
        HostFunction::CaseStepLayers => terms()?.step.overhead,
        HostFunction::CaseStepCommunication => terms()?.step.communication,
        HostFunction::CaseWeightsReached => terms()?.efficiency.weights,
        HostFunction::CaseCacheReached => terms()?.efficiency.cache,
        HostFunction::CaseAllReduce => terms()?.efficiency.all_reduce,
        HostFunction::CaseHop => terms()?.efficiency.hop,
        _ => return None,
    })
}

fn of_bytes(setup: &Setup<'_>, function: HostFunction) -> Option<f64> {
    Some(match function {
        HostFunction::CaseMoved => Ledger::of(setup).moved_bytes(),
        HostFunction::CaseWeightBytes => setup.weights.streamed_bytes(setup.batch),
        HostFunction::CaseCacheRead => kv::read_bytes(setup.model, setup.kv, setup.depth),
        HostFunction::CaseDecodeOperations => roofline::decode(setup).operations,
        HostFunction::CaseDecodeBytes => roofline::decode(setup).bytes,
        HostFunction::CaseRequestBytes => fit::sequence_bytes(setup.model, setup.kv, setup.depth),
        _ => return None,
    })
}

/// Most devices that are tried.
const MAX_DEVICES: u64 = 64;

fn of_memory(setup: &Setup<'_>, function: HostFunction) -> Option<f64> {
    let split = |number: u64| match (number, setup.devices) {
        (1, _) => Devices::One,
        (_, Devices::LayerSplit(_)) => Devices::LayerSplit(number),
        _ => Devices::TensorParallel(number),
    };
    let is_enough = |number: u64| {
        let fitted = fit::fit(&Setup { devices: split(number), ..*setup });
        fitted.is_some_and(|fit| fit.needed() / count(number) <= fit.usable / count(number))
    };
    Some(match function {
        HostFunction::CaseNeeded => fit::fit(setup)?.needed(),
        HostFunction::CaseUsable => fit::fit(setup)?.usable,
        HostFunction::CaseStoredWeights => fit::fit(setup)?.weights,
        HostFunction::CaseStoredCache => fit::fit(setup)?.cache,
        HostFunction::CaseOverhead => fit::fit(setup)?.overhead,
        HostFunction::CaseLargestBatch => fit::largest_batch(setup)?,
        HostFunction::CaseLongestContext => fit::longest_context(setup)?,
        HostFunction::CaseDevicesNeeded => fit::devices_needed(setup)?,
        HostFunction::CaseDevicesEnough => count((1..=MAX_DEVICES).find(|number| is_enough(*number))?),
        _ => return None,
    })
}

fn of_prompt(host: &ScenarioHost<'_>, case: &EstimateCase<'_>, function: HostFunction) -> Option<f64> {
    let setup = &case.setup;
    let (tokens, cached) = case.prompt;
    let operations = || prefill::operations(setup, &Prompt { tokens, cached, chunk: tokens, usual: tokens });
    Some(match function {
        HostFunction::CasePromptLeast => {
            let prompt = case.prompt()?;
            prompt::floor(setup, &prompt).unwrap_or_else(|| prompt::streaming(setup, &prompt))
        }
        HostFunction::CasePromptTime => {
            let span = case.engine?.prompts?.span(setup, &case.prompt()?).1?;
            host.end([span.slow, span.typical, span.fast])
        }
        HostFunction::CaseChunk => case.prompt()?.chunk,
        HostFunction::CasePromptBytes => setup.weights.streamed_bytes(tokens),
        HostFunction::CasePromptOperations => operations().total(),
        HostFunction::CasePromptWeightOperations => operations().weights,
        HostFunction::CasePromptAttentionOperations => operations().attention,
        HostFunction::CasePromptHeadOperations => operations().head,
        _ => return None,
    })
}
