//! The result of a fit: the tables, and the rows that they were fitted to.

use crate::model::{self, FittedSpeed, Noise};
use crate::rows::{self, FitRow, LeftOut};
use rooflight_compiler::calibrate::measurements;
use rooflight_estimator::calibration::Calibration;
use rooflight_glossary::model::catalog::Catalog;

/// The expected scatter of decoding measurements.
pub(super) const DECODING: Noise = Noise { row: 0.06, floor: 0.15, tail: 0.097 };

/// The expected scatter of prompt measurements.
pub(super) const PROMPTS: Noise = Noise { row: 0.12, floor: 0.4, tail: 0.1 };

/// A calibration, and the residuals and held-out predictions that show its quality.
#[derive(Debug, Default)]
pub struct Fitted {
    /// Tables for estimates.
    pub calibration: Calibration,
    /// Decoding: rows, residuals, held-out predictions; `None` without a measurement.
    pub decode: Option<FittedSpeed>,
    /// Reading prompts: rows, residuals, held-out predictions; `None` without a measurement.
    pub prefill: Option<FittedSpeed>,
    /// Measurements that no fit uses, each with the reason.
    pub left_out: Vec<LeftOut>,
}

/// The measurements of a catalog in the form that the fit takes.
pub(super) struct Rows {
    pub(super) decoding: Vec<FitRow>,
    pub(super) prompts: Vec<FitRow>,
    pub(super) left_out: Vec<LeftOut>,
}

impl Rows {
    pub(super) fn of(catalog: &Catalog) -> Self {
        let store = measurements::store(catalog);
        let (decoding, mut left_out) = rows::decoding(catalog, &store);
        let (prompts, further) = rows::prompts(catalog, &store);
        left_out.extend(further);
        left_out.sort_by_key(|row| row.anchor);
        Self { decoding, prompts, left_out }
    }

    pub(super) fn fit(self, catalog: &Catalog) -> Fitted {
        let (decode, prefill) = rayon::join(
            || model::fitted(catalog, self.decoding, DECODING),
            || model::fitted(catalog, self.prompts, PROMPTS),
        );
        let table = |speed: &Option<FittedSpeed>| speed.as_ref().map(|speed| speed.table.clone()).unwrap_or_default();
        let calibration = Calibration { decode: table(&decode), prefill: table(&prefill) };
        Fitted { calibration, decode, prefill, left_out: self.left_out }
    }
}
