//! The fit: parameters that make the parts of every step add up to its measured time.
//!
//! The logarithm of the predicted time is compared with that of the measured one. A row that lies far off counts
//! little (Student's t with two degrees of freedom), and every parameter is drawn to zero by its prior; both together
//! are a maximum a posteriori estimate, found by the Gauss-Newton method with Levenberg's and Marquardt's damping.
//!
//! Deterministic: rows and parameters have a fixed order, and nothing depends on time or threads.

use crate::calibrate::solve::{Factor, Symmetric};
use rooflight_calibration::key::Key;
use rooflight_calibration::parts::Part;
use std::collections::BTreeMap;

/// Degrees of freedom of Student's t.
const FREEDOM: f64 = 2.0;

/// Steps after which the search ends; it usually needs a dozen.
const MAX_STEPS: usize = 40;

/// Share of the loss by which a step must lower it for the search to go on.
const ENOUGH: f64 = 1e-4;

/// A measurement as the fit sees it.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    /// The measured time of a step or a prompt: its natural logarithm, in seconds.
    pub(super) time: f64,
    /// How much it counts.
    pub(super) weight: f64,
    /// The parts of the time.
    pub(super) parts: Vec<Part>,
}

/// Samples with their parameters numbered.
#[derive(Debug)]
pub(super) struct Design {
    /// The parameters, rare ones first.
    pub(super) keys: Vec<Key>,
    pulls: Vec<f64>,
    rows: Vec<Row>,
    sigma: f64,
}

#[derive(Debug)]
struct Row {
    time: f64,
    weight: f64,
    parts: Vec<(f64, Vec<(usize, f64)>)>,
}

/// A sample at a state of the parameters.
#[derive(Debug, Clone, Default)]
pub(super) struct Slope {
    /// The logarithm of the predicted time.
    pub(super) time: f64,
    /// How it moves with each parameter, sorted by parameter.
    pub(super) entries: Vec<(usize, f64)>,
}

/// All samples at a state of the parameters.
struct Linear {
    slopes: Vec<Slope>,
    weights: Vec<f64>,
    gradient: Vec<f64>,
}

/// A finished fit.
#[derive(Debug)]
pub(super) struct Solution {
    /// The parameters' values.
    pub(super) values: Vec<f64>,
    /// The samples at these values.
    pub(super) slopes: Vec<Slope>,
    /// How much each sample counts there, its distance considered.
    pub(super) weights: Vec<f64>,
    /// The gradient of the loss there; small, but not nothing, where the search ended early.
    pub(super) gradient: Vec<f64>,
    /// The curvature there.
    pub(super) curvature: Symmetric,
    /// The curvature, factored for solving.
    pub(super) factor: Factor,
}

impl Design {
    /// Numbers the parameters of samples. A good row is off by `sigma`, in natural logarithms of time.
    pub(super) fn new<'a>(samples: impl Iterator<Item = &'a Sample> + Clone, sigma: f64) -> Self {
        let mut uses: BTreeMap<Key, usize> = BTreeMap::new();
        for (key, _) in samples.clone().flat_map(|sample| &sample.parts).flat_map(|part| &part.effects) {
            *uses.entry(*key).or_default() += 1;
        }
        let mut keys: Vec<Key> = uses.keys().copied().collect();
        keys.sort_by_key(|key| (uses[key], *key));
        let number: BTreeMap<Key, usize> = keys.iter().enumerate().map(|(at, key)| (*key, at)).collect();
        let part =
            |part: &Part| (part.seconds, part.effects.iter().map(|(key, weight)| (number[key], *weight)).collect());
        let row = |sample: &Sample| Row {
            time: sample.time,
            weight: sample.weight,
            parts: sample.parts.iter().map(part).collect(),
        };
        let pull = |key: &Key| 1.0 / (key.spread() * key.spread());
        Self { pulls: keys.iter().map(pull).collect(), rows: samples.map(row).collect(), keys, sigma }
    }

    /// How many samples there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The measured time of a sample, a natural logarithm.
    pub(super) fn time(&self, sample: usize) -> f64 {
        self.rows[sample].time
    }

    /// The logarithm of the time that `values` predict for a sample.
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

    /// The loss at `values` over the samples that are `used`, and the way downhill: its gradient, negated.
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

    /// The samples at `values`; their curvature replaces what `curvature` held.
    fn linearize(&self, values: &[f64], used: &[bool], curvature: &mut Symmetric) -> Linear {
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
        Linear { slopes, weights, gradient }
    }

    /// The parameters for the samples that are `used`, from `start`, in at most `steps` steps. `None` if there is
    /// nothing to fit.
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
            if before - loss <= ENOUGH * before.abs() {
                break;
            }
        }
        Some(values)
    }

    /// Fits all samples, from nothing.
    pub(super) fn fit_all(&self) -> Option<Solution> {
        let all = vec![true; self.len()];
        let values = self.fit(&vec![0.0; self.keys.len()], &all, MAX_STEPS)?;
        let mut curvature = Symmetric::diagonal(&self.pulls);
        let Linear { slopes, weights, gradient } = self.linearize(&values, &all, &mut curvature);
        let factor = Factor::of(&mut curvature.clone())?;
        Some(Solution { values, slopes, weights, gradient, curvature, factor })
    }
}

fn dot(effects: &[(usize, f64)], values: &[f64]) -> f64 {
    effects.iter().map(|(at, weight)| values[*at] * weight).sum()
}
