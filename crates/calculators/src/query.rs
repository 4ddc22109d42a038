//! The reader's question: reads each input of a calculator from the query, checks it, and finds it among the records.
//!
//! 1. A value is the query's, or the input's default. Names are looked up among the records that are loaded.
//! 2. Numbers are read with their units and held to their limits: what is outside is an error beside its field, never
//!    moved to the limit.
//! 3. The understood values are kept, so that fields and sliders can show it.
//!
//! Holds no formula of any calculator.

use super::estimator::Estimator;
use super::input::{Choice, ENGINE, Input, Number, SIZES};
use super::input_error::InputError;
use super::read_number::{bare, read, trimmed};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::profile::Profile;
use rooflight_document::prelude::*;
use rooflight_estimator::hardware::Device;
use rooflight_primitives::query_string::QueryString;
use rooflight_primitives::units::{GB, GIB};
use rooflight_records::{DeviceRecord, FormatRecord, ModelRecord, PromptRecord, engines};

/// The decimals that a number in a field has at most.
const DECIMALS: usize = 4;

/// The query of a calculator, read input by input; collects the fields and hints on the way.
#[derive(Debug)]
pub struct Query<'a> {
    estimator: &'a Estimator,
    inputs: QueryString<'a>,
    pub(super) fields: Vec<Field>,
    pub(super) hints: Vec<(&'static str, String)>,
}

/// A number field as parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key of the input that the field belongs to.
    pub key: &'static str,
    /// The number as the field shows it.
    pub text: String,
    /// The number as addresses carry it.
    pub plain: String,
    /// The slider: its start, its end, where it stands; logarithms to the base of 2 where its scale is one. `None`
    /// where the field is empty.
    pub slider: Option<[f64; 3]>,
}

impl<'a> Query<'a> {
    /// A question, to be answered from these records.
    #[must_use]
    pub fn new(estimator: &'a Estimator, query: &'a str) -> Self {
        Self { estimator, inputs: QueryString::new(query), fields: Vec::new(), hints: Vec::new() }
    }

    /// All records that are loaded.
    #[must_use]
    pub(super) const fn estimator(&self) -> &'a Estimator {
        self.estimator
    }

    /// The inputs as they were given.
    #[must_use]
    pub(super) const fn inputs(&self) -> &QueryString<'a> {
        &self.inputs
    }

    /// The value of an input as it was written, or its default.
    #[must_use]
    pub fn text(&self, input: &Input) -> &'a str {
        self.inputs.get(input.key).unwrap_or(input.default)
    }

    /// Sets the hint beside a field.
    pub fn hint(&mut self, input: &Input, words: Words<'_>) {
        self.hints.push((input.key, filled(words)));
    }

    /// The device of an input.
    ///
    /// # Errors
    /// A device that is not known.
    pub fn device(&self, input: &Input) -> Result<&'a DeviceRecord, InputError> {
        let id = self.text(input);
        let found = self.estimator.devices.iter().find(|record| record.device.id == id);
        found.ok_or_else(|| unknown(input, "device", id))
    }

    /// The device of an input, as a reader of prompts.
    ///
    /// # Errors
    /// A device that is not known.
    pub fn prompts(&self, input: &Input) -> Result<&'a PromptRecord, InputError> {
        let id = self.text(input);
        let found = self.estimator.prompts.iter().find(|record| record.device == id);
        found.ok_or_else(|| unknown(input, "device", id))
    }

    /// The model of an input.
    ///
    /// # Errors
    /// A model that is not known.
    pub fn model(&self, input: &Input) -> Result<&'a ModelRecord, InputError> {
        let id = self.text(input);
        let found = self.estimator.models.iter().find(|record| record.id == id);
        found.ok_or_else(|| unknown(input, "model", id))
    }

    /// The chosen format among those known for the model; the model's first one if the reader kept the calculator's
    /// default. The hint beside the field says how large it is; the answer names it.
    ///
    /// # Errors
    /// A format that the model is not known in.
    pub fn format(&mut self, input: &Input, model: &'a ModelRecord) -> Result<&'a FormatRecord, InputError> {
        let id = self.text(input);
        let found = model.formats.iter().find(|record| record.id == id);
        let first = model.formats.first();
        let default = if id == input.default { first } else { None };
        let Some(format) = found.or(default) else {
            let such = first.map_or("", |format| &*format.name);
            let message = filled(words!("Choose a format of {}, such as {}.", Arg::Text(&model.name), Arg::Text(such)));
            return Err(InputError { field: input.key, message });
        };
        let bits = Arg::Fixed(format.weights.bits_per_weight(), 2);
        self.hint(input, words!("{} bits each", bits));
        Ok(format)
    }

    /// The position of the chosen engine's profile for a format on a device, and the profile itself. The hint beside
    /// the field names the engine.
    ///
    /// # Errors
    /// An engine that is not known, that does not run on the device, or that is not estimated for such files; a profile
    /// that has not arrived.
    pub(super) fn engine(
        &mut self,
        record: &'a DeviceRecord,
        format: &FormatRecord,
    ) -> Result<(usize, &'a Profile), InputError> {
        let id = self.text(&ENGINE);
        let row = record.row(id);
        if let Some(at) = row.and_then(|row| record.position(row, format.files))
            && let Some(profile) = record.profiles.get(at)
        {
            self.hints.push((ENGINE.key, profile.words.clone()));
            return Ok((at, profile));
        }
        // A value that names no engine is refused first.
        Err(match record.refusals.get(row.unwrap_or_default()) {
            Some(refusal) => InputError { field: ENGINE.key, message: refusal.clone() },
            None => InputError::missing(engines::FOLDER, &record.device.id),
        })
    }

    /// The chosen value of a short list.
    ///
    /// # Errors
    /// A value that the list does not have.
    pub fn one(&self, input: &Input) -> Result<&'static str, InputError> {
        let value = self.text(input);
        let list = if let Choice::One(list) = input.choice { list } else { &[] };
        let found = list.iter().find(|(known, _)| *known == value);
        found.map(|(known, _)| *known).ok_or_else(|| unknown(input, "choice", value))
    }

    /// The unit of sizes.
    ///
    /// # Errors
    /// A unit that the list does not have.
    pub fn sizes(&self) -> Result<Sizes, InputError> {
        Ok(if self.one(&SIZES)? == Sizes::Binary.name() { Sizes::Binary } else { Sizes::Decimal })
    }

    /// The number of an input.
    ///
    /// # Errors
    /// A text that is not a number, or one outside the limits.
    pub fn number(&mut self, input: &Input) -> Result<f64, InputError> {
        self.number_to(input, f64::INFINITY)
    }

    /// The number of an input, at most `most` even where the input's own limit is higher.
    ///
    /// # Errors
    /// A text that is not a number, or one outside the limits.
    pub fn number_to(&mut self, input: &Input, most: f64) -> Result<f64, InputError> {
        let limits = limits(input, most);
        let text = self.text(input);
        let value = read(text, &limits).ok_or_else(|| refused(input, text, &limits))?;
        self.understood(input, &limits, value);
        Ok(value)
    }

    /// The number of an input that may be left out.
    ///
    /// # Errors
    /// A text that is not a number, or one outside the limits.
    pub fn maybe(&mut self, input: &Input) -> Result<Option<f64>, InputError> {
        if trimmed(self.text(input)).is_empty() {
            self.fields.push(Field { key: input.key, text: String::new(), plain: String::new(), slider: None });
            let limits = limits(input, f64::INFINITY);
            let unit = limits.unit();
            let hint = if unit.is_empty() { words!("optional") } else { words!("{}, optional", Arg::Text(unit)) };
            self.default_hint(input, hint);
            return Ok(None);
        }
        self.number(input).map(Some)
    }

    /// A device with the reader's own bandwidth and memory in place of its own, where they are given.
    ///
    /// # Errors
    /// A number outside the limits.
    pub fn device_with(
        &mut self,
        record: &DeviceRecord,
        bandwidth: &Input,
        memory: &Input,
    ) -> Result<Device, InputError> {
        let mut device = record.device.clone();
        self.hint(bandwidth, words!("of {}\u{a0}GB/s", Arg::Plain(device.bandwidth / GB, 1)));
        let own = self.maybe(bandwidth)?;
        device.bandwidth = own.map_or(device.bandwidth, |own| own * GB);
        if self.memory(&mut device, memory)? || own.is_some() {
            rename(&mut device);
        }
        Ok(device)
    }

    /// Puts the reader's own memory in place of the device's, where it is given.
    ///
    /// # Errors
    /// A number outside the limits.
    pub fn own_memory(&mut self, device: &mut Device, memory: &Input) -> Result<(), InputError> {
        if self.memory(device, memory)? {
            rename(device);
        }
        Ok(())
    }

    /// Reads the memory into the device without renaming it; true if a memory is given.
    fn memory(&mut self, device: &mut Device, memory: &Input) -> Result<bool, InputError> {
        if let Some(bytes) = device.memory {
            self.hint(memory, words!("of {}\u{a0}GiB", Arg::Plain(bytes / GIB, 1)));
        }
        let own = self.maybe(memory)?;
        device.memory = own.map(|own| own * GIB).or(device.memory);
        Ok(own.is_some())
    }

    fn understood(&mut self, input: &Input, limits: &Number, value: f64) {
        // The scale is that of the input, whatever a calculator asks for.
        let log = matches!(input.choice, Choice::Number(number) if number.is_log());
        let place = |value: f64| if log { libm::log2(value) } else { value };
        let (text, plain) = if limits.whole {
            (number::plain(value, 0), number::plain_count(whole(value)))
        } else {
            let text = number::plain(value, DECIMALS);
            let plain = number::without_commas(&text);
            (text, plain)
        };
        let slider = Some([limits.low, limits.high, value].map(place));
        self.fields.push(Field { key: input.key, text, plain, slider });
        let unit = limits.unit();
        let (low, high) = (Arg::Plain(limits.low, DECIMALS), Arg::Plain(limits.high, DECIMALS));
        let words = if unit.is_empty() {
            words!("{} to {}", low, high)
        } else {
            words!("{}, {} to {}", Arg::Text(unit), low, high)
        };
        self.default_hint(input, words);
    }

    /// The default hint of a field, unless the calculator gave its own.
    fn default_hint(&mut self, input: &Input, words: Words<'_>) {
        if !self.hints.iter().any(|(key, _)| *key == input.key) {
            self.hint(input, words);
        }
    }
}

/// Names a device with the reader's own numbers: `Your device (1,008 GB/s, 48 GiB; otherwise RTX 4090)`.
pub(super) fn rename(device: &mut Device) {
    let memory = device.memory.map(|bytes| filled(words!(", {}\u{a0}GiB", Arg::Plain(bytes / GIB, 1))));
    let values = [
        Arg::Plain(device.bandwidth / GB, 1),
        Arg::Text(memory.as_deref().unwrap_or_default()),
        Arg::Text(&device.name),
    ];
    device.name = filled(words!("Your device ({}\u{a0}GB/s{}; otherwise {})", ..values));
}

/// The number of an input of whole numbers.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers within their limits")]
pub(super) const fn whole(value: f64) -> u64 {
    value as u64
}

/// The limits of a number. An input that is not a number has no limits, and is refused.
fn limits(input: &Input, most: f64) -> Number {
    match input.choice {
        Choice::Number(number) => Number { high: number.high.min(most).max(number.low), ..number },
        _ => Number { low: 0.0, high: -1.0, whole: true, units: &[] },
    }
}

fn unknown(input: &Input, what: &str, id: &str) -> InputError {
    let message = match id {
        "" => filled(words!("Choose a {}.", Arg::Text(what))),
        _ => filled(words!("There is no {} called “{}” here.", Arg::Text(what), Arg::Text(id))),
    };
    InputError { field: input.key, message }
}

fn refused(input: &Input, text: &str, limits: &Number) -> InputError {
    let kind = if limits.whole { "whole number" } else { "number" };
    let (low, high) = (Arg::Plain(limits.low, DECIMALS), Arg::Plain(limits.high, DECIMALS));
    let message = if text.is_empty() || bare(text, limits.whole).is_some() {
        filled(words!("Enter a {} from {} to {}.", Arg::Text(kind), low, high))
    } else {
        filled(words!("“{}” is not a {} from {} to {}.", Arg::Text(text), Arg::Text(kind), low, high))
    };
    InputError { field: input.key, message }
}
