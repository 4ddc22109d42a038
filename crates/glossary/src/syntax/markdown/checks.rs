//! Diagnostics of a body's first pass: raw HTML, forbidden addresses, images of other hosts, first-level headings,
//! unknown attributes of headings, control characters written as entities.

use super::{BodyReader, FirstPassOutput};
use crate::syntax::density::Density;
use crate::syntax::markdown::WrittenLink;
use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Tag};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::{characters, url};
use std::ops::Range;

impl BodyReader<'_, '_> {
    /// Reads a heading's `links` attribute, and reports any other.
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
                self.report(span, |place| {
                    messages::bad_value(place, format!("a heading has no attribute `{name}={value}`"))
                        .help("known: `links=off`, `links=all`, `links=section`, `links=page`")
                });
            }
            links = density.or(links);
        }
        links
    }

    /// Reports the problems of an event, and records code and links.
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
                self.report(span, messages::raw_html);
            }
            // A mention leads to an entry, whatever it looks like, and an email address to no page.
            Event::Start(Tag::Link { link_type: LinkType::WikiLink { .. } | LinkType::Email, .. }) => {}
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                if let Some(first) = &mut self.first {
                    first.kept.links.push(WrittenLink { address: dest_url.to_string().into(), span: span.clone() });
                }
                if !url::is_allowed(dest_url) {
                    self.report(span, |place| messages::bad_link(place, dest_url));
                } else if matches!(event, Event::Start(Tag::Image { .. })) && !url::is_own(dest_url) {
                    self.remote_picture(dest_url, span);
                }
            }
            Event::Text(text) | Event::Code(text) => {
                // A character that was written as an entity; others are reported already.
                let written = self.text.get(span.clone()).unwrap_or_default();
                if written != &**text
                    && let Some(found) = text.chars().find(|c| characters::is_forbidden(*c))
                    && !written.contains(found)
                {
                    self.report(span, |place| messages::control_character(place, found));
                }
            }
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => self.report(span, |place| {
                messages::bad_value(place, "a body has no first-level heading: the term is the page's only one")
            }),
            _ => {}
        }
    }

    /// Reports a picture of another host that the settings do not allow, or that has no description.
    fn remote_picture(&mut self, address: &str, span: &Range<usize>) {
        let written = self.text.get(span.clone()).unwrap_or_default();
        if !self.dialect.remote_pictures.allows(address) {
            self.report(span, |place| messages::foreign_image(place, address));
        } else if written.trim_start_matches("![").trim_start().starts_with(']') {
            self.report(span, |place| {
                messages::bad_value(place, "a picture of another host has a description")
                    .help("write it between the brackets: `![a red door](https://…)`")
            });
        }
    }

    /// True for an HTML comment, or a line of one.
    fn is_comment(&mut self, html: &str) -> bool {
        let text = html.trim();
        let begins = text.starts_with("<!--");
        let is_one = begins || self.in_comment;
        self.in_comment = is_one && !text.ends_with("-->");
        is_one && text.find("-->").is_none_or(|end| end + 3 == text.len())
    }

    /// Reports a problem at these bytes of the file, in the first pass only.
    pub(super) fn report(&mut self, span: &Range<usize>, problem: impl FnOnce(Location) -> Diagnostic) {
        if let Some(FirstPassOutput { path, problems, .. }) = &mut self.first {
            problems.push(problem(Location::new(*path, span.clone())));
        }
    }
}
