//! The rows of the calculators' tables: round values of an axis, the reader's own among them, and formats by size.
//!
//! Holds no formula.

use alloc::vec::Vec;
use rooflight_estimator::records::{FormatRecord, ModelRecord};

/// Returns both ends of an axis, every doubling of its low end between them, and the reader's own value, in order.
#[must_use]
pub(crate) fn doublings((from, to): (f64, f64), here: f64) -> Vec<f64> {
    let mut values = Vec::new();
    let mut value = from;
    while value < to {
        if here > value / 2.0 && here < value {
            values.push(here);
        }
        values.push(value);
        value *= 2.0;
    }
    if here > value / 2.0 && here < to {
        values.push(here);
    }
    values.push(to);
    values
}

/// Returns the formats of a model: first those of the chosen one's files, then the others, each the largest first.
#[must_use]
pub(crate) fn largest_first<'a>(model: &'a ModelRecord, chosen: &FormatRecord) -> Vec<&'a FormatRecord> {
    let mut sorted: Vec<&FormatRecord> = model.formats.iter().collect();
    let runs = |format: &FormatRecord| format.files == chosen.files;
    sorted.sort_by(|a, b| runs(b).cmp(&runs(a)).then(b.weights.file_bytes().total_cmp(&a.weights.file_bytes())));
    sorted
}

/// True if two numbers are equal bit for bit.
#[must_use]
pub(crate) const fn same(value: f64, here: f64) -> bool {
    value.to_bits() == here.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_readers_own_row() {
        assert_eq!(doublings((1.0, 8.0), 4.0), [1.0, 2.0, 4.0, 8.0]);
        assert_eq!(doublings((1.0, 8.0), 3.0), [1.0, 2.0, 3.0, 4.0, 8.0]);
        assert_eq!(doublings((1.0, 10.0), 9.0), [1.0, 2.0, 4.0, 8.0, 9.0, 10.0]);
        assert_eq!(doublings((1.0, 10.0), 10.0), [1.0, 2.0, 4.0, 8.0, 10.0]);
        assert_eq!(doublings((1.0, 1.0), 1.0), [1.0]);
    }
}
