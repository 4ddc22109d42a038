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
use super::model::{FormatRecord, ModelRecord};
use super::prompts::PromptRecord;
use super::record::Record;
use super::rows::{Row, decimal};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::FileFormat;
use rooflight_calibration::profile::Profile;
use rooflight_calibration::prompt_profile::PromptProfile;
use rooflight_primitives::codec::{Codec, list};

/// All devices and models.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LibraryRecord {
    /// The devices, in catalog order.
    pub devices: Vec<DeviceRecord>,
    /// The models, in catalog order.
    pub models: Vec<ModelRecord>,
    /// The prompt record of each device, in the order of `devices`.
    pub prompts: Vec<PromptRecord>,
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
            scores: scores.to_vec(),
            releases: releases.to_vec(),
            rents: rents.to_vec(),
        };
        for model in &mut library.models {
            // A model that lacks the most common format keeps its first one.
            let is_usual = |format: &FormatRecord| wanted.first().is_some_and(|first| format.id == **first);
            let own = model.formats.first().filter(|_| !model.formats.iter().any(is_usual)).map(|own| own.id.clone());
            model.formats.retain(|format| wanted.contains(&format.id.as_str()) || Some(&format.id) == own.as_ref());
            model.texts = Vec::new();
        }
        for device in &mut library.devices {
            device.rows = newest(device);
            device.measured = Vec::new();
            device.engines.truncate(1);
            device.refusals = Vec::new();
            device.positions.truncate(FileFormat::ALL.len());
            device.profiles.truncate(usual_engine(&device.positions));
            device.profiles.iter_mut().for_each(Profile::drop_words);
        }
        for record in &mut library.prompts {
            // The index in the list identifies the device.
            record.device = String::new();
            record.measured = Vec::new();
            record.profiles.truncate(usual_engine(&record.positions));
            record.profiles.iter_mut().for_each(PromptProfile::drop_words);
        }
        library
    }
}

/// Returns the newest plain run of each model in each format, engine and context.
fn newest(device: &DeviceRecord) -> Vec<Row> {
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
    found
}

impl Record for LibraryRecord {
    const KIND: u64 = 6;
    const FOLDER: &'static str = "explore";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        list(codec, &mut self.devices, |codec, device| {
            device.layout(codec);
            let DeviceRecord { texts, rows, .. } = device;
            if C::READS {
                texts.push(String::new());
            }
            list(codec, rows, |codec, row| {
                for position in [&mut row.model, &mut row.format, &mut row.date] {
                    let mut text = texts.get(*position).cloned().unwrap_or_default();
                    codec.text(&mut text);
                    if C::READS {
                        *position = texts.iter().position(|known| *known == text).unwrap_or(texts.len());
                        if *position == texts.len() {
                            texts.push(text);
                        }
                    }
                }
                decimal(codec, &mut row.speed);
                codec.whole(&mut row.profile);
                let mut stated = row.depth.is_some();
                codec.flag(&mut stated);
                let mut depth = row.depth.unwrap_or_default();
                if stated {
                    decimal(codec, &mut depth);
                }
                row.depth = stated.then_some(depth);
            });
        });
        list(codec, &mut self.models, |codec, model| model.layout(codec));
        list(codec, &mut self.prompts, |codec, record| record.layout(codec));
        if C::READS {
            for (record, device) in self.prompts.iter_mut().zip(&self.devices) {
                record.device.clone_from(&device.device.id);
            }
        }
        list(codec, &mut self.scores, |codec, (model, benchmark, score)| {
            codec.position(model);
            codec.position(benchmark);
            decimal(codec, score);
        });
        list(codec, &mut self.releases, |codec, release| release.layout(codec));
        list(codec, &mut self.rents, |codec, (device, hour, date)| {
            codec.position(device);
            decimal(codec, hour);
            codec.text(date);
        });
    }
}
