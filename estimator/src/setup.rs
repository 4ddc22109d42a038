//! The setup of an estimate: a model in a format, on devices, at a depth and a batch.
//!
//! A setup holds references and checked numbers. Everything that computes (`ledger`, `decode`, `fit`) takes one.

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
    /// Each device holds some of the layers and waits for the others: more capacity, no more speed for one stream.
    LayerSplit(u64),
    /// Each device holds a part of every layer: bytes are divided, and every layer is agreed upon twice.
    TensorParallel(u64),
}

impl Devices {
    /// How many devices.
    #[must_use]
    pub const fn number(self) -> u64 {
        match self {
            Self::One => 1,
            Self::LayerSplit(n) | Self::TensorParallel(n) => {
                if n == 0 {
                    1
                } else {
                    n
                }
            }
        }
    }

    /// Devices that work at the same time on one token.
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
    /// The layers, as far as a step has to know them.
    pub model: &'a Shape,
    /// Its weights in a format.
    pub weights: &'a Weights,
    /// One of the devices; all are equal.
    pub device: &'a Device,
    /// How many, and how they share.
    pub devices: Devices,
    /// Number format of the cache.
    pub kv: KvType,
    /// Tokens in the cache of each sequence.
    pub depth: f64,
    /// Sequences decoded together; at least one.
    pub batch: f64,
    /// Prompt tokens of other requests that are read beside each step, on average.
    pub reading: f64,
}

/// The most tokens or sequences a setup may have: far beyond any real one, and far below where numbers lose digits.
pub const LIMIT: f64 = 1e9;

impl<'a> Setup<'a> {
    /// One sequence on one device, at `depth` tokens, with a 16-bit cache.
    #[must_use]
    pub const fn single(model: &'a Shape, weights: &'a Weights, device: &'a Device, depth: f64) -> Self {
        Self { model, weights, device, devices: Devices::One, kv: KvType::F16, depth, batch: 1.0, reading: 0.0 }
    }

    /// The setup itself, if its numbers are possible.
    ///
    /// # Errors
    /// A depth or prompts below zero or beyond `LIMIT`, a batch below one or beyond `LIMIT`.
    pub fn checked(self) -> Result<Self, FactError> {
        if !(self.depth >= 0.0 && self.depth <= LIMIT) {
            return Err(FactError::new("context", Problem::NotPositive));
        }
        if !(self.batch >= 1.0 && self.batch <= LIMIT) {
            return Err(FactError::new("batch", Problem::NotPositive));
        }
        if !(self.reading >= 0.0 && self.reading <= LIMIT) {
            return Err(FactError::new("reading", Problem::NotPositive));
        }
        Ok(self)
    }
}
