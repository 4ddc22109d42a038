//! A linked body as HTML, for a page or for a feed.
//!
//! On a page, terms link relatively and carry what the hover card needs, headings get stable ids, tables and code can be scrolled by
//! keyboard. In a feed every address is absolute and nothing is left that only a page can use.

use super::footnotes::Notes;
use super::table::Tables;
use super::{Inputs, entry_path};
use crate::config::is_slug;
use crate::link::{Entry, Linked};
use crate::parse::highlight::escape;
use pulldown_cmark::{CowStr, Event, Tag, TagEnd, html as push};
use std::collections::BTreeSet;

/// Where the HTML will stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// On the entry's page; the way to the site's root.
    Page(&'a str),
    /// In a feed.
    Feed,
}

/// A linked body: an entry's, or a page's.
#[derive(Debug, Clone, Copy)]
pub struct Prose<'a> {
    /// The nodes.
    pub nodes: &'a [Linked],
    /// The folder that its page stands in, below the root.
    pub folder: &'a str,
    /// The entry, where it is one: it has sources.
    pub entry: Option<&'a Entry>,
}

/// The HTML of a body.
#[must_use]
pub fn html(inputs: &Inputs<'_>, prose: Prose<'_>, target: Target<'_>) -> String {
    let mut ids = heading_ids(prose.nodes, prose.entry.is_some()).into_iter();
    let mut tables = Tables::new(target);
    let mut notes = Notes::new(prose.nodes);
    let nodes = notes.arranged();
    let events = nodes.into_iter().flat_map(|node| match node {
        Linked::Markdown(event) => match tables.tag(event).or_else(|| notes.tag(event, target)) {
            Some(tag) => vec![Event::Html(tag.into())],
            None => markdown(inputs, prose, event, target, &mut ids),
        },
        Linked::TermStart(number) => {
            let linked = &inputs.glossary.entries[*number];
            vec![raw(match target {
                Target::Page(root) => {
                    format!(
                        "<a class=\"term\" href=\"{root}{}\" data-term=\"{}\">",
                        entry_path(linked),
                        linked.document.id
                    )
                }
                Target::Feed => format!("<a href=\"{}\">", inputs.config.base_url.join(&entry_path(linked))),
            })]
        }
        Linked::TermEnd => vec![raw("</a>".to_owned())],
        Linked::Cite(position) => {
            prose.entry.map(|entry| raw(citation(inputs, entry, *position, target))).into_iter().collect()
        }
        // `figures` has put every figure in place by now.
        Linked::Figure(_) => Vec::new(),
    });
    let mut out = String::new();
    push::push_html(&mut out, events);
    out.push_str(notes.end());
    out
}

/// True if a body has a block of code.
#[must_use]
pub fn has_code(html: &str) -> bool {
    html.contains("<pre")
}

fn raw(html: String) -> Event<'static> {
    Event::InlineHtml(html.into())
}

/// The source's number as a superscript link.
fn citation(inputs: &Inputs<'_>, entry: &Entry, position: usize, target: Target<'_>) -> String {
    let number = entry.source_order.iter().position(|at| *at == position).map_or(0, |at| at + 1);
    let anchor = source_anchor(entry, position);
    let href = match target {
        Target::Page(_) => format!("#{anchor}"),
        Target::Feed => inputs.config.base_url.join(&format!("{}#{anchor}", entry_path(entry))),
    };
    let class = if target == Target::Feed { "" } else { " class=\"cite\"" };
    format!("<sup{class}><a href=\"{href}\" aria-label=\"Source {number}\">{number}</a></sup>")
}

/// The id of a source in the entry's list.
#[must_use]
pub fn source_anchor(entry: &Entry, position: usize) -> String {
    let key = entry.document.front.sources.get(position).and_then(|source| source.key.as_deref());
    match key.filter(|key| is_slug(key)) {
        Some(key) => format!("source-{key}"),
        None => format!("source-{}", position + 1),
    }
}

fn markdown(
    inputs: &Inputs<'_>,
    prose: Prose<'_>,
    event: &Event<'static>,
    target: Target<'_>,
    ids: &mut impl Iterator<Item = String>,
) -> Vec<Event<'static>> {
    match (event, target) {
        (Event::Start(Tag::Heading { level, classes, attrs, .. }), Target::Page(_)) => {
            let id = ids.next().map(CowStr::from);
            vec![Event::Start(Tag::Heading { level: *level, id, classes: classes.clone(), attrs: attrs.clone() })]
        }
        (Event::Start(Tag::Heading { level, .. }), Target::Feed) => {
            vec![Event::Start(Tag::Heading { level: *level, id: None, classes: Vec::new(), attrs: Vec::new() })]
        }
        (Event::Start(Tag::Link { link_type, dest_url, title, id }), _) => {
            let dest_url = address(inputs, prose.folder, dest_url, target).into();
            vec![Event::Start(Tag::Link { link_type: *link_type, dest_url, title: title.clone(), id: id.clone() })]
        }
        (Event::Start(Tag::Image { link_type, dest_url, title, id }), _) => {
            let dest_url = address(inputs, prose.folder, dest_url, target).into();
            vec![Event::Start(Tag::Image { link_type: *link_type, dest_url, title: title.clone(), id: id.clone() })]
        }
        (Event::TaskListMarker(done), Target::Page(_)) => {
            let (name, checked) = if *done { ("done", " checked") } else { ("to do", "") };
            vec![raw(format!("<input type=\"checkbox\" disabled{checked} aria-label=\"{name}\"> "))]
        }
        (Event::TaskListMarker(done), Target::Feed) => vec![raw(if *done { "☑ " } else { "☐ " }.to_owned())],
        _ => vec![event.clone()],
    }
}

/// An author's address: `/x` is meant from the site's root, the rest from the entry's page; a feed gets it whole.
fn address(inputs: &Inputs<'_>, folder: &str, url: &str, target: Target<'_>) -> String {
    let absolute = url.contains("://") || url.starts_with("//") || url.starts_with("mailto:");
    match target {
        _ if absolute => url.to_owned(),
        Target::Page(root) => url.strip_prefix('/').map_or_else(|| url.to_owned(), |path| format!("{root}{path}")),
        Target::Feed => match url.strip_prefix('/') {
            Some(path) => inputs.config.base_url.join(path),
            None => inputs.config.base_url.join(&resolve(folder, url)),
        },
    }
}

/// A relative address against the folder that it stands in.
pub(super) fn resolve(folder: &str, url: &str) -> String {
    if url.starts_with('#') {
        return format!("{folder}{url}");
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let mut rest = url;
    loop {
        if let Some(up) = rest.strip_prefix("../") {
            parts.pop();
            rest = up;
        } else if let Some(here) = rest.strip_prefix("./") {
            rest = here;
        } else {
            break;
        }
    }
    let folder: String = parts.iter().flat_map(|part| [*part, "/"]).collect();
    format!("{folder}{rest}")
}

/// Ids that the page itself has; the second one only where an entry may have a calculator.
const RESERVED: [&str; 2] = ["main", "calculator"];

/// An id for each heading, made of its words; a number tells equal ones apart. An id that the author wrote stays.
fn heading_ids(body: &[Linked], of_entry: bool) -> Vec<String> {
    let mut ids = Vec::new();
    let mut taken: BTreeSet<String> =
        RESERVED.iter().take(1 + usize::from(of_entry)).map(ToString::to_string).collect();
    let mut open: Option<(Option<String>, String)> = None;
    for node in body {
        let Linked::Markdown(event) = node else { continue };
        match event {
            Event::Start(Tag::Heading { id, .. }) => open = Some((id.as_ref().map(ToString::to_string), String::new())),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, words)) = &mut open {
                    words.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let (own, words) = open.take().unwrap_or_default();
                ids.push(unique(own.unwrap_or_else(|| slug(&words)), &mut taken));
            }
            _ => {}
        }
    }
    ids
}

fn unique(wanted: String, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{wanted}-{number}"));
    let id = std::iter::once(wanted.clone()).chain(numbered).find(|id| !taken.contains(id)).unwrap_or(wanted);
    taken.insert(id.clone());
    id
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

/// How many bytes of a sentence a backlink on an entry's page shows on either side of the mention.
pub const AROUND: usize = 50;

/// A backlink's sentence with the mention marked; one with more than `around` bytes on a side is cut there between words, and says so.
#[must_use]
pub fn sentence(text: &str, range: &std::ops::Range<usize>, around: usize) -> String {
    let (Some(before), Some(mention), Some(after)) =
        (text.get(..range.start), text.get(range.clone()), text.get(range.end..))
    else {
        return escape(text);
    };
    let start = (0..before.len().saturating_sub(around)).rev().find(|at| before.as_bytes()[*at] == b' ');
    let end = (around..after.len()).find(|at| after.as_bytes()[*at] == b' ');
    let before = start.map_or_else(|| before.to_owned(), |at| format!("…{}", &before[at + 1..]));
    let after = end.map_or_else(|| after.to_owned(), |at| format!("{} …", &after[..at]));
    format!("{}<mark>{}</mark>{}", escape(&before), escape(mention), escape(&after))
}
