//! One string of the interface: its placeholders, its links, its plural forms.
//!
//! 1. `{name}` stands for a value; `[words](name)` is a link to an address of that name. Any other brace or bracket
//!    stands for itself.
//! 2. A string that counts has a form for each plural category of its language, and `other` for all that it lacks.
//!
//! Never escapes by itself: the writer of a format says how its text, its values and its links are written.

use crate::model::strings::plural::Category;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A string as a file has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Text {
    /// The same for every count.
    One(String),
    /// By the category of the count.
    Plural(BTreeMap<Category, String>),
}

impl Text {
    /// The form for a count; without one, or where the category is missing, the form of every other number.
    #[must_use]
    pub fn form(&self, category: Option<Category>) -> &str {
        match self {
            Self::One(text) => text,
            Self::Plural(forms) => {
                let found = category.and_then(|category| forms.get(&category)).or_else(|| forms.get(&Category::Other));
                found.or_else(|| forms.values().next_back()).map_or("", String::as_str)
            }
        }
    }

    /// All forms.
    pub fn forms(&self) -> impl Iterator<Item = &str> {
        let (one, many) = match self {
            Self::One(text) => (Some(text), None),
            Self::Plural(forms) => (None, Some(forms.values())),
        };
        one.into_iter().chain(many.into_iter().flatten()).map(String::as_str)
    }

    /// Whether it has forms by count.
    #[must_use]
    pub const fn is_plural(&self) -> bool {
        matches!(self, Self::Plural(_))
    }
}

/// A part of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words.
    Words(&'a str),
    /// The name of a value.
    Value(&'a str),
    /// Words of a link, which may hold values, and the name of its address.
    Link(&'a str, &'a str),
}

/// The parts of a string in their order.
#[must_use]
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let (mut rest, mut words) = (text, 0);
    while let Some(next) = rest.get(words..).filter(|after| !after.is_empty()) {
        let Some((piece, length)) = special(next) else {
            words += next.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        if words > 0 {
            found.push(Piece::Words(&rest[..words]));
        }
        found.push(piece);
        rest = &rest[words + length..];
        words = 0;
    }
    if !rest.is_empty() {
        found.push(Piece::Words(rest));
    }
    found
}

/// The value or the link at the start of a text, and its length in bytes.
fn special(text: &str) -> Option<(Piece<'_>, usize)> {
    if let Some(inside) = text.strip_prefix('{') {
        let name = &inside[..inside.find('}')?];
        return is_name(name).then(|| (Piece::Value(name), name.len() + 2));
    }
    let inside = text.strip_prefix('[')?;
    let words = &inside[..inside.find("](")?];
    let after = &inside[words.len() + 2..];
    let name = &after[..after.find(')')?];
    (is_name(name) && !words.contains('[')).then(|| (Piece::Link(words, name), words.len() + name.len() + 4))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The names of the values and of the addresses that a string asks for.
#[must_use]
pub fn names(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for piece in pieces(text) {
        match piece {
            Piece::Words(_) => {}
            Piece::Value(name) => {
                found.insert(name);
            }
            Piece::Link(words, name) => {
                found.insert(name);
                found.extend(names(words));
            }
        }
    }
    found
}

/// How a format writes a string.
pub struct Format<'a> {
    /// Words of the string.
    pub words: &'a dyn Fn(&str) -> String,
    /// A value by its name, ready to stand in the text; `None` if nobody gave one.
    pub value: &'a dyn Fn(&str) -> Option<String>,
    /// A link from its words, which are written already, and its address.
    pub link: &'a dyn Fn(&str, &str) -> String,
}

impl Format<'_> {
    /// The whole string.
    ///
    /// # Errors
    /// The first name that has no value.
    pub fn write(&self, text: &str) -> Result<String, String> {
        let mut out = String::with_capacity(text.len());
        for piece in pieces(text) {
            let value = |name: &str| (self.value)(name).ok_or_else(|| name.to_owned());
            match piece {
                Piece::Words(words) => out.push_str(&(self.words)(words)),
                Piece::Value(name) => out.push_str(&value(name)?),
                Piece::Link(words, name) => out.push_str(&(self.link)(&self.write(words)?, &value(name)?)),
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_words_values_and_links() {
        let text = "[All {count} terms](index) of {site}, {not a name} [1] {}";
        let expected = [
            Piece::Link("All {count} terms", "index"),
            Piece::Words(" of "),
            Piece::Value("site"),
            Piece::Words(", {not a name} [1] {}"),
        ];
        assert_eq!(pieces(text), expected);
        assert_eq!(names(text), BTreeSet::from(["count", "index", "site"]));
        assert_eq!(pieces("{"), [Piece::Words("{")]);
        assert_eq!(pieces("目次 [目次](index)"), [Piece::Words("目次 "), Piece::Link("目次", "index")]);
    }
}
