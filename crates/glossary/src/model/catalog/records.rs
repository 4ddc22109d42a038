//! The catalog's records as their YAML files write them: closed schemas, nothing checked beyond shape.
//!
//! `catalog` turns them into the estimator's types, which cannot hold an impossible fact. Every record lists the
//! sources of its figures; one without a source is reported.
#![allow(missing_docs, reason = "the keys are described at the head of the YAML file")]

use jiff::civil::Date;
use rooflight_estimator::model::facts::{AttentionFacts, LayoutFacts, MoeFacts, WindowFacts};
use rooflight_estimator::records::Gap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where a figure was read.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordSource {
    /// The title of the page or file.
    pub title: String,
    /// Its address.
    pub url: Option<String>,
    /// The place of the figure in it: a page, a table, a line.
    pub locator: Option<String>,
    /// The package that carries it.
    pub package: Option<String>,
    /// True if the figure was not read at its origin.
    #[serde(default)]
    pub unverified: bool,
}

impl RecordSource {
    /// True if a reader can follow it: it has an address, a locator or a package.
    #[must_use]
    pub fn can_be_followed(&self) -> bool {
        self.url.is_some() || self.locator.is_some() || self.package.is_some()
    }
}

/// A device: content/catalog/hardware.yaml.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hardware {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub vendor: String,
    pub class: String,
    pub memory_type: String,
    pub memory_gib: Option<f64>,
    pub memory_note: Option<String>,
    pub memory_channels: Option<u32>,
    pub bandwidth_gb_s: f64,
    pub fp16_dense_tflops: Option<f64>,
    pub bf16_dense_tflops: Option<f64>,
    pub fp8_dense_tflops: Option<f64>,
    pub fp4_dense_tflops: Option<f64>,
    pub int8_tops: Option<f64>,
    pub fp32_tflops: Option<f64>,
    pub interconnect: Option<Interconnect>,
    pub tdp_w: Option<f64>,
    pub release_year: Option<u16>,
    #[serde(default)]
    pub status: BTreeMap<String, String>,
    pub notes: Option<String>,
    #[serde(default)]
    pub sources: Vec<RecordSource>,
}

/// The link between devices.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interconnect {
    pub name: String,
    pub gb_s_per_direction: Option<f64>,
    pub gb_s_bidirectional: Option<f64>,
    pub scope: Option<String>,
}

/// A model: content/catalog/models.yaml.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Model {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub hf_repo: Option<String>,
    pub total_params_b: Option<f64>,
    pub total_params_basis: Option<String>,
    pub active_params_b: Option<f64>,
    pub hf_safetensors_params_b: Option<f64>,
    pub computed_params_b: Option<f64>,
    pub computed_active_params_b: Option<f64>,
    pub text_model_params_b: Option<f64>,
    pub n_layers: u64,
    pub hidden_size: u64,
    pub n_heads: u64,
    pub n_kv_heads: u64,
    pub head_dim: Option<u64>,
    pub ffn_size: Option<u64>,
    pub moe: Option<MoeFacts>,
    pub attention: AttentionFacts,
    pub sliding_window: Option<WindowFacts>,
    #[serde(default)]
    pub layout: LayoutFacts,
    pub kv_elements_per_token: Option<f64>,
    pub kv_elements_note: Option<String>,
    pub vocab_size: u64,
    pub tied_embeddings: bool,
    pub per_layer_embedding_params_b: Option<f64>,
    pub not_streamed_params_b: Option<f64>,
    pub max_context: Option<u32>,
    pub license: Option<String>,
    pub native_precision: Option<String>,
    /// The formats that the model is published in, if engines cannot convert it to others. Measured ones count as well.
    #[serde(default)]
    pub only_formats: Vec<String>,
    /// Whether the publisher's files have layers for multi-token prediction.
    #[serde(default)]
    pub mtp: bool,
    pub release_date: Option<Date>,
    pub release_date_basis: Option<String>,
    pub notes: Option<String>,
    #[serde(default)]
    pub unverified: Vec<String>,
    #[serde(default)]
    pub sources: Vec<RecordSource>,
}

/// A weight format: content/catalog/quantizations.yaml.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quantization {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub family: String,
    pub bits_per_weight: Option<f64>,
    pub basis: Option<String>,
    pub block: Option<Packing>,
    pub pure: Option<bool>,
    /// True for a format that is rare, or used by one family of models: only models that were measured or published in
    /// it are offered in it.
    #[serde(default)]
    pub only_published: bool,
    pub measured_bits_per_weight: Option<MeasuredBits>,
    #[serde(default)]
    pub quality: Vec<Quality>,
    pub notes: Option<String>,
    #[serde(default)]
    pub sources: Vec<RecordSource>,
}

/// How weights are packed.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Packing {
    pub weights: Option<f64>,
    pub bytes: Option<f64>,
    pub layout: String,
}

/// Bits per weight of a whole file.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasuredBits {
    pub value: f64,
    pub model: String,
    pub basis: String,
}

/// The loss of quality in a format.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quality {
    pub metric: String,
    pub value: f64,
    pub model: String,
    pub basis: String,
    /// The title of the record's source that prints the value.
    pub source: String,
    pub f16_perplexity: Option<f64>,
}

/// An inference engine: content/catalog/runtimes.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Runtime {
    pub id: String,
    pub name: String,
    pub kind: Option<String>,
    pub url: Option<String>,
    #[serde(default)]
    pub sources: Vec<RecordSource>,
}

impl Runtime {
    /// False for `unknown`, the engine of rows whose source names none.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.id != "unknown"
    }
}

/// A backend that engines run on: content/catalog/backends.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Backend {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub sources: Vec<RecordSource>,
}

/// A published benchmark score of a model: content/catalog/quality.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    pub id: String,
    /// A model of the catalog.
    pub model: String,
    /// The release that was tested.
    pub name: String,
    pub benchmark: String,
    pub value: f64,
    /// The unit of the value; per cent if absent.
    pub unit: Option<String>,
    pub setting: String,
    pub date: String,
    pub publisher: Publisher,
    pub measured_by: Option<String>,
    /// True for a checkpoint before instruction tuning.
    #[serde(default)]
    pub base: bool,
    /// The page that the source relays.
    pub original: Option<String>,
    pub caveat: Option<String>,
    #[serde(default)]
    pub sources: Vec<RecordSource>,
}

/// Who published a score, relative to the model's maker; the preferred publisher first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Publisher {
    SelfReported,
    Independent,
    CompetitorReported,
}

/// Hourly rental prices of a device, as one data set printed them on one day: content/catalog/prices.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rental {
    pub id: String,
    /// A device of the catalog.
    pub device: String,
    /// The day of the offers.
    #[schemars(with = "String")]
    pub date: Date,
    /// The licence of the data set.
    pub licence: String,
    pub offers: Vec<RentalOffer>,
    #[serde(default)]
    pub sources: Vec<RecordSource>,
}

/// One offer of a device for rent.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RentalOffer {
    pub provider: String,
    pub kind: RentalKind,
    /// US dollars per hour for one device.
    pub hour: f64,
}

/// The kind of an offer for rent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RentalKind {
    /// The provider's own list price.
    OnDemand,
    /// The asking price of one of many hosts.
    Marketplace,
    /// The price of a device that the provider may reclaim.
    Spot,
}

/// Models that cannot be described yet: content/catalog/not-covered.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotCovered {
    pub id: String,
    pub name: String,
    /// Names that people type, written like ids.
    #[serde(default)]
    pub names: Vec<String>,
    /// The missing fact.
    pub missing: String,
    #[serde(default)]
    pub sources: Vec<RecordSource>,
}

impl NotCovered {
    /// Returns what readers of typed texts need of it.
    #[must_use]
    pub fn gap(&self) -> Gap {
        Gap { names: self.names.clone(), missing: self.missing.clone() }
    }
}
