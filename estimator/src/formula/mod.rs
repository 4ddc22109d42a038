//! Compiled formulas: numbers in base units and operations on them, in postfix order.
//!
//! 1. `rooflight-calculator-files` compiles authors' expressions. No units remain, since every number is in base units.
//! 2. [`evaluate`](evaluate::evaluate) evaluates a formula, with the same bits natively and in the browser: it uses
//!    `libm` and the exact operations of `rooflight-primitives` instead of the platform's functions.
//! 3. A [`HostFunction`](host::HostFunction) is computed by whoever evaluates the formula: the estimator's formulas,
//!    and facts of the catalog.
//!
//! There are no jumps, and loops only over the rows of a table, so the number of steps is that of operations and rows.
//! Both branches of a choice are evaluated and one is dropped. A malformed formula never panics.

pub mod evaluate;
pub mod host;
pub mod op;

pub use evaluate::evaluate;
pub use op::{Op, Operator};
