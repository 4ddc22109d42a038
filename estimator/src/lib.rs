//! The physics of how fast a language model runs on a machine.
//!
//! Step by step: a catalog's facts become a `Model` and a `Device`; `tensors` lists every tensor of the model; `quantization`
//! says how each is stored; `weights` sums the bytes; `kv` adds the cache; `ledger` shows them line by line; `decode` divides
//! them by the bandwidth; `fit` compares them with the memory; `calibration` adds what measurements say. `records` holds what of all
//! this a calculator needs, and `calculators` answer from records alone.
//!
//! The crate is pure: no clock, no disk, no randomness, no standard library. It is compiled natively and to WebAssembly, and
//! both give the same bits: floating-point numbers are `f64`, and powers and logarithms come from `libm` alone. Nothing here
//! panics on any input; facts that cannot be are errors in words.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub(crate) mod batch;
pub mod calculators;
pub mod calibration;
pub(crate) mod capacity;
pub mod codec;
pub(crate) mod collective;
pub(crate) mod cost;
pub mod decode;
pub mod diagnosis;
pub(crate) mod energy;
pub mod error;
pub mod experts;
pub mod fit;
pub mod hardware;
pub(crate) mod inverse;
pub mod kv;
pub mod ledger;
pub(crate) mod math;
pub mod model;
pub(crate) mod noise;
pub mod offload;
pub mod outputs;
pub mod prefill;
pub mod quantization;
pub(crate) mod reading;
pub mod records;
pub(crate) mod roofline;
pub mod setup;
pub mod speculative;
pub mod tensors;
pub(crate) mod training;
pub(crate) mod tuning;
pub mod units;
pub mod view;
pub mod weights;
