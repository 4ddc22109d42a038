//! The record of a device for reading prompts: what the calibration says of it, and what was measured on it.
//!
//! A record of its own, because only calculators of prompts need it. Made in the build, read in the browser; nothing is
//! computed here.

use super::record::Record;
use super::rows::Row;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::FileFormat;
use rooflight_calibration::prompt_profile::PromptProfile;
use rooflight_primitives::codec::{Codec, list, texts};

/// A device, reading prompts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptRecord {
    /// Catalog id of the device.
    pub device: String,
    /// The calibration of each engine on it, in the order of the device's own.
    pub profiles: Vec<PromptProfile>,
    /// For each kind of files, the position of its profile.
    pub positions: Vec<usize>,
    /// The models that it was measured with, by their catalog ids.
    pub measured: Vec<String>,
    /// The texts of the measurements; the first one is empty. In the browser those that have arrived.
    pub texts: Vec<String>,
    /// The measurements, in the order in which they are shown. The depth of a row is the length of its prompt, its
    /// speed counts prompt tokens, its share is that of the floor.
    pub rows: Vec<Row>,
}

impl PromptRecord {
    /// The calibration of the usual engine for files of a kind.
    #[must_use]
    pub fn profile(&self, files: FileFormat) -> Option<&PromptProfile> {
        self.profiles.get(*self.positions.get(files as usize)?)
    }

    /// The text at a position; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }
}

impl Record for PromptRecord {
    const KIND: u64 = 2;
    const FOLDER: &'static str = "prompts";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        codec.text(&mut self.device);
        list(codec, &mut self.profiles, |codec, profile| profile.layout(codec));
        list(codec, &mut self.positions, C::position);
        texts(codec, &mut self.measured);
    }
}
