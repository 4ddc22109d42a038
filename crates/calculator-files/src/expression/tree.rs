//! The syntax tree of an expression.

use rooflight_estimator::formula::Operator;
use std::ops::Range;

/// A node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The operation or value, with its operands.
    pub kind: NodeKind,
    /// Its bytes in the expression.
    pub at: Range<usize>,
}

/// The kinds of nodes.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// A number without its unit.
    Number(f64),
    /// The name of a value, a unit or a constant.
    Name(String),
    /// An operator before its operand.
    Unary(Operator, Box<Node>),
    /// An operator between its operands.
    Binary(Operator, Box<[Node; 2]>),
    /// `if … then … else …`, in this order.
    Choice(Box<[Node; 3]>),
    /// A call: the function's name, the bytes of the name, and the arguments.
    Call(String, Range<usize>, Vec<Node>),
}
