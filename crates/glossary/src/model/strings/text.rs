//! One string of the interface: its placeholders, its links, its plural forms.
//!
//! 1. `{name}` is a placeholder for a value; `[words](name)` is a link to the address of that name. Any other brace or
//!    bracket is plain text.
//! 2. A string with a count has a form for each plural category of its language; `other` serves for those that it
//!    lacks.
//!
//! Never escapes by itself: a [`StringWriter`] has the functions that write text, values and links in a format.

use crate::model::strings::plural::Category;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A string as written in a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum UiString {
    /// The same for every count.
    One(String),
    /// By the category of the count.
    Plural(BTreeMap<Category, String>),
}

impl UiString {
    /// Returns the form for a category; without one, or if the string lacks it, the form of every other number.
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

    /// Iterates over all forms.
    pub fn forms(&self) -> impl Iterator<Item = &str> {
        let (one, many) = match self {
            Self::One(text) => (Some(text), None),
            Self::Plural(forms) => (None, Some(forms.values())),
        };
        one.into_iter().chain(many.into_iter().flatten()).map(String::as_str)
    }

    /// True if the string has forms by count.
    #[must_use]
    pub const fn is_plural(&self) -> bool {
        matches!(self, Self::Plural(_))
    }
}

/// A part of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StringPart<'a> {
    /// Plain text.
    Words(&'a str),
    /// The name of a value.
    Value(&'a str),
    /// The words of a link, which may contain placeholders, and the name of its address.
    Link(&'a str, &'a str),
}

/// Splits a string into its parts, in order.
#[must_use]
pub fn parts(text: &str) -> Vec<StringPart<'_>> {
    let mut found = Vec::new();
    let (mut rest, mut words) = (text, 0);
    while let Some(next) = rest.get(words..).filter(|after| !after.is_empty()) {
        let Some((part, length)) = special(next) else {
            words += next.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        if words > 0 {
            found.push(StringPart::Words(&rest[..words]));
        }
        found.push(part);
        rest = &rest[words + length..];
        words = 0;
    }
    if !rest.is_empty() {
        found.push(StringPart::Words(rest));
    }
    found
}

/// Returns the value or the link at the start of a text, and its length in bytes.
fn special(text: &str) -> Option<(StringPart<'_>, usize)> {
    if let Some(inside) = text.strip_prefix('{') {
        let name = &inside[..inside.find('}')?];
        return is_name(name).then(|| (StringPart::Value(name), name.len() + 2));
    }
    let inside = text.strip_prefix('[')?;
    let words = &inside[..inside.find("](")?];
    let after = &inside[words.len() + 2..];
    let name = &after[..after.find(')')?];
    (is_name(name) && !words.contains('[')).then(|| (StringPart::Link(words, name), words.len() + name.len() + 4))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Returns the names of the values and the addresses in a string.
#[must_use]
pub fn names(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for part in parts(text) {
        match part {
            StringPart::Words(_) => {}
            StringPart::Value(name) => {
                found.insert(name);
            }
            StringPart::Link(words, name) => {
                found.insert(name);
                found.extend(names(words));
            }
        }
    }
    found
}

/// The functions by which a format writes a string.
pub struct StringWriter<'a> {
    /// Writes plain text of the string.
    pub words: &'a dyn Fn(&str) -> String,
    /// Returns a value by its name, ready to be inserted; `None` if there is none.
    pub value: &'a dyn Fn(&str) -> Option<String>,
    /// Writes a link from its words, which are written already, and its address.
    pub link: &'a dyn Fn(&str, &str) -> String,
}

impl StringWriter<'_> {
    /// Writes the whole string.
    ///
    /// # Errors
    /// The first name that has no value.
    pub fn write(&self, text: &str) -> Result<String, String> {
        let mut out = String::with_capacity(text.len());
        for part in parts(text) {
            let value = |name: &str| (self.value)(name).ok_or_else(|| name.to_owned());
            match part {
                StringPart::Words(words) => out.push_str(&(self.words)(words)),
                StringPart::Value(name) => out.push_str(&value(name)?),
                StringPart::Link(words, name) => out.push_str(&(self.link)(&self.write(words)?, &value(name)?)),
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
            StringPart::Link("All {count} terms", "index"),
            StringPart::Words(" of "),
            StringPart::Value("site"),
            StringPart::Words(", {not a name} [1] {}"),
        ];
        assert_eq!(parts(text), expected);
        assert_eq!(names(text), BTreeSet::from(["count", "index", "site"]));
        assert_eq!(parts("{"), [StringPart::Words("{")]);
        assert_eq!(parts("目次 [目次](index)"), [StringPart::Words("目次 "), StringPart::Link("目次", "index")]);
    }
}
