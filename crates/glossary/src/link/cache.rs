//! Walks all documents, but only those for which something has changed.
//!
//! 1. What the names of all documents are decides what a mention means, and what the names in a front matter do. As
//!    long as no document came, went, moved or changed its names, the search for them stays as it was built.
//! 2. Then a document that is the same as in the last build is linked as it was then.
//! 3. If any name has changed, everything is read again.
//!
//! The result depends on the documents alone, never on the cache: [`linker::link`] gets nothing that is not compared
//! here.

use crate::link::abbreviations::{self, Abbreviation};
use crate::link::capitals::ordinary_names;
use crate::link::index::LinkIndex;
use crate::link::inputs::Linking;
use crate::link::lexicon::Lexicon;
use crate::link::linked_body::Mark;
use crate::link::linker;
use crate::link::mentions::Mentioned;
use crate::link::resolved::Resolved;
use crate::link::resolved::resolve;
use crate::link::subject::subject;
use crate::link::text_language::TextLanguages;
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

/// The results of the last build.
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

/// Of the site's settings, what decides how names are found, and which layers there are.
#[derive(Debug, PartialEq)]
struct Settings {
    language: String,
    matching: SiteMatching,
    base_url: String,
    layers: Vec<String>,
}

/// A document's links.
#[derive(Debug)]
pub struct EntryLinks {
    /// The marks for the body.
    pub marks: Arc<[Mark]>,
    /// Every mention of another document, in reading order.
    pub mentions: Arc<Vec<Mentioned>>,
    /// The documents that are mentioned, in order of position.
    pub links_to: Arc<BTreeSet<EntryId>>,
    /// The first mention of each of them: the document, and the position among the mentions.
    pub first: Vec<(EntryId, usize)>,
    /// The entries and layers that the front matter names.
    pub resolved: Resolved,
    /// Problems of the links and names.
    pub problems: Vec<Diagnostic>,
}

impl LinkCache {
    /// The links of every published document, in order, and the search that found them. Drafts come last.
    pub fn read(
        &mut self,
        documents: &Documents,
        published: usize,
        config: &Config,
        problems: &mut Vec<Diagnostic>,
    ) -> (IndexVec<EntryId, Arc<EntryLinks>>, Arc<LinkIndex>) {
        // A problem with names has locations, and locations move: such a search is repeated until it has no problem.
        let settings = Settings {
            language: config.language.to_string(),
            matching: config.matching,
            base_url: config.base_url.as_str().to_owned(),
            layers: config.layers.iter().map(|layer| layer.id.clone()).collect(),
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
        let known = |at: EntryId| {
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
            .map(|own| known(own).unwrap_or_else(|| Arc::new(EntryLinks::new(&linking, own))))
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

/// The parts of a document that other documents' links depend on, and the wording of problems with them.
#[derive(PartialEq)]
struct LinkSignature<'a> {
    path: &'a str,
    id: &'a str,
    slug: &'a str,
    draft: bool,
    names: [&'a [String]; 5],
    term: &'a str,
    matching: Matching,
    ordinary: Vec<bool>,
    abbreviations: Vec<Abbreviation>,
    /// That of the original, whose names are found too.
    original: Option<Box<Self>>,
}

impl<'a> LinkSignature<'a> {
    fn of(document: &'a Document, texts: TextLanguages) -> Self {
        let front = &document.front;
        Self {
            path: &document.path,
            id: &document.id,
            slug: &document.slug,
            draft: front.draft,
            names: [&front.aliases, &front.avoid, &front.superseded, &front.forms, &front.not],
            term: &front.term,
            matching: front.matching,
            ordinary: ordinary_names(document, texts.of_entry(document)),
            abbreviations: abbreviations::of_entry(document, texts),
            original: document.translation.as_ref().map(|made| Box::new(Self::of(&made.original, texts))),
        }
    }
}

/// True if the documents are the same in number and order, and each has the names that it had.
fn same_names(before: &[Document], now: &[Document], texts: TextLanguages) -> bool {
    let same = |(a, b): (&Document, &Document)| a.same(b) || LinkSignature::of(a, texts) == LinkSignature::of(b, texts);
    before.len() == now.len() && before.iter().zip(now).all(same)
}
