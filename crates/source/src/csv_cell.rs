//! Cells of CSV that a spreadsheet would compute as formulas.
//!
//! [`escaped`] puts an apostrophe before such a cell, by the rule of OWASP, and [`unescaped`] removes it. A cell that
//! begins like an escaped one is escaped, too, so that every cell comes back.

use std::borrow::Cow;

/// Returns a cell as CSV holds it.
#[must_use]
pub fn escaped(cell: &str) -> Cow<'_, str> {
    if is_formula(cell) { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

/// Returns the cell that CSV holds.
#[must_use]
pub fn unescaped(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell)
}

fn is_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

#[cfg(test)]
mod tests {
    use super::{escaped, unescaped};

    #[test]
    fn every_cell_comes_back() {
        for cell in ["", "=1+1", "'=1+1", "''@x", "'tis", "-", "'", "a=b", "\tx"] {
            assert_eq!(unescaped(&escaped(cell)), cell);
        }
        assert_eq!((&*escaped("=1+1"), &*escaped("'tis"), unescaped("'tis")), ("'=1+1", "'tis", "'tis"));
    }
}
