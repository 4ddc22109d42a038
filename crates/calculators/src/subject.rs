//! The subject of most calculators: a model in a format on a device, with the calibration of the chosen engine there.
//!
//! Reads the four inputs that name them, and sets their hints. Holds no formula.

use super::input::{ENGINE, HARDWARE, Input, MODEL, QUANTIZATION};
use super::input_error::InputError;
use super::query::Query;
use alloc::string::String;
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::profile::Profile;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::GB;

/// A model in a format on a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    /// The device with its measurements.
    pub record: &'a DeviceRecord,
    /// The model, with its shape and its formats.
    pub model: &'a ModelRecord,
    /// The chosen format, with the model's weights in it.
    pub format: &'a FormatRecord,
    /// The calibration of the chosen engine.
    pub profile: &'a Profile,
    /// The position of `profile` among the device's profiles.
    pub at: usize,
    /// The number format of the cache: 16 bits, unless a calculator sets it.
    pub kv: KvType,
    /// The devices, and how they share the model: one, unless a calculator sets them.
    pub devices: Devices,
}

impl<'a> Subject<'a> {
    /// Reads the inputs for hardware, model, quantization and engine.
    ///
    /// # Errors
    /// A device, model or format that is not known; an engine that does not run them.
    pub(crate) fn read(query: &mut Query<'a>) -> Result<Self, InputError> {
        Self::read_as(query, [&HARDWARE, &MODEL, &QUANTIZATION])
    }

    /// Reads the engine, and reads hardware, model and quantization from inputs with other defaults.
    ///
    /// # Errors
    /// A device, model or format that is not known; an engine that does not run them.
    pub(crate) fn read_as(query: &mut Query<'a>, inputs: [&Input; 3]) -> Result<Self, InputError> {
        let [hardware_input, model_input, format_input] = inputs;
        let record = query.device(hardware_input)?;
        let model = query.model(model_input)?;
        let format = query.format(format_input, model)?;
        query.hint(hardware_input, words!("{}\u{a0}GB/s", Arg::Plain(record.device.bandwidth / GB, 1)));
        query.hint(model_input, words!("{} parameters", Arg::Billions(format.weights.parameters())));
        let (at, profile) = query.engine(&ENGINE, record, format)?;
        Ok(Self { record, model, format, profile, at, kv: KvType::F16, devices: Devices::One })
    }

    /// Returns the longest context that the reader may enter, tokens.
    #[must_use]
    pub(crate) fn longest(&self) -> f64 {
        self.model.longest_context()
    }

    /// Returns a setup of one request at a context of `depth` tokens.
    #[must_use]
    pub(crate) fn setup(&self, depth: f64) -> Setup<'a> {
        let single = Setup::single(&self.model.shape, &self.format.weights, &self.record.device, depth);
        Setup { kv: self.kv, devices: self.devices, ..single }
    }
}

/// Returns a number of requests in words: `one request`, `16 requests together`.
#[must_use]
pub(crate) fn requests(number: f64) -> String {
    if number > 1.0 {
        filled(words!("{} requests together", Arg::Plain(number, 0)))
    } else {
        String::from("one request")
    }
}
