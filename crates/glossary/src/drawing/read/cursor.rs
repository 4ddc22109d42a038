//! Reads the tokens of one line in order, and its options (`key=value`) in any order.
//!
//! A value that is missing or wrong becomes a fault at its place, and reading continues with `None`.

use crate::drawing::fault::Fault;
use crate::drawing::limits::MAX_AXIS_VALUE;
use crate::drawing::read::tokens::{LineToken, SourceLine};
use crate::drawing::shape::{Align, Extent, Ink, Position, Range};
use std::ops::Range as Bytes;

/// The tokens and options of a line that have not been read yet.
pub(super) struct Cursor<'a, 'f> {
    line: SourceLine<'a>,
    tokens: std::vec::IntoIter<LineToken<'a>>,
    options: Vec<(&'a str, &'a str, Bytes<usize>)>,
    faults: &'f mut Vec<Fault>,
}

impl<'a, 'f> Cursor<'a, 'f> {
    /// A cursor after the line's first word.
    pub(super) fn new(line: SourceLine<'a>, tokens: Vec<LineToken<'a>>, faults: &'f mut Vec<Fault>) -> Self {
        let mut options = Vec::new();
        let mut others = Vec::with_capacity(tokens.len());
        for token in tokens.into_iter().skip(1) {
            match token.text.split_once('=').filter(|_| !token.quoted) {
                Some((key, value)) => options.push((key, value, token.span)),
                None => others.push(token),
            }
        }
        Self { line, tokens: others.into_iter(), options, faults }
    }

    /// Reports a fault with a hint.
    pub(super) fn fault(&mut self, span: Bytes<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(span, message).help(help));
    }

    /// Adds faults that were found elsewhere.
    pub(super) fn report(&mut self, faults: Vec<Fault>) {
        self.faults.extend(faults);
    }

    /// Reports that the line lacks something.
    pub(super) fn missing(&mut self, message: &str, help: &str) {
        self.fault(self.line.span(), message, help);
    }

    /// True if the next token is unquoted.
    pub(super) fn more(&self) -> bool {
        self.tokens.as_slice().first().is_some_and(|token| !token.quoted)
    }

    /// Takes the next token if the predicate accepts it.
    pub(super) fn next_if(&mut self, is: impl Fn(&LineToken<'_>) -> bool) -> Option<LineToken<'a>> {
        let next = self.tokens.as_slice().first().filter(|token| is(token))?.clone();
        self.tokens.next();
        Some(next)
    }

    /// Takes an unquoted token and parses it. Faults name the expected value as `what` and show the example.
    pub(super) fn expect<T>(&mut self, what: &str, example: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let help = format!("for example `{example}`");
        let Some(token) = self.next_if(|token| !token.quoted) else {
            let end = self.tokens.as_slice().first().map_or_else(|| self.line.span(), |token| token.span.clone());
            self.fault(end, format!("{what} is missing"), help);
            return None;
        };
        let found = read(token.text);
        if found.is_none() {
            self.fault(token.span, format!("`{}` is not {what}", token.text), help);
        }
        found
    }

    /// Takes a position: `3,1.5`.
    pub(super) fn place(&mut self) -> Option<Position> {
        self.expect("a place", "3,1", place)
    }

    /// Takes a size: `4x2`.
    pub(super) fn extent(&mut self) -> Option<Extent> {
        self.expect("a size", "4x2", extent)
    }

    /// Takes a range: `0..12`.
    pub(super) fn range(&mut self) -> Option<Range> {
        self.expect("a range", "0..12", range)
    }

    /// Takes a quoted text, if one is next.
    pub(super) fn words(&mut self) -> Option<&'a str> {
        self.next_if(|token| token.quoted).map(|token| token.text)
    }

    /// Takes a quoted text; reports a fault if there is none or it is blank.
    pub(super) fn needed_words(&mut self, what: &str) -> Option<&'a str> {
        let found = self.words().filter(|words| !words.trim().is_empty());
        if found.is_none() {
            self.fault(self.line.span(), format!("{what} is missing"), "write it between quotes: `\"words\"`");
        }
        found
    }

    /// Takes the option with this name: its value and its bytes.
    pub(super) fn option(&mut self, name: &str) -> Option<(&'a str, Bytes<usize>)> {
        let at = self.options.iter().position(|(key, ..)| *key == name)?;
        let (_, value, span) = self.options.remove(at);
        Some((value, span))
    }

    /// Takes an option whose value is one of a few words.
    pub(super) fn choice<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Option<T> {
        let (value, span) = self.option(name)?;
        let found = known.iter().find(|(word, _)| *word == value).map(|(_, choice)| *choice);
        if found.is_none() {
            let words: Vec<String> = known.iter().map(|(word, _)| format!("`{name}={word}`")).collect();
            self.fault(span, format!("`{name}` has no value `{value}`"), format!("known: {}", words.join(", ")));
        }
        found
    }

    /// Takes the option `ink`; no colour by default.
    pub(super) fn ink(&mut self) -> Ink {
        self.choice("ink", &[("1", Ink::One), ("2", Ink::Two), ("3", Ink::Three)]).unwrap_or_default()
    }

    /// Takes the option `align`; left by default.
    pub(super) fn align(&mut self) -> Align {
        let known = [("left", Align::Left), ("middle", Align::Middle), ("right", Align::Right)];
        self.choice("align", &known).unwrap_or_default()
    }

    /// Takes the option `name`, to which arrows refer: a letter, then letters, digits and hyphens.
    pub(super) fn name(&mut self) -> Option<String> {
        let (value, span) = self.option("name")?;
        let good = value.starts_with(|c: char| c.is_ascii_alphabetic())
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !good {
            self.fault(span, format!("`{value}` is not a name"), "a letter, then letters, digits and `-`");
        }
        good.then(|| value.to_owned())
    }

    /// Reports tokens and options that were not read.
    pub(super) fn finish(mut self, shape: &str, options: &str) {
        if let Some(token) = self.tokens.next() {
            self.fault(token.span, format!("`{shape}` takes nothing here"), "see the guide's page on drawings");
        }
        for (key, _, span) in std::mem::take(&mut self.options) {
            self.fault(span, format!("`{shape}` has no option `{key}`"), format!("known: {options}"));
        }
    }
}

/// Parses a finite number within the limit of an axis.
pub(super) fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite() && value.abs() <= MAX_AXIS_VALUE)
}

/// Parses a position: `3,1.5`.
pub(super) fn place(text: &str) -> Option<Position> {
    let (x, y) = text.split_once(',')?;
    Some(Position { x: number(x)?, y: number(y)? })
}

/// Parses a size: `4x2`, both above 0.
pub(super) fn extent(text: &str) -> Option<Extent> {
    let (wide, high) = text.split_once('x')?;
    let (wide, high) = (number(wide.trim())?, number(high.trim())?);
    (wide > 0.0 && high > 0.0).then_some(Extent { wide, high })
}

/// Parses a range: `0..12`, the lower number first.
pub(super) fn range(text: &str) -> Option<Range> {
    let (from, to) = text.split_once("..")?;
    let (from, to) = (number(from)?, number(to)?);
    (from < to).then_some(Range { from, to })
}
