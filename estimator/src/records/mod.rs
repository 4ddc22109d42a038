//! The data that calculators answer from: records of devices, of models, and of lists of them.
//!
//! 1. The build makes the records from the catalog, the calibration and the measurements, and answers each page's
//!    default with them.
//! 2. Each record becomes a small file. The browser fetches those that its question needs, and runs the same code on
//!    the same facts, so that both give the same bits.
//!
//! A record holds data that does not depend on the reader: a model's bytes by tensor group and format, the calibration
//! of each engine on a device, the measurements with their ratios. Nothing is computed or judged here.

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
pub use names::{Gap, NamesRecord};
pub use prompts::PromptRecord;
pub use quality::QualityRecord;
pub use record::Record;
pub use release::Release;
pub use runs::{PromptRunsRecord, RunsRecord};

/// Id of a record that holds all devices and models.
pub const ALL: &str = "all";

/// Id of the record that holds all names.
pub const NAMES: &str = "names";

/// The path of a record's file, below the data's root. Its bytes are no text, but hosts compress files by their type:
/// as `.bin` the largest would travel at eight times the size.
#[must_use]
pub fn file(folder: &str, id: &str) -> String {
    joined(&[folder, "/", id, ".txt"])
}
