//! What the fit would have said of measurements that it had not seen.
//!
//! For each group (all rows of a device, of a model, of a pair of both) the parameters are moved to where they would be without
//! the group's rows: by one Gauss-Newton step from the full fit, which for a small group comes to the same as fitting again
//! (the tests compare the two), and by a fit of its own for a large one. Then the group is predicted with the moved parameters.
//!
//! Without a group of rows J, with weights W and residuals r: `θ − L⁻ᵀB·(I − BᵀB)⁻¹·W^½r`, where `B = L⁻¹JᵀW^½` and `L·Lᵀ` is the
//! curvature of the full fit. Source: the Woodbury identity, Golub and Van Loan, Matrix Computations, 2.1.

use super::fitting::{Design, Solution};
use super::solve::{Factor, Symmetric};
use std::collections::BTreeMap;

/// Groups with more rows are fitted again.
const LARGE: usize = 200;

/// Steps of a fit without a large group; it starts from the full fit.
const STEPS: usize = 5;

/// Predicted times, natural logarithms, of every sample by a fit without its group.
pub(super) fn predictions(design: &Design, solution: &Solution, groups: &[usize]) -> Vec<f64> {
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (sample, group) in groups.iter().enumerate() {
        members.entry(*group).or_default().push(sample);
    }
    let mut predicted = vec![0.0; design.len()];
    for group in members.values() {
        let values = if group.len() > LARGE { refitted(design, solution, group) } else { moved(design, solution, group) };
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

/// The parameters of a fit without the samples of `group`, by one step.
fn moved(design: &Design, solution: &Solution, group: &[usize]) -> Option<Vec<f64>> {
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
