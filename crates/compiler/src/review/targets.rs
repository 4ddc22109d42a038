//! Checks links that authors wrote by hand against the finished site: the file must exist, and so must the part after
//! `#`.
//!
//! 1. An address is relative to the site's root if it begins with `/`, else to the page's own folder; links to other
//!    hosts are not checked.
//! 2. It must be a file of the site, or a folder with an `index.html`.
//! 3. The part after `#` must be an id of that page.

use crate::sink::Done;
use crate::site::paths::entry_path;
use rooflight_glossary::link::{Glossary, LinkedBody};
use rooflight_glossary::model::config::Config;
use rooflight_glossary::syntax::inline;
use rooflight_glossary::syntax::markdown::WrittenLink;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::yaml_path;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// A link that an author wrote to a file of the site.
struct InternalLink<'a> {
    file: &'a str,
    span: Range<usize>,
    /// The address as written; for `[[Name#Heading]]`, the address that it leads to.
    address: Cow<'a, str>,
    /// The resolved path below the site's root, without fragment.
    path: String,
    /// The fragment after `#`, if there is one.
    anchor: Option<Cow<'a, str>>,
}

/// Reports every broken link in the default language's bodies. `site` must have the texts of [`referenced_paths`].
pub(crate) fn check(glossary: &Glossary, site: &Done, problems: &mut Vec<Diagnostic>) {
    let mut targets = Targets::new(site);
    problems.extend(links(glossary).filter_map(|link| targets.dead(&link, page(site, &link.path))));
}

/// Reports every link of a translation that is broken both in its own language and in the default one. `folder` is the
/// language's folder below the site's root.
pub(crate) fn check_translations(glossary: &Glossary, folder: &str, site: &Done, problems: &mut Vec<Diagnostic>) {
    let own: BTreeSet<&str> = translated(glossary).collect();
    let found = |path: &str| page(site, &format!("{folder}{path}")).or_else(|| page(site, path));
    let links = links(glossary).filter(|link| own.contains(link.file));
    let mut targets = Targets::new(site);
    problems.extend(links.filter_map(|link| targets.dead(&link, found(&link.path))));
}

/// After so many dead links of a file, the nearest address or anchor is not sought any more: no more are printed.
const MAX_SUGGESTED: usize = 100;

/// The pages and anchors of a site, which links lead to.
struct Targets<'a> {
    site: &'a Done,
    /// The ids of each page that a link with a fragment leads to, by the place of its text; `None` if it is not HTML.
    ids: HashMap<*const u8, Option<HashSet<&'a str>>>,
    /// The number of dead links of each file.
    dead: HashMap<String, usize>,
}

impl<'a> Targets<'a> {
    fn new(site: &'a Done) -> Self {
        Self { site, ids: HashMap::new(), dead: HashMap::new() }
    }

    /// Returns the problem of a link whose page or anchor does not exist.
    fn dead(&mut self, link: &InternalLink<'_>, found: Option<&'a str>) -> Option<Diagnostic> {
        let anchor = link.anchor.as_deref();
        if let Some(html) = found
            && anchor.is_none_or(|anchor| self.has(html, anchor))
        {
            return None;
        }
        let count = self.dead.entry(link.file.to_owned()).or_default();
        *count += 1;
        let most = if *count > MAX_SUGGESTED { 0 } else { usize::MAX };
        let location = Location::new(link.file, link.span.clone());
        Some(match (found, anchor) {
            (Some(html), Some(anchor)) => messages::dead_anchor(location, anchor, ids(html).take(most)),
            _ => messages::dead_link(location, &link.address, &link.path, pages(self.site).take(most)),
        })
    }

    /// True if the page has this id, or if the file is not HTML. A percent-encoded fragment passes unchecked.
    fn has(&mut self, html: &'a str, anchor: &str) -> bool {
        let known = || html.contains("<html").then(|| ids(html).collect());
        anchor.contains('%')
            || self.ids.entry(html.as_ptr()).or_insert_with(known).as_ref().is_none_or(|ids| ids.contains(anchor))
    }
}

/// Returns the source paths of the translations.
fn translated(glossary: &Glossary) -> impl Iterator<Item = &str> {
    let documents = glossary.entries.iter().map(|entry| &entry.document);
    documents.filter(|document| document.translation.is_some()).map(|document| document.path.as_str())
}

/// Reports every broken link of the theme, in the navigation and in the footer.
pub(crate) fn check_theme(config: &Config, site: &Done, problems: &mut Vec<Diagnostic>) {
    let theme = &config.theme;
    let mut check = |address: &str, place: &dyn Fn() -> Location| {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let path = resolve("", path);
        if !leads_away(address) && page(site, &path).is_none() {
            problems.push(messages::dead_link(place(), address, &path, pages(site)));
        }
    };
    for (number, link) in theme.navigation.iter().enumerate() {
        check(&link.url, &|| config.location(yaml_path!["theme", "navigation", number, "url"]));
    }
    for address in theme.footer.iter().flat_map(|footer| inline::links(footer)) {
        check(&address, &|| config.location(yaml_path!["theme", "footer"]));
    }
}

/// Returns the paths of the pages that links with a fragment lead to; only their text has to be kept for the checks.
#[must_use]
pub(crate) fn referenced_paths<'a>(
    glossary: &'a Glossary,
    further: impl Iterator<Item = (&'a Glossary, &'a str)>,
) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for (glossary, folder) in std::iter::once((glossary, "")).chain(further) {
        for link in links(glossary).filter(|link| link.anchor.is_some()) {
            paths.extend(files(&link.path));
            if !folder.is_empty() {
                paths.extend(files(&format!("{folder}{}", link.path)));
            }
        }
    }
    paths
}

fn links(glossary: &Glossary) -> impl Iterator<Item = InternalLink<'_>> {
    let entries = glossary.entries.iter().map(|entry| (entry.document.path.as_str(), entry_path(entry), &entry.body));
    let pages = glossary.pages.iter().map(|linked| {
        let page = &linked.page;
        (page.path.as_str(), format!("{}/", page.slug), &linked.body)
    });
    entries.chain(pages).flat_map(move |(file, folder, body)| {
        let headings = headings(glossary, file, &folder, body);
        headings
            .into_iter()
            .chain(body.written().links().iter().filter_map(move |written| link(file, &folder, written)))
    })
}

/// Returns the links of a body that name a heading: `[[Name#Heading]]`.
fn headings<'a>(glossary: &'a Glossary, file: &'a str, folder: &str, body: &'a LinkedBody) -> Vec<InternalLink<'a>> {
    let found = body.headings().into_iter().map(|(entry, id, span)| {
        let path = entry.map_or_else(|| folder.to_owned(), |number| entry_path(&glossary.entries[number]));
        InternalLink { file, span, address: format!("{path}#{id}").into(), path, anchor: Some(id.into_string().into()) }
    });
    found.collect()
}

fn link<'a>(file: &'a str, folder: &str, WrittenLink { address, span }: &'a WrittenLink) -> Option<InternalLink<'a>> {
    if leads_away(address) {
        return None;
    }
    let (path, anchor) = address.split_once('#').map_or((&**address, None), |(path, anchor)| (path, Some(anchor)));
    let path = resolve(folder, path.split('?').next().unwrap_or_default());
    let anchor = anchor.filter(|anchor| !anchor.is_empty()).map(Cow::Borrowed);
    Some(InternalLink { file, span: span.clone(), address: Cow::Borrowed(address), path, anchor })
}

/// True for an address with a scheme or a host.
fn leads_away(address: &str) -> bool {
    let scheme = address.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    scheme || address.starts_with("//")
}

/// Resolves an address against a folder, and returns the path below the site's root.
fn resolve(folder: &str, address: &str) -> String {
    let (start, rest) = address.strip_prefix('/').map_or((folder, address), |rest| ("", rest));
    let mut parts: Vec<&str> = start.split('/').filter(|part| !part.is_empty()).collect();
    let is_folder = rest.is_empty() || rest.ends_with(['/', '.']);
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            // A path that leads out of the site keeps its `..`, so no file matches it.
            ".." if parts.last().is_none_or(|last| *last == "..") => parts.push(".."),
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    if is_folder && !path.is_empty() { format!("{path}/") } else { path }
}

/// Returns the two paths that may serve an address: the file itself, and the `index.html` of a folder.
fn files(path: &str) -> [String; 2] {
    let folder = format!("{}/index.html", path.trim_end_matches('/'));
    [path.to_owned(), folder.trim_start_matches('/').to_owned()]
}

/// Returns the text of the file at an address, empty if it was not kept or is not text; `None` if there is no such
/// file.
fn page<'a>(site: &'a Done, path: &str) -> Option<&'a str> {
    let file = files(path).into_iter().find(|file| site.paths.contains(file))?;
    Some(site.texts.get(&file).map_or("", String::as_str))
}

/// Returns the addresses of the site's pages.
fn pages(site: &Done) -> impl Iterator<Item = &str> {
    site.paths.iter().filter_map(|path| path.strip_suffix("index.html"))
}

/// Returns the ids in a page's HTML.
fn ids(html: &str) -> impl Iterator<Item = &str> {
    html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next())
}
