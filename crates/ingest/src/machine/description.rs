//! A machine as its tools describe it: graphics cards, processor, memory, and which tools they were.

use alloc::string::String;
use alloc::vec::Vec;

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
