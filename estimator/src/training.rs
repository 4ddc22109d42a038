//! The arithmetic of training a model from nothing.
//!
//! 1. Every token of the training text takes six operations for each parameter: two forward, four backward.
//! 2. Devices reach a share of their peak rate (the model FLOPs utilisation, MFU); operations over that rate are
//!    device-seconds.
//! 3. Tokens per parameter are compared with the ratio found best for a fixed number of operations.
//!
//! Sources: Kaplan et al. arXiv 2001.08361, section 2.1 (6·N·D); Hoffmann et al. arXiv 2203.15556 (about 20 tokens per
//! parameter).

/// Operations for each parameter and token. Source: Kaplan et al. arXiv 2001.08361, section 2.1.
pub const OPERATIONS: f64 = 6.0;

/// Approximate tokens per parameter that make the best of a fixed number of operations. Source: Hoffmann et al. arXiv
/// 2203.15556, table 3.
pub const BEST_TOKENS: f64 = 20.0;

/// Operations of training `parameters` on `tokens`: `6·N·D`. Attention between positions is left out, as in the source.
/// Source: Kaplan et al. arXiv 2001.08361, section 2.1.
#[must_use]
pub fn operations(parameters: f64, tokens: f64) -> f64 {
    OPERATIONS * parameters * tokens
}

/// Seconds of one device at `rate` operations per second and a utilisation of at most one. Source: plain arithmetic.
#[must_use]
pub fn device_seconds(operations: f64, rate: f64, utilisation: f64) -> f64 {
    operations / (rate * utilisation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gpt_3_took_some_three_thousand_petaflop_days() {
        // 175 billion parameters, 300 billion tokens: table D.1 of arXiv 2005.14165 says 3.14 × 10²³ operations.
        let found = operations(175e9, 300e9);
        assert!((found - 3.15e23).abs() < 1e15 && (found / 3.14e23 - 1.0).abs() < 0.01);
        assert!((device_seconds(found, 1e15, 1.0) / 86_400.0 - 3645.8).abs() < 0.1);
    }
}
