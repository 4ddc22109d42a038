//! Named figures in the text of a page: the build replaces `{{decode-rows}}` with a number, a table or a chart.
//!
//! Text is split at each name; code keeps its braces. A name is only recognised here: whether there is such a figure,
//! and its value, is known only after the measurements were fitted. Pages are not templates.

use crate::syntax::tree::{CowStr, Inline, cut};
use rooflight_source::slug::is_slug;
use std::ops::Range;

/// Splits a text into words and figures, each with its bytes in the file. `file` is the text of the whole file, `span`
/// the text's bytes in it.
#[must_use]
pub fn split<'a>(text: &CowStr<'a>, span: Range<usize>, file: &str) -> Vec<(Inline<'a>, Range<usize>)> {
    let (mut out, mut at, mut from) = (Vec::new(), 0, span.start);
    while let Some((before, name, _)) = next(&text[at..]) {
        let begin = at + before.len();
        let end = begin + name.len() + "{{}}".len();
        let mark = &text[begin..end];
        // Entities make the text shorter than its source, so the figure is searched for there.
        let start = file.get(from..span.end).and_then(|source| source.find(mark)).map_or(from, |at| from + at);
        if begin > at {
            out.push((Inline::Text(cut(text, at..begin)), from..start));
        }
        from = (start + mark.len()).min(span.end);
        out.push((Inline::Figure(cut(text, begin + 2..end - 2)), start..from));
        at = end;
    }
    if at < text.len() {
        out.push((Inline::Text(cut(text, at..text.len())), from..span.end));
    }
    out
}

/// The text before the first figure, its name, and the text after it.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let (mut from, mut close) = (0, 0);
    loop {
        let open = from + text[from..].find("{{")?;
        // Several signs that open may stand before the next one that closes.
        if close < open + 2 {
            close = open + 2 + text[open + 2..].find("}}")?;
        }
        let name = &text[open + 2..close];
        if is_slug(name) {
            return Some((&text[..open], name, &text[close + 2..]));
        }
        from = open + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_other_braces_left_alone() {
        assert_eq!(next("about {{rows}} rows"), Some(("about ", "rows", " rows")));
        assert_eq!(next("{{Not One}} {{one}}"), Some(("{{Not One}} ", "one", "")));
        assert_eq!(next("{{open"), None);
        assert_eq!(next("nothing"), None);
    }

    #[test]
    fn places_are_those_of_the_file() {
        let file = "a &amp; b {{rows}} c";
        let split = split(&"a & b {{rows}} c".into(), 0..file.len(), file);
        assert_eq!(split[1], (Inline::Figure("rows".into()), 10..18));
        assert_eq!(split.len(), 3);
    }
}
