//! The setup of an estimate: a model in a format, on devices, at a depth and a batch.
//!
//! A setup holds references and checked numbers. `ledger`, `decode`, `fit` and other computations take one.

use crate::error::{FactError, Problem};
use crate::hardware::Device;
use crate::kv::KvType;
use crate::model::shape::Shape;
use crate::weights::Weights;

/// How several equal devices share a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Devices {
    /// A single device holds the whole model.
    One,
    /// Each device holds some of the layers and waits for the others: more capacity, but no more speed for one stream.
    LayerSplit(u64),
    /// Each device holds a part of every layer: bytes are divided, and every layer needs two all-reduces.
    TensorParallel(u64),
}

impl Devices {
    /// Number of devices, at least one.
    #[must_use]
    pub const fn number(self) -> u64 {
        match self {
            Self::One => 1,
            Self::LayerSplit(number) | Self::TensorParallel(number) => {
                if number == 0 {
                    1
                } else {
                    number
                }
            }
        }
    }

    /// Number of devices that work on one token at the same time.
    #[must_use]
    pub const fn at_once(self) -> u64 {
        match self {
            Self::TensorParallel(_) => self.number(),
            Self::One | Self::LayerSplit(_) => 1,
        }
    }
}

/// A model in a format on devices, decoding.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// Sizes and caches of the model.
    pub model: &'a Shape,
    /// Its weights in a format.
    pub weights: &'a Weights,
    /// One of the devices, which are all equal.
    pub device: &'a Device,
    /// Number of devices, and how they share the model.
    pub devices: Devices,
    /// Number format of the cache.
    pub kv: KvType,
    /// Tokens in the cache of each sequence.
    pub depth: f64,
    /// Sequences decoded together; at least one.
    pub batch: f64,
    /// Prompt tokens of other requests that are read along with each step, on average.
    pub reading: f64,
}

/// Maximum number of tokens or sequences of a setup: far beyond any real one, and far below where an `f64` loses
/// digits.
pub const MAX_COUNT: f64 = 1e9;

impl<'a> Setup<'a> {
    /// One sequence on one device, at `depth` tokens, with a 16-bit cache.
    #[must_use]
    pub const fn single(model: &'a Shape, weights: &'a Weights, device: &'a Device, depth: f64) -> Self {
        Self { model, weights, device, devices: Devices::One, kv: KvType::F16, depth, batch: 1.0, reading: 0.0 }
    }

    /// Returns the setup itself if its numbers are possible.
    ///
    /// # Errors
    /// A depth or `reading` below zero or beyond `MAX_COUNT`, a batch below one or beyond `MAX_COUNT`.
    pub fn checked(self) -> Result<Self, FactError> {
        if !(self.depth >= 0.0 && self.depth <= MAX_COUNT) {
            return Err(FactError::new("context", Problem::NotPositive));
        }
        if !(self.batch >= 1.0 && self.batch <= MAX_COUNT) {
            return Err(FactError::new("batch", Problem::NotPositive));
        }
        if !(self.reading >= 0.0 && self.reading <= MAX_COUNT) {
            return Err(FactError::new("reading", Problem::NotPositive));
        }
        Ok(self)
    }
}
