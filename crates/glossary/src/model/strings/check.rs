//! Checks a site's own strings against the English ones.
//!
//! 1. Every key is one that the interface has.
//! 2. A string has the placeholders of the English one, and no others; a plural may leave them out of any form but
//!    `other`.
//!
//! A wrong string is reported and left out, so that the built-in one stays in use.

use crate::model::strings::StringTable;
use crate::model::strings::text::{UiString, names};
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::file::SourceFile;
use rooflight_source::yaml;
use rooflight_source::yaml::PathSegment;
use std::collections::BTreeSet;

/// Returns the strings that can be used, and reports the others.
pub(super) fn usable(
    file: &SourceFile,
    own: StringTable,
    english: &StringTable,
    problems: &mut Vec<Diagnostic>,
) -> StringTable {
    let places = yaml::Places::default();
    let place =
        |key: &str| places.location(&file.path, &file.text, &(0..file.text.len()), &[PathSegment::Key(key.to_owned())]);
    let mut found = StringTable::new();
    for (key, text) in own {
        let Some(expected) = english.get(&key) else {
            problems.push(messages::unknown_string(place(&key), &key, english.keys().map(String::as_str)));
            continue;
        };
        if let Some(problem) = mistake(&text, expected) {
            problems.push(messages::bad_string(place(&key), &key, &problem, expected.form(None)));
            continue;
        }
        found.insert(key, text);
    }
    found
}

/// Returns the first thing wrong with a string, as the end of a sentence about it.
pub(super) fn mistake(text: &UiString, expected: &UiString) -> Option<String> {
    let wanted: BTreeSet<&str> = expected.forms().flat_map(names).collect();
    if text.is_plural() && !expected.is_plural() {
        return Some("has forms by count, and nothing is counted there".to_owned());
    }
    if let Some(other) = text.forms().flat_map(names).find(|name| !wanted.contains(name)) {
        return Some(format!("asks for `{{{other}}}`, which has no value there"));
    }
    let given = names(text.form(None));
    let lacking = wanted.iter().find(|name| !given.contains(*name))?;
    Some(format!("lacks the placeholder `{lacking}`"))
}
