//! A streaming JSON reader with bounded time and memory.
//!
//! 1. The caller walks objects and lists, and skips what it does not need without keeping it.
//! 2. Small documents, such as a `config.json`, can be read as a tree of [`Value`]s, and an object's fields as text.
//! 3. Nesting is limited, so that no input exhausts the stack. Only whole numbers are kept: no size of a model is a
//!    fraction.
//!
//! Accepts RFC 8259 and is lenient where nothing depends on it; never panics.

use alloc::string::String;
use alloc::vec::Vec;

/// Maximum nesting. Headers of models nest three deep, configurations five.
const MAX_DEPTH: usize = 64;

/// Why a text could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonError {
    /// The text ends early.
    Cut,
    /// The byte at this offset is not allowed there.
    Bad(usize),
    /// The text nests deeper than [`MAX_DEPTH`].
    Deep,
}

/// A value of a small document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Null, or a number that is negative, not whole, or larger than a `u64`.
    Other,
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Whole(u64),
    /// A string, unescaped.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object, its members in the text's order.
    Map(Vec<(String, Value)>),
}

/// A reader and its position in the text.
#[derive(Debug)]
pub(crate) struct Json<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
}

type JsonResult<T> = Result<T, JsonError>;

impl<'a> Json<'a> {
    /// Creates a reader at the start of a text.
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, depth: 0 }
    }

    /// Skips white space and returns the next byte, without consuming it.
    pub(crate) fn peek(&mut self) -> JsonResult<u8> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Ok(*byte);
            }
            self.at += 1;
        }
        Err(JsonError::Cut)
    }

    fn expect(&mut self, wanted: u8) -> JsonResult<()> {
        if self.peek()? == wanted {
            self.at += 1;
            return Ok(());
        }
        Err(JsonError::Bad(self.at))
    }

    /// Walks the items between two brackets; `item` consumes each.
    fn items(&mut self, [open, close]: [u8; 2], mut item: impl FnMut(&mut Self) -> JsonResult<()>) -> JsonResult<()> {
        self.expect(open)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(JsonError::Deep);
        }
        if self.peek()? == close {
            self.at += 1;
        } else {
            loop {
                item(self)?;
                if self.peek()? == b',' {
                    self.at += 1;
                } else {
                    self.expect(close)?;
                    break;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Walks an object; `member` consumes each value.
    pub(crate) fn object(&mut self, mut member: impl FnMut(&mut Self, &str) -> JsonResult<()>) -> JsonResult<()> {
        self.items(*b"{}", |json| {
            let key = json.text()?;
            json.expect(b':')?;
            member(json, &key)
        })
    }

    /// Walks a list; `item` consumes each item.
    pub(crate) fn list(&mut self, item: impl FnMut(&mut Self) -> JsonResult<()>) -> JsonResult<()> {
        self.items(*b"[]", item)
    }

    /// Reads a string. Each half of a surrogate pair becomes the replacement character.
    pub(crate) fn text(&mut self) -> JsonResult<String> {
        self.expect(b'"')?;
        let mut text = Vec::new();
        loop {
            let byte = *self.bytes.get(self.at).ok_or(JsonError::Cut)?;
            self.at += 1;
            match byte {
                b'"' => return Ok(String::from_utf8_lossy(&text).into_owned()),
                b'\\' => self.escape(&mut text)?,
                _ => text.push(byte),
            }
        }
    }

    fn escape(&mut self, text: &mut Vec<u8>) -> JsonResult<()> {
        let byte = *self.bytes.get(self.at).ok_or(JsonError::Cut)?;
        self.at += 1;
        text.push(match byte {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'b' => 8,
            b'f' => 12,
            b'"' | b'\\' | b'/' => byte,
            b'u' => {
                let digits = self.bytes.get(self.at..self.at + 4).ok_or(JsonError::Cut)?;
                let digits = core::str::from_utf8(digits).map_err(|_| JsonError::Bad(self.at))?;
                let code = u32::from_str_radix(digits, 16).map_err(|_| JsonError::Bad(self.at))?;
                self.at += 4;
                let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return Err(JsonError::Bad(self.at - 1)),
        });
        Ok(())
    }

    /// Reads a number; `None` unless it is whole, not negative and fits. `2.0` is whole; `1e9` is not accepted.
    pub(crate) fn number(&mut self) -> JsonResult<Option<u64>> {
        self.peek()?;
        let start = self.at;
        let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E');
        while self.bytes.get(self.at).is_some_and(is_part) {
            self.at += 1;
        }
        let digits = core::str::from_utf8(self.bytes.get(start..self.at).unwrap_or_default()).unwrap_or_default();
        if digits.is_empty() {
            return Err(JsonError::Bad(start));
        }
        // Python writes `-Infinity`, which JSON lacks.
        if digits == "-" {
            return self.word(b"Infinity").map(|()| None);
        }
        let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
        Ok(if rest.bytes().all(|byte| byte == b'0') { whole.parse().ok() } else { None })
    }

    fn word(&mut self, word: &[u8]) -> JsonResult<()> {
        let end = self.bytes.len().min(self.at + word.len());
        let found = self.bytes.get(self.at..end).unwrap_or_default();
        if found == word {
            self.at = end;
            return Ok(());
        }
        Err(if word.starts_with(found) { JsonError::Cut } else { JsonError::Bad(self.at) })
    }

    /// Skips a value.
    pub(crate) fn skip(&mut self) -> JsonResult<()> {
        match self.peek()? {
            b'{' => self.object(|json, _| json.skip()),
            b'[' => self.list(Self::skip),
            b'"' => self.text().map(drop),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            // Python writes `NaN` and `Infinity`, which JSON lacks.
            b'N' => self.word(b"NaN"),
            b'I' => self.word(b"Infinity"),
            _ => self.number().map(drop),
        }
    }

    /// Reads the fields of an object that are strings, numbers or literals; nested values are skipped.
    pub(crate) fn fields(&mut self) -> JsonResult<Vec<(String, String)>> {
        let mut fields = Vec::new();
        self.object(|json, key| {
            let first = json.peek()?;
            let start = json.at;
            let value = if first == b'"' {
                json.text()?
            } else {
                json.skip()?;
                String::from_utf8_lossy(json.bytes.get(start..json.at).unwrap_or_default()).into_owned()
            };
            if !matches!(first, b'{' | b'[') {
                fields.push((String::from(key), value));
            }
            Ok(())
        })?;
        Ok(fields)
    }

    /// The number of bytes that were read.
    pub(crate) const fn taken(&self) -> usize {
        self.at
    }

    /// Reads a value as a tree.
    pub(crate) fn value(&mut self) -> JsonResult<Value> {
        Ok(match self.peek()? {
            b'{' => {
                let mut map = Vec::new();
                self.object(|json, key| {
                    let value = json.value()?;
                    map.push((String::from(key), value));
                    Ok(())
                })?;
                Value::Map(map)
            }
            b'[' => {
                let mut list = Vec::new();
                self.list(|json| {
                    let value = json.value()?;
                    list.push(value);
                    Ok(())
                })?;
                Value::List(list)
            }
            b'"' => Value::Text(self.text()?),
            b't' => self.word(b"true").map(|()| Value::Flag(true))?,
            b'f' => self.word(b"false").map(|()| Value::Flag(false))?,
            b'n' | b'N' | b'I' => self.skip().map(|()| Value::Other)?,
            _ => self.number()?.map_or(Value::Other, Value::Whole),
        })
    }
}

impl Value {
    /// Returns the member of an object; `None` if there is none, or the value is no object.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Map(map) = self else { return None };
        map.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Returns a whole number, zero included; of a list, its first item's.
    pub(crate) fn whole(&self) -> Option<u64> {
        match self {
            Self::Whole(value) => Some(*value),
            Self::List(list) => list.first()?.whole(),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(crate) fn list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn values_are_read_and_mistakes_located() {
        let text = br#" {"a": [1, 2.0, -3, 1e9, null], "b": "x\n\u00e9\"", "c": {"d": true}} "#;
        let value = Json::new(text).value().unwrap_or(Value::Other);
        let list = vec![Value::Whole(1), Value::Whole(2), Value::Other, Value::Other, Value::Other];
        assert_eq!(value.get("a"), Some(&Value::List(list)));
        assert_eq!(value.get("b").and_then(Value::text), Some("x\né\""));
        assert_eq!(value.get("c").and_then(|inner| inner.get("d")), Some(&Value::Flag(true)));
        for cut in 0..text.len() - 2 {
            assert_eq!(Json::new(&text[..cut]).value(), Err(JsonError::Cut), "{cut}");
        }
        assert_eq!(Json::new(b"{1: 2}").value(), Err(JsonError::Bad(1)));
        assert_eq!(Json::new(&[b'['; 10_000]).value(), Err(JsonError::Deep));
    }
}
