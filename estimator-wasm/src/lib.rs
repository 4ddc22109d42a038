//! The estimator for the browser: bindings over `rooflight-estimator`, nothing more.
//!
//! 1. Each calculator is a module of its own, below `modules`: a page downloads the code of its own calculator alone.
//! 2. [`module!`] gives them all the same exports, so that one file of JavaScript bindings serves them all: `needs` names the files that a
//!    query needs, `add` takes them in, `recalculate` answers with the same HTML that the build would have put into the page.
//!
//! No formula, no text and no number of its own. In the browser there is no standard library, so that nothing of it is downloaded.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::string::String;
use rooflight_estimator::calculators::ask::Field;
use rooflight_estimator::calculators::{Answer, InputError};
use rooflight_estimator::view::number;
use rooflight_estimator::view::sheet::{BREAK, Mode, Sheet};

pub use rooflight_estimator::calculators::{self, Estimator, Spec};
pub use wasm_bindgen;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Nothing here panics on any input; should it do so all the same, the module stops and the page keeps its last result.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The module of the calculator in this file of `rooflight_estimator::calculators`.
#[macro_export]
macro_rules! module {
    ($calculator:ident) => {
        extern crate alloc;
        use alloc::string::String;
        use $crate::wasm_bindgen;
        use $crate::wasm_bindgen::prelude::wasm_bindgen;

        /// The calculator with the cards that it was given.
        #[wasm_bindgen]
        #[derive(Debug, Default)]
        pub struct Estimator($crate::Estimator);

        #[wasm_bindgen]
        impl Estimator {
            /// A calculator that has no card yet.
            #[wasm_bindgen(constructor)]
            #[must_use]
            pub fn new() -> Self {
                Self::default()
            }

            /// The files that the query needs and that are not there yet, a line each.
            #[must_use]
            pub fn needs(&self, query: &str) -> String {
                $crate::calculators::$calculator::SPEC.needs(&self.0, query)
            }

            /// Adds a card; false if the bytes are none.
            pub fn add(&mut self, bytes: &[u8]) -> bool {
                $crate::calculators::$calculator::SPEC.add(&mut self.0, bytes)
            }

            /// The answer to a query, as [`html`] writes it.
            #[must_use]
            pub fn recalculate(&self, query: &str) -> String {
                $crate::html(&$crate::calculators::$calculator::SPEC, &self.0, query)
            }

            /// The same answer as Markdown; empty if the query cannot be used.
            #[must_use]
            pub fn markdown(&self, query: &str) -> String {
                $crate::markdown(&$crate::calculators::$calculator::SPEC, &self.0, query)
            }
        }
    };
}

/// The answer to a query: parts with a zero character between. An answer has the figure, the tables, the sentence for the live region,
/// what stands beside the fields, the number fields as they were understood (lines, tabs between), and the bits of the bare numbers. A
/// query that cannot be used has two parts: the field, and what is wrong with it.
#[must_use]
pub fn html(spec: &Spec, estimator: &Estimator, query: &str) -> String {
    let mut sheet = Sheet::new(Mode::Html, "");
    match spec.answer(estimator, query, &mut sheet) {
        Ok(answer) => {
            let mut out = sheet.into_text();
            add(&mut out, &answer);
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

/// The answer as Markdown; empty if the query cannot be used.
#[must_use]
pub fn markdown(spec: &Spec, estimator: &Estimator, query: &str) -> String {
    let mut sheet = Sheet::new(Mode::Markdown, "");
    let answer = spec.answer(estimator, query, &mut sheet);
    if answer.is_ok() { sheet.into_text() } else { String::new() }
}

fn add(out: &mut String, answer: &Answer) {
    out.push(BREAK);
    out.push_str(&answer.status);
    out.push(BREAK);
    for (key, text) in &answer.hints {
        line(out, &[key, text]);
    }
    out.push(BREAK);
    for Field { key, text, plain, slider } in &answer.fields {
        let [start, end, place] = slider.unwrap_or_default().map(|value| number::plain(value, 3).replace(',', ""));
        line(out, &[key, text, plain, &start, &end, &place]);
    }
    out.push(BREAK);
    for number in &answer.numbers {
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
