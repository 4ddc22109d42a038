//! Links all documents, and reuses the last build's links of those for which nothing has changed.
//!
//! 1. The names of all documents decide which entry a mention means. As long as no document was added, removed, moved
//!    or renamed, and the settings are the same, the last build's [`LinkIndex`] is reused.
//! 2. A document that is equal to that of the last build then keeps its links.
//! 3. If any name has changed, all documents are linked again.
//!
//! The result never depends on the cache: everything that [`linker::link`] reads is compared here.

use crate::link::forms::abbreviations::{self, Abbreviation};
use crate::link::forms::capitals::ordinary_names;
use crate::link::forms::headwords::Headwords;
use crate::link::forms::lexicon::Lexicon;
use crate::link::forms::text_language::TextLanguages;
use crate::link::inputs::Linking;
use crate::link::matching::index::LinkIndex;
use crate::link::matching::linked_body::LinkMark;
use crate::link::matching::linker;
use crate::link::matching::mentions::Mentioned;
use crate::link::matching::subject::subject;
use crate::link::resolved::Resolved;
use crate::link::resolved::resolve;
use crate::model::config::Config;
use crate::model::document::{Document, Documents};
use crate::model::ids::{EntryId, IndexVec};
use crate::model::matching::{Matching, SiteMatching};
use crate::parallel::MAX_CHUNK;
use crate::syntax::density::Density;
use rayon::prelude::*;
use rooflight_source::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The links of the last build; empty before the first.
#[derive(Debug, Default)]
pub struct LinkCache(Option<CachedBuild>);

#[derive(Debug)]
struct CachedBuild {
    documents: Documents,
    published: usize,
    settings: Settings,
    density: Density,
    search: Arc<LinkIndex>,
    read: IndexVec<EntryId, Arc<EntryLinks>>,
}

/// The site's settings that decide how names are found, which layers exist and what states a topic.
#[derive(Debug, PartialEq)]
struct Settings {
    language: String,
    matching: SiteMatching,
    base_url: String,
    title: String,
    /// The id and title of each layer.
    layers: Vec<[String; 2]>,
}

/// A document's links.
#[derive(Debug)]
pub struct EntryLinks {
    /// The linker's marks for the body, in order.
    pub marks: Arc<[LinkMark]>,
    /// Every mention of another document, in reading order.
    pub mentions: Arc<Vec<Mentioned>>,
    /// The documents that are mentioned, in order.
    pub links_to: Arc<BTreeSet<EntryId>>,
    /// The first mention of each of them: the document, and the index in `mentions`.
    pub first: Vec<(EntryId, usize)>,
    /// The entries, layers and sources that the front matter names.
    pub resolved: Resolved,
    /// Problems found while linking the body and resolving the front matter.
    pub problems: Vec<Diagnostic>,
}

impl LinkCache {
    /// Links every published document; returns the links in order, and the index that found them. The first `published`
    /// documents are published, the others are drafts.
    pub fn read(
        &mut self,
        documents: &Documents,
        published: usize,
        config: &Config,
        problems: &mut Vec<Diagnostic>,
    ) -> (IndexVec<EntryId, Arc<EntryLinks>>, Arc<LinkIndex>) {
        // Problems with names have locations, which move: an index with problems is never reused.
        let settings = Settings {
            language: config.language.to_string(),
            matching: config.matching,
            base_url: config.base_url.as_str().to_owned(),
            title: config.title.clone(),
            layers: config.layers.iter().map(|layer| [layer.id.clone(), layer.title.clone()]).collect(),
        };
        let reusable = |last: &CachedBuild| {
            last.search.problems.is_empty()
                && last.published == published
                && last.settings == settings
                && same_names(&last.documents, documents, TextLanguages::of(config))
        };
        let last = self.0.take().filter(reusable);
        let search = last.as_ref().map_or_else(
            || Arc::new(LinkIndex::new(Lexicon::new(documents, published, config), config)),
            |last| Arc::clone(&last.search),
        );
        let linking = Linking { documents, published, search: &search, config };
        let unchanged = |at: EntryId| {
            let last = last.as_ref().filter(|last| last.density == config.links)?;
            let read = &last.read[at];
            // The related locations of a problem may have moved.
            let is_alone = read.problems.iter().all(|problem| problem.related.is_empty());
            (is_alone && last.documents[at].same(&documents[at])).then(|| Arc::clone(read))
        };
        let read: Vec<Arc<EntryLinks>> = (0..published)
            .into_par_iter()
            .with_max_len(MAX_CHUNK)
            .map(EntryId::new)
            .map(|own| unchanged(own).unwrap_or_else(|| Arc::new(EntryLinks::new(&linking, own))))
            .collect();
        let read = IndexVec::from(read);
        problems.extend(search.problems.iter().cloned());
        self.0 = Some(CachedBuild {
            documents: documents.clone(),
            published,
            settings,
            density: config.links,
            search: Arc::clone(&search),
            read: read.clone(),
        });
        (read, search)
    }
}

impl EntryLinks {
    fn new(linking: &Linking<'_>, own: EntryId) -> Self {
        let mut problems = Vec::new();
        let subject = subject(linking.documents, own, linking.config);
        let mut linked = linker::link(subject, linking.documents, linking.search, &mut problems);
        linked.mentioned.shrink_to_fit();
        let mut links_to = BTreeSet::new();
        let mentioned = linked.mentioned.iter().enumerate().map(|(at, mention)| (mention.document, at));
        let first = mentioned.filter(|(document, _)| links_to.insert(*document)).collect();
        Self {
            marks: linked.marks.into(),
            links_to: Arc::new(links_to),
            first,
            mentions: Arc::new(linked.mentioned),
            resolved: resolve(linking, own, &linked.cited, &mut problems),
            problems,
        }
    }
}

/// The parts of a document that other documents' links and diagnostics depend on.
#[derive(PartialEq)]
struct LinkSignature<'a> {
    path: &'a str,
    id: &'a str,
    slug: &'a str,
    draft: bool,
    layer: &'a str,
    names: [&'a [String]; 6],
    term: &'a str,
    matching: Matching,
    ordinary: Vec<bool>,
    abbreviations: Vec<Abbreviation>,
    /// The signature of a translation's original, whose names are found too.
    original: Option<Box<Self>>,
}

impl<'a> LinkSignature<'a> {
    fn of(document: &'a Document, texts: TextLanguages, headwords: Headwords) -> Self {
        let front = &document.front;
        Self {
            path: &document.path,
            id: &document.id,
            slug: &document.slug,
            draft: front.draft,
            layer: &front.layer,
            names: [&front.aliases, &front.avoid, &front.superseded, &front.forms, &front.not, &front.also_in],
            term: &front.term,
            matching: front.matching,
            ordinary: ordinary_names(document, texts.of_entry(document), headwords.of_entry(document)),
            abbreviations: abbreviations::of_entry(document, texts),
            original: document.translation.as_ref().map(|made| Box::new(Self::of(&made.original, texts, headwords))),
        }
    }
}

/// True if both lists have the same documents in the same order, each with unchanged names.
fn same_names(before: &[Document], now: &[Document], texts: TextLanguages) -> bool {
    // Terms that are the same have the same capitals.
    let headwords = Headwords::of(now, texts);
    let same = |(a, b): (&Document, &Document)| {
        a.same(b) || LinkSignature::of(a, texts, headwords) == LinkSignature::of(b, texts, headwords)
    };
    before.len() == now.len() && before.iter().zip(now).all(same)
}
