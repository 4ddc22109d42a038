//! See `bodies::exports`.
#![no_main]

#[path = "../bodies.rs"]
#[allow(dead_code)]
mod bodies;
#[path = "../../tests/it/safe_html.rs"]
#[allow(dead_code)]
mod safe_html;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::exports(data));
