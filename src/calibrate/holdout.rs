//! Predictions of the fit for measurements that were held out of it.
//!
//! For each group of a fold (all rows of a publication, of a device, of a model …) the parameters are moved to where
//! they would be without the group's rows. Then the group is predicted with the moved parameters.
//!
//! 1. Every group gets one Gauss-Newton step from the full fit.
//! 2. That keeps some of what the rows taught, and its errors are too small. So publications, months and devices, and
//!    large models and pairs, are fitted again: by further steps, each with the gradient of its own place, and with the
//!    curvature of the first, which the changes of the gradient correct as they are met. So a matrix is factored once
//!    for each group, where a fit factors one a step (L-BFGS, with that curvature to start from: Nocedal and Wright,
//!    Numerical Optimization, 7.2). From where a step would raise the loss, each step has its own curvature.
//! 3. Small models and pairs keep the first step: there are hundreds of them, and similar ones stay in the fit.
//!
//! Without rows J, with weights W and residuals r, the step is `(H − JᵀWJ)⁻¹·(JᵀWr − g)`, where H is the curvature of
//! the full fit and g the gradient that it stopped at. For a few rows it costs less as `L⁻ᵀ·(u + B·(I − BᵀB)⁻¹·Bᵀu)`
//! with `H = L·Lᵀ`, `B = L⁻¹JᵀW^½` and `u = L⁻¹·(JᵀWr − g)`: the Woodbury identity, Golub and Van Loan, Matrix
//! Computations, 2.1.

use crate::calibrate::fitting::{Design, Solution};
use crate::calibrate::fold::{Fold, FoldKey};
use crate::calibrate::solve::{Factor, Symmetric};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Groups with more rows have the curvature without them factored, groups with fewer are taken out of the full one;
/// models and pairs with more take further steps, too.
const FEW: usize = 50;

/// Steps of a fit without a group, at most.
const STEPS: usize = 12;

/// Share of the loss by which a step must lower it for the search to go on.
const ENOUGH: f64 = 1e-5;

/// Maximum full Newton steps if the approximate ones raise the loss.
const FULL_STEPS: usize = 5;

/// A fit without the samples that a group hides.
#[derive(Debug)]
pub(super) struct Refit {
    /// The samples that it judges.
    pub(super) judged: Vec<usize>,
    /// The parameters' values.
    pub(super) values: Vec<f64>,
}

/// The fits of all groups.
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
            // Except for months, a group hides exactly the samples it judges.
            let hidden = match fold {
                Fold::Time => &(0..cases.len()).filter(|at| fold.hides(group, &cases[*at])).collect::<Vec<_>>(),
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

/// Predicted times, natural logarithms, of every sample that one of the fits judges.
pub(super) fn predictions(design: &Design, refits: &[Refit]) -> Vec<Option<f64>> {
    let mut predicted = vec![None; design.len()];
    for Refit { judged, values } in refits {
        for sample in judged {
            predicted[*sample] = Some(design.predict(*sample, values));
        }
    }
    predicted
}

/// The parameters of a fit without the hidden samples.
fn refitted(design: &Design, solution: &Solution, hidden: &[usize], curvature: &Curvature<'_>) -> Vec<f64> {
    let mut used = vec![true; design.len()];
    for sample in hidden {
        used[*sample] = false;
    }
    let mut values = solution.values.clone();
    let (mut loss, mut down) = design.descent(&values, &used);
    let mut changes: Vec<Change> = Vec::new();
    for _ in 0..STEPS {
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
        if gained <= ENOUGH * loss.abs() {
            return values;
        }
    }
    design.fit(&values, &used, FULL_STEPS).unwrap_or(values)
}

/// A step that was taken, how the gradient changed over it, and the product of both.
struct Change {
    step: Vec<f64>,
    gradient: Vec<f64>,
    product: f64,
}

/// The L-BFGS step from a point with this descent direction: the curvature's step, corrected by the gradient changes
/// seen so far.
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

/// The parameters after one step without the hidden samples.
fn moved(design: &Design, solution: &Solution, hidden: &[usize], curvature: &Curvature<'_>) -> Vec<f64> {
    let mut step = first_descent(design, solution, hidden);
    curvature.solve(&mut step);
    sum(&solution.values, &step)
}

/// The descent direction at the full fit, for the loss without the hidden samples.
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

/// The curvature of the full fit without some samples.
enum Curvature<'a> {
    /// Factored directly, with the samples subtracted.
    Left(Factor),
    /// The full one, the columns of B, and `I − BᵀB`, factored.
    Without(&'a Factor, Vec<Vec<f64>>, Factor),
}

impl<'a> Curvature<'a> {
    /// `None` if too little is left. A large one is written into `scratch`.
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

    /// The solution of the system, in place.
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

/// `I − BᵀB` of the columns of B.
fn complement(columns: &[Vec<f64>]) -> Symmetric {
    let mut matrix = Symmetric::diagonal(&vec![1.0; columns.len()]);
    for (at, left) in columns.iter().enumerate() {
        for (row, right) in columns.iter().enumerate().skip(at) {
            matrix.add(row, at, -dot(left, right));
        }
    }
    matrix
}
