//! Reads the inputs of a calculator from a query, checks them, and finds the records that they name.
//!
//! 1. A value is the query's, or else the input's default. Ids are looked up among the loaded records.
//! 2. Numbers are parsed with their units and checked against their limits. A number outside them is an error at its
//!    field; it is never moved to the limit.
//! 3. The parsed numbers are kept, so that fields and sliders can show them.
//!
//! Holds no formula of any calculator.

use super::declared::text::FIELD_DECIMALS;
use super::estimator::Estimator;
use super::input::{Choice, Input, Number, SIZES};
use super::input_error::InputError;
use super::read_number::{bare, read, trimmed};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::put;
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::profile::Profile;
use rooflight_estimator::hardware::Device;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord, PromptRecord, engines};
use rooflight_primitives::query_string::QueryString;
use rooflight_primitives::units::{GB, GIB};

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
    /// The number as in an address: no commas, no unit.
    pub plain: String,
    /// The start, the end and the position of the slider, as logarithms to base 2 on a logarithmic scale; `None` if the
    /// field is empty.
    pub slider: Option<[f64; 3]>,
}

impl<'a> Query<'a> {
    /// Creates a query over these records; `query` is a query string.
    #[must_use]
    pub fn new(estimator: &'a Estimator, query: &'a str) -> Self {
        Self { estimator, inputs: QueryString::new(query), fields: Vec::new(), hints: Vec::new() }
    }

    /// Returns all loaded records.
    #[must_use]
    pub(super) const fn estimator(&self) -> &'a Estimator {
        self.estimator
    }

    /// Returns the value of an input as written, or its default.
    #[must_use]
    pub fn text(&self, input: &Input) -> &'a str {
        self.inputs.get(input.key).unwrap_or(input.default)
    }

    /// Adds a hint to a field. Default hints do not replace it.
    pub fn hint(&mut self, input: &Input, words: Words<'_>) {
        self.hints.push((input.key, filled(words)));
    }

    /// Adds words to the hint of a field, after those that stand there.
    pub(super) fn add_to_hint(&mut self, key: &'static str, words: &str) {
        match self.hints.iter_mut().find(|(known, _)| *known == key) {
            _ if words.is_empty() => {}
            Some((_, hint)) => put(hint, &["; ", words]),
            None => self.hints.push((key, words.into())),
        }
    }

    /// Puts words in the place of the hint of a field, unless they are empty.
    pub(super) fn replace_hint(&mut self, key: &'static str, words: String) {
        if !words.is_empty() {
            self.hints.retain(|(known, _)| *known != key);
            self.hints.push((key, words));
        }
    }

    /// Finds the device of an input.
    ///
    /// # Errors
    /// A device that is not known.
    pub fn device(&self, input: &Input) -> Result<&'a DeviceRecord, InputError> {
        let id = self.text(input);
        let found = self.estimator.devices.iter().find(|record| record.device.id == id);
        found.ok_or_else(|| unknown(input, "device", id))
    }

    /// Finds the prompt record of an input's device.
    ///
    /// # Errors
    /// A device that is not known.
    pub fn prompts(&self, input: &Input) -> Result<&'a PromptRecord, InputError> {
        let id = self.text(input);
        let found = self.estimator.prompts.iter().find(|record| record.device == id);
        found.ok_or_else(|| unknown(input, "device", id))
    }

    /// Finds the model of an input.
    ///
    /// # Errors
    /// A model that is not known.
    pub fn model(&self, input: &Input) -> Result<&'a ModelRecord, InputError> {
        let id = self.text(input);
        let found = self.estimator.models.iter().find(|record| record.id == id);
        found.ok_or_else(|| unknown(input, "model", id))
    }

    /// Finds the chosen format among the model's; if the reader kept the calculator's default and the model lacks it,
    /// returns the model's usual one. Sets the hint with its bits per weight.
    ///
    /// # Errors
    /// A format that the model does not have.
    pub fn format(&mut self, input: &Input, model: &'a ModelRecord) -> Result<&'a FormatRecord, InputError> {
        let id = self.text(input);
        let found = model.formats.iter().find(|record| record.id == id);
        let usual = model.usual_format();
        let default = if id == input.default { usual } else { None };
        let Some(format) = found.or(default) else {
            let such = usual.map_or("", |format| &*format.name);
            let message = filled(words!("Choose a format of {}, such as {}.", Arg::Text(&model.name), Arg::Text(such)));
            return Err(InputError { field: input.key, message });
        };
        let bits = Arg::Fixed(format.weights.bits_per_weight(), 2);
        self.hint(input, words!("{} bits each", bits));
        Ok(format)
    }

    /// Finds the chosen engine's profile for a format on a device: its position among the device's profiles, and the
    /// profile. Sets the hint with the engine.
    ///
    /// # Errors
    /// An engine that is not known, that does not run on the device, or that is not estimated for such files; a profile
    /// that has not arrived.
    pub(super) fn engine(
        &mut self,
        input: &Input,
        record: &'a DeviceRecord,
        format: &FormatRecord,
    ) -> Result<(usize, &'a Profile), InputError> {
        let id = self.text(input);
        let row = record.row(id);
        if let Some(at) = row.and_then(|row| record.position(row, format.files))
            && let Some(profile) = record.profiles.get(at)
        {
            self.hints.push((input.key, profile.words.clone()));
            return Ok((at, profile));
        }
        // A value that names no engine is refused first.
        Err(match record.refusals.get(row.unwrap_or_default()) {
            Some(refusal) => InputError { field: input.key, message: refusal.clone() },
            None => InputError::missing(engines::FOLDER, &record.device.id),
        })
    }

    /// Returns the chosen value of an input with a list of choices.
    ///
    /// # Errors
    /// A value that is not in the list.
    pub fn one(&self, input: &Input) -> Result<&'static str, InputError> {
        let value = self.text(input);
        let list = if let Choice::One(list) = input.choice { list } else { &[] };
        let found = list.iter().find(|(known, _)| *known == value);
        found.map(|(known, _)| *known).ok_or_else(|| unknown(input, "choice", value))
    }

    /// Reads the unit in which sizes are shown.
    ///
    /// # Errors
    /// A unit that is not in the list.
    pub fn sizes(&self) -> Result<Sizes, InputError> {
        Ok(if self.one(&SIZES)? == Sizes::Binary.name() { Sizes::Binary } else { Sizes::Decimal })
    }

    /// Reads the number of an input, in the input's first unit.
    ///
    /// # Errors
    /// A text that is not a number, or one outside the limits.
    pub fn number(&mut self, input: &Input) -> Result<f64, InputError> {
        self.number_to(input, f64::INFINITY)
    }

    /// Reads the number of an input, with `most` as its upper limit if that is below the input's own.
    ///
    /// # Errors
    /// A text that is not a number, or one outside the limits.
    pub fn number_to(&mut self, input: &Input, most: f64) -> Result<f64, InputError> {
        let limits = limits(input, most);
        let text = self.text(input);
        let value = read(text, &limits).ok_or_else(|| number_error(input, text, &limits))?;
        self.keep_field(input, &limits, value);
        Ok(value)
    }

    /// Returns the number of an input as written, for limits that depend on it; `None` for what is no such number.
    pub(super) fn peek(&self, input: &Input) -> Option<f64> {
        read(self.text(input), &limits(input, f64::INFINITY))
    }

    /// Reads the number of an optional input; `None` if it is empty.
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

    /// Returns a device with the reader's own bandwidth and memory, where given.
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

    /// Replaces the device's memory by the reader's own, if given, and renames the device.
    ///
    /// # Errors
    /// A number outside the limits.
    pub fn own_memory(&mut self, device: &mut Device, memory: &Input) -> Result<(), InputError> {
        if self.memory(device, memory)? {
            rename(device);
        }
        Ok(())
    }

    /// Replaces the device's memory by the reader's own without renaming the device; true if one is given.
    fn memory(&mut self, device: &mut Device, memory: &Input) -> Result<bool, InputError> {
        if let Some(bytes) = device.memory {
            self.hint(memory, words!("of {}\u{a0}GiB", Arg::Plain(bytes / GIB, 1)));
        }
        let own = self.maybe(memory)?;
        device.memory = own.map(|own| own * GIB).or(device.memory);
        Ok(own.is_some())
    }

    /// Keeps a parsed number for the form, and sets its default hint: unit and limits.
    fn keep_field(&mut self, input: &Input, limits: &Number, value: f64) {
        // The scale depends on the input's own limits, not on the lower one of a calculator.
        let log = matches!(input.choice, Choice::Number(number) if number.is_log());
        let place = |value: f64| if log { libm::log2(value) } else { value };
        let (text, plain) = if limits.whole {
            (number::plain(value, 0), number::plain_count(whole(value)))
        } else {
            let text = number::plain(value, FIELD_DECIMALS);
            let plain = number::without_commas(&text);
            (text, plain)
        };
        let slider = Some([limits.low, limits.high, value].map(place));
        self.fields.push(Field { key: input.key, text, plain, slider });
        let unit = limits.unit();
        let (low, high) = (Arg::Plain(limits.low, FIELD_DECIMALS), Arg::Plain(limits.high, FIELD_DECIMALS));
        let words = if unit.is_empty() {
            words!("{} to {}", low, high)
        } else {
            words!("{}, {} to {}", Arg::Text(unit), low, high)
        };
        self.default_hint(input, words);
    }

    /// Adds a hint to a field that has none.
    fn default_hint(&mut self, input: &Input, words: Words<'_>) {
        if !self.hints.iter().any(|(key, _)| *key == input.key) {
            self.hint(input, words);
        }
    }
}

/// Renames a device with the reader's own numbers: `Your device (1,008 GB/s, 48 GiB; otherwise RTX 4090)`.
pub(super) fn rename(device: &mut Device) {
    let memory = device.memory.map(|bytes| filled(words!(", {}\u{a0}GiB", Arg::Plain(bytes / GIB, 1))));
    let values = [
        Arg::Plain(device.bandwidth / GB, 1),
        Arg::Text(memory.as_deref().unwrap_or_default()),
        Arg::Text(&device.name),
    ];
    device.name = filled(words!("Your device ({}\u{a0}GB/s{}; otherwise {})", ..values));
}

/// Converts the number of an input that takes whole numbers only.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers within their limits")]
pub(super) const fn whole(value: f64) -> u64 {
    value as u64
}

/// Returns the limits of an input, the upper one at most `most`. An input that is no number gets limits that no value
/// meets.
fn limits(input: &Input, most: f64) -> Number {
    match input.choice {
        Choice::Number(number) => Number { high: number.high.min(most).max(number.low), ..number },
        _ => Number { low: 0.0, high: -1.0, whole: true, units: &[] },
    }
}

/// The error of an id that is not in the records or choices; `what` names its kind.
fn unknown(input: &Input, what: &str, id: &str) -> InputError {
    let message = match id {
        "" => filled(words!("Choose a {}.", Arg::Text(what))),
        _ => filled(words!("There is no {} called “{}” here.", Arg::Text(what), Arg::Text(id))),
    };
    InputError { field: input.key, message }
}

/// The error of a text that is no number within the limits.
fn number_error(input: &Input, text: &str, limits: &Number) -> InputError {
    let kind = if limits.whole { "whole number" } else { "number" };
    let (low, high) = (Arg::Plain(limits.low, FIELD_DECIMALS), Arg::Plain(limits.high, FIELD_DECIMALS));
    let message = if text.is_empty() || bare(text, limits.whole).is_some() {
        filled(words!("Enter a {} from {} to {}.", Arg::Text(kind), low, high))
    } else {
        filled(words!("“{}” is not a {} from {} to {}.", Arg::Text(text), Arg::Text(kind), low, high))
    };
    InputError { field: input.key, message }
}
