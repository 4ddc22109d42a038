//! Makes cases of runs with a draft or a split, and fits the number of their arrangement.
//!
//! 1. A run with the columns of its arrangement becomes a case: the part of its time that the plain estimate gives, and
//!    the part that is the number times a known factor.
//! 2. The number is the one with the least loss in the logarithm of time, on a grid fine enough for two digits; cases
//!    that are far off count little (Student's t), and those of one source, device, model and format share a weight.
//! 3. Drafts with ggml on Metal have a separate number; without any of them in the fit it is that of all others.
//!
//! A run without the length of its draft, the share that was kept, or the bandwidth of the host is not a case: nothing
//! is guessed.

use super::Arrangement;
use rooflight_compiler::calibrate::flags::{self, RowInclusion};
use rooflight_compiler::calibrate::measurements::{self, Store};
use rooflight_estimator::calibration::arrangement::is_ggml_on_metal;
use rooflight_estimator::calibration::drafters::Drafter;
use rooflight_estimator::calibration::table::FittedTable;
use rooflight_estimator::calibration::{Conditions, Split};
use rooflight_estimator::hardware::{Device, DeviceClass};
use rooflight_estimator::offload::OnHost;
use rooflight_estimator::setup::Setup;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use std::collections::BTreeMap;

/// A run as a case: its time is `fixed + number · slope` seconds. For a host the number is one over its share.
pub(super) struct OffloadCase {
    /// Position of its publication.
    pub(super) source: usize,
    /// True if it counts in figures of error.
    pub(super) counts: bool,
    /// True for a draft with ggml on Metal, which has a separate number.
    on_metal: bool,
    weight: f64,
    /// Logarithm of the measured time.
    time: f64,
    fixed: f64,
    slope: f64,
}

/// Error of a good case, in natural logarithms of time.
const GOOD: f64 = 0.2;

/// Degrees of freedom of Student's t.
const FREEDOM: f64 = 2.0;

/// Collects the cases of an arrangement, with plain estimates from a table of decoding.
pub(super) fn cases(
    catalog: &Catalog,
    store: &Store,
    table: &FittedTable,
    arrangement: Arrangement,
) -> Vec<OffloadCase> {
    let mut found = Vec::new();
    for anchor in &catalog.anchors {
        let case = match arrangement {
            Arrangement::Draft => drafted(catalog, store, table, anchor),
            _ => split(catalog, store, table, anchor),
        };
        found.extend(case.map(|case| ((anchor.publication, anchor.hardware, anchor.model, anchor.quantization), case)));
    }
    let mut sizes: BTreeMap<_, u32> = BTreeMap::new();
    for (group, _) in &found {
        *sizes.entry(*group).or_default() += 1;
    }
    let shared =
        |(group, case): (_, OffloadCase)| OffloadCase { weight: case.weight / f64::from(sizes[&group]).sqrt(), ..case };
    found.into_iter().map(shared).collect()
}

/// Makes a case from the parts of its time; `None` if a flag excludes it.
fn case(anchor: &Anchor, seconds: f64, fixed: f64, slope: f64) -> Option<OffloadCase> {
    let on_metal = false;
    let own = |flag: &&String| !matches!(flag.as_str(), "speculative" | "does-not-fit");
    let others: Vec<String> = anchor.row.flags.iter().filter(own).cloned().collect();
    let (counts, weight) = match flags::inclusion(&others) {
        RowInclusion::Clean => (true, 1.0),
        RowInclusion::Half => (false, 0.25),
        RowInclusion::Out(_) => return None,
    };
    Some(OffloadCase { source: anchor.publication, counts, on_metal, weight, time: libm::log(seconds), fixed, slope })
}

/// Makes a case of a run with a draft: the time of a round is a plain step, the drafts, and for every drafted token a
/// share of a plain step.
fn drafted(catalog: &Catalog, store: &Store, table: &FittedTable, anchor: &Anchor) -> Option<OffloadCase> {
    let row = &anchor.row;
    let (Phase::SpecDecode, None, Some(drafted), Some(accepted)) =
        (row.phase, row.host_gb_s, row.drafted, row.accepted)
    else {
        return None;
    };
    let setup = measurements::setup(catalog, store, anchor).ok()?;
    let draft = Drafter::of(row.draft.as_deref()?).cost(&setup, drafted)?;
    let conditions = measurements::conditions(catalog, anchor);
    let on_metal = is_ggml_on_metal(conditions.engine, conditions.backend);
    let plain = plain(table, &setup, &conditions)?;
    let round = (1.0 + accepted * drafted) / row.tokens_per_s;
    let case = case(anchor, round, plain * (1.0 + drafted * draft), plain * drafted)?;
    Some(OffloadCase { on_metal, ..case })
}

/// Typical seconds of a plain step.
fn plain(table: &FittedTable, setup: &Setup, conditions: &Conditions) -> Option<f64> {
    let profile = table.profile(setup.device, setup.devices, conditions);
    profile.speed(setup).1.map(|(_, terms)| terms.step.seconds)
}

/// Makes a case of a run of a split: the device's time, and the bytes that the host reads over its bandwidth.
fn split(catalog: &Catalog, store: &Store, table: &FittedTable, anchor: &Anchor) -> Option<OffloadCase> {
    let row = &anchor.row;
    let (Phase::Decode, Some(bandwidth)) = (row.phase, row.host_gb_s) else { return None };
    let setup = measurements::setup(catalog, store, anchor).ok()?;
    let on_host = part(&setup, row.host_layers, row.host_experts)?;
    let host = Device { bandwidth: bandwidth * 1e9, class: DeviceClass::Cpu, ..Device::default() };
    let near = table.profile(setup.device, setup.devices, &measurements::conditions(catalog, anchor));
    let (device, far) = Split { setup: &setup, host: &host, near: &near }.sides(on_host)?;
    case(anchor, 1.0 / row.tokens_per_s, device, far)
}

/// Determines the part on the host: whole layers (the output head counts as one), or the experts of some layers.
#[allow(clippy::cast_precision_loss, reason = "numbers of layers")]
fn part(setup: &Setup, layers: Option<f64>, experts: Option<f64>) -> Option<OnHost> {
    let of = |number: f64, all: u64| (number / all as f64).clamp(0.0, 1.0);
    match (layers, experts) {
        (Some(layers), None) => Some(OnHost::Layers(of(layers, setup.model.layers + 1))),
        (None, Some(experts)) if setup.model.moe_layers > 0 => {
            Some(OnHost::Experts(of(experts, setup.model.moe_layers)))
        }
        _ => None,
    }
}

/// Fitted numbers of an arrangement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Numbers {
    pub(super) usual: f64,
    /// Number of drafts with ggml on Metal, if there are any among the cases.
    pub(super) on_metal: Option<f64>,
}

impl Numbers {
    /// Finds the numbers with the least loss over the wanted cases.
    pub(super) fn fit(all: &[OffloadCase], wanted: impl Fn(&OffloadCase) -> bool) -> Self {
        let of = |on_metal: bool| -> Vec<&OffloadCase> {
            all.iter().filter(|case| wanted(case) && case.on_metal == on_metal).collect()
        };
        let on_metal = of(true);
        Self { usual: least_loss(&of(false)), on_metal: (!on_metal.is_empty()).then(|| least_loss(&on_metal)) }
    }

    /// Logarithm of predicted over measured time, which is that of measured over predicted speed.
    pub(super) fn error(&self, case: &OffloadCase) -> f64 {
        let number = if case.on_metal { self.on_metal.unwrap_or(self.usual) } else { self.usual };
        error(case, number)
    }
}

/// Finds the number with the least loss over some cases.
fn least_loss(cases: &[&OffloadCase]) -> f64 {
    const STEPS: i32 = 1200;
    let loss = |number: f64| -> f64 {
        let of = |case: &&OffloadCase| {
            let distance = error(case, number) / GOOD;
            case.weight * 0.5 * (FREEDOM + 1.0) * libm::log1p(distance * distance / FREEDOM)
        };
        cases.iter().map(of).sum()
    };
    let numbers = (0..STEPS).map(|step| 0.01 * libm::exp(f64::from(step) / f64::from(STEPS) * libm::log(1000.0)));
    numbers.map(|number| (loss(number), number)).min_by(|a, b| a.0.total_cmp(&b.0)).map_or(1.0, |(_, number)| number)
}

fn error(case: &OffloadCase, number: f64) -> f64 {
    libm::log(case.fixed + number * case.slope) - case.time
}
