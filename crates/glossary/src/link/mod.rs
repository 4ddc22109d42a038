//! Link: documents become a glossary. The first stage that sees all entries at once.
//!
//! 1. [`forms`] are the spellings by which terms are found; [`matching::matcher`] makes them searchable, and
//!    [`matching::explicit_links`] resolves the links that authors write.
//! 2. [`matching::linker`] links each document, and its mentions become the other entries' backlinks. [`usage`] says
//!    where the letters of a form are something else. [`cache`] skips documents for which nothing has changed.
//! 3. [`resolved`], [`comparisons`] and [`tracks`] resolve the ids that front matter and files name. Duplicate ids and
//!    unknown names are reported.
//! 4. [`matching::explain`] links once more and records every decision, from which [`matching::report`] finds entries
//!    that nothing links to.
//!
//! The result is complete: later stages never look up a name that could be missing.

pub mod backlinks;
pub mod cache;
pub mod comparisons;
pub mod forms;
pub mod glossary;
pub mod inputs;
pub mod matching;
pub mod resolved;
pub mod tracks;
pub mod usage;

use crate::model::config::Config;
use crate::model::document::{Document, Documents};
use crate::model::ids::EntryId;
use crate::model::page::Page;
use backlinks::SharedSlice;
use cache::{EntryLinks, LinkCache};
use forms::headwords::Headwords;
use forms::text_language::TextLanguages;
pub use glossary::{Backlink, Entry, Glossary, LinkedPage};
use inputs::{LinkInputs, Linking};
pub use matching::index::LinkIndex;
pub use matching::linked_body::{Linked, LinkedBody, Reference};
pub use matching::subject::{page_subject, subject};
use resolved::Resolved;
use rooflight_source::diagnostic::Diagnostic;
use std::sync::Arc;

/// Links all documents, pages, comparisons and tracks. Drafts are left out of the result, but a link to one is no
/// error.
pub fn glossary(
    documents: Vec<Document>,
    drafts: Vec<Document>,
    inputs: LinkInputs,
    config: &Config,
    cache: &mut LinkCache,
    problems: &mut Vec<Diagnostic>,
) -> Glossary {
    let published = documents.len();
    let mut all: Documents = documents.into_iter().chain(drafts).collect();
    let (read, search) = cache.read(&all, published, config, problems);
    let linking = Linking { documents: &all, published, search: &search, config };
    let pages = link_pages(inputs.pages, &linking, problems);
    let comparisons = comparisons::link(&inputs.comparisons, &linking, problems);
    let tracks = tracks::link(inputs.tracks, &linking, problems);
    let mentioned_in = backlinks::invert(published, || {
        let others = read.iter_enumerated().flat_map(|(from, read)| read.first.iter().map(move |first| (from, first)));
        others
            .filter(|(from, (to, _))| to != from)
            .map(|(from, (to, mention))| (*to, Backlink { from, mention: *mention }))
    });
    let related_from = backlinks::invert(published, || {
        read.iter_enumerated().flat_map(|(from, read)| read.resolved.related.iter().map(move |to| (*to, from)))
    });
    let headwords = Headwords::of(&all, TextLanguages::of(config));
    all.truncate(published);
    let back = mentioned_in.into_iter().zip(related_from);
    let parts = all.into_iter().zip(read).zip(back).zip(&search.abbreviations);
    let entries = parts.map(|(((document, read), back), abbreviations)| {
        problems.extend(read.problems.iter().cloned());
        let abbreviations = abbreviations.iter().map(|short| short.text.clone()).collect();
        Entry { abbreviations, ..entry(document, &read, back) }
    });
    Glossary { entries: entries.collect(), pages, comparisons, tracks, headwords }
}

fn link_pages(pages: Vec<Page>, linking: &Linking<'_>, problems: &mut Vec<Diagnostic>) -> Vec<LinkedPage> {
    let linked = pages.into_iter().map(|page| {
        let linked = linking.link(page_subject(&page, linking.config), problems);
        let links_to = linked.mentioned.iter().map(|mention| mention.document).collect();
        LinkedPage { body: LinkedBody::new(page.body.clone(), linked.marks.into()), links_to, page }
    });
    linked.collect()
}

/// Builds an entry; `back` has the entries that mention it and the entries that name it as related.
fn entry(document: Document, read: &EntryLinks, back: (SharedSlice<Backlink>, SharedSlice<EntryId>)) -> Entry {
    let body = LinkedBody::new(document.body.clone(), Arc::clone(&read.marks));
    let (links_to, mentions) = (Arc::clone(&read.links_to), Arc::clone(&read.mentions));
    let Resolved { layer, also_in, related, source_order } = read.resolved.clone();
    let (mentioned_in, related_from) = back;
    let abbreviations = Vec::new();
    Entry {
        document,
        body,
        abbreviations,
        layer,
        also_in,
        related,
        related_from,
        links_to,
        mentions,
        mentioned_in,
        source_order,
    }
}
