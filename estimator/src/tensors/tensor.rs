//! A tensor, and a list of tensors under construction.

use super::role::{Group, Role};
use alloc::vec::Vec;

/// One tensor, or one for each expert or head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Role in the layer, which decides its block and its line in the ledger.
    pub role: Role,
    /// Layer, counted from 0; `None` for embeddings, head and the last norm.
    pub layer: Option<u64>,
    /// Rows of one matrix.
    pub rows: u64,
    /// Elements of a row, contiguous in memory.
    pub columns: u64,
    /// Number of such matrices: the experts, or the heads of a latent cache; 1 otherwise.
    pub copies: u64,
    /// True for weights that files hold but no decode step reads (projections of a layer that reuses a cache).
    pub idle: bool,
}

impl Tensor {
    /// Number of parameters: rows × columns × copies.
    #[must_use]
    pub const fn parameters(&self) -> u64 {
        self.rows * self.columns * self.copies
    }

    /// True for a vector, which formats do not quantize.
    #[must_use]
    pub const fn is_vector(&self) -> bool {
        matches!(self.role, Role::Vector | Role::ExpertBias) || self.rows == 1
    }

    /// Returns the group in which it is shown. `tied`: the embedding table is the output head.
    #[must_use]
    pub const fn group(&self, tied: bool) -> Group {
        self.role.group(tied)
    }
}

/// A list of tensors under construction.
pub(super) struct List {
    pub(super) tensors: Vec<Tensor>,
    pub(super) layer: Option<u64>,
}

impl List {
    pub(super) fn matrix(&mut self, role: Role, rows: u64, columns: u64) {
        self.copies(role, rows, columns, 1);
    }

    pub(super) fn copies(&mut self, role: Role, rows: u64, columns: u64, copies: u64) {
        self.tensors.push(Tensor { role, layer: self.layer, rows, columns, copies, idle: false });
    }

    pub(super) fn vector(&mut self, length: u64) {
        if length > 0 {
            self.matrix(Role::Vector, 1, length);
        }
    }
}
