//! The functions that expressions may call: a closed list.

use rooflight_formula::Operator;

/// How a function treats dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Bare numbers in, a bare number out.
    Bare,
    /// Any quantity in, one of the same kind out.
    Same,
    /// Quantities of one kind in, one of that kind out.
    Alike,
    /// Quantities of one kind in, a bare number out.
    Ratio,
    /// Any quantity in, its root out: the second or the third one.
    Root(u8),
}

/// A function of the language, with its arguments and its result.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name, as expressions call it.
    pub name: &'static str,
    /// Its arguments as a page lists them.
    pub arguments: &'static str,
    /// The least and the largest number of arguments.
    pub count: (usize, usize),
    /// Its treatment of dimensions.
    pub rule: Rule,
    /// The operator; several arguments are taken two by two from the left.
    pub operator: Operator,
    /// Its result, in a few words.
    pub about: &'static str,
}

const fn function(
    name: &'static str,
    (arguments, least, most): (&'static str, usize, usize),
    rule: Rule,
    operator: Operator,
    about: &'static str,
) -> Function {
    Function { name, arguments, count: (least, most), rule, operator, about }
}

const X: (&str, usize, usize) = ("x", 1, 1);

/// The most arguments of a function.
pub const MAX_ARGUMENTS: usize = 16;

/// The name of the function that is written in two operators.
pub const CLAMP: &str = "clamp";

/// Every function.
pub const FUNCTIONS: &[Function] = &[
    function("sqrt", X, Rule::Root(2), Operator::SquareRoot, "square root"),
    function("cbrt", X, Rule::Root(3), Operator::CubeRoot, "cube root"),
    function("abs", X, Rule::Same, Operator::Absolute, "value without its sign"),
    function("exp", X, Rule::Bare, Operator::Exponential, "e to the power of x"),
    function("ln", X, Rule::Bare, Operator::NaturalLogarithm, "natural logarithm"),
    function("log10", X, Rule::Bare, Operator::Logarithm10, "logarithm to base 10"),
    function("log2", X, Rule::Bare, Operator::Logarithm2, "logarithm to base 2"),
    function("sin", X, Rule::Bare, Operator::Sine, "sine of an angle"),
    function("cos", X, Rule::Bare, Operator::Cosine, "cosine of an angle"),
    function("tan", X, Rule::Bare, Operator::Tangent, "tangent of an angle"),
    function("asin", X, Rule::Bare, Operator::ArcSine, "angle whose sine is x"),
    function("acos", X, Rule::Bare, Operator::ArcCosine, "angle whose cosine is x"),
    function("atan", X, Rule::Bare, Operator::ArcTangent, "angle whose tangent is x"),
    function("atan2", ("y, x", 2, 2), Rule::Ratio, Operator::ArcTangent2, "angle of the point (x, y)"),
    function("floor", X, Rule::Bare, Operator::Floor, "largest whole number that is not larger"),
    function("ceil", X, Rule::Bare, Operator::Ceiling, "smallest whole number that is not smaller"),
    function("round", X, Rule::Bare, Operator::Round, "nearest whole number; halves away from zero"),
    function("mod", ("x, y", 2, 2), Rule::Alike, Operator::Remainder, "remainder of x ÷ y, with the sign of y"),
    function("min", ("x, y, …", 1, MAX_ARGUMENTS), Rule::Alike, Operator::Least, "smallest"),
    function("max", ("x, y, …", 1, MAX_ARGUMENTS), Rule::Alike, Operator::Most, "largest"),
    function(CLAMP, ("x, low, high", 3, 3), Rule::Alike, Operator::Least, "x, held between low and high"),
];

/// The function of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}
