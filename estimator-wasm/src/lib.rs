//! The estimator for the browser: bindings over `rooflight-estimator`, nothing more.
//!
//! 1. Each calculator is a module of its own, which `build.rs` makes from the estimator's list: a page downloads the code of its own
//!    calculator alone.
//! 2. [`module!`] gives them all one export, `answer`, so that one JavaScript shim, `estimator.js`, serves them all. It takes a query
//!    and the records that were fetched so far, and replies with the files that are still missing, or with the HTML that the build
//!    puts into the page for the same query.
//!
//! 3. Three more modules have the same export, from [`reader_module!`]: they read the headers of the reader's own files and what the tools of
//!    the reader's machine print, and judge what benchmark tools printed.
//!
//! A module keeps nothing between two calls: the state and its code would weigh more than reading the records again.
//! No formula, no text and no number of its own. In the browser there is no standard library, so that nothing of it is downloaded.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::string::String;
use rooflight_calculators::query::Field;
use rooflight_calculators::{Answer, InputError};
use rooflight_document::html;
use rooflight_document::number;
use rooflight_document::report::Parts;

pub use rooflight_calculators::{self as calculators, Estimator, Spec};
pub use rooflight_ingest::header;
pub use rooflight_ingest::machine;
pub use rooflight_ingest::verdict;
pub use wasm_bindgen;

/// Stands between the parts of a reply.
const BREAK: char = '\0';

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Nothing here panics on any input; should it do so all the same, the module stops and the page keeps its last result.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The export of a calculator's module.
#[macro_export]
macro_rules! module {
    ($calculator:ident) => {
        extern crate alloc;
        use alloc::string::String;
        use $crate::wasm_bindgen;
        use $crate::wasm_bindgen::prelude::wasm_bindgen;

        /// The reply to a query; see [`reply`].
        #[wasm_bindgen]
        #[must_use]
        pub fn answer(query: &str, records: &[u8]) -> String {
            $crate::reply(&$crate::calculators::$calculator::SPEC, query, records)
        }
    };
}

/// The export of a module that is no calculator: `header` reads the headers of the reader's own files, `machine` what the tools of the
/// reader's machine print, `verdict` judges what benchmark tools printed. See the `wire` of each for its requests and records; the bindings of
/// all modules are the same.
#[macro_export]
macro_rules! reader_module {
    ($name:ident) => {
        extern crate alloc;
        use alloc::string::String;
        use $crate::wasm_bindgen;
        use $crate::wasm_bindgen::prelude::wasm_bindgen;

        /// The reply to a query; see [`reply`].
        #[wasm_bindgen]
        #[must_use]
        pub fn answer(query: &str, records: &[u8]) -> String {
            $crate::$name::wire::reply(query, records)
        }
    };
}

/// The reply to a query, from records one after another. Parts are separated by a zero character.
///
/// - Records are missing: an empty part, then the files that hold them, a line each. The page asks again once it has fetched them. An answer
///   that finds one missing says so in the same way, as an error of no field.
/// - An answer: the figure and the work as HTML, the sentence for the live region, the hints beside the fields, the number fields as they
///   were understood (lines, tabs between), and the bits of the bare numbers.
/// - A query that cannot be used: the field, and the reason.
#[must_use]
pub fn reply(spec: &Spec, query: &str, records: &[u8]) -> String {
    let mut estimator = Estimator::default();
    spec.add(&mut estimator, records);
    let mut out = String::from(BREAK);
    out.push_str(&spec.needs(&estimator, query));
    if out.len() > 1 {
        return out;
    }
    match spec.answer(&estimator, query) {
        Ok(answer) => {
            let Parts { figure, work } = html::parts(&answer.report);
            out = figure;
            out.push(BREAK);
            out.push_str(&work);
            add(&mut out, &answer);
        }
        Err(InputError { field, message }) => {
            out.insert_str(0, field);
            out.push_str(&message);
        }
    }
    out
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
        let [start, end, place] =
            slider.unwrap_or_default().map(|value| number::without_commas(&number::plain(value, 3)));
        line(out, &[key, text, plain, &start, &end, &place]);
    }
    out.push(BREAK);
    for (_, number) in &answer.numbers {
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
