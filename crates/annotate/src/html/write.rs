//! Inserts links into a page, or lists them for the script.
//!
//! 1. A link surrounds its words and has the entry's id; the head gets a style sheet and a script. Every inserted
//!    element carries [`AUTO`], so that [`undo`](super::undo) finds it.
//! 2. A page that a framework hydrates gets the style sheet and the script alone. Its links are a list of quotations in
//!    a file below [`FOLDER`], which the script applies once the framework has finished: a framework compares the text
//!    of a page with its own output.
//! 3. Earlier insertions are removed first, so that another run changes nothing. Where links cannot be, for want of a
//!    head or of room, they stay removed.

use crate::glossary::Glossary;
use crate::html::frameworks::{Framework, framework};
use crate::html::page::{PlannedLink, Reading, read_tokens};
use crate::html::rules::{Rules, TERM};
use crate::html::token::{Token, TokenKind};
use crate::html::tokens::tokens;
use crate::html::undo::{AUTO, undo};
use serde_json::json;

/// The folder of the style sheet, the script, the cards and the lists, at the root of the site.
pub const FOLDER: &str = "rooflight-terms";

/// Maximum size of a page in bytes, with its links: a larger one would not be read again to remove them.
pub const MAX_PAGE_BYTES: usize = 16 << 20;

const TOO_LARGE: &str = "larger than 16 MiB with its links";

/// The version of the list format that the script reads.
pub const VERSION: u8 = 1;

/// A page with its links.
#[derive(Debug)]
pub struct Annotated {
    /// The new page; `None` if nothing changed.
    pub html: Option<String>,
    /// The list of links of a page that a framework hydrates: its path below [`FOLDER`], and its JSON.
    pub list: Option<(String, String)>,
    /// The mentions in the page as its generator wrote it, before links were added.
    pub reading: Reading,
    /// The framework that hydrates the page.
    pub framework: Option<Framework>,
    /// Why a page that mentions terms gets no link.
    pub left: Option<&'static str>,
}

/// Annotates a page; `path` is its path below the root of the site, with `/`, and `base` the path of that root on the
/// server, or `None` for addresses relative to the page.
#[must_use]
pub fn annotate(html: &str, path: &str, base: Option<&str>, glossary: &Glossary, rules: &Rules) -> Annotated {
    let before = undo(html);
    let tokens = tokens(&before);
    let framework = framework(&before, &tokens);
    let mut reading = read_tokens(&before, &tokens, glossary, rules, framework.is_some());
    let root = base.map_or_else(|| root_address(path, &tokens), |base| base.trim_end_matches('/').to_owned() + "/");
    let has_links = !reading.links.is_empty() || !reading.linked.is_empty() || framework.is_some();
    let first = reading.links.first().map_or(before.len(), |link| link.span.start);
    let head = match head_end(&tokens) {
        Some(at) if has_links && at <= first => Some((at, head(&root, framework.map(|_| rules)))),
        _ => None,
    };
    let entries = reading.links.iter().map(|link| &glossary.entries[link.entry]);
    let added: usize = entries.map(|entry| entry.url.len() + entry.id.len()).sum();
    // Asked before the links are written: a long address times many links is more than memory holds.
    let written = if has_links && head.is_none() {
        // Without a head there is no place for the style, and a link without it would look like the author's.
        Err("no head before its links")
    } else if before.len() + added > MAX_PAGE_BYTES {
        Err(TOO_LARGE)
    } else {
        let links: &[PlannedLink] = if framework.is_some() { &[] } else { &reading.links };
        Some(insert(&before, head, links, glossary)).filter(|out| out.len() <= MAX_PAGE_BYTES).ok_or(TOO_LARGE)
    };
    let left = written.as_ref().err().copied();
    let out = written.unwrap_or_else(|_| {
        reading.links.clear();
        before.into_owned()
    });
    let list = framework.filter(|_| left.is_none());
    let list = list.map(|_| (list_path(path), list_of(&reading.links, glossary, rules)));
    let html = (out != html).then_some(out);
    Annotated { html, list, reading, framework, left }
}

/// Returns the relative address of the site's root from a page's base URL, which is the page's own address or that of
/// its `<base>`. An absolute `<base>` is taken for the root, as generators write it.
fn root_address(path: &str, tokens: &[Token<'_>]) -> String {
    let base = tokens.iter().find_map(|token| match &token.kind {
        TokenKind::Start(tag) if tag.name == "base" => tag.attribute("href"),
        _ => None,
    });
    let mut depth = path.matches('/').count();
    match base {
        Some(base) if base.starts_with('/') || base.contains(':') => depth = 0,
        Some(base) => {
            let (folders, _) = base.rsplit_once('/').unwrap_or_default();
            for name in folders.split('/') {
                match name {
                    "" | "." => {}
                    ".." => depth = depth.saturating_sub(1),
                    _ => depth += 1,
                }
            }
        }
        None => {}
    }
    "../".repeat(depth)
}

/// The elements of a head, whose own tags an author may leave out, and those around it.
const IN_HEAD: [&str; 10] =
    ["base", "head", "html", "link", "meta", "noscript", "script", "style", "template", "title"];

/// Returns the byte where the head ends: before its end tag, or before the first element of the body if the author left
/// that out.
fn head_end(tokens: &[Token<'_>]) -> Option<usize> {
    let ends = |token: &&Token<'_>| match &token.kind {
        TokenKind::End(name) => name == "head",
        TokenKind::Start(tag) => !IN_HEAD.contains(&&*tag.name),
        _ => false,
    };
    tokens.iter().find(ends).map(|token| token.span.start)
}

/// Returns the elements for the head; `lists` are the rules of a page whose links are in a list.
fn head(root: &str, lists: Option<&Rules>) -> String {
    let lists = lists
        .map_or_else(String::new, |rules| format!(" data-rooflight-pages=\"{}\"", escaped(&rules.within.to_string())));
    let root = escaped(root);
    format!(
        "<link rel=\"stylesheet\" href=\"{root}{FOLDER}/terms.css\" {AUTO}>\
         <script type=\"module\" src=\"{root}{FOLDER}/terms.js\"{lists} {AUTO}></script>"
    )
}

/// Returns the page with these elements in the head, at their byte, and with links.
fn insert(html: &str, head: Option<(usize, String)>, links: &[PlannedLink], glossary: &Glossary) -> String {
    let mut insertions: Vec<(usize, String)> = head.into_iter().collect();
    for link in links {
        let entry = &glossary.entries[link.entry];
        let start = format!("<a href=\"{}\" {TERM}=\"{}\" {AUTO}>", escaped(&entry.url), escaped(&entry.id));
        insertions.push((link.span.start, start));
        insertions.push((link.span.end, "</a>".to_owned()));
    }
    // Links are sorted, do not overlap and come after `<head>`; the stable sort keeps an end before a start at the same
    // byte.
    insertions.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(html.len() + insertions.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut from = 0;
    for (at, text) in insertions {
        out.push_str(html.get(from..at).unwrap_or_default());
        out.push_str(&text);
        from = at;
    }
    out.push_str(&html[from..]);
    out
}

/// Returns the path of a page's list: the page's own without `index.html` or `.html`, as the script derives it from an
/// address.
fn list_path(path: &str) -> String {
    let name = path.strip_suffix("index.html").or_else(|| path.strip_suffix(".html")).unwrap_or(path);
    let name = name.trim_end_matches('/');
    format!("pages/{}.json", if name.is_empty() { "index" } else { name })
}

/// Returns the list of a page's links, as JSON.
fn list_of(links: &[PlannedLink], glossary: &Glossary, rules: &Rules) -> String {
    let links = links.iter().filter_map(|link| {
        let (entry, quote) = (&glossary.entries[link.entry], link.quote.as_ref()?);
        Some(json!([entry.id, entry.url, quote.before, quote.words, quote.after]))
    });
    let links: Vec<_> = links.collect();
    json!({ "version": VERSION, "within": rules.within.to_string(), "links": links }).to_string() + "\n"
}

/// Returns the hover card of an entry, in the site's own JSON format.
#[must_use]
pub fn card(glossary: &Glossary, entry: &crate::glossary::Entry) -> String {
    let card = json!({
        "version": 1,
        "id": entry.id,
        "term": entry.term,
        "aliases": entry.aliases,
        "layer": glossary.layer_title(&entry.layer),
        "definition": entry.definition,
        "url": entry.url,
        "site": { "title": glossary.title, "url": glossary.url },
        "language": glossary.language,
    });
    card.to_string() + "\n"
}

/// Escapes a text for an attribute in double quotes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
