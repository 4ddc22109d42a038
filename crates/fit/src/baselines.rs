//! Compares the simple formulas of other calculators with this estimator, on the same measurements.
//!
//! 1. Each formula is written from its published description: a bandwidth, a size, and one or a few constants.
//! 2. It is compared where it should hold: one device, one stream, a short context, rows that count in full.
//! 3. This project's estimates are held-out predictions (by source, by device and by pair); the formulas have an
//!    advantage, since their authors may have known these rows.
//!
//! Used only by the methodology page and its test, not for answers to readers.

use crate::model::{FittedSpeed, Fold};
pub use rooflight_compiler::calibrate::method::{Accuracy, Comparison, NEAR, SHORT};
use rooflight_estimator::calibration::packing::{Packing, main_packing};
use rooflight_estimator::weights::Weights;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_primitives::units::{BILLION, BITS, GB};
use std::collections::BTreeMap;

/// Inputs of a formula.
#[derive(Debug, Clone, Copy)]
pub struct FormulaInputs {
    /// Bandwidth of one device, GB/s.
    pub bandwidth: f64,
    /// Size of the whole file, GB.
    pub file: f64,
    /// Parameters that a token uses, billions.
    pub active: f64,
    /// Bits per weight over the whole file.
    pub bits: f64,
    /// Packing of most of the streamed bytes.
    pub packing: Packing,
}

/// A formula, in words and as a function.
#[derive(Debug, Clone, Copy)]
pub struct Formula {
    /// The formula as printed: `bandwidth ÷ file size`.
    pub words: &'static str,
    /// Tokens per second from the inputs.
    pub speed: fn(&FormulaInputs) -> f64,
}

/// The formulas, the simplest first.
pub const FORMULAS: [Formula; 5] = [
    Formula { words: "bandwidth ÷ file size", speed: bandwidth_over_file },
    Formula { words: "bandwidth × a share by format (0.30 to 0.56) ÷ active bytes", speed: by_format },
    Formula { words: "bandwidth × 0.55 ÷ nominal active bytes", speed: constant_share },
    Formula {
        words: "bandwidth × a share by bandwidth (0.53 down to 0.36) ÷ nominal active bytes",
        speed: fixed_tiers,
    },
    Formula { words: "bandwidth × 0.65 ÷ (1.1 × active bytes + 0.5 GB)", speed: padded_size },
];

fn bandwidth_over_file(inputs: &FormulaInputs) -> f64 {
    inputs.bandwidth / inputs.file
}

fn by_format(inputs: &FormulaInputs) -> f64 {
    let share = match inputs.packing {
        Packing::Wide => 0.56,
        Packing::Bytes => 0.50,
        Packing::Nibbles | Packing::Super => 0.42,
        Packing::Low => 0.30,
    };
    share * inputs.bandwidth / (inputs.active * inputs.bits / BITS)
}

fn constant_share(inputs: &FormulaInputs) -> f64 {
    0.55 * inputs.bandwidth / (inputs.active * nominal_bits(inputs.bits) / BITS)
}

fn fixed_tiers(inputs: &FormulaInputs) -> f64 {
    let share = match inputs.bandwidth {
        slow if slow < 150.0 => 0.53,
        middle if middle < 500.0 => 0.48,
        fast if fast < 1200.0 => 0.42,
        _ => 0.36,
    };
    share * inputs.bandwidth / (inputs.active * nominal_bits(inputs.bits) / BITS)
}

fn padded_size(inputs: &FormulaInputs) -> f64 {
    0.65 * inputs.bandwidth / (1.1 * inputs.active * inputs.bits / BITS + 0.5)
}

fn nominal_bits(bits: f64) -> f64 {
    if bits > 12.0 { 16.0 } else { bits.floor().max(1.0) }
}

/// Compares all of them; `None` without a row to compare on.
#[must_use]
pub fn compare(catalog: &Catalog, speed: &FittedSpeed) -> Option<Comparison> {
    let mut weights: BTreeMap<(usize, usize), Option<Weights>> = BTreeMap::new();
    let mut rows: Vec<(usize, FormulaInputs, f64)> = Vec::new();
    for row in &speed.rows {
        let anchor = &catalog.anchors[row.anchor];
        if !row.clean || anchor.row.count > 1 || anchor.mean_depth() > SHORT {
            continue;
        }
        let pair = (anchor.model, anchor.quantization);
        let weights = weights.entry(pair).or_insert_with(|| catalog.weights(pair.0, pair.1));
        rows.extend(
            weights.as_ref().map(|weights| (row.anchor, inputs(catalog, anchor, weights), anchor.row.tokens_per_s)),
        );
    }
    let of_formula = |formula: &Formula| {
        let misses = rows.iter().map(|(_, inputs, measured)| libm::log(measured / (formula.speed)(inputs)));
        Some((formula.words.to_owned(), accuracy(misses.collect())?))
    };
    let of_fold = |fold: Fold| {
        let errors: BTreeMap<usize, f64> = speed.fold(fold).map(|(row, guess)| (row.anchor, guess.error)).collect();
        let misses = rows.iter().filter_map(|(anchor, ..)| errors.get(anchor).copied());
        Some((fold, accuracy(misses.collect())?))
    };
    Some(Comparison {
        rows: rows.len(),
        formulas: FORMULAS.iter().map(of_formula).collect::<Option<_>>()?,
        ours: [of_fold(Fold::Source)?, of_fold(Fold::Device)?, of_fold(Fold::Pair)?],
    })
}

fn inputs(catalog: &Catalog, anchor: &Anchor, weights: &Weights) -> FormulaInputs {
    FormulaInputs {
        bandwidth: catalog.hardware[anchor.hardware].device.bandwidth / GB,
        file: weights.file_bytes() / GB,
        active: weights.active_parameters() / BILLION,
        bits: weights.bits_per_weight(),
        packing: main_packing(weights),
    }
}

/// Summarizes logarithms of measured over predicted speed.
#[allow(clippy::cast_precision_loss, reason = "a few thousand rows")]
fn accuracy(mut misses: Vec<f64>) -> Option<Accuracy> {
    misses.sort_by(f64::total_cmp);
    let median = *misses.get(misses.len() / 2)?;
    let share = |count: usize| count as f64 / misses.len() as f64;
    let sum: f64 = misses.iter().map(|miss| miss.abs()).sum();
    Some(Accuracy {
        error: libm::exp(sum / misses.len() as f64),
        bias: libm::exp(median),
        near: share(misses.iter().filter(|miss| miss.abs() <= libm::log(NEAR)).count()),
    })
}
