//! A tensor as a header names it, whatever the file's format.

use alloc::string::String;
use rooflight_estimator::quantization::Block;

/// How the elements of a tensor are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stored {
    /// The type as the file names it.
    pub label: &'static str,
    /// The block type that calculators know it by.
    pub block: Block,
    /// Weights per stored elements, as a ratio: (8, 1) for eight 4-bit weights in one integer.
    pub weights: (u64, u64),
    /// Scales and zero points: their bytes belong to the weights beside them, and they are not weights.
    pub is_scale: bool,
}

/// A tensor of a header.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RawTensor {
    /// Its name in the file.
    pub name: String,
    /// The rows of all its matrices: elements over columns.
    pub rows: u64,
    /// Elements of a row, contiguous in the file.
    pub columns: u64,
    /// The number of stored elements; several weights may share one.
    pub elements: u64,
    /// Bytes in the file, padding aside.
    pub bytes: u64,
    /// How it is stored.
    pub stored: Stored,
}

impl RawTensor {
    /// Weights: the elements, unpacked; none where the tensor holds scales.
    #[must_use]
    pub(super) const fn parameters(&self) -> u64 {
        if self.stored.is_scale {
            0
        } else {
            self.elements.saturating_mul(self.stored.weights.0) / self.stored.weights.1
        }
    }
}
