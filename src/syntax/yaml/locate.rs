//! Finds the bytes of a value in YAML by its path: serde gives values, a diagnostic wants places.
//!
//! Called for mistakes only, so that the good path pays nothing for it.

use crate::diagnostic::Place;
use saphyr_parser::{Event, Parser};
use std::ops::Range;

/// One step into a YAML document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// The item of a sequence, from 0.
    Item(usize),
}

/// The bytes of the value at `path` within `fragment`; `None` if there is no such value.
#[must_use]
pub fn locate(fragment: &str, path: &[Step]) -> Option<Range<usize>> {
    // Positions are counted in characters; where each is a byte, nothing has to be looked up.
    let bytes = if fragment.is_ascii() { Vec::new() } else { fragment.char_indices().map(|(byte, _)| byte).collect() };
    Walk { parser: Parser::new_from_str(fragment), fragment, bytes }.document(path)
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
    ($($part:expr),* $(,)?) => { &[$($crate::syntax::yaml::Step::from($part)),*] };
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
    bytes: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn next(&mut self) -> Option<(Event<'a>, Range<usize>)> {
        let (event, span) = self.parser.next_event()?.ok()?;
        Some((event, self.byte(span.start.index())..self.byte(span.end.index())))
    }

    fn byte(&self, character: usize) -> usize {
        let byte = if self.bytes.is_empty() { Some(character) } else { self.bytes.get(character).copied() };
        byte.unwrap_or(self.fragment.len()).min(self.fragment.len())
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
