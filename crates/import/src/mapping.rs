//! `--map title=term,category=layer`: the keys and columns of the input by the fields that they are.

use std::collections::BTreeMap;
use std::str::FromStr;

/// A field of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The main name.
    Term,
    /// Another name.
    Alias,
    /// A name that should not be used.
    Avoid,
    /// A name that another one replaced.
    Superseded,
    /// The words that an abbreviation is short for.
    Expansion,
    /// The sentence that defines it.
    Definition,
    /// More text.
    Body,
    /// The category that the entry belongs to.
    Layer,
    /// Further layers.
    Tags,
    /// A source, by title or address.
    Source,
    /// The day on which it appeared.
    Published,
    /// The day on which it was last checked.
    Reviewed,
    /// Entries that belong to it.
    Related,
    /// Earlier addresses.
    Former,
    /// The name in its address.
    Name,
    /// Whether it is a draft.
    Draft,
    /// An author's own key.
    Extra,
    /// Nothing: it is left out.
    Nothing,
}

const NAMES: [(&str, Field); 18] = [
    ("term", Field::Term),
    ("aliases", Field::Alias),
    ("avoid", Field::Avoid),
    ("superseded", Field::Superseded),
    ("expansion", Field::Expansion),
    ("definition", Field::Definition),
    ("body", Field::Body),
    ("layer", Field::Layer),
    ("also_in", Field::Tags),
    ("sources", Field::Source),
    ("published", Field::Published),
    ("reviewed", Field::Reviewed),
    ("related", Field::Related),
    ("former", Field::Former),
    ("id", Field::Name),
    ("draft", Field::Draft),
    ("extra", Field::Extra),
    ("-", Field::Nothing),
];

/// The mapping, by key in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping(BTreeMap<String, Field>);

impl Mapping {
    /// The field that a person gave to a key or column.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<Field> {
        self.0.get(&key.trim().to_lowercase()).copied()
    }
}

impl FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut found = BTreeMap::new();
        for pair in text.split(',').filter(|pair| !pair.trim().is_empty()) {
            let (key, name) = pair.split_once('=').ok_or_else(|| format!("`{pair}` is not written as key=field"))?;
            let field = NAMES.iter().find(|(known, _)| *known == name.trim()).map(|(_, field)| *field);
            let known = || NAMES.map(|(name, _)| name).join(", ");
            let field =
                field.ok_or_else(|| format!("there is no field `{}`; the fields are {}", name.trim(), known()))?;
            found.insert(key.trim().to_lowercase(), field);
        }
        Ok(Self(found))
    }
}
