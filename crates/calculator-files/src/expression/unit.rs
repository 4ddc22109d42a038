//! Built-in units, and those that a site adds.
//!
//! 1. [`TABLE`] lists the built-in units with their names, their value in base units and their dimension. Sources: the
//!    SI brochure (2019) for SI units and prefixes, the international yard and pound agreement (1959) for feet and
//!    pounds, IEC 80000-13 for binary prefixes.
//! 2. A name is looked up unchanged, then without its prefix: `km`, `kilometres`, `GiB`. So `min` is a minute.
//! 3. A site adds units, as multiples of others or as new base dimensions.
//!
//! A degree on a scale with a zero of its own has a dimension of its own ([`temperature`](super::temperature)).

use crate::expression::dimension::Dimension;
use crate::expression::temperature::{CELSIUS, FAHRENHEIT};
use std::collections::BTreeMap;

/// A unit: its value in base units, and its dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The value of one in base units.
    pub factor: f64,
    /// The dimension that it measures.
    pub dimension: Dimension,
}

/// The prefixes that a unit takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefixes {
    /// The unit takes no prefix.
    None,
    /// SI prefixes, see [`METRIC`].
    Metric,
    /// SI prefixes from kilo up, and binary prefixes, see [`BINARY`].
    Binary,
}

/// A built-in unit.
#[derive(Clone, Copy, Debug)]
pub struct UnitDefinition {
    /// Symbols, the usual one first.
    pub symbols: &'static [&'static str],
    /// Full names, the singular first.
    pub names: &'static [&'static str],
    /// Which prefixes it takes.
    pub prefixes: Prefixes,
    /// The value of one in base units.
    pub factor: f64,
    /// The powers of its base dimensions.
    pub powers: &'static [(&'static str, i32)],
}

const fn row(
    symbols: &'static [&'static str],
    names: &'static [&'static str],
    prefixes: Prefixes,
    factor: f64,
    powers: &'static [(&'static str, i32)],
) -> UnitDefinition {
    UnitDefinition { symbols, names, prefixes, factor, powers }
}

const LENGTH: &[(&str, i32)] = &[("length", 1)];
const AREA: &[(&str, i32)] = &[("length", 2)];
const VOLUME: &[(&str, i32)] = &[("length", 3)];
const TIME: &[(&str, i32)] = &[("time", 1)];
const MASS: &[(&str, i32)] = &[("mass", 1)];
const FORCE: &[(&str, i32)] = &[("length", 1), ("mass", 1), ("time", -2)];
const ENERGY: &[(&str, i32)] = &[("length", 2), ("mass", 1), ("time", -2)];
const POWER: &[(&str, i32)] = &[("length", 2), ("mass", 1), ("time", -3)];
const PRESSURE: &[(&str, i32)] = &[("length", -1), ("mass", 1), ("time", -2)];
const SPEED: &[(&str, i32)] = &[("length", 1), ("time", -1)];
const RATE: &[(&str, i32)] = &[("time", -1)];
const CHARGE: &[(&str, i32)] = &[("current", 1), ("time", 1)];
const VOLTAGE: &[(&str, i32)] = &[("current", -1), ("length", 2), ("mass", 1), ("time", -3)];
const RESISTANCE: &[(&str, i32)] = &[("current", -2), ("length", 2), ("mass", 1), ("time", -3)];
const CAPACITANCE: &[(&str, i32)] = &[("current", 2), ("length", -2), ("mass", -1), ("time", 4)];
const INDUCTANCE: &[(&str, i32)] = &[("current", -2), ("length", 2), ("mass", 1), ("time", -2)];
const ILLUMINANCE: &[(&str, i32)] = &[("length", -2), ("luminous intensity", 1)];
const BYTES: &[(&str, i32)] = &[("data", 1)];
const BARE: &[(&str, i32)] = &[];

use Prefixes::{Binary, Metric, None as Bare};

/// Every built-in unit, in the order in which the guide lists them.
pub const TABLE: &[UnitDefinition] = &[
    row(&["m"], &["metre", "metres", "meter", "meters"], Metric, 1.0, LENGTH),
    row(&["inch"], &["inches"], Bare, 0.0254, LENGTH),
    row(&["ft"], &["foot", "feet"], Bare, 0.3048, LENGTH),
    row(&["yd"], &["yard", "yards"], Bare, 0.9144, LENGTH),
    row(&["mi"], &["mile", "miles"], Bare, 1609.344, LENGTH),
    row(&["ha"], &["hectare", "hectares"], Bare, 1e4, AREA),
    row(&["L", "l"], &["litre", "litres", "liter", "liters"], Metric, 1e-3, VOLUME),
    row(&["s"], &["second", "seconds"], Metric, 1.0, TIME),
    row(&["min"], &["minute", "minutes"], Bare, 60.0, TIME),
    row(&["h"], &["hour", "hours"], Bare, 3600.0, TIME),
    row(&["d"], &["day", "days"], Bare, 86_400.0, TIME),
    row(&[], &["week", "weeks"], Bare, 604_800.0, TIME),
    row(&[], &["year", "years"], Bare, 31_557_600.0, TIME),
    row(&[], &["month", "months"], Bare, 2_629_800.0, TIME),
    row(&["g"], &["gram", "grams"], Metric, 1e-3, MASS),
    row(&["t"], &["tonne", "tonnes"], Bare, 1e3, MASS),
    row(&["lb"], &["pound", "pounds"], Bare, 0.453_592_37, MASS),
    row(&["oz"], &["ounce", "ounces"], Bare, 0.028_349_523_125, MASS),
    row(&["K"], &["kelvin"], Metric, 1.0, &[("temperature", 1)]),
    row(&["°C", "degC"], &[], Bare, 1.0, &[(CELSIUS, 1)]),
    row(&["°F", "degF"], &[], Bare, 1.0, &[(FAHRENHEIT, 1)]),
    row(&["A"], &["ampere", "amperes"], Metric, 1.0, &[("current", 1)]),
    row(&["mol"], &["mole", "moles"], Metric, 1.0, &[("amount of substance", 1)]),
    row(&["cd"], &["candela"], Metric, 1.0, &[("luminous intensity", 1)]),
    row(&["lx"], &["lux"], Metric, 1.0, ILLUMINANCE),
    row(&["Hz"], &["hertz"], Metric, 1.0, RATE),
    row(&["rpm"], &[], Bare, 1.0 / 60.0, RATE),
    row(&["N"], &["newton", "newtons"], Metric, 1.0, FORCE),
    row(&["J"], &["joule", "joules"], Metric, 1.0, ENERGY),
    row(&["Wh"], &[], Metric, 3600.0, ENERGY),
    row(&["cal"], &["calorie", "calories"], Metric, 4.184, ENERGY),
    row(&["W"], &["watt", "watts"], Metric, 1.0, POWER),
    row(&["Pa"], &["pascal", "pascals"], Metric, 1.0, PRESSURE),
    row(&["bar"], &[], Metric, 1e5, PRESSURE),
    row(&["psi"], &[], Bare, 6_894.757_293_168_361, PRESSURE),
    row(&["kmh"], &["kph"], Bare, 1.0 / 3.6, SPEED),
    row(&["mph"], &[], Bare, 0.44704, SPEED),
    row(&["C"], &["coulomb", "coulombs"], Metric, 1.0, CHARGE),
    row(&["Ah"], &[], Metric, 3600.0, CHARGE),
    row(&["V"], &["volt", "volts"], Metric, 1.0, VOLTAGE),
    row(&["Ω"], &["ohm", "ohms"], Metric, 1.0, RESISTANCE),
    row(&["F"], &["farad", "farads"], Metric, 1.0, CAPACITANCE),
    row(&["H"], &["henry", "henries"], Metric, 1.0, INDUCTANCE),
    row(&["rad"], &["radian", "radians"], Metric, 1.0, BARE),
    row(&["°", "deg"], &["degree", "degrees"], Bare, core::f64::consts::PI / 180.0, BARE),
    row(&["arcmin"], &[], Bare, core::f64::consts::PI / 10_800.0, BARE),
    row(&["arcsec"], &[], Bare, core::f64::consts::PI / 648_000.0, BARE),
    row(&["%"], &["percent"], Bare, 0.01, BARE),
    row(&["ppm"], &[], Bare, 1e-6, BARE),
    row(&[], &["dozen"], Bare, 12.0, BARE),
    row(&["B"], &["byte", "bytes"], Binary, 1.0, BYTES),
    row(&["bit"], &["bits"], Binary, 0.125, BYTES),
    row(&[], &["token", "tokens"], Bare, 1.0, &[("tokens", 1)]),
    row(&[], &["person", "people"], Bare, 1.0, &[("people", 1)]),
    row(&["px"], &["pixel", "pixels"], Metric, 1.0, &[("pixels", 1)]),
    row(&["$", "USD"], &["dollar", "dollars"], Bare, 1.0, &[("US dollars", 1)]),
    row(&["€", "EUR"], &["euro", "euros"], Bare, 1.0, &[("euros", 1)]),
    row(&["£", "GBP"], &[], Bare, 1.0, &[("pounds sterling", 1)]),
    row(&["¥", "JPY"], &["yen"], Bare, 1.0, &[("yen", 1)]),
    row(&["CHF"], &[], Bare, 1.0, &[("Swiss francs", 1)]),
];

/// SI prefixes from pico to exa: before symbols, before names, and their factor.
pub const METRIC: &[(&str, &str, f64)] = &[
    ("p", "pico", 1e-12),
    ("n", "nano", 1e-9),
    ("µ", "micro", 1e-6),
    ("μ", "micro", 1e-6),
    ("m", "milli", 1e-3),
    ("c", "centi", 1e-2),
    ("d", "deci", 1e-1),
    ("h", "hecto", 1e2),
    ("k", "kilo", 1e3),
    ("M", "mega", 1e6),
    ("G", "giga", 1e9),
    ("T", "tera", 1e12),
    ("P", "peta", 1e15),
    ("E", "exa", 1e18),
];

/// Binary prefixes: before symbols, before names, and their factor.
pub const BINARY: &[(&str, &str, f64)] = &[
    ("Ki", "kibi", 1024.0),
    ("Mi", "mebi", 1_048_576.0),
    ("Gi", "gibi", 1_073_741_824.0),
    ("Ti", "tebi", 1_099_511_627_776.0),
    ("Pi", "pebi", 1_125_899_906_842_624.0),
];

/// The units that expressions may use: built-in ones, and a site's own.
#[derive(Clone, Debug, Default)]
pub struct Units {
    own: BTreeMap<String, Unit>,
}

impl Units {
    /// Adds a unit of the site; returns false if the name is taken.
    #[must_use]
    pub fn add(&mut self, name: &str, unit: Unit) -> bool {
        let free = self.find(name).is_none();
        if free {
            self.own.insert(name.to_owned(), unit);
        }
        free
    }

    /// The unit with this name, with or without a prefix.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Unit> {
        self.own.get(name).cloned().or_else(|| exact(name)).or_else(|| prefixed(name))
    }

    /// Every name without prefixes, for hints.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let built_in = TABLE.iter().flat_map(|row| row.symbols.iter().chain(row.names)).copied();
        built_in.chain(self.own.keys().map(String::as_str))
    }
}

fn unit(row: &UnitDefinition, prefix: f64) -> Unit {
    Unit { factor: prefix * row.factor, dimension: Dimension::product(row.powers) }
}

fn exact(name: &str) -> Option<Unit> {
    TABLE.iter().find(|row| row.symbols.contains(&name) || row.names.contains(&name)).map(|row| unit(row, 1.0))
}

fn prefixed(name: &str) -> Option<Unit> {
    TABLE.iter().filter(|row| row.prefixes != Bare).find_map(|row| {
        let metric = METRIC.iter().filter(|(_, _, factor)| row.prefixes == Metric || *factor >= 1e3);
        let binary = BINARY.iter().filter(|_| row.prefixes == Binary);
        metric.chain(binary).find_map(|(short, long, factor)| {
            let is = |prefix: &str, names: &[&str]| name.strip_prefix(prefix).is_some_and(|rest| names.contains(&rest));
            (is(short, row.symbols) || is(long, row.names)).then(|| unit(row, *factor))
        })
    })
}
