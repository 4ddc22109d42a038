//! Machines as people say them: "I have a 5090, a 4090 and two 3090s".
//!
//! 1. The text is cut at commas, plus signs, ampersands and "and"; each part may begin with a number of devices.
//! 2. The last words of a part are tried as a name, the longest first; of what shares it the record with the shortest id counts, which is
//!    the desktop card and not the laptop's.
//!
//! For short texts in which no tool's output is. Never takes a part for a device that it does not name.

use super::Gpu;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::names::{Named, called, containing};

/// Bytes of a text that are taken for words of a reader.
const MOST: usize = 300;

/// Equal devices of one part at most.
const DEVICES: usize = 8;

/// The shortest name that is taken in part, as of "3090".
const SHORTEST: usize = 4;

const NUMBERS: [(&str, usize); 10] = [
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
];

/// The devices that a text names, each under the name of its record.
pub(super) fn read(text: &str, known: &[Named<'_>]) -> Vec<Gpu> {
    let mut found = Vec::new();
    if text.len() > MOST {
        return found;
    }
    let text = text.replace(" and ", ",").replace(" with ", ",");
    for part in text.split([',', '+', '&', ';', '\n']) {
        let mut number = 1;
        let mut words = Vec::new();
        for word in part.split([' ', '\t', '×', '.', '?', '!']).filter(|word| !word.is_empty()) {
            match count(word) {
                Some(several) => (number, words) = (several, Vec::new()),
                None => words.push(word),
            }
        }
        let Some(at) = device(&words, known) else { continue };
        let name = known.get(at).map_or("", |named| named.id);
        for _ in 0..number {
            found.push(Gpu { name: String::from(name), ..Gpu::default() });
        }
    }
    found
}

/// "two", "2x" and a bare figure; no number that could be a name.
#[must_use]
pub fn count(word: &str) -> Option<usize> {
    let lower = word.to_ascii_lowercase();
    let figure = lower.strip_suffix('x').unwrap_or(&lower);
    let figure = figure.parse().ok().filter(|number| (1..=DEVICES).contains(number));
    figure.or_else(|| NUMBERS.iter().find(|(name, _)| *name == lower).map(|(_, number)| *number))
}

/// The record that the last words of a part name, or as many of them as do.
fn device(words: &[&str], known: &[Named<'_>]) -> Option<usize> {
    (0..words.len()).find_map(|from| {
        let name = words.get(from..)?.join(" ");
        let singular = name.strip_suffix('s').unwrap_or(&name);
        [name.as_str(), singular].into_iter().find_map(|name| {
            let exact = called(name, known);
            let shortest = exact.into_iter().min_by_key(|at| known.get(*at).map_or(0, |named| named.id.len()));
            let figures = name.len() >= SHORTEST && name.bytes().any(|byte| byte.is_ascii_digit());
            shortest.or_else(|| containing(name, known).first().copied().filter(|_| figures))
        })
    })
}
