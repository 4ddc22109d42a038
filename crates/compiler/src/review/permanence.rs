//! Checks that every address that was once published stays reachable.
//!
//! 1. Each address in `content/urls.lock` must be a page or file of the site, or redirect to one.
//! 2. If other errors keep the site from being rendered, addresses of entries are looked up among the source files, so
//!    that a renamed entry is reported together with the links that it broke.
//! 3. A renamed entry needs an `id` to keep its identity in feeds.
//! 4. A body that has changed by more than a third since the entry's newest note needs a note for readers of feeds.
//! 5. A redirect of the settings (`moved`) must lead from a free address to an existing page.

use crate::site::redirects::{Redirect, folder};
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::document::{Document, GLOSSARY};
use rooflight_glossary::model::url_lock::{self, Lock};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::Sources;
use rooflight_source::yaml_path;
use std::collections::{BTreeMap, BTreeSet};

/// Reports every address that the site would lose; `paths` has all files of the finished site.
pub(crate) fn check(lock: &Lock, paths: &BTreeSet<String>, problems: &mut Vec<Diagnostic>) {
    let pages = || paths.iter().filter_map(|path| path.strip_suffix("index.html")).filter(|path| !path.is_empty());
    for (address, span) in &lock.lines {
        if !url_lock::answers(paths, address) {
            problems.push(messages::lost_address(Location::new(url_lock::PATH, span.clone()), address, pages()));
        }
    }
}

/// The folder of the entries' addresses.
const FOLDER: &str = "/glossary/";

/// The slugs of entries that are or may be published, for a site that cannot be rendered.
#[derive(Debug, Default)]
pub(crate) struct LiveAddresses {
    slugs: BTreeSet<String>,
    /// True if an entry that could not be parsed mentions `former`, so its former addresses are unknown and nothing is
    /// reported.
    is_unclear: bool,
}

impl LiveAddresses {
    /// Collects published entries with their former addresses, and every entry that could not be parsed.
    pub(crate) fn new(sources: &Sources, published: &[Document], drafts: &[Document]) -> Self {
        let mut kept = Self::default();
        for document in published {
            kept.slugs.insert(document.slug.clone());
            kept.slugs.extend(document.front.former.iter().cloned());
        }
        let parsed: BTreeSet<&str> = published.iter().chain(drafts).map(|document| document.path.as_str()).collect();
        for file in sources.below(GLOSSARY, "md").filter(|file| !parsed.contains(file.path.as_str())) {
            kept.slugs.insert(file.stem().to_owned());
            kept.is_unclear |= file.text.contains("former");
        }
        kept
    }

    /// Reports every address of an entry that the site would lose.
    pub(crate) fn check(&self, lock: &Lock, config: &Config, problems: &mut Vec<Diagnostic>) {
        if self.is_unclear {
            return;
        }
        let moved: BTreeSet<String> = config.moved.keys().map(|from| format!("/{}", folder(from))).collect();
        let entries: Vec<String> = self.slugs.iter().map(|slug| format!("glossary/{slug}/")).collect();
        for (address, span) in &lock.lines {
            let slug = address.strip_prefix(FOLDER).and_then(|rest| rest.strip_suffix('/'));
            let is_lost = slug.is_some_and(|slug| !slug.contains('/') && !self.slugs.contains(slug));
            if is_lost && !moved.contains(address) {
                let location = Location::new(url_lock::PATH, span.clone());
                problems.push(messages::lost_address(location, address, entries.iter().map(String::as_str)));
            }
        }
    }
}

/// Warns of an entry that was renamed without an `id`: its identity in feeds is derived from the file's name, so feed
/// readers would show it again.
pub(super) fn check_identity(entry: &Entry, lock: &Lock, problems: &mut Vec<Diagnostic>) {
    let document = &entry.document;
    let Some(first) = document.front.former.first().filter(|_| document.front.id.is_none()) else { return };
    // If this address was published before, the entry was not renamed but has absorbed another.
    if !lock.has(&format!("glossary/{}/", document.slug)) {
        problems.push(messages::renamed(document.location(yaml_path!["former", 0usize]), first));
    }
}

/// The share of a body that may change without a note.
const UNNOTED: f64 = 1.0 / 3.0;

/// Warns of an entry whose body was rewritten without a note: subscribers would not hear of it.
pub(super) fn check_notes(entry: &Entry, lock: &Lock, problems: &mut Vec<Diagnostic>) {
    let document = &entry.document;
    if let Some((share, day)) = lock.changed_share(document).zip(document.front.updated())
        && share > UNNOTED
    {
        problems.push(messages::no_note(document.location(yaml_path!["changes"]), day, share));
    }
}

/// Reports redirects in `moved` whose address is in use or whose target does not exist. `paths` has every page except
/// redirects.
pub(crate) fn check_moved(
    config: &Config,
    moves: &[Redirect],
    paths: &BTreeSet<String>,
    problems: &mut Vec<Diagnostic>,
) {
    let mut targets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for other in moves {
        targets.entry(&other.from).or_default().push(&other.to);
    }
    for (from, to) in &config.moved {
        let location = || config.location(yaml_path!["moved", from.as_str()]);
        let (old, new) = (folder(from), folder(to));
        let elsewhere = targets.get(&*old).is_some_and(|all| all.iter().any(|other| *other != new));
        if paths.contains(&format!("{old}index.html")) || elsewhere {
            problems.push(messages::moved_in_use(location(), &old));
        } else if !paths.contains(&format!("{new}index.html")) {
            let pages = paths.iter().filter_map(|path| path.strip_suffix("index.html"));
            problems.push(messages::moved_nowhere(location(), &new, pages));
        }
    }
}
