//! The edge: the code that accesses disk, network, clock and terminal.
//!
//! Operational failures (a full disk, a port in use) are `anyhow` errors that carry their path. Problems in the content
//! are diagnostics.

#![allow(clippy::disallowed_methods, reason = "the edge does the I/O")]

pub mod annotate;
pub mod builtin;
pub mod chat_client;
pub mod chat_stream;
pub mod clock;
pub mod curl;
pub mod disk_cache;
mod fingerprint;
pub mod history;
mod http;
pub mod hub;
pub mod import;
pub mod input;
mod listing;
pub mod live_site;
pub mod load;
pub mod machine_tools;
pub mod overview;
pub mod program;
pub mod progress;
pub mod rebuild;
pub mod report;
pub mod serve;
pub mod signals;
mod strip_comments;
pub mod threads;
pub mod watch;
pub mod write;
