//! The fit of the repository's measurements: `content/fit.json` is its result, its invariants hold, and its figures are
//! those of the documentation.

#![allow(clippy::disallowed_methods, clippy::expect_used, reason = "a test reads files and may panic")]

mod arrangements;
mod baselines;

use rooflight_compiler::calibrate::fit_file::FIT;
use rooflight_compiler::calibrate::measurements;
use rooflight_estimator::calibration::{Conditions, FileFormat};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_fit::fold::Fold;
use rooflight_fit::known_outliers;
use rooflight_fit::model::FittedSpeed;
use rooflight_fit::report;
use rooflight_fit::score::Score;
use rooflight_fit::{Fitted, file, fit};
use rooflight_glossary::model::catalog::measurements::Phase;
use rooflight_glossary::model::catalog::{self, Catalog};
use rooflight_source::file::{SourceFile, Sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources() -> Sources {
    let mut content = Vec::new();
    for folder in ["content/anchors", "content/catalog"] {
        let entries =
            fs::read_dir(repository().join(folder)).expect("a folder").map(|entry| entry.expect("a file").path());
        for place in entries.filter(|place| place.extension().is_some_and(|extension| extension == "yaml")) {
            let name = place.file_name().expect("a name").to_string_lossy().into_owned();
            content.push(SourceFile::new(format!("{folder}/{name}"), fs::read_to_string(&place).expect("a text")));
        }
    }
    content.sort_by(|a, b| a.path.cmp(&b.path));
    Sources { content, ..Sources::default() }
}

/// The repository's catalog.
pub(crate) fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| catalog::read(&sources(), None, &mut Vec::new()).expect("the repository has a catalog"))
}

/// The fit of the repository's measurements, computed once for all tests.
pub(crate) fn fitted() -> &'static Fitted {
    static FITTED: OnceLock<Fitted> = OnceLock::new();
    FITTED.get_or_init(|| fit(catalog()))
}

fn decode() -> &'static FittedSpeed {
    fitted().decode.as_ref().expect("there are measurements")
}

fn total(speed: &FittedSpeed, fold: Fold) -> Score {
    report::total(speed, fold).expect("there are measurements")
}

#[test]
fn the_file_is_the_fit_of_the_measurements() {
    let carried = fs::read_to_string(repository().join(FIT)).expect("the file");
    let made = file::text(&sources(), catalog(), fitted()).expect("JSON");
    assert!(
        carried == made,
        "run `cargo run --release -p rooflight-fit` after a change to catalog, measurements or fit"
    );
}

#[test]
fn no_unflagged_measurement_lies_above_its_ceiling() {
    let above = |left_out: &&rooflight_fit::rows::LeftOut| {
        let row = &catalog().anchors[left_out.anchor].row;
        row.flags.is_empty() && left_out.reason.contains("above its ceiling")
    };
    let ids: Vec<&str> =
        fitted().left_out.iter().filter(above).map(|row| catalog().anchors[row.anchor].row.id.as_str()).collect();
    assert_eq!(ids, Vec::<&str>::new());
}

#[test]
fn every_measurement_is_used_or_left_out_for_a_reason() {
    let used = [&fitted().decode, &fitted().prefill].into_iter().flatten().flat_map(|speed| &speed.rows);
    let mut all: Vec<usize> =
        used.map(|row| row.anchor).chain(fitted().left_out.iter().map(|row| row.anchor)).collect();
    all.sort_unstable();
    assert_eq!(all, (0..catalog().anchors.len()).collect::<Vec<_>>());
    assert!(fitted().left_out.iter().all(|row| !row.reason.is_empty()));
}

/// The figures of the documentation are those of the fit; the tool prints them with `--record`.
#[test]
fn the_documentation_repeats_the_record() {
    let docs = fs::read_to_string(repository().join("docs/estimator.md")).expect("the document");
    let record = rooflight_fit::validation::markdown(catalog(), fitted());
    for line in record.lines() {
        assert!(docs.contains(line), "docs/estimator.md lacks: {line}\n\n{record}");
    }
}

/// Every group of the list decodes, has a reason, and names devices, models and formats that have a measurement.
#[test]
fn known_outliers_are_groups_of_the_measurements() {
    let list = known_outliers::list().expect("the list decodes");
    let without = list.iter().filter(|group| group.reason.is_empty() || !group.has_runs(catalog()));
    let empty: Vec<&str> = without.map(|group| group.name.as_str()).collect();
    assert_eq!(empty, ["Ryzen AI Max 385, its processor"], "groups without a run in the data");
}

/// Tries to correct an estimate by other sources' runs of the same pair. The estimator does without the correction as
/// long as it does not lower the error at the same coverage, as docs/estimator.md explains.
#[test]
fn other_sources_of_the_very_pair_improve_its_estimate_by_little() {
    let [plain, moved] = report::pooled(decode()).expect("there are cases of two sources");
    assert!(plain.rows >= 200 && plain.pairs >= 10 && moved.rows == plain.rows, "{plain:?}");
    // A larger gain would be worth a second estimate beside that of the fit.
    assert!(moved.error > plain.error - 0.03 && moved.pair_error > plain.pair_error - 0.03, "{plain:?} {moved:?}");
    let all = total(decode(), Fold::Source);
    assert!(plain.covered <= all.covered + 0.03 && moved.covered <= plain.covered + 0.02, "{plain:?} {moved:?}");
    let same = decode().pooled.iter().filter(|[plain, moved]| plain.error.to_bits() == moved.error.to_bits()).count();
    assert!(same < plain.rows / 2, "{same} of {} rows are not moved", plain.rows);
}

#[test]
fn nearly_every_measurement_gets_a_range() {
    let plain = |at: &&usize| {
        let row = &catalog().anchors[**at].row;
        row.phase == Phase::Decode && row.concurrency == 1 && row.flags.is_empty()
    };
    let all: Vec<usize> = (0..catalog().anchors.len()).collect();
    let wanted: Vec<&usize> = all.iter().filter(plain).collect();
    let used = decode().rows.iter().map(|row| row.anchor).filter(|at| plain(&at)).count();
    assert!(used * 100 >= wanted.len() * 97, "{used} of {}", wanted.len());
}

/// A profile is the table for one engine on one device: its combined, rounded factors give the same as the separate
/// parameters.
#[test]
fn profiles_say_what_the_table_says() {
    let table = &fitted().calibration.decode;
    let rows = decode().rows.iter().step_by(7);
    for row in rows {
        let anchor = &catalog().anchors[row.anchor];
        let known = &catalog().hardware[anchor.hardware].device;
        let Some(weights) = catalog().weights(anchor.model, anchor.quantization) else { continue };
        let model = catalog().models[anchor.model].model.as_ref().expect("weights have a model").shape();
        let setup = Setup::single(model, &weights, known, anchor.mean_depth());
        let conditions = Conditions::usual(known, FileFormat::of(&catalog().formats[anchor.quantization].record.id));
        let parts = rooflight_estimator::calibration::step_parts(&setup, &conditions);
        let (efficiency, spread) = table.profile(known, Devices::One, &conditions).efficiency(&setup);
        let one_by_one: f64 = parts.iter().map(|part| table.seconds(part)).sum();
        let summed = rooflight_estimator::decode::typical(&setup, &efficiency).seconds;
        let what = &anchor.row.id;
        assert!(summed / one_by_one > 0.999, "{what}: {summed} {one_by_one}");
        let free = efficiency.weights < 1.0 && efficiency.cache < 1.0;
        assert!(!free || summed / one_by_one < 1.001, "{what}: {summed} {one_by_one}");
        assert!((spread / table.spread(&parts) - 1.0).abs() < 0.01, "{what}: {spread}");
    }
}

#[test]
fn held_out_predictions_are_those_of_a_fit_without_the_device() {
    let (mut all, mut far) = (0, Vec::new());
    for id in ["rtx-4080", "apple-m2-ultra"] {
        let device = catalog().hardware.iter().position(|known| known.record.id == id).expect("the device is known");
        let mut smaller = catalog().clone();
        smaller.anchors.retain(|anchor| anchor.hardware != device);
        // The weight of a row goes by the size of its source, which must stay about the same.
        let little = |source: usize| {
            let of_source = |anchors: &[_]| {
                let inside =
                    |anchor: &&rooflight_glossary::model::catalog::measurements::Anchor| anchor.publication == source;
                anchors.iter().filter(inside).count()
            };
            of_source(&smaller.anchors) * 5 >= of_source(&catalog().anchors) * 4
        };
        let mut checked = 0;
        let without = fit(&smaller).calibration;
        for (row, guess) in
            decode().fold(Fold::Device).filter(|(row, _)| row.clean && catalog().anchors[row.anchor].hardware == device)
        {
            let anchor = &catalog().anchors[row.anchor];
            if !little(anchor.publication) {
                continue;
            }
            checked += 1;
            let Some(range) = measurements::estimate(catalog(), &without, anchor).and_then(|e| e.range) else {
                continue;
            };
            let again = (anchor.row.tokens_per_s / range.typical).ln();
            if (again - guess.error).abs() > 0.03 {
                far.push(format!("{} {again} {}", anchor.row.id, guess.error));
            }
        }
        assert!(checked >= 5, "{checked}");
        all += checked;
    }
    // A place of few rows follows the weights of the other sources, which the device's rows were part of.
    assert!(far.len() * 20 <= all, "{far:?} of {all}");
}
