//! How good predictions are: error, bias, coverage and width, over rows and over pairs.

use std::collections::BTreeMap;

/// A held-out prediction of one row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guess {
    /// Logarithm of measured speed over predicted speed.
    pub error: f64,
    /// The spread that the estimate would have had.
    pub spread: f64,
    /// Logarithm of the upper end of the range over the lower one.
    pub width: f64,
    /// Whether the range holds the measurement.
    pub held: bool,
    /// The number of its pair of device and model.
    pub pair: usize,
}

/// Figures over a set of predictions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// Rows.
    pub rows: usize,
    /// Pairs of device and model.
    pub pairs: usize,
    /// Geometric error: the exponential of the mean absolute logarithm of predicted over measured; 1 is perfect.
    pub error: f64,
    /// The same with each pair weighing the same.
    pub pair_error: f64,
    /// Median of measured over predicted speed.
    pub bias: f64,
    /// Share of rows within their range.
    pub covered: f64,
    /// The same with each pair weighing the same.
    pub pair_covered: f64,
    /// Median of the upper over the lower end of the range.
    pub width: f64,
}

/// The figures of some predictions; `None` if there are none.
#[must_use]
pub fn score<'a>(guesses: impl Iterator<Item = &'a Guess>) -> Option<Score> {
    let guesses: Vec<&Guess> = guesses.collect();
    let mut pairs: BTreeMap<usize, Vec<&Guess>> = BTreeMap::new();
    for guess in &guesses {
        pairs.entry(guess.pair).or_default().push(guess);
    }
    let error = |guess: &Guess| guess.error.abs();
    let held = |guess: &Guess| if guess.held { 1.0 } else { 0.0 };
    let by_pair = |of: &dyn Fn(&Guess) -> f64| mean(pairs.values().map(|rows| mean(rows.iter().map(|row| of(row)))));
    (!guesses.is_empty()).then(|| Score {
        rows: guesses.len(),
        pairs: pairs.len(),
        error: libm::exp(mean(guesses.iter().map(|guess| error(guess)))),
        pair_error: libm::exp(by_pair(&error)),
        bias: libm::exp(median(guesses.iter().map(|guess| guess.error))),
        covered: mean(guesses.iter().map(|guess| held(guess))),
        pair_covered: by_pair(&held),
        width: libm::exp(median(guesses.iter().map(|guess| guess.width))),
    })
}

#[allow(clippy::cast_precision_loss, reason = "a few thousand rows")]
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_usize), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / count as f64 }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_weigh_the_same() {
        let guess = |error: f64, pair| Guess { error, spread: 0.1, width: 0.5, held: error < 0.2, pair };
        let guesses = [guess(0.1, 0), guess(-0.1, 0), guess(0.1, 0), guess(0.5, 1)];
        let found = score(guesses.iter()).unwrap();
        assert_eq!((found.rows, found.pairs), (4, 2));
        assert!((found.error - libm::exp(0.2)).abs() < 1e-12);
        assert!((found.pair_error - libm::exp(0.3)).abs() < 1e-12);
        assert!((found.covered - 0.75).abs() < 1e-12);
        assert!((found.pair_covered - 0.5).abs() < 1e-12);
    }

    #[test]
    fn nothing_has_no_score() {
        assert!(score([].iter()).is_none());
    }
}
