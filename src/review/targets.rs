//! Links that authors wrote by hand, against the finished site: each leads to a file, and to a part of it that is there.
//!
//! 1. An address is meant from the site's root if it begins with `/`, otherwise from the page's own folder; other hosts are not asked.
//! 2. It has to be a file of the site, or a folder with an `index.html`.
//! 3. What follows `#` has to be an id of that page.

use crate::Site;
use crate::diagnostic::{Diagnostic, Place, messages};
use crate::link::Glossary;
use crate::parse::markdown::{Node, Spanned};
use crate::render::entry_path;
use pulldown_cmark::{Event, Tag};

/// Reports every link of every body that leads to nothing.
pub fn check(glossary: &Glossary, site: &Site, problems: &mut Vec<Diagnostic>) {
    for entry in &glossary.entries {
        body(&entry.document.path, &entry_path(entry), &entry.document.body, site, problems);
    }
    for linked in &glossary.pages {
        body(&linked.page.path, &format!("{}/", linked.page.slug), &linked.page.body, site, problems);
    }
}

fn body(file: &str, folder: &str, nodes: &[Spanned], site: &Site, problems: &mut Vec<Diagnostic>) {
    for Spanned { node, span } in nodes {
        let Node::Markdown(Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. })) = node else {
            continue;
        };
        if leads_away(dest_url) {
            continue;
        }
        let place = || Place::new(file, span.clone());
        let (path, anchor) =
            dest_url.split_once('#').map_or((&**dest_url, None), |(path, anchor)| (path, Some(anchor)));
        let path = resolve(folder, path.split('?').next().unwrap_or_default());
        match (page(site, &path), anchor) {
            (None, _) => problems.push(messages::dead_link(place(), dest_url, &path, pages(site))),
            (Some(html), Some(anchor)) if !anchor.is_empty() && !has(html, anchor) => {
                problems.push(messages::dead_anchor(place(), anchor, ids(html)));
            }
            _ => {}
        }
    }
}

/// True for an address with a scheme or a host of its own.
fn leads_away(address: &str) -> bool {
    let scheme = address.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    scheme || address.starts_with("//")
}

/// The address below the site's root.
fn resolve(folder: &str, address: &str) -> String {
    let (start, rest) = address.strip_prefix('/').map_or((folder, address), |rest| ("", rest));
    let mut parts: Vec<&str> = start.split('/').filter(|part| !part.is_empty()).collect();
    let is_folder = rest.is_empty() || rest.ends_with(['/', '.']);
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            // A way that leads out of the site stays one, and is found to lead to nothing.
            ".." if parts.last().is_none_or(|last| *last == "..") => parts.push(".."),
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    if is_folder && !path.is_empty() { format!("{path}/") } else { path }
}

/// The file at an address, as text where it is one.
fn page<'a>(site: &'a Site, path: &str) -> Option<&'a str> {
    let folder = format!("{}/index.html", path.trim_end_matches('/'));
    let bytes = site.get(path).or_else(|| site.get(folder.trim_start_matches('/')))?;
    Some(std::str::from_utf8(bytes).unwrap_or_default())
}

/// The addresses of the site's pages.
fn pages(site: &Site) -> impl Iterator<Item = &str> {
    site.keys().filter_map(|path| path.strip_suffix("index.html"))
}

/// The ids of a page.
fn ids(html: &str) -> impl Iterator<Item = &str> {
    html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// True if the page has this id, or if the file is none that has ids. An id may be written as percent escapes, which is not looked into.
fn has(html: &str, anchor: &str) -> bool {
    !html.contains("<html") || anchor.contains('%') || ids(html).any(|id| id == anchor)
}
