//! Inputs of calculators: their names, how each is chosen, within which limits.
//!
//! The form, the preset of an entry, the address and the checks are all made from these values. Keys and presets are
//! permanent: addresses and entries carry them. Inputs that several calculators share are named here once, so that they
//! mean the same everywhere.

use rooflight_estimator::kv::KvType;
use rooflight_records::engines::USUAL;

/// An input: its names, and how it is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// The short, permanent key in addresses.
    pub key: &'static str,
    /// The key in an entry's preset.
    pub preset: &'static str,
    /// The label beside it.
    pub label: &'static str,
    /// The default, as a reader would write it; empty for an optional input.
    pub default: &'static str,
    /// Folded away at first.
    pub more: bool,
    /// How it is chosen.
    pub choice: Choice,
}

/// How an input is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// One of the catalog's devices.
    Hardware,
    /// One of the catalog's models.
    Model,
    /// One of the weight formats of the chosen model.
    Quantization,
    /// One of the engines that a reader may choose on the device.
    Engine,
    /// One of a few: each with the value that addresses carry and what the reader sees.
    One(&'static [(&'static str, &'static str)]),
    /// A figure that the reader types, within limits.
    Number(Number),
}

/// A number between two limits, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The lower limit, in the first unit.
    pub low: f64,
    /// The upper limit, in the first unit. A calculator may set a lower one.
    pub high: f64,
    /// Whole numbers only; then `4k` is 4,096.
    pub whole: bool,
    /// The accepted units with their factors; the first one has factor 1 and is the unit shown.
    pub units: &'static [(&'static str, f64)],
}

impl Number {
    /// Whether its slider has a log scale: where the limits are far apart.
    #[must_use]
    pub fn is_log(&self) -> bool {
        self.low > 0.0 && self.high / self.low >= 50.0
    }

    /// The unit shown: the first one accepted.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        self.units.first().map_or("", |unit| unit.0)
    }
}

impl Input {
    /// An input with these names and this default.
    #[must_use]
    pub const fn new(
        (key, preset): (&'static str, &'static str),
        label: &'static str,
        default: &'static str,
        choice: Choice,
    ) -> Self {
        Self { key, preset, label, default, more: false, choice }
    }

    /// A whole number.
    #[must_use]
    pub const fn whole(
        keys: (&'static str, &'static str),
        label: &'static str,
        default: &'static str,
        unit: &'static [(&'static str, f64)],
        (low, high): (f64, f64),
    ) -> Self {
        Self::new(keys, label, default, Choice::Number(Number { low, high, whole: true, units: unit }))
    }

    /// A number.
    #[must_use]
    pub const fn real(
        keys: (&'static str, &'static str),
        label: &'static str,
        default: &'static str,
        units: &'static [(&'static str, f64)],
        (low, high): (f64, f64),
    ) -> Self {
        Self::new(keys, label, default, Choice::Number(Number { low, high, whole: false, units }))
    }

    /// This input, folded away at first.
    #[must_use]
    pub const fn folded(self) -> Self {
        Self { more: true, ..self }
    }

    /// This input with another default.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Self {
        Self { default, ..self }
    }
}

/// A bare number.
pub const PLAIN: &[(&str, f64)] = &[("", 1.0)];
/// Units of a number of tokens; like those below, each with its size in the first.
pub const TOKENS: &[(&str, f64)] = &[("tokens", 1.0)];
/// A share in per cent.
pub const PERCENT: &[(&str, f64)] = &[("%", 1.0)];
/// Bandwidth in GB a second.
pub const BANDWIDTH: &[(&str, f64)] =
    &[("GB/s", 1.0), ("TB/s", 1e3), ("MB/s", 1e-3), ("GiB/s", 1.073_741_824), ("TiB/s", 1_099.511_627_776)];
/// Memory in GiB, as it is built and sold.
pub const MEMORY: &[(&str, f64)] = &[("GiB", 1.0), ("GB", 1.0 / 1.073_741_824), ("TiB", 1024.0), ("MiB", 1.0 / 1024.0)];
/// Time in milliseconds.
pub const MILLISECONDS: &[(&str, f64)] = &[("ms", 1.0), ("s", 1e3), ("µs", 1e-3)];
/// Time in seconds.
pub const SECONDS: &[(&str, f64)] = &[("s", 1.0), ("ms", 1e-3), ("min", 60.0), ("h", 3600.0)];
/// Tokens a second.
pub const SPEED: &[(&str, f64)] = &[("tokens/s", 1.0), ("tok/s", 1.0), ("t/s", 1.0)];
/// Parameters in billions.
pub const PARAMETERS: &[(&str, f64)] = &[("billion", 1.0), ("B", 1.0), ("M", 1e-3), ("T", 1e3)];
/// Money in US dollars.
pub const DOLLARS: &[(&str, f64)] = &[("$", 1.0), ("USD", 1.0)];
/// Power in watts.
pub const WATTS: &[(&str, f64)] = &[("W", 1.0), ("kW", 1e3)];

/// The device, by its catalog id.
pub const HARDWARE: Input = Input::new(("hw", "hardware"), "Hardware", "rtx-4090", Choice::Hardware);
/// The model, by its catalog id.
pub const MODEL: Input = Input::new(("m", "model"), "Model", "llama-3.1-8b", Choice::Model);
/// The format of its weights.
pub const QUANTIZATION: Input = Input::new(("q", "quantization"), "Quantization", "gguf-q4_k_m", Choice::Quantization);
/// The program that runs the model. It stands after device, model and format, by which its profile is found.
pub const ENGINE: Input = Input::new(("en", "engine"), "Engine", USUAL, Choice::Engine).folded();
/// Tokens in the context of each request.
pub const CONTEXT: Input = Input::whole(("c", "context"), "Context", "4096", TOKENS, (1.0, 16_777_216.0));
/// Requests that are decoded together.
pub const REQUESTS: Input = Input::whole(("b", "requests"), "Concurrent requests", "1", PLAIN, (1.0, 4096.0));
/// Equal devices that share the model.
pub const DEVICES: Input = Input::whole(("n", "devices"), "Devices", "1", PLAIN, (1.0, 64.0));
/// The number format of the cache.
pub const CACHE: Input = Input::new(("kv", "cache"), "Cache format", "f16", Choice::One(CACHE_TYPES));
/// The bandwidth that takes the place of the device's own.
pub const OWN_BANDWIDTH: Input =
    Input::real(("bw", "bandwidth"), "Override bandwidth", "", BANDWIDTH, (0.1, 1_000_000.0)).folded();
/// The memory that takes the place of the device's own.
pub const OWN_MEMORY: Input =
    Input::real(("mem", "memory"), "Override memory", "", MEMORY, (0.1, 1_000_000.0)).folded();

/// The unit in which sizes of memory are shown.
pub const SIZES: Input = Input::new(("gb", "unit"), "Sizes in", "GB", Choice::One(UNITS)).folded();

const UNITS: &[(&str, &str)] = &[("GB", "GB, of 10⁹ bytes"), ("GiB", "GiB, of 2³⁰ bytes")];

/// The cache formats that a reader may choose: the value in addresses and the words.
pub const CACHE_TYPES: &[(&str, &str)] = &[
    ("f16", "16 bits"),
    ("f32", "32 bits"),
    ("fp8", "8 bits (fp8)"),
    ("q8_0", "8 bits (q8_0)"),
    ("q5_1", "5 bits (q5_1)"),
    ("q5_0", "5 bits (q5_0)"),
    ("q4_1", "4 bits (q4_1)"),
    ("q4_0", "4 bits (q4_0)"),
    ("iq4_nl", "4 bits (iq4_nl)"),
];

/// The cache format of a value of [`CACHE`].
#[must_use]
pub fn cache_type(value: &str) -> KvType {
    KvType::from_name(value).unwrap_or_default()
}
