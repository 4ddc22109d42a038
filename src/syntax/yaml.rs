//! YAML into checked types, with every mistake at its place.
//!
//! 1. [`decode`] hands the fragment to serde. Where a key is unknown, it records a diagnostic with the nearest known key, blanks that key
//!    out (keeping every line where it was) and tries again; a value of the wrong kind is replaced by one of the right kind, a key that
//!    is missing is added at the end. So one run reports nearly every mistake of a file.
//! 2. What cannot be mended so (syntax, for one) ends the fragment with a diagnostic of its own.
//! 3. [`locate()`] finds the bytes of a value by its path, for problems that only show up later.
//!
//! Never guesses a value: what does not decode is reported and left out.

mod locate;
mod mend;

use crate::diagnostic::messages;
use crate::diagnostic::yaml::problem;
use crate::diagnostic::{Diagnostic, Place};
use crate::syntax::characters;
pub use locate::{Step, locate, place};
use mend::{blank_out, mend};
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;
use std::ops::Range;

/// Decodes the fragment at `range` of `text`; the fragment is `text[range]`.
pub fn decode<T: DeserializeOwned>(
    file: &str,
    text: &str,
    range: Range<usize>,
    problems: &mut Vec<Diagnostic>,
) -> Option<T> {
    let own = range.len();
    let mut fragment = text[range.clone()].to_owned();
    for number in 0..MOST {
        let error = match serde_yaml::from_str::<T>(&fragment) {
            Ok(value) if number == 0 => {
                characters::check_yaml(file, &fragment, range.start, problems);
                return Some(value);
            }
            Ok(_) => return None,
            Err(error) => error,
        };
        let message = error.to_string();
        let at = error.location().map_or(0, |location| location.index().min(fragment.len()));
        let unknown = UnknownKey::of(&message);
        let found = match &unknown {
            Some(unknown) => at..at + unknown.key.len(),
            None => mistake::<T>(&fragment, &message).unwrap_or_else(|| line_at(&fragment, at)),
        };
        if found.start >= own && number > 0 && !message.contains("missing field `") {
            // Beyond the author's text, at what was added to read on.
            break;
        }
        let found = found.start.min(own)..found.end.min(own);
        // What stands in for the author's text has its letters elsewhere, and a key may be written longer than it is.
        let place = Place::new(
            file,
            text.floor_char_boundary(range.start + found.start)..text.ceil_char_boundary(range.start + found.end),
        );
        let next = match &unknown {
            Some(unknown) => messages::unknown_key(place, unknown.key, &unknown.known),
            None => problem(&place, &message, &fragment[found.clone()]),
        };
        if problems.last() == Some(&next) {
            // What was put there did not help.
            break;
        }
        problems.push(next);
        let reads_on = match unknown {
            Some(_) => blank_out(&mut fragment, at),
            None => mend(&mut fragment, &found, &message),
        };
        if !reads_on {
            break;
        }
    }
    None
}

/// The most mistakes that are reported of one file: each costs another reading of it.
const MOST: usize = 50;

/// The place of a key that is there again; serde names the key and the mapping, not the place.
fn second_key(fragment: &str, message: &str) -> Option<Range<usize>> {
    let (_, rest) = message.split_once("duplicate field `")?;
    let (key, _) = rest.split_once('`')?;
    let mut at = 0;
    let mut places = fragment.split_inclusive('\n').filter_map(|line| {
        let start = at + line.len() - line.trim_start_matches([' ', '-']).len();
        at += line.len();
        fragment[start..].strip_prefix(key)?.starts_with(':').then(|| start..start + key.len())
    });
    places.nth(1)
}

/// From the error's place to the end of that line's text: what a reader should look at.
fn line_at(fragment: &str, at: usize) -> Range<usize> {
    let line = fragment[at..].lines().next().unwrap_or_default().trim_end();
    at..at + line.len()
}

/// The bytes of a mistake where more is known of them than where the parser stopped.
fn mistake<T: DeserializeOwned>(fragment: &str, message: &str) -> Option<Range<usize>> {
    second_key(fragment, message).or_else(|| culprit::<T>(fragment))
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
