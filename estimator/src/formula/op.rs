//! The operations of a formula.
//!
//! A formula is a list of [`Op`]s in postfix order: numbers and values are pushed on a stack, an operator pops its
//! operands. True is 1 and false is 0; any other number counts as true.

use crate::formula::host::HostFunction;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// One operation of a formula.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Op {
    /// Pushes a number, in base units.
    Number(f64),
    /// Pushes the value at this position: inputs first, then the results of earlier formulas.
    Value(usize),
    /// Pops the operator's operands and pushes its result.
    Apply(Operator),
    /// Replaces a key by the second number of the pair that begins with it; NaN if there is none.
    Lookup(Vec<[f64; 2]>),
    /// Replaces x by y on the straight lines through these points, sorted by x; NaN outside them.
    Interpolate(Vec<[f64; 2]>),
    /// Pops the arguments of a host function and pushes its result.
    Host(HostFunction),
}

/// An operator or function, by the name of its operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is the operation that it is called")]
pub enum Operator {
    Negate,
    Not,
    Absolute,
    SquareRoot,
    CubeRoot,
    Exponential,
    NaturalLogarithm,
    Logarithm10,
    Logarithm2,
    Sine,
    Cosine,
    Tangent,
    ArcSine,
    ArcCosine,
    ArcTangent,
    Floor,
    Ceiling,
    Round,
    Known,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Unequal,
    And,
    Or,
    Least,
    Most,
    Remainder,
    ArcTangent2,
    Select,
}

impl Operator {
    /// The number of operands.
    #[must_use]
    pub const fn operands(self) -> usize {
        match self {
            Self::Select => 3,
            _ if (self as usize) < (Self::Add as usize) => 1,
            _ => 2,
        }
    }
}
