//! Recognises a machine from what its tools print: nvidia-smi, rocm-smi, rocminfo, amd-smi, `system_profiler`, lscpu,
//! dmidecode, free, and the first lines of llama.cpp.
//!
//! 1. [`read`] goes over the lines once; the text may hold several outputs, with noise in between. Each tool has a
//!    module that recognises its lines.
//! 2. Devices that two tools name are merged ([`lists`]): the larger count wins, and each tool adds what the others do
//!    not print.
//! 3. A short text without a tool's output is read as typed names ([`text`]); `candidates` offers devices where it names
//!    none.
//! 4. [`matching`] finds the devices among the catalog's; [`wasm_api`] does both for a page.
//!
//! Reads at most [`MAX_BYTES`] bytes, in linear time and memory, and never panics. Invents nothing: what is not printed
//! stays empty.

mod amd;
mod apple;
mod candidates;
mod description;
mod engines;
mod fields;
mod lists;
pub mod matching;
mod nvidia;
mod printed;
mod reader;
mod system;
pub mod text;
mod typed;
pub mod wasm_api;
mod words;

pub use description::{Cpu, Gpu, Machine, PcieLink, SystemMemory, Tool};
pub(crate) use engines::device as engine_device;
pub use reader::read;

/// Maximum length of a text, bytes; the rest is ignored.
pub const MAX_BYTES: usize = 4 << 20;

/// The message for a text that names no device and is no tool's output.
pub const NOTHING: &str = "No device of the catalog is named here. Type one, such as “2x 3090” or “M4 Max 64GB”, or paste what a tool prints: nvidia-smi (the table, -L, -q, --query-gpu with --format=csv), rocm-smi --showproductname, rocminfo, amd-smi static, system_profiler SPHardwareDataType SPDisplaysDataType, lscpu, dmidecode -t memory, free and /proc/meminfo, and the first lines of llama.cpp.";
