//! Commands that hold to the end of their cell: `\color{blue} a & b`.
//!
//! 1. math-core lets them go on over the next `&`, and the cell behind it is lost. So each gets braces around it and
//!    what it holds for.
//! 2. Only within an environment, where cells are. `\&`, `\{` and `\}` are signs.
//!
//! Adds braces and changes nothing else.

use std::borrow::Cow;

/// The commands.
const SWITCHES: [&str; 5] = ["color", "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle"];

/// The LaTeX with each of these commands in braces of its own.
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

/// How many bytes the command at the start of a text has.
fn command(text: &str) -> usize {
    let letters = text[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let sign = text[1..].chars().next().map_or(0, char::len_utf8);
    1 + if letters > 0 { letters } else { sign }
}

struct Scan {
    out: String,
    /// How many environments and braces are open.
    level: (usize, usize),
    /// The levels at which braces were added.
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

    /// Closes the added braces that are innermost, as long as their level ends here.
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
