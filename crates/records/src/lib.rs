//! The data that calculators answer from: a record for each device and one for each model.
//!
//! 1. The build makes the records from the catalog, the calibration and the measurements, and answers every page's default with them.
//! 2. It writes each record as a small file. The browser fetches the two that its question needs, and answers from the same facts with the
//!    same code, so that both give the same bits.
//!
//! A record holds what does not depend on the reader: the bytes of a model tensor group by tensor group in each format, what the calibration
//! says of each engine on a device, the measurements with their ratios. Nothing is computed here, and nothing is judged.

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
pub mod release;
pub mod rows;
pub mod runs;

use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_primitives::codec::{Codec, Reader, Writer};

pub use benchmarks::BenchmarksRecord;
pub use declared::DeclaredRecord;
pub use device::DeviceRecord;
pub use library::{LibraryRecord, Score};
pub use model::{FormatRecord, ModelRecord, OWN};
pub use names::NamesRecord;
pub use prompts::PromptRecord;
pub use quality::QualityRecord;
pub use release::Release;
pub use runs::{PromptRunsRecord, RunsRecord};

/// A kind of record: its layout, and how its files are told from those of the others.
pub trait Record: Clone + Default {
    /// The first number of its bytes.
    const KIND: u64;
    /// The folder of its files, below the data's root.
    const FOLDER: &'static str;

    /// The layout, for both directions.
    fn layout<C: Codec>(&mut self, codec: &mut C);

    /// The record as bytes.
    #[must_use]
    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let mut kind = Self::KIND;
        writer.whole(&mut kind);
        self.clone().layout(&mut writer);
        writer.into_bytes()
    }

    /// The record from its bytes; `None` if they are none.
    #[must_use]
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut kind = 0;
        reader.whole(&mut kind);
        let mut record = Self::default();
        record.layout(&mut reader);
        (kind == Self::KIND && !reader.failed() && !reader.has_more()).then_some(record)
    }
}

/// The name of a record of everything.
pub const ALL: &str = "all";

/// The name of the record of all names.
pub const NAMES: &str = "names";

/// The file of a record below the data's root.
#[must_use]
pub fn file(folder: &str, id: &str) -> String {
    joined(&[folder, "/", id, ".bin"])
}
