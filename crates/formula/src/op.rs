//! The operations of a formula, and their encoding in bytes.
//!
//! A formula is a list of [`Op`]s in postfix order: numbers and values are pushed on a stack, an operator pops its
//! operands. True is 1 and false is 0; any other number counts as true.

use alloc::vec::Vec;
use rooflight_primitives::codec::{Codec, list};

/// One operation of a formula.
#[derive(Clone, Debug, PartialEq)]
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
}

impl Default for Op {
    fn default() -> Self {
        Self::Number(0.0)
    }
}

/// An operator or function, by the name of its operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Every operator; its index is its number in bytes.
    pub const ALL: [Self; 36] = [
        Self::Negate,
        Self::Not,
        Self::Absolute,
        Self::SquareRoot,
        Self::CubeRoot,
        Self::Exponential,
        Self::NaturalLogarithm,
        Self::Logarithm10,
        Self::Logarithm2,
        Self::Sine,
        Self::Cosine,
        Self::Tangent,
        Self::ArcSine,
        Self::ArcCosine,
        Self::ArcTangent,
        Self::Floor,
        Self::Ceiling,
        Self::Round,
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::Divide,
        Self::Power,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::Equal,
        Self::Unequal,
        Self::And,
        Self::Or,
        Self::Least,
        Self::Most,
        Self::Remainder,
        Self::ArcTangent2,
        Self::Select,
    ];

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

impl Op {
    fn layout<C: Codec>(&mut self, codec: &mut C) {
        let mut kind = match self {
            Self::Number(_) => 0,
            Self::Value(_) => 1,
            Self::Apply(_) => 2,
            Self::Lookup(_) => 3,
            Self::Interpolate(_) => 4,
        };
        codec.whole(&mut kind);
        if C::READS {
            *self = match kind {
                0 => Self::Number(0.0),
                1 => Self::Value(0),
                2 => Self::Apply(Operator::Add),
                3 => Self::Lookup(Vec::new()),
                _ => Self::Interpolate(Vec::new()),
            };
        }
        match self {
            Self::Number(number) => codec.real(number),
            Self::Value(at) => codec.position(at),
            Self::Apply(operator) => codec.one_of(operator, &Operator::ALL),
            Self::Lookup(pairs) | Self::Interpolate(pairs) => list(codec, pairs, |codec, pair| {
                for number in pair {
                    codec.real(number);
                }
            }),
        }
    }
}

/// Encodes or decodes a formula.
pub fn layout<C: Codec>(codec: &mut C, formula: &mut Vec<Op>) {
    list(codec, formula, |codec, op| op.layout(codec));
}
