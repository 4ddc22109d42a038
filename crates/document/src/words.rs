//! Words with values: whole sentences whose numbers are put in when they are written.
//!
//! 1. [`words!`](macro@crate::words) joins a template and its values. The compiler checks that every `{}` has a value
//!    and no value is left over.
//! 2. `<c>`, `<r>` and `<m>` set what they enclose in the ink of its kind, `<b>` in bold.
//! 3. A report writer walks the [`Piece`]s and escapes each for its format; [`filled`] gives the plain text.
//!
//! Never writes markup of its own.

use alloc::string::String;
use core::str::Chars;

use super::arg::Arg;
use super::ink::Ink;
use super::number::NONE;

/// A template and its values. Made by [`words!`](macro@crate::words).
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The template, whose placeholders are `{}`.
    pub template: &'static str,
    /// A value for each placeholder.
    pub args: &'a [Arg<'a>],
}

/// A template with its values: `words!("{} of {}", first, second)`, or `words!("{} of {}", ..pair)` for an array of
/// values.
///
/// The template is a constant. The number of values is part of a type, so one too many or too few does not compile.
#[macro_export]
macro_rules! words {
    ($template:expr, ..$args:expr) => {
        $crate::words::Words {
            template: $template,
            args: &$args as &[$crate::arg::Arg<'_>; $crate::words::placeholders($template)],
        }
    };
    ($template:expr $(, $arg:expr)* $(,)?) => {
        $crate::words::Words {
            template: $template,
            args: &[$($arg),*] as &[$crate::arg::Arg<'_>; $crate::words::placeholders($template)],
        }
    };
}

/// The number of values that a template takes. Refuses at compile time a brace without its pair and a tag that is not
/// known.
///
/// # Panics
/// On such a template, while it compiles.
#[must_use]
pub const fn placeholders(template: &str) -> usize {
    let bytes = template.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'{' => {
                assert!(at + 1 < bytes.len() && bytes[at + 1] == b'}', "a placeholder is {{}}");
                count += 1;
            }
            b'<' => {
                let name = if bytes[at + 1] == b'/' { at + 2 } else { at + 1 };
                assert!(matches!(bytes[name], b'c' | b'r' | b'm' | b'b') && bytes[name + 1] == b'>', "an unknown tag");
            }
            _ => {}
        }
        at += 1;
    }
    count
}

/// A part of words with values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'a> {
    /// A character of the template.
    Character(char),
    /// A quantity in place of a `{}` of the template.
    Value(Arg<'a>),
    /// Numbers in the ink of their kind begin; bold words where it is plain.
    Open(Ink),
    /// The numbers in the ink end.
    Close,
}

/// Walks a template with its values.
pub(super) struct Pieces<'a> {
    template: Chars<'static>,
    args: &'a [Arg<'a>],
}

impl<'a> Words<'a> {
    /// Whether there is nothing to write.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    pub(super) fn pieces(&self) -> Pieces<'a> {
        Pieces { template: self.template.chars(), args: self.args }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    // Not inlined: its copies in every walk would weigh more than the calls.
    #[inline(never)]
    fn next(&mut self) -> Option<Piece<'a>> {
        let character = self.template.next()?;
        if character == '{' {
            self.template.next();
            let (first, rest) = self.args.split_first()?;
            self.args = rest;
            return Some(Piece::Value(*first));
        }
        if character != '<' {
            return Some(Piece::Character(character));
        }
        let mut name = self.template.next();
        let closes = name == Some('/');
        if closes {
            name = self.template.next();
        }
        self.template.next();
        let ink = match name {
            Some('c') => Ink::Ceiling,
            Some('r') => Ink::Range,
            Some('m') => Ink::Measured,
            _ => Ink::Plain,
        };
        Some(if closes { Piece::Close } else { Piece::Open(ink) })
    }
}

/// Words with their values as plain text.
#[must_use]
pub fn filled(words: Words<'_>) -> String {
    let mut out = String::new();
    for piece in words.pieces() {
        match piece {
            Piece::Character(character) => out.push(character),
            Piece::Value(value) => value.push(&mut out),
            Piece::Open(_) | Piece::Close => {}
        }
    }
    out
}

/// A text with its first ASCII letter in upper case. Unicode's case tables would weigh more than this crate.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut text = String::from(text);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Words as a sentence: with a capital and a full stop.
#[must_use]
pub fn sentence(words: &str) -> String {
    let mut text = capital(words);
    text.push('.');
    text
}

/// A value, or a dash if it is not known.
#[must_use]
pub const fn or_dash<'a>(known: bool, value: &'a [Arg<'a>; 1]) -> Words<'a> {
    if known { words!("{}", ..*value) } else { words!(NONE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_the_template_wants_them() {
        let pair = [Arg::Text("RTX 4090"), Arg::Speed(195.4)];
        assert_eq!(filled(words!("{}: {}", ..pair)), "RTX 4090: 195");
        let range = Arg::Range(104.6, 145.2);
        assert_eq!(
            filled(words!("likely <r>{}</r> at {}, 80 %.", range, Arg::Count(4096))),
            "likely 105–145 at 4,096, 80 %."
        );
        assert_eq!(filled(words!("none")), "none");
        assert_eq!(filled(words!("{}{}", Arg::Text("{}"), Arg::Text("<b>"))), "{}<b>", "values are no templates");
    }
}
