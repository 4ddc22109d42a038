//! See `bodies::query`.
#![no_main]

#[path = "../bodies.rs"]
#[allow(dead_code)]
mod bodies;
#[path = "../../tests/it/safe_html.rs"]
#[allow(dead_code)]
mod safe_html;

// The first answer calibrates the reference site, which should not count as an input's time.
libfuzzer_sys::fuzz_target!(init: bodies::query(b""), |data: &[u8]| bodies::query(data));
