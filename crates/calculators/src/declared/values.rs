//! The values of a calculator in a file: typical ones, and both ends of its ranges.

use alloc::vec::Vec;
use rooflight_estimator::records::declared::RangeEnd;

/// The values of the inputs and formulas of a record, in base units.
#[derive(Clone)]
pub(super) struct Values {
    /// The typical values.
    pub(super) typical: Vec<f64>,
    /// The values at the slow and at the fast end; empty for a record without ranges.
    pub(super) ends: Vec<Vec<f64>>,
}

impl Values {
    /// Returns the typical value at a position.
    pub(super) fn get(&self, at: usize) -> f64 {
        self.typical.get(at).copied().unwrap_or(f64::NAN)
    }

    /// Returns what of a range is asked for: its typical value, or one of its ends; NaN for an end of no range.
    pub(super) fn end(&self, at: usize, end: RangeEnd) -> f64 {
        match (end, self.range(at)) {
            (RangeEnd::Both | RangeEnd::Typical, _) => self.get(at),
            (RangeEnd::Low, ends) => ends.map_or(f64::NAN, |[low, _]| low),
            (RangeEnd::High, ends) => ends.map_or(f64::NAN, |[_, high]| high),
        }
    }

    /// Returns both ends of the value at a position, the lower one first; `None` if it is no range, or there is none.
    pub(super) fn range(&self, at: usize) -> Option<[f64; 2]> {
        let [slow, fast] = self.ends.as_slice() else { return None };
        let (slow, fast) = (*slow.get(at)?, *fast.get(at)?);
        (slow.is_finite() && fast.is_finite()).then_some(if slow < fast { [slow, fast] } else { [fast, slow] })
    }
}
