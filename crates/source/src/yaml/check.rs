//! Checks a YAML tree against a JSON schema and reports every difference in one pass.
//!
//! 1. Scalars are interpreted as in decoding, so that nothing that decodes is reported.
//! 2. Aliases of lists or blocks, and tagged scalars, are not checked.
//! 3. Only the JSON Schema keywords that `schemars` derives for this project's types are checked; others are ignored.

use super::name_of;
use super::path::PathSegment;
use super::plain::{self, Plain};
use super::tree::{Node, Scalar, Value};
use crate::diagnostic::nearest::nearest_key;
use crate::diagnostic::yaml::{self as wording, Shape};
use crate::diagnostic::{Diagnostic, Location, messages};
use crate::slug;
use crate::url;
use regex_automata::nfa::thompson::pikevm::PikeVM;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::ops::Range;

/// Returns everything in `root` that the schema rejects. `location` maps bytes of the fragment to the file.
pub(super) fn check(schema: &Json, root: Node<'_>, location: &dyn Fn(&Range<usize>) -> Location) -> Vec<Diagnostic> {
    let mut checker = SchemaChecker { root: schema, location, path: Vec::new(), found: Vec::new() };
    checker.node(schema, root);
    checker.found
}

struct SchemaChecker<'a> {
    root: &'a Json,
    location: &'a dyn Fn(&Range<usize>) -> Location,
    path: Vec<PathSegment>,
    found: Vec<Diagnostic>,
}

impl<'a> SchemaChecker<'a> {
    /// Follows references, and of several schemas takes the first that a node can have by its shape, else the first
    /// that is not null.
    fn resolve(&self, mut schema: &'a Json, node: Node<'_>) -> &'a Json {
        loop {
            let target = schema["$ref"].as_str().and_then(|path| self.root.pointer(path.trim_start_matches('#')));
            let choices = || schema["anyOf"].as_array().into_iter().flatten().filter(|one| one["type"] != "null");
            let fitting = choices().find(|one| takes(shape(self.resolve(one, node)), node));
            match target.or(fitting).or_else(|| choices().next()) {
                Some(inner) => schema = inner,
                None => return schema,
            }
        }
    }

    fn node(&mut self, schema: &'a Json, node: Node<'_>) {
        if is_optional(schema) && node.scalar().is_some_and(Scalar::is_nothing) {
            return;
        }
        let schema = self.resolve(schema, node);
        let shape = shape(schema);
        match (node.value(), shape) {
            (Value::Alias(_), _) => {}
            (Value::List, Shape::List | Shape::Any) => self.list(schema, node),
            (Value::Block, Shape::Block | Shape::Any) => self.block(schema, node),
            (Value::Scalar(scalar), Shape::List) if scalar.is_empty() => self.list(schema, node),
            (Value::Scalar(scalar), Shape::Block) if scalar.is_empty() => self.block(schema, node),
            (Value::Scalar(scalar), _) if node.tag().is_some() || scalar.fits(shape) => {
                self.scalar(schema, node, scalar);
            }
            (value, _) => {
                let found = value.describe();
                self.found.push(wording::wrong_shape((self.location)(&node.span()), &self.path_name(), shape, &found));
            }
        }
    }

    fn list(&mut self, schema: &'a Json, node: Node<'_>) {
        if schema["minItems"].as_u64().is_some_and(|least| (node.children().count() as u64) < least) {
            self.found.push(messages::empty((self.location)(&node.span()), &self.path_name()));
        }
        for (number, item) in node.children().enumerate() {
            self.path.push(PathSegment::Item(number));
            self.node(schema.get("items").unwrap_or(&Json::Bool(true)), item);
            self.path.pop();
        }
    }

    fn block(&mut self, schema: &'a Json, node: Node<'_>) {
        let known = schema["properties"].as_object();
        let others = schema.get("additionalProperties").unwrap_or(&Json::Bool(true));
        let mut first: HashMap<&str, Node<'_>> = HashMap::new();
        // The known keys that unknown ones are likely typos of; they are not reported as missing too.
        let mut intended: Vec<&str> = Vec::new();
        for (key, value) in node.pairs() {
            let location = (self.location)(&key.span());
            let Some(name) = key.text() else {
                self.found.push(wording::key_without_name(location));
                continue;
            };
            if let Some(earlier) = first.insert(name, key) {
                self.found.push(wording::key_twice(location, name, (self.location)(&earlier.span())));
                continue;
            }
            match known.and_then(|known| known.get(name)) {
                None if others == &Json::Bool(false) => {
                    let known: Vec<&str> =
                        known.into_iter().flat_map(|known| known.keys()).map(String::as_str).collect();
                    intended.extend(nearest_key(name, &known));
                    self.found.push(messages::unknown_key(location, name, &known));
                }
                property => {
                    self.path.push(PathSegment::from(name));
                    self.node(property.unwrap_or(others), value);
                    self.path.pop();
                }
            }
        }
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            if !first.contains_key(key) && !intended.contains(&key) {
                let here = node.children().next().unwrap_or(node).span();
                self.found.push(wording::missing_key((self.location)(&here), key, &self.path_name()));
            }
        }
    }

    /// Checks the constraints on a scalar beyond its shape: choices, dates, patterns, lengths and ranges.
    fn scalar(&mut self, schema: &'a Json, node: Node<'_>, scalar: &Scalar<'_>) {
        let text = &*scalar.text;
        let location = || (self.location)(&node.span());
        let name = self.path_name();
        let length = text.chars().count() as u64;
        let choices = choices(schema);
        let problem = if node.tag().is_some() {
            None
        } else if !choices.is_empty() {
            (!choices.contains(&text)).then(|| wording::no_choice(location(), &name, text, &choices))
        } else if let Some((least, most)) = range(schema) {
            let inside = scalar.number().is_none_or(|number| number >= least && most.is_none_or(|most| number <= most));
            (!inside).then(|| wording::out_of_range(location(), &name, text, least, most))
        } else if schema["format"] == "date" {
            let is_date = text.parse::<jiff::civil::Date>().is_ok();
            (!is_date).then(|| wording::wrong_form(location(), &name, text, Some("2026-11-20")))
        } else if schema["minLength"].as_u64().is_some_and(|least| length < least) {
            Some(messages::empty(location(), &name))
        } else if let Some(most) = schema["maxLength"].as_u64().filter(|most| length > *most) {
            Some(messages::long_definition(location(), length, most))
        } else {
            let pattern = schema["pattern"].as_str().filter(|pattern| !matches(pattern, text));
            pattern.map(|pattern| match pattern {
                slug::SLUG | slug::PATH => messages::bad_address(location(), text, None),
                url::LINK => messages::bad_link(location(), text),
                _ => wording::wrong_form(location(), &name, text, schema["examples"][0].as_str()),
            })
        };
        self.found.extend(problem);
    }

    /// The name of the current value in messages.
    fn path_name(&self) -> String {
        name_of(&self.path)
    }
}

impl Scalar<'_> {
    /// True if there is no text.
    fn is_empty(&self) -> bool {
        self.plain() == Some("")
    }

    /// True for no text, or a word for null.
    fn is_nothing(&self) -> bool {
        self.plain().is_some_and(plain::is_null)
    }

    fn read(&self) -> Plain<'_> {
        self.plain().map_or(Plain::Text(&self.text), plain::read)
    }

    fn number(&self) -> Option<f64> {
        self.plain().and_then(plain::number)
    }

    fn fits(&self, shape: Shape) -> bool {
        match shape {
            Shape::Any | Shape::Text | Shape::Choice => true,
            Shape::Truth => matches!(self.read(), Plain::Truth(_)),
            Shape::Whole => matches!(self.read(), Plain::Whole(..)),
            Shape::Number => matches!(self.read(), Plain::Whole(..) | Plain::Number(_)),
            Shape::List | Shape::Block => false,
        }
    }
}

impl Value<'_> {
    /// The value, as a message describes it.
    fn describe(&self) -> String {
        match self {
            Self::List => "a list".to_owned(),
            Self::Block | Self::Alias(_) => Shape::Block.words().to_owned(),
            Self::Scalar(scalar) => match scalar.read() {
                Plain::Null => "nothing".to_owned(),
                Plain::Whole(..) | Plain::Number(_) => wording::quote("the number", &scalar.text),
                Plain::Truth(_) => wording::quote("", &scalar.text),
                Plain::Text(_) => wording::quote("the text", &scalar.text),
            },
        }
    }
}

/// True if a schema of this shape can take a node.
fn takes(shape: Shape, node: Node<'_>) -> bool {
    match node.value() {
        Value::Alias(_) => true,
        Value::List => matches!(shape, Shape::List | Shape::Any),
        Value::Block => matches!(shape, Shape::Block | Shape::Any),
        Value::Scalar(scalar) => scalar.fits(shape),
    }
}

fn is_optional(schema: &Json) -> bool {
    let is_null = |kind: &Json| kind == "null";
    schema["type"].as_array().is_some_and(|types| types.iter().any(is_null))
        || schema["anyOf"].as_array().is_some_and(|all| all.iter().any(|one| is_null(&one["type"])))
}

/// The shape that a schema accepts.
fn shape(schema: &Json) -> Shape {
    if !choices(schema).is_empty() {
        return Shape::Choice;
    }
    let kind = &schema["type"];
    let kind =
        kind.as_str().or_else(|| kind.as_array()?.iter().find_map(|one| one.as_str().filter(|one| *one != "null")));
    match kind {
        Some("string") => Shape::Text,
        Some("boolean") => Shape::Truth,
        Some("integer") => Shape::Whole,
        Some("number") => Shape::Number,
        Some("array") => Shape::List,
        Some("object") => Shape::Block,
        _ => Shape::Any,
    }
}

/// The texts that a schema of choices accepts; empty for any other schema.
fn choices(schema: &Json) -> Vec<&str> {
    let one_of = schema["oneOf"].as_array().into_iter().flatten();
    let words =
        one_of.flat_map(|one| std::iter::once(&one["const"]).chain(one["enum"].as_array().into_iter().flatten()));
    words.chain(schema["enum"].as_array().into_iter().flatten()).filter_map(Json::as_str).collect()
}

/// The minimum and the maximum of a schema of unsigned integers; the maximum may be open.
fn range(schema: &Json) -> Option<(f64, Option<f64>)> {
    let most = match schema["format"].as_str()? {
        "uint8" => Some(f64::from(u8::MAX)),
        "uint16" => Some(f64::from(u16::MAX)),
        "uint32" => Some(f64::from(u32::MAX)),
        "uint" | "uint64" => None,
        _ => return None,
    };
    let limit = |key: &str| schema[key].as_f64();
    Some((limit("minimum").unwrap_or(0.0), limit("maximum").or(most)))
}

/// True if the pattern matches or cannot be compiled.
fn matches(pattern: &str, text: &str) -> bool {
    PikeVM::new(pattern).map_or(true, |regex| regex.is_match(&mut regex.create_cache(), text))
}
