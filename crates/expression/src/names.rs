//! The names that an expression may use: values, each with its position and its type, and units.
//!
//! A value has a name of its own: one that is a unit, a constant or a function is refused, so that an expression reads
//! the same everywhere.

use crate::constant;
use crate::dimension::Dimension;
use crate::function;
use crate::table;
use crate::unit::Units;
use std::collections::BTreeMap;
use std::fmt;

/// The type of an expression's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// True or false.
    Truth,
    /// A quantity of a dimension.
    Quantity(Dimension),
    /// A row of a data table: its columns are quantities, the row itself has no value.
    Row,
    /// Zero, which fits every dimension: no metres and no seconds.
    Zero,
    /// Not known, since something in it is wrong.
    Unknown,
}

impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth => out.write_str("true or false"),
            Self::Row => out.write_str("row of a table"),
            Self::Quantity(dimension) => dimension.fmt(out),
            Self::Zero => out.write_str("bare number"),
            Self::Unknown => out.write_str("something unknown"),
        }
    }
}

/// A type in words: `a length`, `an energy`, `people`.
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
pub struct Column {
    /// The dimension of its values.
    pub dimension: Dimension,
    /// The values in base units by row; NaN for an empty cell.
    pub values: Vec<f64>,
}

/// The names of values, each with its position and its type; the columns of tables, and the units.
#[derive(Clone, Debug, Default)]
pub struct Names {
    values: BTreeMap<String, (usize, Type)>,
    /// The columns of numbers, as `table.column`.
    pub columns: BTreeMap<String, Column>,
    /// Units that expressions may use.
    pub units: Units,
}

impl Names {
    /// Names that know these units and no value.
    #[must_use]
    pub const fn new(units: Units) -> Self {
        Self { values: BTreeMap::new(), columns: BTreeMap::new(), units }
    }

    /// Names a value; its position follows those before. The reason if the name cannot be used; then later mentions of
    /// it are not a mistake.
    ///
    /// # Errors
    /// The reason why a value cannot have this name.
    pub fn add(&mut self, name: &str, found: Type) -> Result<usize, String> {
        let at = self.values.len();
        let refused = if self.values.contains_key(name) {
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
        // A second value of a name keeps its position under one that no expression can have.
        let key = if self.values.contains_key(name) { format!("{name} {at}") } else { name.to_owned() };
        self.values.insert(key, (at, Type::Unknown));
        Err(reason)
    }

    /// Names a quantity of a row that is a value: `camera.blur`. Its position follows those before.
    pub fn add_field(&mut self, name: String, dimension: Dimension) {
        let at = self.values.len();
        self.values.insert(name, (at, Type::Quantity(dimension)));
    }

    /// The position and the type of a value.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&(usize, Type)> {
        self.values.get(name)
    }

    /// The names of values, without the hidden ones that keep a duplicate's position.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str).filter(|name| !name.contains(' '))
    }
}

/// Whether a text can name a value: letters, digits and `_`, a letter first.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !crate::token::WORDS.contains(&name)
}
