//! YAML into checked types, with every mistake at its place.
//!
//! 1. [`decode`] hands the fragment to serde. Where a key is unknown, it records a diagnostic with the nearest known key, blanks that key
//!    out (keeping every line where it was) and tries again, so that one run reports every unknown key of a file.
//! 2. Any other mistake (syntax, a missing key, a wrong type) ends the fragment with a diagnostic of its own.
//! 3. [`locate`] finds the bytes of a value by its path, for problems that only show up later. It is called for mistakes only, so that
//!    the good path pays nothing for it.
//!
//! Never guesses a value: what does not decode is reported and left out.

use crate::diagnostic::messages;
use crate::diagnostic::{Diagnostic, Place};
use saphyr_parser::{Event, Parser};
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;
use std::ops::Range;

/// One step into a YAML document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// The item of a sequence, from 0.
    Item(usize),
}

/// Decodes the fragment at `range` of `text`; the fragment is `text[range]`.
pub fn decode<T: DeserializeOwned>(
    file: &str,
    text: &str,
    range: Range<usize>,
    problems: &mut Vec<Diagnostic>,
) -> Option<T> {
    let mut fragment = text[range.clone()].to_owned();
    let mut clean = true;
    loop {
        let error = match serde_yaml::from_str::<T>(&fragment) {
            Ok(value) => return clean.then_some(value),
            Err(error) => error,
        };
        clean = false;
        let message = error.to_string();
        let at = error.location().map_or(0, |location| location.index().min(fragment.len()));
        let Some(unknown) = UnknownKey::of(&message) else {
            let found = culprit::<T>(&fragment).unwrap_or_else(|| line_at(&fragment, at));
            problems
                .push(messages::yaml(Place::new(file, range.start + found.start..range.start + found.end), &message));
            return None;
        };
        let span = range.start + at..range.start + at + unknown.key.len();
        problems.push(messages::unknown_key(Place::new(file, span), unknown.key, &unknown.known));
        if !blank_out(&mut fragment, at) {
            return None;
        }
    }
}

/// From the error's place to the end of that line's text: what a reader should look at.
fn line_at(fragment: &str, at: usize) -> Range<usize> {
    let line = fragment[at..].lines().next().unwrap_or_default().trim_end();
    at..at + line.len()
}

/// The bytes of the value that does not decode, by its path: serde knows the place of a value that has the wrong shape, but not of one
/// that only its type refuses.
fn culprit<T: DeserializeOwned>(fragment: &str) -> Option<Range<usize>> {
    let deserializer = serde_yaml::Deserializer::from_str(fragment);
    let error = serde_path_to_error::deserialize::<_, T>(deserializer).err()?;
    let steps = error.path().iter().map(|segment| match segment {
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Seq { index } => Some(Step::Item(*index)),
        _ => None,
    });
    let path: Vec<Step> = steps.collect::<Option<_>>()?;
    if path.is_empty() { None } else { locate(fragment, &path) }
}

/// What serde says of a key that the type does not have.
struct UnknownKey<'a> {
    key: &'a str,
    known: Vec<&'a str>,
}

impl<'a> UnknownKey<'a> {
    fn of(message: &'a str) -> Option<Self> {
        let (_, rest) = message.split_once("unknown field `")?;
        let mut quoted = rest.split('`');
        let key = quoted.next()?;
        Some(Self { key, known: quoted.skip(1).step_by(2).collect() })
    }
}

/// Replaces the key at `at` and everything nested under it by spaces. False where the key does not stand at the start of its line's
/// text (inside `{…}`): there the rest of the fragment cannot be read without it.
fn blank_out(fragment: &mut String, at: usize) -> bool {
    let start = fragment[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = at - start;
    if !fragment[start..at].bytes().all(|byte| byte == b' ' || byte == b'-') {
        return false;
    }
    let mut end = at;
    for (number, line) in fragment[at..].split_inclusive('\n').enumerate() {
        let own = line.len() - line.trim_start_matches(' ').len();
        let nested = line.trim().is_empty() || own > indent || (own == indent && line.trim_start().starts_with("- "));
        if number > 0 && !nested {
            break;
        }
        end += line.len();
    }
    let spaces: String =
        fragment[at..end].chars().map(|c| if c == '\n' { "\n".into() } else { " ".repeat(c.len_utf8()) }).collect();
    fragment.replace_range(at..end, &spaces);
    true
}

/// The bytes of the value at `path` within `fragment`; `None` if there is no such value.
#[must_use]
pub fn locate(fragment: &str, path: &[Step]) -> Option<Range<usize>> {
    Walk { parser: Parser::new_from_str(fragment), fragment }.document(path)
}

/// The bytes of the value at `path`, as a place in the whole file; the fragment's first byte where the path leads nowhere.
#[must_use]
pub fn place(file: &str, text: &str, range: &Range<usize>, path: &[Step]) -> Place {
    let found = locate(&text[range.clone()], path).unwrap_or(0..0);
    Place::new(file, range.start + found.start..range.start + found.end)
}

/// A path from its parts: names are keys, numbers are items.
#[macro_export]
macro_rules! yaml_path {
    ($($part:expr),* $(,)?) => { &[$($crate::parse::yaml::Step::from($part)),*] };
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(item: usize) -> Self {
        Self::Item(item)
    }
}

struct Walk<'a> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
    fragment: &'a str,
}

impl<'a> Walk<'a> {
    fn next(&mut self) -> Option<(Event<'a>, Range<usize>)> {
        let (event, span) = self.parser.next_event()?.ok()?;
        Some((event, self.byte(span.start.index())..self.byte(span.end.index())))
    }

    fn byte(&self, character: usize) -> usize {
        self.fragment.char_indices().nth(character).map_or(self.fragment.len(), |(byte, _)| byte)
    }

    fn document(mut self, path: &[Step]) -> Option<Range<usize>> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                event => return self.value(&event, span, path),
            }
        }
    }

    /// The value that begins with `event`: itself where the path ends, otherwise the part that the path leads to.
    fn value(&mut self, event: &Event<'a>, span: Range<usize>, path: &[Step]) -> Option<Range<usize>> {
        let Some((step, rest)) = path.split_first() else {
            let end = self.skip(event)?;
            return Some(span.start..end.max(span.end));
        };
        match (event, step) {
            (Event::MappingStart(..), Step::Key(wanted)) => self.in_mapping(wanted, rest),
            (Event::SequenceStart(..), Step::Item(wanted)) => self.in_sequence(*wanted, rest),
            _ => None,
        }
    }

    fn in_mapping(&mut self, wanted: &str, rest: &[Step]) -> Option<Range<usize>> {
        loop {
            let (key, _) = self.next()?;
            let Event::Scalar(name, ..) = key else { return None };
            let (event, span) = self.next()?;
            if name == wanted {
                return self.value(&event, span, rest);
            }
            self.skip(&event)?;
        }
    }

    fn in_sequence(&mut self, wanted: usize, rest: &[Step]) -> Option<Range<usize>> {
        for number in 0.. {
            let (event, span) = self.next()?;
            if number == wanted && event != Event::SequenceEnd {
                return self.value(&event, span, rest);
            }
            self.skip(&event)?;
        }
        None
    }

    /// Passes over the rest of a value; the end of its last part, or 0 for a scalar. `None` where no value begins.
    fn skip(&mut self, event: &Event<'a>) -> Option<usize> {
        let mut depth = match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => 1,
            Event::MappingEnd | Event::SequenceEnd => return None,
            _ => return Some(0),
        };
        let mut end = 0;
        while depth > 0 {
            let (event, span) = self.next()?;
            match event {
                Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
                Event::MappingEnd | Event::SequenceEnd => depth -= 1,
                _ => end = span.end,
            }
        }
        Some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::locate;

    #[test]
    fn a_path_leads_to_its_bytes() {
        let text = "term: größe\naliases: [a, bé, c]\nsources:\n  - title: t\n    url: 'https://x'\n";
        let found = |path: &[super::Step]| locate(text, path).map(|range| &text[range]);
        assert_eq!(found(yaml_path!["term"]), Some("größe"));
        assert_eq!(found(yaml_path!["aliases", 1usize]), Some("bé"));
        assert_eq!(found(yaml_path!["sources", 0usize, "url"]), Some("'https://x'"));
        assert_eq!(found(yaml_path!["aliases", 3usize]), None);
        assert_eq!(found(yaml_path!["nothing"]), None);
    }
}
