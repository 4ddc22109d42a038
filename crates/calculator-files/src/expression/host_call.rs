//! Checks calls of host functions: their arguments have fixed units.
//!
//! The call is compiled to the arguments and one operation; whoever evaluates the formula computes it.

use crate::expression::check::Checker;
use crate::expression::mistake::Mistake;
use crate::expression::scope::{Type, article};
use crate::expression::tree::Node;
use crate::expression::unit_text::unit;
use crate::expression::{Dimension, Units, function};
use rooflight_estimator::formula::Op;
use rooflight_estimator::formula::host::{CASE_PREFIX, HostFunction, RecordKind};
use rooflight_primitives::names::nearest_text;
use std::ops::Range;

impl Checker<'_> {
    /// Compiles a fact of a record, `model.layers` or `run.depth`, as the host function `layers` or `run_depth`, or a
    /// fact of a case as the function of its arguments; `None` for another name.
    pub(crate) fn record_fact(&mut self, name: &str) -> Option<Type> {
        let (record, fact) = name.split_once('.')?;
        if let Some(arguments) = self.scope.cases.get(record) {
            let function = function::host(&format!("{CASE_PREFIX}{fact}"))?;
            self.formula.extend(arguments.iter().flatten().cloned());
            self.formula.push(Op::Host(function));
            return Some(result_type(function));
        }
        let (at, found) = self.scope.find(record)?;
        let kind = if let Type::Record(kind) = found { *kind } else { return None };
        let fits = |function: &HostFunction| matches!(function.arguments(), [(_, only)] if RecordKind::of_argument(only) == Some(kind));
        let named = format!("{}_{fact}", kind.name());
        let function = [named.as_str(), fact].into_iter().find_map(|name| function::host(name).filter(fits))?;
        self.formula.extend([Op::Value(*at), Op::Host(function)]);
        Some(result_type(function))
    }

    /// Returns what the facts of a case or a record are, where a name begins with one; `None` for another name.
    pub(crate) fn unknown_fact(&self, name: &str) -> Option<String> {
        let (record, fact) = name.split_once('.').unwrap_or((name, ""));
        let is_case = self.scope.cases.contains_key(record);
        let kind = match self.scope.find(record) {
            Some((_, Type::Record(kind))) => Some(*kind),
            _ if is_case => None,
            _ => return None,
        };
        let fact_of = |function: &HostFunction| {
            let name = function.name();
            match (kind, function.arguments()) {
                (None, _) => name.strip_prefix(CASE_PREFIX),
                (Some(kind), [(_, only)]) if RecordKind::of_argument(only) == Some(kind) => {
                    Some(name.strip_prefix(&format!("{}_", kind.name())).unwrap_or(name))
                }
                _ => None,
            }
        };
        let facts: Vec<&str> = HostFunction::ALL.iter().filter_map(fact_of).collect();
        Some(match nearest_text(fact, facts.iter().copied()) {
            Some(nearest) => format!("did you mean `{record}.{nearest}`?"),
            None => format!("its facts are {}", facts.join(", ")),
        })
    }

    /// Checks a call and compiles it.
    pub(crate) fn host_call(&mut self, function: HostFunction, arguments: &[Node], whole: &Range<usize>) -> Type {
        let wanted = function.arguments();
        if function.is_of_case() {
            let fact = function.name().trim_start_matches(CASE_PREFIX);
            let message = format!("`{}` takes a case", function.name());
            let help = format!("name the case below `cases`, and write `case.{fact}`");
            return self.mistake(Mistake::new(whole.clone(), message).help(help));
        }
        if arguments.len() != wanted.len() {
            let message = format!("`{}` does not take {} arguments", function.name(), arguments.len());
            let help = format!("write `{}`", signature(function));
            return self.mistake(Mistake::new(whole.clone(), message).help(help));
        }
        for (argument, (name, unit)) in arguments.iter().zip(wanted) {
            let found = self.node(argument);
            let wanted = argument_type(unit);
            let fits = found == wanted
                || matches!(found, Type::Unknown)
                || matches!((&found, &wanted), (Type::Zero, Type::Quantity(_)));
            if !fits {
                let message = format!("`{name}` is {} here, and this is {}", article(&wanted), article(&found));
                self.mistake(
                    Mistake::new(argument.at.clone(), message).help(format!("write `{}`", signature(function))),
                );
            }
        }
        self.formula.push(Op::Host(function));
        result_type(function)
    }
}

fn result_type(function: HostFunction) -> Type {
    argument_type(function.result())
}

/// Returns the type of an argument or a result in the list of host functions.
#[must_use]
pub fn argument_type(argument: &str) -> Type {
    match RecordKind::of_argument(argument) {
        Some(kind) => Type::Record(kind),
        None if argument == "truth" => Type::Truth,
        None => Type::Quantity(dimension(argument)),
    }
}

/// Returns a function with its arguments, as the guide lists it: `queue_wait(rate, service, slots, share)`; that of a
/// case as a fact: `case.speed`.
#[must_use]
pub fn signature(function: HostFunction) -> String {
    if let Some(fact) = function.name().strip_prefix(CASE_PREFIX) {
        return format!("case.{fact}");
    }
    let arguments: Vec<&str> = function.arguments().iter().map(|(name, _)| *name).collect();
    format!("{}({})", function.name(), arguments.join(", "))
}

/// The dimension of a unit in the list of host functions; a test reads each.
fn dimension(name: &str) -> Dimension {
    unit(name, &Units::default()).map(|unit| unit.dimension).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_of_the_list_is_known() {
        for function in HostFunction::ALL {
            let units = function.arguments().iter().map(|(_, unit)| *unit).chain([function.result()]);
            for name in units {
                let is_other = RecordKind::of_argument(name).is_some() || name == "truth";
                assert!(is_other || unit(name, &Units::default()).is_ok(), "{}: {name}", function.name());
            }
        }
    }
}
