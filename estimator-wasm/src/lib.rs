//! The calculators for the browser: bindings over `rooflight-calculators`, and over the readers of `rooflight-ingest`.
//!
//! 1. Each calculator is a module of its own, which `build.rs` makes from the estimator's list: a page downloads the
//!    code of its own calculator alone.
//! 2. [`module!`] gives them all one export, `answer`, so that one JavaScript shim, `estimator.js`, serves them all. It
//!    takes a query and the records that were fetched so far, and replies with the files that are still missing, or
//!    with the HTML that the build puts into the page for the same query.
//!
//! 3. Three more modules have the same export, from [`reader_module!`]: they read the headers of the reader's own files
//!    and what the tools of the reader's machine print, and judge what benchmark tools printed.
//!
//! 4. The calculators that a site declares in files share one module, from [`declared_module!`]: a page fetches the
//!    compiled file as its record.
//!
//! A module keeps nothing between two calls, but a declared calculator, once read: the state and its code would weigh
//! more than reading the records again. No formula, no text and no number of its own. In the browser there is no
//! standard library, so that nothing of it is downloaded.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::string::String;
use rooflight_calculators::declared::{KIND, declared};
use rooflight_calculators::replied::{lines, replied};
use rooflight_primitives::query_string::QueryString;
use rooflight_records::{DeclaredRecord, Record, file};
use rooflight_reply::json;
use rooflight_reply::replies::CalculatorReply;

pub use rooflight_calculators::{self as calculators, Estimator, Spec};
pub use rooflight_ingest::header;
pub use rooflight_ingest::machine;
pub use rooflight_ingest::verdict;
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

/// The export of a module other than a calculator: `header` reads the headers of the reader's own files, `machine` what
/// the tools of the reader's machine print, `verdict` judges what benchmark tools printed. The `wasm_api` of each says
/// its requests and records; the bindings of all modules are the same.
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
            $crate::$name::wasm_api::reply(query, records)
        }
    };
}

/// The export of the module of declared calculators; its reply is [`declared_reply`].
#[macro_export]
macro_rules! declared_module {
    () => {
        extern crate alloc;
        use alloc::string::String;
        use $crate::wasm_bindgen;
        use $crate::wasm_bindgen::prelude::wasm_bindgen;

        /// The reply to a query; see [`reply`].
        #[wasm_bindgen]
        #[must_use]
        pub fn answer(query: &str, records: &[u8]) -> String {
            $crate::declared_reply(query, records)
        }
    };
}

/// The reply of the calculator that a record declares; without one, the file of the calculator that the query names.
#[must_use]
pub fn declared_reply(query: &str, record: &[u8]) -> String {
    if let Some(declared) = declared(record) {
        return json(&replied(declared.answer(query)));
    }
    let kind = QueryString::new(query).get(KIND).unwrap_or_default();
    json(&CalculatorReply::Missing { files: [file(DeclaredRecord::FOLDER, kind)].into() })
}

/// The reply to a query, from records one after another, as JSON of a [`CalculatorReply`].
///
/// Where records are missing, the page asks again once it has fetched them; an answer that finds one missing says so as
/// an error of no field.
#[must_use]
pub fn reply(spec: &Spec, query: &str, records: &[u8]) -> String {
    let mut estimator = Estimator::default();
    spec.add(&mut estimator, records);
    let missing = spec.needs(&estimator, query);
    if !missing.is_empty() {
        return json(&CalculatorReply::Missing { files: lines(&missing) });
    }
    json(&replied(spec.answer(&estimator, query)))
}
