//! The estimator for the browser: bindings over `rooflight-estimator`, nothing more.
//!
//! 1. [`Estimator::needs`] names the files that a query needs, [`Estimator::add`] takes them in: cards that the build wrote.
//! 2. [`Estimator::recalculate`] answers a query with the same HTML that the build would have put into the page.
//!
//! No formula, no text and no number of its own. In the browser there is no standard library, so that nothing of it is downloaded.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::string::String;
use rooflight_estimator::calculators::{Estimator as Inner, Facts, InputError, Slider};
use rooflight_estimator::view::number;
use rooflight_estimator::view::sheet::{BREAK, Mode, Sheet};
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

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

    /// The answer to a query: parts with a zero character between. An answer has the figure, the tables, the sentence for the live region,
    /// what stands beside the fields, the number fields as they were understood (lines, tabs between), and the bits of the bare numbers. A
    /// query that cannot be used has two parts: the field, and what is wrong with it.
    #[must_use]
    pub fn recalculate(&self, kind: &str, query: &str) -> String {
        let mut sheet = Sheet::new(Mode::Html, "");
        match self.0.evaluate(kind, query, &mut sheet) {
            Ok(facts) => {
                let mut out = sheet.into_text();
                add(&mut out, &facts);
                out
            }
            Err(InputError { field, message }) => {
                let mut out = String::from(field);
                out.push(BREAK);
                out.push_str(&message);
                out
            }
        }
    }

    /// The same answer as Markdown; empty if the query cannot be used.
    #[must_use]
    pub fn markdown(&self, kind: &str, query: &str) -> String {
        let mut sheet = Sheet::new(Mode::Markdown, "");
        let answer = self.0.evaluate(kind, query, &mut sheet);
        if answer.is_ok() { sheet.into_text() } else { String::new() }
    }
}

fn add(out: &mut String, facts: &Facts) {
    out.push(BREAK);
    out.push_str(&facts.status);
    out.push(BREAK);
    for (key, text) in &facts.hints {
        line(out, &[key, text]);
    }
    out.push(BREAK);
    for Slider { key, value, position, end } in &facts.sliders {
        let (position, end) = (number::plain(*position, 3), number::plain(*end, 3));
        line(out, &[key, &number::count(*value), &number::plain_count(*value), &position, &end]);
    }
    out.push(BREAK);
    for number in &facts.numbers {
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
