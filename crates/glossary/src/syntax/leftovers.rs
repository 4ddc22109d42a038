//! Reports markup of other programs that has no plain form: shortcodes, macros, abbreviations, formulas, attributes,
//! inclusions, names of emoji, tags, an unclosed `[[`.
//!
//! 1. The body is searched outside of code, which may show such markup.
//! 2. A Mermaid diagram, which is code, is found too.
//! 3. Each match is a warning; the body is not changed, and the markup is rendered as text.
//!
//! Recognises markup by its delimiters, and never interprets it.

use crate::syntax::dialect::Dialect;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::slug::is_slug;
use std::ops::Range;

/// Reports the leftovers in a file's body, which begins at byte `start`; `code` are the bytes of its code, in order.
pub(super) fn check(
    path: &str,
    text: &str,
    start: usize,
    code: &[Range<usize>],
    dialect: &Dialect,
    problems: &mut Vec<Diagnostic>,
) {
    let mut at = start;
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let is_code = |byte: usize| {
            let next = code.partition_point(|span| span.end <= byte);
            code.get(next).is_some_and(|span| span.start <= byte)
        };
        let begins = at + line.len() - line.trim_start().len();
        let next = code.partition_point(|span| span.start < at);
        if line.trim_start().starts_with("```mermaid") && code.get(next).is_some_and(|span| span.start <= begins) {
            let help = "draw it in a block of the language `drawing`, or as a picture";
            let place = Location::new(path, begins..begins + "```mermaid".len());
            problems.push(messages::leftover(place, "a diagram of Mermaid", help));
        }
        for (range, what, help) in leftovers(line, dialect.emoji) {
            let place = at + range.start..at + range.end;
            let is_formula = dialect.math && what == FORMULA;
            if !is_code(place.start) && !is_formula {
                problems.push(messages::leftover(Location::new(path, place), what, help));
            }
        }
        at += line.len();
    }
}

/// A leftover: its bytes in the line, its name, and how to replace it.
type Leftover = (Range<usize>, &'static str, &'static str);

/// The name of a leftover that is none where formulas are switched on.
const FORMULA: &str = "a formula";

const PLAIN: &str = "write it in Markdown, or put it in backticks to show it";

/// The leftovers of a line. Names of emoji do not count if `emoji` is set.
fn leftovers(line: &str, emoji: bool) -> Vec<Leftover> {
    let mut found: Vec<Leftover> = beginning(line).into_iter().collect();
    let (mut from, mut ends) = (0, Ends { line, next: Vec::new() });
    for (sign, what) in [('~', "a subscript inside a word"), ('^', "a superscript inside a word")] {
        let help = "set it apart with spaces, or write the character itself: `H₂O`, `10⁹`";
        found.extend(inside_a_word(line, sign).map(|range| (range, what, help)));
    }
    for (sign, what, help) in [
        (
            ':',
            "the name of an emoji or a role",
            "write the character itself, put it in backticks, or set `emoji: true` in `content/site.yaml`",
        ),
        ('#', "a tag", "name it under `layer` or `also_in`, or put it in backticks"),
    ] {
        found.extend(named(line, sign, emoji).map(|range| (range, what, help)));
    }
    let help = "write it between dollar signs: `$x^2$`";
    found.extend(latex(line).map(|range| (range, "a formula between `\\(` and `\\)`", help)));
    while let Some(at) = line[from..].find(['{', '[']).map(|at| from + at) {
        let rest = &line[at..];
        let escaped = line[..at].ends_with('\\');
        let leftover = if escaped { None } else { inside(rest, &mut ends) };
        let length = leftover.as_ref().map_or(1, |(length, ..)| *length);
        found.extend(leftover.map(|(length, what, help)| (at..at + length, what, help)));
        // The second bracket of `[[` begins no other markup.
        from = at + if rest.starts_with("[[") { length.max(2) } else { length };
    }
    found
}

/// The first `\(…\)` or `\[…\]` in a line, if it contains LaTeX; brackets around words are escaped for other reasons.
fn latex(line: &str) -> Option<Range<usize>> {
    [("\\(", "\\)"), ("\\[", "\\]")].into_iter().find_map(|(open, close)| {
        let at = line.find(open)?;
        let inside = &line[at + 2..];
        let inside = &inside[..inside.find(close)?];
        let has_command = inside.split('\\').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
        (has_command || inside.contains(['^', '='])).then(|| at..at + inside.len() + 4)
    })
}

/// The first `~2~` or `^2^` inside a word, where the parser reads the signs as text.
fn inside_a_word(line: &str, sign: char) -> Option<Range<usize>> {
    line.match_indices(sign).filter(|(at, _)| line[..*at].ends_with(char::is_alphanumeric)).find_map(|(at, _)| {
        let inside = &line[at + 1..];
        let words = &inside[..inside.find(sign)?];
        let is_short =
            !words.is_empty() && words.len() <= 8 && words.chars().all(|c| c.is_alphanumeric() || "+-".contains(c));
        is_short.then(|| at..at + words.len() + 2)
    })
}

/// The first `:smile:` or `#tag` in a line, depending on `sign`, at the line's beginning, after white space or, for an
/// emoji, after a parenthesis.
fn named(line: &str, sign: char, emoji: bool) -> Option<Range<usize>> {
    let is_target = line.trim_start().starts_with('[') && line.contains("]: ");
    line.match_indices(sign).find_map(|(at, _)| {
        let rest = &line[at + 1..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '/')))?;
        let name = &rest[..length];
        let before = line[..at].chars().next_back();
        let is_separate = before.is_none_or(|c| c.is_whitespace() || sign == ':' && c == '(') && !is_target;
        let is_colour = matches!(length, 3 | 4 | 6 | 8) && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_name = name.starts_with(|c: char| c.is_alphabetic()) && (sign == ':' || !is_colour);
        let end = usize::from(sign == ':');
        let is_shown = emoji && sign == ':' && emojis::get_by_shortcode(name).is_some();
        let is_closed = end == 0 || rest[length..].starts_with(sign) && !rest[length + 1..].starts_with(sign);
        (is_separate && is_name && is_closed && !is_shown).then(|| at..at + 1 + length + end)
    })
}

/// Markup at the beginning of a line.
fn beginning(line: &str) -> Option<Leftover> {
    let text = line.trim_start();
    let at = line.len() - text.len();
    let abbreviation = text.strip_prefix("*[").and_then(|rest| rest.split_once("]:"));
    if let Some((name, _)) = abbreviation {
        let help = "write an entry with this `term`, or add it to the `aliases` of one: it is linked by itself";
        return Some((at..at + 4 + name.len(), "a definition of an abbreviation", help));
    }
    let is_import = text.starts_with("import ") && [" from '", " from \""].iter().any(|from| text.contains(from));
    if is_import {
        return Some((at..line.trim_end().len(), "an import of MDX", "leave it out"));
    }
    for (sign, what) in
        [("--8<--", "an inclusion of another file"), (".. ", "a directive of reStructuredText"), ("$$", FORMULA)]
    {
        let is_directive = sign != ".. " || text.contains("::");
        if text.starts_with(sign) && is_directive {
            return Some((at..at + sign.trim_end().len(), what, PLAIN));
        }
    }
    None
}

/// Where the next closing sign of each kind stands in a line that is read from left to right: each kind is sought once.
struct Ends<'a> {
    line: &'a str,
    /// The place of each sign that was sought; `None` if no further one follows.
    next: Vec<(&'static str, Option<usize>)>,
}

impl Ends<'_> {
    /// The length of a rest of the line up to the next such sign, which is included.
    fn until(&mut self, rest: &str, end: &'static str) -> Option<usize> {
        let begin = self.line.len() - rest.len();
        let find = || rest.find(end).map(|at| begin + at);
        let known = self.next.iter().position(|(sign, _)| *sign == end).unwrap_or_else(|| {
            self.next.push((end, find()));
            self.next.len() - 1
        });
        let place = &mut self.next[known].1;
        if place.is_some_and(|at| at < begin) {
            *place = find();
        }
        place.map(|at| at + end.len() - begin)
    }
}

/// Markup that begins with a brace or a bracket: its length, its name, and how to replace it.
fn inside(rest: &str, ends: &mut Ends<'_>) -> Option<(usize, &'static str, &'static str)> {
    let mut until = |end: &'static str| ends.until(rest, end);
    let head = |length: Option<usize>| length.unwrap_or(rest.trim_end().len());
    if rest.starts_with("{{<") || rest.starts_with("{{%") {
        return Some((head(until("}}")), "a shortcode", PLAIN));
    }
    if rest.starts_with("{%") {
        return until("%}").map(|length| (length, "a template's tag", PLAIN));
    }
    if let Some(inner) = rest.strip_prefix("{{") {
        let inner = &inner[..until("}}")?.checked_sub(4)?];
        let is_macro = !is_slug(inner) && inner.trim_start().starts_with(|c: char| c.is_alphabetic());
        return is_macro.then_some((inner.len() + 4, "a macro", PLAIN));
    }
    for (open, close) in [("{++", "++}"), ("{--", "--}"), ("{>>", "<<}"), ("{~~", "~~}"), ("{==", "==}")] {
        if rest.starts_with(open) {
            return until(close).map(|length| (length, "an edit in CriticMarkup", PLAIN));
        }
    }
    if rest.starts_with("{:") || rest.starts_with("{width=") || rest.starts_with("{.") {
        return until("}").map(|length| (length, "a list of attributes", PLAIN));
    }
    if rest.starts_with("[[") && until("]]").is_none() {
        return Some((2, "a `[[` without `]]` on its line", "close it, or write `\\[\\[`"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::leftovers;

    #[test]
    fn each_at_its_place() {
        let cases = [
            ("See {{< note >}} it {{% end %}}.", "{{< note >}}|{{% end %}}"),
            ("{% include x.html %} and {{ page.title }}", "{% include x.html %}|{{ page.title }}"),
            ("{{Glossary(\"API\")}} and {{rows}}", "{{Glossary(\"API\")}}"),
            ("> [!NOTE]\n", ""),
            ("a ==mark== and a == b == c", ""),
            ("words^[a note]", ""),
            ("H~2~O, ~/a~b and a ~b~", "~2~"),
            ("a note^[x] of 10^9^", "^9^"),
            ("a :smile: at 10:30:15, std::io::x, (:+1:) and a: b", ":smile:"),
            ("a #tag, C# and #12, #fff, [b](#c)", "#tag"),
            ("{++new++} import a from b", "{++new++}"),
            ("import Tabs from '@theme/Tabs';", "import Tabs from '@theme/Tabs';"),
            ("$$\n", "$$"),
            ("so \\(x^2\\), \\(not one\\) and \\[a\\]", "\\(x^2\\)"),
            ("![a](b.png){width=200}", "{width=200}"),
            ("--8<-- \"a.md\"", "--8<--"),
            ("*[HTML]: Hyper", "*[HTML]:"),
            ("an [[unclosed and [[id]] \\[[", ""),
            ("an [[unclosed", "[["),
            ("a {b}, [c](d), [[id|e]], [^f], {{}}, a[[0]]", ""),
        ];
        for (line, expected) in cases {
            let found: Vec<&str> = leftovers(line, false).into_iter().map(|(range, ..)| &line[range]).collect();
            assert_eq!(found.join("|"), expected, "{line}");
        }
        let shown = leftovers(":smile: :nothing_such:", true);
        assert_eq!(shown.len(), 1);
        assert_eq!(shown[0].0, 8..":smile: :nothing_such:".len());
    }
}
