//! The schema of a calculator's records: their kinds, the files that a query needs, and how they are read.
//!
//! 1. A calculator lists its schemas, so its module contains no code that reads other kinds of records.
//! 2. `needed` returns the files that are missing. The page calls it again once they have arrived, because a device's
//!    record names the models that were measured on it.
//! 3. `read` decodes records one after another, in the order in which they arrive.
//! 4. Only an answer can find that the profile of an engine is missing: see
//!    [`super::input_error::InputError::missing`].

use super::estimator::Estimator;
use super::input::{Choice, Input};
use super::query::Query;
use alloc::string::String;
use core::mem::swap;
use rooflight_document::markup::joined;
use rooflight_estimator::records::OWN;
use rooflight_estimator::records::rows::Row;
use rooflight_estimator::records::{
    ALL, DeviceRecord, LibraryRecord, ModelRecord, PromptRecord, PromptRunsRecord, QualityRecord, Record, RunsRecord,
    file,
};

/// A kind of record: its files, when one is needed, and how it is read.
#[derive(Debug)]
pub struct RecordSchema {
    folder: &'static str,
    kind: u8,
    /// Whether there is a record for each device, and for each model; with neither, a single one for all.
    of: (bool, bool),
    /// True if the record of this device and this model has arrived, or is not needed.
    is_present: fn(&Estimator, &str, &str) -> bool,
    /// Reads the first of these records, and leaves the others; leaves all if it is invalid.
    read: fn(&mut &[u8], &mut Estimator),
}

/// Devices with their calibration.
pub(crate) const DEVICES: RecordSchema = RecordSchema {
    folder: DeviceRecord::FOLDER,
    kind: DeviceRecord::KIND,
    of: (true, false),
    is_present: |estimator, device, _| estimator.devices.iter().any(|record| record.device.id == device),
    read: |bytes, estimator| {
        let Some(mut record) = record::<DeviceRecord>(bytes) else { return };
        match estimator.devices.iter_mut().find(|loaded| loaded.device.id == record.device.id) {
            // The record with all engines replaces the calibration, and keeps measurements that have arrived.
            Some(loaded) => {
                swap(&mut loaded.profiles, &mut record.profiles);
                swap(&mut loaded.engines, &mut record.engines);
                swap(&mut loaded.refusals, &mut record.refusals);
                swap(&mut loaded.positions, &mut record.positions);
            }
            None => estimator.devices.push(record),
        }
    },
};

/// Models with their shapes and weights.
pub(crate) const MODELS: RecordSchema = RecordSchema {
    folder: ModelRecord::FOLDER,
    kind: ModelRecord::KIND,
    of: (false, true),
    is_present: |estimator, _, model| estimator.models.iter().any(|record| record.id == model),
    read: |bytes, estimator| estimator.models.extend(record(bytes)),
};

/// The prompt calibration of devices.
pub(crate) const PROMPTS: RecordSchema = RecordSchema {
    folder: PromptRecord::FOLDER,
    kind: PromptRecord::KIND,
    of: (true, false),
    is_present: |estimator, device, _| estimator.prompts.iter().any(|record| record.device == device),
    read: |bytes, estimator| estimator.prompts.extend(record(bytes)),
};

/// Measurements of models on devices.
pub(crate) const RUNS: RecordSchema = RecordSchema {
    folder: RunsRecord::FOLDER,
    kind: RunsRecord::KIND,
    of: (true, true),
    // The record of the device tells for which models there are measurements.
    is_present: |estimator, device, model| {
        let record = estimator.devices.iter().find(|record| record.device.id == device);
        record.is_none_or(|record| have_arrived(&record.measured, (&record.texts, &record.rows), model))
    },
    read: |bytes, estimator| {
        let Some(runs) = record::<RunsRecord>(bytes) else { return };
        if let Some(record) = estimator.devices.iter_mut().find(|record| record.device.id == runs.device) {
            runs.join(&mut record.texts, &mut record.rows);
        }
    },
};

/// Measurements of prompts.
pub(crate) const PROMPT_RUNS: RecordSchema = RecordSchema {
    folder: PromptRunsRecord::FOLDER,
    kind: PromptRunsRecord::KIND,
    of: (true, true),
    is_present: |estimator, device, model| {
        let record = estimator.prompts.iter().find(|record| record.device == device);
        record.is_none_or(|record| have_arrived(&record.measured, (&record.texts, &record.rows), model))
    },
    read: |bytes, estimator| {
        let Some(PromptRunsRecord(runs)) = record(bytes) else { return };
        if let Some(record) = estimator.prompts.iter_mut().find(|record| record.device == runs.device) {
            runs.join(&mut record.texts, &mut record.rows);
        }
    },
};

/// The measured loss of quality of a model's formats.
pub(crate) const QUALITY: RecordSchema = RecordSchema {
    folder: QualityRecord::FOLDER,
    kind: QualityRecord::KIND,
    of: (false, true),
    // Joined to the record of the model, which has to arrive first.
    is_present: |estimator, _, model| {
        estimator.models.iter().find(|record| record.id == model).is_none_or(|record| !record.texts.is_empty())
    },
    read: |bytes, estimator| {
        let Some(quality) = record::<QualityRecord>(bytes) else { return };
        if let Some(record) = estimator.models.iter_mut().find(|record| record.id == quality.model) {
            record.join(quality);
        }
    },
};

/// All devices and models in one record.
pub(crate) const LIBRARY: RecordSchema = RecordSchema {
    folder: LibraryRecord::FOLDER,
    kind: LibraryRecord::KIND,
    of: (false, false),
    is_present: |estimator, _, _| !estimator.devices.is_empty(),
    read: |bytes, estimator| {
        let Some(mut library) = record::<LibraryRecord>(bytes) else { return };
        // The reader's own model stays the last one, whichever file came first: scores name models by their position.
        library.models.append(&mut estimator.models);
        (estimator.devices, estimator.models) = (library.devices, library.models);
        for (record, runs) in estimator.devices.iter_mut().zip(library.runs) {
            runs.join(&mut record.texts, &mut record.rows);
        }
        estimator.prompts = library.prompts;
        (estimator.scores, estimator.releases) = (library.scores, library.releases);
        estimator.rents = library.rents;
    },
};

/// The reader's own model, in addition to the library.
pub(crate) const OWN_MODEL: RecordSchema = RecordSchema {
    folder: ModelRecord::FOLDER,
    kind: ModelRecord::KIND,
    of: (false, true),
    is_present: |estimator, _, model| model != OWN || estimator.models.iter().any(|record| record.id == OWN),
    read: |bytes, estimator| estimator.models.extend(record(bytes)),
};

/// True if the measurements of a model have arrived, or the device has none for it.
fn have_arrived(measured: &[String], (texts, rows): (&[String], &[Row]), model: &str) -> bool {
    rows.iter().any(|row| texts.get(row.model).is_some_and(|text| text == model))
        || !measured.iter().any(|id| id == model)
}

/// Decodes a record; `None` if the bytes end too early or are invalid.
fn record<T: Record>(bytes: &mut &[u8]) -> Option<T> {
    let (record, rest) = T::first(bytes)?;
    *bytes = rest;
    Some(record)
}

/// Returns the files that a query needs and the estimator lacks, one per line.
pub(super) fn needed(schemas: &[RecordSchema], inputs: &[Input], estimator: &Estimator, query: &str) -> String {
    let query = Query::new(estimator, query);
    let mut files = String::new();
    for record_schema in schemas {
        if record_schema.of == (false, false) {
            record_schema.need(estimator, "", ALL, &mut files);
        }
        for input in inputs {
            let id = query.text(input);
            match (input.choice, record_schema.of) {
                (Choice::Hardware, (true, false)) => record_schema.need(estimator, id, "", &mut files),
                (Choice::Model, (false, true)) => record_schema.need(estimator, "", id, &mut files),
                (Choice::Model, (true, true)) => {
                    for device in inputs {
                        if device.choice == Choice::Hardware {
                            record_schema.need(estimator, query.text(device), id, &mut files);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    files
}

impl RecordSchema {
    /// Appends the file of the record of this device and this model, if it is missing.
    fn need(&self, estimator: &Estimator, device: &str, model: &str, files: &mut String) {
        let id = match self.of {
            (true, true) => &joined(&[device, "/", model]),
            (true, false) => device,
            _ => model,
        };
        // An empty id is reported later, as an input error.
        if !id.is_empty() && !(self.is_present)(estimator, device, model) {
            files.push_str(&file(self.folder, id));
            files.push('\n');
        }
    }
}

/// Decodes records until the bytes end; false if they contain a record that this calculator does not read.
pub(super) fn read(schemas: &[RecordSchema], estimator: &mut Estimator, mut bytes: &[u8]) -> bool {
    while let Some(kind) = bytes.first() {
        let Some(record_schema) = schemas.iter().find(|record_schema| record_schema.kind == *kind) else {
            return false;
        };
        let before = bytes.len();
        (record_schema.read)(&mut bytes, estimator);
        if bytes.len() == before {
            return false;
        }
    }
    true
}
