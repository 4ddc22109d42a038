//! The physics of how fast a language model runs on a machine.
//!
//! Step by step: a catalog's facts become a `Model` and a `Device`; `tensors` lists every tensor of the model;
//! `quantization` says how each is stored; `weights` sums the bytes; `kv` adds the cache; `ledger` shows them line by
//! line; `decode` divides them by the bandwidth; `fit` compares them with the memory. `calibration` makes a realistic
//! range of that ceiling by the table that was fitted to measurements. `records` are the facts of devices and models in
//! the bytes that travel to a browser, and `formula` evaluates what an author's calculator was compiled to.
//!
//! The public interface in one example: facts make a model and a device, a format gives bytes, and bytes over bandwidth
//! are the ceiling.
//!
//! ```
//! use rooflight_estimator::hardware::{Device, DeviceFacts};
//! use rooflight_estimator::model::{ModelFacts, Model};
//! use rooflight_estimator::model::facts::AttentionFacts;
//! use rooflight_estimator::quantization::from_catalog;
//! use rooflight_estimator::setup::Setup;
//! use rooflight_estimator::weights::Weights;
//! use rooflight_estimator::decode;
//!
//! let facts = ModelFacts {
//!     n_layers: Some(32),
//!     hidden_size: Some(4096),
//!     n_heads: Some(32),
//!     n_kv_heads: Some(8),
//!     head_dim: Some(128),
//!     ffn_size: Some(14_336),
//!     vocab_size: Some(128_256),
//!     tied_embeddings: Some(false),
//!     attention: AttentionFacts { kind: "gqa".into(), ..AttentionFacts::default() },
//!     ..ModelFacts::default()
//! };
//! let model = Model::new("llama-3.1-8b", "Llama 3.1 8B", &facts)?;
//! let weights = Weights::new(&model, from_catalog("gguf-q4_k_m", None)?, None).map_err(|error| error.message())?;
//! let card = DeviceFacts {
//!     vendor: Some("NVIDIA".into()),
//!     class: Some("consumer-gpu".into()),
//!     memory_type: Some("GDDR6X".into()),
//!     memory_gib: Some(24.0),
//!     bandwidth_gb_s: Some(1008.0),
//!     ..DeviceFacts::default()
//! };
//! let device = Device::new("rtx-4090", "GeForce RTX 4090", &card)?;
//! let setup = Setup::single(model.shape(), &weights, &device, 4096.0);
//! let ceiling = decode::ceiling(&setup).per_stream();
//! assert!((ceiling - 195.6).abs() < 0.1, "tokens per second: {ceiling}");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Every module is public because Rooflight's other crates use it; all of them are versioned together.
//!
//! The crate is pure: no clock, no disk, no randomness, no standard library. It is compiled natively and to
//! WebAssembly, and both give the same bits: floating-point numbers are `f64`, and powers and logarithms come from
//! `libm` alone. Nothing here panics on any input; impossible facts are errors in words.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod batch;
pub mod bisect;
pub mod calibration;
pub mod capacity;
pub mod collective;
pub mod decode;
pub mod diagnosis;
pub mod error;
pub mod experts;
pub mod fit;
pub mod formula;
pub mod hardware;
pub mod heterogeneous;
pub mod kv;
pub mod ledger;
pub mod model;
pub mod offload;
pub mod prefill;
pub mod quantization;
pub mod queueing;
pub mod reading;
pub mod records;
pub mod roofline;
pub mod rotary;
pub mod sampling;
pub mod session;
pub mod setup;
pub mod speculative;
pub mod tensors;
pub mod transfer;
pub mod tuning;
pub mod vision;
pub mod weights;
