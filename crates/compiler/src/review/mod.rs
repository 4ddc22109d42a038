//! Review: warnings about sites that build but need a look.
//!
//! 0. [`unused`] reports files that nothing reads.
//! 0. [`theme`] and [`placeholders`] check the settings: the theme's files and colours, and values left from `init`.
//! 1. [`addresses`], before linking, reports two pages with the same address as an error. [`runs`] compares the
//!    measured runs that texts name with their rows, [`calculators`] reports calculators that cannot be shown.
//! 2. [`glossary`] warns about the linked entries and pages; each check is a module. Drafts are skipped.
//! 3. Three checks look at the finished site and report errors: [`targets`] for broken links, [`permanence`] for lost
//!    addresses, and [`clashes`] for two files with the same path.
//!
//! Nothing here changes the site. Only [`stale`] knows today's date, and only if the caller passes it; other checks use
//! the newest date of the content instead.

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

/// Collects all warnings about entries, pages, lessons and comparisons; with `today`, also those about stale content.
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
    let names = catalog.map(speeds::CatalogNames::new);
    let check_body = |path: &str, body: &Body, tree: &BodyTree<'_>, problems: &mut Vec<Diagnostic>| {
        if let Some(years) = &years {
            years.check(path, tree, problems);
        }
        prose::check(path, tree, config, problems);
        links::check_body(path, body, problems);
        placeholders::check_text(path, body.file(), problems);
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
