//! Runs of arrangements that the tables estimate directly: each is predicted by a fit that has not seen its source.
//!
//! The range has the width of the full fit's, around the speed of the fit that has not seen the source. Runs with a
//! flag do not count.

use super::Arrangement;
use crate::rows;
use rooflight_compiler::calibrate::flags::{self, RowInclusion};
use rooflight_compiler::calibrate::measurements::{self, Store};
use rooflight_estimator::calibration::Calibration;
use rooflight_estimator::calibration::table::FittedTable;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel, Phase};
use std::collections::BTreeMap;

/// Tables fitted without a source, by the position of the source.
pub(super) struct LeaveOneSourceOut {
    pub(super) decode: BTreeMap<usize, FittedTable>,
    pub(super) prefill: BTreeMap<usize, FittedTable>,
}

/// Returns the runs of an arrangement that the tables estimate directly.
pub(super) fn runs(catalog: &Catalog, arrangement: Arrangement) -> impl Iterator<Item = &Anchor> {
    let served = |anchor: &&Anchor| anchor.row.phase == Phase::BatchedDecode && anchor.row.concurrency > 1;
    let majority = rows::majority(catalog.anchors.iter().filter(served).map(|anchor| anchor.publication));
    let wanted = move |anchor: &&Anchor| {
        let row = &anchor.row;
        let several = row.concurrency > 1;
        match arrangement {
            Arrangement::Draft | Arrangement::Host => false,
            Arrangement::Tensor => {
                row.phase == Phase::Decode && row.parallel == Parallel::Tensor && row.count > 1 && !several
            }
            // Runs of the source that has most of them are judged by pairs of device and model instead.
            Arrangement::Batch => served(anchor) && majority != Some(anchor.publication),
            Arrangement::Prompt => row.phase == Phase::Prefill && !several,
        }
    };
    catalog.anchors.iter().filter(wanted)
}

/// Logarithm of measured over predicted speed, and whether the range holds it; `None` if the run does not count.
pub(super) fn missed(
    catalog: &Catalog,
    store: &Store,
    calibration: &Calibration,
    without: &LeaveOneSourceOut,
    anchor: &Anchor,
) -> Option<(f64, bool)> {
    let row = &anchor.row;
    if flags::inclusion(&row.flags) != RowInclusion::Clean {
        return None;
    }
    let setup = measurements::setup(catalog, store, anchor).ok()?;
    let conditions = measurements::conditions(catalog, anchor);
    // The typical speed, and the ends of the range as factors on it.
    let decoding = |table: &FittedTable| {
        let range = table.profile(setup.device, setup.devices, &conditions).speed(&setup).1?.0;
        Some((range.typical * f64::from(row.concurrency), range.low / range.typical, range.high / range.typical))
    };
    let reading = |table: &FittedTable| {
        let prompt = measurements::prompt(anchor, &conditions)?;
        let span = table.prompt_profile(setup.device, setup.devices, &conditions).span(&setup, &prompt).1?;
        Some((prompt.tokens / span.typical, span.typical / span.slow, span.typical / span.fast))
    };
    let ((typical, ..), (_, low, high)) = if row.phase == Phase::Prefill {
        (reading(without.prefill.get(&anchor.publication)?)?, reading(&calibration.prefill)?)
    } else {
        (decoding(without.decode.get(&anchor.publication)?)?, decoding(&calibration.decode)?)
    };
    let ratio = row.tokens_per_s / typical;
    Some((libm::log(ratio), (low..=high).contains(&ratio)))
}
