//! Adds braces around commands that apply to the end of their cell: `\color{blue} a & b`.
//!
//! 1. math-core applies them beyond the next `&`, and loses the cell after it. So each command and everything to which
//!    it applies gets braces.
//! 2. Only environments have cells. `\&`, `\{` and `\}` are ordinary characters.
//!
//! Changes nothing else.

use std::borrow::Cow;

/// Commands that apply to the rest of their cell.
const SWITCHES: [&str; 5] = ["color", "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle"];

/// The LaTeX with braces around each of these commands and the rest of its cell.
pub(super) fn braced(latex: &str) -> Cow<'_, str> {
    if !latex.contains("\\begin") || !SWITCHES.iter().any(|name| latex.contains(name)) {
        return Cow::Borrowed(latex);
    }
    let mut scan = Scan { out: String::with_capacity(latex.len() + 16), level: (0, 0), open: Vec::new() };
    let mut rest = latex;
    while let Some(c) = rest.chars().next() {
        let length = if c == '\\' { command(rest) } else { c.len_utf8() };
        let (token, after) = rest.split_at(length);
        scan.token(token);
        rest = after;
    }
    scan.close(|_| true);
    Cow::Owned(scan.out)
}

/// The length in bytes of the command at the start of a text.
fn command(text: &str) -> usize {
    let letters = text[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let sign = text[1..].chars().next().map_or(0, char::len_utf8);
    1 + if letters > 0 { letters } else { sign }
}

struct Scan {
    out: String,
    /// The numbers of open environments and of open braces.
    level: (usize, usize),
    /// The levels at which the open added braces were opened.
    open: Vec<(usize, usize)>,
}

impl Scan {
    fn token(&mut self, token: &str) {
        let level = self.level;
        match token {
            "&" | "\\\\" => self.close(|open| open == level),
            "}" => {
                self.close(|open| open.1 >= level.1);
                self.level.1 = level.1.saturating_sub(1);
            }
            "{" => self.level.1 += 1,
            "\\begin" => self.level.0 += 1,
            "\\end" => {
                self.close(|open| open.0 >= level.0);
                self.level.0 = level.0.saturating_sub(1);
            }
            _ if level.0 > 0 && token.strip_prefix('\\').is_some_and(|name| SWITCHES.contains(&name)) => {
                self.out.push('{');
                self.open.push(level);
            }
            _ => {}
        }
        self.out.push_str(token);
    }

    /// Closes added braces, innermost first, as long as their level ends here.
    fn close(&mut self, ends: impl Fn((usize, usize)) -> bool) {
        while self.open.pop_if(|open| ends(*open)).is_some() {
            self.out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::braced;

    #[test]
    fn switches_end_with_their_cell() {
        let cases = [
            (
                r"\begin{cases} \color{blue} 0 & a \\ \displaystyle b \& c \end{cases}",
                r"\begin{cases} {\color{blue} 0 }& a \\ {\displaystyle b \& c }\end{cases}",
            ),
            (r"\begin{matrix}{\color{red} x} & y\end{matrix}", r"\begin{matrix}{{\color{red} x}} & y\end{matrix}"),
            (r"\color{red} x & y", r"\color{red} x & y"),
        ];
        for (latex, expected) in cases {
            assert_eq!(braced(latex), expected);
        }
    }
}
