//! Link: documents become a glossary. The only stage that sees all entries at once.
//!
//! 1. Ids are unique, layers exist, related and compared entries resolve.
//! 2. [`forms`] collects the surface forms, [`matcher`] makes them searchable, [`names`] finds what authors link themselves.
//! 3. [`walk`] links each document; what it mentions becomes the others' backlinks.
//! 4. [`explain`] does the same for somebody who wants to know why, and [`report`] counts what nobody links to.
//!
//! The result is complete: nothing after this stage looks anything up that could be missing.

pub mod boundary;
pub mod context;
pub mod decision;
pub mod explain;
pub mod fold;
pub mod forms;
pub mod inflect;
pub mod matcher;
pub mod mentions;
pub mod names;
pub mod problems;
pub mod report;
pub mod run;
pub mod seen;
pub mod sentences;
pub mod walk;

use crate::config::Config;
use crate::diagnostic::{Diagnostic, messages};
use crate::parse::{Document, page};
use crate::yaml_path;
use forms::{Forms, Lexicon};
use matcher::Matcher;
use names::Names;
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
    /// A figure that the build computes, by its name.
    Figure(String),
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
}

/// What every body is linked with; it depends on the documents' names and the settings alone, not on their bodies.
#[derive(Debug)]
pub struct Search {
    /// What authors may link to.
    pub names: Names,
    /// What is found by itself.
    pub matcher: Matcher,
    /// What is wrong with the names.
    pub problems: Vec<Diagnostic>,
}

impl Search {
    /// Collects the names and forms.
    #[must_use]
    pub fn new(lexicon: Lexicon<'_>, config: &Config) -> Self {
        let mut problems = Vec::new();
        let forms = Forms::collect(lexicon, &mut problems);
        let names = Names::new(lexicon.documents, lexicon.published, config.base_url.as_str());
        Self { names, matcher: Matcher::new(forms, lexicon.english), problems }
    }
}

/// What a document's body is linked as.
#[must_use]
pub fn subject<'a>(documents: &'a [Document], own: usize, config: &Config) -> walk::Subject<'a> {
    let Document { path, body, front, .. } = &documents[own];
    let density = front.links.unwrap_or(config.links);
    walk::Subject { path, body, own: Some(own), sources: &front.sources, density, explain: None }
}

/// What a page's body is linked as.
#[must_use]
pub fn page_subject<'a>(page: &'a page::Page, config: &Config) -> walk::Subject<'a> {
    let density = page.front.links.unwrap_or(config.links);
    walk::Subject { path: &page.path, body: &page.body, own: None, sources: &[], density, explain: None }
}

/// Links all documents, and the pages beside them. Drafts are known, so that a link to one is no mistake, and are left out.
#[must_use]
pub fn glossary(
    documents: Vec<Document>,
    drafts: Vec<Document>,
    pages: Vec<page::Page>,
    config: &Config,
) -> (Glossary, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let published = documents.len();
    let mut all = documents;
    all.extend(drafts);
    check_ids(&all, &mut problems);
    let search = Search::new(Lexicon::new(&all, published, config), config);
    problems.extend(search.problems.iter().cloned());
    let walked: Vec<(walk::Walked, Vec<Diagnostic>)> = (0..published)
        .into_par_iter()
        .map(|own| {
            let mut found = Vec::new();
            (walk::link(subject(&all, own, config), &all, &search, &mut found), found)
        })
        .collect();
    let pages = link_pages(pages, &all, &search, config, &mut problems);
    let resolved: Vec<Resolved> =
        all[..published].iter().map(|document| resolve(document, &all, published, config, &mut problems)).collect();
    let mut backlinks: Vec<Vec<Backlink>> = (0..published).map(|_| Vec::new()).collect();
    for (from, (walked, _)) in walked.iter().enumerate() {
        for mention in &walked.mentioned {
            let list = &mut backlinks[mention.document];
            if mention.document != from && list.last().is_none_or(|last| last.from != from) {
                list.push(Backlink { from, sentence: mention.sentence.clone(), range: mention.range.clone() });
            }
        }
    }
    all.truncate(published);
    let parts = all.into_iter().zip(walked).zip(resolved).zip(backlinks);
    let entries = parts.map(|(((document, (walked, found)), resolved), mentioned_in)| {
        problems.extend(found);
        entry(document, walked, resolved, mentioned_in)
    });
    let entries = entries.collect();
    (Glossary { entries, pages }, problems)
}

fn link_pages(
    pages: Vec<page::Page>,
    documents: &[Document],
    search: &Search,
    config: &Config,
    problems: &mut Vec<Diagnostic>,
) -> Vec<LinkedPage> {
    let linked = pages.into_iter().map(|page| {
        let walked = walk::link(page_subject(&page, config), documents, search, problems);
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

/// No two entries have the same id, in whatever case: explicit links do not look at it.
fn check_ids(documents: &[Document], problems: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<String, &Document> = BTreeMap::new();
    for document in documents {
        let id = document.id.to_lowercase();
        if let Some(other) = first.get(&id) {
            let place = |document: &Document| document.place(yaml_path!["id"]);
            problems.push(messages::duplicate(place(document), "entry", &document.id, place(other)));
        }
        first.entry(id).or_insert(document);
    }
}

struct Resolved {
    storey: usize,
    also_in: Vec<usize>,
    related: Vec<usize>,
}

fn resolve(
    document: &Document,
    documents: &[Document],
    published: usize,
    config: &Config,
    problems: &mut Vec<Diagnostic>,
) -> Resolved {
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
        found.filter(|number| *number < published)
    };
    let related =
        front.related.iter().enumerate().filter_map(|(at, name)| entry(name, yaml_path!["related", at])).collect();
    for (at, comparison) in front.compare.iter().enumerate() {
        entry(&comparison.with, yaml_path!["compare", at, "with"]);
    }
    Resolved { storey, also_in, related }
}
