//! Strips comments and indentation from built-in scripts and style sheets before they are published.
//!
//! 1. Scans the text once, and keeps strings, template literals and regular expressions.
//! 2. Removes comments, indentation, empty lines and white space at line ends; in a style sheet also the white space
//!    around braces and after `;`, `:` and `,`, and a block's last `;`. `/*!` comments, which state a licence, stay.
//! 3. Publishes a file with an unterminated string, comment or expression unchanged.
//!
//! No names are shortened and nothing is reordered, so that the source stays readable in a browser's tools. A site's
//! own files are never changed, because only a full parser can tell division from regular expressions in every script.
//! The browser tests run on the output.

/// Strips a script or a style sheet; any other file is returned unchanged.
#[must_use]
pub(super) fn published(name: &str, bytes: &[u8]) -> Vec<u8> {
    let text = match (name.rsplit_once('.').map(|(_, kind)| kind), std::str::from_utf8(bytes)) {
        (Some("js"), Ok(text)) => CommentStripper::new(text, true).read(),
        (Some("css"), Ok(text)) => CommentStripper::new(text, false).read(),
        _ => None,
    };
    text.map_or_else(|| bytes.to_vec(), String::into_bytes)
}

struct CommentStripper<'a> {
    rest: &'a str,
    out: String,
    /// True for a script, which may have line comments, template literals and regular expressions.
    script: bool,
    /// For each open `${` expression of a template literal, the number of open braces in it.
    templates: Vec<usize>,
}

impl<'a> CommentStripper<'a> {
    const fn new(text: &'a str, script: bool) -> Self {
        Self { rest: text, out: String::new(), script, templates: Vec::new() }
    }

    fn read(mut self) -> Option<String> {
        while let Some(next) = self.rest.chars().next() {
            match next {
                '"' | '\'' => self.quoted(next)?,
                '`' if self.script => self.template()?,
                '/' if self.rest.starts_with("/*") => self.comment()?,
                '/' if self.script && self.rest.starts_with("//") => self.skip(self.rest.find('\n')?),
                '/' if self.script && self.before_value() => self.expression()?,
                '{' | '}' => self.brace(next)?,
                '\n' => self.line(),
                ' ' | '\t' if self.out.is_empty() || self.out.ends_with('\n') => self.skip(1),
                ' ' | '\t' if !self.script && self.out.ends_with(['{', '}', ';', ':', ',']) => self.skip(1),
                _ => self.keep(next.len_utf8()),
            }
        }
        self.templates.is_empty().then_some(self.out)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    fn keep(&mut self, bytes: usize) {
        let (kept, rest) = self.rest.split_at(bytes);
        self.out.push_str(kept);
        self.rest = rest;
    }

    /// Writes a line feed, unless the line is empty or a style sheet needs none, without white space before it.
    fn line(&mut self) {
        self.skip(1);
        let length = self.out.trim_end_matches([' ', '\t', '\r']).len();
        self.out.truncate(length);
        let ended = !self.script && self.out.ends_with(['{', '}', ';', ',']);
        if !self.out.is_empty() && !self.out.ends_with('\n') && !ended {
            self.out.push('\n');
        }
    }

    /// Removes a block comment; leaves a line feed or a space if the text around it would merge.
    fn comment(&mut self) -> Option<()> {
        let length = self.rest.find("*/")? + 2;
        let comment = &self.rest[..length];
        if comment.starts_with("/*!") {
            self.keep(length);
            return Some(());
        }
        let broken = comment.contains('\n');
        self.skip(length);
        let word = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | '-');
        if broken && !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        } else if self.out.ends_with(word) && self.rest.starts_with(word) {
            self.out.push(' ');
        } else if self.out.is_empty() || self.out.ends_with([' ', '\n', '(']) {
            // The space after the comment separates nothing now.
            self.skip(self.rest.len() - self.rest.trim_start_matches(' ').len());
        }
        Some(())
    }

    /// Keeps a string.
    fn quoted(&mut self, quote: char) -> Option<()> {
        let mut escaped = false;
        let end = self.rest[1..].find(|character| {
            let found = character == quote && !escaped;
            escaped = character == '\\' && !escaped;
            found
        })?;
        self.keep(end + 2);
        Some(())
    }

    /// Keeps a template literal up to its end or to an expression in it.
    fn template(&mut self) -> Option<()> {
        self.keep(1);
        let mut escaped = false;
        for (at, character) in self.rest.char_indices() {
            if !escaped && character == '`' {
                self.keep(at + 1);
                return Some(());
            }
            if !escaped && self.rest[at..].starts_with("${") {
                self.keep(at + 2);
                self.templates.push(0);
                return Some(());
            }
            escaped = character == '\\' && !escaped;
        }
        None
    }

    fn brace(&mut self, brace: char) -> Option<()> {
        if !self.script {
            let kept = self.out.trim_end_matches(' ');
            let length = if brace == '}' { kept.trim_end_matches(';').len() } else { kept.len() };
            self.out.truncate(length);
        }
        match (brace, self.templates.last_mut()) {
            ('{', Some(open)) => *open += 1,
            ('}', Some(0)) => {
                self.templates.pop();
                return self.template();
            }
            ('}', Some(open)) => *open -= 1,
            _ => {}
        }
        self.keep(1);
        Some(())
    }

    /// True if a slash here begins a regular expression: where a value is expected rather than an operator.
    fn before_value(&self) -> bool {
        let before = self.out.trim_end();
        let word = before.rsplit(|character: char| !character.is_alphanumeric()).next().unwrap_or_default();
        before.is_empty()
            || before.ends_with(|character| "(,=:[!&|?{};+-*%~^<>".contains(character))
            || matches!(word, "return" | "typeof" | "case" | "of" | "in" | "await" | "yield")
    }

    /// Keeps a regular expression.
    fn expression(&mut self) -> Option<()> {
        let (mut escaped, mut class) = (false, false);
        for (at, character) in self.rest.char_indices().skip(1) {
            match character {
                '\n' => return None,
                '/' if !escaped && !class => {
                    self.keep(at + 1);
                    return Some(());
                }
                '[' if !escaped => class = true,
                ']' if !escaped => class = false,
                _ => {}
            }
            escaped = character == '\\' && !escaped;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn script(text: &str) -> String {
        String::from_utf8(published("a.js", text.as_bytes())).unwrap()
    }

    #[test]
    fn comments_go_and_all_else_stays() {
        let cases = [
            ("/** What it does. */\n\nconst a = 1; // one\n", "const a = 1;\n"),
            ("  let b = /** @type {X} */ (c);\n", "let b = (c);\n"),
            (
                "f(\"// no\", '/* no */', `// ${ /* yes */ g(`}`) } no`);\n",
                "f(\"// no\", '/* no */', `// ${ g(`}`) } no`);\n",
            ),
            ("x = y.replace(/[/*]\\/\\//g, \"'\"); // z\n", "x = y.replace(/[/*]\\/\\//g, \"'\");\n"),
            ("a = b / c; // d / e\n", "a = b / c;\n"),
            ("return/**/value\n", "return value\n"),
            ("a = 1 /*\n*/ b = 2\n", "a = 1 \nb = 2\n"),
            ("/*! licence */ a\n", "/*! licence */ a\n"),
            ("`a\n   // b\n`\n", "`a\n   // b\n`\n"),
            ("'open // no remark\n", "'open // no remark\n"),
            ("/* open\n", "/* open\n"),
        ];
        for (text, expected) in cases {
            assert_eq!(script(text), expected);
        }
    }

    #[test]
    fn styles_have_no_line_comments() {
        let text = "/* one */\n@layer a {\n  b::after { content: \"/* no: */\"; } /* two */\n}\n";
        let expected = "@layer a{b::after{content:\"/* no: */\"}}";
        assert_eq!(published("a.css", text.as_bytes()), expected.as_bytes());
        let address = "a { background: url(https://example.org/a.svg) }\n";
        let expected = "a{background:url(https://example.org/a.svg)}";
        assert_eq!(published("a.css", address.as_bytes()), expected.as_bytes());
        let spaces = "a :is(b, c) { margin: calc(1px + 2px) 0; } @media (width < 9rem) { a b { top: 0; } }\n";
        let expected = "a :is(b,c){margin:calc(1px + 2px) 0}@media (width < 9rem){a b{top:0}}";
        assert_eq!(published("a.css", spaces.as_bytes()), expected.as_bytes());
        assert_eq!(published("a.svg", text.as_bytes()), text.as_bytes());
    }

    /// The text without white space.
    fn visible(text: &str) -> String {
        text.split_whitespace().collect()
    }

    /// A line of a script, with and without its comment.
    fn piece() -> impl Strategy<Value = (String, String)> {
        let code = prop_oneof![
            "[a-z]{1,6} = [a-z]{1,6};",
            "f\\(\"[a-z/* ']{0,8}\"\\);",
            "f\\('[a-z/* \"]{0,8}'\\);",
            "f\\(`[a-z/* '\"]{0,8}`\\);",
        ];
        let comment = prop_oneof!["// [a-z'\"`*/]{0,8}", "/\\* [a-z'\"`/ ]{0,8} \\*/", ""];
        (code, comment).prop_map(|(code, comment)| (format!("{code} {comment}\n"), format!("{code}\n")))
    }

    proptest! {
        #[test]
        fn comments_go_and_their_neighbours_stay(pieces in prop::collection::vec(piece(), 0..12)) {
            let text: String = pieces.iter().map(|(source, _)| source.as_str()).collect();
            let kept: String = pieces.iter().map(|(_, kept)| kept.as_str()).collect();
            prop_assert_eq!(visible(&script(&text)), visible(&kept));
        }

        #[test]
        fn any_text_can_be_published(text in "[a-z/*`'\"${}\\\\ \n]{0,40}") {
            let (before, after) = (visible(&text), visible(&script(&text)));
            let mut rest = before.chars();
            prop_assert!(after.chars().all(|char| rest.any(|next| next == char)), "{:?} is no part of {:?}", after, before);
            prop_assert!(text.contains("//") || text.contains("/*") || after == before, "{:?} lost code", text);
        }
    }
}
