//! Links a site to explain it: every decision in every body, and every form of every entry.
//!
//! The linker is the same as in a build, but also searches where nothing is linked. Renders nothing.

use crate::link::forms::lexicon::Lexicon;
use crate::link::forms::surface_forms::Forms;
use crate::link::matching::decision::Decision;
use crate::link::matching::index::LinkIndex;
use crate::link::matching::linker::{self, Subject};
use crate::link::matching::subject::page_subject;
use crate::link::matching::subject::subject;
use crate::model::cache::FileCache;
use crate::model::config::Config;
use crate::model::ids::EntryId;
use crate::model::{document::Documents, page};
use rayon::prelude::*;
use rooflight_source::diagnostic::{self, Diagnostic};
use rooflight_source::file::Sources;

/// The linker's decisions in one body.
#[derive(Debug)]
pub struct Explained {
    /// The path of the file.
    pub path: String,
    /// The entry; `None` for a page.
    pub document: Option<EntryId>,
    /// The decisions, in reading order.
    pub decisions: Vec<Decision>,
}

/// A site with its decisions.
#[derive(Debug)]
pub struct Explanation {
    /// The site's settings.
    pub config: Config,
    /// The entries: published ones, then drafts.
    pub documents: Documents,
    /// The number of published entries; those after them are drafts.
    pub published: usize,
    /// The decisions in each entry, in the order of `documents`, then in each page.
    pub bodies: Vec<Explained>,
    /// Every form that was searched for, with the entries that it may mean.
    pub forms: Forms,
}

/// Links and explains a whole site. `files` has what was parsed before.
///
/// # Errors
/// All problems, sorted, if one of them is an error.
pub fn explain(sources: &Sources, files: &mut FileCache) -> Result<Explanation, Vec<Diagnostic>> {
    let mut problems = sources.problems.clone();
    let Some(config) = Config::read(sources, &mut problems) else { return Err(problems) };
    let documents = files.documents(sources, &config, &mut problems);
    let pages = files.pages(sources, &config, &mut problems);
    let (mut documents, drafts): (Vec<_>, Vec<_>) = documents.into_iter().partition(|document| !document.front.draft);
    let published = documents.len();
    documents.extend(drafts);
    let documents = Documents::from(documents);
    let lexicon = Lexicon { explain: true, ..Lexicon::new(&documents, published, &config) };
    let search = LinkIndex::new(lexicon, &config);
    problems.extend(search.problems.iter().cloned());
    let bodies = bodies(&documents, &search, &pages, sources, &config, &mut problems);
    if diagnostic::any_error(&problems) {
        diagnostic::sort(&mut problems);
        return Err(problems);
    }
    let forms = Forms::collect(lexicon, &mut problems);
    Ok(Explanation { config, documents, published, bodies, forms })
}

fn bodies(
    documents: &Documents,
    search: &LinkIndex,
    pages: &[page::Page],
    sources: &Sources,
    config: &Config,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Explained> {
    let link = |subject: Subject<'_>, found: &mut Vec<Diagnostic>| {
        let explain = Some(sources.text(subject.path).unwrap_or_default());
        let decisions = linker::link(Subject { explain, ..subject }, documents, search, found).decisions;
        Explained { path: subject.path.to_owned(), document: subject.own, decisions }
    };
    let linked: Vec<(Explained, Vec<Diagnostic>)> = (0..documents.len())
        .into_par_iter()
        .map(EntryId::new)
        .map(|own| {
            let mut found = Vec::new();
            (link(subject(documents, own, config), &mut found), found)
        })
        .collect();
    let mut bodies = Vec::with_capacity(linked.len() + pages.len());
    for (explained, found) in linked {
        problems.extend(found);
        bodies.push(explained);
    }
    bodies.extend(pages.iter().map(|page| link(page_subject(page, config), problems)));
    bodies
}
