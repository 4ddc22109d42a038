//! A machine as its tools describe it: graphics cards, processor, memory, and the tools that were recognised.

use alloc::string::String;
use alloc::vec::Vec;

rooflight_primitives::variants! {
    /// A program whose output was recognised.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Tool [
        /// The tool's name as people type it.
        pub name: &'static str,
    ] {
        NvidiaSmi = "nvidia-smi",
        RocmSmi = "rocm-smi",
        Rocminfo = "rocminfo",
        AmdSmi = "amd-smi",
        SystemProfiler = "system_profiler",
        Lscpu = "lscpu",
        Dmidecode = "dmidecode",
        Free = "free",
        LlamaCpp = "llama.cpp",
    }
}

/// The PCI Express link between a device and the processor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PcieLink {
    /// PCI Express generation.
    pub generation: Option<u32>,
    /// Number of lanes.
    pub width: Option<u32>,
}

/// A graphics card or integrated GPU as printed; fields that no tool prints are `None` or empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Gpu {
    /// The product's name.
    pub name: String,
    /// The compiler target (`gfx1151`), which identifies the device if there is no name; usually empty.
    pub target: String,
    /// Memory, bytes.
    pub memory: Option<f64>,
    /// Power limit, watts.
    pub power: Option<f64>,
    /// The link to the processor.
    pub link: PcieLink,
    /// GPU cores; printed for Apple's chips only.
    pub cores: Option<u32>,
    /// Whether it shares the processor's memory.
    pub integrated: bool,
}

/// The processor, as printed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cpu {
    /// The model name: `AMD Ryzen 9 7950X 16-Core Processor`.
    pub name: String,
    /// Number of sockets.
    pub sockets: Option<u32>,
    /// Cores of all sockets.
    pub cores: Option<u32>,
}

/// The system's memory, as printed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemMemory {
    /// Size, bytes.
    pub bytes: Option<f64>,
    /// Number of installed modules.
    pub modules: Option<u32>,
    /// Number of populated channels.
    pub channels: Option<u32>,
    /// Speed of the slowest module as configured, million transfers per second.
    pub speed: Option<f64>,
    /// Type: `DDR5`; empty if not printed.
    pub kind: String,
}

impl SystemMemory {
    /// Returns the peak bandwidth, bytes per second: 64 bits per transfer on each channel. Source: the channel width in
    /// JEDEC's DDR4 and DDR5 standards, with DDR5's two subchannels counted as one.
    #[must_use]
    pub fn bandwidth(&self) -> Option<f64> {
        Some(f64::from(self.channels?) * 8.0 * self.speed? * 1e6)
    }
}

/// A machine as its tools print it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Machine {
    /// Graphics cards and integrated GPUs, one entry per device.
    pub gpus: Vec<Gpu>,
    /// The processor; `None` if no tool names it.
    pub cpu: Option<Cpu>,
    /// The system's memory; all fields empty if no tool prints it.
    pub memory: SystemMemory,
    /// The tools that were recognised; empty if a reader typed the names.
    pub tools: Vec<Tool>,
    /// The words of a typed text that say nothing of the machine, such as a model's name.
    pub rest: String,
    /// Remarks on output that names no card, and on sizes of memory, a sentence each.
    pub notes: Vec<String>,
}
