//! Solves symmetric positive definite systems, most of whose entries are zero.
//!
//! A Cholesky factorization by columns that skips zeros. If the caller puts rare parameters first, there is little
//! fill-in: a parameter of one device shares measurements with few others. Source: Golub and Van Loan, Matrix
//! Computations, 4.2.

/// The lower half of a symmetric matrix, column by column, each from the diagonal down.
#[derive(Debug, Default)]
pub(super) struct Symmetric {
    size: usize,
    data: Vec<f64>,
}

impl Clone for Symmetric {
    fn clone(&self) -> Self {
        Self { size: self.size, data: self.data.clone() }
    }

    /// Reuses the allocated memory.
    fn clone_from(&mut self, other: &Self) {
        self.size = other.size;
        self.data.clone_from(&other.data);
    }
}

impl Symmetric {
    /// Makes a diagonal matrix.
    pub(super) fn diagonal(values: &[f64]) -> Self {
        let size = values.len();
        let mut matrix = Self { size, data: vec![0.0; size * (size + 1) / 2] };
        matrix.set_diagonal(values);
        matrix
    }

    /// Overwrites the matrix with a diagonal one.
    pub(super) fn set_diagonal(&mut self, values: &[f64]) {
        self.data.fill(0.0);
        for (at, value) in values.iter().enumerate() {
            self.column(at)[0] = *value;
        }
    }

    /// Returns a column, from the diagonal down.
    fn column(&mut self, at: usize) -> &mut [f64] {
        let start = at * (2 * self.size + 1 - at) / 2;
        &mut self.data[start..start + self.size - at]
    }

    /// Adds `weight · v·vᵀ`, where `v` is given by its entries, sorted by position.
    pub(super) fn add_square(&mut self, entries: &[(usize, f64)], weight: f64) {
        for (at, (position, left)) in entries.iter().enumerate() {
            let scaled = weight * left;
            let column = self.column(*position);
            for (row, right) in &entries[at..] {
                column[row - position] += scaled * right;
            }
        }
    }

    /// Subtracts `v·vᵀ`, where `v` is given by its entries, sorted by position. The last positions are mostly filled:
    /// once at least half of the rest is, it is treated as a dense vector, which vector instructions process faster.
    /// `tail` is scratch.
    fn subtract_square(&mut self, entries: &[(usize, f64)], tail: &mut Vec<f64>) {
        let size = self.size;
        let sparse = (0..entries.len()).find(|at| size - entries[*at].0 <= 2 * (entries.len() - at));
        let (sparse, dense) = entries.split_at(sparse.unwrap_or(entries.len()));
        let start = dense.first().map_or(size, |(position, _)| *position);
        tail.clear();
        tail.resize(size - start, 0.0);
        for (position, value) in dense {
            tail[position - start] = *value;
        }
        for (at, (position, left)) in sparse.iter().enumerate() {
            let column = self.column(*position);
            for (row, right) in &sparse[at..] {
                column[row - position] -= left * right;
            }
            subtract(&mut column[start - position..], tail, *left);
        }
        for (position, left) in dense {
            subtract(self.column(*position), &tail[position - start..], *left);
        }
    }

    /// Adds to the entry of a row and a column; `row` must not be less than `column`.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.column(column)[row - column] += value;
    }

    /// Multiplies the diagonal by `factor`.
    pub(super) fn damp(&mut self, factor: f64) {
        for at in 0..self.size {
            self.column(at)[0] *= factor;
        }
    }
}

fn subtract(from: &mut [f64], what: &[f64], times: f64) {
    for (value, what) in from.iter_mut().zip(what) {
        *value -= times * what;
    }
}

/// A matrix factored as `L·Lᵀ`, with L in compressed columns.
#[derive(Debug, Clone)]
pub(super) struct Factor {
    diagonal: Vec<f64>,
    starts: Vec<usize>,
    rows: Vec<u32>,
    values: Vec<f64>,
}

impl Factor {
    /// Factors a matrix, which is overwritten; `None` if it is not positive definite.
    pub(super) fn of(matrix: &mut Symmetric) -> Option<Self> {
        let size = matrix.size;
        let mut factor =
            Self { diagonal: Vec::with_capacity(size), starts: vec![0], rows: Vec::new(), values: Vec::new() };
        let mut column: Vec<(usize, f64)> = Vec::with_capacity(size);
        let mut tail = Vec::with_capacity(size);
        for at in 0..size {
            let (first, rest) = matrix.column(at).split_first()?;
            let root = first.sqrt();
            if root.is_nan() || root <= 0.0 {
                return None;
            }
            column.clear();
            let below = rest.iter().enumerate().filter(|(_, value)| **value != 0.0);
            column.extend(below.map(|(row, value)| (at + 1 + row, value / root)));
            matrix.subtract_square(&column, &mut tail);
            factor.diagonal.push(root);
            for (row, value) in &column {
                factor.rows.push(u32::try_from(*row).unwrap_or(u32::MAX));
                factor.values.push(*value);
            }
            factor.starts.push(factor.rows.len());
        }
        Some(factor)
    }

    fn column(&self, at: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.starts[at]..self.starts[at + 1];
        self.rows[range.clone()].iter().zip(&self.values[range]).map(|(row, value)| (*row as usize, *value))
    }

    /// Computes `L⁻¹·x` in place.
    pub(super) fn forward(&self, x: &mut [f64]) {
        for at in 0..x.len() {
            if x[at] == 0.0 {
                continue;
            }
            x[at] /= self.diagonal[at];
            let value = x[at];
            for (row, entry) in self.column(at) {
                x[row] -= entry * value;
            }
        }
    }

    /// Computes `L⁻ᵀ·x` in place.
    pub(super) fn backward(&self, x: &mut [f64]) {
        for at in (0..x.len()).rev() {
            let known: f64 = self.column(at).map(|(row, entry)| entry * x[row]).sum();
            x[at] = (x[at] - known) / self.diagonal[at];
        }
    }

    /// Solves the system in place.
    pub(super) fn solve(&self, x: &mut [f64]) {
        self.forward(x);
        self.backward(x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_known_system() {
        let mut matrix = Symmetric::diagonal(&[1.0, 1.0, 1.0]);
        matrix.add_square(&[(0, 1.0), (2, 2.0)], 3.0);
        matrix.add_square(&[(1, 1.0), (2, -1.0)], 2.0);
        // [[4, 0, 6], [0, 3, -2], [6, -2, 15]] · [1, 2, 3] = [22, 0, 47]
        let mut x = vec![22.0, 0.0, 47.0];
        Factor::of(&mut matrix).unwrap().solve(&mut x);
        for (found, wanted) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-12, "{x:?}");
        }
    }

    #[test]
    fn refuses_what_is_not_positive_definite() {
        assert!(Factor::of(&mut Symmetric::diagonal(&[1.0, -1.0])).is_none());
        assert!(Factor::of(&mut Symmetric::diagonal(&[f64::NAN])).is_none());
    }
}
