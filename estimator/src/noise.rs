//! The noise of a benchmark: how far an accuracy may be off by the choice of questions, and when a difference is real.
//!
//! 1. An accuracy over n questions that are right or wrong has the standard error `sqrt(p(1−p)/n)`.
//! 2. That of a difference between two models on their own questions is the root of the sum of squares. Models that
//!    answer the same questions agree on many of them, and their difference is less noisy: this is the cautious case.
//! 3. A difference is significant if it is more standard errors than the level asks. To find a difference of a size
//!    with some power, the questions must make the standard error small enough for both.
//!
//! Sources: Miller 2024, arXiv 2411.00640, sections 2 (standard errors), 4 (differences) and 5 (power); the normal
//! distribution.

/// The standard error of an accuracy `share` (0 to 1) over `questions`. Source: arXiv 2411.00640, section 2.
#[must_use]
pub fn error(share: f64, questions: f64) -> f64 {
    rooflight_primitives::math::sqrt(share * (1.0 - share) / questions)
}

/// The standard error of the difference of two accuracies over `questions` each. Source: arXiv 2411.00640, section 4.
#[must_use]
pub fn difference_error(first: f64, second: f64, questions: f64) -> f64 {
    rooflight_primitives::math::sqrt((first * (1.0 - first) + second * (1.0 - second)) / questions)
}

/// The questions for each model with which a difference is found: `(z + power)² × (p₁q₁ + p₂q₂) / (p₁ − p₂)²`, where
/// `z` belongs to the level and `power` to the chance of finding it, both in standard errors. None for equal
/// accuracies. Source: arXiv 2411.00640, section 5, without covariance.
#[must_use]
pub fn questions(first: f64, second: f64, z: f64, power: f64) -> Option<f64> {
    let (difference, reach) = (first - second, z + power);
    if difference.abs() < 1e-12 {
        return None;
    }
    let variance = first * (1.0 - first) + second * (1.0 - second);
    Some(rooflight_primitives::math::ceil(reach * reach * variance / (difference * difference)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins() {
        assert!((error(0.5, 100.0) - 0.05).abs() < 1e-12);
        assert!((difference_error(0.5, 0.5, 100.0) - 0.070_710_678).abs() < 1e-9);
        // 1.96² × 0.5 / 0.01 = 192.08 with one chance in two; (1.96 + 0.8416)² × 0.4992… see the worked cases.
        assert_eq!(questions(0.5, 0.5, 1.96, 0.0), None);
        assert_eq!(questions(0.55, 0.45, 1.96, 0.0), Some(191.0));
    }
}
