//! The playground's module for the browser: the one export that the modules of calculators have, over
//! `rooflight-trial`.
//!
//! It is a crate of its own, since the readers of YAML need the standard library, which those modules do without. Its
//! bindings are theirs, down to the words. No formula, no text and no number of its own.

#![cfg(target_arch = "wasm32")]

use rooflight_reply::json;
use rooflight_trial::playground::reply;
use wasm_bindgen::prelude::wasm_bindgen;

/// The reply to a query; see [`reply`].
#[wasm_bindgen]
#[must_use]
pub fn answer(query: &str, records: &[u8]) -> String {
    json(&reply(query, &String::from_utf8_lossy(records)))
}
