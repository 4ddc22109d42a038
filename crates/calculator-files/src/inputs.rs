//! Reads inputs: numbers within limits, choices, rows of a data table, yes or no.

use super::keys::{ChoiceKeys, InputKeys, InputKind, ReplacedKeys};
use super::reader::{FileReader, RESERVED, example, label, text};
use super::{MAX_INPUTS, MAX_ROWS};
use crate::expression::host_call::argument_type;
use crate::expression::temperature::is_temperature;
use crate::expression::{Compiled, Dimension, Type};
use rooflight_estimator::formula::evaluate;
use rooflight_estimator::formula::host::{NoHost, RecordKind};
use rooflight_estimator::records::declared::{DeclaredChoice, DeclaredInput, FieldPlace, Replaced};
use rooflight_primitives::units::count;
use rooflight_source::diagnostic::messages;
use rooflight_source::limits;
use rooflight_source::yaml_path;

/// Largest absolute number of an input or a table: larger numbers are not written in digits.
pub(super) const MAX_INPUT: f64 = 1e15;

impl FileReader<'_> {
    /// Reads an input.
    pub(super) fn input(&mut self, at: usize, keys: &InputKeys) {
        let mut input = DeclaredInput {
            key: keys.key.clone().unwrap_or_else(|| keys.name.clone()),
            preset: keys.preset.clone().unwrap_or_else(|| keys.name.clone()),
            label: label(keys.label.as_ref(), &keys.name),
            optional: keys.optional,
            field: match keys {
                InputKeys { hidden: true, .. } => FieldPlace::None,
                InputKeys { folded: true, .. } => FieldPlace::Folded,
                _ => FieldPlace::Shown,
            },
            whole: keys.whole,
            factor: 1.0,
            ..DeclaredInput::default()
        };
        self.length(yaml_path!["inputs", at, "label"], "label", &input.label, limits::MAX_NAME);
        let found = match keys.kind {
            InputKind::Number => self.number(at, keys, &mut input),
            InputKind::Choice => self.choice(at, keys, &mut input),
            InputKind::Record => self.row_of_a_table(at, keys, &mut input),
            InputKind::YesNo => self.yes_no(at, keys, &mut input),
            InputKind::Device => named(RecordKind::Device, keys, &mut input),
            InputKind::Model => named(RecordKind::Model, keys, &mut input),
            InputKind::Format => named(RecordKind::Format, keys, &mut input),
            InputKind::Engine => named(RecordKind::Engine, keys, &mut input),
            InputKind::Cache => named(RecordKind::Cache, keys, &mut input),
            InputKind::Run => named(RecordKind::Run, keys, &mut input),
            InputKind::Group => named(RecordKind::Group, keys, &mut input),
            InputKind::Part => named(RecordKind::Part, keys, &mut input),
        };
        input.replaces = keys.replaces.map(replaced);
        self.only_for_its_kind(at, keys);
        self.own_keys(at, keys, &input);
        self.name(yaml_path!["inputs", at, "name"], &keys.name, found);
        self.check_order(at, &input);
        self.check_replaced(at, &input);
        self.record.inputs.push(input);
    }

    /// Reads the limits of inputs that depend on inputs.
    pub(super) fn limits(&mut self, inputs: &[InputKeys]) {
        for (at, keys) in inputs.iter().enumerate() {
            if let Some(within) = &keys.within {
                let within = self.place(yaml_path!["inputs", at, "within"], &within.as_str().into(), at);
                self.record.inputs[at].within = within;
            }
        }
    }

    /// Reports a number that takes the place of another kind of number, of none, or of one that another input replaces.
    fn check_replaced(&mut self, at: usize, input: &DeclaredInput) {
        let Some(replaced) = input.replaces else { return };
        let (kind, unit) = match replaced {
            Replaced::Bandwidth => (RecordKind::Device, "B/s"),
            Replaced::Memory => (RecordKind::Device, "B"),
            Replaced::Parameters | Replaced::Layers | Replaced::KvHeads | Replaced::HeadSize => (RecordKind::Model, ""),
        };
        let wanted = argument_type(unit);
        let (found, path) = (self.names.type_at(at), yaml_path!["inputs", at, "replaces"]);
        if self.record.inputs.iter().all(|other| other.record != Some(kind)) {
            let message = format!("there is no {} above this input", kind.name());
            self.refuse(path, message, &format!("put an input `kind: {}` above it", kind.name()));
        } else if self.record.inputs.iter().any(|other| other.replaces == input.replaces) {
            self.refuse(path, "another input replaces this number".to_owned(), "remove one of them");
        } else if found.as_ref().is_some_and(|found| *found != wanted && *found != Type::Unknown)
            || input.limits[0] < 0.0
        {
            let help = if unit.is_empty() {
                "give it no unit".to_owned()
            } else {
                format!("give it a unit of `{unit}`, such as `G{unit}`")
            };
            self.refuse(path, format!("the number that it replaces is {wanted}, zero or more"), &help);
        }
    }

    /// Reports a record without those above it among which it is found, and a list with a field.
    fn check_order(&mut self, at: usize, input: &DeclaredInput) {
        if input.record.is_some_and(RecordKind::is_listed) && input.field != FieldPlace::None {
            let message = "no reader chooses such a record".to_owned();
            self.refuse(yaml_path!["inputs", at, "kind"], message, "add `hidden: true`, and let a table run over them");
        }
        let wanted: &[RecordKind] = match input.record {
            Some(kind @ RecordKind::Run) => {
                let is_second = self.record.inputs.iter().any(|other| other.record == Some(kind));
                if is_second || !matches!(input.default.as_str(), "" | "decode" | "prompts") {
                    let message = "a calculator has one list of runs: of decoding or of prompts".to_owned();
                    self.refuse(
                        yaml_path!["inputs", at, "default"],
                        message,
                        "write `default: decode` or `prompts` once",
                    );
                }
                &[RecordKind::Device, RecordKind::Model, RecordKind::Format]
            }
            Some(RecordKind::Group | RecordKind::Format) => &[RecordKind::Model],
            Some(RecordKind::Part) => &[RecordKind::Format],
            Some(RecordKind::Engine) => &[RecordKind::Device, RecordKind::Format],
            Some(kind @ (RecordKind::Device | RecordKind::Model)) => {
                if self.record.inputs.iter().any(|other| other.record == Some(kind)) {
                    let message = format!("there is a {} already", kind.name());
                    self.refuse(yaml_path!["inputs", at, "kind"], message, "a calculator has one device and one model");
                }
                &[]
            }
            _ => &[],
        };
        for kind in wanted {
            if self.record.inputs.iter().all(|other| other.record != Some(*kind)) {
                let message = format!("there is no {} above this input", kind.name());
                let help = format!("put an input `kind: {}` above it", kind.name());
                self.refuse(yaml_path!["inputs", at, "kind"], message, &help);
            }
        }
    }

    /// Reads the words beside the fields, which may name formulas.
    pub(super) fn helps(&mut self, inputs: &[InputKeys]) {
        for (at, keys) in inputs.iter().enumerate() {
            self.record.inputs[at].help = self.maybe_text(yaml_path!["inputs", at, "help"], keys.help.as_ref());
        }
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
            ("within", keys.within.is_some(), is_number),
            ("replaces", keys.replaces.is_some(), is_number),
            ("optional", keys.optional, keys.kind == InputKind::Number),
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
            None if keys.optional && keys.default.is_null() => {}
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
        let Some((name, unit)) = self.named_unit(yaml_path!["inputs", at, "unit"], &keys.unit) else {
            return Type::Unknown;
        };
        input.factor = unit.factor;
        input.units.push((name.to_owned(), 1.0));
        for (position, name) in keys.also.iter().enumerate() {
            let path = yaml_path!["inputs", at, "also", position];
            let Some((name, other)) = self.named_unit(path, name) else { continue };
            if other.dimension != unit.dimension {
                let message = format!("`{name}` does not measure what `{}` does", keys.unit);
                let help = if [&unit.dimension, &other.dimension].into_iter().all(is_temperature) {
                    "give the other scale a formula, such as `fahrenheit(x)`".to_owned()
                } else {
                    format!("write a unit of {}{}", unit.dimension, example(&unit.dimension))
                };
                self.refuse(path, message, &help);
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
            let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            if choice.id.is_empty() || !choice.id.chars().all(is_letter) {
                let message = format!("a choice cannot have the id `{}`", choice.id);
                self.refuse(path, message, "write letters, digits, `-`, `_` and `.`");
            }
            if let Some(earlier) = input.choices.iter().position(|known| known.id == choice.id) {
                let earlier = self.at(yaml_path!["inputs", at, "choices", earlier, "id"]);
                let problem = messages::duplicate(self.at(path), "choice", &choice.id, earlier);
                self.report(problem);
            }
            if let Some(same) = input.choices.iter().find(|known| known.factor.to_bits() == factor.to_bits()) {
                let message =
                    format!("`{}` has the value of `{}`, so that formulas cannot tell them apart", choice.id, same.id);
                let path = yaml_path!["inputs", at, "choices", position, "value"];
                self.refuse(path, message, "give each choice a value of its own");
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
            Some(Compiled { formula, found: Type::Quantity(dimension) }) => {
                (evaluate(&formula, &[], &NoHost), Some(dimension))
            }
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

/// Reads an input that names a record of the catalog, which the answer looks up.
fn named(kind: RecordKind, keys: &InputKeys, input: &mut DeclaredInput) -> Type {
    input.record = Some(kind);
    input.default = text(&keys.default);
    Type::Record(kind)
}

/// Returns the number of a record that keys name.
const fn replaced(keys: ReplacedKeys) -> Replaced {
    match keys {
        ReplacedKeys::Bandwidth => Replaced::Bandwidth,
        ReplacedKeys::Memory => Replaced::Memory,
        ReplacedKeys::Parameters => Replaced::Parameters,
        ReplacedKeys::Layers => Replaced::Layers,
        ReplacedKeys::KvHeads => Replaced::KvHeads,
        ReplacedKeys::HeadSize => Replaced::HeadSize,
    }
}
