//! A machine as the physics sees it: bandwidth, memory, arithmetic, link; and the family its efficiency is measured in.
//!
//! Step by step: the catalog's `DeviceFacts` go in, numbers are turned into SI units, and a `Device` comes out, or an
//! error that names the field. Bandwidth is the published peak. The share of it that engines reach is measured, not a
//! fact of the device, and belongs to `calibration`.

use alloc::string::String;

use crate::error::{FactError, Problem};
use rooflight_primitives::units::{GB, GIB, TERA};
use serde::{Deserialize, Serialize};

rooflight_primitives::variants! {
    /// Device classes of the catalog, each with its word there.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[allow(missing_docs, reason = "the names are the catalog's words")]
    pub enum DeviceClass [
        /// Its catalog word.
        pub name: &'static str,
        /// The heading above its devices.
        pub heading: &'static str,
        /// The word for a device of the class.
        pub singular: &'static str,
        /// The words for its devices where each class is a row of its own.
        pub plural: &'static str,
    ] {
        #[default]
        ConsumerGpu = ("consumer-gpu", "Graphics cards", "graphics card", "consumer cards"),
        LaptopGpu = ("laptop-gpu", "Laptop graphics", "laptop graphics", "laptop graphics"),
        WorkstationGpu = ("workstation-gpu", "Workstation cards", "workstation card", "workstation cards"),
        DatacenterGpu = ("datacenter-gpu", "Datacenter cards", "datacenter card", "datacenter cards"),
        AppleSoc = ("apple-soc", "Apple chips", "Apple chip", "Apple's chips"),
        Apu = ("apu", "Processors with shared memory", "shared-memory processor", "other chips with shared memory"),
        Cpu = ("cpu", "CPUs", "CPU", "processors"),
        Accelerator = ("accelerator", "Other accelerators", "accelerator", "accelerators"),
        Edge = ("edge", "Small boards", "small board", "Jetson and other modules"),
        Sbc = ("sbc", "Small boards", "small board", "single-board computers"),
        Phone = ("phone", "Phones", "phone", "phones"),
    }
}

impl DeviceClass {
    /// True if several devices of the class are put into one machine.
    #[must_use]
    pub const fn is_stacked(self) -> bool {
        matches!(self, Self::ConsumerGpu | Self::WorkstationGpu | Self::DatacenterGpu | Self::Accelerator)
    }

    /// True if a device of the class has its own memory in addition to that of the system, so that a CPU can hold the
    /// rest of a model.
    #[must_use]
    pub const fn is_discrete(self) -> bool {
        matches!(self, Self::ConsumerGpu | Self::LaptopGpu | Self::WorkstationGpu | Self::DatacenterGpu)
    }

    /// Returns the class with this catalog word, such as `consumer-gpu`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }
}

rooflight_primitives::variants! {
    /// Devices that behave alike: efficiency is fitted by family.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Family [
        /// Its name in a sentence, in the plural.
        pub words: &'static str,
    ] {
        /// NVIDIA with GDDR or, in one package with the processor, LPDDR memory.
        #[default]
        NvidiaGddr = "NVIDIA cards with GDDR or LPDDR memory",
        /// NVIDIA cards with high-bandwidth memory (HBM).
        NvidiaHbm = "NVIDIA cards with HBM",
        /// NVIDIA cards before tensor cores.
        NvidiaPascal = "NVIDIA cards without tensor cores",
        /// Apple's chips, except those of phones.
        Apple = "Apple's chips",
        /// AMD cards with graphics memory (GDDR).
        AmdGddr = "AMD cards with GDDR memory",
        /// AMD cards with high-bandwidth memory (HBM).
        AmdHbm = "AMD cards with HBM",
        /// Graphics and processor on one chip with shared memory, any vendor but Apple and NVIDIA.
        Apu = "graphics and processor on one chip",
        /// CPUs.
        Cpu = "processors",
        /// Intel's graphics cards.
        IntelGpu = "Intel's cards",
        /// Dedicated AI accelerators.
        Accelerator = "chips made for this work alone",
        /// Phones, single-board computers and other edge devices.
        PhoneEdge = "phones and small boards",
    }
}

impl Family {
    /// Derives the family from vendor, class, memory type and year of release; `None` for an unknown vendor.
    ///
    /// The class decides first for phones, boards, CPUs and accelerators. Apple and NVIDIA come next, whatever the
    /// class, then APUs of other vendors. NVIDIA's cards up to 2017 have no tensor cores and are a family of their own,
    /// whatever the memory; other NVIDIA and AMD cards are divided by memory: HBM or not.
    #[must_use]
    pub fn derive(vendor: &str, class: DeviceClass, memory_type: &str, year: Option<u64>) -> Option<Self> {
        let hbm = memory_type.starts_with("HBM");
        Some(match (class, vendor) {
            (DeviceClass::Phone | DeviceClass::Sbc, _) => Self::PhoneEdge,
            (DeviceClass::Cpu, _) => Self::Cpu,
            (DeviceClass::Accelerator, _) => Self::Accelerator,
            (_, "Apple") => Self::Apple,
            (_, "NVIDIA") if year.is_some_and(|year| year <= 2017) => Self::NvidiaPascal,
            (_, "NVIDIA") if hbm => Self::NvidiaHbm,
            (_, "NVIDIA") => Self::NvidiaGddr,
            (DeviceClass::Apu, _) => Self::Apu,
            (_, "AMD") if hbm => Self::AmdHbm,
            (_, "AMD") => Self::AmdGddr,
            (_, "Intel") => Self::IntelGpu,
            (DeviceClass::Edge, _) => Self::PhoneEdge,
            _ => return None,
        })
    }
}

/// A device's facts in the catalog's units; absent fields are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceFacts {
    /// Vendor, as the catalog spells it.
    pub vendor: Option<String>,
    /// One of the words of `DeviceClass`.
    pub class: Option<String>,
    /// Memory type: `GDDR6X`, `HBM3`, `LPDDR5` …
    pub memory_type: Option<String>,
    /// Memory of one device, GiB: vendors print GB and mean GiB.
    pub memory_gib: Option<f64>,
    /// Peak memory bandwidth, GB/s.
    pub bandwidth_gb_s: Option<f64>,
    /// Dense 16-bit matrix rate with 32-bit accumulation, TFLOPS.
    pub fp16_dense_tflops: Option<f64>,
    /// Dense bfloat16 matrix rate, TFLOPS.
    pub bf16_dense_tflops: Option<f64>,
    /// Dense 8-bit floating-point matrix rate, TFLOPS.
    pub fp8_dense_tflops: Option<f64>,
    /// Dense 8-bit integer matrix rate, TOPS.
    pub int8_tops: Option<f64>,
    /// Dense 4-bit floating-point matrix rate, TFLOPS.
    pub fp4_dense_tflops: Option<f64>,
    /// Link to other devices, GB/s in one direction.
    pub link_gb_s_per_direction: Option<f64>,
    /// Power limit, watts.
    pub tdp_w: Option<f64>,
    /// Year of release; NVIDIA cards up to 2017 are a family of their own.
    pub release_year: Option<u64>,
}

/// One device, in SI units. Every number is above zero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Device {
    /// Catalog id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// Class in the catalog: graphics card, CPU, phone …
    pub class: DeviceClass,
    /// Family of measured efficiency.
    pub family: Family,
    /// Peak memory bandwidth, bytes per second.
    pub bandwidth: f64,
    /// Memory, bytes; `None` where the owner chooses it.
    pub memory: Option<f64>,
    /// Dense 16-bit rate, FLOPS: the larger of FP16 and BF16.
    pub flops_16: Option<f64>,
    /// Dense 8-bit rate, operations per second: the larger of FP8 and INT8.
    pub ops_8: Option<f64>,
    /// Dense 4-bit rate, FLOPS.
    pub flops_4: Option<f64>,
    /// Link to other devices, bytes per second in one direction.
    pub link: Option<f64>,
    /// Power limit, watts.
    pub power: Option<f64>,
    /// Year of release.
    pub year: Option<u64>,
}

impl Device {
    /// Checks `facts` and converts them to SI units.
    ///
    /// # Errors
    /// The first fact that is missing or impossible, by the key of its field.
    pub fn new(id: &str, name: &str, facts: &DeviceFacts) -> Result<Self, FactError> {
        let class_name = facts.class.as_deref().ok_or(FactError::new("class", Problem::Missing))?;
        let class = DeviceClass::from_name(class_name).ok_or(FactError::new("class", Problem::Unknown))?;
        let vendor = facts.vendor.as_deref().ok_or(FactError::new("vendor", Problem::Missing))?;
        let memory_type = facts.memory_type.as_deref().ok_or(FactError::new("memory_type", Problem::Missing))?;
        let family = Family::derive(vendor, class, memory_type, facts.release_year)
            .ok_or(FactError::new("vendor", Problem::Unknown))?;
        let bandwidth = facts.bandwidth_gb_s.ok_or(FactError::new("bandwidth_gb_s", Problem::Missing))?;
        let fp16 = scaled("fp16_dense_tflops", facts.fp16_dense_tflops, TERA)?;
        let bf16 = scaled("bf16_dense_tflops", facts.bf16_dense_tflops, TERA)?;
        let fp8 = scaled("fp8_dense_tflops", facts.fp8_dense_tflops, TERA)?;
        let int8 = scaled("int8_tops", facts.int8_tops, TERA)?;
        Ok(Self {
            id: String::from(id),
            name: String::from(name),
            class,
            family,
            bandwidth: above_zero("bandwidth_gb_s", bandwidth)? * GB,
            memory: scaled("memory_gib", facts.memory_gib, GIB)?,
            flops_16: larger(fp16, bf16),
            ops_8: larger(fp8, int8),
            flops_4: scaled("fp4_dense_tflops", facts.fp4_dense_tflops, TERA)?,
            link: scaled("interconnect.gb_s_per_direction", facts.link_gb_s_per_direction, GB)?,
            power: scaled("tdp_w", facts.tdp_w, 1.0)?,
            year: facts.release_year,
        })
    }

    /// The fastest arithmetic that the device could use on weights of `bits` bits, operations per second; `None` where
    /// no rate is published. Meant for ceilings: on `GeForce` cards the 16-bit rate is doubled, because published rates
    /// are for 32-bit accumulation and records are taken at 16-bit accumulation; quantized weights may use the fastest
    /// type that holds them. Source: the rates with either accumulation in NVIDIA's Ada GPU architecture whitepaper.
    #[must_use]
    pub fn peak_operations(&self, bits: f64) -> Option<f64> {
        let geforce = matches!(self.class, DeviceClass::ConsumerGpu | DeviceClass::LaptopGpu);
        let doubled = if geforce && self.family == Family::NvidiaGddr { 2.0 } else { 1.0 };
        let mut best = self.flops_16.map(|rate| rate * doubled);
        if bits < 10.0 {
            best = larger(best, self.ops_8);
        }
        if bits < 6.0 {
            best = larger(best, self.flops_4);
        }
        best
    }
}

fn above_zero(field: &'static str, value: f64) -> Result<f64, FactError> {
    if value.is_finite() && value > 0.0 { Ok(value) } else { Err(FactError::new(field, Problem::NotPositive)) }
}

fn scaled(field: &'static str, value: Option<f64>, unit: f64) -> Result<Option<f64>, FactError> {
    match value {
        Some(value) => Ok(Some(above_zero(field, value)? * unit)),
        None => Ok(None),
    }
}

fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (one, None) | (None, one) => one,
    }
}
