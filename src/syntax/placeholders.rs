//! Named figures in the text of a page: `{{decode-rows}}` stands for a number, a table or a chart that the build computes.
//!
//! Text is split at each name; code keeps its braces. A name is only noticed here: whether there is such a figure, and
//! what it says, is known after the measurements were fitted. Nothing is computed, and nothing in a page is a template.

use crate::slug::is_slug;
use crate::syntax::markdown::{Node, Spanned};
use crate::syntax::source_body::cut;
use pulldown_cmark::{CowStr, Event};

/// Splits the text of a body at its figures. `text` is the whole file, for places.
#[must_use]
pub fn split<'a>(body: Vec<Spanned<'a>>, text: &str) -> Vec<Spanned<'a>> {
    let mut out = Vec::with_capacity(body.len());
    for spanned in body {
        match &spanned.node {
            Node::Markdown(Event::Text(words)) if next(words).is_some() => pieces(&mut out, words, &spanned, text),
            _ => out.push(spanned),
        }
    }
    out
}

fn pieces<'a>(out: &mut Vec<Spanned<'a>>, text: &CowStr<'a>, whole: &Spanned<'a>, file: &str) {
    let (mut at, mut from) = (0, whole.span.start);
    let plain = |range| Node::Markdown(Event::Text(cut(text, range)));
    while let Some((before, name, _)) = next(&text[at..]) {
        let begin = at + before.len();
        let end = begin + name.len() + "{{}}".len();
        let mark = &text[begin..end];
        // Entities make the text shorter than the source, so the place is searched for.
        let start = file.get(from..whole.span.end).and_then(|source| source.find(mark)).map_or(from, |at| from + at);
        if begin > at {
            out.push(Spanned { node: plain(at..begin), span: from..start });
        }
        from = (start + mark.len()).min(whole.span.end);
        out.push(Spanned { node: Node::Figure(cut(text, begin + 2..end - 2)), span: start..from });
        at = end;
    }
    if at < text.len() {
        out.push(Spanned { node: plain(at..text.len()), span: from..whole.span.end });
    }
}

/// The text before the first figure, its name, and the text after it.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + text[from..].find("{{")?;
        let close = open + text[open..].find("}}")?;
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
        let node = Node::Markdown(Event::Text("a & b {{rows}} c".into()));
        let split = split(vec![Spanned { node, span: 0..file.len() }], file);
        assert_eq!(split[1], Spanned { node: Node::Figure("rows".into()), span: 10..18 });
        assert_eq!(split.len(), 3);
    }
}
