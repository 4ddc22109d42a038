//! The result of reading headers: the kind of each file, how much of it was read, and the model that they describe, or
//! the reason for a refusal.

use super::description::Description;
use super::fault::Fault;
use super::ledger::LedgerLine;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::model::Model;
use rooflight_estimator::model::shape::Shape;

/// The kind of a file, from its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A GGUF file of a text model.
    Gguf,
    /// A GGUF file of a tower and its projector.
    Projector,
    /// A safetensors file.
    Safetensors,
    /// The index of several.
    Index,
    /// A model's `config.json`.
    Config,
}

impl Kind {
    /// The name to print.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gguf => "GGUF",
            Self::Projector => "GGUF, vision projector",
            Self::Safetensors => "safetensors",
            Self::Index => "index of safetensors",
            Self::Config => "config.json",
        }
    }
}

/// A file and what its bytes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The file's name.
    pub name: String,
    /// The format that its bytes have.
    pub kind: Kind,
    /// Bytes of the whole file.
    pub size: u64,
    /// Bytes before the first tensor.
    pub header: u64,
    /// Bytes of the tensors.
    pub tensors: u64,
    /// Bytes between and behind the tensors.
    pub padding: u64,
}

/// A file that was not read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The position of the file.
    pub file: usize,
    /// The mistake in it, or the bytes that are still needed.
    pub fault: Fault,
}

/// A model, as its files have it.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// The name to print.
    pub name: String,
    /// The description of the model, from all files.
    pub description: Option<Description>,
    /// The files that were read.
    pub files: Vec<Read>,
    /// The ledger; empty where no file has tensors.
    pub lines: Vec<LedgerLine>,
    /// The model, where the facts are complete.
    pub model: Option<Model>,
    /// The layers, as far as a step has to know them.
    pub shape: Shape,
    /// Routed experts of a layer, and how many of them a token uses.
    pub experts: Option<(u64, u64)>,
    /// Assumptions, differences and gaps that the reader has to know, a sentence each.
    pub notes: Vec<String>,
    /// The weights are packed for MLX.
    pub(super) is_mlx: bool,
}
