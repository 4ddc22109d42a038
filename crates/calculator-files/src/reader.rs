//! The state of reading a calculator's file: the names and the record so far, and the positions of mistakes.
//!
//! A mistake in an expression is reported at its own bytes if the file contains the expression literally. If the file
//! writes it with escapes or over several lines, the mistake is reported at the whole value.

use super::data_csv::CsvRows;
use super::data_table::DataTable;
use super::keys::{SourceKeys, UnitKeys};
use crate::expression::unit_text::unit;
use crate::expression::{Compiled, Dimension, Mistake, Scope, Type, Unit, Units, compile};
use rooflight_estimator::formula::Op;
use rooflight_estimator::records::DeclaredRecord;
use rooflight_estimator::records::declared as record;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::SourceFile;
use rooflight_source::limits;
use rooflight_source::url;
use rooflight_source::yaml::{self, PathSegment};
use rooflight_source::yaml_path;
use std::ops::Range;
use yaml_serde::Value;

/// Query parameters of every page, which no input can have as its key.
pub(super) const RESERVED: [&str; 3] = ["v", "vs", "root"];

/// Reads a calculator's file, and collects its mistakes with their positions.
pub(super) struct FileReader<'a> {
    pub(super) file: &'a SourceFile,
    places: yaml::Places,
    /// The CSV file with the rows of the data table that is read; `None` if they are in its YAML file.
    pub(super) csv: Option<&'a CsvRows<'a>>,
    tables: &'a [DataTable],
    problems: &'a mut Vec<Diagnostic>,
    pub(super) names: Scope,
    /// The names of the texts that other texts contain, in the order of the record.
    pub(super) words: Vec<String>,
    pub(super) record: DeclaredRecord,
}

impl<'a> FileReader<'a> {
    pub(super) fn new(file: &'a SourceFile, tables: &'a [DataTable], problems: &'a mut Vec<Diagnostic>) -> Self {
        let mut names = Scope::new(Units::default());
        names.columns.extend(tables.iter().flat_map(DataTable::numbers));
        Self {
            file,
            places: yaml::Places::default(),
            csv: None,
            tables,
            problems,
            names,
            words: Vec::new(),
            record: DeclaredRecord::default(),
        }
    }

    /// Finds a data table by its name.
    pub(super) fn known_table(&self, name: Option<&str>) -> Option<&'a DataTable> {
        self.tables.iter().find(|table| name.is_some_and(|name| table.name == name))
    }

    /// Finds a data table by its name, and reports a name without one.
    pub(super) fn data(&mut self, path: &[PathSegment], name: &str) -> Option<&'a DataTable> {
        let found = self.known_table(Some(name));
        if found.is_none() {
            let known = self.tables.iter().map(|table| table.name.as_str());
            let problem = messages::unknown_id(self.at(path), "data table", name, known);
            let problem =
                if problem.help.is_empty() { problem.help("data tables are files of content/data/") } else { problem };
            self.report(problem);
        }
        found
    }

    /// Reads the title and the address of a source, and reports an invalid address.
    pub(super) fn source(&mut self, path: &[PathSegment], keys: &SourceKeys) -> [String; 2] {
        if !url::is_address(&keys.url) {
            let problem = messages::bad_link(self.at(path), &keys.url);
            self.report(problem);
        }
        [keys.title.trim().to_owned(), keys.url.clone()]
    }

    /// Returns the position of a value, in the CSV file if its row is there.
    pub(super) fn at(&self, path: &[PathSegment]) -> Location {
        if let (Some(csv), [PathSegment::Key(rows), PathSegment::Item(at), rest @ ..]) = (self.csv, path)
            && rows == "rows"
        {
            return csv.place(*at, rest);
        }
        self.places.location(&self.file.path, &self.file.text, &(0..self.file.text.len()), path)
    }

    /// Reports a problem.
    pub(super) fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// Reports a value that cannot be used.
    pub(super) fn refuse(&mut self, path: &[PathSegment], message: String, help: &str) {
        let problem = messages::bad_value(self.at(path), message).help(help);
        self.report(problem);
    }

    /// Reports a text that is empty or too long.
    pub(super) fn text(&mut self, path: &[PathSegment], what: &str, text: &str, most: usize) {
        if text.trim().is_empty() {
            let location = self.at(path);
            self.report(messages::empty(location, &format!("`{what}`")));
        }
        self.length(path, what, text, most);
    }

    /// Reports a text that is too long.
    pub(super) fn length(&mut self, path: &[PathSegment], what: &str, text: &str, most: usize) {
        let location = self.at(path);
        limits::text(what, text, most, || location, self.problems);
    }

    /// Reports a list that is too long, or empty if `needed`.
    pub(super) fn size(&mut self, path: &[PathSegment], what: &str, count: usize, most: usize, needed: bool) {
        let location = self.at(path);
        if needed && count == 0 {
            self.report(messages::empty(location.clone(), &format!("`{what}`")));
        }
        limits::list(what, count, most, || location, self.problems);
    }

    /// Returns the position of `bytes` of a value's `text`; that of the whole value if the file spells it otherwise.
    pub(super) fn within(&self, path: &[PathSegment], text: &str, bytes: &Range<usize>) -> Location {
        let whole = self.at(path);
        let written = &self.file.text[whole.span.clone()];
        let start = match written.strip_prefix(['"', '\'']) {
            Some(rest) if rest.starts_with(text) => whole.span.start + 1,
            None if written.starts_with(text) => whole.span.start,
            _ => return whole,
        };
        Location::new(whole.file, start + bytes.start..start + bytes.end)
    }

    /// Reports mistakes in an expression or a unit at their own bytes.
    pub(super) fn mistakes(&mut self, path: &[PathSegment], text: &str, mistakes: Vec<Mistake>) {
        for Mistake { at, message, help } in mistakes {
            let problem = messages::expression(self.within(path, text, &at), message).maybe_help(help);
            self.report(problem);
        }
    }

    /// Compiles an expression; mistakes are reported at `path`.
    pub(super) fn expression(&mut self, path: &[PathSegment], text: &str) -> Option<Compiled> {
        compile(text, &self.names).map_err(|mistakes| self.mistakes(path, text, mistakes)).ok()
    }

    /// Compiles the expression of a case, and reports one that is neither true nor false.
    pub(super) fn truth(&mut self, path: &[PathSegment], text: &str) -> Vec<Op> {
        let Some(Compiled { formula, found }) = self.expression(path, text) else { return Vec::new() };
        if !matches!(found, Type::Truth | Type::Unknown) {
            let problem = messages::expression(self.at(path), format!("a case is true or false, and this is {found}"));
            self.report(problem.help("compare it, as in `x > 0`"));
        }
        formula
    }

    /// Compiles a number or an expression.
    pub(super) fn number_or_expression(&mut self, path: &[PathSegment], value: &Value) -> Vec<Op> {
        self.expression(path, &text(value)).map(|compiled| compiled.formula).unwrap_or_default()
    }

    /// Compiles an expression of the dimension of an input; a bare number is in the input's unit.
    pub(super) fn place(&mut self, path: &[PathSegment], value: &Value, input: usize) -> Vec<Op> {
        self.place_along(path, value, (input, None))
    }

    /// Compiles an expression of the dimension of an axis: that of a formula, or else of an input. A bare number is in
    /// its unit.
    pub(super) fn place_along(
        &mut self,
        path: &[PathSegment],
        value: &Value,
        (input, formula): (usize, Option<usize>),
    ) -> Vec<Op> {
        let factor =
            formula.map_or(self.record.inputs[input].factor, |formula| self.record.formulas[formula].unit.factor);
        if let Some(number) = value.as_f64() {
            return vec![Op::Number(number * factor)];
        }
        let text = text(value);
        let Some(Compiled { formula: compiled, found }) = self.expression(path, &text) else { return Vec::new() };
        let wanted = self.names.type_at(formula.map_or(input, |formula| self.record.inputs.len() + formula));
        let fits = matches!(found, Type::Zero | Type::Unknown) || wanted.as_ref().is_none_or(|wanted| *wanted == found);
        if !fits {
            let message = format!("this is {found}, and the input is {}", wanted.unwrap_or(Type::Unknown));
            let problem = messages::expression(self.at(path), message);
            self.report(problem.help("write an expression of the dimension of the input"));
        }
        compiled
    }

    /// Compiles the expression of a case that may be left out; empty then.
    pub(super) fn maybe_truth(&mut self, path: &[PathSegment], text: Option<&String>) -> Vec<Op> {
        text.map(|text| self.truth(path, text)).unwrap_or_default()
    }

    /// Parses a unit; mistakes are reported at `path`.
    pub(super) fn unit(&mut self, path: &[PathSegment], text: &str) -> Option<Unit> {
        unit(text, &self.names.units).map_err(|mistakes| self.mistakes(path, text, mistakes)).ok()
    }

    /// Parses a unit that may have a name of its own: `per minute = 1/min`. Returns the name with it.
    pub(super) fn named_unit<'t>(&mut self, path: &[PathSegment], text: &'t str) -> Option<(&'t str, Unit)> {
        let (name, meaning) = text.split_once('=').unwrap_or((text, text));
        Some((name.trim(), self.unit(path, meaning)?))
    }

    /// Parses a unit and its larger ones, from the smallest, with their factors to base units: `s | min | h`.
    pub(super) fn unit_with_larger(&mut self, path: &[PathSegment], text: &str) -> Option<(Unit, Vec<(String, f64)>)> {
        let mut parts = text.split('|').map(str::trim);
        let (_, first) = self.named_unit(path, parts.next().unwrap_or_default())?;
        let mut larger: Vec<(String, f64)> = Vec::new();
        for part in parts {
            let (name, next) = self.named_unit(path, part)?;
            let before = larger.last().map_or(first.factor, |(_, factor)| *factor);
            if next.dimension != first.dimension || next.factor <= before {
                let message = format!("`{name}` is no larger unit of the same kind as the one before it");
                self.refuse(path, message, "begin with the smallest, as in `s | min | h`");
                return None;
            }
            larger.push((name.to_owned(), next.factor));
        }
        Some((first, larger))
    }

    /// Adds the name of the next value, and reports at `path` a name that cannot be used.
    pub(super) fn name(&mut self, path: &[PathSegment], name: &str, found: Type) {
        let added = self.names.add(name, found);
        let is_table = self.tables.iter().any(|table| table.name == name);
        let reason = added.err().or_else(|| is_table.then(|| "is the name of a data table".to_owned())).or_else(|| {
            RESERVED.contains(&name).then(|| "is a parameter of every page: choose a longer name".to_owned())
        });
        if let Some(reason) = reason {
            let problem = messages::bad_value(self.at(path), format!("`{name}` {reason}"));
            self.report(problem);
        }
    }

    /// Adds a unit that the file defines.
    pub(super) fn own_unit(&mut self, at: usize, keys: &UnitKeys) {
        let unit = match &keys.factor {
            Some(factor) => self.unit(yaml_path!["units", at, "is"], factor),
            None => Some(Unit { factor: 1.0, dimension: Dimension::base(&keys.name) }),
        };
        let Some(unit) = unit else { return };
        for name in std::iter::once(&keys.name).chain(&keys.also) {
            let is_word = !name.is_empty() && name.chars().all(char::is_alphabetic);
            if !is_word || !self.names.units.add(name, unit.clone()) {
                let reason = if is_word { "is known already" } else { "is no name of a unit: write letters" };
                self.refuse(
                    yaml_path!["units", at, "name"],
                    format!("the unit `{name}` {reason}"),
                    "choose another name",
                );
            }
        }
    }

    /// Finds an input or a formula by its name: its position, its type, and the unit in which it is shown. Reports an
    /// unknown name.
    pub(super) fn value(&mut self, location: Location, name: &str) -> Option<(usize, Type, record::Unit)> {
        let Some((at, found)) = self.names.find(name).cloned() else {
            let known: Vec<&str> = self.names.values().collect();
            let list = format!("the inputs and formulas are {}", known.join(", "));
            let problem = messages::unknown_id(location, "input or formula", name, known.iter().copied());
            let problem = if problem.help.is_empty() { problem.help(list) } else { problem };
            self.report(problem);
            return None;
        };
        let shown = match self.record.inputs.get(at) {
            Some(input) => {
                let name = input.units.first().map(|(name, _)| name.clone()).unwrap_or_default();
                let truth = found == Type::Truth;
                record::Unit { name, factor: input.factor, truth, ..record::Unit::default() }
            }
            None => self.record.formulas.get(at - self.record.inputs.len())?.unit.clone(),
        };
        Some((at, found, shown))
    }
}

/// Returns the given label, or one made from the name: `Focal length` from `focal_length`.
pub(super) fn label(given: Option<&String>, name: &str) -> String {
    given.map_or_else(
        || {
            let words = name.replace(['_', '-'], " ");
            let mut letters = words.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        },
        |given| given.trim().to_owned(),
    )
}

/// Returns an example of a unit of a dimension as the end of a hint; empty if no single unit measures it.
pub(super) fn example(dimension: &Dimension) -> String {
    let rows = crate::expression::unit::TABLE.iter();
    let mut fitting = rows.filter(|row| Dimension::product(row.powers) == *dimension);
    let name = fitting.next().and_then(|row| row.symbols.first().or_else(|| row.names.last()));
    name.map_or_else(String::new, |name| format!(", such as `{name}`"))
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
