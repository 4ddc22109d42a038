//! Reads inputs: numbers within limits, choices, rows of a data table, yes or no.

use super::keys::{ChoiceKeys, InputKeys, InputKind};
use super::reader::{FileReader, RESERVED, example, label};
use super::{MAX_INPUTS, MAX_ROWS};
use rooflight_expression::{Compiled, Dimension, Type};
use rooflight_formula::evaluate;
use rooflight_primitives::units::count;
use rooflight_records::declared::{DeclaredChoice, DeclaredInput};
use rooflight_source::diagnostic::messages;
use rooflight_source::limits;
use rooflight_source::slug::is_slug;
use rooflight_source::yaml_path;
use yaml_serde::Value;

/// Largest absolute number of an input or a table: larger numbers are not written in digits.
pub(super) const MAX_INPUT: f64 = 1e15;

impl FileReader<'_> {
    /// Reads an input.
    pub(super) fn input(&mut self, at: usize, keys: &InputKeys) {
        let mut input = DeclaredInput {
            key: keys.key.clone().unwrap_or_else(|| keys.name.clone()),
            preset: keys.preset.clone().unwrap_or_else(|| keys.name.clone()),
            label: label(keys.label.as_ref(), &keys.name),
            help: keys.help.clone().unwrap_or_default(),
            folded: keys.folded,
            whole: keys.whole,
            factor: 1.0,
            ..DeclaredInput::default()
        };
        self.length(yaml_path!["inputs", at, "label"], "label", &input.label, limits::MAX_NAME);
        self.length(yaml_path!["inputs", at, "help"], "help", &input.help, limits::MAX_NAME);
        let found = match keys.kind {
            InputKind::Number => self.number(at, keys, &mut input),
            InputKind::Choice => self.choice(at, keys, &mut input),
            InputKind::Record => self.row_of_a_table(at, keys, &mut input),
            InputKind::YesNo => self.yes_no(at, keys, &mut input),
        };
        self.only_for_its_kind(at, keys);
        self.own_keys(at, keys, &input);
        self.name(yaml_path!["inputs", at, "name"], &keys.name, found);
        self.record.inputs.push(input);
    }

    /// Reports keys of addresses and presets that are taken, reserved or misspelled.
    fn own_keys(&mut self, at: usize, keys: &InputKeys, input: &DeclaredInput) {
        let earlier = self.record.inputs.iter();
        let taken = [
            ("key", earlier.clone().any(|other| other.key == input.key)),
            ("preset", earlier.clone().any(|other| other.preset == input.preset)),
        ];
        for ((key, taken), given) in taken.into_iter().zip([&keys.key, &keys.preset]) {
            let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            // Another input of the same name is reported by `name`.
            let (at_key, own) = match given {
                Some(given) => (key, given),
                None if taken && self.names.find(&keys.name).is_none() => ("name", &keys.name),
                None => continue,
            };
            let reason = match () {
                () if own.is_empty() || !own.chars().all(is_letter) => "is no key: write small letters, digits and `_`",
                () if taken => "is the key of an earlier input",
                () if RESERVED.contains(&own.as_str()) => "is a parameter of every page",
                () => continue,
            };
            self.refuse(yaml_path!["inputs", at, at_key], format!("`{own}` {reason}"), "choose another key");
        }
    }

    /// Reports keys that only inputs of another kind have.
    fn only_for_its_kind(&mut self, at: usize, keys: &InputKeys) {
        let is_number = keys.kind == InputKind::Number;
        let given = [
            ("least", keys.least.is_some(), is_number),
            ("most", keys.most.is_some(), is_number),
            ("unit", !keys.unit.is_empty(), is_number),
            ("also", !keys.also.is_empty(), is_number),
            ("whole", keys.whole, is_number),
            ("choices", !keys.choices.is_empty(), keys.kind == InputKind::Choice),
            ("table", keys.table.is_some(), keys.kind == InputKind::Record),
        ];
        for (key, _, _) in given.into_iter().filter(|(_, given, fits)| *given && !fits) {
            let help = match key {
                "choices" => "add `kind: choice`",
                "table" => "add `kind: record`",
                _ => "remove it",
            };
            self.refuse(yaml_path!["inputs", at, key], format!("an input of this kind has no `{key}`"), help);
        }
    }

    fn number(&mut self, at: usize, keys: &InputKeys, input: &mut DeclaredInput) -> Type {
        for (key, given) in [("least", keys.least), ("most", keys.most)] {
            if given.is_none() {
                let help = format!("add `{key}:`, a number in the unit of the input");
                let problem = messages::bad_value(
                    self.at(yaml_path!["inputs", at, "name"]),
                    format!("`{}` has no `{key}`", keys.name),
                );
                self.report(problem.help(help));
            }
        }
        let (low, high) = (keys.least.unwrap_or(0.0), keys.most.unwrap_or(MAX_INPUT));
        let is_range = low < high && low >= -MAX_INPUT && high <= MAX_INPUT;
        if !is_range {
            let message = format!("{low} to {high} is no range of numbers");
            self.refuse(yaml_path!["inputs", at, "most"], message, "`least` is below `most`, and both are below 10^15");
        }
        let default = keys.default.as_f64();
        match default {
            Some(default) if !is_range || (low..=high).contains(&default) => input.default = format!("{default}"),
            _ => self.refuse(
                yaml_path!["inputs", at, "default"],
                format!("the default of `{}` is no number from {low} to {high}", keys.name),
                "write a number in the unit of the input, without the unit",
            ),
        }
        if keys.whole && default.is_some_and(|default| default.fract() != 0.0 || default < 0.0) {
            self.refuse(yaml_path!["inputs", at, "default"], "the default is no whole number".to_owned(), "round it");
        }
        input.limits = [low, high];
        let Some(unit) = self.unit(yaml_path!["inputs", at, "unit"], &keys.unit) else { return Type::Unknown };
        input.factor = unit.factor;
        input.units.push((keys.unit.trim().to_owned(), 1.0));
        for (position, name) in keys.also.iter().enumerate() {
            let path = yaml_path!["inputs", at, "also", position];
            let (name, meaning) = name.split_once('=').unwrap_or((name, name));
            let Some(other) = self.unit(path, meaning) else { continue };
            let name = name.trim();
            if other.dimension != unit.dimension {
                let message = format!("`{name}` does not measure what `{}` does", keys.unit);
                self.refuse(path, message, &format!("write a unit of {}{}", unit.dimension, example(&unit.dimension)));
            }
            input.units.push((name.to_owned(), other.factor / unit.factor));
        }
        Type::Quantity(unit.dimension)
    }

    fn choice(&mut self, at: usize, keys: &InputKeys, input: &mut DeclaredInput) -> Type {
        self.size(yaml_path!["inputs", at, "choices"], "choices", keys.choices.len(), MAX_INPUTS, true);
        let mut first: Option<Dimension> = None;
        for (position, choice) in keys.choices.iter().enumerate() {
            let (factor, found) = self.factor(at, position, choice);
            if let Some(found) = found {
                if first.as_ref().is_some_and(|first| *first != found) {
                    let path = yaml_path!["inputs", at, "choices", position, "value"];
                    self.refuse(
                        path,
                        format!("this is of {found}, unlike the first choice"),
                        "give all choices one kind of value",
                    );
                }
                first.get_or_insert(found);
            }
            let path = yaml_path!["inputs", at, "choices", position, "id"];
            if !is_slug(&choice.id) {
                self.refuse(
                    path,
                    format!("a choice cannot have the id `{}`", choice.id),
                    "write small letters, digits and `-`",
                );
            }
            if let Some(earlier) = input.choices.iter().position(|known| known.id == choice.id) {
                let earlier = self.at(yaml_path!["inputs", at, "choices", earlier, "id"]);
                let problem = messages::duplicate(self.at(path), "choice", &choice.id, earlier);
                self.report(problem);
            }
            input.choices.push(DeclaredChoice {
                id: choice.id.clone(),
                label: label(choice.label.as_ref(), &choice.id),
                factor,
            });
        }
        self.chosen(at, keys, input);
        first.map_or(Type::Unknown, Type::Quantity)
    }

    /// Reads the default of a choice, and reports one that is no choice.
    fn chosen(&mut self, at: usize, keys: &InputKeys, input: &mut DeclaredInput) {
        let default = text(&keys.default);
        if input.choices.iter().all(|choice| choice.id != default) {
            let place = self.at(yaml_path!["inputs", at, "default"]);
            let ids = input.choices.iter().map(|choice| choice.id.as_str());
            self.report(messages::unknown_id(place, "choice", &default, ids));
        }
        input.default = default;
    }

    /// Reads a choice among the rows of a data table; the value of a row is its position.
    fn row_of_a_table(&mut self, at: usize, keys: &InputKeys, input: &mut DeclaredInput) -> Type {
        let Some(name) = &keys.table else {
            let message = format!("`{}` has no `table`", keys.name);
            self.refuse(yaml_path!["inputs", at, "name"], message, "add `table:`, the name of a file of content/data/");
            return Type::Unknown;
        };
        let path = yaml_path!["inputs", at, "table"];
        let Some(table) = self.data(path, name) else { return Type::Unknown };
        self.size(path, "table", table.rows.len(), MAX_ROWS, true);
        let nameless = table.rows.iter().position(|row| row.id.is_empty());
        if let Some(row) = nameless {
            let message = format!("row {} of the table `{name}` has no `id` to choose it by", row + 1);
            self.refuse(path, message, "give every row an `id` of small letters, digits and `-`");
            return Type::Unknown;
        }
        input.choices.extend(table.rows.iter().enumerate().map(|(row, keys)| DeclaredChoice {
            id: keys.id.clone(),
            label: label(Some(&keys.label).filter(|label| !label.is_empty()), &keys.id),
            factor: count(row as u64),
        }));
        self.chosen(at, keys, input);
        Type::Row
    }

    /// Reads the value of a choice in base units, and its dimension; `None` for zero or an invalid expression.
    fn factor(&mut self, at: usize, position: usize, choice: &ChoiceKeys) -> (f64, Option<Dimension>) {
        let path = yaml_path!["inputs", at, "choices", position, "value"];
        let written = text(&choice.value);
        match self.expression(path, &written) {
            Some(Compiled { formula, found: Type::Quantity(dimension) }) => (evaluate(&formula, &[]), Some(dimension)),
            Some(Compiled { found: Type::Truth, .. }) => {
                let message = "the value of a choice is a number with its unit".to_owned();
                self.refuse(path, message, "write it like `0.03 mm`");
                (0.0, None)
            }
            // Zero has every dimension.
            Some(_) | None => (0.0, None),
        }
    }

    fn yes_no(&mut self, at: usize, keys: &InputKeys, input: &mut DeclaredInput) -> Type {
        let choice =
            |id: &str, label: &str, factor| DeclaredChoice { id: id.to_owned(), label: label.to_owned(), factor };
        input.choices = vec![choice("no", "No", 0.0), choice("yes", "Yes", 1.0)];
        input.default = match text(&keys.default).as_str() {
            "yes" | "true" => "yes".to_owned(),
            "no" | "false" => "no".to_owned(),
            other => {
                let message = format!("the default of `{}` is `yes` or `no`, not `{other}`", keys.name);
                self.refuse(yaml_path!["inputs", at, "default"], message, "write `yes` or `no`");
                String::new()
            }
        };
        Type::Truth
    }
}

/// Returns a scalar as text, as far as YAML keeps its spelling; empty for lists and maps.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        _ => String::new(),
    }
}
