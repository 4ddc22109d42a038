//! Escapes the bars of `[[id|words]]` in tables, where an unescaped bar ends the cell.
//!
//! 1. In a copy of the body, lines outside of code that look like rows of a table get the backslash that the parser
//!    needs.
//! 2. [`Escaped::origin`] maps bytes of the copy back to the body, in which problems are located.
//!
//! Adds backslashes inside double brackets and changes nothing else.

use std::ops::Range;

/// A copy of a body with added backslashes.
#[derive(Debug)]
pub(super) struct Escaped {
    /// The copy.
    pub(super) text: String,
    /// The bytes of the copy at which a backslash was added, in order.
    added: Vec<usize>,
}

impl Escaped {
    /// Escapes the bars of mentions in tables; `None` if the body has none. `code` are the bytes of its code blocks, in
    /// order.
    pub(super) fn new(body: &str, code: &[Range<usize>]) -> Option<Self> {
        if !(body.contains("[[") && body.contains("]]") && body.lines().any(is_rule)) {
            return None;
        }
        let mut escaped = Self { text: String::with_capacity(body.len() + 16), added: Vec::new() };
        let lines: Vec<&str> = body.split_inclusive('\n').collect();
        let (mut at, mut in_table) = (0, false);
        for (number, line) in lines.iter().enumerate() {
            let next = code.partition_point(|span| span.end <= at);
            let is_code = code.get(next).is_some_and(|span| span.start <= at);
            let is_head = lines.get(number + 1).is_some_and(|next| is_rule(next));
            in_table = !is_code && !line.trim().is_empty() && (in_table || is_head || is_rule(line));
            if in_table {
                escaped.row(line);
            } else {
                escaped.text.push_str(line);
            }
            at += line.len();
        }
        (!escaped.added.is_empty()).then_some(escaped)
    }

    /// Adds a backslash before each of these bytes, which are in order; `None` if there are none.
    pub(super) fn before(body: &str, bytes: &[usize]) -> Option<Self> {
        let mut escaped = Self { text: String::with_capacity(body.len() + bytes.len()), added: Vec::new() };
        let mut from = 0;
        for at in bytes {
            escaped.text.push_str(&body[from..*at]);
            escaped.added.push(escaped.text.len());
            escaped.text.push('\\');
            from = *at;
        }
        escaped.text.push_str(&body[from..]);
        (!bytes.is_empty()).then_some(escaped)
    }

    fn row(&mut self, line: &str) {
        let mut rest = line;
        while let Some((before, inside)) = rest.split_once("[[") {
            let Some((inside, after)) = inside.split_once("]]").filter(|(inside, _)| !inside.contains("[[")) else {
                break;
            };
            self.text.push_str(before);
            self.text.push_str("[[");
            match inside.split_once('|') {
                Some((target, words)) if !target.ends_with('\\') => {
                    self.text.push_str(target);
                    self.added.push(self.text.len());
                    self.text.push_str("\\|");
                    self.text.push_str(words);
                }
                _ => self.text.push_str(inside),
            }
            self.text.push_str("]]");
            rest = after;
        }
        self.text.push_str(rest);
    }

    /// The bytes of the body from which a range of the copy comes.
    pub(super) fn origin(&self, range: &Range<usize>) -> Range<usize> {
        let moved = |at: usize| at - self.added.partition_point(|added| *added < at);
        moved(range.start)..moved(range.end)
    }
}

/// True for the delimiter row below a table's head: `|---|:--:|`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains('-') && line.contains('|') && line.bytes().all(|byte| b"|-: \t>".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn bars_in_rows_and_nowhere_else() {
        let body = "[[a|b]]\n\n| [[a|b]] | c |\n|---|---|\n| x [[d|e]] | [[f\\|g]] [[h]] |\n\n[[a|b]]\n";
        let escaped = Escaped::new(body, &[]).expect("bars");
        assert_eq!(
            escaped.text,
            "[[a|b]]\n\n| [[a\\|b]] | c |\n|---|---|\n| x [[d\\|e]] | [[f\\|g]] [[h]] |\n\n[[a|b]]\n"
        );
        let at = escaped.text.find("x [[d").expect("there");
        assert_eq!(&body[escaped.origin(&(at..at + 10))], "x [[d|e]]");
        assert!(Escaped::new("[[a|b]]\n", &[]).is_none());
        let code = body.find("| x").expect("there");
        let escaped = Escaped::new(body, std::slice::from_ref(&(code..body.len()))).expect("bars");
        assert!(escaped.text.ends_with("| x [[d|e]] | [[f\\|g]] [[h]] |\n\n[[a|b]]\n"));
    }
}
