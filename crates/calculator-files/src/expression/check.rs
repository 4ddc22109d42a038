//! Checks the dimensions of an expression and compiles it to a formula.
//!
//! 1. Each node gets a [`Type`], from the inside out. A node of unknown type fits everywhere, so that a mistake is
//!    reported once and does not hide mistakes elsewhere.
//! 2. Each node appends its operations to the formula in the same order, after those of its operands.
//! 3. The power of a quantity needs an exponent that is known at compile time: a number, or arithmetic on numbers.

use crate::expression::constant;
use crate::expression::dimension::Dimension;
use crate::expression::function::{self, CLAMP, DimensionRule, FUNCTIONS, Function};
use crate::expression::mistake::Mistake;
use crate::expression::parse::parse;
use crate::expression::ratio::Ratio;
use crate::expression::scope::{Scope, Type, article};
use crate::expression::table;
use crate::expression::temperature::{converted, is_temperature};
use crate::expression::tree::{Node, NodeKind};
use rooflight_estimator::formula::{Op, Operator};
use rooflight_primitives::names::nearest_text;
use std::ops::Range;

/// The name of a value that does not exist, which fits every dimension: `if steady then wait else none`.
const NONE: &str = "none";

/// A checked expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiled {
    /// The operations, in postfix order.
    pub formula: Vec<Op>,
    /// The type of its result.
    pub found: Type,
}

/// Checks an expression and compiles it.
///
/// # Errors
/// All mistakes; if the syntax is wrong, the first one.
pub fn compile(text: &str, scope: &Scope) -> Result<Compiled, Vec<Mistake>> {
    let tree = parse(text).map_err(|mistake| vec![mistake])?;
    let mut checker = Checker { scope, formula: Vec::new(), mistakes: Vec::new() };
    let found = checker.node(&tree);
    let Checker { formula, mistakes, .. } = checker;
    if mistakes.is_empty() { Ok(Compiled { formula, found }) } else { Err(mistakes) }
}

pub(crate) struct Checker<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) formula: Vec<Op>,
    mistakes: Vec<Mistake>,
}

impl Checker<'_> {
    pub(crate) fn mistake(&mut self, mistake: Mistake) -> Type {
        self.mistakes.push(mistake);
        Type::Unknown
    }

    pub(crate) fn node(&mut self, node: &Node) -> Type {
        match &node.kind {
            NodeKind::Number(number) => {
                self.formula.push(Op::Number(*number));
                if *number == 0.0 { Type::Zero } else { Type::Quantity(Dimension::default()) }
            }
            NodeKind::Name(name) => self.name(name, &node.at),
            NodeKind::Unary(operator, operand) => {
                let found = self.node(operand);
                self.formula.push(Op::Apply(*operator));
                match operator {
                    Operator::Not => self.truth(found, &operand.at, "`not`"),
                    _ => self.quantity(found, &operand.at, "`−`"),
                }
            }
            NodeKind::Binary(operator, operands) => self.binary(*operator, operands, &node.at),
            NodeKind::Choice(parts) => {
                let [condition, first, second] = &**parts;
                let found = self.node(condition);
                self.truth(found, &condition.at, "`if`");
                let branches = (self.node(first), self.node(second));
                self.formula.push(Op::Apply(Operator::Select));
                self.unify(branches, (&first.at, &second.at), "`then` and `else` give")
            }
            NodeKind::Call(name, at, arguments) => self.call(name, at, arguments, &node.at),
        }
    }

    fn name(&mut self, name: &str, at: &Range<usize>) -> Type {
        if let Some((position, found)) = self.scope.find(name) {
            self.formula.push(Op::Value(*position));
            if let Type::Record(kind) = found {
                return Type::Record(*kind);
            }
            if *found == Type::Row {
                let message = format!("`{name}` is a row of a table, which has no value of its own");
                return self.mistake(Mistake::new(at.clone(), message).help(format!("name a column: `{name}.…`")));
            }
            return found.clone();
        }
        if let Some(found) = self.record_fact(name) {
            return found;
        }
        if let Some(at) = ["no", "yes"].iter().position(|word| *word == name) {
            self.formula.push(Op::Number(if at == 0 { 0.0 } else { 1.0 }));
            return Type::Truth;
        }
        if name == NONE {
            self.formula.push(Op::Number(f64::NAN));
            return Type::Zero;
        }
        let unit = self.scope.units.find(name).map(|unit| (unit.factor, unit.dimension));
        if let Some((factor, dimension)) = unit.or_else(|| constant::find(name)) {
            self.formula.push(Op::Number(factor));
            return Type::Quantity(dimension);
        }
        self.formula.push(Op::Number(f64::NAN));
        let mistake = Mistake::new(at.clone(), format!("nothing is called `{name}` here"));
        self.mistake(mistake.help(self.unknown(name)))
    }

    fn unknown(&self, name: &str) -> String {
        if self.scope.columns.contains_key(name) {
            return "a column has many values: it belongs in `sum`, `lookup` or `interpolate`".to_owned();
        }
        if function::find(name).is_some() || function::host(name).is_some() || table::find(name).is_some() {
            return format!("`{name}` is a function: write its arguments in brackets, such as `{name}(…)`");
        }
        if name.starts_with('°') {
            return "write `°C`, `°F` or `K`".to_owned();
        }
        if let Some(help) = self.unknown_fact(name) {
            return help;
        }
        let constants = constant::TABLE.iter().map(|(name, ..)| *name);
        let known = self.scope.values().chain(constants).chain(self.scope.units.names());
        if let Some(nearest) = nearest_text(name, known) {
            return format!("did you mean `{nearest}`?");
        }
        let values: Vec<&str> = self.scope.values().collect();
        match values.as_slice() {
            [] => "write numbers, units and constants; inputs and earlier formulas have no place here".to_owned(),
            _ => format!("the inputs and earlier formulas are {}", values.join(", ")),
        }
    }

    fn truth(&mut self, found: Type, at: &Range<usize>, who: &str) -> Type {
        match found {
            Type::Truth | Type::Unknown => Type::Truth,
            other => {
                let mistake = Mistake::new(
                    at.clone(),
                    format!("{who} takes something true or false, and this is {}", article(&other)),
                );
                self.mistake(mistake.help("compare it, as in `x > 0`"));
                Type::Truth
            }
        }
    }

    fn quantity(&mut self, found: Type, at: &Range<usize>, who: &str) -> Type {
        match found {
            Type::Truth => {
                let mistake = Mistake::new(at.clone(), format!("{who} takes a quantity, and this is true or false"));
                self.mistake(mistake.help("choose a number by it: `if … then 1 else 0`"))
            }
            Type::Record(kind) => {
                let mistake =
                    Mistake::new(at.clone(), format!("{who} takes a quantity, and this is a {}", kind.name()));
                self.mistake(mistake.help("hand it to a function, or name one of its facts, as in `model.layers`"))
            }
            other => other,
        }
    }

    /// The dimension of a quantity; `None` if unknown.
    fn dimension(&mut self, found: Type, at: &Range<usize>, who: &str) -> Option<Dimension> {
        match self.quantity(found, at, who) {
            Type::Quantity(dimension) => Some(dimension),
            Type::Zero => Some(Dimension::default()),
            Type::Truth | Type::Row | Type::Record(_) | Type::Unknown => None,
        }
    }

    /// The common type of two operands; reports a mistake if there is none.
    pub(crate) fn unify(
        &mut self,
        (a, b): (Type, Type),
        (left, right): (&Range<usize>, &Range<usize>),
        who: &str,
    ) -> Type {
        match (a, b) {
            (Type::Unknown, known)
            | (known, Type::Unknown)
            | (Type::Zero, known @ Type::Quantity(_))
            | (known @ Type::Quantity(_), Type::Zero) => known,
            (a, b) if a == b => a,
            (a, b) => {
                let message =
                    format!("{who} two things of one kind, and these are {} and {}", article(&a), article(&b));
                let help = match (&a, &b) {
                    (Type::Quantity(some), Type::Quantity(none)) if none.is_none() && !some.is_none() => {
                        Some("give the second one its unit")
                    }
                    (Type::Quantity(none), Type::Quantity(some)) if none.is_none() && !some.is_none() => {
                        Some("give the first one its unit")
                    }
                    (Type::Quantity(one), Type::Quantity(other)) if [one, other].into_iter().all(is_temperature) => {
                        Some("bring both to one scale, such as `kelvin(x)`")
                    }
                    _ => None,
                };
                let mistake = Mistake { help: help.map(str::to_owned), ..Mistake::new(left.start..right.end, message) };
                self.mistake(mistake)
            }
        }
    }

    fn binary(&mut self, operator: Operator, [left, right]: &[Node; 2], at: &Range<usize>) -> Type {
        if operator == Operator::Power {
            return self.power(left, right);
        }
        let found = (self.node(left), self.node(right));
        self.formula.push(Op::Apply(operator));
        let places = (&left.at, &right.at);
        match operator {
            Operator::And | Operator::Or => {
                let who = if operator == Operator::And { "`and`" } else { "`or`" };
                self.truth(found.0, places.0, who);
                self.truth(found.1, places.1, who)
            }
            Operator::Multiply | Operator::Divide => {
                let (who, divides) = if operator == Operator::Divide { ("`÷`", true) } else { ("`×`", false) };
                let first = self.dimension(found.0, places.0, who);
                let second = self.dimension(found.1, places.1, who);
                let (Some(first), Some(second)) = (first, second) else { return Type::Unknown };
                let result = if divides { first.over(&second) } else { first.times(&second) };
                self.result(result, at)
            }
            Operator::Add | Operator::Subtract => {
                let who = if operator == Operator::Add { "`+`" } else { "`−`" };
                let first = self.quantity(found.0, places.0, who);
                let second = self.quantity(found.1, places.1, who);
                self.unify((first, second), places, &format!("{who} takes"))
            }
            _ => {
                self.unify(found, places, "a comparison takes");
                Type::Truth
            }
        }
    }

    fn result(&mut self, dimension: Option<Dimension>, at: &Range<usize>) -> Type {
        match dimension {
            Some(dimension) => Type::Quantity(dimension),
            None => self.mistake(Mistake::new(at.clone(), "the power of a unit becomes too large here")),
        }
    }

    fn power(&mut self, base: &Node, exponent: &Node) -> Type {
        let found = self.node(base);
        let raised = self.node(exponent);
        self.formula.push(Op::Apply(Operator::Power));
        let raised = self.dimension(raised, &exponent.at, "`^`");
        let (Some(dimension), Some(raised)) = (self.dimension(found, &base.at, "`^`"), raised) else {
            return Type::Unknown;
        };
        if !raised.is_none() {
            let message = format!("an exponent is a bare number, and this is {}", article(&raised));
            return self.mistake(Mistake::new(exponent.at.clone(), message));
        }
        if dimension.is_none() {
            return Type::Quantity(dimension);
        }
        if let Some(ratio) = constant_exponent(exponent) {
            return self.result(dimension.to_the(ratio), &exponent.at);
        }
        let message = format!("the power of {} needs an exponent that is a number", article(&dimension));
        let mistake = Mistake::new(exponent.at.clone(), message);
        self.mistake(mistake.help("divide by a unit first, so that a bare number is left"))
    }

    fn call(&mut self, name: &str, at: &Range<usize>, arguments: &[Node], whole: &Range<usize>) -> Type {
        if let Some(function) = table::find(name) {
            return self.table_call(function, arguments, whole);
        }
        if let Some(function) = function::host(name) {
            return self.host_call(function, arguments, whole);
        }
        let types: Vec<(Type, &Range<usize>)> =
            if name == CLAMP { Vec::new() } else { self.arguments(name, arguments) };
        let Some(function) = function::find(name) else {
            let tables = table::TABLE_FUNCTIONS.iter().map(|function| function.name);
            let known = FUNCTIONS.iter().map(|function| function.name).chain(tables);
            let help = match nearest_text(name, known.clone()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None if self.scope.find(name).is_some() => format!("`{name}` is a value: write `×` before the bracket"),
                None => format!("the functions are {}", known.collect::<Vec<_>>().join(", ")),
            };
            let mistake = Mistake::new(at.clone(), format!("there is no function `{name}`"));
            return self.mistake(mistake.help(help));
        };
        let (least, most) = function.count;
        if !(least..=most).contains(&arguments.len()) {
            let message = format!("`{name}` does not take {} arguments", arguments.len());
            return self
                .mistake(Mistake::new(whole.clone(), message).help(format!("write `{name}({})`", function.arguments)));
        }
        let types = if name == CLAMP { self.clamped(arguments) } else { types };
        self.applied(function, types, whole)
    }

    /// Compiles the arguments of a function; several are folded from the left, two at a time.
    fn arguments<'n>(&mut self, name: &str, arguments: &'n [Node]) -> Vec<(Type, &'n Range<usize>)> {
        let operator = function::find(name).map(|function| function.operator);
        let mut types = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            types.push((self.node(argument), &argument.at));
            if let Some(operator) = operator.filter(|operator| at > 0 || operator.operands() == 1) {
                self.formula.push(Op::Apply(operator));
            }
        }
        types
    }

    fn clamped<'n>(&mut self, arguments: &'n [Node]) -> Vec<(Type, &'n Range<usize>)> {
        // The lower limit is applied last, so that it wins over the upper one.
        let order = [0, 2, 1].map(|at| &arguments[at]);
        let mut types = Vec::new();
        for (argument, operator) in order.into_iter().zip([None, Some(Operator::Least), Some(Operator::Most)]) {
            types.push((self.node(argument), &argument.at));
            self.formula.extend(operator.map(Op::Apply));
        }
        types.swap(1, 2);
        types
    }

    fn applied(&mut self, function: &Function, types: Vec<(Type, &Range<usize>)>, whole: &Range<usize>) -> Type {
        let who = format!("`{}`", function.name);
        let mut common: Option<(Type, &Range<usize>)> = None;
        for (found, at) in types {
            // A record that is missing has no value either.
            let is_record = function.rule == DimensionRule::Truth && matches!(found, Type::Record(_));
            let found = if is_record { Type::Unknown } else { self.quantity(found, at, &who) };
            if function.rule == DimensionRule::Bare {
                if let Type::Quantity(dimension) = &found
                    && !dimension.is_none()
                {
                    let message = format!("{who} takes a bare number, and this is {}", article(dimension));
                    self.mistake(Mistake::new(at.clone(), message).help("divide it by a unit, as in `x / (1 m)`"));
                }
                continue;
            }
            common = Some(match common {
                None => (found, at),
                Some((before, first)) => (self.unify((before, found), (first, at), &format!("{who} takes")), first),
            });
        }
        let found = common.map_or(Type::Unknown, |(found, _)| found);
        match (function.rule, found) {
            (DimensionRule::Bare | DimensionRule::Ratio, _) => Type::Quantity(Dimension::default()),
            (DimensionRule::Truth, _) => Type::Truth,
            (DimensionRule::Temperature, Type::Quantity(dimension)) => {
                let Some((ops, dimension)) = converted(function.name, &dimension) else {
                    let message = format!("{who} takes a temperature, and this is {}", article(&dimension));
                    return self.mistake(Mistake::new(whole.clone(), message));
                };
                self.formula.extend(ops);
                Type::Quantity(dimension)
            }
            (DimensionRule::Root(degree), Type::Quantity(dimension)) => {
                let root = Ratio::new(1, i32::from(degree)).and_then(|ratio| dimension.to_the(ratio));
                self.result(root, whole)
            }
            (_, found) => found,
        }
    }
}

/// The exponent that a node evaluates to, if it consists of numbers only.
fn constant_exponent(node: &Node) -> Option<Ratio> {
    match &node.kind {
        NodeKind::Number(number) => Ratio::from_number(*number),
        NodeKind::Unary(Operator::Negate, operand) => Some(constant_exponent(operand)?.negated()),
        NodeKind::Binary(operator, operands) => {
            let (left, right) = (constant_exponent(&operands[0])?, constant_exponent(&operands[1])?);
            match operator {
                Operator::Add => left.plus(right),
                Operator::Subtract => left.plus(right.negated()),
                Operator::Multiply => left.times(right),
                Operator::Divide => left.over(right),
                _ => None,
            }
        }
        _ => None,
    }
}
