//! Diagnostics of a body's first reading: raw HTML, addresses that a page must not have, images of other hosts,
//! first-level headings, attributes that no heading has.

use super::{First, Reader};
use crate::syntax::density::Density;
use crate::syntax::markdown::Link;
use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Tag};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::{characters, url};
use std::ops::Range;

impl Reader<'_, '_> {
    /// Reads what a heading says of links.
    pub(super) fn attributes(
        &mut self,
        attributes: &[(CowStr<'_>, Option<CowStr<'_>>)],
        span: &Range<usize>,
    ) -> Option<Density> {
        let mut links = None;
        for (name, value) in attributes {
            let value = value.as_deref().unwrap_or_default();
            let density = (&**name == "links").then(|| Density::named(value)).flatten();
            if density.is_none() {
                self.tell(span, |place| {
                    messages::bad_value(place, format!("a heading has no attribute `{name}={value}`"))
                        .help("known: `links=off`, `links=all`, `links=section`, `links=page`")
                });
            }
            links = density.or(links);
        }
        links
    }

    /// Says what is wrong with an event, and notes where a link leads.
    pub(super) fn check(&mut self, event: &Event<'_>, span: &Range<usize>) {
        if let (
            Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) | Event::Start(Tag::CodeBlock(_)),
            Some(first),
        ) = (event, &mut self.first)
        {
            first.code.push(span.clone());
        }
        match event {
            Event::Html(html) | Event::InlineHtml(html) if !self.dialect.raw_html && !self.is_comment(html) => {
                self.tell(span, messages::raw_html);
            }
            // A mention leads to an entry, whatever it looks like, and an address of mail to no page.
            Event::Start(Tag::Link { link_type: LinkType::WikiLink { .. } | LinkType::Email, .. }) => {}
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                if let Some(first) = &mut self.first {
                    first.kept.links.push(Link { address: dest_url.to_string().into(), span: span.clone() });
                }
                if !url::is_allowed(dest_url) {
                    self.tell(span, |place| messages::bad_link(place, dest_url));
                } else if matches!(event, Event::Start(Tag::Image { .. })) && !url::is_own(dest_url) {
                    self.remote_picture(dest_url, span);
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

    /// A picture of another host needs the setting, and words for those who cannot see it.
    fn remote_picture(&mut self, address: &str, span: &Range<usize>) {
        let written = self.text.get(span.clone()).unwrap_or_default();
        if !self.dialect.remote_pictures.allows(address) {
            self.tell(span, |place| messages::foreign_image(place, address));
        } else if written.trim_start_matches("![").trim_start().starts_with(']') {
            self.tell(span, |place| {
                messages::bad_value(place, "a picture of another host has a description")
                    .help("write it between the brackets: `![a red door](https://…)`")
            });
        }
    }

    /// True for a comment, or the lines of one that goes on.
    fn is_comment(&mut self, html: &str) -> bool {
        let text = html.trim();
        let begins = text.starts_with("<!--");
        let is_one = begins || self.in_comment;
        self.in_comment = is_one && !text.ends_with("-->");
        is_one && text.find("-->").is_none_or(|end| end + 3 == text.len())
    }

    /// Says something of a place, if it is the first time.
    pub(super) fn tell(&mut self, span: &Range<usize>, problem: impl FnOnce(Location) -> Diagnostic) {
        if let Some(First { path, problems, .. }) = &mut self.first {
            problems.push(problem(Location::new(*path, span.clone())));
        }
    }
}
