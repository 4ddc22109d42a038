//! Inputs of calculators: their names, kinds and limits.
//!
//! The form, the presets of entries, the addresses and the checks are all made from these values. Keys and presets are
//! permanent, because addresses and entries contain them. Inputs that several calculators share are defined here once,
//! so they mean the same everywhere.

use rooflight_estimator::kv::KvType;
use rooflight_estimator::records::engines::USUAL;
use rooflight_estimator::records::model::USUAL_FORMAT;

/// An input of a calculator.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// The short, permanent key in addresses: `hw`.
    pub key: &'static str,
    /// The permanent key in an entry's preset: `hardware`.
    pub preset: &'static str,
    /// The label of the field.
    pub label: &'static str,
    /// The default, as a reader would type it; empty for an optional input.
    pub default: &'static str,
    /// True if the form hides it until the reader unfolds more options.
    pub more: bool,
    /// The kind of values that it takes.
    pub choice: Choice,
}

/// The kind of values that an input takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// A device of the catalog, by its id.
    Hardware,
    /// A model of the catalog, by its id.
    Model,
    /// A weight format of the chosen model, by its id.
    Quantization,
    /// An engine that runs on the device, by its id.
    Engine,
    /// One of a few choices: the value in addresses, and the label that the reader sees.
    One(&'static [(&'static str, &'static str)]),
    /// A number within limits.
    Number(Number),
}

/// The limits and units of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The lower limit, included, in the first unit.
    pub low: f64,
    /// The upper limit, included, in the first unit. A calculator may lower it for a query.
    pub high: f64,
    /// True for whole numbers only, of which `4k` is 4,096.
    pub whole: bool,
    /// The accepted units with their factors; the first one has factor 1 and is the unit shown.
    pub units: &'static [(&'static str, f64)],
}

impl Number {
    /// True if the slider has a logarithmic scale: both limits above zero, the upper at least 50 times the lower.
    #[must_use]
    pub fn is_log(&self) -> bool {
        self.low > 0.0 && self.high / self.low >= 50.0
    }

    /// Returns the unit shown, the first one; empty for a bare number.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        self.units.first().map_or("", |unit| unit.0)
    }
}

impl Input {
    /// Creates an input that is not folded.
    #[must_use]
    pub const fn new(
        (key, preset): (&'static str, &'static str),
        label: &'static str,
        default: &'static str,
        choice: Choice,
    ) -> Self {
        Self { key, preset, label, default, more: false, choice }
    }

    /// Creates an input for a whole number.
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

    /// Creates an input for a number with decimals.
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

    /// Returns this input, folded away at first.
    #[must_use]
    pub const fn folded(self) -> Self {
        Self { more: true, ..self }
    }

    /// Returns this input with another default.
    #[must_use]
    pub const fn with_default(self, default: &'static str) -> Self {
        Self { default, ..self }
    }
}

/// The unit of a bare number.
pub const PLAIN: &[(&str, f64)] = &[("", 1.0)];
/// Units of a number of tokens. As in all lists of units, each has its size in the first one.
pub const TOKENS: &[(&str, f64)] = &[("tokens", 1.0)];
/// Units of a share: per cent.
pub const PERCENT: &[(&str, f64)] = &[("%", 1.0)];
/// Units of bandwidth, in GB per second.
pub const BANDWIDTH: &[(&str, f64)] =
    &[("GB/s", 1.0), ("TB/s", 1e3), ("MB/s", 1e-3), ("GiB/s", 1.073_741_824), ("TiB/s", 1_099.511_627_776)];
/// Units of memory, in GiB, in which memory is sold.
pub const MEMORY: &[(&str, f64)] = &[("GiB", 1.0), ("GB", 1.0 / 1.073_741_824), ("TiB", 1024.0), ("MiB", 1.0 / 1024.0)];
/// Units of time, in milliseconds.
pub const MILLISECONDS: &[(&str, f64)] = &[("ms", 1.0), ("s", 1e3), ("µs", 1e-3)];
/// Units of time, in seconds.
pub const SECONDS: &[(&str, f64)] = &[("s", 1.0), ("ms", 1e-3), ("min", 60.0), ("h", 3600.0)];
/// Units of speed: tokens per second.
pub const SPEED: &[(&str, f64)] = &[("tokens/s", 1.0), ("tok/s", 1.0), ("t/s", 1.0)];
/// Units of parameters, in billions.
pub const PARAMETERS: &[(&str, f64)] = &[("billion", 1.0), ("B", 1.0), ("M", 1e-3), ("T", 1e3)];
/// Units of money: US dollars.
pub const DOLLARS: &[(&str, f64)] = &[("$", 1.0), ("USD", 1.0)];

/// The device, by its catalog id.
pub const HARDWARE: Input = Input::new(("hw", "hardware"), "Hardware", "rtx-4090", Choice::Hardware);
/// The model, by its catalog id.
pub const MODEL: Input = Input::new(("m", "model"), "Model", "llama-3.1-8b", Choice::Model);
/// The format of the model's weights, by its catalog id.
pub const QUANTIZATION: Input = Input::new(("q", "quantization"), "Quantization", USUAL_FORMAT, Choice::Quantization);
/// The program that runs the model. Listed after device, model and format, which determine its profile.
pub const ENGINE: Input = Input::new(("en", "engine"), "Engine", USUAL, Choice::Engine).folded();
/// Tokens in the context of each request.
pub const CONTEXT: Input = Input::whole(("c", "context"), "Context", "4096", TOKENS, (1.0, 16_777_216.0));
/// Requests that are decoded together.
pub const REQUESTS: Input = Input::whole(("b", "requests"), "Concurrent requests", "1", PLAIN, (1.0, 4096.0));
/// Equal devices that share the model.
pub const DEVICES: Input = Input::whole(("n", "devices"), "Devices", "1", PLAIN, (1.0, 64.0));
/// The number format of the cache.
pub const CACHE: Input = Input::new(("kv", "cache"), "Cache format", "f16", Choice::One(CACHE_TYPES));
/// The bandwidth that replaces the device's own; optional.
pub const OWN_BANDWIDTH: Input =
    Input::real(("bw", "bandwidth"), "Override bandwidth", "", BANDWIDTH, (0.1, 1_000_000.0)).folded();
/// The memory that replaces the device's own; optional.
pub const OWN_MEMORY: Input =
    Input::real(("mem", "memory"), "Override memory", "", MEMORY, (0.1, 1_000_000.0)).folded();

/// The unit in which sizes of memory are shown.
pub const SIZES: Input = Input::new(("gb", "unit"), "Sizes in", "GB", Choice::One(UNITS)).folded();

const UNITS: &[(&str, &str)] = &[("GB", "GB, of 10⁹ bytes"), ("GiB", "GiB, of 2³⁰ bytes")];

/// The cache formats that a reader may choose: the value in addresses, and the label.
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

/// Returns the cache format of a value of [`CACHE`].
#[must_use]
pub fn cache_type(value: &str) -> KvType {
    KvType::from_name(value).unwrap_or_default()
}
