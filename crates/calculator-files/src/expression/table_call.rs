//! Compiles calls of the functions that read columns. The rows that they need become constants of the formula.
//!
//! Rows with an empty cell are left out. Nothing is extrapolated beyond the rows.

use crate::expression::check::Checker;
use crate::expression::mistake::Mistake;
use crate::expression::scope::{TableColumn, Type};
use crate::expression::table::{TableFunction, TableOperation};
use crate::expression::tree::{Node, NodeKind};
use rooflight_estimator::formula::Op;
use rooflight_primitives::names::nearest_text;
use std::ops::Range;

impl<'a> Checker<'a> {
    /// Checks a call and compiles it.
    pub(crate) fn table_call(&mut self, function: &TableFunction, arguments: &[Node], whole: &Range<usize>) -> Type {
        if arguments.len() != function.count {
            let message = format!("`{}` does not take {} arguments", function.name, arguments.len());
            let help = format!("write `{}({})`", function.name, function.arguments);
            return self.mistake(Mistake::new(whole.clone(), message).help(help));
        }
        let (value, keys, results) = match (function.operation, arguments) {
            (TableOperation::Interpolate, [value, keys, results])
            | (TableOperation::Lookup, [keys, value, results]) => (value, keys, results),
            (_, [column, ..]) => return self.sum(column),
            (_, []) => return Type::Unknown,
        };
        let found = self.node(value);
        let (Some(key), Some(result)) = (self.column(keys), self.column(results)) else { return Type::Unknown };
        let table =
            |node: &Node| name_of(node).and_then(|name| name.split_once('.')).map(|(table, _)| table.to_owned());
        if table(keys) != table(results) {
            let message = "the two columns are of different tables";
            return self.mistake(Mistake::new(keys.at.start.min(results.at.start)..results.at.end, message));
        }
        let places = (&value.at, &keys.at);
        self.unify((found, Type::Quantity(key.dimension.clone())), places, &format!("`{}` compares", function.name));
        let mut pairs: Vec<[f64; 2]> = key.values.iter().zip(&result.values).map(|(x, y)| [*x, *y]).collect();
        pairs.retain(|pair| pair.iter().all(|number| number.is_finite()));
        pairs.sort_by(|a, b| a[0].total_cmp(&b[0]));
        if pairs.windows(2).any(|pair| pair[0][0] >= pair[1][0]) {
            let message = "two rows have the same value here";
            return self.mistake(Mistake::new(keys.at.clone(), message).help("keep one of them"));
        }
        if pairs.len() < 2 {
            let message = "fewer than two rows have both values";
            return self.mistake(Mistake::new(results.at.clone(), message));
        }
        let interpolates = function.operation == TableOperation::Interpolate;
        self.formula.push(if interpolates { Op::Interpolate(pairs) } else { Op::Lookup(pairs) });
        Type::Quantity(result.dimension.clone())
    }

    fn sum(&mut self, node: &Node) -> Type {
        let Some(column) = self.column(node) else { return Type::Unknown };
        self.formula.push(Op::Number(
            column.values.iter().filter(|value| value.is_finite()).fold(0.0, |sum, value| sum + value),
        ));
        Type::Quantity(column.dimension.clone())
    }

    /// The column that an argument names; reports a mistake if there is none.
    fn column(&mut self, node: &Node) -> Option<&'a TableColumn> {
        let scope = self.scope;
        let name = name_of(node).unwrap_or_default();
        let found = scope.columns.get(name);
        if found.is_none() {
            let known = scope.columns.keys().map(String::as_str);
            let help = match (nearest_text(name, known.clone()), scope.columns.is_empty()) {
                (_, true) => "no data table has a column of numbers: they are files of content/data/".to_owned(),
                (Some(nearest), _) => format!("did you mean `{nearest}`?"),
                (None, _) => format!("the columns are {}", known.take(12).collect::<Vec<_>>().join(", ")),
            };
            self.mistake(Mistake::new(node.at.clone(), "a column of numbers belongs here").help(help));
        }
        found
    }
}

fn name_of(node: &Node) -> Option<&str> {
    if let NodeKind::Name(name) = &node.kind { Some(name) } else { None }
}
