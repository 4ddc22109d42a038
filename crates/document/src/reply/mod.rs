//! The replies of WebAssembly modules to pages.
//!
//! 1. [`replies`] declares every type once; [`declare!`](crate::declare!) derives its JSON and its TypeScript.
//! 2. A module writes its reply with [`json`]; the page parses it with `JSON.parse`.
//! 3. [`typescript`] is the text of `estimator-wasm/reply.d.ts`; a test compares them.
//!
//! Knows no calculator and no format: values arrive as texts and numbers.

pub mod declare;
pub mod replies;

pub use declare::{Reply, json};
pub use replies::typescript;
