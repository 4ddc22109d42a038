//! Recognises a machine from what its tools print: nvidia-smi, rocm-smi, rocminfo, amd-smi, `system_profiler`, lscpu,
//! dmidecode, free, and the first lines of llama.cpp.
//!
//! 1. [`read`] goes over the lines once, several outputs after one another and noise between. Each tool has a module
//!    that knows its lines.
//! 2. Devices that two tools name are one ([`lists`]): the larger count holds, and each tool adds what the others do
//!    not print.
//! 3. [`matching`] finds the devices among the catalog's; [`wasm_api`] does both for a page.
//!
//! Reads at most [`MAX_BYTES`] bytes, in time and memory in proportion, and never panics. Invents nothing: what is not
//! printed is absent.

mod amd;
mod apple;
mod engines;
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

pub(crate) use engines::device as engine_device;
pub use reader::read;
pub use words::several as count_word;

use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::units::{GIB, MIB};

/// Bytes of a text that are read.
pub const MAX_BYTES: usize = 4 << 20;

/// The message for a text in which no tool's output is recognised.
pub const NOTHING: &str = "Nothing here is known. Read are the outputs of nvidia-smi (the table, -L, -q, --query-gpu with --format=csv), rocm-smi --showproductname, rocminfo, amd-smi static, system_profiler SPHardwareDataType SPDisplaysDataType, lscpu, dmidecode -t memory, free and /proc/meminfo, and the first lines of llama.cpp.";

/// A program whose output was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Tool {
    NvidiaSmi,
    RocmSmi,
    Rocminfo,
    AmdSmi,
    SystemProfiler,
    Lscpu,
    Dmidecode,
    Free,
    LlamaCpp,
}

impl Tool {
    /// Its name as people type it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NvidiaSmi => "nvidia-smi",
            Self::RocmSmi => "rocm-smi",
            Self::Rocminfo => "rocminfo",
            Self::AmdSmi => "amd-smi",
            Self::SystemProfiler => "system_profiler",
            Self::Lscpu => "lscpu",
            Self::Dmidecode => "dmidecode",
            Self::Free => "free",
            Self::LlamaCpp => "llama.cpp",
        }
    }
}

/// The link of a device to the processor: PCI Express.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Link {
    /// The generation of PCI Express.
    pub generation: Option<u32>,
    /// The number of its lanes.
    pub width: Option<u32>,
}

/// A graphics card or a chip's graphics part, as printed; absent where no tool says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Gpu {
    /// The product's name.
    pub name: String,
    /// The target of its compiler (`gfx1151`), which names it where nothing else does; mostly empty.
    pub target: String,
    /// Its memory, bytes.
    pub memory: Option<f64>,
    /// Its power limit, watts.
    pub power: Option<f64>,
    /// Its connection to the processor.
    pub link: Link,
    /// Its cores, of Apple's chips.
    pub cores: Option<u32>,
    /// It shares the processor's memory.
    pub integrated: bool,
}

/// The processor, as printed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cpu {
    /// Its model name.
    pub name: String,
    /// Number of sockets.
    pub sockets: Option<u32>,
    /// Cores of all sockets together.
    pub cores: Option<u32>,
}

/// The system's memory, as printed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemMemory {
    /// Its size, bytes.
    pub bytes: Option<f64>,
    /// Modules that are plugged in.
    pub modules: Option<u32>,
    /// Populated channels.
    pub channels: Option<u32>,
    /// Transfers a second, in millions, as configured.
    pub speed: Option<f64>,
    /// Its type: `DDR5`.
    pub kind: String,
}

impl SystemMemory {
    /// Peak bandwidth, bytes a second: 64 bits a transfer on each channel. Source: the width of a channel in JEDEC's
    /// DDR4 and DDR5 standards, in which the two half channels of DDR5 count as one.
    #[must_use]
    pub fn bandwidth(&self) -> Option<f64> {
        Some(f64::from(self.channels?) * 8.0 * self.speed? * 1e6)
    }
}

/// A machine, as its tools print it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Machine {
    /// The graphics cards and chips, one each.
    pub gpus: Vec<Gpu>,
    /// The processor.
    pub cpu: Option<Cpu>,
    /// The system's memory; empty if no tool prints it.
    pub memory: SystemMemory,
    /// The tools that were recognised.
    pub tools: Vec<Tool>,
    /// Names that a tool has cut short, a sentence each.
    pub notes: Vec<&'static str>,
}

/// A text short enough for a message, without control characters.
fn tidy(text: &str) -> String {
    const MAX_CHARACTERS: usize = 80;
    let mut out = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().take(MAX_CHARACTERS));
        if out.len() >= MAX_CHARACTERS {
            break;
        }
    }
    out.chars().take(MAX_CHARACTERS).collect()
}

/// The number at the beginning of a text, and what follows it. Read digit by digit: the parser of core weighs more than
/// all tools here.
fn number(text: &str) -> Option<(f64, &str)> {
    const DIGITS: usize = 15;
    let text = text.trim_start();
    let (mut value, mut unit, mut digits, mut end) = (0.0, 0.0, 0, text.len());
    for (at, byte) in text.bytes().enumerate() {
        if byte.is_ascii_digit() {
            value = value * 10.0 + f64::from(byte - b'0');
            unit *= 10.0;
            digits += 1;
        } else if byte == b'.' && unit == 0.0 && digits > 0 {
            unit = 1.0;
        } else {
            end = at;
            break;
        }
    }
    let value = if unit > 1.0 { value / unit } else { value };
    (1..=DIGITS).contains(&digits).then_some((value, text.get(end..)?.trim_start()))
}

/// The whole number at the beginning of a text.
fn whole(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok().filter(|number| *number > 0)
}

/// Bytes of a size with its unit. Tools count in powers of two, whichever way they write the unit.
fn size(text: &str) -> Option<f64> {
    let (value, unit) = number(text)?;
    let unit = match unit.chars().next().map(|c| c.to_ascii_uppercase()) {
        Some('K') => MIB / 1024.0,
        Some('M') => MIB,
        Some('G') => GIB,
        Some('T') => 1024.0 * GIB,
        _ => return None,
    };
    Some(value * unit).filter(|bytes| *bytes > 0.0)
}
