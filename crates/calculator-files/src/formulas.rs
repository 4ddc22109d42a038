//! Reads formulas: expressions over the inputs and the formulas before them, each with its unit.

use super::keys::{FormulaKeys, InkKeys};
use super::reader::{FileReader, example, label, text};
use crate::expression::host_call::argument_type;
use crate::expression::token::{Token, tokens};
use crate::expression::{Type, Unit};
use rooflight_estimator::formula::Op;
use rooflight_estimator::records::declared::{
    self as record, ConditionalText, DeclaredFormula, Ink, NumberFormat, TextSegment,
};
use rooflight_source::diagnostic::messages;
use rooflight_source::yaml::PathSegment;
use rooflight_source::yaml_path;

/// Most decimals of a result.
pub(super) const MAX_DECIMALS: u8 = 6;

impl FileReader<'_> {
    /// Reads a formula.
    pub(super) fn formula(&mut self, at: usize, keys: &FormulaKeys) {
        let path = yaml_path!["formulas", at, "expression"];
        let expression = text(&keys.expression);
        let compiled = self.expression(path, &expression);
        let written =
            if keys.hidden { ConditionalText::default() } else { ConditionalText::always(self.written(&expression)) };
        let chosen = self.chosen_unit(&keys.unit);
        let (unit, larger) = match &chosen {
            Some((_, unit)) => (Some(unit.clone()), None),
            None => self.unit_with_larger(yaml_path!["formulas", at, "unit"], &keys.unit).unzip(),
        };
        let found = compiled.as_ref().map_or(Type::Unknown, |compiled| compiled.found.clone());
        if let Some(unit) = &unit {
            self.fits(at, keys, &found, unit);
        }
        if let Type::Record(kind) = &found {
            let message = format!("`{}` is a {}, which is no result", keys.name, kind.name());
            self.refuse(
                yaml_path!["formulas", at, "expression"],
                message,
                "name one of its facts, as in `model.layers`",
            );
        }
        let format = self.format(yaml_path!["formulas", at, "decimals"], keys.decimals.as_ref());
        let measures_bytes =
            unit.as_ref().is_some_and(|unit| Type::Quantity(unit.dimension.clone()) == argument_type("B"));
        if format == NumberFormat::Bytes && !measures_bytes {
            let message = "`bytes` is a format of bytes, and the result is something else".to_owned();
            self.refuse(yaml_path!["formulas", at, "decimals"], message, "write `short`, or give it the unit `B`");
        }
        let source = keys
            .source
            .as_ref()
            .map_or_else(Default::default, |source| self.source(yaml_path!["formulas", at, "source", "url"], source));
        // A formula that is zero everywhere takes the dimension of its unit.
        let found = match (found, &unit) {
            (Type::Zero, Some(unit)) => Type::Quantity(unit.dimension.clone()),
            (found, _) => found,
        };
        let truth = found == Type::Truth;
        self.name(yaml_path!["formulas", at, "name"], &keys.name, found);
        let number = if keys.hidden { "" } else { &keys.name };
        let labels = self.labels(at, keys.choice.as_ref());
        let range = compiled.as_ref().is_some_and(|compiled| self.is_range(&compiled.formula));
        self.check_numbers(at, keys, range);
        self.record.formulas.push(DeclaredFormula {
            name: keys.name.clone(),
            label: label(keys.label.as_ref(), &keys.name),
            unit: record::Unit {
                name: first(&keys.unit).to_owned(),
                factor: unit.map_or(1.0, |unit| unit.factor),
                larger: larger.unwrap_or_default(),
                format,
                truth,
                labels,
                chosen: chosen.map(|(at, _)| at),
            },
            why: keys.why.clone().unwrap_or_default(),
            source,
            written,
            sum: keys.sum,
            range,
            ends: keys.ends.clone(),
            ink: keys.ink.map(ink),
            number: keys.number.clone().unwrap_or_else(|| number.to_owned()),
            formula: compiled.map(|compiled| compiled.formula).unwrap_or_default(),
            ..DeclaredFormula::default()
        });
        // These may name the formula itself.
        let step = self.maybe_text(yaml_path!["formulas", at, "step"], keys.step.as_ref());
        let result = self.maybe_text(yaml_path!["formulas", at, "result"], keys.result.as_ref());
        let when = self.maybe_truth(yaml_path!["formulas", at, "when"], keys.when.as_ref());
        let each = keys.each.as_ref().and_then(|each| self.listed(yaml_path!["formulas", at, "each"], each));
        let each_label = self.maybe_text(yaml_path!["formulas", at, "each_label"], keys.each_label.as_ref());
        if let Some(formula) = self.record.formulas.last_mut() {
            if !step.0.is_empty() {
                formula.written = step;
            }
            (formula.result, formula.when, formula.each_label) = (result, when, each_label);
            formula.each = each.map(|each| each as u64);
        }
    }

    /// Reports names of numbers that an earlier formula has, and ends of what is no range.
    fn check_numbers(&mut self, at: usize, keys: &FormulaKeys, is_range: bool) {
        let own = keys.number.iter().filter(|name| !name.is_empty()).map(|name| ("number", name));
        for (key, name) in own.chain(keys.ends.iter().map(|name| ("ends", name))) {
            let has = |formula: &DeclaredFormula| formula.number == *name || formula.ends.contains(name);
            if self.record.formulas.iter().any(has) {
                let message = format!("an earlier formula has the number `{name}`");
                self.refuse(yaml_path!["formulas", at, key], message, "choose another name");
            }
        }
        if !keys.ends.is_empty() && (keys.ends.len() != 2 || !is_range) {
            let message = if is_range { "a range has two ends" } else { "the result is no range" };
            let help = "write the names of the low and the high end of a range, as of `case.speed`";
            self.refuse(yaml_path!["formulas", at, "ends"], message.to_owned(), help);
        }
    }

    /// Returns the choice whose labels a formula has, and reports an input that is no choice.
    fn labels(&mut self, at: usize, name: Option<&String>) -> Option<u64> {
        let path = yaml_path!["formulas", at, "choice"];
        let found = self.input_at(path, name?)?;
        if self.record.inputs[found].choices.is_empty() {
            self.refuse(path, "the input is no choice".to_owned(), "name an input with `choices`");
        }
        Some(found as u64)
    }

    /// Returns the choice of units with this name, and a unit of its dimension; `None` if the name is no choice.
    fn chosen_unit(&self, name: &str) -> Option<(u64, Unit)> {
        let (at, found) = self.names.find(name.trim())?;
        let input = self.record.inputs.get(*at).filter(|input| !input.choices.is_empty())?;
        let dimension = if let Type::Quantity(dimension) = found { dimension.clone() } else { return None };
        Some((*at as u64, Unit { factor: input.choices.first()?.factor, dimension }))
    }

    /// True if a formula depends on a range.
    pub(super) fn is_range(&self, formula: &[Op]) -> bool {
        let inputs = self.record.inputs.len();
        formula.iter().any(|op| match op {
            Op::Host(function) => function.is_range(),
            Op::Value(at) => at.checked_sub(inputs).is_some_and(|at| self.record.formulas[at].range),
            _ => false,
        })
    }

    /// Reports a unit of another dimension than the result.
    fn fits(&mut self, at: usize, keys: &FormulaKeys, found: &Type, unit: &Unit) {
        let path: &[PathSegment] = if keys.unit.is_empty() {
            yaml_path!["formulas", at, "expression"]
        } else {
            yaml_path!["formulas", at, "unit"]
        };
        self.same_dimension(path, first(&keys.unit), found, unit);
    }

    /// True if a value can be shown in a unit; otherwise reports the unit.
    pub(super) fn same_dimension(&mut self, path: &[PathSegment], name: &str, found: &Type, unit: &Unit) -> bool {
        let (message, help) = match found {
            Type::Unknown | Type::Zero => return true,
            Type::Quantity(dimension) if *dimension == unit.dimension => return true,
            Type::Truth | Type::Row | Type::Record(_) if name.is_empty() => return true,
            Type::Record(kind) => (format!("a {} has no unit", kind.name()), "remove the unit".to_owned()),
            Type::Row => ("a row of a table has no unit".to_owned(), "name a column of it".to_owned()),
            Type::Truth => ("true or false has no unit".to_owned(), "remove the unit".to_owned()),
            Type::Quantity(dimension) if name.is_empty() => (
                format!("the result has the dimension {dimension}, and no unit is stated"),
                format!("add `unit:` with a unit of {dimension}{}", example(dimension)),
            ),
            Type::Quantity(dimension) => (
                format!("the value has the dimension {dimension}, and `{name}` measures {}", unit.dimension),
                format!("write a unit of {dimension}{}", example(dimension)),
            ),
        };
        let problem = messages::expression(self.at(path), message).help(help);
        self.report(problem);
        false
    }

    /// Returns an expression as text, with values in place of names, and ×, ÷ and − for `*`, `/` and `-`.
    fn written(&self, expression: &str) -> Vec<TextSegment> {
        let Ok(tokens) = tokens(expression) else { return Vec::new() };
        let mut pieces = Vec::new();
        let mut words = String::new();
        let mut end = 0;
        for (position, (token, at)) in tokens.iter().enumerate() {
            words.push_str(&expression[end..at.start]);
            end = at.end;
            let value = match token {
                Token::Name(name) => self.names.find(name).map(|(at, found)| (*at, found == &Type::Truth)),
                _ => None,
            };
            let Some((value, truth)) = value else {
                words.push_str(match token {
                    Token::Sign("*") => "×",
                    Token::Sign("-") => "−",
                    Token::Sign("/") => "÷",
                    _ => &expression[at.clone()],
                });
                continue;
            };
            let unit = self.display_unit(value, truth);
            let raised = matches!(tokens.get(position + 1), Some((Token::Sign("^" | "^2" | "^3"), _)));
            let brackets = raised && !unit.name.is_empty();
            if brackets {
                words.push('(');
            }
            let before = std::mem::take(&mut words);
            pieces.push(TextSegment { words: before, value: Some(value as u64), unit, ..TextSegment::default() });
            if brackets {
                words.push(')');
            }
        }
        words.push_str(&expression[end..]);
        pieces.push(TextSegment { words, ..TextSegment::default() });
        pieces
    }

    /// Returns the unit in which a value is shown within a formula.
    fn display_unit(&self, value: usize, truth: bool) -> record::Unit {
        let inputs = &self.record.inputs;
        let Some(input) = inputs.get(value) else {
            return self
                .record
                .formulas
                .get(value - inputs.len())
                .map(|formula| formula.unit.clone())
                .unwrap_or_default();
        };
        let name = input.units.first().map(|(name, _)| name.clone()).unwrap_or_default();
        record::Unit { name, factor: input.factor, truth, ..record::Unit::default() }
    }
}

/// Returns the ink of a kind of number.
pub(super) const fn ink(keys: InkKeys) -> Ink {
    match keys {
        InkKeys::Ceiling => Ink::Ceiling,
        InkKeys::Range => Ink::Range,
        InkKeys::Measured => Ink::Measured,
        InkKeys::Plain => Ink::Plain,
    }
}

/// Returns the name of the first of several units: `s` of `s | min | h`.
pub(super) fn first(units: &str) -> &str {
    units.split(['|', '=']).next().unwrap_or_default().trim()
}
