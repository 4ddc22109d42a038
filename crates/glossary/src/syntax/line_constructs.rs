//! Finds constructs within a line: comments (`%%…%%`), bare addresses and names of emoji, outside of code and links.

use std::ops::Range;

/// A construct and its plain form.
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

/// The first construct at or after byte `from` of a line; names of emoji count if `emoji` is set.
pub(super) fn construct(line: &str, from: usize, emoji: bool) -> Option<Construct> {
    let found = [comment(line, from), address(line, from), if emoji { named_emoji(line, from) } else { None }];
    found.into_iter().flatten().min_by_key(|construct| construct.range.start)
}

fn comment(line: &str, from: usize) -> Option<Construct> {
    let mut at = from;
    loop {
        let start = at + line[at..].find("%%")?;
        let end = line[start + 2..].find("%%").map(|end| start + end + 4);
        match end.filter(|_| !is_code(line, start)) {
            Some(end) => return Some(Construct { range: start..end, form: PlainForm::Nothing }),
            None => at = start + 2,
        }
    }
}

fn address(line: &str, from: usize) -> Option<Construct> {
    let mut at = from;
    loop {
        let start = at + ["https://", "http://"].iter().filter_map(|scheme| line[at..].find(scheme)).min()?;
        let length = address_length(&line[start..]);
        let before = &line[..start];
        let last = before.chars().next_back();
        let is_separate =
            last.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '*' | '_' | '（' | '、' | '。' | '：' | ':'));
        let is_target =
            before.ends_with("](") || before.trim_end().ends_with("](") || before.trim_end().ends_with("]:");
        let is_inside = before.matches('[').count() > before.matches(']').count()
            || before.matches('<').count() > before.matches('>').count();
        if !is_code(line, start) && is_separate && !is_target && !is_inside && length > 8 {
            return Some(Construct { range: start..start + length, form: PlainForm::Address });
        }
        at = start + length.max(4);
    }
}

/// The next `:name:` that is the name of an emoji and does not follow a letter, digit, colon, slash or backslash.
fn named_emoji(line: &str, from: usize) -> Option<Construct> {
    let mut at = from;
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
            && !is_code(line, start)
            && let Some(emoji) = emojis::get_by_shortcode(&line[at..at + length])
        {
            return Some(Construct { range: start..end, form: PlainForm::Emoji(emoji.as_str()) });
        }
    }
}

/// True after an odd number of backticks.
fn is_code(line: &str, at: usize) -> bool {
    line[..at].matches('`').count() % 2 == 1
}

/// The length in bytes of the address at the start of a text, without punctuation at its end.
fn address_length(text: &str) -> usize {
    let end = text.find(|c: char| {
        !c.is_ascii_graphic() || matches!(c, '<' | '>' | '"' | '`' | '|' | '[' | ']' | '{' | '}' | '\\' | '^')
    });
    let mut address = &text[..end.unwrap_or(text.len())];
    loop {
        let is_open = address.matches(')').count() > address.matches('(').count();
        let shorter = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~']);
        let shorter = if is_open { shorter.strip_suffix(')').unwrap_or(shorter) } else { shorter };
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
