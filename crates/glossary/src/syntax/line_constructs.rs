//! Finds constructs within a line: comments (`%%…%%`), bare addresses and names of emoji, outside of code and links.

use std::ops::Range;

/// A construct and its plain form.
#[derive(Clone)]
pub(super) struct Construct {
    /// Its bytes in the line.
    pub(super) range: Range<usize>,
    /// The Markdown that replaces it.
    pub(super) form: PlainForm,
}

/// The Markdown that replaces a construct.
#[derive(Clone, Copy)]
pub(super) enum PlainForm {
    /// Nothing: a comment is removed.
    Nothing,
    /// The address itself between angle brackets.
    Address,
    /// The emoji of a name.
    Emoji(&'static str),
}

/// Seeks the first construct of a kind at or after a byte.
type Finder = fn(&mut Signs<'_>, usize) -> Option<Construct>;

/// The constructs of a line, from left to right: each kind is sought once, and the signs before it are counted once.
pub(super) struct Constructs<'a>(Vec<(Finder, Signs<'a>, Option<Construct>)>);

impl<'a> Constructs<'a> {
    /// Begins with a line; names of emoji count if `emoji` is set.
    pub(super) fn new(line: &'a str, emoji: bool) -> Self {
        let finders: [(Finder, bool); 3] = [(comment, true), (address, true), (named_emoji, emoji)];
        let kinds = finders.into_iter().filter(|(_, counts)| *counts).map(|(find, _)| {
            let mut signs = Signs::new(line);
            let first = find(&mut signs, 0);
            (find, signs, first)
        });
        Self(kinds.collect())
    }

    /// The first construct at or after a byte, which is never before that of the last call.
    pub(super) fn next_from(&mut self, from: usize) -> Option<Construct> {
        for (find, signs, next) in &mut self.0 {
            if next.as_ref().is_some_and(|construct| construct.range.start < from) {
                *next = find(signs, from);
            }
        }
        let found = self.0.iter().filter_map(|(_, _, next)| next.clone());
        found.min_by_key(|construct| construct.range.start)
    }
}

/// A line, and the signs before a byte of it that only moves on.
struct Signs<'a> {
    line: &'a str,
    at: usize,
    backticks: usize,
    brackets: isize,
    angles: isize,
}

impl<'a> Signs<'a> {
    fn new(line: &'a str) -> Self {
        Self { line, at: 0, backticks: 0, brackets: 0, angles: 0 }
    }

    /// Counts the signs up to a byte; true after an odd number of backticks.
    fn is_code(&mut self, at: usize) -> bool {
        for byte in self.line.bytes().take(at).skip(self.at) {
            match byte {
                b'`' => self.backticks += 1,
                b'[' => self.brackets += 1,
                b']' => self.brackets -= 1,
                b'<' => self.angles += 1,
                b'>' => self.angles -= 1,
                _ => {}
            }
        }
        self.at = self.at.max(at);
        self.backticks % 2 == 1
    }
}

fn comment(signs: &mut Signs<'_>, from: usize) -> Option<Construct> {
    let (line, mut at) = (signs.line, from);
    loop {
        let start = at + line[at..].find("%%")?;
        let end = start + 4 + line[start + 2..].find("%%")?;
        if !signs.is_code(start) {
            return Some(Construct { range: start..end, form: PlainForm::Nothing });
        }
        at = start + 2;
    }
}

fn address(signs: &mut Signs<'_>, from: usize) -> Option<Construct> {
    let (line, mut at) = (signs.line, from);
    loop {
        let start = at + line[at..].find("http")?;
        at = start + 4;
        if !["https://", "http://"].iter().any(|scheme| line[start..].starts_with(scheme)) {
            continue;
        }
        let length = address_length(&line[start..]);
        at = start + length.max(4);
        let before = &line[..start];
        let last = before.chars().next_back();
        let is_separate =
            last.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '*' | '_' | '（' | '、' | '。' | '：' | ':'));
        let is_target =
            before.ends_with("](") || before.trim_end().ends_with("](") || before.trim_end().ends_with("]:");
        let is_outside = !signs.is_code(start) && signs.brackets <= 0 && signs.angles <= 0;
        if is_outside && is_separate && !is_target && length > 8 {
            return Some(Construct { range: start..start + length, form: PlainForm::Address });
        }
    }
}

/// The next `:name:` that is the name of an emoji and does not follow a letter, digit, colon, slash or backslash.
fn named_emoji(signs: &mut Signs<'_>, from: usize) -> Option<Construct> {
    let (line, mut at) = (signs.line, from);
    loop {
        let start = at + line[at..].find(':')?;
        at = start + 1;
        let Some(length) = line[at..].find(|c: char| !(c.is_ascii_alphanumeric() || "_+-".contains(c))) else {
            continue;
        };
        let end = at + length + 1;
        let is_separate =
            line[..start].chars().next_back().is_none_or(|c| !c.is_ascii_alphanumeric() && !":/\\".contains(c));
        if is_separate
            && line[at + length..].starts_with(':')
            && !signs.is_code(start)
            && let Some(emoji) = emojis::get_by_shortcode(&line[at..at + length])
        {
            return Some(Construct { range: start..end, form: PlainForm::Emoji(emoji.as_str()) });
        }
    }
}

/// The length in bytes of the address at the start of a text, without punctuation at its end.
fn address_length(text: &str) -> usize {
    let end = text.find(|c: char| {
        !c.is_ascii_graphic() || matches!(c, '<' | '>' | '"' | '`' | '|' | '[' | ']' | '{' | '}' | '\\' | '^')
    });
    let mut address = &text[..end.unwrap_or(text.len())];
    let mut unopened = address.matches(')').count().saturating_sub(address.matches('(').count());
    loop {
        let shorter = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~']);
        let closed = shorter.strip_suffix(')').filter(|_| unopened > 0);
        unopened -= usize::from(closed.is_some());
        let shorter = closed.unwrap_or(shorter);
        if shorter.len() == address.len() {
            return address.len();
        }
        address = shorter;
    }
}

/// The text with its first letter in upper case.
#[must_use]
pub fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
