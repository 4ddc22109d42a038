//! Reads how results are presented: large figures, conditions, tables, presets.

use super::keys::{ConditionKeys, PresetKeys, TableKeys};
use super::reader::FileReader;
use super::{MAX_COLUMNS, MAX_ROWS, MAX_TABLES};
use rooflight_expression::Type;
use rooflight_records::declared::{DeclaredCondition, DeclaredTable};
use rooflight_source::diagnostic::messages;
use rooflight_source::limits;
use rooflight_source::yaml::PathSegment;
use rooflight_source::yaml_path;

impl FileReader<'_> {
    /// Finds a formula's position among the formulas, and reports a name that is none.
    pub(super) fn formula_at(&mut self, path: &[PathSegment], name: &str) -> Option<usize> {
        let place = self.at(path);
        let (at, ..) = self.value(place, name)?;
        let position = at.checked_sub(self.record.inputs.len());
        if position.is_none() {
            self.refuse(path, format!("`{name}` is an input, and a formula belongs here"), "name a formula");
        }
        position
    }

    /// Finds an input's position, and reports a name that is none.
    pub(super) fn input_at(&mut self, path: &[PathSegment], name: &str) -> Option<usize> {
        let place = self.at(path);
        let (at, ..) = self.value(place, name)?;
        if at >= self.record.inputs.len() {
            self.refuse(path, format!("`{name}` is a formula, and an input belongs here"), "name an input");
            return None;
        }
        Some(at)
    }

    /// Reads the formulas that are shown large; by default the last one.
    pub(super) fn figures(&mut self, names: &[String]) {
        let named = names.iter().enumerate();
        let figures: Vec<usize> =
            named.filter_map(|(at, name)| self.formula_at(yaml_path!["figures", at], name)).collect();
        let last = self.record.formulas.len().checked_sub(1);
        self.record.figures = if names.is_empty() { last.into_iter().collect() } else { figures };
    }

    /// Reads a condition and its message.
    pub(super) fn condition(&mut self, at: usize, keys: &ConditionKeys) {
        let path = yaml_path!["conditions", at, "when"];
        let compiled = self.expression(path, &keys.when);
        if let Some(compiled) = &compiled
            && compiled.found != Type::Truth
        {
            let problem =
                messages::expression(self.at(path), format!("a case is true or false, and this is {}", compiled.found));
            self.report(problem.help("compare it, as in `x > 0`"));
        }
        self.text(yaml_path!["conditions", at, "say"], "say", &keys.say, limits::MAX_SENTENCE);
        let message = self.template(yaml_path!["conditions", at, "say"], &keys.say);
        let formula = compiled.map(|compiled| compiled.formula).unwrap_or_default();
        let ConditionKeys { refuses, replaces, .. } = *keys;
        if refuses && replaces {
            let message = "a case has no answer or another one, not both".to_owned();
            self.refuse(yaml_path!["conditions", at, "replaces"], message, "remove `replaces`");
        }
        self.record.conditions.push(DeclaredCondition { formula, message, refuses, replaces });
    }

    /// Reads the tables: one under `table`, or several under `tables`.
    pub(super) fn tables(&mut self, one: Option<&TableKeys>, several: &[TableKeys]) {
        self.size(yaml_path!["tables"], "tables", several.len(), MAX_TABLES, false);
        if let Some(keys) = one {
            self.table(yaml_path!["table"], keys);
            if !several.is_empty() {
                self.refuse(yaml_path!["table"], "there are `table` and `tables`".to_owned(), "move it to `tables`");
            }
        }
        for (at, keys) in several.iter().enumerate() {
            self.table(yaml_path!["tables", at], keys);
        }
    }

    /// Reads a table.
    fn table(&mut self, path: &[PathSegment], keys: &TableKeys) {
        let below = |more: &[PathSegment]| [path, more].concat();
        let [columns_path, values_path, over_path] = ["columns", "values", "over"].map(|key| below(yaml_path![key]));
        self.size(&columns_path, "columns", keys.columns.len(), MAX_COLUMNS, true);
        self.size(&values_path, "values", keys.values.len(), MAX_ROWS, false);
        let columns: Vec<usize> = (keys.columns.iter().enumerate())
            .filter_map(|(at, name)| self.formula_at(&below(yaml_path!["columns", at]), name))
            .collect();
        let Some(over) = self.input_at(&over_path, &keys.over) else { return };
        let input = &self.record.inputs[over];
        let is_number = input.choices.is_empty();
        let values: Vec<f64> = if is_number {
            keys.values.iter().map(|value| value * input.factor).collect()
        } else {
            input.choices.iter().map(|choice| choice.factor).collect()
        };
        if is_number && values.is_empty() {
            self.refuse(
                &over_path,
                "the table has no rows".to_owned(),
                "add `values:`, numbers in the unit of the input",
            );
        }
        if !is_number && !keys.values.is_empty() {
            self.refuse(&values_path, "the rows of a choice are its choices".to_owned(), "remove `values:`");
        }
        if values.iter().any(|value| !value.is_finite()) {
            self.refuse(&values_path, "a row has no finite value".to_owned(), "write numbers");
        }
        let caption = keys.caption.clone().unwrap_or_default();
        self.record.tables.push(DeclaredTable { caption, over, values, columns });
    }

    /// Checks the names in presets. Their expected results are checked by the code that answers.
    pub(super) fn presets(&mut self, presets: &[PresetKeys]) {
        for (at, preset) in presets.iter().enumerate() {
            for name in preset.set.keys() {
                self.input_at(yaml_path!["presets", at, "set", name.as_str()], name);
            }
            for name in preset.expect.keys() {
                self.formula_at(yaml_path!["presets", at, "expect", name.as_str()], name);
            }
        }
    }
}
