//! Named figures in the text of a page: `{{decode-rows}}` stands for a number, a table or a chart that the build computes.
//!
//! Text is split at each name; code keeps its braces. A name is only noticed here: whether there is such a figure, and
//! what it says, is known after the measurements were fitted. Nothing is computed, and nothing in a page is a template.

use super::markdown::{Node, Spanned};
use crate::config::is_slug;
use pulldown_cmark::{CowStr, Event};

/// Splits the text of a body at its figures. `text` is the whole file, for places.
#[must_use]
pub fn split(body: Vec<Spanned>, text: &str) -> Vec<Spanned> {
    body.into_iter().flat_map(|spanned| pieces(spanned, text)).collect()
}

fn pieces(spanned: Spanned, file: &str) -> Vec<Spanned> {
    let Node::Markdown(Event::Text(text)) = &spanned.node else { return vec![spanned] };
    let mut out = Vec::new();
    let mut rest: &str = text;
    let mut from = spanned.span.start;
    while let Some((before, name, after)) = next(rest) {
        let mark = format!("{{{{{name}}}}}");
        // Entities make the text shorter than the source, so the place is searched for.
        let start = file.get(from..spanned.span.end).and_then(|source| source.find(&mark)).map_or(from, |at| from + at);
        let plain = |text: &str| Node::Markdown(Event::Text(CowStr::from(text.to_owned())));
        if !before.is_empty() {
            out.push(Spanned { node: plain(before), span: from..start });
        }
        let end = (start + mark.len()).min(spanned.span.end);
        out.push(Spanned { node: Node::Figure(name.to_owned()), span: start..end });
        (rest, from) = (after, end);
    }
    if out.is_empty() {
        return vec![spanned];
    }
    if !rest.is_empty() {
        let node = Node::Markdown(Event::Text(CowStr::from(rest.to_owned())));
        out.push(Spanned { node, span: from..spanned.span.end });
    }
    out
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
        assert_eq!(split[1], Spanned { node: Node::Figure("rows".to_owned()), span: 10..18 });
        assert_eq!(split.len(), 3);
    }
}
