//! Prints random expressions with Numbat's results, one per line: the result, a tab, the expression. The result is a
//! number, `error` if the expression is rejected or gives no bare number, or `none` if it divides by zero.
//!
//! 1. An expression is generated for a dimension, so that most have a result; one in four mixes dimensions somewhere.
//! 2. Numbat evaluates it. A quantity is first divided by a unit of its dimension, so that the number does not depend
//!    on base units.
//!
//! Every run prints the same lines.

use numbat::module_importer::BuiltinModuleImporter;
use numbat::resolver::CodeSource;
use numbat::value::Value;
use numbat::{Context, InterpreterResult, NumbatError};

/// Dimensions, each with its units; the first unit divides the result.
const DIMENSIONS: [(&str, &[&str]); 7] = [
    ("bare", &["1"]),
    ("length", &["m", "km", "mm", "inch", "ft", "mile"]),
    ("time", &["s", "ms", "min", "hour", "day"]),
    ("mass", &["kg", "g", "mg", "lb", "tonne"]),
    ("speed", &["m/s", "km/hour", "mm/µs", "mph"]),
    ("energy", &["J", "kJ", "kWh", "N m", "kg m^2/s^2"]),
    ("data", &["byte", "kB", "GiB", "Mbit", "bit"]),
];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides as u64) as usize
    }

    fn number(&mut self) -> String {
        match self.roll(4) {
            0 => format!("{}", self.roll(9) + 1),
            1 => format!("{}.{}", self.roll(100), self.roll(9) + 1),
            2 => format!("{}e{}", self.roll(9) + 1, self.roll(7) as i32 - 3),
            _ => format!("{}", self.roll(2000) + 1),
        }
    }

    /// Generates an expression of `dimension`; if `wrong` is set, an inner part may get another dimension, which resets
    /// it.
    fn expression(&mut self, dimension: usize, depth: usize, wrong: &mut bool) -> String {
        let dimension = if *wrong && depth < 3 && self.roll(3) == 0 {
            *wrong = false;
            (dimension + 1 + self.roll(6)) % 7
        } else {
            dimension
        };
        let units = DIMENSIONS[dimension].1;
        if depth == 0 {
            let number = self.number();
            return if dimension == 0 { number } else { format!("{number} {}", units[self.roll(units.len())]) };
        }
        let mut part = |dice: &mut Self, dimension| dice.expression(dimension, depth - 1, wrong);
        match (self.roll(9), dimension) {
            (0, _) => format!("({} + {})", part(self, dimension), part(self, dimension)),
            (1, _) => format!("({} - {})", part(self, dimension), part(self, dimension)),
            (2, _) => format!("{} * ({})", part(self, 0), part(self, dimension)),
            (3, _) => format!("({}) / ({})", part(self, dimension), part(self, 0)),
            (4, _) => {
                let compared = self.roll(7);
                let sign = ["<", "<=", ">", ">=", "==", "!="][self.roll(6)];
                let condition = format!("{} {sign} {}", part(self, compared), part(self, compared));
                format!("(if {condition} then {} else {})", part(self, dimension), part(self, dimension))
            }
            (5, _) => {
                let name = ["min", "max"][self.roll(2)];
                let (a, b) = (part(self, dimension), part(self, dimension));
                if name == "min" || self.roll(2) == 0 { format!("-abs({a})") } else { format!("abs(-({b}))") }
            }
            (6, 0) => {
                let name = ["sin", "cos", "atan", "floor", "round", "ceil"][self.roll(6)];
                format!("{name}({})", part(self, 0))
            }
            (7, 0) => {
                let name = ["sqrt", "ln", "log10", "log2"][self.roll(4)];
                format!("{name}(abs({}) + 1)", part(self, 0))
            }
            (8, 0) => {
                let same = self.roll(6) + 1;
                format!("({}) / ({})", part(self, same), part(self, same))
            }
            (6, 1) => format!("({}) × ({})", part(self, 4), part(self, 2)),
            (7, 1) => format!("sqrt(({})^2 + ({})^2)", part(self, 1), part(self, 1)),
            (6, 4) => format!("({}) ÷ ({})", part(self, 1), part(self, 2)),
            (6, 5) => format!("1/2 × ({}) × ({})²", part(self, 3), part(self, 4)),
            _ => format!("-{}", part(self, dimension)),
        }
    }
}

fn evaluate(context: &mut Context, expression: &str) -> String {
    match context.interpret(expression, CodeSource::Text) {
        Ok((_, InterpreterResult::Value(Value::Quantity(found)))) => match found.as_scalar() {
            Ok(number) => format!("{:e}", number.to_f64()),
            Err(_) => "error".to_owned(),
        },
        // A division by zero.
        Err(error) if matches!(*error, NumbatError::RuntimeError(_)) => "none".to_owned(),
        _ => "error".to_owned(),
    }
}

fn main() {
    let mut context = Context::new(BuiltinModuleImporter::default());
    assert!(context.interpret("use prelude", CodeSource::Internal).is_ok(), "the prelude loads");
    let mut dice = Dice(20_261_126);
    for at in 0..500 {
        let (dimension, depth, mut wrong) = (dice.roll(7), 1 + dice.roll(4), at % 4 == 3);
        let inner = dice.expression(dimension, depth, &mut wrong);
        let unit = DIMENSIONS[dimension].1[0];
        let expression = if dimension == 0 { inner } else { format!("({inner}) / (1 {unit})") };
        println!("{}\t{expression}", evaluate(&mut context, &expression));
    }
}
