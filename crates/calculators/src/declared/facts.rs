//! Host functions that are facts of a device, a model, a format or a cache, and sums of them.
//!
//! Holds no formula: bytes are those of the estimator's ledger and cache.

use super::super::query::whole;
use super::host::{CatalogHost, at};
use super::picture_rules;
use rooflight_estimator::formula::host::{Arguments, HostFunction};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::setup::Devices;
use rooflight_estimator::weights::{Traffic, Weights};
use rooflight_estimator::{fit, kv, tuning};
use rooflight_primitives::units::{GIB, count};

/// Returns a fact; `None` for another function, for a missing record, and for a fact that is not known.
pub(super) fn call(host: &CatalogHost<'_>, function: HostFunction, arguments: Arguments) -> Option<f64> {
    of_model(host, function, arguments)
        .or_else(|| of_device(host, function, arguments))
        .or_else(|| of_format(host, function, arguments))
}

fn of_model(host: &CatalogHost<'_>, function: HostFunction, [model, cache, tokens, ..]: Arguments) -> Option<f64> {
    let model = || at(&host.models, model);
    let weights = || Some(&model()?.record.formats.first()?.weights);
    Some(match function {
        HostFunction::Layers => count(model()?.shape.layers),
        HostFunction::CatalogLayers => count(model()?.record.shape.layers),
        HostFunction::Vocabulary => count(model()?.shape.vocabulary),
        HostFunction::StateElements => count(model()?.shape.state_elements),
        HostFunction::StateTraffic => kv::state_traffic(&model()?.shape),
        HostFunction::SharedLayers => {
            model()?.stored().map(|group| count(group.layers().saturating_sub(group.storing))).sum()
        }
        HostFunction::HasWindows => f64::from(u8::from(model()?.stored().any(|group| group.window.is_some()))),
        HostFunction::CacheNext => kv::next_bytes(&model()?.shape, *at(&host.caches, cache)?, tokens),
        HostFunction::CacheRead => kv::read_bytes(&model()?.shape, *at(&host.caches, cache)?, tokens),
        HostFunction::Format16 => {
            let is_whole = |weights: &Weights| (weights.bits_per_weight() - 16.0).abs() < 0.1;
            let formats = &model()?.record.formats;
            count(formats.iter().position(|format| is_whole(&format.weights))? as u64)
        }
        HostFunction::Width => count(model()?.shape.hidden),
        HostFunction::LongestContext => model()?.longest,
        HostFunction::StateBytes => kv::state_bytes(&model()?.shape),
        HostFunction::CacheBytes => kv::stored_bytes(&model()?.shape, *at(&host.caches, cache)?, tokens),
        HostFunction::Parameters => weights()?.parameters(),
        HostFunction::ActiveParameters => weights()?.active_parameters(),
        HostFunction::Kept16 => tuning::kept_at_16_bits(weights()?),
        HostFunction::Experts => count(weights()?.experts()?.0),
        HostFunction::ActiveExperts => count(weights()?.experts()?.1),
        HostFunction::PictureRuleOf => count(picture_rules::of_model(&model()?.record.id)?),
        _ => return None,
    })
}

fn of_device(host: &CatalogHost<'_>, function: HostFunction, [device, memory, ..]: Arguments) -> Option<f64> {
    let record = || at(&host.devices, device).map(|own| &own.record.device);
    let device = || at(&host.devices, device).map(|own| &*own.device);
    Some(match function {
        HostFunction::Bandwidth => device()?.bandwidth,
        HostFunction::Memory => device()?.memory?,
        HostFunction::UsableMemory => fit::usable_memory(&Device { memory: Some(memory), ..device()?.clone() })?,
        HostFunction::LinkBandwidth => device()?.link?,
        HostFunction::Power => device()?.power?,
        HostFunction::Rate16 => device()?.flops_16?,
        HostFunction::UsableShare => fit::usable_share(device()?)?,
        HostFunction::CatalogBandwidth => record()?.bandwidth,
        HostFunction::CatalogMemory => record()?.memory?,
        _ => return None,
    })
}

fn of_format(
    host: &CatalogHost<'_>,
    function: HostFunction,
    [first, experts, active, batch, ..]: Arguments,
) -> Option<f64> {
    let format = || at(&host.formats, first);
    let weights = || format().map(|own| &*own.weights);
    let part = || at(host.parts(), first);
    let group = || host.group(first);
    let truth = |value: bool| f64::from(u8::from(value));
    Some(match function {
        HostFunction::FormatBits => weights()?.bits_per_weight(),
        HostFunction::FormatParameters => weights()?.parameters(),
        HostFunction::FormatActive => weights()?.active_parameters(),
        HostFunction::CatalogParameters => format()?.record.weights.parameters(),
        HostFunction::PublishedBytes => format()?.record.file?.gib * GIB,
        HostFunction::IsEstimated => truth(weights()?.is_estimated()),
        HostFunction::Loss => format()?.record.quality.first()?.value,
        HostFunction::SameEngine => truth(format()?.record.files == at(&host.formats, experts)?.record.files),
        HostFunction::SplitsLayers => {
            let splits = format()?.record.files.usual_share();
            truth(matches!(splits(2), Devices::LayerSplit(_)))
        }
        HostFunction::LeastBits => bits_alike(host, first).reduce(f64::min)?,
        HostFunction::MostBits => bits_alike(host, first).reduce(f64::max)?,
        HostFunction::PartParameters => part()?.parameters,
        HostFunction::PartBytes => part()?.bytes,
        HostFunction::GroupStoring => count(group()?.storing),
        HostFunction::GroupElements => count(group()?.elements),
        HostFunction::GroupWindowed => truth(group()?.window.is_some()),
        HostFunction::GroupPositions => group()?.positions(experts),
        HostFunction::FileBytes => weights()?.file_bytes(),
        HostFunction::AlwaysBytes => bytes_of(weights()?, Traffic::Streamed),
        HostFunction::RoutedBytes => bytes_of(weights()?, Traffic::Routed),
        HostFunction::StepBytes => with_experts(weights()?, experts, active).streamed_bytes(batch),
        HostFunction::CacheValueBytes => at(&host.caches, first)?.bytes(),
        _ => return None,
    })
}

/// Returns the bits of a weight in each format that the same engines read.
fn bits_alike<'h>(host: &'h CatalogHost<'_>, format: f64) -> impl Iterator<Item = f64> + 'h {
    let files = at(&host.formats, format).map(|own| own.record.files);
    let alike = host.formats.iter().filter(move |own| files == Some(own.record.files));
    alike.map(|own| own.weights.bits_per_weight())
}

/// Sums the bytes of the lines of weights with this traffic.
fn bytes_of(weights: &Weights, traffic: Traffic) -> f64 {
    let lines = weights.lines().iter().filter(|line| line.traffic == traffic);
    lines.fold(0.0, |sum, line| sum + line.bytes)
}

/// Returns weights with other numbers of experts; unchanged where these are none.
pub(super) fn with_experts(weights: &Weights, experts: f64, active: f64) -> Weights {
    if experts.is_nan() || active.is_nan() || weights.experts().is_none() {
        return weights.clone();
    }
    let experts = Some((whole(experts), whole(active)));
    Weights::from_lines(weights.lines().to_vec(), experts, weights.scale())
}
