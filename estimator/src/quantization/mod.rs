//! Formats of weights: from a tensor to the block type it is stored in.
//!
//! Step by step: `from_catalog` turns the id of a catalog record into a `Rule`; `Rule::blocks` gives every tensor of a
//! model its block. A GGUF file type has a mixing rule (`gguf`, `mixes`); most other formats have one block for the
//! linear layers and 16 bits for the rest (`uniform`). Files that their publisher mixed model by model have no known
//! mixing rule: their bytes come from the published size, divided among tensors as a similar file type would.
//!
//! No id is guessed: an unknown id is an error.

use alloc::vec::Vec;

use crate::model::Model;
use crate::tensors::{self, Tensor};

pub mod blocks;
mod catalog;
mod file_type;
mod gguf;
mod mixes;
mod traits;
mod uniform;

pub use blocks::Block;
pub use catalog::{CatalogError, from_catalog};
pub use file_type::FileType;
pub use uniform::Uniform;

/// How a format chooses the block of each tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// A GGUF file type and its published mixing rule.
    Gguf(FileType),
    /// One block for each kind of tensor.
    Uniform(Uniform),
    /// A file mixed for one model: its size is published, and divided among tensors as this file type would.
    PerFile(FileType),
}

impl Rule {
    /// Returns the block of each of `tensors`, in their order. `tensors` must be those that `Rule::tensors` lists for
    /// `model`.
    #[must_use]
    pub fn blocks(&self, model: &Model, tensors: &[Tensor]) -> Vec<Block> {
        match self {
            Self::Uniform(uniform) => tensors.iter().map(|tensor| uniform.block(tensor)).collect(),
            Self::Gguf(file) | Self::PerFile(file) => {
                let traits = traits::Traits::of(model, tensors);
                let mut values = 0;
                let mut blocks = Vec::with_capacity(tensors.len());
                for tensor in tensors {
                    blocks.push(gguf::block(*file, &traits, tensor, values));
                    values += u64::from(traits::is_value(tensor.role));
                }
                blocks
            }
        }
    }

    /// Lists the tensors of `model` as files of this format hold them.
    #[must_use]
    pub fn tensors(&self, model: &Model) -> Vec<Tensor> {
        match self {
            Self::Uniform(uniform) if uniform.head_apart => tensors::with_head_apart(model),
            _ => tensors::tensors_of(model),
        }
    }

    /// True where a published file size is needed to know the bytes.
    #[must_use]
    pub const fn needs_file_size(&self) -> bool {
        matches!(self, Self::PerFile(_))
    }
}
