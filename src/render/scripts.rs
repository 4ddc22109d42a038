//! Scripts without their comments: reasons and types are for whoever reads the source, and a third of what would travel.
//!
//! 1. The text is walked once; strings, templates, regular expressions and comments are told apart.
//! 2. Comments of documentation (`/**`) go, and lines that are nothing but a comment. Licences (`/*!`) and all other comments stay.
//! 3. A script that is not understood, because something is still open at its end, stays as it is.
//!
//! Code is never changed, and no line is joined with another.

use std::borrow::Cow;

/// The script without its comments.
#[must_use]
pub fn without_comments(script: &str) -> Cow<'_, str> {
    let walk = Walk { text: script, out: String::new(), kept: 0, at: 0, before: Before::Operator, braces: Vec::new() };
    walk.to_end().map_or(Cow::Borrowed(script), Cow::Owned)
}

/// What the last thing that is no comment was: a `/` after a value divides, elsewhere it begins a regular expression.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Value,
    Operator,
}

/// Words after which a value follows.
const OPENING: [&str; 14] = [
    "await",
    "case",
    "delete",
    "do",
    "else",
    "in",
    "instanceof",
    "new",
    "of",
    "return",
    "throw",
    "typeof",
    "void",
    "yield",
];

struct Walk<'a> {
    text: &'a str,
    out: String,
    /// Up to where the text has been taken over, or left out.
    kept: usize,
    at: usize,
    before: Before,
    /// For each template that is open, how many braces are open in its `${…}`.
    braces: Vec<usize>,
}

impl Walk<'_> {
    /// The result; `None` if the script is not understood.
    fn to_end(mut self) -> Option<String> {
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\'' | b'"' => self.quoted(byte)?,
                b'`' => self.template()?,
                b'/' if self.byte(1) == Some(b'/') => self.line_comment(),
                b'/' if self.byte(1) == Some(b'*') => self.block_comment()?,
                b'/' if self.before == Before::Operator => self.expression()?,
                b'}' if self.braces.last() == Some(&0) => {
                    self.braces.pop();
                    self.template()?;
                }
                _ if is_word(byte) => self.word(),
                _ => self.sign(byte),
            }
        }
        self.out.push_str(&self.text[self.kept..]);
        self.braces.is_empty().then_some(self.out)
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn sign(&mut self, byte: u8) {
        match (byte, self.braces.last_mut()) {
            (b'{', Some(open)) => *open += 1,
            (b'}', Some(open)) => *open -= 1,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            self.before = if matches!(byte, b')' | b']' | b'}') { Before::Value } else { Before::Operator };
        }
        self.at += 1;
    }

    fn word(&mut self) {
        let start = self.at;
        while self.byte(0).is_some_and(is_word) {
            self.at += 1;
        }
        let opening = OPENING.contains(&&self.text[start..self.at]);
        self.before = if opening { Before::Operator } else { Before::Value };
    }

    fn quoted(&mut self, quote: u8) -> Option<()> {
        self.at += 1;
        while self.byte(0)? != quote {
            match self.byte(0)? {
                b'\\' => self.at += 2,
                b'\n' => return None,
                _ => self.at += 1,
            }
        }
        self.value()
    }

    /// From a template's beginning, or from the end of a `${…}` in it, to the next of them or to its end.
    fn template(&mut self) -> Option<()> {
        self.at += 1;
        while self.byte(0)? != b'`' {
            if self.byte(0)? == b'$' && self.byte(1)? == b'{' {
                self.braces.push(0);
                self.before = Before::Operator;
                self.at += 2;
                return Some(());
            }
            self.at += if self.byte(0)? == b'\\' { 2 } else { 1 };
        }
        self.value()
    }

    fn expression(&mut self) -> Option<()> {
        self.at += 1;
        let mut in_class = false;
        while in_class || self.byte(0)? != b'/' {
            match self.byte(0)? {
                b'\\' => self.at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'\n' => return None,
                _ => {}
            }
            self.at += 1;
        }
        self.value()
    }

    /// Steps over the last character of a value.
    fn value(&mut self) -> Option<()> {
        self.at += 1;
        self.before = Before::Value;
        self.text.is_char_boundary(self.at.min(self.text.len())).then_some(())
    }

    fn line_comment(&mut self) {
        let end = self.text[self.at..].find('\n').map_or(self.text.len(), |found| self.at + found);
        if self.begins_line() && self.byte(2) != Some(b'#') {
            self.leave_out(self.line_start(), (end + 1).min(self.text.len()));
        }
        self.at = end;
    }

    fn block_comment(&mut self) -> Option<()> {
        let end = self.at + 2 + self.text[self.at + 2..].find("*/")? + 2;
        let is_documentation = self.text[self.at..end].starts_with("/**") && end > self.at + 4;
        if is_documentation {
            let rest = self.text[end..].split('\n').next().unwrap_or_default();
            if self.begins_line() && rest.trim().is_empty() {
                self.leave_out(self.line_start(), (end + rest.len() + 1).min(self.text.len()));
            } else {
                // What stood apart still does: the space before the comment is enough, or the one after it.
                let apart = self.text[..self.at].ends_with([' ', '\n', '(', ',']);
                let space = usize::from(apart && rest.starts_with(' '));
                let glued = !apart && !rest.starts_with(' ');
                self.leave_out(self.at, end + space);
                self.out.push_str(if glued { " " } else { "" });
            }
        }
        self.at = end;
        Some(())
    }

    fn line_start(&self) -> usize {
        self.text[..self.at].rfind('\n').map_or(0, |found| found + 1)
    }

    fn begins_line(&self) -> bool {
        self.line_start() >= self.kept && self.text[self.line_start()..self.at].trim().is_empty()
    }

    fn leave_out(&mut self, from: usize, to: usize) {
        self.out.push_str(&self.text[self.kept..from]);
        self.kept = to;
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_go_and_code_stays() {
        let script = "/** What it\n * does. */\nconst a = 1; // stays\n  // goes\n/*! licence */\nf((/** @type {any} */ x) => x, /** @type {T} */ (y));\nreturn/** why */a;\n/** @param {x} y */ let z;\n//# sourceMappingURL=a\n";
        let plain =
            "const a = 1; // stays\n/*! licence */\nf((x) => x, (y));\nreturn a;\nlet z;\n//# sourceMappingURL=a\n";
        assert_eq!(without_comments(script), plain);
    }

    #[test]
    fn what_only_looks_like_a_comment_stays() {
        for script in [
            "a = '/** x */'; b = \"// \\\" /** x */\";\n",
            "a = `\n// x\n/** y */ ${b({ c: `/** ${d} */` })} // z\n`;\n",
            "a = /[/`'\"]\\/\\*\\*/.test(b) && c / d / e;\n",
            "a = b / c; `\n// d\n`; return /`/;\n",
            "a = (1 + 2) / 3; x = '`';\n",
        ] {
            assert_eq!(without_comments(script), script);
        }
    }

    #[test]
    fn what_is_not_understood_stays_as_it_is() {
        for script in [
            "/** x */\na = `",
            "// x\na = '\n'",
            "/** x",
            "// x\n`${",
            "// x\na = /b\n",
            "/** é */ '\\",
            "/** x */ `\\",
        ] {
            assert_eq!(without_comments(script), script);
        }
    }
}
