//! Parses `--map title=term,category=layer`: fields for the input's keys and columns.

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
    /// An outdated name.
    Superseded,
    /// The full form of an abbreviation.
    Expansion,
    /// The definition.
    Definition,
    /// Text of the body.
    Body,
    /// The category that becomes the layer.
    Layer,
    /// Tags.
    Tags,
    /// A source: a title, a URL, or both.
    Source,
    /// The date of publication.
    Published,
    /// The date of the last review.
    Reviewed,
    /// Related entries.
    Related,
    /// Former paths.
    Former,
    /// The name of the file or in the URL.
    Name,
    /// Whether it is a draft.
    Draft,
    /// A key that is kept in `extra`.
    Extra,
    /// Left out.
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

impl Field {
    /// Returns the name by which `--map` refers to the field.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, field)| *field == self).map_or("-", |(name, _)| *name)
    }
}

/// Returns the flag that assigns a key or column to a field, quoted for a shell; `None` if a flag cannot hold the key.
#[must_use]
pub fn flag(key: &str, field: &str) -> Option<String> {
    let key = key.trim();
    let is_plain = |c: char| c.is_alphanumeric() || "_-.:/+@".contains(c);
    let quote = match key {
        _ if key.is_empty() || key.contains(|c: char| c == ',' || c.is_control()) => return None,
        _ if key.chars().all(is_plain) => "",
        // Double quotes do the same in every shell, unless a sign inside them does something.
        _ if !key.contains(['"', '$', '`', '\\', '!', '%']) => "\"",
        _ if !key.contains('\'') => "'",
        _ => return None,
    };
    Some(format!("--map {quote}{key}={field}{quote}"))
}

/// Fields by key, in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping(BTreeMap<String, Field>);

impl Mapping {
    /// Returns true if the user assigned a key or column to a field.
    #[must_use]
    pub fn has(&self, field: Field) -> bool {
        self.0.values().any(|known| *known == field)
    }

    /// Returns the field that the user assigned to a key or column.
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
            let (key, name) = pair.rsplit_once('=').ok_or_else(|| format!("`{pair}` is not written as key=field"))?;
            let field = NAMES.iter().find(|(known, _)| *known == name.trim()).map(|(_, field)| *field);
            let known = || NAMES.map(|(name, _)| name).join(", ");
            let field =
                field.ok_or_else(|| format!("there is no field `{}`; the fields are {}", name.trim(), known()))?;
            found.insert(key.trim().to_lowercase(), field);
        }
        Ok(Self(found))
    }
}
