//! The operations of a formula, and the bytes in which they travel to the browser.
//!
//! A formula is a list of [`Op`]s in postfix order: numbers and values are pushed, an operator takes its operands from the end of the list.
//! Truth is 1, falsehood 0; whatever else is not 0 counts as true.

use alloc::vec::Vec;
use rooflight_primitives::codec::{Codec, list};

/// A step of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// Pushes a number, in base units.
    Number(f64),
    /// Pushes the value at this position: inputs first, then the results of earlier formulas.
    Value(usize),
    /// Replaces operands by their result.
    Apply(Operator),
}

impl Default for Op {
    fn default() -> Self {
        Self::Number(0.0)
    }
}

/// An operator or a function.
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
    /// Every operator; its position is its number in bytes.
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
        let (mut kind, mut number, mut at, mut operator) = match *self {
            Self::Number(number) => (0, number, 0, Operator::Add),
            Self::Value(at) => (1, 0.0, at, Operator::Add),
            Self::Apply(operator) => (2, 0.0, 0, operator),
        };
        codec.whole(&mut kind);
        *self = match kind {
            0 => {
                codec.real(&mut number);
                Self::Number(number)
            }
            1 => {
                codec.position(&mut at);
                Self::Value(at)
            }
            _ => {
                codec.one_of(&mut operator, &Operator::ALL);
                Self::Apply(operator)
            }
        };
    }
}

/// The layout of a formula, for both directions.
pub fn layout<C: Codec>(codec: &mut C, formula: &mut Vec<Op>) {
    list(codec, formula, |codec, op| op.layout(codec));
}
