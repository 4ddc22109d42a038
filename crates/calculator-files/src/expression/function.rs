//! The functions of the expression language, a closed list.

use rooflight_estimator::formula::Operator;
use rooflight_estimator::formula::host::HostFunction;

/// The dimensions that a function accepts and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimensionRule {
    /// Bare numbers; returns a bare number.
    Bare,
    /// One quantity; returns one of the same dimension.
    Same,
    /// Quantities of one dimension; returns one of that dimension.
    Alike,
    /// Quantities of one dimension; returns a bare number.
    Ratio,
    /// One quantity; returns its root of this degree, 2 or 3.
    Root(u8),
    /// One quantity; returns true or false.
    Truth,
    /// A temperature on any scale; returns it on the scale that the function is called after.
    Temperature,
}

/// A function of the expression language.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name in expressions.
    pub name: &'static str,
    /// The arguments as the guide lists them: `x, low, high`.
    pub arguments: &'static str,
    /// Minimum and maximum number of arguments.
    pub count: (usize, usize),
    /// The dimensions that it accepts and returns.
    pub rule: DimensionRule,
    /// The operator; more than two arguments are folded from the left.
    pub operator: Operator,
    /// The result, in a few words for the guide.
    pub about: &'static str,
}

const fn function(
    name: &'static str,
    (arguments, least, most): (&'static str, usize, usize),
    rule: DimensionRule,
    operator: Operator,
    about: &'static str,
) -> Function {
    Function { name, arguments, count: (least, most), rule, operator, about }
}

const X: (&str, usize, usize) = ("x", 1, 1);

/// Maximum number of arguments of a function.
pub const MAX_ARGUMENTS: usize = 16;

/// The name of the one function that compiles to two operators.
pub const CLAMP: &str = "clamp";

/// Every function, in the order in which the guide lists them.
pub const FUNCTIONS: &[Function] = &[
    function("sqrt", X, DimensionRule::Root(2), Operator::SquareRoot, "square root"),
    function("cbrt", X, DimensionRule::Root(3), Operator::CubeRoot, "cube root"),
    function("abs", X, DimensionRule::Same, Operator::Absolute, "value without its sign"),
    function("exp", X, DimensionRule::Bare, Operator::Exponential, "e to the power of x"),
    function("ln", X, DimensionRule::Bare, Operator::NaturalLogarithm, "natural logarithm"),
    function("log10", X, DimensionRule::Bare, Operator::Logarithm10, "logarithm to base 10"),
    function("log2", X, DimensionRule::Bare, Operator::Logarithm2, "logarithm to base 2"),
    function("sin", X, DimensionRule::Bare, Operator::Sine, "sine of an angle"),
    function("cos", X, DimensionRule::Bare, Operator::Cosine, "cosine of an angle"),
    function("tan", X, DimensionRule::Bare, Operator::Tangent, "tangent of an angle"),
    function("asin", X, DimensionRule::Bare, Operator::ArcSine, "angle whose sine is x"),
    function("acos", X, DimensionRule::Bare, Operator::ArcCosine, "angle whose cosine is x"),
    function("atan", X, DimensionRule::Bare, Operator::ArcTangent, "angle whose tangent is x"),
    function("atan2", ("y, x", 2, 2), DimensionRule::Ratio, Operator::ArcTangent2, "angle of the point (x, y)"),
    function("floor", X, DimensionRule::Bare, Operator::Floor, "largest whole number that is not larger"),
    function("ceil", X, DimensionRule::Bare, Operator::Ceiling, "smallest whole number that is not smaller"),
    function("kelvin", X, DimensionRule::Temperature, Operator::Add, "temperature in K, of one in °C or °F"),
    function("celsius", X, DimensionRule::Temperature, Operator::Add, "temperature in °C, of one in K or °F"),
    function("fahrenheit", X, DimensionRule::Temperature, Operator::Add, "temperature in °F, of one in K or °C"),
    function("known", X, DimensionRule::Truth, Operator::Known, "true if x has a value, as an optional input may not"),
    function("round", X, DimensionRule::Bare, Operator::Round, "nearest whole number; halves away from zero"),
    function(
        "mod",
        ("x, y", 2, 2),
        DimensionRule::Alike,
        Operator::Remainder,
        "remainder of x ÷ y, with the sign of y",
    ),
    function("min", ("x, y, …", 1, MAX_ARGUMENTS), DimensionRule::Alike, Operator::Least, "smallest"),
    function("max", ("x, y, …", 1, MAX_ARGUMENTS), DimensionRule::Alike, Operator::Most, "largest"),
    function(CLAMP, ("x, low, high", 3, 3), DimensionRule::Alike, Operator::Least, "x, held between low and high"),
];

/// The host function with this name.
#[must_use]
pub fn host(name: &str) -> Option<HostFunction> {
    HostFunction::ALL.iter().copied().find(|function| function.name() == name)
}

/// The function with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}
