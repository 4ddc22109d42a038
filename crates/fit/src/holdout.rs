//! Predictions of the fit for measurements that were held out of it.
//!
//! For each group of a fold (all rows of a publication, of a device, of a model …) the parameters are refitted without
//! the group's rows; the new parameters then predict the group.
//!
//! 1. Every group gets one Gauss-Newton step from the full fit.
//! 2. One step forgets the rows only partly, and its errors are too small. So publications, months and devices, and
//!    large models and pairs, take further steps with L-BFGS (Nocedal and Wright, Numerical Optimization, 7.2), which
//!    starts from the curvature of the first step and corrects it by the changes of the gradient. So each group needs
//!    one matrix factorization, where a full fit needs one per step. If a step would raise the loss, the remaining
//!    steps are full Newton steps.
//! 3. Small models and pairs keep the first step: there are hundreds of them, and similar ones stay in the fit.
//!
//! Without rows J, with weights W and residuals r, the step is `(H − JᵀWJ)⁻¹·(JᵀWr − g)`, where H is the curvature of
//! the full fit and g the gradient that it stopped at. For a few rows it costs less as `L⁻ᵀ·(u + B·(I − BᵀB)⁻¹·Bᵀu)`
//! with `H = L·Lᵀ`, `B = L⁻¹JᵀW^½` and `u = L⁻¹·(JᵀWr − g)`: the Woodbury identity, Golub and Van Loan, Matrix
//! Computations, 2.1.

use crate::fitting::{Design, Solution};
use crate::fold::hides;
use crate::fold::{Fold, FoldKey};
use crate::solve::{Factor, Symmetric};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Above this number of rows, a group's curvature is factored anew; up to it, the rows are taken out of the full
/// factorization. Models and pairs above it also take further steps.
const FEW: usize = 50;

/// Maximum number of L-BFGS steps for a group.
const MAX_STEPS: usize = 12;

/// Stops the search if a step lowers the loss by less than this share.
const MIN_GAIN: f64 = 1e-5;

/// Maximum number of full Newton steps after the approximate ones.
const MAX_FULL_STEPS: usize = 5;

/// A fit without the samples that a group hides.
#[derive(Debug)]
pub(super) struct Refit {
    /// Samples that it predicts.
    pub(super) judged: Vec<usize>,
    /// Values of the parameters.
    pub(super) values: Vec<f64>,
}

/// Refits the parameters for each group of a fold.
pub(super) fn refits(
    design: &Design,
    solution: &Solution,
    fold: Fold,
    groups: &[Option<i64>],
    cases: &[FoldKey],
) -> Vec<Refit> {
    let mut members: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (sample, group) in groups.iter().enumerate() {
        if let Some(group) = group {
            members.entry(*group).or_default().push(sample);
        }
    }
    let groups: Vec<(i64, Vec<usize>)> = members.into_iter().collect();
    groups
        .into_par_iter()
        .with_max_len(1)
        .map_init(Symmetric::default, |scratch, (group, judged)| {
            // Except for months, a group hides exactly the samples that it predicts.
            let hidden = match fold {
                Fold::Time => &(0..cases.len()).filter(|at| hides(fold, group, &cases[*at])).collect::<Vec<_>>(),
                _ => &judged,
            };
            let is_whole = hidden.len() > FEW || !matches!(fold, Fold::Pair | Fold::Model);
            let curvature = Curvature::without(solution, hidden, scratch);
            // If too little data is left, keep the parameters of the full fit.
            let values = curvature.map_or_else(
                || solution.values.clone(),
                |curvature| {
                    if is_whole {
                        refitted(design, solution, hidden, &curvature)
                    } else {
                        moved(design, solution, hidden, &curvature)
                    }
                },
            );
            Refit { judged, values }
        })
        .collect()
}

/// Predicts the time, a natural logarithm, of every sample that one of the fits predicts.
pub(super) fn predictions(design: &Design, refits: &[Refit]) -> Vec<Option<f64>> {
    let mut predicted = vec![None; design.len()];
    for Refit { judged, values } in refits {
        for sample in judged {
            predicted[*sample] = Some(design.predict(*sample, values));
        }
    }
    predicted
}

/// Refits the parameters without the hidden samples.
fn refitted(design: &Design, solution: &Solution, hidden: &[usize], curvature: &Curvature<'_>) -> Vec<f64> {
    let mut used = vec![true; design.len()];
    for sample in hidden {
        used[*sample] = false;
    }
    let mut values = solution.values.clone();
    let (mut loss, mut down) = design.descent(&values, &used);
    let mut changes: Vec<Change> = Vec::new();
    for _ in 0..MAX_STEPS {
        let step = corrected(curvature, &changes, &down);
        let there = sum(&values, &step);
        let (reached, downhill) = design.descent(&there, &used);
        if reached.is_nan() || reached > loss {
            break;
        }
        let gradient: Vec<f64> = down.iter().zip(&downhill).map(|(before, after)| before - after).collect();
        let product = dot(&step, &gradient);
        if product > 0.0 {
            changes.push(Change { step, gradient, product });
        }
        let gained = loss - reached;
        (values, loss, down) = (there, reached, downhill);
        if gained <= MIN_GAIN * loss.abs() {
            return values;
        }
    }
    design.fit(&values, &used, MAX_FULL_STEPS).unwrap_or(values)
}

/// A step that was taken, the change of the gradient over it, and the product of both.
struct Change {
    step: Vec<f64>,
    gradient: Vec<f64>,
    product: f64,
}

/// Computes the L-BFGS step from a point with this descent direction: the curvature's step, corrected by the gradient
/// changes so far.
fn corrected(curvature: &Curvature<'_>, changes: &[Change], down: &[f64]) -> Vec<f64> {
    let mut step = down.to_vec();
    let mut shares: Vec<f64> = Vec::with_capacity(changes.len());
    for change in changes.iter().rev() {
        let share = dot(&change.step, &step) / change.product;
        add(&mut step, &change.gradient, -share);
        shares.push(share);
    }
    curvature.solve(&mut step);
    for (change, share) in changes.iter().zip(shares.iter().rev()) {
        let other = dot(&change.gradient, &step) / change.product;
        add(&mut step, &change.step, share - other);
    }
    step
}

/// Moves the parameters by one step without the hidden samples.
fn moved(design: &Design, solution: &Solution, hidden: &[usize], curvature: &Curvature<'_>) -> Vec<f64> {
    let mut step = first_descent(design, solution, hidden);
    curvature.solve(&mut step);
    sum(&solution.values, &step)
}

/// Descent direction at the full fit, of the loss without the hidden samples.
fn first_descent(design: &Design, solution: &Solution, hidden: &[usize]) -> Vec<f64> {
    let mut step: Vec<f64> = solution.gradient.iter().map(|slope| -slope).collect();
    for sample in hidden {
        let (slope, weight) = (&solution.slopes[*sample], solution.weights[*sample]);
        let push = weight * (slope.time - design.time(*sample));
        for (at, entry) in &slope.entries {
            step[*at] += push * entry;
        }
    }
    step
}

/// Curvature of the full fit without some samples.
enum Curvature<'a> {
    /// The difference, factored.
    Left(Factor),
    /// The full factor, the columns of B, and `I − BᵀB`, factored.
    Without(&'a Factor, Vec<Vec<f64>>, Factor),
}

impl<'a> Curvature<'a> {
    /// Removes the hidden samples; `None` if too little is left. Uses `scratch` for the matrix of a large group.
    fn without(solution: &'a Solution, hidden: &[usize], scratch: &mut Symmetric) -> Option<Self> {
        if hidden.len() > FEW {
            scratch.clone_from(&solution.curvature);
            for sample in hidden {
                scratch.add_square(&solution.slopes[*sample].entries, -solution.weights[*sample]);
            }
            return Factor::of(scratch).map(Self::Left);
        }
        let column = |sample: &usize| {
            let root = solution.weights[*sample].sqrt();
            let mut column = vec![0.0; solution.values.len()];
            for (at, entry) in &solution.slopes[*sample].entries {
                column[*at] = entry * root;
            }
            solution.factor.forward(&mut column);
            column
        };
        let columns: Vec<Vec<f64>> = hidden.iter().map(column).collect();
        let inner = Factor::of(&mut complement(&columns))?;
        Some(Self::Without(&solution.factor, columns, inner))
    }

    /// Solves the system in place.
    fn solve(&self, step: &mut [f64]) {
        match self {
            Self::Left(factor) => factor.solve(step),
            Self::Without(full, columns, inner) => {
                full.forward(step);
                let mut weights: Vec<f64> = columns.iter().map(|column| dot(column, step)).collect();
                inner.solve(&mut weights);
                for (column, weight) in columns.iter().zip(&weights) {
                    add(step, column, *weight);
                }
                full.backward(step);
            }
        }
    }
}

fn add(to: &mut [f64], what: &[f64], weight: f64) {
    for (sum, value) in to.iter_mut().zip(what) {
        *sum += value * weight;
    }
}

fn sum(left: &[f64], right: &[f64]) -> Vec<f64> {
    left.iter().zip(right).map(|(left, right)| left + right).collect()
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// Computes `I − BᵀB` from the columns of B.
fn complement(columns: &[Vec<f64>]) -> Symmetric {
    let mut matrix = Symmetric::diagonal(&vec![1.0; columns.len()]);
    for (at, left) in columns.iter().enumerate() {
        for (row, right) in columns.iter().enumerate().skip(at) {
            matrix.add(row, at, -dot(left, right));
        }
    }
    matrix
}
