//! A linked body as HTML, for a page or for a feed.
//!
//! On a page, terms link relatively and carry what the hover card needs, headings get stable ids and lead to themselves, tables and code can be scrolled by
//! keyboard. In a feed every address is absolute and nothing is left that only a page can use.

use crate::link::{Entry, Linked};
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::slug::is_slug;
use crate::syntax::highlight::escape;
use crate::writers::html::footnotes::Notes;
use crate::writers::html::headings::Headings;
use crate::writers::html::table::Tables;
use pulldown_cmark::{Event, Tag, TagEnd, html as push};
use std::borrow::Cow;

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
    pub nodes: &'a [Linked<'a>],
    /// The folder that its page stands in, below the root.
    pub folder: &'a str,
    /// The entry, where it is one: it has sources.
    pub entry: Option<&'a Entry>,
}

/// The HTML of a body.
#[must_use]
pub fn html(inputs: &Inputs<'_>, prose: Prose<'_>, target: Target<'_>) -> String {
    let mut headings = Headings::new(prose.nodes, prose.entry.is_some());
    let mut tables = Tables::new(target);
    let mut notes = Notes::new(prose.nodes);
    let nodes = notes.arranged();
    let events = nodes.into_iter().map(|node| match node {
        Linked::Markdown(event) => match tables.tag(event).or_else(|| notes.tag(event, target).map(Cow::Owned)) {
            Some(tag) => one(Event::Html(tag.into())),
            None => markdown(inputs, prose, event, target, &mut headings),
        },
        Linked::TermStart(number) => {
            let linked = &inputs.glossary.entries[*number];
            let path = entry_path(linked);
            one(raw(match target {
                Target::Page(root) => {
                    let id = linked.document.id.as_str();
                    ["<a class=\"term\" href=\"", root, &path, "\" data-term=\"", id, "\">"].concat()
                }
                Target::Feed => format!("<a href=\"{}\">", inputs.config.base_url.join(&path)),
            }))
        }
        Linked::TermEnd => one(Event::InlineHtml("</a>".into())),
        Linked::Cite(position) => [prose.entry.map(|entry| raw(citation(inputs, entry, *position, target))), None],
        // `figures` has put every figure in place by now.
        Linked::Figure(_) => [None, None],
    });
    // A node becomes some thirty bytes.
    let mut out = String::with_capacity(prose.nodes.len() * 32);
    push::push_html(&mut out, events.flatten().flatten());
    out.push_str(notes.end());
    out
}

/// At most two events.
type Few<'a> = [Option<Event<'a>>; 2];

const fn one(event: Event<'_>) -> Few<'_> {
    [Some(event), None]
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

fn markdown<'a>(
    inputs: &Inputs<'_>,
    prose: Prose<'a>,
    event: &'a Event<'a>,
    target: Target<'_>,
    headings: &mut Headings,
) -> Few<'a> {
    match (event, target) {
        (Event::Start(Tag::Heading { level, classes, .. }), Target::Page(_)) => {
            let (id, anchor) = headings.start();
            let start = Tag::Heading { level: *level, id, classes: classes.clone(), attrs: Vec::new() };
            [Some(Event::Start(start)), anchor.map(raw)]
        }
        (Event::End(TagEnd::Heading(_)), Target::Page(_)) => match headings.end() {
            Some(end) => [Some(Event::InlineHtml(end.into())), Some(event.clone())],
            None => one(event.clone()),
        },
        (Event::Start(Tag::Heading { level, .. }), Target::Feed) => {
            one(Event::Start(Tag::Heading { level: *level, id: None, classes: Vec::new(), attrs: Vec::new() }))
        }
        (Event::Start(Tag::Link { link_type, dest_url, title, id }), _) => {
            let dest_url = address(inputs, prose.folder, dest_url, target).into();
            one(Event::Start(Tag::Link { link_type: *link_type, dest_url, title: title.clone(), id: id.clone() }))
        }
        (Event::Start(Tag::Image { link_type, dest_url, title, id }), _) => {
            let dest_url = address(inputs, prose.folder, dest_url, target).into();
            one(Event::Start(Tag::Image { link_type: *link_type, dest_url, title: title.clone(), id: id.clone() }))
        }
        (Event::TaskListMarker(done), Target::Page(_)) => {
            let (name, checked) = if *done { ("done", " checked") } else { ("to do", "") };
            one(raw(format!("<input type=\"checkbox\" disabled{checked} aria-label=\"{name}\"> ")))
        }
        (Event::TaskListMarker(done), Target::Feed) => one(Event::InlineHtml(if *done { "☑ " } else { "☐ " }.into())),
        _ => one(event.clone()),
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

/// An author's address with host and path, for what is read elsewhere.
#[must_use]
pub fn absolute(inputs: &Inputs<'_>, folder: &str, url: &str) -> String {
    address(inputs, folder, url, Target::Feed)
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
