//! Reads a single JSON object: its fields that are strings, numbers or literals. Nested values are skipped.
//!
//! Works without recursion and in one pass, so that hostile nesting costs neither stack nor time. Does not validate
//! what it skips.

use alloc::string::String;
use alloc::vec::Vec;

/// How reading an object ended.
pub(super) enum Object {
    /// The object's fields, and its length in bytes.
    Whole(Vec<(String, String)>, usize),
    /// The text ends before the object does.
    Cut,
    /// The text is not an object.
    No,
}

/// Reads the object at the start of a text.
pub(super) fn object(text: &str) -> Object {
    let mut cursor = Cursor { text, at: 0 };
    if !cursor.skip('{') {
        return Object::No;
    }
    let mut fields = Vec::new();
    loop {
        cursor.space();
        if cursor.skip('}') {
            return Object::Whole(fields, cursor.at);
        }
        let Some(key) = cursor.quoted() else { return cursor.failed() };
        cursor.space();
        if !cursor.skip(':') {
            return cursor.failed();
        }
        cursor.space();
        match cursor.peek() {
            Some('"') => match cursor.quoted() {
                Some(value) => fields.push((key, value)),
                None => return cursor.failed(),
            },
            Some('{' | '[') => {
                if !cursor.nested() {
                    return Object::Cut;
                }
            }
            _ => {
                let rest = cursor.rest();
                let end = rest.find([',', '}', ']', '\n']).unwrap_or(rest.len());
                fields.push((key, String::from(rest[..end].trim())));
                cursor.at += end;
            }
        }
        cursor.space();
        if !cursor.skip(',') && cursor.peek() != Some('}') {
            return cursor.failed();
        }
    }
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn failed(&self) -> Object {
        if self.rest().is_empty() { Object::Cut } else { Object::No }
    }

    /// Reads a string. A backslash is dropped and the character after it kept, which is right for quotes and slashes;
    /// the fields read here contain no other escapes.
    fn quoted(&mut self) -> Option<String> {
        if !self.skip('"') {
            return None;
        }
        let mut value = String::new();
        let mut characters = self.rest().char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.at += at + 1;
                    return Some(value);
                }
                '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
                other => value.push(other),
            }
        }
        self.at = self.text.len();
        None
    }

    /// Skips an object or array and its contents; returns false if the text ends inside.
    fn nested(&mut self) -> bool {
        let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
        for (at, byte) in self.rest().bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_text => escaped = true,
                b'"' => in_text = !in_text,
                b'{' | b'[' if !in_text => depth += 1,
                b'}' | b']' if !in_text => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += at + 1;
                        return true;
                    }
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        false
    }
}
