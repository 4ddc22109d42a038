//! The data that calculators answer from: a record for each device and one for each model.
//!
//! 1. The build makes the records from the catalog, the calibration and the measurements, and answers every page's
//!    default with them.
//! 2. It writes each record as a small file. The browser fetches the two that its question needs, and answers from the
//!    same facts with the same code, so that both give the same bits.
//!
//! A record holds what does not depend on the reader: the bytes of a model tensor group by tensor group in each format,
//! what the calibration says of each engine on a device, the measurements with their ratios. Nothing is computed here,
//! and nothing is judged.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod benchmarks;
pub mod declared;
pub mod device;
pub mod engines;
pub mod library;
pub mod model;
pub mod names;
pub mod prompts;
pub mod quality;
pub mod record;
pub mod release;
pub mod rows;
pub mod runs;

use alloc::string::String;
use rooflight_document::markup::joined;

pub use benchmarks::BenchmarksRecord;
pub use declared::DeclaredRecord;
pub use device::DeviceRecord;
pub use library::{LibraryRecord, Rent, Score};
pub use model::{FormatRecord, ModelRecord, OWN};
pub use names::NamesRecord;
pub use prompts::PromptRecord;
pub use quality::QualityRecord;
pub use record::Record;
pub use release::Release;
pub use runs::{PromptRunsRecord, RunsRecord};

/// The name of a record of everything.
pub const ALL: &str = "all";

/// The name of the record of all names.
pub const NAMES: &str = "names";

/// The file of a record below the data's root.
#[must_use]
pub fn file(folder: &str, id: &str) -> String {
    joined(&[folder, "/", id, ".bin"])
}
