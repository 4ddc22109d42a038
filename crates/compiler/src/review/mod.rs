//! Review: warnings about sites that build but need a look.
//!
//! 1. [`parsed`], before linking: files that nothing reads, settings and theme, two pages with the same address,
//!    measured runs that texts name, calculators that cannot be shown.
//! 2. [`linked`], beside rendering: warnings about entries and pages; each check is a module. Drafts are skipped.
//! 3. [`rendered`], over the finished site: broken links, lost addresses, two files with the same path.
//!
//! Nothing here changes the site. Only [`stale`] knows today's date, and only if the caller passes it; other checks use
//! the newest date of the content instead.

mod addresses;
mod body_tree;
mod calculators;
mod clashes;
mod definitions;
mod links;
pub(crate) mod permanence;
mod placeholders;
mod prose;
mod reviews;
mod runs;
mod sources;
mod speeds;
mod stale;
pub(crate) mod targets;
mod theme;
pub(crate) mod unused;

use crate::sink::Done;
use crate::site::inputs::Inputs;
use body_tree::BodyTree;
use jiff::civil::Date;
use rooflight_glossary::link::inputs::LinkInputs;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::document::Document;
use rooflight_glossary::model::url_lock::Lock;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::Sources;
use stale::years::Years;

/// A site whose files are parsed, and not yet linked.
pub(crate) struct Parsed<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) config: &'a Config,
    /// True if the address of the site was given on the command line.
    pub(crate) has_address: bool,
    /// The published entries.
    pub(crate) documents: &'a [Document],
    pub(crate) inputs: &'a LinkInputs,
    pub(crate) catalog: Option<&'a Catalog>,
    /// The calculators in files; `None` if the site has a catalog, or no calculators at all.
    pub(crate) declared: Option<Vec<&'a str>>,
}

/// Collects the problems that need no links.
pub(crate) fn parsed(site: &Parsed<'_>, problems: &mut Vec<Diagnostic>) {
    let Parsed { sources, config, has_address, documents, inputs, catalog, declared } = site;
    unused::check(sources, Some(config), problems);
    placeholders::check(config, *has_address, problems);
    theme::check(config, sources, problems);
    theme::check_templates(config, inputs, sources, problems);
    addresses::check(documents, &inputs.pages, problems);
    runs::check(documents, inputs, *catalog, problems);
    calculators::check_featured(config, documents, problems);
    if let Some(declared) = declared {
        calculators::check(documents, declared, problems);
    }
}

/// Collects the errors of a finished site; `further` has the other languages with their folders.
pub(crate) fn rendered<'a>(
    inputs: &Inputs<'_>,
    further: impl Iterator<Item = (&'a Glossary, &'a str)>,
    lock: &Lock,
    site: &Done,
    problems: &mut Vec<Diagnostic>,
) {
    targets::check(inputs.glossary, site, problems);
    for (glossary, folder) in further {
        targets::check_translations(glossary, folder, site, problems);
    }
    targets::check_theme(inputs.config, site, problems);
    permanence::check(lock, &site.paths, problems);
    clashes::check(inputs, site, problems);
}

/// Collects all warnings about entries, pages, lessons and comparisons; with `today`, also those about stale content.
pub(crate) fn linked(
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
        permanence::check_notes(entry, lock, problems);
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
