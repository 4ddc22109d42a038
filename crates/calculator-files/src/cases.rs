//! Reads cases: what is estimated, as the arguments that every function of a case takes.
//!
//! 1. A case is compiled as soon as all names of its expressions are known, so that it may use formulas.
//! 2. An argument that the file leaves out is the file's only input of that kind, or its usual value.
//! 3. `case.speed` compiles to the arguments and the function, so that it follows every input that a table runs over.

use super::reader::{FileReader, text};
use crate::expression::host_call::argument_type;
use crate::expression::{Mistake, Type, compile};
use rooflight_estimator::formula::Op;
use rooflight_estimator::formula::host::{CASE, RecordKind};
use rooflight_source::yaml_path;
use std::collections::BTreeMap;
use yaml_serde::Value;

/// The usual value of an argument that is a number: one request on one device with a short context and prompt.
fn usual(argument: &str) -> f64 {
    match argument {
        "context" | "requests" | "devices" | "prompt" => 1.0,
        "layers" | "cached" => 0.0,
        _ => f64::NAN,
    }
}

impl FileReader<'_> {
    /// Compiles the cases whose names are all known by now; at the end, reports the mistakes of the others.
    pub(super) fn cases(&mut self, cases: &BTreeMap<String, BTreeMap<String, Value>>, is_end: bool) {
        for (name, keys) in cases {
            if is_end {
                self.unknown_arguments(name, keys);
            }
            if !self.names.cases.contains_key(name)
                && let Some(arguments) = self.arguments(name, keys, is_end)
            {
                self.names.cases.insert(name.clone(), arguments);
            }
        }
    }

    /// Compiles the arguments of a case; `None` if one has a mistake, which is reported at the end.
    fn arguments(&mut self, name: &str, keys: &BTreeMap<String, Value>, is_end: bool) -> Option<Vec<Vec<Op>>> {
        let (mut formulas, mut is_complete) = (Vec::new(), true);
        for (argument, unit) in CASE {
            let kind = RecordKind::of_argument(unit);
            let Some(value) = keys.get(*argument) else {
                let input =
                    kind.and_then(|kind| self.record.inputs.iter().position(|input| input.record == Some(kind)));
                let is_own = kind != Some(RecordKind::Cache);
                let usual = || Op::Number(usual(argument));
                formulas.push(vec![input.filter(|_| is_own).map_or_else(usual, Op::Value)]);
                continue;
            };
            let (path, written) = (yaml_path!["cases", name, *argument], text(value));
            let wanted = argument_type(unit);
            match compile(&written, &self.names) {
                Ok(found) if found.found == wanted || matches!(found.found, Type::Zero | Type::Unknown) => {
                    formulas.push(found.formula);
                }
                Ok(found) if is_end => {
                    let message = format!("`{argument}` is {wanted} here, and this is {}", found.found);
                    self.mistakes(path, &written, vec![Mistake::new(0..written.len(), message)]);
                    is_complete = false;
                }
                Err(mistakes) if is_end => {
                    self.mistakes(path, &written, mistakes);
                    is_complete = false;
                }
                Ok(_) | Err(_) => is_complete = false,
            }
        }
        is_complete.then_some(formulas)
    }

    fn unknown_arguments(&mut self, name: &str, keys: &BTreeMap<String, Value>) {
        for key in keys.keys().filter(|key| CASE.iter().all(|(argument, _)| argument != key)) {
            let known: Vec<&str> = CASE.iter().map(|(argument, _)| *argument).collect();
            let help = format!("the arguments of a case are {}", known.join(", "));
            self.refuse(yaml_path!["cases", name, key.as_str()], format!("a case has no `{key}`"), &help);
        }
    }
}
