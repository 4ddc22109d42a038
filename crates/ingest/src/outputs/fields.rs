//! Fields of a record, printed as a table, CSV, SQL or JSON, and parsers for their values.

use crate::decimal;
use alloc::string::String;
use alloc::vec::Vec;

/// Field names and values as printed.
pub(super) type Pairs = Vec<(String, String)>;

/// Returns the first value with one of these names that is neither blank nor `null`.
pub(super) fn value<'a>(pairs: &'a [(String, String)], names: &[&str]) -> Option<&'a str> {
    names.iter().find_map(|name| {
        let found = pairs.iter().find(|(key, _)| key == name)?;
        Some(found.1.trim()).filter(|value| !value.is_empty() && *value != "null")
    })
}

/// Pairs names with values; `None` if the lengths differ.
pub(super) fn paired(names: &[String], values: Vec<String>) -> Option<Pairs> {
    (names.len() == values.len()).then(|| names.iter().cloned().zip(values).collect())
}

/// Parses the number at the start of a text, with or without commas; `None` if there is no finite one.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || "+-.,eE".contains(c))).unwrap_or(text.len());
    let digits: String = text[..end].chars().filter(|c| *c != ',').collect();
    decimal::parse(&digits)
}

/// Parses the count at the start of a text; `None` below zero, above ten million, or with a fraction.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the range that is checked")]
pub(super) fn count(text: &str) -> Option<u32> {
    let value = number(text)?;
    let whole = (0.0..=1e7).contains(&value).then_some(value as u32)?;
    (f64::from(whole).to_bits() == value.to_bits()).then_some(whole)
}

/// Parses a number of tokens as people write it: `8192`, `8,192`, `32k` (× 1024), `1M` (× 2²⁰). `None` above 2²⁴.
#[must_use]
pub fn tokens(text: &str) -> Option<u32> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 1024),
        b'm' | b'M' => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    count(digits).filter(|_| is_whole)?.checked_mul(unit).filter(|tokens| *tokens <= 1 << 24)
}

/// Parses a size with its unit into bytes: `5.28 GiB`. Without a unit it is in bytes.
pub(super) fn bytes(text: &str) -> Option<f64> {
    let units = [("KiB", 1024.0), ("MiB", 1_048_576.0), ("GiB", 1_073_741_824.0), ("TiB", 1_099_511_627_776.0)];
    let unit = units.iter().find(|(name, _)| text.ends_with(name)).map_or(1.0, |(_, unit)| *unit);
    number(text).map(|value| value * unit).filter(|value| *value > 0.0)
}

/// Parses a number of parameters: `8.03 B`.
pub(super) fn parameters(text: &str) -> Option<f64> {
    let units = [("K", 1e3), ("M", 1e6), ("B", 1e9), ("T", 1e12)];
    let unit = units.iter().find(|(name, _)| text.ends_with(name)).map_or(1.0, |(_, unit)| *unit);
    number(text).map(|value| value * unit).filter(|value| *value > 0.0)
}

/// Splits a line of comma-separated values. Commas inside `quote` belong to the value; a doubled `quote` is a literal.
pub(super) fn separated(line: &str, quote: char) -> Vec<String> {
    let mut cells = Vec::from([String::new()]);
    let (mut inside, mut characters) = (false, line.chars().peekable());
    while let Some(character) = characters.next() {
        let Some(cell) = cells.last_mut() else { break };
        if character == quote && inside && characters.peek() == Some(&quote) {
            characters.next();
            cell.push(quote);
        } else if character == quote {
            inside = !inside;
        } else if character == ',' && !inside {
            cells.push(String::new());
        } else {
            cell.push(character);
        }
    }
    for cell in &mut cells {
        *cell = String::from(cell.trim());
    }
    cells
}

/// Returns the value of an argument on a command line, given its spellings: `--name value`, `--name=value`, `-n value`.
pub(super) fn argument<'a>(line: &'a str, names: &[&str]) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        for name in names {
            match word.strip_prefix(name) {
                Some("") => return words.next().map(unquoted),
                Some(rest) if rest.starts_with('=') => return Some(unquoted(&rest[1..])),
                _ => {}
            }
        }
    }
    None
}

/// Strips quotation marks and commas around a word.
pub(super) fn unquoted(word: &str) -> &str {
    word.trim_matches(['\'', '"', '`', ','])
}
