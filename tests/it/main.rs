//! The tests of the whole: fixtures as files, through the public pipeline. One binary, so that it links once.

#![allow(clippy::disallowed_methods, reason = "tests may touch the disk")]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod batch;
mod calibration;
mod commands;
mod diagnostics;
mod feed;
mod golden;
mod linking;
mod links;
mod peers;
mod rebuilds;
mod reference_site;
mod serving;
mod support;
mod writing;
