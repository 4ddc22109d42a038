//! The version of an original, as a short hash of what a translator reads.
//!
//! 1. [`parts`] are the body and the keys with words; not the sources, dates, layer and links, whose change asks for no
//!    new translation.
//! 2. White space at the ends of lines and blank lines at the ends of a text are left out.
//! 3. [`Fingerprint`] is twelve consonants: no YAML reader takes them for a number, and no human for a word.

use crate::model::front_matter::{FrontMatter, split};
use rooflight_source::file::SourceFile;
use std::fmt;

/// The letters of a fingerprint.
const LETTERS: [char; 16] = ['b', 'c', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'q', 'r', 's', 't'];

/// The number of letters.
pub const LENGTH: usize = 12;

/// The version of an original.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The version that is written in a translation; `None` for anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let is_one = text.chars().count() == LENGTH && text.chars().all(|letter| LETTERS.contains(&letter));
        is_one.then(|| Self(text.to_owned()))
    }

    /// The version of these parts.
    #[must_use]
    pub fn of(parts: &[Part]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for Part { key, text } in parts {
            for bytes in [key.as_bytes(), text.as_bytes()] {
                hasher.update(&(bytes.len() as u64).to_le_bytes());
                hasher.update(bytes);
            }
        }
        let nibbles = hasher.finalize().as_bytes().iter().flat_map(|byte| [byte >> 4, byte & 15]).collect::<Vec<u8>>();
        let letters = nibbles.iter().filter_map(|nibble| LETTERS.get(usize::from(*nibble)));
        Self(letters.take(LENGTH).collect())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A part of an original that a translator reads: a key of the front matter, or `body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The key.
    pub key: &'static str,
    /// Its words, normalised.
    pub text: String,
}

/// The parts of an original that have words, in the order in which pages show them; `None` for a text that is no entry.
#[must_use]
pub fn parts(file: &SourceFile) -> Option<Vec<Part>> {
    let (range, start) = split(file, &mut Vec::new())?;
    let front: FrontMatter = yaml_serde::from_str(file.text.get(range)?).ok()?;
    let lines = |all: &[String]| all.join("\n");
    let glance = yaml_serde::to_string(&front.at_a_glance).unwrap_or_default();
    let compare = front.compare.iter().flat_map(|table| {
        let rows = table.rows.iter().map(|row| [row.question.as_str(), &row.this, &row.other].join("\n"));
        std::iter::once(table.with.clone()).chain(rows)
    });
    let questions = front.questions.iter().map(|pair| [pair.q.as_str(), &pair.a].join("\n"));
    let one = |text: &Option<String>| text.clone().unwrap_or_default();
    let all = [
        ("term", front.term.clone()),
        ("aliases", lines(&front.aliases)),
        ("definition", front.definition.clone()),
        ("at_a_glance", if front.at_a_glance.is_empty() { String::new() } else { glance }),
        ("compare", compare.collect::<Vec<_>>().join("\n")),
        ("raises", lines(&front.raises)),
        ("does_not_raise", lines(&front.does_not_raise)),
        ("common_mistake", one(&front.common_mistake)),
        ("takeaway", one(&front.takeaway)),
        ("memory_hook", one(&front.memory_hook)),
        ("questions", questions.collect::<Vec<_>>().join("\n")),
        ("body", file.text.get(start..).unwrap_or_default().to_owned()),
    ];
    let normal = all.into_iter().map(|(key, text)| Part { key, text: normalised(&text) });
    Some(normal.filter(|part| !part.text.is_empty()).collect())
}

fn normalised(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}
