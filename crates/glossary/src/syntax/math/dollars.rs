//! Decides which dollar signs enclose a formula.
//!
//! 1. The parser pairs dollar signs that have no space on their inner side.
//! 2. A pair is a formula unless an ASCII letter or digit precedes or follows it (`$n$th` aside), its content has
//!    neither letter nor digit, or its content reads as prose, code or links: `$5 and 6$`, `$HOME/$USER`, `A$ … US$`.
//! 3. Signs of other pairs get a backslash in a copy of the body, and the parser pairs the remaining signs again.
//!
//! So amounts of money stay text. The LaTeX is never interpreted here.

use crate::syntax::parser;
use crate::syntax::table_bars::Escaped;
use pulldown_cmark::{CowStr, Event};
use std::ops::Range;

/// Maximum number of times that signs are paired; pairs that still enclose no formula are shown as text.
const MAX_ROUNDS: usize = 4;

/// A copy of the body with a backslash before each dollar sign that would wrongly begin a formula; `None` if there is
/// no such sign.
pub(in crate::syntax) fn escaped(body: &str) -> Option<Escaped> {
    let mut signs: Vec<usize> = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let copy = Escaped::before(body, &signs);
        let text = copy.as_ref().map_or(body, |copy| &copy.text);
        let before = signs.len();
        for (event, span) in parser::events(text, true) {
            let Some(is_display) = kind(&event) else { continue };
            if !is_formula(text, &span, is_display) {
                let start = copy.as_ref().map_or(span.start, |copy| copy.origin(&span).start);
                signs.push(start);
                signs.extend(is_display.then_some(start + 1));
            }
        }
        if signs.len() == before {
            break;
        }
        signs.sort_unstable();
        signs.dedup();
    }
    Escaped::before(body, &signs)
}

/// True for a display formula, false for an inline one, `None` for any other event.
pub(in crate::syntax) fn kind(event: &Event<'_>) -> Option<bool> {
    match event {
        Event::InlineMath(_) => Some(false),
        Event::DisplayMath(_) => Some(true),
        _ => None,
    }
}

/// True if the pair of dollar signs at these bytes is a formula.
pub(in crate::syntax) fn is_formula(body: &str, span: &Range<usize>, is_display: bool) -> bool {
    let width = 1 + usize::from(is_display);
    let Some(inside) = body.get(span.start + width..span.end.saturating_sub(width)) else { return false };
    let before = body[..span.start].chars().next_back();
    let is_separate = before.is_none_or(|c| !c.is_ascii_alphanumeric()) && ends(&body[span.end..]);
    let has_content = inside.contains(char::is_alphanumeric);
    let is_other = ["](", "[[", "**", "://"].iter().any(|sign| inside.contains(sign)) || code(inside).contains('`');
    is_separate && has_content && !is_other && (is_display || !is_prose(inside))
}

/// The LaTeX between dollar signs, without the backticks of GitHub's and GitLab's ``$`x`$``.
pub(in crate::syntax) fn latex<'a>(text: &CowStr<'a>) -> CowStr<'a> {
    let inside = code(text);
    if inside.len() == text.len() { text.clone() } else { inside.to_owned().into() }
}

fn code(inside: &str) -> &str {
    let without = inside.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    without.filter(|without| !without.is_empty()).unwrap_or(inside)
}

/// True if a formula may end before this text: no ASCII word follows directly, except an ordinal suffix or `s`.
fn ends(after: &str) -> bool {
    let word = after.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    matches!(word, "" | "th" | "st" | "nd" | "rd" | "s")
}

/// True for prose: two adjacent words, or an amount and a word, without a backslash.
fn is_prose(inside: &str) -> bool {
    let is_word = |word: &&str| {
        let word = word.trim_end_matches([',', '.', ';', ':', ')']).trim_start_matches('(');
        word.len() > 1 && word.chars().all(char::is_alphabetic)
    };
    let words: Vec<&str> = inside.split_whitespace().collect();
    let is_amount = words.first().is_some_and(|first| first.chars().all(|c| c.is_ascii_digit() || ",.-–".contains(c)));
    let has_two = words.windows(2).any(|pair| pair.iter().all(is_word));
    !inside.contains('\\') && (has_two || (is_amount && words.iter().any(is_word)))
}

#[cfg(test)]
mod tests {
    use super::escaped;
    use crate::syntax::parser;

    /// The formulas of a body, after its other signs got their backslash.
    fn formulas(body: &str) -> Vec<String> {
        let copy = escaped(body);
        let text = copy.as_ref().map_or(body, |copy| &copy.text);
        let all = parser::events(text, true).filter(|(event, _)| super::kind(event).is_some());
        all.map(|(_, span)| text[span].to_owned()).collect()
    }

    #[test]
    fn money_is_no_formula() {
        for money in [
            "costs $5 to $7",
            "from $5-$7, or **$2**/**$3** a month",
            "US$5/A$6, in $/h and $/GB, at $0.5/$1",
            "run $HOME/$USER and $PATH:$PATH",
            "restaurants: $, $$, $$$",
            "$5 or 6$ and $10 per hour$",
            "`$x$` and\n\n```sh\necho $x$\n```\n",
            "\\$x\\$",
            "the $[[cache]]$",
        ] {
            assert_eq!(formulas(money), Vec::<String>::new(), "{money}");
        }
    }

    #[test]
    fn formulas_are() {
        let cases = [
            ("at $5, $x^2$ and $y$", "$x^2$|$y$"),
            ("the $n$th of $2n$ (here $k$)", "$n$|$2n$|$k$"),
            ("値$x$は $\\text{one two}$", "$x$|$\\text{one two}$"),
            ("costs $5-$7, and $a + b$.", "$a + b$"),
            ("$$\n\\sum_i x_i\n$$", "$$\n\\sum_i x_i\n$$"),
            ("$`a`$ and $100$", "$`a`$|$100$"),
        ];
        for (body, expected) in cases {
            assert_eq!(formulas(body).join("|"), expected, "{body}");
        }
    }
}
