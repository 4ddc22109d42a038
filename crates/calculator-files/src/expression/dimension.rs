//! Dimensions of quantities, independent of their units.
//!
//! A dimension is a product of powers of base dimensions: those of the SI, counted things (bytes, tokens, people,
//! currencies), and those that a site adds. A bare number has the empty product. A plane angle is a bare number, as in
//! the SI.

use crate::expression::ratio::Ratio;
use std::collections::BTreeMap;
use std::fmt;

/// A product of powers of base dimensions.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dimension(BTreeMap<String, Ratio>);

/// Products that have a name: the name, and the powers of base dimensions.
const NAMED: &[(&str, &[(&str, i32)])] = &[
    ("speed", &[("length", 1), ("time", -1)]),
    ("acceleration", &[("length", 1), ("time", -2)]),
    ("area", &[("length", 2)]),
    ("volume", &[("length", 3)]),
    ("frequency or rate", &[("time", -1)]),
    ("force", &[("length", 1), ("mass", 1), ("time", -2)]),
    ("energy", &[("length", 2), ("mass", 1), ("time", -2)]),
    ("power", &[("length", 2), ("mass", 1), ("time", -3)]),
    ("pressure", &[("length", -1), ("mass", 1), ("time", -2)]),
    ("density", &[("length", -3), ("mass", 1)]),
    ("charge", &[("current", 1), ("time", 1)]),
    ("voltage", &[("current", -1), ("length", 2), ("mass", 1), ("time", -3)]),
    ("resistance", &[("current", -2), ("length", 2), ("mass", 1), ("time", -3)]),
];

impl Dimension {
    /// The base dimension with this name.
    #[must_use]
    pub fn base(name: &str) -> Self {
        Self(BTreeMap::from([(name.to_owned(), Ratio::ONE)]))
    }

    /// A product of integer powers of base dimensions.
    #[must_use]
    pub fn product(powers: &[(&str, i32)]) -> Self {
        let ratio = |power: i32| Ratio::new(power, 1).unwrap_or(Ratio::ONE);
        Self(powers.iter().map(|(name, power)| ((*name).to_owned(), ratio(*power))).collect())
    }

    /// True for a bare number, the empty product.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The dimension of a product; `None` if a power becomes too large.
    #[must_use]
    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut product = self.clone();
        for (name, power) in &other.0 {
            let sum = match product.0.get(name) {
                Some(own) => own.plus(*power)?,
                None => *power,
            };
            if sum.is_zero() {
                product.0.remove(name);
            } else {
                product.0.insert(name.clone(), sum);
            }
        }
        Some(product)
    }

    /// The dimension of a quotient; `None` if a power becomes too large.
    #[must_use]
    pub fn over(&self, other: &Self) -> Option<Self> {
        self.times(&Self(other.0.iter().map(|(name, power)| (name.clone(), power.negated())).collect()))
    }

    /// The dimension of a power; `None` if a power becomes too large.
    #[must_use]
    pub fn to_the(&self, exponent: Ratio) -> Option<Self> {
        if exponent.is_zero() {
            return Some(Self::default());
        }
        let powers = self.0.iter().map(|(name, power)| Some((name.clone(), power.times(exponent)?)));
        powers.collect::<Option<_>>().map(Self)
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return out.write_str("bare number");
        }
        if let Some((name, _)) = NAMED.iter().find(|(_, powers)| *self == Self::product(powers)) {
            return out.write_str(name);
        }
        let write = |powers: &[(&String, Ratio)]| {
            let power = |(name, power): &(&String, Ratio)| {
                if *power == Ratio::ONE { (*name).clone() } else { format!("{name}^{power}") }
            };
            powers.iter().map(power).collect::<Vec<_>>().join(" × ")
        };
        let (below, above): (Vec<_>, Vec<_>) =
            self.0.iter().map(|(name, power)| (name, *power)).partition(|(_, power)| power.is_negative());
        let below: Vec<_> = below.into_iter().map(|(name, power)| (name, power.negated())).collect();
        match (above.is_empty(), below.is_empty()) {
            (_, true) => out.write_str(&write(&above)),
            (true, false) => write!(out, "1 / {}", bracketed(&write(&below), below.len())),
            (false, false) => write!(out, "{} / {}", write(&above), bracketed(&write(&below), below.len())),
        }
    }
}

fn bracketed(text: &str, factors: usize) -> String {
    if factors > 1 { format!("({text})") } else { text.to_owned() }
}
