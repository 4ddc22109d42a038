//! Turns reference links into inline ones, so that each part of a page can be used alone.

use crate::edits::{MARKDOWN, code, edited, is_within, marked_lines};
use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd};
use std::ops::Range;

/// Replaces reference links by inline links. A link to a name that is not defined leads to the entry of that name.
pub(crate) fn inlined(text: &str) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut open: Vec<(Range<usize>, usize, String)> = Vec::new();
    for (event, range) in Parser::new_ext(text, MARKDOWN).into_offset_iter() {
        match event {
            Event::Start(
                Tag::Link { link_type, dest_url, title, .. } | Tag::Image { link_type, dest_url, title, .. },
            ) => {
                let is_reference = matches!(link_type, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut);
                let target = if is_reference { target(&dest_url, &title) } else { String::new() };
                open.push((range.clone(), range.start, target));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some((range, end, target)) = open.pop().filter(|(.., target)| !target.is_empty()) {
                    let close = text[end..range.end].find(']').map(|at| end + at);
                    // The parser leaves the empty brackets of `[words][]` out of the link.
                    let empty = if text[range.end..].starts_with("[]") { 2 } else { 0 };
                    edits.extend(close.map(|at| (at..range.end + empty, format!("]({target})"))));
                }
            }
            _ => {
                if let Some((_, end, _)) = open.last_mut() {
                    *end = range.end.max(*end);
                }
            }
        }
    }
    let text = edited(text, edits);
    edited(&text, undefined(&text))
}

/// Finds `[words][]` and `[words][name]` without a definition of the name.
fn undefined(text: &str) -> Vec<(Range<usize>, String)> {
    let mut edits = Vec::new();
    let code = if text.contains("][") { code(text, MARKDOWN) } else { Vec::new() };
    for (from, line) in marked_lines(text, "][") {
        for (at, _) in line.match_indices("][") {
            let start = line[..at].rfind('[');
            let end = line[at + 2..].find([']', '[']).map(|end| at + 2 + end);
            let (Some(start), Some(end)) = (start, end.filter(|end| line[*end..].starts_with(']'))) else { continue };
            let is_other =
                line[..start].ends_with(['[', '!', ']', '\\']) || line[end + 1..].starts_with([']', '(', '[']);
            let words = &line[start + 1..at];
            if is_other || words.is_empty() || words.contains(['|', '`']) || is_within(&code, from + at) {
                continue;
            }
            let name = &line[at + 2..end];
            let is_same = name.is_empty() || name == words;
            let link = if is_same { format!("[[{words}]]") } else { format!("[[{name}|{words}]]") };
            edits.push((from + start..from + end + 1, link));
        }
    }
    edits
}

fn target(url: &CowStr<'_>, title: &CowStr<'_>) -> String {
    let url = if url.contains([' ', '(', ')']) { format!("<{url}>") } else { url.to_string() };
    if title.is_empty() { url } else { format!("{url} \"{}\"", title.replace('"', "'")) }
}
