//! An expression as a tree, with the bytes of every part.

use rooflight_formula::Operator;
use std::ops::Range;

/// A part of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its kind.
    pub part: Part,
    /// Its bytes.
    pub at: Range<usize>,
}

/// The kinds of parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A number without its unit.
    Number(f64),
    /// A value, a unit or a constant.
    Name(String),
    /// A sign before its operand.
    One(Operator, Box<Node>),
    /// A sign between its operands.
    Two(Operator, Box<[Node; 2]>),
    /// `if`, `then`, `else`.
    Choice(Box<[Node; 3]>),
    /// A function by its name, where that stands, and its arguments.
    Call(String, Range<usize>, Vec<Node>),
}
