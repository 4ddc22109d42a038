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
pub mod quality;
pub mod rows;
pub mod runs;

use crate::view::markup::joined;
use crate::wire::{Codec, Reader, Writer};
use alloc::string::String;
use alloc::vec::Vec;

pub use device::DeviceCard;
pub use model::{FormatCard, ModelCard};
pub use prompts::PromptCard;
pub use quality::QualityCard;
pub use runs::{PromptRunsCard, RunsCard};

/// A kind of card: its layout, and how its files are told from those of the others.
pub trait Card: Clone + Default {
    /// What its bytes begin with.
    const KIND: u64;
    /// The folder of its files, below the data's root.
    const FOLDER: &'static str;

    /// The layout, for both directions.
    fn wire<C: Codec>(&mut self, codec: &mut C);

    /// The card as bytes.
    #[must_use]
    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let mut kind = Self::KIND;
        writer.whole(&mut kind);
        self.clone().wire(&mut writer);
        writer.into_bytes()
    }

    /// The card from its bytes; `None` if they are none.
    #[must_use]
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut kind = 0;
        reader.whole(&mut kind);
        let mut card = Self::default();
        card.wire(&mut reader);
        (kind == Self::KIND && !reader.failed() && !reader.has_more()).then_some(card)
    }
}

/// The file of a card below the data's root.
#[must_use]
pub fn file(folder: &str, id: &str) -> String {
    joined(&[folder, "/", id, ".bin"])
}
