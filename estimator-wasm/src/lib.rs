//! The estimator for the browser: bindings over `rooflight-estimator`, nothing more.
//!
//! 1. [`Estimator::needs`] names the files that a query needs, [`Estimator::add`] takes them in: cards that the build wrote.
//! 2. [`Estimator::recalculate`] answers a query with the same HTML that the build would have put into the page.
//!
//! No formula, no text and no number of its own. In the browser there is no standard library, so that nothing of it is downloaded.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::string::String;
use rooflight_estimator::calculators::{Estimator as Inner, Evaluation, InputError, Slider};
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

/// The estimator with the cards that it was given.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Estimator(Inner);

/// What stands between the parts of an answer.
const BREAK: char = '\0';

#[wasm_bindgen]
impl Estimator {
    /// An estimator that knows nothing yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The files that the query needs and that are not there yet, a line each.
    #[must_use]
    pub fn needs(&self, query: &str) -> String {
        self.0.needs(query)
    }

    /// Adds a card; false if the bytes are none.
    pub fn add(&mut self, bytes: &[u8]) -> bool {
        self.0.add(bytes)
    }

    /// The answer to a query: parts with a zero character between them. An answer has the figure, the tables, the whole as Markdown, the
    /// sentence for the live region, what stands beside the fields, the number fields as they were understood (lines, tabs between), and the
    /// bits of the bare numbers. A query that cannot be used has two parts: the field, and what is wrong with it.
    #[must_use]
    pub fn recalculate(&self, kind: &str, query: &str) -> String {
        let mut out = String::with_capacity(1 << 15);
        match self.0.evaluate(kind, query) {
            Ok(evaluation) => answer(&mut out, &evaluation),
            Err(InputError { field, message }) => {
                out.push_str(field);
                part(&mut out, &message);
            }
        }
        out
    }
}

fn part(out: &mut String, text: &str) {
    out.push(BREAK);
    out.push_str(text);
}

fn answer(out: &mut String, evaluation: &Evaluation) {
    let report = &evaluation.report;
    html::figure(report, out);
    out.push(BREAK);
    html::work(report, out);
    out.push(BREAK);
    markdown::document(report, out);
    part(out, &report.status);
    out.push(BREAK);
    for (key, text) in &evaluation.hints {
        line(out, &[key, text]);
    }
    out.push(BREAK);
    for Slider { key, value, max, position, end } in &evaluation.sliders {
        let (position, end) = (number::plain(*position, 3), number::plain(*end, 3));
        line(out, &[key, &number::count(*value), &number::plain_count(*value), &number::count(*max), &position, &end]);
    }
    out.push(BREAK);
    for number in &evaluation.numbers {
        line(out, &[&number::plain_count(number.to_bits())]);
    }
}

fn line(out: &mut String, fields: &[&str]) {
    let mut between = "";
    for field in fields {
        out.push_str(between);
        out.push_str(field);
        between = "\t";
    }
    out.push('\n');
}
