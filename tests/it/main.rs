//! The tests of the whole: fixtures as files, through the public pipeline. One binary, so that it links once.

#![allow(clippy::disallowed_methods, reason = "tests may touch the disk")]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod batch;
mod calibration;
mod cards;
mod commands;
mod comparisons;
mod diagnostics;
mod feed;
mod golden;
mod linking;
mod peers;
mod reference_site;
mod serving;
mod support;
mod tracks;
mod writing;
