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

use super::{characters, highlight, web};
use crate::config::Density;
use crate::diagnostic::{Diagnostic, Place, messages};
use crate::source::SourceFile;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::ops::Range;

/// A node of the body and where it stands in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Spanned {
    /// What it is.
    pub node: Node,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// A node of the body.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// Anything that Markdown has itself.
    Markdown(Event<'static>),
    /// An explicit mention begins: `[[target|…`.
    Mention(String),
    /// The explicit mention ends.
    MentionEnd,
    /// A citation of one of the entry's sources, by its key.
    Cite(String),
    /// A figure that the build computes, by its name; on pages only.
    Figure(String),
    /// From the heading of this level on, until the next one of its level or above, terms are linked this often.
    Links(HeadingLevel, Density),
}

/// Parses the body that begins at byte `start` of the file.
pub fn parse(file: &SourceFile, start: usize, raw_html: bool, problems: &mut Vec<Diagnostic>) -> Vec<Spanned> {
    characters::check(&file.path, &file.text, start, problems);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        // The older rules, since they see a mention before it is known whether a note of that name exists.
        | Options::ENABLE_OLD_FOOTNOTES
        | Options::ENABLE_WIKILINKS
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let events: Vec<(Event<'_>, Range<usize>)> =
        Parser::new_ext(&file.text[start..], options).into_offset_iter().collect();
    let notes = events.iter().filter_map(|(event, _)| match event {
        Event::Start(Tag::FootnoteDefinition(name)) => Some(name.to_lowercase()),
        _ => None,
    });
    let notes = notes.collect();
    let mut reader = Reader { file, raw_html, problems, nodes: Vec::new(), code: None, mention: 0, notes, links: None };
    let mut depth = 0_usize;
    let mut is_told = false;
    for (event, span) in events {
        match &event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST && !std::mem::replace(&mut is_told, true) {
            reader
                .problems
                .push(messages::too_deep(Place::new(&file.path, start + span.start..start + span.end), DEEPEST));
        }
        reader.event(event.into_static(), start + span.start..start + span.end);
    }
    // Kept for as long as the site is: what it has room for beyond that is given back.
    reader.nodes.shrink_to_fit();
    reader.nodes
}

/// How deep elements may lie in one another. Nobody means more, and what follows takes its time for each of those that are open.
const DEEPEST: usize = 100;

struct Reader<'a> {
    file: &'a SourceFile,
    raw_html: bool,
    problems: &'a mut Vec<Diagnostic>,
    nodes: Vec<Spanned>,
    code: Option<(String, String)>,
    mention: usize,
    notes: BTreeSet<String>,
    /// What the open heading says of links.
    links: Option<Density>,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'static>, span: Range<usize>) {
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
                self.push(Node::Mention(target.trim().to_owned()), span);
            }
            Event::End(TagEnd::Link) if self.mention > 0 => {
                self.mention -= 1;
                self.push(Node::MentionEnd, span);
            }
            Event::FootnoteReference(key) if !self.notes.contains(&key.to_lowercase()) => {
                self.push(Node::Cite(key.into_string()), span);
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
                let message = format!("a heading has no attribute `{name}={value}`");
                let problem = messages::bad_value(Place::new(&self.file.path, span.clone()), message);
                self.problems.push(problem.help("known: `links=off`, `links=all`, `links=section`, `links=page`"));
            }
            self.links = density.or(self.links);
        }
    }

    /// Gathers a code block's text; true while the event belongs to one.
    fn inside_code(&mut self, event: &Event<'_>, span: &Range<usize>) -> bool {
        let Some((language, code)) = &mut self.code else { return false };
        match event {
            Event::Text(text) => code.push_str(text),
            Event::End(TagEnd::CodeBlock) => {
                let html = highlight::code_block(language, code);
                self.code = None;
                self.push(Node::Markdown(Event::Html(html.into())), span.clone());
            }
            _ => {}
        }
        true
    }

    fn markdown(&mut self, event: Event<'static>, span: Range<usize>) {
        let place = || Place::new(&self.file.path, span.clone());
        let problem = match &event {
            Event::Html(_) | Event::InlineHtml(_) if !self.raw_html => Some(messages::raw_html(place())),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) if !allowed(dest_url) => {
                Some(messages::bad_link(place(), dest_url))
            }
            Event::Start(Tag::Image { dest_url, .. }) if !web::is_own(dest_url) => {
                Some(messages::foreign_image(place(), dest_url))
            }
            Event::Text(text) | Event::Code(text) => {
                // One that was written as an entity; the others are reported already.
                let found = text.chars().find(|c| characters::is_forbidden(*c));
                let written = self.file.text.get(span.clone()).unwrap_or_default();
                found.filter(|c| !written.contains(*c)).map(|c| messages::control_character(place(), c))
            }
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                Some(messages::bad_value(place(), "a body has no first-level heading: the term is the page's only one"))
            }
            _ => None,
        };
        let html = matches!(event, Event::Html(_) | Event::InlineHtml(_));
        let refused = problem.is_some();
        self.problems.extend(problem);
        // A refused link or heading stays, so that what begins also ends; the site is not built anyway.
        if !(html && refused) {
            self.push(Node::Markdown(event), span);
        }
    }

    fn push(&mut self, node: Node, span: Range<usize>) {
        self.nodes.push(Spanned { node, span });
    }
}

/// True for http, https, mailto and everything relative; `javascript:`, `data:` and the like are not.
fn allowed(address: &str) -> bool {
    let scheme =
        address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':')).map(|(scheme, _)| scheme);
    scheme.is_none_or(|scheme| ["http", "https", "mailto"].contains(&scheme.to_ascii_lowercase().as_str()))
}
