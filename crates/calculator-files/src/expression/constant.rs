//! Constants that expressions may name.
//!
//! Sources: the SI brochure (2019), whose defining constants are exact; the third General Conference on Weights and
//! Measures (1901) for the standard acceleration of gravity.

use crate::expression::dimension::Dimension;

/// A constant: its name, its value in base units, the powers of its base dimensions, and a description.
pub type Constant = (&'static str, f64, &'static [(&'static str, i32)], &'static str);

/// Every constant, in the order in which the guide lists them.
pub const TABLE: &[Constant] = &[
    ("pi", core::f64::consts::PI, &[], "circumference over diameter of a circle"),
    ("tau", core::f64::consts::TAU, &[], "circumference over radius of a circle"),
    ("e", core::f64::consts::E, &[], "base of the natural logarithm"),
    ("speed_of_light", 299_792_458.0, &[("length", 1), ("time", -1)], "in vacuum"),
    ("standard_gravity", 9.806_65, &[("length", 1), ("time", -2)], "acceleration of free fall, by convention"),
    (
        "planck_constant",
        6.626_070_15e-34,
        &[("length", 2), ("mass", 1), ("time", -1)],
        "energy over frequency of a photon",
    ),
    (
        "boltzmann_constant",
        1.380_649e-23,
        &[("length", 2), ("mass", 1), ("temperature", -1), ("time", -2)],
        "energy over temperature",
    ),
    ("elementary_charge", 1.602_176_634e-19, &[("current", 1), ("time", 1)], "charge of a proton"),
    ("avogadro_constant", 6.022_140_76e23, &[("amount of substance", -1)], "particles in a mole"),
];

/// The value of a constant in base units, and its dimension.
#[must_use]
pub fn find(name: &str) -> Option<(f64, Dimension)> {
    TABLE.iter().find(|(known, ..)| *known == name).map(|(_, factor, powers, _)| (*factor, Dimension::product(powers)))
}
