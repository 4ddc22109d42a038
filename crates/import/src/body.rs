//! Rewrites bodies so that a page can show them: links to entries by name, pictures of the site, no HTML, no second
//! title.
//!
//! 1. Shortcodes become Markdown ([`crate::shortcodes`]).
//! 2. The body is parsed, and only the ranges that a page would refuse are replaced.
//! 3. A link to something that is not imported becomes its text; a picture of another host becomes a link.
//!
//! Never changes code.

use crate::draft::{Origin, is_web};
use crate::edits::{Targets, edited};
use crate::report::{Handling, Report};
use crate::shortcodes::{self, ShortcodeRule};
use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};
use rooflight_glossary::syntax::{heading_target, lead};
use rooflight_source::characters;
use std::collections::BTreeSet;
use std::ops::Range;

/// The Markdown extensions of pages.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_OLD_FOOTNOTES)
    .union(Options::ENABLE_WIKILINKS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// Rewrites a body so that a page can show it.
pub fn clean(
    body: &str,
    targets: &Targets<'_>,
    rules: &[ShortcodeRule],
    place: &Origin,
    report: &mut Report,
) -> String {
    let body: String = body.chars().filter(|c| !characters::is_forbidden(*c)).collect();
    let body = shortcodes::replaced(&body, OPTIONS, rules, targets, (place, &mut *report));
    let mut pass = Pass {
        text: &body,
        targets,
        place,
        report,
        edits: Vec::new(),
        open: Vec::new(),
        hidden: None,
        notes: notes(&body),
    };
    for (event, range) in Parser::new_ext(&body, OPTIONS).into_offset_iter() {
        pass.event(event, range);
    }
    let edits = pass.edits;
    edited(&body, edits).trim().to_owned()
}

fn notes(body: &str) -> BTreeSet<String> {
    let events = Parser::new_ext(body, OPTIONS);
    events
        .filter_map(|event| match event {
            Event::Start(Tag::FootnoteDefinition(name)) => Some(name.to_lowercase()),
            _ => None,
        })
        .collect()
}

/// Tags whose content is no text.
const HIDDEN: [&str; 3] = ["script", "style", "svg"];

/// A link or picture whose end has not been reached: its range, the range of its text so far, and its target.
struct Open {
    range: Range<usize>,
    words: Option<Range<usize>>,
    kind: LinkType,
    url: String,
    is_picture: bool,
}

struct Pass<'a> {
    text: &'a str,
    targets: &'a Targets<'a>,
    place: &'a Origin,
    report: &'a mut Report,
    edits: Vec<(Range<usize>, String)>,
    open: Vec<Open>,
    /// The start of a script, a style sheet or an SVG drawing whose end has not been reached, and its tag.
    hidden: Option<(usize, &'static str)>,
    notes: BTreeSet<String>,
}

impl Pass<'_> {
    fn note(&mut self, handling: Handling, what: &str) {
        self.report.note(handling, what, self.place);
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        let is_end = matches!(event, Event::End(TagEnd::Link | TagEnd::Image));
        let ended = if is_end { self.open.pop() } else { None };
        if let Some(open) = self.open.last_mut() {
            let start = open.words.as_ref().map_or(range.start, |words| words.start);
            open.words = Some(start..range.end);
        }
        if let Some(open) = ended {
            if open.is_picture { self.picture(&open) } else { self.link(&open) }
        }
        match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => self.begin(range, link_type, &dest_url, false),
            Event::Start(Tag::Image { link_type, dest_url, .. }) => self.begin(range, link_type, &dest_url, true),
            Event::Start(Tag::Heading { level, attrs, .. }) => self.heading(level, !attrs.is_empty(), &range),
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html, range),
            Event::FootnoteReference(name) if !self.notes.contains(&name.to_lowercase()) => {
                self.note(Handling::Left, "mark of a footnote that is not here");
                self.edits.push((range.start..range.start, "\\".to_owned()));
            }
            _ => {}
        }
    }

    fn begin(&mut self, range: Range<usize>, kind: LinkType, url: &str, is_picture: bool) {
        self.open.push(Open { range, words: None, kind, url: url.to_owned(), is_picture });
    }

    /// Rewrites a link to an entry or a heading, or replaces it by its text if the target is not imported.
    fn link(&mut self, open: &Open) {
        let is_wiki = matches!(open.kind, LinkType::WikiLink { .. });
        if matches!(open.kind, LinkType::Autolink | LinkType::Email) {
            return;
        }
        let url = open.url.trim();
        let is_mail = url.starts_with("mailto:");
        if !is_wiki && (is_mail || is_web(url)) {
            return;
        }
        let words = open.words.clone().map_or("", |words| &self.text[words]);
        let (file, fragment) = url.split_once('#').unwrap_or((url, ""));
        let link_text = link_text(words, file, fragment, is_wiki);
        match (self.targets.entry)(url) {
            Some(id) => {
                let part = self.part(Some(&id), file, fragment);
                let is_simple = !link_text.contains(['[', ']', '|', '\n']);
                let new = match link_text {
                    link_text if link_text == id && part.is_empty() => format!("[[{id}]]"),
                    link_text if is_simple => format!("[[{id}{part}|{link_text}]]"),
                    link_text => format!("[{link_text}](../{id}/{part})"),
                };
                self.edits.push((open.range.clone(), new));
            }
            None if is_wiki && file.is_empty() || !is_wiki && url.starts_with('#') => {
                let part = self.part(None, "", fragment);
                let new = if part.is_empty() {
                    self.note(Handling::Left, "link to a heading of the same note that is not there, as its words");
                    link_text
                } else {
                    format!("[{link_text}]({part})")
                };
                self.edits.push((open.range.clone(), new));
            }
            None => {
                // Of a link to a bare word that is no page, as `[pods](g)`, the words name the entry.
                let is_bare = !is_wiki && !url.contains(['/', '.', '#']) && !link_text.contains(['[', ']', '|', '\n']);
                let name = lead::words(&link_text);
                let names = [name.as_str(), name.strip_suffix('s').unwrap_or_default()];
                let found = names.into_iter().find_map(|name| (self.targets.entry)(name));
                let Some(id) = found.filter(|_| is_bare) else {
                    self.note(Handling::Left, "link to what is not imported, as its words");
                    self.edits.push((open.range.clone(), link_text));
                    return;
                };
                self.edits.push((open.range.clone(), format!("[[{id}|{link_text}]]")));
            }
        }
    }

    /// Returns `#` and the id of the heading that a link leads to; empty if there is none.
    fn part(&mut self, entry: Option<&str>, file: &str, fragment: &str) -> String {
        let words = fragment.rsplit('#').next().unwrap_or_default();
        if words.is_empty() || heading_target::is_block(words) || (file.is_empty() && entry.is_some()) {
            return String::new();
        }
        if let Some(id) = (self.targets.heading)(entry, words) {
            self.note(Handling::Mapped, "link to a heading");
            return format!("#{id}");
        }
        if entry.is_some() {
            self.note(Handling::Mapped, "link to a heading that is not there, to its entry");
        }
        String::new()
    }

    fn picture(&mut self, open: &Open) {
        let url = open.url.trim();
        let words = open.words.clone().map_or("", |words| &self.text[words]);
        // Links in a picture's description have no place in what replaces the picture.
        let words = if words.contains("](") { lead::words(words) } else { words.to_owned() };
        let is_wiki = matches!(open.kind, LinkType::WikiLink { .. });
        // "300" and "100x200" after a bar are sizes.
        let is_size = is_wiki && words.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x');
        let name = url.rsplit('/').next().unwrap_or(url);
        let is_repeated = is_wiki && words == url;
        let alternative = if is_size || is_repeated || words.is_empty() { stem(name) } else { words };
        let new = if is_web(url) {
            self.note(Handling::Mapped, "picture of another host, to a link");
            format!("[{alternative}](<{url}>)")
        } else if let Some(address) = (self.targets.picture)(url) {
            self.note(Handling::Mapped, "picture, copied");
            format!("![{alternative}]({address})")
        } else if let Some(id) = (self.targets.entry)(url) {
            self.note(Handling::Mapped, "embedded note, to a link");
            format!("[[{id}|{}]]", alternative.split('#').next().unwrap_or_default())
        } else {
            self.note(Handling::Left, "picture or embed that is not here, as its words");
            alternative
        };
        self.edits.push((open.range.clone(), new));
    }

    /// Moves a first-level heading to the second level, since a page's only one is its title, and removes attributes.
    fn heading(&mut self, level: HeadingLevel, has_attributes: bool, range: &Range<usize>) {
        let source = &self.text[range.clone()];
        if has_attributes && let Some(at) = source.rfind(" {") {
            let end = source[at..].find('}').map_or(source.trim_end().len(), |end| at + end + 1);
            self.note(Handling::Left, "attributes of a heading");
            self.edits.push((range.start + at..range.start + end, String::new()));
        }
        if level != HeadingLevel::H1 {
            return;
        }
        self.note(Handling::Mapped, "first-level heading to the second level");
        if source.trim_start().starts_with('#') {
            let at = range.start + source.find('#').unwrap_or_default();
            self.edits.push((at..at, "#".to_owned()));
        } else if let Some(at) = source.rfind('\n').filter(|_| source.contains('=')).or_else(|| source.rfind("\n=")) {
            let line = source[..source.trim_end().len()].rfind('\n').unwrap_or(at);
            self.edits.push((range.start + line + 1..range.start + source.trim_end().len(), "---".to_owned()));
        }
    }

    /// Turns tags into Markdown if it has an equivalent; of other tags only the text between them stays.
    fn html(&mut self, html: &str, range: Range<usize>) {
        let mut out = String::new();
        // The start of what `out` replaces.
        let mut from = range.start;
        let mut at = 0;
        while let Some(start) = html[at..].find('<').map(|start| at + start) {
            out.push_str(if self.hidden.is_none() { &html[at..start] } else { "" });
            let tag = &html[start..];
            let is_comment = tag.starts_with("<!--");
            let length = if is_comment { tag.find("-->").map(|end| end + 3) } else { tag.find('>').map(|end| end + 1) };
            at = start + length.unwrap_or(tag.len());
            if is_comment {
                self.note(Handling::Left, "comment");
                continue;
            }
            let name = tag[1..].trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric);
            let name = name.collect::<String>().to_ascii_lowercase();
            let is_end = tag.starts_with("</");
            match (HIDDEN.into_iter().find(|hidden| *hidden == name), self.hidden) {
                (Some(hides), None) if !is_end => {
                    self.note(Handling::Left, &format!("`<{hides}>` with its content"));
                    self.edits.push((from..range.start + start, std::mem::take(&mut out)));
                    self.hidden = Some((range.start + start, hides));
                }
                (_, Some((begin, open))) if is_end && name == open => {
                    // Text between the two tags is removed with them.
                    from = range.start + at;
                    self.edits.retain(|(edit, _)| edit.start < begin);
                    self.edits.push((begin..from, String::new()));
                    self.hidden = None;
                }
                (_, Some(_)) => {}
                (_, None) => out.push_str(&self.tag(&name, is_end, &html[start..at])),
            }
        }
        if self.hidden.is_none() {
            out.push_str(&html[at..]);
            self.edits.push((from..range.end, out));
        }
    }

    fn tag(&mut self, name: &str, is_end: bool, tag: &str) -> String {
        let mark = match name {
            "b" | "strong" => "**",
            "i" | "em" | "cite" | "dfn" | "var" => "*",
            "s" | "del" | "strike" => "~~",
            "code" | "kbd" | "samp" | "tt" => "`",
            "br" => " ",
            "img" => {
                let url = attribute(tag, "src").unwrap_or_default();
                let words = attribute(tag, "alt").unwrap_or_else(|| stem(&url));
                return if is_web(&url) {
                    self.note(Handling::Mapped, "picture of another host, to a link");
                    format!("[{words}](<{url}>)")
                } else {
                    match (self.targets.picture)(&url) {
                        Some(address) => format!("![{words}]({address})"),
                        None => words,
                    }
                };
            }
            _ => {
                let is_anchor = matches!(name, "a" | "span") && !crate::markup::anchors(tag).is_empty();
                if !is_end && !is_anchor {
                    self.note(Handling::Left, &format!("tag `<{name}>`, but for its words"));
                }
                return if matches!(name, "p" | "div" | "li" | "tr" | "h2" | "h3") {
                    "\n".to_owned()
                } else {
                    String::new()
                };
            }
        };
        self.note(Handling::Mapped, &format!("tag `<{name}>` to Markdown"));
        mark.to_owned()
    }
}

/// Returns the text of a link as readers see it.
fn link_text(words: &str, file: &str, fragment: &str, is_wiki: bool) -> String {
    let is_named = !is_wiki || (words != text_of(file, fragment) && !words.is_empty());
    if is_named {
        return words.trim_end_matches('\\').to_owned();
    }
    heading_target::shown(&text_of(file.rsplit('/').next().unwrap_or(file), fragment))
}

fn stem(name: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.replace(['[', ']'], "")
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let at = tag.find(&format!(" {name}="))? + name.len() + 2;
    let rest = &tag[at..];
    let value = match rest.chars().next()? {
        quote @ ('"' | '\'') => rest[1..].split(quote).next()?,
        _ => rest.split([' ', '>']).next()?,
    };
    Some(value.replace(['[', ']', '\n'], " ").trim().to_owned())
}

/// Removes the fragments of relative links.
#[must_use]
pub fn without_headings(body: &str) -> String {
    let mut edits = Vec::new();
    for (event, range) in Parser::new_ext(body, OPTIONS).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
        let is_own = dest_url.starts_with("[[") || dest_url.contains("://");
        let Some(at) = body[range.clone()].find(&*dest_url).filter(|_| !is_own) else { continue };
        let Some(sign) = dest_url.find('#') else { continue };
        let start = range.start + at;
        // A link to a heading of the same page gets an empty target, and shows as its text.
        edits.push((start + sign..start + dest_url.len(), String::new()));
    }
    edited(body, edits)
}

/// Returns the ids of a body's headings.
#[must_use]
pub fn headings(body: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Option<String> = None;
    for event in Parser::new_ext(body, OPTIONS) {
        match event {
            Event::Start(Tag::Heading { .. }) => open = Some(String::new()),
            Event::Text(text) | Event::Code(text) => open.iter_mut().for_each(|words| words.push_str(&text)),
            Event::End(TagEnd::Heading(_)) => found.extend(open.take().map(|words| heading_target::id(&words))),
            _ => {}
        }
    }
    found
}

/// Returns only the words of a body, by paragraph; the last resort for a body that still does not build.
#[must_use]
pub fn plain(body: &str) -> String {
    let paragraphs = body.split("\n\n").map(lead::words).filter(|text| !text.is_empty());
    paragraphs.map(|text| lead::escaped(&text)).collect::<Vec<_>>().join("\n\n")
}

/// Joins a file and a fragment with `#`.
fn text_of(file: &str, fragment: &str) -> String {
    if fragment.is_empty() { file.to_owned() } else { format!("{file}#{fragment}") }
}
