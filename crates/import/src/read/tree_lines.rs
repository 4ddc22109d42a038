//! Parses a file of JSON or YAML, and finds the lines of its values.
//!
//! JSON is YAML, so the lines of both are found in the tree that YAML's reader keeps. A value that it cannot find has no
//! line, and its place is the whole file.

use crate::input::InputFile;
use rooflight_source::lines::LineIndex;
use rooflight_source::yaml::path::PathSegment;
use rooflight_source::yaml::{self, Places};
use serde_json::Value;
use std::ops::Range;

/// Most bytes between the end of a key and its value.
const MAX_GAP: usize = 200;

/// The value of a file with its documents: several ones are the items of a list.
pub(super) struct TreeFile<'a> {
    pub(super) value: Value,
    text: &'a str,
    lines: LineIndex<'a>,
    documents: Vec<(Range<usize>, Places)>,
}

impl<'a> TreeFile<'a> {
    /// Parses a file.
    ///
    /// # Errors
    /// The first mistake, in words.
    pub(super) fn parse(file: &InputFile, text: &'a str) -> Result<Self, String> {
        let parsed = if file.extension() == "json" {
            vec![(serde_json::from_str(text).map_err(|error| error.to_string())?, 0..text.len())]
        } else {
            yaml(&file.path, text)?
        };
        let (mut values, ranges): (Vec<Value>, Vec<Range<usize>>) = parsed.into_iter().unzip();
        let value = if values.len() == 1 { values.remove(0) } else { Value::Array(values) };
        let documents = ranges.into_iter().map(|range| (range, Places::default())).collect();
        Ok(Self { value, text, lines: LineIndex::of(text), documents })
    }

    /// Returns the line at which a value begins, with its key if it has one; 0 if it is not found.
    pub(super) fn line(&self, path: &[PathSegment]) -> usize {
        let (document, path) = match (self.documents.as_slice(), path) {
            ([one], path) => (Some(one), path),
            (several, [PathSegment::Item(number), rest @ ..]) => (several.get(*number), rest),
            _ => (None, path),
        };
        let found = document.and_then(|(range, places)| {
            let span = places.locate(self.text.get(range.clone())?, path)?;
            Some((range.start, range.start + span.start))
        });
        let Some((start, value)) = found else { return 0 };
        let key = match path.last() {
            Some(PathSegment::Key(key)) => {
                let from = self.text.floor_char_boundary(value.saturating_sub(key.len() + MAX_GAP).max(start));
                self.text.get(from..value).and_then(|before| before.rfind(key.as_str())).map(|key| from + key)
            }
            _ => None,
        };
        self.lines.position(key.unwrap_or(value)).0
    }
}

/// Parses YAML: the documents with their bytes.
fn yaml(path: &str, text: &str) -> Result<Vec<(Value, Range<usize>)>, String> {
    let mut starts = vec![0];
    let marks = text.match_indices("\n---").filter(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n'])
    });
    starts.extend(marks.map(|(at, _)| at + 1));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut documents = Vec::new();
    for (start, end) in starts.iter().copied().zip(ends).filter(|(start, _)| !text[*start..].starts_with('%')) {
        let mut problems = Vec::new();
        let Some(found) = yaml::decode::<Value>(path, text, start..end, &mut problems) else {
            let problem = problems.first().ok_or("no YAML")?;
            let (line, _) = LineIndex::of(text).position(problem.location.span.start);
            return Err(format!("{} (line {line})", problem.message));
        };
        documents.push((found, start..end));
    }
    documents.retain(|(value, _)| !value.is_null());
    Ok(documents)
}
