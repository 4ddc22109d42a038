//! The names that an expression may use: values with their positions and types, columns of tables, and units.
//!
//! A value cannot have the name of a unit, a constant or a function, so that an expression means the same everywhere.

use crate::expression::constant;
use crate::expression::dimension::Dimension;
use crate::expression::function;
use crate::expression::table;
use crate::expression::unit::Units;
use rooflight_estimator::formula::Op;
use rooflight_estimator::formula::host::RecordKind;
use std::collections::BTreeMap;
use std::fmt;

/// The type of an expression's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A truth value.
    Truth,
    /// A quantity with its dimension.
    Quantity(Dimension),
    /// A row of a data table: its columns are quantities, the row itself has no value.
    Row,
    /// A record of the catalog: host functions read it.
    Record(RecordKind),
    /// Zero without a unit, which fits every dimension.
    Zero,
    /// Unknown, because the expression has a mistake.
    Unknown,
}

impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth => out.write_str("true or false"),
            Self::Row => out.write_str("row of a table"),
            Self::Record(kind) => out.write_str(kind.name()),
            Self::Quantity(dimension) => dimension.fmt(out),
            Self::Zero => out.write_str("bare number"),
            Self::Unknown => out.write_str("something unknown"),
        }
    }
}

/// Formats a type with its article: `a length`, `an energy`, `people`.
pub(crate) fn article(what: &impl fmt::Display) -> String {
    let words = what.to_string();
    let has_none = words.ends_with('s') && !words.ends_with("mass") || matches!(&*words, "data" | "people" | "yen");
    if has_none || words.starts_with(|c: char| c.is_ascii_digit()) || words == "true or false" {
        words
    } else if words.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {words}")
    } else {
        format!("a {words}")
    }
}

/// A column of a data table.
#[derive(Clone, Debug)]
pub struct TableColumn {
    /// The dimension of its values.
    pub dimension: Dimension,
    /// The values in base units, row by row; NaN for an empty cell.
    pub values: Vec<f64>,
}

/// The names that an expression may use.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    values: BTreeMap<String, (usize, Type)>,
    /// The numeric columns of data tables, keyed by `table.column`.
    pub columns: BTreeMap<String, TableColumn>,
    /// The cases, keyed by their names: the formulas of all arguments of a function of a case.
    pub cases: BTreeMap<String, Vec<Vec<Op>>>,
    /// The units, built-in ones included.
    pub units: Units,
}

impl Scope {
    /// A scope with these units and no values.
    #[must_use]
    pub const fn new(units: Units) -> Self {
        Self { values: BTreeMap::new(), columns: BTreeMap::new(), cases: BTreeMap::new(), units }
    }

    /// Declares a value and returns its position, which follows those before. A rejected name is still declared, with
    /// an unknown type, so that later uses of it are no mistakes.
    ///
    /// # Errors
    /// The reason why a value cannot have this name, to follow the name in a sentence.
    pub fn add(&mut self, name: &str, found: Type) -> Result<usize, String> {
        let at = self.values.len();
        let refused = if self.values.contains_key(name) || self.cases.contains_key(name) {
            Some("is the name of an earlier input or formula".to_owned())
        } else if !is_name(name) {
            Some("is no name: write letters, digits and `_`, a letter first".to_owned())
        } else if self.units.find(name).is_some() {
            Some(format!("is a unit: choose a longer name, such as `{name}_value`"))
        } else if constant::find(name).is_some() {
            Some(format!("is a constant: choose a longer name, such as `{name}_value`"))
        } else if function::find(name).is_some() || table::find(name).is_some() {
            Some(format!("is a function: choose a longer name, such as `{name}_value`"))
        } else {
            None
        };
        let Some(reason) = refused else {
            self.values.insert(name.to_owned(), (at, found));
            return Ok(at);
        };
        // A duplicate keeps its position under a key that no expression can spell.
        let key = if self.values.contains_key(name) { format!("{name} {at}") } else { name.to_owned() };
        self.values.insert(key, (at, Type::Unknown));
        Err(reason)
    }

    /// Declares a quantity of a row that is a value: `camera.blur`. Its position follows those before.
    pub fn add_field(&mut self, name: String, dimension: Dimension) {
        let at = self.values.len();
        self.values.insert(name, (at, Type::Quantity(dimension)));
    }

    /// The type of the value at a position.
    #[must_use]
    pub fn type_at(&self, position: usize) -> Option<Type> {
        self.values.values().find(|(at, _)| *at == position).map(|(_, found)| found.clone())
    }

    /// The position and the type of a value.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&(usize, Type)> {
        self.values.get(name)
    }

    /// The names of the values, without the hidden keys of duplicates.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str).filter(|name| !name.contains(' '))
    }
}

/// True if a value can have this name: letters, digits and `_`, a letter first, not a word of the language.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !crate::expression::token::WORDS.contains(&name)
}
