//! Decodes YAML into checked types and reports every mistake at its position.
//!
//! 1. [`decode`] parses a fragment into a tree with spans and decodes the type from that, which succeeds for most.
//! 2. A tree that the type refuses is checked against the type's schema. All mistakes are found in one pass and worded
//!    here, never by a dependency.
//! 3. [`location()`] returns the bytes of a value by its path, for problems that are found later; [`Places`] those of
//!    many values of one fragment.
//!
//! Never guesses a value: a fragment that does not decode is reported and left out.

mod check;
mod decode;
mod lenient;
pub mod path;
mod places;
mod plain;
pub mod scalar;
#[cfg(test)]
mod tests;
mod tree;

use crate::characters::is_forbidden;
use crate::diagnostic::yaml as wording;
use crate::diagnostic::{Diagnostic, Location, messages};
pub use path::PathSegment;
pub use places::Places;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::ops::Range;
use tree::{Refusal, Tree};

/// Maximum number of mistakes reported per fragment; the last one tells how many more there are.
const MAX_MISTAKES: usize = 50;

/// Decodes the fragment `text[range]`; `None` if it has a mistake, which is then in `problems`.
pub fn decode<T: DeserializeOwned + JsonSchema>(
    file: &str,
    text: &str,
    range: Range<usize>,
    problems: &mut Vec<Diagnostic>,
) -> Option<T> {
    decode_with(file, text, range, &[], problems)
}

/// Decodes like [`decode`]. `required` are keys that this fragment must have although its type makes them optional.
/// Missing ones are reported if the fragment does not decode; otherwise the caller must check for them.
pub fn decode_with<T: DeserializeOwned + JsonSchema>(
    file: &str,
    text: &str,
    range: Range<usize>,
    required: &[&str],
    problems: &mut Vec<Diagnostic>,
) -> Option<T> {
    let fragment = Fragment { file, text: &text[range.clone()], start: range.start };
    let tree = fragment.tree(problems)?;
    fragment.decode(&tree, required, problems)
}

/// Largest plausible number in a file of facts, far above any real count, size or speed.
const MAX_FACT: f64 = 1e9;

/// Decodes a file of facts like [`decode`], and reports numbers that are not finite or exceed any plausible value.
pub fn decode_facts<T: DeserializeOwned + JsonSchema>(
    file: &str,
    text: &str,
    problems: &mut Vec<Diagnostic>,
) -> Option<T> {
    let before = problems.len();
    let fragment = Fragment { file, text, start: 0 };
    let tree = fragment.tree(problems)?;
    let decoded = fragment.decode(&tree, &[], problems)?;
    fragment.check_numbers(&tree, problems);
    (problems.len() == before).then_some(decoded)
}

/// Decodes a text whose mistakes nobody is told; `None` if it has one.
#[must_use]
pub fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    decode::decode(&lenient::parse(text).ok()?).ok()
}

/// The values of this key in the items of a list, even if items have other mistakes; `None` if the text is not a list.
#[must_use]
pub fn values_of(text: &str, key: &str) -> Option<BTreeSet<String>> {
    let tree = tree::parse(text).ok()?;
    let list = tree.root();
    let path = [PathSegment::Key(key.to_owned())];
    let texts = list.children().filter_map(|item| item.find(&path)?.text().map(ToOwned::to_owned));
    matches!(list.value(), tree::Value::List).then(|| texts.collect())
}

/// Reports missing keys at the position where a schema's missing keys are reported.
pub fn missing_keys<'a>(
    file: &str,
    text: &str,
    range: &Range<usize>,
    keys: impl Iterator<Item = &'a str>,
    problems: &mut Vec<Diagnostic>,
) {
    let fragment = Fragment { file, text: &text[range.clone()], start: range.start };
    let mut place = None;
    for key in keys {
        let place = place.get_or_insert_with(|| fragment.location(&tree::first_key(fragment.text)));
        problems.push(wording::missing_key(place.clone(), key, ""));
    }
}

/// The bytes of the value at `path`; `None` if there is no such value.
#[must_use]
pub fn locate(fragment: &str, path: &[PathSegment]) -> Option<Range<usize>> {
    tree::parse(fragment).ok()?.root().find(path).map(tree::Node::span)
}

/// The bytes of the value at `path` within the whole file; the fragment's first byte if there is no such value.
#[must_use]
pub fn location(file: &str, text: &str, range: &Range<usize>, path: &[PathSegment]) -> Location {
    let found = locate(&text[range.clone()], path).unwrap_or(0..0);
    Location::new(file, range.start + found.start..range.start + found.end)
}

/// Generates the JSON schema of a type.
#[must_use]
pub fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}

/// A fragment of YAML within a file.
struct Fragment<'a> {
    file: &'a str,
    text: &'a str,
    /// Offset of its first byte in the file.
    start: usize,
}

impl Fragment<'_> {
    fn location(&self, span: &Range<usize>) -> Location {
        Location::new(self.file, self.start + span.start..self.start + span.end)
    }

    /// The range from a byte to the end of its line.
    fn rest_of_line(&self, at: usize) -> Location {
        let at = self.text.floor_char_boundary(at);
        let line = self.text[at..].lines().next().unwrap_or_default().trim_end();
        self.location(&(at..at + line.len()))
    }

    /// The tree of the fragment; reports why there is none.
    fn tree(&self, problems: &mut Vec<Diagnostic>) -> Option<Tree<'_>> {
        lenient::parse(self.text).map_err(|refusal| problems.push(self.refused(&refusal))).ok()
    }

    fn refused(&self, refusal: &Refusal) -> Diagnostic {
        match refusal {
            Refusal::TooDeep(at) => wording::too_deep(self.rest_of_line(*at), tree::MAX_DEPTH),
            Refusal::SecondDocument(at) => wording::second_document(self.rest_of_line(*at)),
            Refusal::Syntax(at, reason) => {
                let begin = self.text[..*at].rfind('\n').map_or(0, |newline| newline + 1);
                let line = self.text[begin..].lines().next().unwrap_or_default();
                wording::syntax(self.rest_of_line(*at), reason, line)
            }
        }
    }

    fn decode<T: DeserializeOwned + JsonSchema>(
        &self,
        tree: &Tree<'_>,
        required: &[&str],
        problems: &mut Vec<Diagnostic>,
    ) -> Option<T> {
        if decode::repeats_too_much(tree) {
            problems.push(self.unexplained(tree, None));
            return None;
        }
        match decode::decode(tree) {
            Ok(value) => {
                self.check_characters(tree, problems);
                Some(value)
            }
            Err(refused) => {
                problems.extend(self.mistakes(tree, refused.at, schema_of::<T>, required));
                None
            }
        }
    }

    /// All mistakes of a tree that does not decode, at least one. `at` is the node where decoding stopped.
    fn mistakes(
        &self,
        tree: &Tree<'_>,
        at: Option<usize>,
        schema: fn() -> Schema,
        required: &[&str],
    ) -> Vec<Diagnostic> {
        if let Some(refusal) = &tree.refusal {
            return vec![self.refused(refusal)];
        }
        let mut schema = schema().to_value();
        if let Some(keys) = schema["required"].as_array_mut() {
            keys.extend(required.iter().map(|key| serde_json::json!(key)));
        }
        let mut found = check::check(&schema, tree.root(), &|span| self.location(span));
        if found.is_empty() {
            found.push(self.unexplained(tree, at));
        }
        let more = found.len().saturating_sub(MAX_MISTAKES);
        found.truncate(MAX_MISTAKES);
        if let Some(last) = found.pop() {
            found.push(last.maybe_help((more > 0).then(|| format!("and {more} more mistakes in this file"))));
        }
        found
    }

    /// Reports the value at which decoding stopped, for a mistake that the schema does not express.
    fn unexplained(&self, tree: &Tree<'_>, at: Option<usize>) -> Diagnostic {
        let Some(at) = at else { return wording::unexplained(self.rest_of_line(0), "the YAML", None) };
        let node = tree.root().jump(at);
        wording::unexplained(self.location(&node.span()), &name_of(&tree.root().path_to(at)), node.text())
    }

    /// Reports implausible numbers.
    fn check_numbers(&self, tree: &Tree<'_>, problems: &mut Vec<Diagnostic>) {
        tree.root().numbers(&mut |node, number| {
            if !number.is_finite() || number.abs() > MAX_FACT {
                let text = node.text().unwrap_or_default();
                problems.push(wording::no_figure(self.location(&node.span()), text, MAX_FACT));
            }
        });
    }

    /// Reports control characters in a fragment that decodes, whether literal or escaped.
    fn check_characters(&self, tree: &Tree<'_>, problems: &mut Vec<Diagnostic>) {
        if !self.text.contains(|c: char| c == '\\' || is_forbidden(c)) {
            return;
        }
        tree.root().scalars(&mut |node, text| {
            if let Some(c) = text.chars().find(|c| is_forbidden(*c)) {
                problems.push(messages::control_character(self.location(&node.span()), c));
            }
        });
    }
}

/// The name of the value at a path, for messages.
fn name_of(path: &[PathSegment]) -> String {
    let key = path.iter().rev().find_map(|step| match step {
        PathSegment::Key(key) => Some(key.as_str()),
        PathSegment::Item(_) => None,
    });
    wording::name_of(key, matches!(path.last(), Some(PathSegment::Item(_))))
}
