//! The calculators for the browser: one WebAssembly module with bindings over `rooflight-calculators`.
//!
//! 1. [`answer`] takes the kind of a calculator, a query, and the records fetched so far. It replies with the files
//!    that are still missing, or with the HTML that the build puts into the page for the same query.
//! 2. A kind that is not built in is that of a calculator that the site declares in a file: its compiled file is the
//!    record.
//!
//! Keeps no state between calls, except decoded declared calculators: decoding records again costs less than the code
//! that would keep them. Contains no formula, text or number of its own. For the browser it is `no_std`, so a page
//! downloads nothing of the standard library.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod runtime;

use alloc::string::String;
use rooflight_calculators::declared::first;
use rooflight_calculators::reply::{calculator_reply, lines};
use rooflight_calculators::{Estimator, Spec, explore, named};
use rooflight_document::reply::json;
use rooflight_document::reply::replies::CalculatorReply;
use rooflight_estimator::records::{DeclaredRecord, Record, file};
use rooflight_primitives::query_string::QueryString;
use wasm_bindgen::prelude::wasm_bindgen;

/// The key under which a page sends the relative path to the site's root, for links in answers.
const ROOT: &str = "root";

/// Answers a query from concatenated records, as JSON of a [`CalculatorReply`].
///
/// If records are missing, the reply names their files, and the page calls again once it has fetched them. The answer
/// itself may find a further one missing, with the same reply.
#[wasm_bindgen]
#[must_use]
pub fn answer(kind: &str, query: &str, records: &[u8]) -> String {
    let explorer = Some(&explore::SPEC).filter(|spec| spec.kind == kind);
    json(&match (explorer.or(named(kind)), first(records)) {
        (Some(spec), _) => reply(spec, query, records),
        (None, Some((declared, records))) => reply(&declared.spec, query, records),
        (None, None) => CalculatorReply::Missing { files: [file(DeclaredRecord::FOLDER, kind)].into() },
    })
}

fn reply(spec: &Spec, query: &str, records: &[u8]) -> CalculatorReply {
    let mut estimator = Estimator::default();
    spec.add(&mut estimator, records);
    let missing = spec.needs(&estimator, query);
    if missing.is_empty() {
        calculator_reply(spec.answer(&estimator, query), QueryString::new(query).get(ROOT).unwrap_or_default())
    } else {
        CalculatorReply::Missing { files: lines(&missing) }
    }
}
