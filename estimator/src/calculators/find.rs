//! What a query names, found among the cards; and numbers within their limits.

use super::{Estimator, InputError, Query};
use crate::cards::{DeviceCard, FormatCard, ModelCard};
use crate::view::arg::{Arg, filled};
use crate::view::parse::parse_count;

/// The device of a query.
pub(super) fn device<'a>(estimator: &'a Estimator, query: &Query<'_>) -> Result<&'a DeviceCard, InputError> {
    let id = query.text("hw");
    let found = estimator.devices.iter().find(|card| card.device.id == id);
    found.ok_or_else(|| unknown("hw", "device", id))
}

/// The model of a query.
pub(super) fn model<'a>(estimator: &'a Estimator, query: &Query<'_>) -> Result<&'a ModelCard, InputError> {
    let id = query.text("m");
    let found = estimator.models.iter().find(|card| card.id == id);
    found.ok_or_else(|| unknown("m", "model", id))
}

/// The format of a query, among those that the model is known in.
pub(super) fn format<'a>(model: &'a ModelCard, query: &Query<'_>) -> Result<&'a FormatCard, InputError> {
    let id = query.text("q");
    let found = model.formats.iter().find(|card| card.id == id);
    found.ok_or_else(|| {
        let message = match id {
            "" => filled("Choose a quantization.", &[]),
            _ => filled("How many bytes % takes in this format is not known here.", &[Arg::Text(&model.name)]),
        };
        InputError { field: "q", message }
    })
}

fn unknown(field: &'static str, what: &str, id: &str) -> InputError {
    let message = match id {
        "" => filled("Choose a %.", &[Arg::Text(what)]),
        _ => filled("There is no % called “%” here.", &[Arg::Text(what), Arg::Text(id)]),
    };
    InputError { field, message }
}

/// A number of tokens between 1 and a limit.
pub(super) fn tokens(field: &'static str, text: &str, max: u64) -> Result<u64, InputError> {
    if let Some(value) = parse_count(text).filter(|value| (1..=max).contains(value)) {
        return Ok(value);
    }
    let message = match parse_count(text) {
        None if !text.is_empty() => {
            filled("“%” is not a whole number from 1 to %.", &[Arg::Text(text), Arg::Count(max)])
        }
        _ => filled("Enter a whole number from 1 to %.", &[Arg::Count(max)]),
    };
    Err(InputError { field, message })
}
