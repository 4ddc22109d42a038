//! A Markdown body as a list of nodes with their places.
//!
//! 1. pulldown-cmark parses the body; every event keeps its bytes in the file.
//! 2. `[[id]]` and `[[id|text]]` become explicit mentions, `[^key]` a citation unless the body has a footnote of that name, a code block
//!    its highlighted HTML.
//! 3. `## Words {links=off}` sets how often a term is linked from there on; a heading takes no other attribute but an id and classes.
//! 4. Raw HTML (where it is switched off), links with a scheme that a page must not have, images of other hosts and first-level headings
//!    are reported.
//!
//! Never works on strings of Markdown or HTML: substitution before or after parsing is the root of most broken links.

use crate::diagnostic::{Diagnostic, Place, messages};
use crate::model::config::Density;
use crate::source::SourceFile;
use crate::syntax::source_body::{Body, Definition, Made, Written, cut};
use crate::syntax::{characters, highlight, url};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::ops::Range;

/// A node of the body and where it stands in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Spanned<'a> {
    /// What it is.
    pub node: Node<'a>,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// A node of the body.
#[derive(Debug, Clone, PartialEq)]
pub enum Node<'a> {
    /// Anything that Markdown has itself.
    Markdown(Event<'a>),
    /// An explicit mention begins: `[[target|…`.
    Mention(CowStr<'a>),
    /// The explicit mention ends.
    MentionEnd,
    /// A citation of one of the entry's sources, by its key.
    Cite(CowStr<'a>),
    /// A figure that the build computes, by its name; on pages only.
    Figure(CowStr<'a>),
    /// From the heading of this level on, until the next one of its level or above, terms are linked this often.
    Links(HeadingLevel, Density),
}

/// What Markdown is here.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    // The older rules, since they see a mention before it is known whether a note of that name exists.
    .union(Options::ENABLE_OLD_FOOTNOTES)
    .union(Options::ENABLE_WIKILINKS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// Parses the body that begins at byte `start` of the file.
pub fn parse(file: &SourceFile, start: usize, raw_html: bool, problems: &mut Vec<Diagnostic>) -> Body {
    characters::check(&file.path, &file.text, start, problems);
    let mut made = Made::default();
    let first = First { path: &file.path, problems, made: &mut made };
    read(&file.text, start, raw_html, Some(first), &[]);
    Body::new(&file.text, start, raw_html, made)
}

/// Reads a parsed body again; `code` is what was made of its blocks of code.
pub(super) fn nodes<'a>(text: &'a str, start: usize, raw_html: bool, code: &'a [Box<str>]) -> Vec<Spanned<'a>> {
    read(text, start, raw_html, None, code)
}

/// What links of the body may refer to.
pub(super) fn definitions(text: &str, start: usize) -> Vec<Definition> {
    let parser = Parser::new_ext(&text[start..], OPTIONS);
    let definitions = parser.reference_definitions().iter().map(|(_, found)| Definition {
        address: found.dest.to_string(),
        title: found.title.as_ref().map(ToString::to_string),
        span: start + found.span.start..start + found.span.end,
    });
    let mut definitions: Vec<Definition> = definitions.collect();
    definitions.sort_by_key(|definition| definition.span.start);
    definitions
}

fn read<'a>(
    text: &'a str,
    start: usize,
    raw_html: bool,
    first: Option<First<'_>>,
    code: &'a [Box<str>],
) -> Vec<Spanned<'a>> {
    let body = &text[start..];
    let mut notes = BTreeSet::new();
    // Few bodies have notes, and those that may have are read once more for their names.
    if body.contains("[^") && body.contains("]:") {
        notes.extend(Parser::new_ext(body, OPTIONS).filter_map(|event| match event {
            Event::Start(Tag::FootnoteDefinition(name)) => Some(name.to_lowercase()),
            _ => None,
        }));
    }
    let made = code.iter();
    // A node takes some twenty bytes of text.
    let nodes = Vec::with_capacity(if first.is_some() { 0 } else { body.len() / 20 + 8 });
    let mut reader = Reader { text, raw_html, first, made, nodes, code: None, mention: 0, notes, links: None };
    let mut depth = 0_usize;
    let mut is_told = false;
    for (event, span) in Parser::new_ext(body, OPTIONS).into_offset_iter() {
        let span = start + span.start..start + span.end;
        match &event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST && !std::mem::replace(&mut is_told, true) {
            reader.tell(&span, |place| messages::too_deep(place, DEEPEST));
        }
        reader.event(event, span);
    }
    reader.nodes
}

/// How deep elements may lie in one another. Nobody means more, and what follows takes its time for each of those that are open.
const DEEPEST: usize = 100;

/// What is wanted when a body is read for the first time: not its nodes.
struct First<'p> {
    path: &'p str,
    problems: &'p mut Vec<Diagnostic>,
    made: &'p mut Made,
}

struct Reader<'a, 'p> {
    text: &'a str,
    raw_html: bool,
    first: Option<First<'p>>,
    /// What was made of the blocks of code to come, after the first time.
    made: std::slice::Iter<'a, Box<str>>,
    nodes: Vec<Spanned<'a>>,
    /// The language and the text of the open block of code.
    code: Option<(String, String)>,
    mention: usize,
    notes: BTreeSet<String>,
    /// What the open heading says of links.
    links: Option<Density>,
}

impl<'a> Reader<'a, '_> {
    fn event(&mut self, event: Event<'a>, span: Range<usize>) {
        if self.inside_code(&event, &span) {
            return;
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match &kind {
                    CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, String::new()));
            }
            Event::Start(Tag::Link { link_type: LinkType::WikiLink { has_pothole }, dest_url, .. }) => {
                self.mention += 1;
                // In a table the bar needs a backslash, which the parser leaves with the target.
                let target = if has_pothole { dest_url.trim_end_matches('\\') } else { &dest_url };
                let begin = target.len() - target.trim_start().len();
                let range = begin..begin + target.trim().len();
                self.push(Node::Mention(cut(&dest_url, range)), span);
            }
            Event::End(TagEnd::Link) if self.mention > 0 => {
                self.mention -= 1;
                self.push(Node::MentionEnd, span);
            }
            Event::FootnoteReference(key) if !self.notes.contains(&key.to_lowercase()) => {
                self.push(Node::Cite(key), span);
            }
            Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                self.attributes(&attrs, &span);
                self.markdown(Event::Start(Tag::Heading { level, id, classes, attrs: Vec::new() }), span);
            }
            Event::End(TagEnd::Heading(level)) => {
                self.markdown(event, span.clone());
                if let Some(density) = self.links.take() {
                    self.push(Node::Links(level, density), span);
                }
            }
            event => self.markdown(event, span),
        }
    }

    /// Reads what a heading says of links.
    fn attributes(&mut self, attributes: &[(CowStr<'_>, Option<CowStr<'_>>)], span: &Range<usize>) {
        for (name, value) in attributes {
            let value = value.as_deref().unwrap_or_default();
            let density = (&**name == "links").then(|| Density::named(value)).flatten();
            if density.is_none() {
                self.tell(span, |place| {
                    messages::bad_value(place, format!("a heading has no attribute `{name}={value}`"))
                        .help("known: `links=off`, `links=all`, `links=section`, `links=page`")
                });
            }
            self.links = density.or(self.links);
        }
    }

    /// Gathers a code block's text; true while the event belongs to one.
    fn inside_code(&mut self, event: &Event<'_>, span: &Range<usize>) -> bool {
        let Some((language, code)) = &mut self.code else { return false };
        match event {
            Event::Text(text) if self.first.is_some() => code.push_str(text),
            Event::End(TagEnd::CodeBlock) => {
                if let Some(first) = &mut self.first {
                    first.made.code.push(highlight::code_block(language, code).into());
                }
                self.code = None;
                let html = self.made.next().map_or("", |html| html);
                self.push(Node::Markdown(Event::Html(CowStr::Borrowed(html))), span.clone());
            }
            _ => {}
        }
        true
    }

    fn markdown(&mut self, event: Event<'a>, span: Range<usize>) {
        let refused = !self.raw_html && matches!(event, Event::Html(_) | Event::InlineHtml(_));
        if self.first.is_some() {
            self.check(&event, &span);
        } else if !refused {
            // A refused link or heading stays, so that what begins also ends; the site is not built anyway.
            self.push(Node::Markdown(event), span);
        }
    }

    /// Says what is wrong with an event, and notes where a link leads.
    fn check(&mut self, event: &Event<'_>, span: &Range<usize>) {
        match event {
            Event::Html(_) | Event::InlineHtml(_) if !self.raw_html => self.tell(span, messages::raw_html),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                if let Some(first) = &mut self.first {
                    first.made.links.push(Written { address: dest_url.to_string().into(), span: span.clone() });
                }
                if !allowed(dest_url) {
                    self.tell(span, |place| messages::bad_link(place, dest_url));
                } else if matches!(event, Event::Start(Tag::Image { .. })) && !url::is_own(dest_url) {
                    self.tell(span, |place| messages::foreign_image(place, dest_url));
                }
            }
            Event::Text(text) | Event::Code(text) => {
                // One that was written as an entity; the others are reported already.
                let written = self.text.get(span.clone()).unwrap_or_default();
                if written != &**text
                    && let Some(found) = text.chars().find(|c| characters::is_forbidden(*c))
                    && !written.contains(found)
                {
                    self.tell(span, |place| messages::control_character(place, found));
                }
            }
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => self.tell(span, |place| {
                messages::bad_value(place, "a body has no first-level heading: the term is the page's only one")
            }),
            _ => {}
        }
    }

    /// Says something of a place, if it is the first time.
    fn tell(&mut self, span: &Range<usize>, problem: impl FnOnce(Place) -> Diagnostic) {
        if let Some(First { path, problems, .. }) = &mut self.first {
            problems.push(problem(Place::new(*path, span.clone())));
        }
    }

    fn push(&mut self, node: Node<'a>, span: Range<usize>) {
        if self.first.is_none() {
            self.nodes.push(Spanned { node, span });
        }
    }
}

/// True for http, https, mailto and everything relative; `javascript:`, `data:` and the like are not.
fn allowed(address: &str) -> bool {
    let scheme =
        address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':')).map(|(scheme, _)| scheme);
    scheme.is_none_or(|scheme| ["http", "https", "mailto"].contains(&scheme.to_ascii_lowercase().as_str()))
}
