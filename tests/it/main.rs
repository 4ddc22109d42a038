//! The tests of the whole: fixtures as files, through the public pipeline. One binary, so that it links once.

#![allow(clippy::disallowed_methods, reason = "tests may touch the disk")]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod arrangements;
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
mod disk_cache;
mod dom;
mod edit_links;
mod estimate;
mod explorer;
mod feed;
mod feed_reader;
mod golden;
mod guide;
mod honest_messages;
mod link_cases;
mod link_commands;
mod linking;
mod links;
mod machines;
mod markdown;
mod measure;
mod method;
mod model_files;
mod module_order;
mod offload;
mod own_models;
mod page_names;
mod peers;
mod permanence;
mod reads_back;
mod reference_site;
mod safe_html;
mod schema;
mod search;
mod share;
mod sizes;
mod slow;
mod strangers;
mod supply;
mod support;
mod tracks;
mod unused_files;
mod well_formed;
mod worked;
mod writing;
