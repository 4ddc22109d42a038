//! The catalog as calculators use it: a record for each device and each model.
//!
//! 1. [`models`] makes the record of a model, with its bytes in every offered format; models and formats that cannot be
//!    computed are left out, with the reason kept for readers who ask for one.
//! 2. [`devices`] makes the record of a device: the calibration of each engine that people use on it, and every
//!    measurement made on it, compared once with ceiling and estimate under its own conditions.
//! 3. Each record becomes a file that browsers fetch; a device has further files for data that few questions need: the
//!    measurements of a model, and all engines.

mod devices;
mod models;
mod words;

use crate::calibrate::fit_file::Fit;
use crate::calibrate::measurements;
use crate::calibrate::method::Method;
use devices::{DeviceRecordBuilder, compared};
use jiff::civil::Date;
use models::model_record;
use rayon::prelude::*;
use rooflight_calculators::{Estimator, explore};
use rooflight_estimator::records::{
    ALL, BenchmarksRecord, DeviceRecord, Gap, LibraryRecord, ModelRecord, NAMES, NamesRecord, PromptRecord,
    PromptRunsRecord, Record, Rent, RunsRecord, engines,
};
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_glossary::model::catalog::{Catalog, rentals};
use std::collections::BTreeMap;

pub use devices::Compared;
pub use models::FormatChoice;
pub(crate) use words::{conditions, conditions_in_english, engine};

/// The estimator of a site, with the figures and files that the site shows.
#[derive(Debug, Clone)]
pub struct CalibratedCatalog {
    /// The estimator with every record.
    pub estimator: Estimator,
    /// Figures of the methodology page.
    pub method: Method,
    /// Record that `/measure/` evaluates benchmark output against.
    pub benchmarks: BenchmarksRecord,
    /// Files of the records, with paths below the data folder.
    pub files: Vec<(String, Vec<u8>)>,
    /// Formats whose bytes can be computed.
    pub formats: Vec<FormatChoice>,
    /// Comparison of each measurement with ceiling and estimate under its own conditions, in the order of the catalog.
    pub compared: Vec<Compared>,
    /// Day on which the newest measurements were added; `None` if no publication states one.
    pub day: Option<Date>,
    measurements: usize,
    publications: usize,
    left_out: BTreeMap<(&'static str, String), String>,
    not_covered: Vec<Gap>,
    aliases: Aliases,
}

impl CalibratedCatalog {
    /// Number of measurements, and of their publications.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.measurements, self.publications)
    }

    /// Returns the aliases of the device, model or quantization with this id.
    #[must_use]
    pub fn aliases(&self, kind: &'static str, id: &str) -> &[String] {
        self.aliases.get(&(kind, id.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Returns the reason why the catalog does not cover a model of this name; `None` if it is not on that list.
    #[must_use]
    pub fn not_covered(&self, typed: &str) -> Option<String> {
        Gap::reason(&self.not_covered, typed)
    }

    /// Returns the reason why the catalog's model or quantization with this id cannot be computed; `None` if it can.
    #[must_use]
    pub fn why_not(&self, kind: &str, id: Option<&str>) -> Option<String> {
        let found = self.left_out.iter().find(|((what, known), _)| *what == kind && Some(known.as_str()) == id);
        found.map(|((_, id), reason)| format!("`{id}` is in the catalog, but cannot be computed: {reason}"))
    }
}

/// Makes the estimator of a catalog with the tables of a fit.
#[must_use]
pub fn estimator(catalog: &Catalog, fit: &Fit) -> CalibratedCatalog {
    let Fit { calibration, method, .. } = fit;
    let (models, (devices, prompts, compared)): (Vec<_>, _) = rayon::join(
        || catalog.models.par_iter().enumerate().filter_map(|(at, known)| model_record(catalog, at, known)).collect(),
        || {
            let store = measurements::store(catalog);
            let with = |anchor: &Anchor| compared(catalog, calibration, &store, anchor);
            let compared: Vec<Compared> = catalog.anchors.par_iter().map(with).collect();
            let years = catalog.anchors.iter().map(|anchor| measurements::conditions(catalog, anchor).year);
            let newest = years.fold(0.0, f64::max);
            let builder = DeviceRecordBuilder { catalog, calibration, compared: &compared, newest };
            let hardware = || catalog.hardware.par_iter().enumerate();
            let devices = hardware().map(|(at, known)| builder.device_record(at, known)).collect::<Vec<_>>();
            let prompts = hardware().map(|(at, known)| builder.prompt_record(at, known)).collect();
            (devices, prompts, compared)
        },
    );
    let aliases = aliases(catalog);
    let scores = models::scores(catalog, &models);
    let releases = models::releases(catalog, &models);
    let rents = rents(catalog, &devices);
    let estimator = Estimator { devices, models, prompts, scores, releases, rents };
    let benchmarks = crate::calibrate::measure::record(catalog, &estimator, calibration);
    let not_covered = benchmarks.names.not_covered.clone();
    let mut files = files(&estimator, &aliases, &not_covered);
    files.push(stored(ALL, &benchmarks));
    CalibratedCatalog {
        files,
        benchmarks,
        estimator,
        method: method.clone(),
        formats: models::formats(catalog),
        compared,
        measurements: catalog.anchors.len(),
        publications: catalog.publications.len(),
        day: catalog.publications.iter().filter_map(|publication| publication.added).max(),
        left_out: left_out(catalog),
        not_covered,
        aliases,
    }
}

/// Makes the estimator of a site without a catalog, for calculators that do not need one.
#[must_use]
pub fn bare() -> CalibratedCatalog {
    estimator(&Catalog::default(), &Fit::default())
}

/// Typical rent of each device that providers list.
fn rents(catalog: &Catalog, devices: &[DeviceRecord]) -> Vec<Rent> {
    let of = |(position, device): (usize, &DeviceRecord)| {
        let at = catalog.hardware.iter().position(|known| known.record.id == device.device.id)?;
        let (hour, date) = rentals::typical(&catalog.rentals, at)?;
        Some((position, hour, date.to_string()))
    };
    devices.iter().enumerate().filter_map(of).collect()
}

/// Aliases of each device, model and quantization, by kind and id.
type Aliases = BTreeMap<(&'static str, String), Vec<String>>;

/// Serializes each record as the browser fetches it.
fn files(estimator: &Estimator, aliases: &Aliases, not_covered: &[Gap]) -> Vec<(String, Vec<u8>)> {
    let Estimator { devices, models, prompts, scores, releases, rents, .. } = estimator;
    let device = |record: &DeviceRecord| {
        let id = &record.device.id;
        [
            stored(id, &record.usual_profile()),
            (rooflight_estimator::records::file(engines::FOLDER, id), record.without_runs().to_bytes()),
        ]
    };
    let model = |record: &ModelRecord| [stored(&record.id, record), stored(&record.id, &record.quality())];
    let prompt = |record: &PromptRecord| stored(&record.device, record);
    let prompt_runs = |record: &PromptRecord| {
        let of = |id: &String| {
            let runs = RunsRecord::of(&record.device, (&record.texts, &record.rows), id);
            stored(&format!("{}/{id}", record.device), &PromptRunsRecord(runs))
        };
        record.measured.iter().map(of).collect::<Vec<_>>()
    };
    let runs = |record: &DeviceRecord| {
        let of = |id: &String| {
            stored(
                &format!("{}/{id}", record.device.id),
                &RunsRecord::of(&record.device.id, (&record.texts, &record.rows), id),
            )
        };
        record.measured.iter().map(of).collect::<Vec<_>>()
    };
    let files = devices.par_iter().flat_map_iter(device).chain(models.par_iter().flat_map_iter(model));
    let library = LibraryRecord::of((devices, models, prompts), scores, (releases, rents), &explore::formats());
    files
        .chain([stored(ALL, &library), stored(NAMES, &names(devices, aliases, not_covered))])
        .chain(prompts.par_iter().map(prompt))
        .chain(prompts.par_iter().flat_map_iter(prompt_runs))
        .chain(devices.par_iter().flat_map_iter(runs))
        .collect()
}

/// Makes the record of all devices' names.
fn names(devices: &[DeviceRecord], aliases: &Aliases, not_covered: &[Gap]) -> NamesRecord {
    let named = |record: &DeviceRecord| {
        let also = aliases.get(&("device", record.device.id.clone())).cloned().unwrap_or_default();
        (record.device.clone(), also)
    };
    NamesRecord { devices: devices.iter().map(named).collect(), not_covered: not_covered.to_vec() }
}

/// Path of a record's file below the data folder, with its bytes.
fn stored<C: Record>(id: &str, record: &C) -> (String, Vec<u8>) {
    (rooflight_estimator::records::file(C::FOLDER, id), record.to_bytes())
}

fn left_out(catalog: &Catalog) -> BTreeMap<(&'static str, String), String> {
    let models = catalog.models.iter().filter_map(|known| {
        let reason = known.model.as_ref().err()?.to_string();
        Some((("model", known.record.id.clone()), reason))
    });
    let formats = catalog.formats.iter().filter_map(|known| {
        let reason = known.rule.as_ref().err()?.clone();
        Some((("quantization", known.record.id.clone()), reason))
    });
    models.chain(formats).collect()
}

fn aliases(catalog: &Catalog) -> Aliases {
    let devices = catalog.hardware.iter().map(|known| ("device", &known.record.id, &known.record.aliases));
    let models = catalog.models.iter().map(|known| ("model", &known.record.id, &known.record.aliases));
    let formats = catalog.formats.iter().map(|known| ("quantization", &known.record.id, &known.record.aliases));
    let all = devices.chain(models).chain(formats).filter(|(_, _, aliases)| !aliases.is_empty());
    all.map(|(kind, id, aliases)| ((kind, id.clone()), aliases.clone())).collect()
}
