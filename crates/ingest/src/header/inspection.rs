//! The result of reading headers: the kind and sizes of each file and the model that they describe, or the fault of the
//! first file that cannot be read.

use super::description::Description;
use super::fault::Fault;
use super::ledger::LedgerLine;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::model::Model;
use rooflight_estimator::model::shape::Shape;

rooflight_primitives::variants! {
    /// The kind of a file, from its first bytes and the ending of its name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FileKind [
        /// The name to print.
        pub name: &'static str,
    ] {
        /// A GGUF file of a text model.
        Gguf = "GGUF",
        /// A GGUF file of a vision or sound tower and its projector.
        Projector = "GGUF, vision projector",
        /// A safetensors file, alone or one of several.
        Safetensors = "safetensors",
        /// `model.safetensors.index.json`, the index of several safetensors files.
        Index = "index of safetensors",
        /// A model's `config.json`.
        Config = "config.json",
    }
}

/// A file that was read, and how its bytes divide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectedFile {
    /// The file's name, without folders.
    pub name: String,
    /// The file's kind.
    pub kind: FileKind,
    /// Bytes of the whole file.
    pub size: u64,
    /// Bytes before the first tensor; the whole size of a JSON file.
    pub header: u64,
    /// Bytes of all tensors.
    pub tensors: u64,
    /// Bytes between and after the tensors.
    pub padding: u64,
}

/// A file that could not be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedFile {
    /// The file's position among the heads that were given.
    pub file: usize,
    /// The mistake in the file, or how many of its bytes are needed.
    pub fault: Fault,
}

/// A model as its files describe it.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// The name to print, at most 80 characters.
    pub name: String,
    /// The model's description: from `config.json`, else from GGUF metadata; `None` if neither was given.
    pub description: Option<Description>,
    /// The files in the order given.
    pub files: Vec<InspectedFile>,
    /// The ledger; empty if no file has tensors.
    pub lines: Vec<LedgerLine>,
    /// The model; `None` if the facts are incomplete or contradict each other.
    pub model: Option<Model>,
    /// The model's shape; derived from the tensors if there is no `model`.
    pub shape: Shape,
    /// Routed experts of a layer, and how many of them a token uses; `None` if dense or not stated.
    pub experts: Option<(u64, u64)>,
    /// Assumptions, differences and gaps that the reader has to know, a sentence each.
    pub notes: Vec<String>,
    /// Whether the weights are packed for MLX.
    pub(super) is_mlx: bool,
}
