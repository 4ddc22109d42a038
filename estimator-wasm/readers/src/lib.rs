//! The readers of the reader's own files for the browser: one WebAssembly module with bindings over `rooflight-ingest`.
//!
//! [`answer`] takes the name of a reader, a request, and bytes: `header` reads the headers of models' files, `machine`
//! the output of hardware tools, `measure` the output of benchmark tools. The `wasm_api` of each documents its requests
//! and replies. Keeps no state between calls, and is `no_std` for the browser, like the calculators' module.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
#[path = "../../src/runtime.rs"]
mod runtime;

use alloc::string::String;
use rooflight_ingest::{header, machine, verdict};
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the reply of a reader, as JSON; empty if there is no reader of that name.
#[wasm_bindgen]
#[must_use]
pub fn answer(reader: &str, request: &str, bytes: &[u8]) -> String {
    match reader {
        "header" => header::wasm_api::reply(request, bytes),
        "machine" => machine::wasm_api::reply(request, bytes),
        "measure" => verdict::wasm_api::reply(request, bytes),
        _ => String::new(),
    }
}
