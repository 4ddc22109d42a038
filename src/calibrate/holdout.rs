//! What the fit would have said of measurements that it had not seen.
//!
//! For each group (all rows of a device, of a model, of a pair of both) the parameters are moved to where they would be without
//! the group's rows: by one Gauss-Newton step from the full fit, which for all but large groups comes to the same as fitting again
//! (a test compares the two), and by a fit of its own for a large one. Then the group is predicted with the moved parameters.
//!
//! Without rows J, with weights W and residuals r, the step is `(H − JᵀWJ)⁻¹·JᵀWr`, where H is the curvature of the full fit. For a few
//! rows it costs less as `L⁻ᵀB·(I − BᵀB)⁻¹·W^½r` with `B = L⁻¹JᵀW^½` and `H = L·Lᵀ`: the Woodbury identity, Golub and Van Loan, Matrix
//! Computations, 2.1.

use super::fitting::{Design, Solution};
use super::solve::{Factor, Symmetric};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Groups with more rows are fitted again.
const LARGE: usize = 200;

/// Groups with more rows are moved by the curvature without them, groups with fewer by the rows themselves.
const FEW: usize = 50;

/// Steps of a fit without a large group; it starts from the full fit.
const STEPS: usize = 15;

/// Predicted times, natural logarithms, of every sample by a fit without its group.
pub(super) fn predictions(design: &Design, solution: &Solution, groups: &[usize]) -> Vec<f64> {
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (sample, group) in groups.iter().enumerate() {
        members.entry(*group).or_default().push(sample);
    }
    let groups: Vec<Vec<usize>> = members.into_values().collect();
    let values: Vec<Option<Vec<f64>>> = groups
        .par_iter()
        .map(|group| match group.len() {
            0..=FEW => moved_by_rows(design, solution, group),
            ..=LARGE => moved_by_curvature(design, solution, group),
            _ => refitted(design, solution, group),
        })
        .collect();
    let mut predicted = vec![0.0; design.len()];
    for (group, values) in groups.iter().zip(&values) {
        let values = values.as_deref().unwrap_or(&solution.values);
        for sample in group {
            predicted[*sample] = design.predict(*sample, values);
        }
    }
    predicted
}

/// The parameters of a fit without the samples of `group`.
fn refitted(design: &Design, solution: &Solution, group: &[usize]) -> Option<Vec<f64>> {
    let mut used = vec![true; design.len()];
    for sample in group {
        used[*sample] = false;
    }
    design.fit(&solution.values, &used, STEPS).map(|solution| solution.values)
}

/// The parameters of a fit without the samples of `group`, by one step with the curvature that is left.
fn moved_by_curvature(design: &Design, solution: &Solution, group: &[usize]) -> Option<Vec<f64>> {
    let mut curvature = solution.curvature.clone();
    let mut step = vec![0.0; solution.values.len()];
    for sample in group {
        let (slope, weight) = (&solution.slopes[*sample], solution.weights[*sample]);
        curvature.add_square(&slope.entries, -weight);
        let push = weight * (slope.time - design.time(*sample));
        for (at, entry) in &slope.entries {
            step[*at] += push * entry;
        }
    }
    Factor::of(curvature)?.solve(&mut step);
    Some(solution.values.iter().zip(&step).map(|(value, step)| value + step).collect())
}

/// The same by one step, from the group's own rows.
fn moved_by_rows(design: &Design, solution: &Solution, group: &[usize]) -> Option<Vec<f64>> {
    let mut columns: Vec<Vec<f64>> = Vec::with_capacity(group.len());
    let mut residuals = Vec::with_capacity(group.len());
    for sample in group {
        let root = solution.weights[*sample].sqrt();
        let mut column = vec![0.0; solution.values.len()];
        for (at, entry) in &solution.slopes[*sample].entries {
            column[*at] = entry * root;
        }
        solution.factor.forward(&mut column);
        columns.push(column);
        residuals.push(root * (solution.slopes[*sample].time - design.time(*sample)));
    }
    let factor = Factor::of(complement(&columns))?;
    factor.solve(&mut residuals);
    let mut step = vec![0.0; solution.values.len()];
    for (column, residual) in columns.iter().zip(&residuals) {
        for (sum, entry) in step.iter_mut().zip(column) {
            *sum += entry * residual;
        }
    }
    solution.factor.backward(&mut step);
    Some(solution.values.iter().zip(&step).map(|(value, step)| value + step).collect())
}

/// `I − BᵀB` of the columns of B.
fn complement(columns: &[Vec<f64>]) -> Symmetric {
    let mut matrix = Symmetric::diagonal(&vec![1.0; columns.len()]);
    for (at, left) in columns.iter().enumerate() {
        for (row, right) in columns.iter().enumerate().skip(at) {
            let product: f64 = left.iter().zip(right).map(|(a, b)| a * b).sum();
            matrix.add(row, at, -product);
        }
    }
    matrix
}
