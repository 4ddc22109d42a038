//! How many experts a step must read when several tokens are in flight.
//!
//! Each token picks `active` of `total` experts in every layer. Tokens share experts by chance, so a batch reads fewer
//! than the sum of its picks and, once it is large, all of them. The picks are taken as uniform and independent; skewed
//! routing reads fewer. The same count applies to the tokens that a speculative step verifies and to a chunk of a
//! prompt.

use rooflight_primitives::units::count;

/// Distinct experts of one layer that `batch` tokens touch: N · (1 − (1 − k/N)^B), between k and N.
///
/// `total` and `active` are counts of experts, `batch` counts tokens; one token or fewer touches `active`. The result
/// is an expected number of experts. Source: elementary probability, as used for batched mixtures of experts in arXiv
/// 2211.05102.
#[must_use]
pub fn touched(total: u64, active: u64, batch: f64) -> f64 {
    let (experts, picks) = (count(total), count(active.min(total)));
    if batch <= 1.0 || active >= total {
        return picks;
    }
    experts * (1.0 - power(1.0 - picks / experts, batch))
}

/// Returns `base`, below one, to the power of ⌊`exponent`⌋: fractions of a token are dropped.
fn power(base: f64, exponent: f64) -> f64 {
    let (mut result, mut square, mut rest) = (1.0, base, rooflight_primitives::math::floor(exponent));
    while rest >= 1.0 && result > 0.0 {
        let half = rooflight_primitives::math::floor(rest / 2.0);
        if rest > half * 2.0 {
            result *= square;
        }
        square *= square;
        rest = half;
    }
    result
}

/// The share of all routed experts' bytes that a step of `batch` tokens reads, between 0 and 1. Source: `touched`.
#[must_use]
pub fn touched_share(total: u64, active: u64, batch: f64) -> f64 {
    if total == 0 { 0.0 } else { touched(total, active, batch) / count(total) }
}
