//! The fit: finds parameters that make the parts of every step add up to its measured time.
//!
//! The logarithm of the predicted time is compared with that of the measured one. A row that is far off counts little
//! (Student's t with two degrees of freedom), and every parameter has a prior around zero; together they give a maximum
//! a posteriori estimate, found by the Gauss-Newton method with Levenberg-Marquardt damping.
//!
//! Deterministic: rows and parameters have a fixed order, and nothing depends on time or threads.

use crate::solve::{Factor, Symmetric};
use rooflight_estimator::calibration::key::Key;
use rooflight_estimator::calibration::parts::TimePart;
use std::collections::BTreeMap;

/// Degrees of freedom of Student's t.
const FREEDOM: f64 = 2.0;

/// Maximum number of steps; the search usually needs a dozen.
const MAX_STEPS: usize = 40;

/// Stops the search if a step lowers the loss by less than this share.
const MIN_GAIN: f64 = 1e-4;

/// A measurement as the fit sees it.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    /// Natural logarithm of the measured time of a step, or of a prompt's token, in seconds.
    pub(super) time: f64,
    /// Weight in the loss.
    pub(super) weight: f64,
    /// Parts of the time, whose sum the fit compares with it.
    pub(super) parts: Vec<TimePart>,
}

/// Samples with their parameters numbered.
#[derive(Debug)]
pub(super) struct Design {
    /// Parameters, rare ones first.
    pub(super) keys: Vec<Key>,
    pulls: Vec<f64>,
    rows: Vec<DesignRow>,
    sigma: f64,
}

#[derive(Debug)]
struct DesignRow {
    time: f64,
    weight: f64,
    parts: Vec<(f64, Vec<(usize, f64)>)>,
}

/// The prediction for a sample at one set of parameters, and its derivative.
#[derive(Debug, Clone, Default)]
pub(super) struct Slope {
    /// Logarithm of the predicted time.
    pub(super) time: f64,
    /// Its derivative by each parameter, sorted by parameter; zeros are absent.
    pub(super) entries: Vec<(usize, f64)>,
}

/// Slopes, weights and gradient of all samples at one set of parameters.
struct Linearization {
    slopes: Vec<Slope>,
    weights: Vec<f64>,
    gradient: Vec<f64>,
}

/// A finished fit.
#[derive(Debug)]
pub(super) struct Solution {
    /// Values of the parameters.
    pub(super) values: Vec<f64>,
    /// Slope of each sample at these values.
    pub(super) slopes: Vec<Slope>,
    /// Weight of each sample there, smaller the farther it is off.
    pub(super) weights: Vec<f64>,
    /// Gradient of the loss there; not quite zero, since the search stops early.
    pub(super) gradient: Vec<f64>,
    /// Curvature of the loss there.
    pub(super) curvature: Symmetric,
    /// The curvature, factored for solving.
    pub(super) factor: Factor,
}

impl Design {
    /// Numbers the parameters of samples. `sigma` is the error of a good row, in natural logarithms of time.
    pub(super) fn new<'a>(samples: impl Iterator<Item = &'a Sample> + Clone, sigma: f64) -> Self {
        let mut uses: BTreeMap<Key, usize> = BTreeMap::new();
        for (key, _) in samples.clone().flat_map(|sample| &sample.parts).flat_map(|part| &part.effects) {
            *uses.entry(*key).or_default() += 1;
        }
        let mut keys: Vec<Key> = uses.keys().copied().collect();
        keys.sort_by_key(|key| (uses[key], *key));
        let number: BTreeMap<Key, usize> = keys.iter().enumerate().map(|(at, key)| (*key, at)).collect();
        let part =
            |part: &TimePart| (part.seconds, part.effects.iter().map(|(key, weight)| (number[key], *weight)).collect());
        let row = |sample: &Sample| DesignRow {
            time: sample.time,
            weight: sample.weight,
            parts: sample.parts.iter().map(part).collect(),
        };
        let pull = |key: &Key| 1.0 / (key.spread() * key.spread());
        Self { pulls: keys.iter().map(pull).collect(), rows: samples.map(row).collect(), keys, sigma }
    }

    /// Number of samples.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Measured time of a sample, a natural logarithm.
    pub(super) fn time(&self, sample: usize) -> f64 {
        self.rows[sample].time
    }

    /// Logarithm of the time that `values` predict for a sample.
    pub(super) fn predict(&self, sample: usize, values: &[f64]) -> f64 {
        let real = |(seconds, effects): &(f64, Vec<(usize, f64)>)| seconds * libm::exp(dot(effects, values));
        libm::log(self.rows[sample].parts.iter().map(real).sum())
    }

    fn slope(&self, sample: usize, values: &[f64], scratch: &mut [f64]) -> Slope {
        let parts = &self.rows[sample].parts;
        let times: Vec<f64> =
            parts.iter().map(|(seconds, effects)| seconds * libm::exp(dot(effects, values))).collect();
        let total: f64 = times.iter().sum();
        let mut touched: Vec<usize> = Vec::with_capacity(64);
        for ((_, effects), time) in parts.iter().zip(&times) {
            for (at, weight) in effects {
                if scratch[*at] == 0.0 {
                    touched.push(*at);
                }
                scratch[*at] += time / total * weight;
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let entries = touched.iter().map(|at| (*at, std::mem::take(&mut scratch[*at]))).collect();
        Slope { time: libm::log(total), entries }
    }

    fn loss(&self, values: &[f64], used: &[bool]) -> f64 {
        let pulled: f64 = values.iter().zip(&self.pulls).map(|(value, pull)| 0.5 * pull * value * value).sum();
        let of_row = |at: usize| self.row_loss(at, self.predict(at, values));
        pulled + (0..self.len()).filter(|at| used[*at]).map(of_row).sum::<f64>()
    }

    fn row_loss(&self, at: usize, predicted: f64) -> f64 {
        let distance = (predicted - self.rows[at].time) / self.sigma;
        self.rows[at].weight * 0.5 * (FREEDOM + 1.0) * libm::log1p(distance * distance / FREEDOM)
    }

    fn row_weight(&self, at: usize, predicted: f64) -> f64 {
        let distance = (predicted - self.rows[at].time) / self.sigma;
        self.rows[at].weight * (FREEDOM + 1.0) / (FREEDOM + distance * distance) / (self.sigma * self.sigma)
    }

    /// Returns the loss at `values` over the `used` samples, and its negated gradient.
    pub(super) fn descent(&self, values: &[f64], used: &[bool]) -> (f64, Vec<f64>) {
        let mut loss: f64 = values.iter().zip(&self.pulls).map(|(value, pull)| 0.5 * pull * value * value).sum();
        let mut down: Vec<f64> = values.iter().zip(&self.pulls).map(|(value, pull)| -value * pull).collect();
        let mut times: Vec<f64> = Vec::new();
        for (at, row) in self.rows.iter().enumerate().filter(|(at, _)| used[*at]) {
            times.clear();
            times.extend(row.parts.iter().map(|(seconds, effects)| seconds * libm::exp(dot(effects, values))));
            let total: f64 = times.iter().sum();
            let predicted = libm::log(total);
            loss += self.row_loss(at, predicted);
            let push = self.row_weight(at, predicted) * (row.time - predicted) / total;
            for ((_, effects), time) in row.parts.iter().zip(&times) {
                for (parameter, weight) in effects {
                    down[*parameter] += push * time * weight;
                }
            }
        }
        (loss, down)
    }

    /// Linearizes all samples at `values`, and writes the curvature of the `used` ones into `curvature`.
    fn linearize(&self, values: &[f64], used: &[bool], curvature: &mut Symmetric) -> Linearization {
        let mut scratch = vec![0.0; self.keys.len()];
        curvature.set_diagonal(&self.pulls);
        let mut gradient: Vec<f64> = values.iter().zip(&self.pulls).map(|(value, pull)| value * pull).collect();
        let (mut slopes, mut weights) = (Vec::with_capacity(self.len()), Vec::with_capacity(self.len()));
        for (at, used) in used.iter().enumerate() {
            let slope = self.slope(at, values, &mut scratch);
            let weight = if *used { self.row_weight(at, slope.time) } else { 0.0 };
            if weight > 0.0 {
                curvature.add_square(&slope.entries, weight);
                let push = weight * (slope.time - self.rows[at].time);
                for (parameter, entry) in &slope.entries {
                    gradient[*parameter] += push * entry;
                }
            }
            slopes.push(slope);
            weights.push(weight);
        }
        Linearization { slopes, weights, gradient }
    }

    /// Fits the parameters to the `used` samples, from `start`, in at most `steps` steps. `None` if the system cannot
    /// be solved.
    pub(super) fn fit(&self, start: &[f64], used: &[bool], steps: usize) -> Option<Vec<f64>> {
        let mut values = start.to_vec();
        let mut loss = self.loss(&values, used);
        let mut damping = 1e-3;
        // Allocated once: a matrix has a million entries.
        let mut curvature = Symmetric::diagonal(&self.pulls);
        let mut damped = curvature.clone();
        for _ in 0..steps {
            let gradient = self.linearize(&values, used, &mut curvature).gradient;
            let before = loss;
            for _ in 0..6 {
                damped.clone_from(&curvature);
                damped.damp(1.0 + damping);
                let mut step = gradient.clone();
                Factor::of(&mut damped)?.solve(&mut step);
                let moved: Vec<f64> = values.iter().zip(&step).map(|(value, step)| value - step).collect();
                let reached = self.loss(&moved, used);
                if reached <= loss {
                    (values, loss) = (moved, reached);
                    damping /= 4.0;
                    break;
                }
                damping = damping * 8.0 + 1e-6;
            }
            if before - loss <= MIN_GAIN * before.abs() {
                break;
            }
        }
        Some(values)
    }

    /// Fits all samples, starting from zero.
    pub(super) fn fit_all(&self) -> Option<Solution> {
        let all = vec![true; self.len()];
        let values = self.fit(&vec![0.0; self.keys.len()], &all, MAX_STEPS)?;
        let mut curvature = Symmetric::diagonal(&self.pulls);
        let Linearization { slopes, weights, gradient } = self.linearize(&values, &all, &mut curvature);
        let factor = Factor::of(&mut curvature.clone())?;
        Some(Solution { values, slopes, weights, gradient, curvature, factor })
    }
}

fn dot(effects: &[(usize, f64)], values: &[f64]) -> f64 {
    effects.iter().map(|(at, weight)| values[*at] * weight).sum()
}
