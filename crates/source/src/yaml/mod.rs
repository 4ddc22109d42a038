//! Decodes YAML into checked types and reports every mistake at its position.
//!
//! 1. [`decode`] tries serde, which succeeds for most fragments.
//! 2. A fragment that serde rejects is parsed into a tree with spans and checked against the type's schema. All
//!    mistakes are found in one pass and worded here, never by a dependency.
//! 3. [`location()`] returns the bytes of a value by its path, for problems that are found later.
//!
//! Never guesses a value: a fragment that does not decode is reported and left out.

mod check;
pub mod path;
pub mod scalar;
mod tree;

use crate::characters::is_forbidden;
use crate::diagnostic::yaml as wording;
use crate::diagnostic::{Diagnostic, Location, messages};
pub use path::PathSegment;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;
use std::collections::BTreeSet;
use std::ops::Range;
use tree::{Node, Refusal};

/// Maximum number of mistakes reported per fragment; the last one tells how many more there are.
const MAX_MISTAKES: usize = 50;

/// Characters between which a number in YAML text can be.
const BETWEEN_SCALARS: &[char] = &[' ', '\t', '\r', '\n', ',', ':', '[', ']', '{', '}'];

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
    // Checked first, because serde's parser takes quadratic time for nested brackets.
    if brackets_are_deep(fragment.text)
        && let Err(Refusal::TooDeep(at)) = tree::parse(fragment.text)
    {
        problems.push(wording::too_deep(fragment.rest_of_line(at), tree::MAX_DEPTH));
        return None;
    }
    match yaml_serde::from_str::<T>(fragment.text) {
        Ok(value) => {
            fragment.check_characters(problems);
            Some(value)
        }
        Err(error) => {
            let at = error.location().map_or(0, |location| location.index());
            problems.extend(fragment.mistakes::<T>(at, required));
            None
        }
    }
}

/// True if brackets seem to be nested deeper than the limit. Brackets in texts count too, so the parser decides.
fn brackets_are_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > tree::MAX_DEPTH
    })
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
    let decoded = decode(file, text, 0..text.len(), problems)?;
    Fragment { file, text, start: 0 }.check_numbers(problems);
    (problems.len() == before).then_some(decoded)
}

/// The values of this key in the items of a list, even if items have other mistakes; `None` if the text is not a list.
#[must_use]
pub fn values_of(text: &str, key: &str) -> Option<BTreeSet<String>> {
    let root = tree::parse(text).ok()?;
    let tree::Value::List(items) = &root.value else { return None };
    let path = [PathSegment::Key(key.to_owned())];
    Some(items.iter().filter_map(|item| item.find(&path)?.text().map(ToOwned::to_owned)).collect())
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
    tree::parse(fragment).ok()?.find(path).map(|node| node.span.clone())
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

    /// All mistakes of a fragment that does not decode, at least one. `at` is the byte where decoding stopped.
    fn mistakes<T: DeserializeOwned + JsonSchema>(&self, at: usize, required: &[&str]) -> Vec<Diagnostic> {
        let mut found = match tree::parse(self.text) {
            Ok(root) => {
                let mut schema = schema_of::<T>().to_value();
                if let Some(keys) = schema["required"].as_array_mut() {
                    keys.extend(required.iter().map(|key| serde_json::json!(key)));
                }
                let found = check::check(&schema, &root, &|span| self.location(span));
                if found.is_empty() { vec![self.unexplained::<T>(&root, at)] } else { found }
            }
            Err(Refusal::TooDeep(at)) => vec![wording::too_deep(self.rest_of_line(at), tree::MAX_DEPTH)],
            Err(Refusal::SecondDocument(at)) => vec![wording::second_document(self.rest_of_line(at))],
            Err(Refusal::Syntax(at, reason)) => {
                let begin = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
                let line = self.text[begin..].lines().next().unwrap_or_default();
                vec![wording::syntax(self.rest_of_line(at), &reason, line)]
            }
        };
        let more = found.len().saturating_sub(MAX_MISTAKES);
        found.truncate(MAX_MISTAKES);
        if let Some(last) = found.pop() {
            found.push(last.maybe_help((more > 0).then(|| format!("and {more} more mistakes in this file"))));
        }
        found
    }

    /// Reports the value at which serde stopped, for a mistake that the schema does not express.
    fn unexplained<T: DeserializeOwned>(&self, root: &Node, at: usize) -> Diagnostic {
        let refused = serde_path_to_error::deserialize::<_, T>(yaml_serde::Deserializer::from_str(self.text)).err();
        let segments = refused.iter().flat_map(|error| error.path().iter());
        let path: Option<Vec<PathSegment>> = segments
            .map(|segment| match segment {
                Segment::Map { key } => Some(PathSegment::Key(key.clone())),
                Segment::Seq { index } => Some(PathSegment::Item(*index)),
                _ => None,
            })
            .collect();
        let node = path.as_ref().filter(|path| !path.is_empty()).and_then(|path| root.find(path));
        match node {
            Some(node) => wording::unexplained(
                self.location(&node.span),
                &name_of(path.as_deref().unwrap_or_default()),
                node.text(),
            ),
            None => wording::unexplained(self.rest_of_line(at.min(self.text.len())), "the YAML", None),
        }
    }

    /// Reports implausible numbers. The text is parsed only if it contains a candidate.
    fn check_numbers(&self, problems: &mut Vec<Diagnostic>) {
        let no_figure = |number: f64| !number.is_finite() || number.abs() > MAX_FACT;
        let mut words = self.text.split(BETWEEN_SCALARS);
        if !words.any(|word| tree::number(word).is_some_and(no_figure)) {
            return;
        }
        let Ok(root) = tree::parse(self.text) else { return };
        root.numbers(&mut |node, number| {
            if no_figure(number) {
                problems.push(wording::no_figure(self.location(&node.span), node.text().unwrap_or_default(), MAX_FACT));
            }
        });
    }

    /// Reports control characters in a fragment that decodes, whether literal or escaped.
    fn check_characters(&self, problems: &mut Vec<Diagnostic>) {
        if !self.text.contains(|c: char| c == '\\' || is_forbidden(c)) {
            return;
        }
        let Ok(root) = tree::parse(self.text) else { return };
        root.scalars(&mut |node, text| {
            if let Some(c) = text.chars().find(|c| is_forbidden(*c)) {
                problems.push(messages::control_character(self.location(&node.span), c));
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
