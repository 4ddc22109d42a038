//! Host functions that estimate a model in a format on a device with arguments of their own: mixtures of experts, the
//! communication of several devices, a cache that is fetched.
//!
//! 1. The first arguments name the case: device, model, format, and where a fit is asked, the engine.
//! 2. A range gives the end of the scenario; a function without a fit has no result.
//!
//! Holds no formula: estimates are those of `rooflight_estimator::calibration` and `rooflight_estimator`.

use super::cases::EstimateCase;
use super::facts::with_experts;
use super::host::{CatalogHost, EngineOfDevice, ScenarioHost, at, rounds};
use alloc::string::String;
use rooflight_estimator::formula::host::{Arguments, HostFunction};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_estimator::transfer::{TransferLink, break_even};
use rooflight_estimator::{decode, kv};

/// A model in a format on a device, with the calibration of an engine.
struct EngineSetup<'h> {
    setup: Setup<'h>,
    engine: &'h EngineOfDevice<'h>,
}

/// Computes an estimate; `None` for another function, for a missing record, and where nothing supports one.
pub(super) fn call(host: &ScenarioHost<'_>, function: HostFunction, arguments: Arguments) -> Option<f64> {
    communication(host.host, function, arguments)
        .or_else(|| of_mixture(host, function, arguments))
        .or_else(|| fetch_break_even(host.host, function, arguments))
}

/// Returns what the range of a function rests on, in words; `None` if a record is missing.
pub(super) fn reason(host: &CatalogHost<'_>, function: HostFunction, arguments: Arguments) -> Option<String> {
    if function.is_of_case() {
        return EstimateCase::of(host, arguments)?.reason(function);
    }
    let [_, _, _, _, depth, batch, experts, active, ..] = arguments;
    let EngineSetup { setup, engine } = case(host, arguments)?;
    let weights = with_experts(setup.weights, experts, active);
    Some(engine.profile.estimate(&Setup { weights: &weights, depth, batch, ..setup }).reason)
}

/// Returns the setup of a device, a model and a format, of one request with an empty context.
fn setup<'h>(host: &'h CatalogHost<'_>, [device, model, format, ..]: Arguments) -> Option<Setup<'h>> {
    let (device, model, format) = (at(&host.devices, device)?, at(&host.models, model)?, at(&host.formats, format)?);
    Some(Setup::single(&model.shape, &format.weights, &device.device, 1.0))
}

/// Returns the case of the first four arguments: device, model, format, engine.
fn case<'h>(host: &'h CatalogHost<'_>, arguments: Arguments) -> Option<EngineSetup<'h>> {
    let [_, _, _, engine, ..] = arguments;
    Some(EngineSetup { setup: setup(host, arguments)?, engine: at(&host.engines, engine)? })
}

/// Returns the time that fitted runs of several devices pay for communication in each step.
fn communication(
    host: &CatalogHost<'_>,
    function: HostFunction,
    [device, model, number, batch, ..]: Arguments,
) -> Option<f64> {
    if function != HostFunction::FittedCommunication || number <= 1.0 {
        return None;
    }
    let (own, model) = (at(&host.devices, device)?, at(&host.models, model)?);
    let (format, profile) = (model.record.formats.first()?, own.record.profiles.first()?);
    let setup = Setup::single(&model.shape, &format.weights, &own.device, 1.0);
    let setup = Setup { devices: Devices::TensorParallel(rounds(number)), batch, ..setup };
    Some(profile.estimate(&setup).terms?.step.communication)
}

fn of_mixture(host: &ScenarioHost<'_>, function: HostFunction, arguments: Arguments) -> Option<f64> {
    let [_, _, _, fourth, fifth, sixth, seventh, eighth, ..] = arguments;
    if function == HostFunction::MixtureSpeed {
        let EngineSetup { setup, engine } = case(host.host, arguments)?;
        let weights = with_experts(setup.weights, seventh, eighth);
        let setup = Setup { weights: &weights, depth: fifth, batch: sixth, ..setup };
        let (range, _) = engine.profile.speed(&setup).1?;
        return Some(host.end(range.values()));
    }
    let ceiling = match function {
        HostFunction::MixtureCeiling => decode::ceiling,
        HostFunction::MixtureCeilingAlike => decode::hard_ceiling,
        _ => return None,
    };
    let setup = setup(host.host, arguments)?;
    let weights = with_experts(setup.weights, sixth, seventh);
    Some(ceiling(&Setup { weights: &weights, depth: fourth, batch: fifth, ..setup }).aggregate())
}

/// Returns the shortest prompt whose cache arrives over a link before the prompt is read again.
fn fetch_break_even(host: &CatalogHost<'_>, function: HostFunction, arguments: Arguments) -> Option<f64> {
    if function != HostFunction::FetchBreakEven {
        return None;
    }
    let [_, model, _, _, cache, bandwidth, setup, ..] = arguments;
    let (model, cache, case) = (at(&host.models, model)?, *at(&host.caches, cache)?, case(host, arguments)?);
    let (link, prompts) = (TransferLink { bandwidth, setup }, case.engine.prompts?);
    let read = |tokens: f64| {
        let (setup, prompt) = (Setup { depth: tokens, ..case.setup }, prompts.prompt(tokens, 0.0));
        let (least, span) = prompts.bounds(&setup, &prompt);
        span.map_or(least, |span| span.typical)
    };
    let bytes = |tokens: f64| kv::stored_bytes(&model.shape, cache, tokens) + kv::state_bytes(&model.shape);
    break_even(model.longest, |tokens| link.seconds(bytes(tokens)) <= read(tokens))
}
