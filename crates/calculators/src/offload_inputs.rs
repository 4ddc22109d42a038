//! The inputs of a split between a device and its host: the processor, the part in system RAM, the layers on the
//! device.
//!
//! 1. The host is a processor of the catalog, with the reader's own bandwidth if given.
//! 2. By default the experts of a mixture go to the host, and whole layers of any other model.
//! 3. Without a number of layers, as many as fit go to the device.
//!
//! Holds no formula.

use super::input::{BANDWIDTH, Choice, Input};
use super::input_error::InputError;
use super::query::{self, Query};
use rooflight_document::prelude::*;
use rooflight_estimator::hardware::{Device, Family};
use rooflight_estimator::offload::{self, OnHost};
use rooflight_estimator::records::ModelRecord;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::{GB, count};

pub(super) const HOST: Input = Input::new(("host", "host"), "Processor", "ryzen-9950x", Choice::Hardware);
pub(super) const LAYERS: Input = Input::whole(
    ("g", "layers_on_device"),
    "Layers on the device",
    "",
    &[("layers", 1.0)],
    (0.0, count(offload::MAX_LAYERS)),
);
pub(super) const PART: Input = Input::new(("part", "part"), "In system RAM", "usual", Choice::One(PARTS));
pub(super) const HOST_BANDWIDTH: Input =
    Input::real(("hbw", "host_bandwidth"), "Override processor bandwidth", "", BANDWIDTH, (0.1, 1_000_000.0)).folded();

const PARTS: &[(&str, &str)] =
    &[("usual", "experts of a mixture, else layers"), ("layers", "whole layers"), ("experts", "only routed experts")];

/// Reads the host's processor, with the reader's own bandwidth if given.
pub(super) fn host(query: &mut Query<'_>) -> Result<Device, InputError> {
    let mut host = query.device(&HOST)?.device.clone();
    if host.family != Family::Cpu {
        let message = filled(words!("{} is not a processor whose memory could hold the rest.", Arg::Text(&host.name)));
        return Err(InputError { field: HOST.key, message });
    }
    query.hint(&HOST_BANDWIDTH, words!("of {}\u{a0}GB/s", Arg::Plain(host.bandwidth / GB, 1)));
    if let Some(own) = query.maybe(&HOST_BANDWIDTH)? {
        host.bandwidth = own * GB;
        query::rename(&mut host);
    }
    Ok(host)
}

/// Reads which part of the layers beyond those on the device goes to the host: all of each, or its routed experts.
pub(super) fn part(
    query: &mut Query<'_>,
    model: &ModelRecord,
    setup: &Setup<'_>,
) -> Result<fn(f64) -> OnHost, InputError> {
    let mixture = setup.weights.experts().is_some();
    query.hint(&PART, if mixture { words!("a mixture") } else { words!("no experts") });
    match query.one(&PART)? {
        "usual" => return Ok(offload::usual_part(setup)),
        "layers" => return Ok(OnHost::Layers),
        _ => {}
    }
    if !mixture {
        let message = filled(words!("{} has no experts: choose whole layers.", Arg::Text(&model.name)));
        return Err(InputError { field: PART.key, message });
    }
    Ok(OnHost::Experts)
}

/// Reads the layers on the device: the reader's number, or `most`, the number that fits.
pub(super) fn layers(query: &mut Query<'_>, model: &ModelRecord, most: Option<u64>) -> Result<f64, InputError> {
    let all = model.shape.layers;
    match most {
        Some(most) => query.hint(&LAYERS, words!("of {}; {} fit, if left empty", Arg::Count(all), Arg::Count(most))),
        None => query.hint(&LAYERS, words!("of {}; none fits, if left empty", Arg::Count(all))),
    }
    let number = query.maybe(&LAYERS)?.unwrap_or_else(|| count(most.unwrap_or_default()));
    if number > count(all) {
        let message = filled(words!("{} has {} layers.", Arg::Text(&model.name), Arg::Count(all)));
        return Err(InputError { field: LAYERS.key, message });
    }
    Ok(number)
}
