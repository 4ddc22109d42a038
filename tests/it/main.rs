//! The tests of the whole: fixtures as files, through the public pipeline. One binary, so that it links once.

#![allow(clippy::disallowed_methods, reason = "tests may touch the disk")]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod attacks;
mod authoring;
mod batch;
mod calculators;
mod calibration;
mod cards;
mod catalog_pages;
mod clashes;
mod clean_text;
mod commands;
mod comparisons;
mod diagnostics;
mod disks;
mod estimate;
mod feed;
mod feed_reader;
mod feed_readers;
mod fuzz_corpus;
mod golden;
mod guide;
mod hostile;
mod hostile_files;
mod killed;
mod link_cases;
mod link_commands;
mod link_hostile;
mod linking;
mod links;
mod machines;
mod markdown;
mod method;
mod offload;
mod own_models;
mod page_names;
mod peers;
mod permanence;
mod reads_back;
mod rebuilds;
mod reference_site;
mod safe_html;
mod scale;
mod schema;
mod search;
mod serving;
mod serving_strangers;
mod share;
mod sizes;
mod supply;
mod support;
mod tracks;
mod well_formed;
mod worked;
mod writing;
