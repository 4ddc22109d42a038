//! Capacity in the browser.
#![cfg_attr(target_arch = "wasm32", no_std)]

rooflight_estimator_wasm::module!(capacity);
