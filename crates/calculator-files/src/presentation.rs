//! Reads how results are presented: large figures, conditions, tables, presets.

use super::keys::{
    ColumnKeys, ColumnKindKeys, ConditionKeys, FigureKeys, FigureWords, PresetKeys, SequenceKeys, TableKeys, ValuesKeys,
};
use super::reader::FileReader;
use super::{MAX_COLUMNS, MAX_CONDITIONS, MAX_ROWS, MAX_TABLES};
use rooflight_estimator::formula::host::RecordKind;
use rooflight_estimator::records::declared::{
    ColumnKind, DeclaredColumn, DeclaredCondition, DeclaredFigure, DeclaredTable, Sequence,
};
use rooflight_source::slug::is_slug;
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
    pub(super) fn figures(&mut self, figures: &[FigureKeys]) {
        for (at, keys) in figures.iter().enumerate() {
            let path = yaml_path!["figures", at];
            let figure = match keys {
                FigureKeys::Name(name) => {
                    self.formula_at(path, name).map(|of| DeclaredFigure { of, ..DeclaredFigure::default() })
                }
                FigureKeys::Figure(keys) => self.figure(at, keys),
            };
            self.record.figures.extend(figure);
        }
        let last_step = self.record.formulas.iter().rposition(|formula| !formula.written.0.is_empty());
        if figures.is_empty()
            && let Some(of) = last_step.or_else(|| self.record.formulas.len().checked_sub(1))
        {
            self.record.figures.push(DeclaredFigure { of, ..DeclaredFigure::default() });
        }
    }

    fn figure(&mut self, at: usize, keys: &FigureWords) -> Option<DeclaredFigure> {
        let of = self.formula_at(yaml_path!["figures", at, "of"], &keys.of)?;
        let [label, wide, value, note] =
            [("label", &keys.label), ("wide", &keys.wide), ("value", &keys.value), ("note", &keys.note)]
                .map(|(key, text)| self.maybe_text(yaml_path!["figures", at, key], text.as_ref()));
        let over = keys.over.as_ref().and_then(|over| self.listed(yaml_path!["figures", at, "over"], over));
        let matches = self.maybe_truth(yaml_path!["figures", at, "matches"], keys.matches.as_ref());
        let over = over.map(|over| over as u64);
        Some(DeclaredFigure { of, label, wide, value, note, over, matches })
    }

    /// Finds a hidden input of records by its name, and reports one that is something else.
    pub(super) fn listed(&mut self, path: &[PathSegment], name: &str) -> Option<usize> {
        let at = self.input_at(path, name)?;
        let input = &self.record.inputs[at];
        if input.record.is_none_or(|kind| kind != RecordKind::Format && !kind.is_listed()) {
            let message = format!("`{name}` is no list of records");
            self.refuse(path, message, "name a hidden input with `kind: run`, `group`, `part` or `format`");
        }
        Some(at)
    }

    /// Reads a condition and its message.
    pub(super) fn condition(&mut self, at: usize, keys: &ConditionKeys) {
        let formula = self.truth(yaml_path!["conditions", at, "when"], &keys.when);
        let message = self.conditional(yaml_path!["conditions", at, "say"], &keys.say);
        let field = keys.field.as_ref().and_then(|name| self.input_at(yaml_path!["conditions", at, "field"], name));
        let ConditionKeys { refuses, replaces, figures_hold, .. } = *keys;
        if refuses && replaces {
            let message = "a case has no answer or another one, not both".to_owned();
            self.refuse(yaml_path!["conditions", at, "replaces"], message, "remove `replaces`");
        }
        let alternatives = keys.alternatives.as_ref();
        let alternatives = alternatives
            .map(|name| self.case_arguments(yaml_path!["conditions", at, "alternatives"], name))
            .unwrap_or_default();
        let field = field.map(|at| at as u64);
        let condition = DeclaredCondition { formula, message, refuses, alternatives, figures_hold, field, replaces };
        self.record.conditions.push(condition);
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
        let columns: Vec<DeclaredColumn> = keys
            .columns
            .iter()
            .enumerate()
            .filter_map(|(at, keys)| self.result_column(&columns_path, at, keys))
            .collect();
        let Some(over) = self.input_at(&over_path, &keys.over) else { return };
        if matches!(self.record.inputs[over].record, Some(RecordKind::Device | RecordKind::Model | RecordKind::Engine))
        {
            let message = format!("a table cannot run over all records of `{}`", keys.over);
            self.refuse(&over_path, message, "name a number, a choice, a format or a cache");
        }
        self.check_id(&below(yaml_path!["id"]), keys);
        let mut table = DeclaredTable {
            id: keys.id.clone().unwrap_or_else(|| match self.record.tables.len() {
                0 => "chart-table".to_owned(),
                tables => format!("table-{}", tables + 1),
            }),
            heading: keys.title.clone().unwrap_or_default(),
            label: keys.label.clone(),
            caption: self.maybe_text(&below(yaml_path!["caption"]), keys.caption.as_ref()),
            rows: keys.rows.clone().unwrap_or_else(|| "rows".to_owned()),
            over,
            columns,
            ..DeclaredTable::default()
        };
        match &keys.values {
            ValuesKeys::List(values) => table.values = self.values(&values_path, over, values),
            ValuesKeys::Sequence(keys) => table.sequence.extend(self.sequence(&values_path, over, keys)),
        }
        self.size(&below(yaml_path!["also"]), "also", keys.also.len(), MAX_CONDITIONS, false);
        for (at, value) in keys.also.iter().enumerate().take(MAX_CONDITIONS) {
            let value = self.place(&below(yaml_path!["also", at]), &value.as_str().into(), over);
            table.also.push(value);
        }
        if let Some(own) = &keys.own {
            table.own = self.place(&below(yaml_path!["own"]), &own.as_str().into(), over);
        }
        table.when = self.maybe_truth(&below(yaml_path!["when"]), keys.when.as_ref());
        table.sum = self.maybe_truth(&below(yaml_path!["sum"]), keys.sum.as_ref());
        let sort = keys.sort.as_ref().and_then(|sort| self.expression(&below(yaml_path!["sort"]), sort));
        table.sort = sort.map(|sort| sort.formula).unwrap_or_default();
        table.note = self.maybe_text(&below(yaml_path!["note"]), keys.note.as_ref());
        table.sources = keys.sources;
        let has_records = self.record.inputs[over].record.is_some();
        if !has_records && table.values.is_empty() && table.sequence.is_empty() && table.also.is_empty() {
            let help = "add `values:`, numbers in the unit of the input";
            self.refuse(&over_path, "the table has no rows".to_owned(), help);
        }
        self.record.tables.push(table);
    }

    /// Reports an id that cannot be one, or that the page has already. Tables in cases may share theirs.
    fn check_id(&mut self, path: &[PathSegment], keys: &TableKeys) {
        let Some(id) = &keys.id else { return };
        let shares = |table: &DeclaredTable| table.id == *id && (table.when.is_empty() || keys.when.is_none());
        let is_taken = self.record.tables.iter().any(shares);
        self.check_section_id(path, id, is_taken);
    }

    /// Reports an id of a section that cannot be one, or that the page has already.
    pub(super) fn check_section_id(&mut self, path: &[PathSegment], id: &str, is_taken: bool) {
        const OF_THE_PAGE: [&str; 10] =
            ["assumed", "measured", "quality", "start", "check", "file", "entries", "address", "embed", "answer"];
        let is_taken = is_taken || OF_THE_PAGE.contains(&id) || self.record.lists.iter().any(|list| list.id == id);
        if !is_slug(id) || is_taken {
            let reason = if is_taken { "is taken" } else { "is no id" };
            self.refuse(
                path,
                format!("`{id}` {reason}"),
                "write small letters, digits and `-`, another one for each section",
            );
        }
    }

    /// Reads the values of a table in base units: the choices of the input, or a list of numbers.
    fn values(&mut self, path: &[PathSegment], over: usize, values: &[f64]) -> Vec<f64> {
        self.size(path, "values", values.len(), MAX_ROWS, false);
        let input = &self.record.inputs[over];
        if !input.choices.is_empty() {
            let choices = input.choices.iter().map(|choice| choice.factor).collect();
            if !values.is_empty() {
                self.refuse(path, "the rows of a choice are its choices".to_owned(), "remove `values:`");
            }
            return choices;
        }
        let values: Vec<f64> = values.iter().map(|value| value * input.factor).collect();
        if values.iter().any(|value| !value.is_finite()) {
            self.refuse(path, "a row has no finite value".to_owned(), "write numbers");
        }
        values
    }

    fn sequence(&mut self, path: &[PathSegment], over: usize, keys: &SequenceKeys) -> Option<Sequence> {
        let [from, to] = [("from", &keys.from), ("to", &keys.to)]
            .map(|(key, value)| self.place(&[path, yaml_path![key]].concat(), value, over));
        let (key, value, times) = match (&keys.step, &keys.times) {
            (Some(step), None) => ("step", step, false),
            (None, Some(times)) => ("times", times, true),
            _ => {
                let help = "write `step: 10`, or `times: 2` for doublings";
                self.refuse(path, "a sequence has a step or a ratio".to_owned(), help);
                return None;
            }
        };
        let path = [path, yaml_path![key]].concat();
        let step = if times { self.number_or_expression(&path, value) } else { self.place(&path, value, over) };
        Some(Sequence { from, to, step, times })
    }

    fn result_column(&mut self, path: &[PathSegment], at: usize, keys: &ColumnKeys) -> Option<DeclaredColumn> {
        let path = [path, yaml_path![at]].concat();
        let keys = match keys {
            ColumnKeys::Name(name) => {
                return self.formula_at(&path, name).map(|of| DeclaredColumn { of, ..DeclaredColumn::default() });
            }
            ColumnKeys::Column(keys) => keys,
        };
        let of = self.formula_at(&[&*path, yaml_path!["of"]].concat(), &keys.of)?;
        let text = self.maybe_text(&[&*path, yaml_path!["text"]].concat(), keys.text.as_ref());
        let kind = keys.kind.map(|kind| match kind {
            ColumnKindKeys::Words => ColumnKind::Words,
            ColumnKindKeys::Number => ColumnKind::Number,
            ColumnKindKeys::Formula => ColumnKind::Formula,
        });
        Some(DeclaredColumn { of, label: keys.label.clone(), small: keys.small.clone(), text, kind })
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
