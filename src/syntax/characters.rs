//! Characters that no page can show and no feed can hold: they are reported, never passed on.
//!
//! XML has no way to write most control characters, not even escaped; in HTML they are errors.

use crate::diagnostic::{Diagnostic, Place, messages};
use crate::syntax::yaml::{Step, locate};
use std::ops::Range;

/// True for a control character that is no white space, and for the two that are no characters.
#[must_use]
pub fn is_forbidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Reports the first such character that stands in a text as it is.
pub fn check(file: &str, text: &str, start: usize, problems: &mut Vec<Diagnostic>) {
    let found = text.get(start..).and_then(|text| text.char_indices().find(|(_, c)| is_forbidden(*c)));
    if let Some((at, c)) = found {
        let at = start + at;
        problems.push(messages::control_character(Place::new(file, at..at + c.len_utf8()), c));
    }
}

/// Reports the texts of a YAML fragment that hold such characters, written as escapes.
pub fn check_yaml(file: &str, fragment: &str, start: usize, problems: &mut Vec<Diagnostic>) {
    if !fragment.contains(|c: char| c == '\\' || is_forbidden(c)) {
        return;
    }
    let Ok(value) = serde_yaml::from_str::<serde_yaml::Value>(fragment) else { return };
    walk(&value, &mut Vec::new(), &mut |path, c| {
        let found: Range<usize> = locate(fragment, path).unwrap_or(0..0);
        problems.push(messages::control_character(Place::new(file, start + found.start..start + found.end), c));
    });
}

fn walk(value: &serde_yaml::Value, path: &mut Vec<Step>, report: &mut dyn FnMut(&[Step], char)) {
    match value {
        serde_yaml::Value::String(text) => {
            if let Some(c) = text.chars().find(|c| is_forbidden(*c)) {
                report(path, c);
            }
        }
        serde_yaml::Value::Sequence(items) => {
            for (at, item) in items.iter().enumerate() {
                path.push(Step::Item(at));
                walk(item, path, report);
                path.pop();
            }
        }
        serde_yaml::Value::Mapping(pairs) => {
            for (key, item) in pairs {
                path.push(Step::Key(key.as_str().unwrap_or_default().to_owned()));
                walk(key, path, report);
                walk(item, path, report);
                path.pop();
            }
        }
        _ => {}
    }
}
