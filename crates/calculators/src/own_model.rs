//! The reader's own model: numbers that replace those of a model of the catalog.
//!
//! 1. Parameters: scales all tensors of the chosen model in its format by one factor, experts included.
//! 2. Layers, KV heads and head size, together: a cache of keys and values of every head in every layer.
//! 3. Numbers that the reader leaves out stay those of the chosen model.
//!
//! Invents nothing: a model of which only the size is known has the chosen model's shape, and the answer says so.

use super::input::{Input, PARAMETERS, PLAIN};
use super::input_error::InputError;
use super::query::{Query, whole};
use alloc::string::String;
use rooflight_document::prelude::*;
use rooflight_estimator::model::shape::Shape;
use rooflight_estimator::records::{FormatRecord, ModelRecord};
use rooflight_estimator::weights::Weights;

/// Parameters in billions; empty for those of the chosen model.
pub(crate) const SIZE: Input =
    Input::real(("p", "parameters"), "Override parameters", "", PARAMETERS, (0.001, 100_000.0)).folded();
/// Number of layers; empty for that of the chosen model.
pub(crate) const LAYERS: Input =
    Input::whole(("l", "layers"), "Override layers", "", &[("layers", 1.0)], (1.0, 1000.0)).folded();
/// Number of heads with keys and values of their own; empty for that of the chosen model.
pub(crate) const HEADS: Input =
    Input::whole(("h", "kv_heads"), "Override KV heads", "", &[("heads", 1.0)], (1.0, 1024.0)).folded();
/// Elements of a head; empty for those of the chosen model.
pub(crate) const HEAD_SIZE: Input =
    Input::whole(("s", "head_size"), "Override head size", "", PLAIN, (1.0, 4096.0)).folded();

/// The chosen model, with the reader's own numbers where given.
#[derive(Debug, Default)]
pub(crate) struct OwnModel {
    /// The name in a headline: the chosen model's, or `your model` with its changed numbers.
    pub name: String,
    /// The dimensions that bytes and time depend on.
    pub shape: Shape,
    /// Bytes by group and block type, in the chosen format.
    pub weights: Weights,
    /// The longest context that the reader may enter, tokens; infinite with the reader's own layers.
    pub longest: f64,
    /// The reader's parameters over those of the chosen model.
    times: Option<f64>,
    /// True if layers, heads and head size are the reader's own.
    reshaped: bool,
}

impl OwnModel {
    /// Reads the four inputs.
    ///
    /// # Errors
    /// A number outside its limits, or a part of a shape.
    pub(crate) fn read(query: &mut Query<'_>, model: &ModelRecord, format: &FormatRecord) -> Result<Self, InputError> {
        let mut own = Self { shape: model.shape.clone(), longest: model.longest_context(), ..Self::default() };
        let parameters = format.weights.parameters();
        query.hint(&SIZE, words!("of {}", Arg::Billions(parameters)));
        query.hint(&LAYERS, words!("of {}", Arg::Count(model.shape.layers)));
        let size = query.maybe(&SIZE)?;
        own.times = size.map(|size| size * 1e9 / parameters);
        if let Some(layers) = layers(query)? {
            own.shape.replace(layers);
            own.longest = f64::INFINITY;
            own.reshaped = true;
        }
        own.name = String::from(model.name.as_str());
        if own.is_changed() {
            let size = Arg::Billions(size.map_or(parameters, |size| size * 1e9));
            let values = [size, Arg::Count(own.shape.layers), Arg::Text(&model.name)];
            own.name = filled(words!("your model ({}, {} layers; otherwise {})", ..values));
        }
        own.weights = own.in_format(format);
        Ok(own)
    }

    /// True if any number is the reader's own.
    #[must_use]
    pub(crate) const fn is_changed(&self) -> bool {
        self.times.is_some() || self.reshaped
    }

    /// Returns the model's weights in a format, scaled to the reader's parameters.
    #[must_use]
    pub(crate) fn in_format(&self, format: &FormatRecord) -> Weights {
        let mut weights = format.weights.clone();
        if let Some(times) = self.times {
            weights.stretch(times);
        }
        weights
    }
}

/// Reads layers, KV heads and head size; `None` if all three are empty.
///
/// # Errors
/// A number outside its limits; some of the three without the others.
pub(crate) fn layers(query: &mut Query<'_>) -> Result<Option<[u64; 3]>, InputError> {
    let mut numbers = [0; 3];
    let mut missing = None;
    for (number, input) in numbers.iter_mut().zip([&LAYERS, &HEADS, &HEAD_SIZE]) {
        match query.maybe(input)? {
            Some(value) => *number = whole(value),
            None => missing = missing.or(Some(input.key)),
        }
    }
    match missing {
        None => Ok(Some(numbers)),
        Some(_) if numbers == [0; 3] => Ok(None),
        Some(field) => {
            let message = String::from("Give layers, KV heads and head size together.");
            Err(InputError { field, message })
        }
    }
}
