//! The estimator for the browser: bindings over `rooflight-estimator`, nothing more.
//!
//! 1. [`Estimator::new`] reads the catalog that the build wrote; [`Estimator::add_anchors`] the measurements of a device.
//! 2. [`Estimator::recalculate`] answers a query with the same HTML that the build would have put into the page.
//!
//! No formula, no text and no number of its own. In the browser there is no standard library, so that nothing of it is downloaded.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::calculators::{Estimator as Inner, Evaluation, Slider};
use rooflight_estimator::library::Library;
use rooflight_estimator::view::{html, markdown, number};
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// Nothing here panics on any input; should it do so all the same, the module stops and the page keeps its last result.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The estimator with its facts.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Estimator(Inner);

/// An answer, ready to be shown; with `error_message`, nothing else is there.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Default)]
pub struct Answer {
    /// The figure, as HTML.
    pub figure: String,
    /// The tables, as HTML.
    pub work: String,
    /// The whole result as Markdown.
    pub markdown: String,
    /// One sentence for the live region.
    pub status: String,
    /// What stands beside the fields now: a line each, key and text with a tab between.
    pub hints: String,
    /// The number fields as they were understood: a line each, with tabs between key, text, plain number, slider's position and end.
    pub sliders: String,
    /// The field that cannot be used.
    pub error_field: String,
    /// What is wrong with it.
    pub error_message: String,
}

#[wasm_bindgen]
impl Estimator {
    /// An estimator from the catalog's bytes; one that knows nothing, if they are not a catalog.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(catalog: &[u8]) -> Self {
        let library = Library::from_bytes(catalog).unwrap_or_default();
        Self(Inner { library, anchors: Vec::new() })
    }

    /// The file of measurements that the query needs and that is not there yet; empty if there is none.
    #[must_use]
    pub fn anchors_file(&self, query: &str) -> String {
        self.0.missing_anchors(query).to_owned()
    }

    /// Adds the measurements of a device; false if the bytes are none.
    pub fn add_anchors(&mut self, bytes: &[u8]) -> bool {
        self.0.add_anchors(bytes)
    }

    /// The answer to a query.
    #[must_use]
    pub fn recalculate(&self, kind: &str, query: &str) -> Answer {
        match self.0.evaluate(kind, query) {
            Ok(evaluation) => shown(&evaluation),
            Err(error) => {
                Answer { error_field: error.field.to_owned(), error_message: error.message, ..Answer::default() }
            }
        }
    }

    /// The bare numbers of an answer; empty if the query cannot be used.
    #[must_use]
    pub fn numbers(&self, kind: &str, query: &str) -> Vec<f64> {
        self.0.evaluate(kind, query).map(|evaluation| evaluation.numbers).unwrap_or_default()
    }
}

fn sliders(sliders: &[Slider]) -> String {
    let mut lines = String::new();
    for Slider { key, value, position, end } in sliders {
        let parts = [
            *key,
            &number::count(*value),
            &number::plain_count(*value),
            &number::plain(*position, 3),
            &number::plain(*end, 3),
        ];
        lines.push_str(&parts.join("\t"));
        lines.push('\n');
    }
    lines
}

fn shown(evaluation: &Evaluation) -> Answer {
    let report = &evaluation.report;
    let hints: Vec<String> = evaluation.hints.iter().map(|(key, text)| [key, "\t", text].concat()).collect();
    Answer {
        figure: html::figure(report),
        work: html::work(report),
        markdown: markdown::document(report),
        status: report.status.clone(),
        hints: hints.join("\n"),
        sliders: sliders(&evaluation.sliders),
        ..Answer::default()
    }
}
