//! Reads formulas: expressions over the inputs and the formulas before them, each with its unit.

use super::inputs::text;
use super::keys::FormulaKeys;
use super::reader::{FileReader, example, label};
use rooflight_expression::token::{Token, tokens};
use rooflight_expression::{Type, Unit};
use rooflight_records::declared::{self as record, DeclaredFormula, TextSegment};
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
        let written = self.written(&expression);
        let (unit, larger) = self.unit_with_larger(yaml_path!["formulas", at, "unit"], &keys.unit).unzip();
        let found = compiled.as_ref().map_or(Type::Unknown, |compiled| compiled.found.clone());
        if let Some(unit) = &unit {
            self.fits(at, keys, &found, unit);
        }
        if keys.decimals.is_some_and(|decimals| decimals > MAX_DECIMALS) {
            let message = format!("a result has at most {MAX_DECIMALS} decimals");
            self.refuse(yaml_path!["formulas", at, "decimals"], message, "choose a smaller unit");
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
        self.record.formulas.push(DeclaredFormula {
            name: keys.name.clone(),
            label: label(keys.label.as_ref(), &keys.name),
            unit: record::Unit {
                name: first(&keys.unit).to_owned(),
                factor: unit.map_or(1.0, |unit| unit.factor),
                larger: larger.unwrap_or_default(),
                decimals: keys.decimals.map(u64::from),
                truth,
            },
            why: keys.why.clone().unwrap_or_default(),
            source,
            written,
            formula: compiled.map(|compiled| compiled.formula).unwrap_or_default(),
        });
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
            Type::Truth | Type::Row if name.is_empty() => return true,
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

    /// Returns an expression as text, with values in place of names, and × and − for `*` and `-`.
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
            pieces.push(TextSegment { words: std::mem::take(&mut words), value: Some(value as u64), unit });
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

/// Returns the first of several units: `s` of `s | min | h`.
pub(super) fn first(units: &str) -> &str {
    units.split('|').next().unwrap_or_default().trim()
}
