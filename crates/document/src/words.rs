//! Sentence templates whose values are filled in when they are written.
//!
//! 1. [`words!`](macro@crate::words) joins a template and its values. The compiler checks that their numbers agree.
//! 2. `<c>`, `<r>` and `<m>` set the text that they enclose in the ink of its kind, `<b>` in bold.
//! 3. Renderers iterate over the [`TemplatePart`]s and escape each for their format; [`filled`] gives the plain text.
//!
//! Writes no markup.

use alloc::string::String;
use core::str::Chars;

use super::arg::Arg;
use super::ink::Ink;
use super::number::NONE;

/// A template and its values. Made by [`words!`](macro@crate::words).
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The template; each `{}` is a placeholder.
    pub template: &'static str,
    /// One value for each placeholder.
    pub args: &'a [Arg<'a>],
}

/// Joins a template and its values: `words!("{} of {}", first, second)`, or `words!("{} of {}", ..pair)` for an array.
///
/// The template must be a constant. Its number of placeholders is part of a type, so that a wrong number of values does
/// not compile.
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

/// Counts a template's placeholders. Rejects unpaired braces and unknown tags at compile time.
///
/// # Panics
/// On an invalid template, at compile time.
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

/// A part of a filled template.
#[derive(Clone, Copy, Debug)]
pub(super) enum TemplatePart<'a> {
    /// A character of the template.
    Character(char),
    /// A value in the place of a `{}`.
    Value(Arg<'a>),
    /// The ink of a kind of number begins; [`Ink::Plain`] begins bold text.
    Open(Ink),
    /// The ink ends.
    Close,
}

/// Iterates over the parts of a template with its values.
pub(super) struct TemplateParts<'a> {
    template: Chars<'static>,
    args: &'a [Arg<'a>],
}

impl<'a> Words<'a> {
    /// True if the template is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    pub(super) fn parts(&self) -> TemplateParts<'a> {
        TemplateParts { template: self.template.chars(), args: self.args }
    }
}

impl<'a> Iterator for TemplateParts<'a> {
    type Item = TemplatePart<'a>;

    // Not inlined: copies in every loop would take more space than calls.
    #[inline(never)]
    fn next(&mut self) -> Option<TemplatePart<'a>> {
        let character = self.template.next()?;
        if character == '{' {
            self.template.next();
            let (first, rest) = self.args.split_first()?;
            self.args = rest;
            return Some(TemplatePart::Value(*first));
        }
        if character != '<' {
            return Some(TemplatePart::Character(character));
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
        Some(if closes { TemplatePart::Close } else { TemplatePart::Open(ink) })
    }
}

/// Returns the template with its values as plain text.
#[must_use]
pub fn filled(words: Words<'_>) -> String {
    let mut out = String::new();
    for part in words.parts() {
        match part {
            TemplatePart::Character(character) => out.push(character),
            TemplatePart::Value(value) => value.push(&mut out),
            TemplatePart::Open(_) | TemplatePart::Close => {}
        }
    }
    out
}

/// Returns a text with its first ASCII letter in upper case. Unicode's case tables would be larger than this crate.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut text = String::from(text);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns words as a sentence, with a capital and a full stop.
#[must_use]
pub fn sentence(words: &str) -> String {
    let mut text = capital(words);
    text.push('.');
    text
}

/// A value, or a dash if it is unknown.
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
