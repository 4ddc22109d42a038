//! Scores of predictions: error, bias, coverage and width, over rows and over pairs.

pub use rooflight_compiler::calibrate::method::Score;
use std::collections::BTreeMap;

/// A held-out prediction of one row.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Prediction {
    /// Logarithm of measured speed over predicted speed.
    pub error: f64,
    /// Logarithms of the ends of the range over the predicted speed.
    pub ends: [f64; 2],
    /// True if the range holds the measurement.
    pub held: bool,
    /// True if the measurement is faster than the range.
    pub above: bool,
    /// Number of publications that know the device, without the held-out rows.
    pub known: u32,
    /// Number of its pair of device and model.
    pub pair: usize,
}

impl Prediction {
    /// Sets the number of its pair.
    #[must_use]
    pub const fn of_pair(self, pair: usize) -> Self {
        Self { pair, ..self }
    }

    /// Logarithm of the upper end of the range over the lower one.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }
}

/// Scores some predictions; `None` if there are none.
#[must_use]
pub fn score<'a>(guesses: impl Iterator<Item = &'a Prediction>) -> Option<Score> {
    let guesses: Vec<&Prediction> = guesses.collect();
    let mut pairs: BTreeMap<usize, Vec<&Prediction>> = BTreeMap::new();
    for guess in &guesses {
        pairs.entry(guess.pair).or_default().push(guess);
    }
    let error = |guess: &Prediction| guess.error.abs();
    let held = |guess: &Prediction| if guess.held { 1.0 } else { 0.0 };
    let by_pair =
        |of: &dyn Fn(&Prediction) -> f64| mean(pairs.values().map(|rows| mean(rows.iter().map(|row| of(row)))));
    (!guesses.is_empty()).then(|| Score {
        rows: guesses.len(),
        pairs: pairs.len(),
        error: libm::exp(mean(guesses.iter().map(|guess| error(guess)))),
        pair_error: libm::exp(by_pair(&error)),
        bias: libm::exp(median(guesses.iter().map(|guess| guess.error))),
        covered: mean(guesses.iter().map(|guess| held(guess))),
        pair_covered: by_pair(&held),
        above: mean(guesses.iter().map(|guess| if guess.above { 1.0 } else { 0.0 })),
        width: libm::exp(median(guesses.iter().map(|guess| guess.width()))),
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
        let guess = |error: f64, pair| {
            let held = error < 0.2;
            Prediction { error, ends: [-0.3, 0.2], held, above: !held, known: 1, pair }
        };
        let guesses = [guess(0.1, 0), guess(-0.1, 0), guess(0.1, 0), guess(0.5, 1)];
        let found = score(guesses.iter()).unwrap();
        assert_eq!((found.rows, found.pairs), (4, 2));
        assert!((found.error - libm::exp(0.2)).abs() < 1e-12);
        assert!((found.pair_error - libm::exp(0.3)).abs() < 1e-12);
        assert!((found.covered - 0.75).abs() < 1e-12);
        assert!((found.pair_covered - 0.5).abs() < 1e-12);
        assert!((found.above - 0.25).abs() < 1e-12);
    }

    #[test]
    fn nothing_has_no_score() {
        assert!(score([].iter()).is_none());
    }
}
