//! Link: documents become a glossary. The only stage that sees all entries at once.
//!
//! 1. Ids are unique, layers exist, related and compared entries resolve.
//! 2. [`terms`] collects the surface forms, [`matcher`] makes them searchable.
//! 3. [`walk`] links each document; what it mentions becomes the others' backlinks.
//! 4. [`comparisons`] and [`tracks`] get the entries that they name.
//!
//! The result is complete: nothing after this stage looks anything up that could be missing.

pub mod beside;
pub mod comparisons;
pub mod inflect;
pub mod matcher;
pub mod mentions;
pub mod terms;
pub mod tracks;
pub mod walk;

use crate::config::Config;
use crate::diagnostic::{Diagnostic, messages};
use crate::parse::{Document, page};
use crate::yaml_path;
use beside::{Beside, Linking};
use matcher::Matcher;
use pulldown_cmark::Event;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A node of a linked body.
#[derive(Debug, Clone, PartialEq)]
pub enum Linked {
    /// Anything that Markdown has itself.
    Markdown(Event<'static>),
    /// A link to the entry at this position begins.
    TermStart(usize),
    /// The link to an entry ends.
    TermEnd,
    /// A citation of the source at this position of the front matter.
    Cite(usize),
}

/// An entry with its links in both directions.
#[derive(Debug)]
pub struct Entry {
    /// The document as parsed.
    pub document: Document,
    /// The body with its links.
    pub body: Vec<Linked>,
    /// The layer's position.
    pub storey: usize,
    /// Further layers' positions.
    pub also_in: Vec<usize>,
    /// The related entries' positions, in the author's order.
    pub related: Vec<usize>,
    /// The entries that this one links to, in order of position.
    pub links_to: BTreeSet<usize>,
    /// Who mentions this entry, once each.
    pub mentioned_in: Vec<Backlink>,
    /// The positions of the sources: cited ones in order of first use, then the others.
    pub source_order: Vec<usize>,
}

/// A page beside the entries, with its links.
#[derive(Debug)]
pub struct LinkedPage {
    /// The page as parsed.
    pub page: page::Page,
    /// The body with its links.
    pub body: Vec<Linked>,
    /// The entries that it links to, in order of position.
    pub links_to: BTreeSet<usize>,
}

/// A mention of an entry elsewhere.
#[derive(Debug, Clone)]
pub struct Backlink {
    /// The entry that mentions.
    pub from: usize,
    /// The sentence, as plain text.
    pub sentence: String,
    /// The mention's bytes in the sentence.
    pub range: Range<usize>,
}

/// All entries, in the order of their files; drafts are left out before this.
#[derive(Debug, Default)]
pub struct Glossary {
    /// The entries.
    pub entries: Vec<Entry>,
    /// The pages beside them.
    pub pages: Vec<LinkedPage>,
    /// The pairs that readers mix up.
    pub comparisons: Vec<comparisons::LinkedComparison>,
    /// The learning tracks, in their order.
    pub tracks: Vec<tracks::LinkedTrack>,
}

/// The names by which an explicit link finds its entry.
#[derive(Debug, Default)]
pub struct Names(BTreeMap<String, usize>);

impl Names {
    fn new(documents: &[Document]) -> Self {
        let mut names = BTreeMap::new();
        for (number, document) in documents.iter().enumerate() {
            let front = &document.front;
            for name in front.aliases.iter().chain(&front.forms).chain([&front.term]) {
                names.entry(terms::normal(name).to_lowercase()).or_insert(number);
            }
        }
        for (number, document) in documents.iter().enumerate() {
            names.insert(document.id.to_lowercase(), number);
        }
        Self(names)
    }

    /// The entry with this id, term or alias; case and white space do not matter.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.0.get(&terms::normal(name).to_lowercase()).copied()
    }
}

/// Links all documents, and what stands beside them.
#[must_use]
pub fn glossary(documents: Vec<Document>, beside: Beside, config: &Config) -> (Glossary, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    check_ids(&documents, &mut problems);
    let names = Names::new(&documents);
    let matcher = Matcher::new(&terms::collect(&documents, &mut problems));
    let walked: Vec<(walk::Walked, Vec<Diagnostic>)> = (0..documents.len())
        .into_par_iter()
        .map(|own| {
            let mut found = Vec::new();
            (walk::link(subject(&documents, own, config), &documents, &names, &matcher, &mut found), found)
        })
        .collect();
    let linking = Linking { documents: &documents, names: &names, matcher: &matcher, config };
    let pages = link_pages(beside.pages, &linking, &mut problems);
    let comparisons = comparisons::link(&beside.comparisons, &linking, &mut problems);
    let tracks = tracks::link(beside.tracks, &linking, &mut problems);
    let resolved: Vec<Resolved> =
        documents.iter().map(|document| resolve(document, &documents, config, &mut problems)).collect();
    let mut backlinks: Vec<Vec<Backlink>> = documents.iter().map(|_| Vec::new()).collect();
    for (from, (walked, _)) in walked.iter().enumerate() {
        for mention in &walked.mentioned {
            let list = &mut backlinks[mention.document];
            if mention.document != from && list.last().is_none_or(|last| last.from != from) {
                list.push(Backlink { from, sentence: mention.sentence.clone(), range: mention.range.clone() });
            }
        }
    }
    let parts = documents.into_iter().zip(walked).zip(resolved).zip(backlinks);
    let entries = parts.map(|(((document, (walked, found)), resolved), mentioned_in)| {
        problems.extend(found);
        entry(document, walked, resolved, mentioned_in)
    });
    let entries = entries.collect();
    (Glossary { entries, pages, comparisons, tracks }, problems)
}

fn subject<'a>(documents: &'a [Document], own: usize, config: &Config) -> walk::Subject<'a> {
    let Document { path, body, front, .. } = &documents[own];
    let density = front.links.unwrap_or(config.links);
    walk::Subject { path, body, own: Some(own), sources: &front.sources, density }
}

fn link_pages(pages: Vec<page::Page>, linking: &Linking<'_>, problems: &mut Vec<Diagnostic>) -> Vec<LinkedPage> {
    let linked = pages.into_iter().map(|page| {
        let density = page.front.links.unwrap_or(linking.config.links);
        let subject = walk::Subject { path: &page.path, body: &page.body, own: None, sources: &[], density };
        let walked = linking.walk(subject, problems);
        let links_to = walked.mentioned.iter().map(|mention| mention.document).collect();
        LinkedPage { body: walked.body, links_to, page }
    });
    linked.collect()
}

fn entry(document: Document, walked: walk::Walked, resolved: Resolved, mentioned_in: Vec<Backlink>) -> Entry {
    let mut source_order = walked.cited;
    let rest: Vec<usize> = (0..document.front.sources.len()).filter(|at| !source_order.contains(at)).collect();
    source_order.extend(rest);
    let links_to = walked.mentioned.iter().map(|mention| mention.document).collect();
    let Resolved { storey, also_in, related } = resolved;
    Entry { document, body: walked.body, storey, also_in, related, links_to, mentioned_in, source_order }
}

fn check_ids(documents: &[Document], problems: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<&str, &Document> = BTreeMap::new();
    for document in documents {
        if let Some(other) = first.get(document.id.as_str()) {
            let place = |document: &Document| document.place(yaml_path!["id"]);
            problems.push(messages::duplicate(place(document), "entry", &document.id, place(other)));
        }
        first.entry(&document.id).or_insert(document);
    }
}

struct Resolved {
    storey: usize,
    also_in: Vec<usize>,
    related: Vec<usize>,
}

fn resolve(document: &Document, documents: &[Document], config: &Config, problems: &mut Vec<Diagnostic>) -> Resolved {
    let front = &document.front;
    let layers = || config.layers.iter().map(|layer| layer.id.as_str());
    let mut layer = |name: &str, path: &[crate::parse::yaml::Step]| {
        let found = config.storey(name);
        if found.is_none() {
            problems.push(messages::unknown_id(document.place(path), "layer", name, layers()));
        }
        found
    };
    let storey = layer(&front.layer, yaml_path!["layer"]).unwrap_or(0);
    let also_in =
        front.also_in.iter().enumerate().filter_map(|(at, name)| layer(name, yaml_path!["also_in", at])).collect();
    let mut entry = |name: &str, path: &[crate::parse::yaml::Step]| {
        let found = documents.iter().position(|other| other.id == name);
        if found.is_none() {
            let known = documents.iter().map(|other| (other.id.as_str(), other.path.as_str()));
            problems.push(messages::unknown_term(document.place(path), name, known));
        }
        found
    };
    let related =
        front.related.iter().enumerate().filter_map(|(at, name)| entry(name, yaml_path!["related", at])).collect();
    for (at, comparison) in front.compare.iter().enumerate() {
        entry(&comparison.with, yaml_path!["compare", at, "with"]);
    }
    Resolved { storey, also_in, related }
}
