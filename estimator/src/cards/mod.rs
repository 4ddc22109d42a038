//! What calculators answer from: a card for each device and one for each model.
//!
//! 1. The build makes the cards from the catalog, the calibration and the measurements, and answers every page's default with them.
//! 2. It writes each card as a small file. The browser fetches the two that its question needs, and answers from the same facts with the
//!    same code, so that both give the same bits.
//!
//! A card holds what does not depend on the reader: the bytes of a model tensor group by tensor group in each format, what the calibration
//! says of each engine on a device, the measurements with their ratios. Nothing is computed here, and nothing is judged.

pub mod device;
pub mod model;
pub mod prompts;
pub mod rows;
pub mod runs;

use crate::wire::{Codec, Reader, Writer};
use alloc::string::String;
use alloc::vec::Vec;

pub use device::DeviceCard;
pub use model::{FormatCard, ModelCard};
pub use prompts::PromptCard;
pub use runs::RunsCard;

/// The folders in which the files of cards lie, below the data's root: for devices, for models, for devices reading prompts, for
/// the measurements of a model on a device.
pub const FOLDERS: [&str; 4] = ["hardware", "models", "prompts", "runs"];

/// What the bytes of a [`PromptCard`] begin with; those of the others begin with 0, 1 and 3.
const PROMPTS: u64 = 2;

/// A card of a device, of a model, or of both.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "short-lived")]
pub enum Card {
    /// Of a device.
    Device(DeviceCard),
    /// Of a model.
    Model(ModelCard),
    /// Of a model on a device.
    Runs(RunsCard),
}

impl Card {
    /// The card as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let mut kind = match self {
            Self::Device(_) => 0,
            Self::Model(_) => 1,
            Self::Runs(_) => 3,
        };
        writer.whole(&mut kind);
        match self {
            Self::Runs(card) => card.clone().wire(&mut writer),
            Self::Device(card) => card.clone().wire(&mut writer),
            Self::Model(card) => card.clone().wire(&mut writer),
        }
        writer.into_bytes()
    }

    /// The card from its bytes; `None` if they are none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut kind = 0;
        reader.whole(&mut kind);
        let card = match kind {
            0 => {
                let mut card = DeviceCard::default();
                card.wire(&mut reader);
                Self::Device(card)
            }
            1 => {
                let mut card = ModelCard::default();
                card.wire(&mut reader);
                Self::Model(card)
            }
            3 => {
                let mut card = RunsCard::default();
                card.wire(&mut reader);
                Self::Runs(card)
            }
            _ => return None,
        };
        (!reader.failed()).then_some(card)
    }
}

/// The file of a card below the data's root.
#[must_use]
pub fn file(folder: &str, id: &str) -> String {
    [folder, "/", id, ".bin"].concat()
}
