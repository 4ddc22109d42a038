//! Link: documents become a glossary. The only stage that sees all entries at once.
//!
//! 1. Ids are unique, layers exist, related and compared entries resolve.
//! 2. [`forms`] collects the surface forms, [`matcher`] makes them searchable, [`explicit_links`] finds what authors link themselves.
//! 3. [`linker`] links each document; what it mentions becomes the others' backlinks. [`cache`] spares it the documents for which nothing
//!    has changed.
//! 4. [`comparisons`] and [`tracks`] get the entries that they name.
//! 5. [`explain`] does the same and records why, and [`report`] counts entries that nothing links to.
//!
//! The result is complete: nothing after this stage looks anything up that could be missing.

pub mod backlinks;
pub mod boundary;
pub mod cache;
pub mod capitals;
pub mod comparisons;
pub mod context;
pub mod decision;
pub mod explain;
pub mod explicit_links;
pub mod first_mentions;
pub mod fold;
pub mod forms;
pub mod inflect;
pub mod inline_run;
pub mod inputs;
pub mod linked_body;
pub mod linker;
pub mod matcher;
pub mod mentions;
pub mod parenthesis;
pub mod problems;
pub mod report;
pub mod sentences;
pub mod tracks;

use crate::diagnostic::{Diagnostic, messages};
use crate::model::config::Config;
use crate::model::ids::{EntryId, IndexVec, LayerId, SourceIndex};
use crate::model::{
    document::{Document, Documents},
    page,
};
use crate::yaml_path;
use backlinks::SharedSlice;
use cache::{EntryLinks, LinkCache};
use explicit_links::EntryLookup;
use forms::{Forms, Lexicon};
use inputs::{LinkInputs, Linking};
pub use linked_body::{Linked, LinkedBody, Reference};
use matcher::Matcher;
use mentions::Mentioned;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// An entry with its links in both directions.
#[derive(Debug)]
pub struct Entry {
    /// The document as parsed.
    pub document: Document,
    /// The body with its links.
    pub body: LinkedBody,
    /// The layer's position.
    pub layer: LayerId,
    /// Further layers' positions.
    pub also_in: Arc<[LayerId]>,
    /// The related entries' positions, in the author's order.
    pub related: Arc<[EntryId]>,
    /// The positions of the entries whose authors name this one as related, in order.
    pub related_from: SharedSlice<EntryId>,
    /// The entries that this one links to, in order of position.
    pub links_to: Arc<BTreeSet<EntryId>>,
    /// Every mention of another entry, each with its sentence, in reading order.
    pub mentions: Arc<Vec<Mentioned>>,
    /// Who mentions this entry, once each.
    pub mentioned_in: SharedSlice<Backlink>,
    /// The positions of the sources: cited ones in order of first use, then the others.
    pub source_order: Arc<[SourceIndex]>,
}

/// A page other than an entry, with its links.
#[derive(Debug)]
pub struct LinkedPage {
    /// The page as parsed.
    pub page: page::Page,
    /// The body with its links.
    pub body: LinkedBody,
    /// The entries that it links to, in order of position.
    pub links_to: BTreeSet<EntryId>,
}

/// A mention of an entry elsewhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlink {
    /// The entry that mentions.
    pub from: EntryId,
    /// The position of the mention among those of that entry.
    pub mention: usize,
}

/// All entries, in the order of their files; drafts are left out before this.
#[derive(Debug, Default)]
pub struct Glossary {
    /// The entries.
    pub entries: IndexVec<EntryId, Entry>,
    /// The other pages.
    pub pages: Vec<LinkedPage>,
    /// The pairs that readers mix up.
    pub comparisons: Vec<comparisons::LinkedComparison>,
    /// The learning tracks, in their order.
    pub tracks: Vec<tracks::LinkedTrack>,
}

impl Glossary {
    /// The sentence of a backlink.
    #[must_use]
    pub fn mentioned(&self, link: Backlink) -> Option<&Mentioned> {
        self.entries.get(link.from)?.mentions.get(link.mention)
    }
}

/// The indexes that every body is linked with. They depend on the documents' names and the settings, not on bodies.
#[derive(Debug)]
pub struct LinkIndex {
    /// Names for explicit links.
    pub names: EntryLookup,
    /// Forms for automatic links.
    pub matcher: Matcher,
    /// The position of each id.
    pub ids: HashMap<String, EntryId>,
    /// Problems of the names.
    pub problems: Vec<Diagnostic>,
}

impl LinkIndex {
    /// Collects the ids, names and forms.
    #[must_use]
    pub fn new(lexicon: Lexicon<'_>, config: &Config) -> Self {
        let mut problems = Vec::new();
        let ids = check_ids(lexicon.documents, &mut problems);
        let (matcher, names) = rayon::join(
            || Matcher::new(Forms::collect(lexicon, &mut problems), lexicon.language),
            || EntryLookup::new(lexicon.documents, lexicon.published, config.base_url.as_str()),
        );
        Self { names, matcher, ids, problems }
    }
}

/// The linker's subject for an entry's body.
#[must_use]
pub fn subject<'a>(documents: &'a Documents, own: EntryId, config: &Config) -> linker::Subject<'a> {
    let crate::model::document::Parsed { path, body, front, .. } = &*documents[own];
    let density = front.links.unwrap_or(config.links);
    linker::Subject { path, body, own: Some(own), sources: &front.sources, density, explain: None }
}

/// The linker's subject for a page's body.
#[must_use]
pub fn page_subject<'a>(page: &'a page::Page, config: &Config) -> linker::Subject<'a> {
    let density = page.front.links.unwrap_or(config.links);
    linker::Subject { path: &page.path, body: &page.body, own: None, sources: &[], density, explain: None }
}

/// Links all documents and other pages. Drafts are known, so that a link to one is no mistake, and are left out.
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
    all.truncate(published);
    let back = mentioned_in.into_iter().zip(related_from);
    let parts = all.into_iter().zip(read).zip(back);
    let entries = parts.map(|((document, read), back)| {
        problems.extend(read.problems.iter().cloned());
        entry(document, &read, back)
    });
    Glossary { entries: entries.collect(), pages, comparisons, tracks }
}

fn link_pages(pages: Vec<page::Page>, linking: &Linking<'_>, problems: &mut Vec<Diagnostic>) -> Vec<LinkedPage> {
    let linked = pages.into_iter().map(|page| {
        let linked = linking.link(page_subject(&page, linking.config), problems);
        let links_to = linked.mentioned.iter().map(|mention| mention.document).collect();
        LinkedPage { body: LinkedBody::new(page.body.clone(), linked.marks.into()), links_to, page }
    });
    linked.collect()
}

/// The entry; `back` is who mentions it, and who names it as related.
fn entry(document: Document, read: &EntryLinks, back: (SharedSlice<Backlink>, SharedSlice<EntryId>)) -> Entry {
    let body = LinkedBody::new(document.body.clone(), Arc::clone(&read.marks));
    let (links_to, mentions) = (Arc::clone(&read.links_to), Arc::clone(&read.mentions));
    let Resolved { layer, also_in, related, source_order } = read.resolved.clone();
    let (mentioned_in, related_from) = back;
    Entry { document, body, layer, also_in, related, related_from, links_to, mentions, mentioned_in, source_order }
}

/// The position of each id; one that is there twice, in whatever case, is reported and means the first: explicit links do not look at case.
fn check_ids(documents: &Documents, problems: &mut Vec<Diagnostic>) -> HashMap<String, EntryId> {
    let mut ids = HashMap::with_capacity(documents.len());
    let mut first: HashMap<String, EntryId> = HashMap::with_capacity(documents.len());
    for (number, document) in documents.iter_enumerated() {
        ids.entry(document.id.clone()).or_insert(number);
        let other = *first.entry(document.id.to_lowercase()).or_insert(number);
        if other != number {
            let location = |number: EntryId| documents[number].location(yaml_path!["id"]);
            problems.push(messages::duplicate(location(number), "entry", &document.id, location(other)));
        }
    }
    ids
}

/// The entries, layers and sources that an entry's front matter names.
#[derive(Debug, Clone)]
pub struct Resolved {
    layer: LayerId,
    also_in: Arc<[LayerId]>,
    related: Arc<[EntryId]>,
    source_order: Arc<[SourceIndex]>,
}

/// Resolves the names in an entry's front matter; `cited` are the sources that its body cites.
fn resolve(linking: &Linking<'_>, own: EntryId, cited: &[SourceIndex], problems: &mut Vec<Diagnostic>) -> Resolved {
    let Linking { documents, published, search, config } = linking;
    let document = &documents[own];
    let front = &document.front;
    let layers = || config.layers.iter().map(|layer| layer.id.as_str());
    let mut layer_id = |name: &str, path: &[crate::syntax::yaml::Step]| {
        let found = config.layer_id(name);
        if found.is_none() {
            problems.push(messages::unknown_id(document.location(path), "layer", name, layers()));
        }
        found
    };
    let layer = layer_id(&front.layer, yaml_path!["layer"]).unwrap_or_default();
    let also_in =
        front.also_in.iter().enumerate().filter_map(|(at, name)| layer_id(name, yaml_path!["also_in", at])).collect();
    let mut entry = |name: &str, path: &[crate::syntax::yaml::Step]| {
        let found = search.ids.get(name).copied();
        if found.is_none() {
            let known = documents.iter().map(|other| (other.id.as_str(), other.path.as_str()));
            problems.push(messages::unknown_term(document.location(path), name, known));
        }
        found.filter(|number| number.index() < *published)
    };
    let related =
        front.related.iter().enumerate().filter_map(|(at, name)| entry(name, yaml_path!["related", at])).collect();
    for (at, comparison) in front.compare.iter().enumerate() {
        entry(&comparison.with, yaml_path!["compare", at, "with"]);
    }
    let others = (0..front.sources.len()).map(SourceIndex::new).filter(|at| !cited.contains(at));
    let source_order = cited.iter().copied().chain(others).collect();
    Resolved { layer, also_in, related, source_order }
}
