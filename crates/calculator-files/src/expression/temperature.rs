//! Scales of temperature with a zero of their own.
//!
//! 1. A degree Celsius and a degree Fahrenheit count on their own scale, so each has a dimension of its own, and °C and K
//!    do not add up.
//! 2. `kelvin(x)`, `celsius(x)` and `fahrenheit(x)` bring a temperature from any scale to the scale of their name.
//!
//! Sources: the SI brochure (2019), 2.3.4, for the zero of the Celsius scale; NIST SP 811 (2008), B.9, for Fahrenheit.

use crate::expression::dimension::Dimension;
use rooflight_estimator::formula::{Op, Operator};

/// The function that converts to a scale, its dimension, its zero in kelvin, and a degree in kelvin.
type Scale = (&'static str, &'static str, f64, f64);

const SCALES: [Scale; 3] = [
    ("kelvin", "temperature", 0.0, 1.0),
    ("celsius", CELSIUS, 273.15, 1.0),
    ("fahrenheit", FAHRENHEIT, 459.67 / 1.8, 1.0 / 1.8),
];

/// The dimension of degrees Celsius.
pub const CELSIUS: &str = "temperature in °C";

/// The dimension of degrees Fahrenheit.
pub const FAHRENHEIT: &str = "temperature in °F";

/// True for a temperature on any scale.
pub(crate) fn is_temperature(found: &Dimension) -> bool {
    SCALES.iter().any(|(_, dimension, ..)| *found == Dimension::base(dimension))
}

/// Returns what brings a value of this dimension to the scale of a function, and the dimension of the result; `None` if
/// the value is no temperature.
pub(super) fn converted(function: &str, from: &Dimension) -> Option<(Vec<Op>, Dimension)> {
    let scale = |is: &dyn Fn(&Scale) -> bool| SCALES.iter().copied().find(|scale| is(scale));
    let (_, _, zero, degree) = scale(&|(_, dimension, ..)| Dimension::base(dimension) == *from)?;
    let (_, dimension, own_zero, own_degree) = scale(&|(name, ..)| *name == function)?;
    let steps = [(degree, Operator::Multiply), (zero - own_zero, Operator::Add), (own_degree, Operator::Divide)];
    let ops = steps.into_iter().flat_map(|(number, operator)| [Op::Number(number), Op::Apply(operator)]);
    Some((ops.collect(), Dimension::base(dimension)))
}
