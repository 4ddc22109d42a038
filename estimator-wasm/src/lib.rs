//! The calculators for the browser: bindings over `rooflight-calculators`, and over the readers of `rooflight-ingest`.
//!
//! 1. `build.rs` makes a WebAssembly module of each calculator in the list, so a page downloads the code of its own
//!    calculator alone.
//! 2. [`module!`] gives each the same export, `answer`, so that one JavaScript shim, `estimator.js`, works with all. It
//!    takes a query and the records fetched so far, and replies with the files that are still missing, or with the HTML
//!    that the build puts into the page for the same query.
//! 3. Three more modules get the same export from [`reader_module!`]. They read the headers of the reader's own files,
//!    parse the output of hardware tools, and judge the output of benchmark tools.
//! 4. The calculators that a site declares in files share one module, from [`declared_module!`]; a page fetches the
//!    compiled file as its record.
//!
//! A module keeps no state between calls, except decoded declared calculators: code that keeps records would enlarge it
//! more than decoding them again costs. Contains no formula, text or number of its own. For the browser it is `no_std`,
//! so a page downloads nothing of the standard library.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::string::String;
use rooflight_calculators::declared::{KIND, declared};
use rooflight_calculators::reply::{calculator_reply, lines};
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

/// No input makes a module panic. If one did, the module would trap, and the page would keep its last result.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// Defines the export of a calculator's module.
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

/// Defines the export of a module other than a calculator's: `header` reads the headers of the reader's own files,
/// `machine` parses the output of hardware tools, `verdict` judges the output of benchmark tools. The `wasm_api` of
/// each documents its requests and records.
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

/// Defines the export of the module of declared calculators, which returns [`declared_reply`].
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

/// Answers a query with the calculator that a record declares. Without a valid record, replies with the file of the
/// calculator that the query names.
#[must_use]
pub fn declared_reply(query: &str, record: &[u8]) -> String {
    if let Some(declared) = declared(record) {
        return json(&calculator_reply(declared.answer(query)));
    }
    let kind = QueryString::new(query).get(KIND).unwrap_or_default();
    json(&CalculatorReply::Missing { files: [file(DeclaredRecord::FOLDER, kind)].into() })
}

/// Answers a query from concatenated records, as JSON of a [`CalculatorReply`].
///
/// If records are missing, the reply names their files, and the page calls again once it has fetched them. The answer
/// itself may find a further one missing, with the same reply.
#[must_use]
pub fn reply(spec: &Spec, query: &str, records: &[u8]) -> String {
    let mut estimator = Estimator::default();
    spec.add(&mut estimator, records);
    let missing = spec.needs(&estimator, query);
    if !missing.is_empty() {
        return json(&CalculatorReply::Missing { files: lines(&missing) });
    }
    json(&calculator_reply(spec.answer(&estimator, query)))
}
