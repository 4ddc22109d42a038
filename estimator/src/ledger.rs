//! The ledger: every byte that a decode step moves, as lines that a reader can check.
//!
//! Step by step: the weights by group and block, of the routed experts the touched share; the cache, one line per
//! window; the recurrent state, read and written. Weights that are stored and not read are listed separately: lookup
//! tables, idle experts. Moved and idle weights together are the file.
//!
//! The ledger counts bytes and knows neither bandwidth nor time.

use alloc::vec::Vec;

use crate::kv::STATE_BYTES;
use crate::quantization::Block;
use crate::setup::Setup;
use crate::tensors::Group;
use crate::weights::{Traffic, Weights};
use rooflight_primitives::units::count;

/// Content of a line, with the numbers of its formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item {
    /// Weights: parameters × bits / 8.
    Weights {
        /// Part of the model.
        group: Group,
        /// Block type of the stored weights.
        block: Block,
        /// Parameters moved.
        parameters: f64,
        /// Bits per weight; differs from the block's own where a published file size sets it.
        bits: f64,
    },
    /// Routed experts: bytes of all × touched / total.
    Experts {
        /// Block type of the stored experts.
        block: Block,
        /// Bytes of all experts in this block type.
        all: f64,
        /// Experts of a layer that the step touches; fractional, an expected value.
        touched: f64,
        /// Routed experts of a layer.
        total: f64,
    },
    /// Cache: batch × layers × elements per position × positions × bytes per element.
    Cache {
        /// Sequences decoded together.
        batch: f64,
        /// Layers of this width and window.
        layers: f64,
        /// Elements per position in one layer.
        elements: f64,
        /// Positions within the window.
        positions: f64,
        /// Bytes per element.
        bytes: f64,
        /// Window of local layers, tokens; `None` for full attention.
        window: Option<f64>,
    },
    /// Recurrent state: batch × elements × bytes × 2, read and written.
    State {
        /// Sequences decoded together.
        batch: f64,
        /// Elements over all layers.
        elements: f64,
        /// Bytes per element.
        bytes: f64,
    },
}

/// A line of the ledger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Tensors, cache or state that are read.
    pub item: Item,
    /// Bytes that one step reads or writes, or leaves unread if the line is idle.
    pub bytes: f64,
}

/// The bytes of one decode step, line by line.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    /// Lines that the step moves.
    pub moved: Vec<Line>,
    /// Weights in memory that the step does not read.
    pub idle: Vec<Line>,
}

impl Ledger {
    /// Builds the ledger of one decode step of `setup`, summed over all its devices.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        let mut ledger = Self { moved: Vec::new(), idle: Vec::new() };
        ledger.weights(setup.weights, setup.batch);
        for group in setup.model.cache.iter().filter(|group| group.reading > 0) {
            let positions = group.positions(setup.depth);
            let (layers, elements, bytes) = (count(group.reading), count(group.elements), setup.kv.bytes());
            let window = group.window.map(|window| count(window.size));
            let item = Item::Cache { batch: setup.batch, layers, elements, positions, bytes, window };
            ledger.moved.push(Line { item, bytes: setup.batch * layers * elements * positions * bytes });
        }
        let elements = count(setup.model.state_elements);
        if elements > 0.0 {
            let item = Item::State { batch: setup.batch, elements, bytes: STATE_BYTES };
            ledger.moved.push(Line { item, bytes: setup.batch * elements * STATE_BYTES * 2.0 });
        }
        ledger
    }

    fn weights(&mut self, weights: &Weights, batch: f64) {
        for line in weights.lines() {
            let streamed = weights.streamed_of(line, batch);
            let bits = line.bytes * rooflight_primitives::units::BITS / line.parameters;
            let item = |parameters| Item::Weights { group: line.group, block: line.block, parameters, bits };
            match (line.traffic, weights.experts()) {
                (Traffic::Routed, Some((total, _))) => {
                    let total = count(total);
                    let touched = weights.routed_share(batch) * total;
                    let of = |touched| Item::Experts { block: line.block, all: line.bytes, touched, total };
                    self.moved.push(Line { item: of(touched), bytes: streamed });
                    self.idle.push(Line { item: of(total - touched), bytes: line.bytes - streamed });
                }
                (Traffic::Idle, _) => self.idle.push(Line { item: item(line.parameters), bytes: line.bytes }),
                _ => self.moved.push(Line { item: item(line.parameters), bytes: line.bytes }),
            }
        }
    }

    /// Bytes the step moves.
    #[must_use]
    pub fn moved_bytes(&self) -> f64 {
        self.moved.iter().map(|line| line.bytes).sum()
    }

    /// Bytes of weights the step does not read.
    #[must_use]
    pub fn idle_bytes(&self) -> f64 {
        self.idle.iter().map(|line| line.bytes).sum()
    }
}
