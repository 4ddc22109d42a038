//! What the simple formulas of other calculators say of the same measurements, beside what this one says of measurements it has not
//! seen. The formulas are given a head start: they are compared on rows that their authors may have known.
//!
//! Each formula is written from its published description: a bandwidth, a size, and one or a few constants.

use crate::calibration::{catalog, fitted};
use rooflight::calibrate::model::Fold;
use rooflight::catalog::measurements::Anchor;
use rooflight_estimator::calibration::packing::{Packing, main_packing};
use rooflight_estimator::units::GB;

/// What a formula needs to know of a setup.
struct Facts {
    /// GB a second, of one device.
    bandwidth: f64,
    /// GB of the whole file.
    file: f64,
    /// Billions of parameters that a token uses.
    active: f64,
    /// Bits a weight over the whole file.
    bits: f64,
    packing: Packing,
}

/// GB and parameters in, tokens a second out.
type Formula = fn(&Facts) -> f64;

/// Bandwidth over the size of the file.
fn bandwidth_over_file(facts: &Facts) -> f64 {
    facts.bandwidth / facts.file
}

/// 0.55 of the bandwidth over the nominal bytes of the active parameters.
fn constant_share(facts: &Facts) -> f64 {
    0.55 * facts.bandwidth / (facts.active * nominal_bits(facts.bits) / 8.0)
}

/// Fixed shares by tiers of bandwidth.
fn fixed_tiers(facts: &Facts) -> f64 {
    let share = match facts.bandwidth {
        slow if slow < 150.0 => 0.53,
        middle if middle < 500.0 => 0.48,
        fast if fast < 1200.0 => 0.42,
        _ => 0.36,
    };
    share * facts.bandwidth / (facts.active * nominal_bits(facts.bits) / 8.0)
}

/// 0.65 of the bandwidth over 1.1 times the active bytes and half a gigabyte.
fn padded_size(facts: &Facts) -> f64 {
    0.65 * facts.bandwidth / (1.1 * facts.active * facts.bits / 8.0 + 0.5)
}

/// Shares by format, from 0.30 to 0.56.
fn by_format(facts: &Facts) -> f64 {
    let share = match facts.packing {
        Packing::Wide => 0.56,
        Packing::Bytes => 0.50,
        Packing::Nibbles | Packing::Super => 0.42,
        Packing::Low => 0.30,
    };
    share * facts.bandwidth / (facts.active * facts.bits / 8.0)
}

fn nominal_bits(bits: f64) -> f64 {
    if bits > 12.0 { 16.0 } else { bits.floor().max(1.0) }
}

fn facts(anchor: &Anchor) -> Facts {
    let weights = catalog().weights(anchor.model, anchor.quantization).expect("a row of the fit has weights");
    Facts {
        bandwidth: catalog().hardware[anchor.hardware].device.bandwidth / GB,
        file: weights.file_bytes() / GB,
        active: weights.active_parameters() / 1e9,
        bits: weights.bits_per_weight(),
        packing: main_packing(&weights),
    }
}

/// The geometric error of a formula over single devices and single streams at short contexts, where the formulas mean to hold; and
/// that of held-out estimates over the same rows.
fn compare(formula: Formula) -> (f64, f64) {
    let speed = fitted().decode.as_ref().expect("there are measurements");
    let (mut theirs, mut ours, mut count) = (0.0, 0.0, 0.0_f64);
    for (row, guess) in speed.rows.iter().zip(speed.fold(Fold::Device)) {
        let anchor = &catalog().anchors[row.anchor];
        if !row.clean || anchor.row.count > 1 || anchor.mean_depth() > 1500.0 {
            continue;
        }
        theirs += (formula(&facts(anchor)) / anchor.row.tokens_per_s).ln().abs();
        ours += guess.error.abs();
        count += 1.0;
    }
    ((theirs / count).exp(), (ours / count).exp())
}

#[test]
fn held_out_estimates_beat_every_simple_formula() {
    let formulas: [(&str, Formula); 5] = [
        ("bandwidth over file size", bandwidth_over_file),
        ("0.55 of bandwidth over nominal bytes", constant_share),
        ("fixed tiers", fixed_tiers),
        ("padded size", padded_size),
        ("shares by format", by_format),
    ];
    for (name, formula) in formulas {
        let (theirs, ours) = compare(formula);
        assert!(ours < theirs - 0.1, "{name}: {theirs:.3}, ours with the device left out {ours:.3}");
        assert!(theirs < 4.0, "{name} is written down wrongly: {theirs:.3}");
    }
}
