//! A device as calculators know it: its facts, what the calibration says of each engine on it, and what was measured on it.

use super::Record;
use super::rows::Row;
use crate::calibration::Habit;
use crate::calibration::profile::Profile;
use crate::codec::{Codec, list};
use crate::hardware::Device;
use alloc::string::String;
use alloc::vec::Vec;

/// A device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceRecord {
    /// Its facts.
    pub device: Device,
    /// The calibration of the engines that are common on it.
    pub profiles: Vec<Profile>,
    /// For each habit, the position of its profile.
    pub habits: Vec<usize>,
    /// The models that were measured on it, by their catalog ids.
    pub measured: Vec<String>,
    /// The texts of the measurements; the first one is empty. In the browser those that have arrived.
    pub texts: Vec<String>,
    /// The measurements, in the order in which they are shown.
    pub rows: Vec<Row>,
}

impl DeviceRecord {
    /// The calibration of the usual engine for formats of a habit.
    #[must_use]
    pub fn profile(&self, habit: Habit) -> Option<&Profile> {
        self.profiles.get(*self.habits.get(habit as usize)?)
    }

    /// The text at a position; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }
}

impl Record for DeviceRecord {
    const KIND: u64 = 0;
    const FOLDER: &'static str = "hardware";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        self.device.layout(codec);
        list(codec, &mut self.profiles, |codec, profile| profile.layout(codec));
        list(codec, &mut self.habits, C::position);
        list(codec, &mut self.measured, C::text);
    }
}
