//! Review: warnings about sites that build but need a look.
//!
//! 0. [`unused`] names the files that nothing reads.
//! 0. [`theme`] looks at the files and colours of the settings' theme.
//! 1. [`addresses`] looks at where things will stand, before they are linked: two owners of one address are an error.
//!    [`runs`] compares the measured runs that texts name with their rows.
//! 2. [`glossary`] looks at the linked entries and pages, and only warns: each check has a file of its own. Drafts are
//!    left in peace.
//! 3. [`targets`] looks at the finished site: a link that leads to nothing in it is an error. So does [`permanence`]:
//!    an address that was published once and is lost is one too. And [`clashes`]: two files that want one place.
//!
//! Nothing here changes anything. Nothing compares with today's date, for which the newest date of the content stands,
//! but [`stale`], which is told the day by those who ask.

pub(crate) mod addresses;
mod body_tree;
pub(crate) mod calculators;
pub(crate) mod clashes;
mod definitions;
mod links;
pub(crate) mod permanence;
pub(crate) mod placeholders;
mod prose;
mod reviews;
pub(crate) mod runs;
mod sources;
mod speeds;
mod stale;
pub(crate) mod targets;
pub(crate) mod theme;
pub(crate) mod unused;

use body_tree::BodyTree;
use jiff::civil::Date;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::url_lock::Lock;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_source::diagnostic::Diagnostic;
use stale::years::Years;

/// All warnings about the entries and the pages beside them; with `today`, those about what is stale by then too.
pub(crate) fn glossary(
    glossary: &Glossary,
    config: &Config,
    lock: &Lock,
    catalog: Option<&Catalog>,
    today: Option<Date>,
    problems: &mut Vec<Diagnostic>,
) {
    let entries: Vec<&Entry> = glossary.entries.iter().filter(|entry| !entry.document.front.draft).collect();
    definitions::check(&entries, problems);
    match today {
        Some(today) => stale::check(&entries, today, problems),
        None => reviews::check(&entries, problems),
    }
    let years = today.map(|today| Years::new(config, catalog, today));
    let names = catalog.map(speeds::Names::new);
    let check_body = |path: &str, body: &Body, tree: &BodyTree<'_>, problems: &mut Vec<Diagnostic>| {
        if let Some(years) = &years {
            years.check(path, tree, problems);
        }
        prose::check(path, tree, config, problems);
        links::check_body(path, body, problems);
    };
    for entry in &entries {
        let document = &entry.document;
        let tree = body_tree::body_tree(&document.body);
        check_body(&document.path, &document.body, &tree, problems);
        sources::check(entry, &tree, problems);
        permanence::check_identity(entry, lock, problems);
        links::check_sources(document, problems);
        if let Some(names) = &names {
            speeds::check(document, &tree, names, problems);
        }
    }
    let pages = glossary.pages.iter().map(|linked| (linked.page.path.as_str(), &linked.page.body));
    let tracks = glossary.tracks.iter().filter(|linked| !linked.track.draft);
    let lessons = tracks.flat_map(|linked| &linked.track.pages).map(|page| (page.path.as_str(), &page.body));
    let comparisons =
        glossary.comparisons.iter().filter_map(|linked| Some((linked.path.as_deref()?, linked.body.written())));
    for (path, body) in pages.chain(lessons).chain(comparisons) {
        check_body(path, body, &body_tree::body_tree(body), problems);
    }
}
