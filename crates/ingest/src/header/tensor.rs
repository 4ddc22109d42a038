//! A tensor as a header describes it, whatever the file's format.

use alloc::string::String;
use rooflight_estimator::quantization::Block;

/// How the elements of a tensor are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stored {
    /// The type as the file spells it: `Q4_K`, `BF16`.
    pub label: &'static str,
    /// The block type that calculators use for it.
    pub block: Block,
    /// Weights per stored element, as a ratio: (32, 4) for eight 4-bit weights in a 32-bit integer.
    pub weights: (u64, u64),
    /// Whether it holds scales or zero points, which take bytes but are no weights.
    pub is_scale: bool,
}

/// A tensor as listed in a header.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RawTensor {
    /// The name in the file.
    pub name: String,
    /// Rows of all its matrices: elements divided by columns.
    pub rows: u64,
    /// Elements of a row, contiguous in the file.
    pub columns: u64,
    /// Stored elements; one may hold several weights.
    pub elements: u64,
    /// Bytes in the file, without padding.
    pub bytes: u64,
    /// Type and packing of the elements.
    pub stored: Stored,
}

impl RawTensor {
    /// Returns the number of weights: the unpacked elements, or 0 for scales.
    #[must_use]
    pub(super) const fn parameters(&self) -> u64 {
        if self.stored.is_scale {
            0
        } else {
            self.elements.saturating_mul(self.stored.weights.0) / self.stored.weights.1
        }
    }
}
