//! The catalog as calculators use it: a record for each device and each model.
//!
//! 1. [`models`] writes a model's bytes in every format that readers are offered; models and formats that cannot be
//!    computed are left out, with the reason kept for readers who ask for one.
//! 2. [`devices`] writes what the calibration says of each engine that people use on a device, and every measurement
//!    made on it, compared once with ceiling and estimate under its own conditions.
//! 3. Each record becomes a file that browsers fetch; of a device more, with what few questions need: the measurements
//!    of a model, and all engines.

mod devices;
mod models;
mod words;

use crate::calibrate::fitted::Fitted;
use crate::calibrate::method::Method;
use crate::calibrate::rows;
use crate::calibrate::saved::{Content, FitMemo};
use devices::{DeviceRecordBuilder, compared};
use jiff::civil::Date;
use models::model_record;
use rayon::prelude::*;
use rooflight_calculators::{Estimator, explore};
use rooflight_calibration::Calibration;
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_glossary::model::catalog::records::NotCovered;
use rooflight_glossary::model::catalog::{Catalog, rentals};
use rooflight_records::{
    self, ALL, BenchmarksRecord, DeviceRecord, LibraryRecord, ModelRecord, NAMES, NamesRecord, PromptRecord,
    PromptRunsRecord, Record, Rent, RunsRecord, engines,
};
use std::collections::BTreeMap;

pub use devices::Compared;
pub use models::FormatChoice;
pub(crate) use words::{conditions, conditions_in_english, engine};

/// The estimator of a site, with what the site wants to say of it.
#[derive(Debug, Clone)]
pub struct CalibratedCatalog {
    /// The estimator with every record.
    pub estimator: Estimator,
    /// The content of the methodology page.
    pub method: Method,
    /// Record that `/measure/` evaluates benchmark output against.
    pub benchmarks: BenchmarksRecord,
    /// The files of the records, by name below the folder of data.
    pub files: Vec<(String, Vec<u8>)>,
    /// The formats that some model is known in.
    pub formats: Vec<FormatChoice>,
    /// How each measurement compares with ceiling and estimate under its own conditions, in the order of the catalog.
    pub compared: Vec<Compared>,
    /// The day on which the newest measurements were added.
    pub day: Option<Date>,
    measurements: usize,
    publications: usize,
    left_out: BTreeMap<(&'static str, String), String>,
    not_covered: Vec<NotCovered>,
    aliases: Aliases,
}

impl CalibratedCatalog {
    /// How many measurements there are, and from how many publications.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.measurements, self.publications)
    }

    /// Further names of the device, model or quantization with this id.
    #[must_use]
    pub fn aliases(&self, kind: &'static str, id: &str) -> &[String] {
        self.aliases.get(&(kind, id.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Why the catalog leaves out a model of this name; `None` if it is not on that list.
    #[must_use]
    pub fn not_covered(&self, typed: &str) -> Option<String> {
        NotCovered::reason(&self.not_covered, typed)
    }

    /// Why the catalog's model or quantization with this id cannot be computed; `None` if that is not the trouble.
    #[must_use]
    pub fn why_not(&self, kind: &str, id: Option<&str>) -> Option<String> {
        let found = self.left_out.iter().find(|((what, known), _)| *what == kind && Some(known.as_str()) == id);
        found.map(|((_, id), reason)| format!("`{id}` is in the catalog, but cannot be computed: {reason}"))
    }
}

/// The estimator of a catalog.
#[must_use]
pub fn estimator(catalog: &Catalog) -> CalibratedCatalog {
    of_fit(catalog, crate::calibrate::fit(catalog))
}

/// The calibrated catalog from a fit that may have been saved; `content` names everything that the fit reads.
#[must_use]
pub fn estimator_with(catalog: &Catalog, fits: &FitMemo, content: &Content) -> CalibratedCatalog {
    of_fit(catalog, fits.fit(catalog, content))
}

/// The calibrated catalog from a known table, without the figures of the fit that the methodology page shows.
#[must_use]
pub fn estimator_of(catalog: &Catalog, calibration: Calibration) -> CalibratedCatalog {
    of_fit(catalog, Fitted { calibration, ..Fitted::default() })
}

/// The estimator of a site without a catalog, for calculators that do not need one.
#[must_use]
pub fn bare() -> CalibratedCatalog {
    of_fit(&Catalog::default(), Fitted::default())
}

fn of_fit(catalog: &Catalog, fitted: Fitted) -> CalibratedCatalog {
    let method = Method::new(catalog, &fitted);
    let calibration = fitted.calibration;
    let (models, (devices, prompts, compared)): (Vec<_>, _) = rayon::join(
        || catalog.models.par_iter().enumerate().filter_map(|(at, known)| model_record(catalog, at, known)).collect(),
        || {
            let store = rows::store(catalog);
            let with = |anchor: &Anchor| compared(catalog, &calibration, &store, anchor);
            let compared: Vec<Compared> = catalog.anchors.par_iter().map(with).collect();
            let years = catalog.anchors.iter().map(|anchor| rows::conditions(catalog, anchor).year);
            let newest = years.fold(0.0, f64::max);
            let bench = DeviceRecordBuilder { catalog, calibration: &calibration, compared: &compared, newest };
            let hardware = || catalog.hardware.par_iter().enumerate();
            let devices = hardware().map(|(at, known)| bench.device_record(at, known)).collect::<Vec<_>>();
            let prompts = hardware().map(|(at, known)| bench.prompt_record(at, known)).collect();
            (devices, prompts, compared)
        },
    );
    let aliases = aliases(catalog);
    let scores = models::scores(catalog, &models);
    let releases = models::releases(catalog, &models);
    let rents = rents(catalog, &devices);
    let estimator = Estimator { devices, models, prompts, scores, releases, rents, declared: None };
    let benchmarks = crate::calibrate::measure::record(catalog, &estimator, &calibration);
    let mut files = files(&estimator, &aliases);
    files.push(stored(ALL, &benchmarks));
    CalibratedCatalog {
        files,
        benchmarks,
        estimator,
        method,
        formats: models::formats(catalog),
        compared,
        measurements: catalog.anchors.len(),
        publications: catalog.publications.len(),
        day: catalog.publications.iter().filter_map(|publication| publication.added).max(),
        left_out: left_out(catalog),
        not_covered: catalog.not_covered.clone(),
        aliases,
    }
}

/// The rent of each device that providers list.
fn rents(catalog: &Catalog, devices: &[DeviceRecord]) -> Vec<Rent> {
    let of = |(position, device): (usize, &DeviceRecord)| {
        let at = catalog.hardware.iter().position(|known| known.record.id == device.device.id)?;
        let (hour, date) = rentals::typical(&catalog.rentals, at)?;
        Some((position, hour, date.to_string()))
    };
    devices.iter().enumerate().filter_map(of).collect()
}

/// Further names of each device, model and quantization, by kind and id.
type Aliases = BTreeMap<(&'static str, String), Vec<String>>;

/// Each record as the browser fetches it.
fn files(estimator: &Estimator, aliases: &Aliases) -> Vec<(String, Vec<u8>)> {
    let Estimator { devices, models, prompts, scores, releases, rents, .. } = estimator;
    let device = |record: &DeviceRecord| {
        let id = &record.device.id;
        [stored(id, &record.usual_profile()), (rooflight_records::file(engines::FOLDER, id), record.all().to_bytes())]
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
        .chain([stored(ALL, &library), stored(NAMES, &names(devices, aliases))])
        .chain(prompts.par_iter().map(prompt))
        .chain(prompts.par_iter().flat_map_iter(prompt_runs))
        .chain(devices.par_iter().flat_map_iter(runs))
        .collect()
}

/// The names of all devices.
fn names(devices: &[DeviceRecord], aliases: &Aliases) -> NamesRecord {
    let named = |record: &DeviceRecord| {
        let also = aliases.get(&("device", record.device.id.clone())).cloned().unwrap_or_default();
        (record.device.clone(), also)
    };
    NamesRecord { devices: devices.iter().map(named).collect() }
}

/// A record's file below the data's root, with its bytes.
fn stored<C: Record>(id: &str, record: &C) -> (String, Vec<u8>) {
    (rooflight_records::file(C::FOLDER, id), record.to_bytes())
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
