//! Headings of a body: each has an address of its own, and leads to it.
//!
//! 1. The id is made of the heading's words, so it stays when other parts of the page change; a number tells equal ones apart. An id that
//!    the author wrote stays.
//! 2. The words of a heading are a link to it, so that its address can be copied. A heading that holds a link is none itself.

use crate::link::Linked;
use pulldown_cmark::{CowStr, Event, Tag, TagEnd};
use std::collections::{BTreeSet, HashMap};

/// Follows a body's events through its headings.
pub(super) struct Headings {
    ids: std::vec::IntoIter<(String, bool)>,
    open: bool,
}

impl Headings {
    /// Before the first event.
    pub(super) fn new(nodes: &[Linked<'_>], of_entry: bool) -> Self {
        Self { ids: ids(nodes, of_entry).into_iter(), open: false }
    }

    /// A heading begins: its id, and the start of the link around its words.
    pub(super) fn start(&mut self) -> (Option<CowStr<'static>>, Option<String>) {
        let Some((id, plain)) = self.ids.next() else { return (None, None) };
        self.open = plain;
        let link = plain.then(|| format!("<a href=\"#{}\">", crate::syntax::highlight::escape(&id)));
        (Some(id.into()), link)
    }

    /// The heading ends, and the link with it.
    pub(super) fn end(&mut self) -> Option<&'static str> {
        std::mem::take(&mut self.open).then_some("</a>")
    }
}

/// Ids that the page itself has; the second one only where an entry may have a calculator.
const RESERVED: [&str; 2] = ["main", "calculator"];

/// An id for each heading, and whether it can be a link: one with a link inside cannot.
fn ids(body: &[Linked<'_>], of_entry: bool) -> Vec<(String, bool)> {
    let mut ids = Vec::new();
    let mut plain = true;
    let mut taken: BTreeSet<String> =
        RESERVED.iter().take(1 + usize::from(of_entry)).map(ToString::to_string).collect();
    let mut next = HashMap::new();
    let mut open: Option<(Option<String>, String)> = None;
    for node in body {
        let Linked::Markdown(event) = node else {
            plain &= matches!(node, Linked::Figure(_));
            continue;
        };
        match event {
            Event::Start(Tag::Heading { id, .. }) => {
                open = Some((id.as_ref().map(ToString::to_string), String::new()));
                plain = true;
            }
            Event::Start(Tag::Link { .. }) | Event::FootnoteReference(_) => plain = false,
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, words)) = &mut open {
                    words.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let (own, words) = open.take().unwrap_or_default();
                ids.push((unique(own.unwrap_or_else(|| slug(&words)), &mut taken, &mut next), plain));
            }
            _ => {}
        }
    }
    ids
}

/// The id that is wanted, or the first numbered one that is free; `next` knows which numbers are not, so that many headings of one name
/// are not counted through again for each.
fn unique(wanted: String, taken: &mut BTreeSet<String>, next: &mut HashMap<String, usize>) -> String {
    if taken.insert(wanted.clone()) {
        return wanted;
    }
    let number = next.entry(wanted.clone()).or_insert(2);
    loop {
        let id = format!("{wanted}-{number}");
        *number += 1;
        if taken.insert(id.clone()) {
            return id;
        }
    }
}

fn slug(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    let trimmed = out.trim_end_matches('-');
    match trimmed.chars().next() {
        None => "section".to_owned(),
        // Style sheets and older tools know no id that begins with a digit.
        Some(first) if first.is_numeric() => format!("s-{trimmed}"),
        Some(_) => trimmed.to_owned(),
    }
}
