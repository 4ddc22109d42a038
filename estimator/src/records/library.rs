//! All devices and all models in one record, for the explorer's lists.
//!
//! 1. Devices with their calibration for decoding and for prompts, without the texts that no list shows. Of their
//!    measurements, the newest plain run of each model in each format, engine and context.
//! 2. Models in the few formats that the explorer asks for, with their published scores.
//!
//! One file, fetched when a reader first changes an input. Nothing is computed here.

use super::Release;
use super::device::DeviceRecord;
use super::engines::usual_engine;
use super::model::ModelRecord;
use super::prompts::PromptRecord;
use super::record::Record;
use super::rows::Row;
use super::runs::RunsRecord;
use crate::calibration::FileFormat;
use crate::calibration::profile::Profile;
use crate::calibration::prompt_profile::PromptProfile;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// All devices and models.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryRecord {
    /// The devices, in catalog order.
    pub devices: Vec<DeviceRecord>,
    /// The models, in catalog order.
    pub models: Vec<ModelRecord>,
    /// The prompt record of each device, in the order of `devices`.
    pub prompts: Vec<PromptRecord>,
    /// The measurements of each device, in the order of `devices`.
    pub runs: Vec<RunsRecord>,
    /// The published scores.
    pub scores: Vec<Score>,
    /// Licence and release month of each model, in the order of `models`.
    pub releases: Vec<Release>,
    /// The rents, for devices that have a price.
    pub rents: Vec<Rent>,
}

/// A rent: index of the device, US dollars per hour, and the day of the newest price as `2026-10-10`.
pub type Rent = (usize, f64, String);

/// A published score: index of the model, index of the benchmark in the explorer's list, and the score as printed.
pub type Score = (usize, usize, f64);

impl LibraryRecord {
    /// Makes the library of these records, keeping only the `wanted` formats.
    #[must_use]
    pub fn of(
        (devices, models, prompts): (&[DeviceRecord], &[ModelRecord], &[PromptRecord]),
        scores: &[Score],
        (releases, rents): (&[Release], &[Rent]),
        wanted: &[&str],
    ) -> Self {
        let mut library = Self {
            devices: devices.to_vec(),
            models: models.to_vec(),
            prompts: prompts.to_vec(),
            runs: devices.iter().map(newest).collect(),
            scores: scores.to_vec(),
            releases: releases.to_vec(),
            rents: rents.to_vec(),
        };
        for model in &mut library.models {
            let usual = model.usual_format().map(|usual| usual.id.clone());
            model.formats.retain(|format| wanted.contains(&format.id.as_str()) || Some(&format.id) == usual.as_ref());
            model.texts = Vec::new();
        }
        for device in &mut library.devices {
            device.measured = Vec::new();
            device.engines.truncate(1);
            device.refusals = Vec::new();
            device.positions.truncate(FileFormat::ALL.len());
            device.profiles.truncate(usual_engine(&device.positions));
            device.profiles.iter_mut().for_each(Profile::drop_words);
        }
        for record in &mut library.prompts {
            record.measured = Vec::new();
            record.profiles.truncate(usual_engine(&record.positions));
            record.profiles.iter_mut().for_each(PromptProfile::drop_words);
        }
        library
    }
}

/// Returns the newest plain run of each model in each format, engine and context, without the texts that no list
/// shows.
fn newest(device: &DeviceRecord) -> RunsRecord {
    let mut found: Vec<Row> = Vec::new();
    for row in device.rows.iter().filter(|row| !row.open) {
        let key = |row: &Row| (row.model, row.format, row.profile);
        match found.iter_mut().find(|other| key(other) == key(row) && other.depth == row.depth) {
            Some(other) => {
                // Among runs of one day the fastest, as in the explorer.
                let day = device.text(row.date).cmp(device.text(other.date));
                if day.then(row.speed.total_cmp(&other.speed)).is_gt() {
                    *other = row.clone();
                }
            }
            None => found.push(row.clone()),
        }
    }
    for row in &mut found {
        let Row { format_name, conditions, engine, flags, source, href, .. } = row;
        for hidden in [format_name, conditions, engine, flags, source, href] {
            *hidden = 0;
        }
    }
    RunsRecord::new(&device.device.id, &device.texts, found)
}

impl Record for LibraryRecord {
    const KIND: u8 = 6;
    const FOLDER: &'static str = "explore";
}
