//! Host functions of published runs.
//!
//! Holds no formula; what a run is compared with is the file's.

use super::super::measured::ShownRow;
use super::host::{CatalogHost, at};
use rooflight_estimator::formula::host::{Arguments, HostFunction};
use rooflight_estimator::records::rows::is_near;
use rooflight_primitives::units::count;

/// The words in the conditions of a run with a layer split.
const LAYERS: &str = "layers split";

/// Returns a fact of a run; `None` for another function, for a missing run, and for a fact that is not stated.
pub(super) fn call(host: &CatalogHost<'_>, function: HostFunction, [run, context, ..]: Arguments) -> Option<f64> {
    if function == HostFunction::NearContext {
        return Some(truth(is_near(run, context)));
    }
    if !function.name().starts_with("run_") {
        return None;
    }
    let runs = host.runs.as_ref()?;
    let ShownRow { row, same_format, .. } = at(&runs.rows, run)?;
    let format = runs.list.text(row.format);
    Some(match function {
        HostFunction::RunDepth => row.depth?,
        HostFunction::RunSpeed => row.speed,
        HostFunction::RunRequests => count(row.requests.max(1)),
        HostFunction::RunDevices => count(row.count),
        HostFunction::RunDrafted => truth(row.drafted),
        HostFunction::RunFlagged => truth(row.flags > 0),
        HostFunction::RunOpen => truth(row.open),
        HostFunction::RunOwnFormat => truth(*same_format),
        HostFunction::RunOwnEngine => {
            truth(host.engines.last().is_some_and(|engine| row.profile == engine.position as u64))
        }
        HostFunction::RunDividesLayers => truth(runs.list.text(row.conditions).contains(LAYERS)),
        HostFunction::RunBits => host.formats.iter().find(|own| own.record.id == format)?.weights.bits_per_weight(),
        _ => return None,
    })
}

fn truth(value: bool) -> f64 {
    f64::from(u8::from(value))
}
