//! Predictions of the fit for measurements that were held out of it.
//!
//! For each group of a fold (all rows of a publication, of a device, of a model …) the parameters are moved to where they would
//! be without the group's rows. Then the group is predicted with the moved parameters.
//!
//! 1. Publications, months and devices are fitted again without their rows, from where one Gauss-Newton step leads: one step
//!    alone keeps some of what the rows taught, and its errors are too small.
//! 2. Models and pairs, of which there are hundreds and whose like stay in the fit, get that one step; large ones a fit of their own.
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

/// Groups with more rows are moved by the curvature without them, groups with fewer by the rows themselves; models and pairs with more are
/// fitted again, too.
const FEW: usize = 50;

/// Steps of a fit without a group; it starts from where one step of the full fit leads.
const STEPS: usize = 5;

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
            // But for months, a group hides what it judges.
            let hidden = match fold {
                Fold::Time => &(0..cases.len()).filter(|at| fold.hides(group, &cases[*at])).collect(),
                _ => &judged,
            };
            let moved = if hidden.len() > FEW {
                moved_by_curvature(design, solution, hidden, scratch)
            } else {
                moved_by_rows(design, solution, hidden)
            };
            let start = moved.unwrap_or_else(|| solution.values.clone());
            let whole = hidden.len() > FEW || !matches!(fold, Fold::Pair | Fold::Model);
            let values = whole.then(|| refitted(design, &start, hidden)).flatten().unwrap_or(start);
            Refit { values, judged }
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

/// The parameters of a fit without the samples of `group`, from `start`.
fn refitted(design: &Design, start: &[f64], group: &[usize]) -> Option<Vec<f64>> {
    let mut used = vec![true; design.len()];
    for sample in group {
        used[*sample] = false;
    }
    design.fit(start, &used, STEPS)
}

/// The parameters of a fit without the samples of `group`, by one step with the curvature that is left, written into
/// `curvature`.
fn moved_by_curvature(
    design: &Design,
    solution: &Solution,
    group: &[usize],
    curvature: &mut Symmetric,
) -> Option<Vec<f64>> {
    curvature.clone_from(&solution.curvature);
    let mut step: Vec<f64> = solution.gradient.iter().map(|slope| -slope).collect();
    for sample in group {
        let (slope, weight) = (&solution.slopes[*sample], solution.weights[*sample]);
        curvature.add_square(&slope.entries, -weight);
        let push = weight * (slope.time - design.time(*sample));
        for (at, entry) in &slope.entries {
            step[*at] += push * entry;
        }
    }
    Factor::of(curvature)?.solve(&mut step);
    Some(sum(&solution.values, &step))
}

/// The same by one step, from the group's own rows.
fn moved_by_rows(design: &Design, solution: &Solution, group: &[usize]) -> Option<Vec<f64>> {
    let mut step: Vec<f64> = solution.gradient.iter().map(|slope| -slope).collect();
    solution.factor.forward(&mut step);
    let mut columns: Vec<Vec<f64>> = Vec::with_capacity(group.len());
    for sample in group {
        let root = solution.weights[*sample].sqrt();
        let mut column = vec![0.0; solution.values.len()];
        for (at, entry) in &solution.slopes[*sample].entries {
            column[*at] = entry * root;
        }
        solution.factor.forward(&mut column);
        add(&mut step, &column, root * (solution.slopes[*sample].time - design.time(*sample)));
        columns.push(column);
    }
    let mut inner: Vec<f64> = columns.iter().map(|column| dot(column, &step)).collect();
    Factor::of(&mut complement(&columns))?.solve(&mut inner);
    for (column, weight) in columns.iter().zip(&inner) {
        add(&mut step, column, *weight);
    }
    solution.factor.backward(&mut step);
    Some(sum(&solution.values, &step))
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
