//! The card of a device for reading prompts: what the calibration says of it, and what was measured on it.
//!
//! A card of its own, because only calculators of prompts need it. Made in the build, read in the browser; nothing is computed here.

use super::rows::{self, Row};
use crate::calibration::Habit;
use crate::calibration::prompt_profile::PromptProfile;
use crate::wire::{Codec, Reader, Writer, list};
use alloc::string::String;
use alloc::vec::Vec;

/// A device, reading prompts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptCard {
    /// Catalog id of the device.
    pub device: String,
    /// What the calibration says of the engines that people use on it.
    pub profiles: Vec<PromptProfile>,
    /// For each habit, the position of its profile.
    pub habits: Vec<usize>,
    /// The texts of the measurements; the first one is empty.
    pub texts: Vec<String>,
    /// The measurements, in the order in which they are shown. The depth of a row is the length of its prompt, its speed counts prompt
    /// tokens, its share is that of the floor.
    pub rows: Vec<Row>,
}

impl PromptCard {
    /// What the calibration says of the usual engine for formats of a habit.
    #[must_use]
    pub fn profile(&self, habit: Habit) -> Option<&PromptProfile> {
        self.profiles.get(*self.habits.get(habit as usize)?)
    }

    /// The text at a position; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }

    /// The card as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let mut kind = super::PROMPTS;
        writer.whole(&mut kind);
        self.clone().wire(&mut writer);
        writer.into_bytes()
    }

    /// The card from its bytes; `None` if they are none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut kind = 0;
        reader.whole(&mut kind);
        let mut card = Self::default();
        card.wire(&mut reader);
        (kind == super::PROMPTS && !reader.failed()).then_some(card)
    }

    fn wire(&mut self, codec: &mut dyn Codec) {
        codec.text(&mut self.device);
        list(codec, &mut self.profiles, |codec, profile| profile.wire(codec));
        list(codec, &mut self.habits, |codec, at| codec.position(at));
        list(codec, &mut self.texts, |codec, text| codec.text(text));
        rows::wire(codec, &mut self.rows);
    }
}
