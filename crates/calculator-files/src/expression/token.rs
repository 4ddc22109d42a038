//! Splits an expression into tokens with their bytes.
//!
//! `×`, `·`, `÷`, `−`, `²`, `³`, `≤`, `≥` and `≠` are synonyms of `*`, `*`, `/`, `-`, `^2`, `^3`, `<=`, `>=` and `!=`.
//! A number may have an exponent, and `_` between its digits. A name is a word, or two joined by a dot: `camera.blur`.
//! `%`, `°` and currency signs are names of units.

use crate::expression::mistake::Mistake;
use std::ops::Range;

/// A token of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A number without its unit.
    Number(f64),
    /// The name of a value, a unit, a constant or a function.
    Name(String),
    /// A keyword: `if`, `then`, `else`, `and`, `or`, `not`.
    Word(&'static str),
    /// A sign in its ASCII form: `*` also for `×`.
    Sign(&'static str),
}

/// The keywords.
pub const WORDS: [&str; 6] = ["if", "then", "else", "and", "or", "not"];

/// The signs as written, and in their ASCII form. A sign comes before its own prefixes.
const SIGNS: &[(&str, &str)] = &[
    ("**", "^"),
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("!=", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("×", "*"),
    ("·", "*"),
    ("/", "/"),
    ("÷", "/"),
    ("^", "^"),
    ("²", "^2"),
    ("³", "^3"),
    ("(", "("),
    (")", ")"),
    (",", ","),
];

/// Signs of other languages, and the hint for each.
const FOREIGN: &[(&str, &str)] = &[
    ("->", "the unit of a result is stated by `unit:`, so nothing is converted here"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("!", "write `not`"),
    ("=", "write `==` to compare"),
    ("?", "write `if … then … else …`"),
    (":", "write `if … then … else …`"),
];

/// Splits a text into tokens with their bytes.
///
/// # Errors
/// The first character that begins no token, or a number that is too large.
pub fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, Mistake> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        if character.is_whitespace() {
            at += character.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let (token, length) = token(rest, character).ok_or_else(|| stray(rest, character, at))?;
        if matches!(token, Token::Number(number) if !number.is_finite()) {
            return Err(Mistake::new(at..at + length, "the number is too large"));
        }
        found.push((token, at..at + length));
        at += length;
    }
    Ok(found)
}

fn token(rest: &str, first: char) -> Option<(Token, usize)> {
    if let Some(length) = number_length(rest) {
        let number = rest[..length].replace('_', "").parse().ok()?;
        return Some((Token::Number(number), length));
    }
    let sign = if is_symbol(first) { first.len_utf8() } else { 0 };
    let letters = rest[sign..].find(|c: char| !(c.is_alphanumeric() || c == '_') || is_power(c));
    // A degree sign and the letters after it are one name: `°C` is never `° × C`.
    let length = if sign == 0 || first == '°' { sign + letters.unwrap_or(rest.len() - sign) } else { sign };
    let length = if sign == 0 { length + dotted_length(&rest[length..]) } else { length };
    if sign > 0 || first.is_alphabetic() || first == '_' {
        let name = &rest[..length];
        let word = WORDS.into_iter().find(|word| *word == name);
        return Some((word.map_or_else(|| Token::Name(name.to_owned()), Token::Word), length));
    }
    if FOREIGN.iter().any(|(sign, _)| sign.len() == 2 && rest.starts_with(sign)) {
        return None;
    }
    let (written, plain) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign))?;
    Some((Token::Sign(plain), written.len()))
}

/// The length of a dot and the word after it, at the start of a text; 0 if there is none.
fn dotted_length(text: &str) -> usize {
    let Some(after) = text.strip_prefix('.').filter(|after| after.starts_with(char::is_alphabetic)) else { return 0 };
    1 + after.find(|c: char| !(c.is_alphanumeric() || c == '_') || is_power(c)).unwrap_or(after.len())
}

/// Unicode counts superscripts as digits; here they are powers.
const fn is_power(character: char) -> bool {
    matches!(character, '²' | '³')
}

/// True if a sign is the name of a unit by itself.
#[must_use]
pub const fn is_symbol(character: char) -> bool {
    matches!(character, '%' | '°' | '$' | '€' | '£' | '¥')
}

/// The length of the number at the start of a text: `1_000`, `.5`, `2.5e-3`; `None` if there is none.
fn number_length(text: &str) -> Option<usize> {
    let digits = |text: &str| text.find(|c: char| !(c.is_ascii_digit() || c == '_')).unwrap_or(text.len());
    let whole = if text.starts_with('_') { 0 } else { digits(text) };
    let mut length = whole;
    if let Some(after) = text[length..].strip_prefix('.') {
        let decimals = if after.starts_with('_') { 0 } else { digits(after) };
        if whole + decimals == 0 {
            return None;
        }
        length += 1 + decimals;
    }
    if length == 0 {
        return None;
    }
    if let Some(after) = text[length..].strip_prefix(['e', 'E']) {
        let sign = usize::from(after.starts_with(['+', '-']));
        let exponent = after[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len() - sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    Some(length)
}

fn stray(rest: &str, character: char, at: usize) -> Mistake {
    match FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign)) {
        Some((sign, help)) => {
            Mistake::new(at..at + sign.len(), format!("`{sign}` is no sign of an expression")).help(*help)
        }
        None => Mistake::new(at..at + character.len_utf8(), format!("`{character}` cannot stand in an expression")),
    }
}
