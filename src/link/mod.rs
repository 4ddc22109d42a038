//! Link: documents become a glossary. The only stage that sees all entries at once.
//!
//! 1. Ids are unique, layers exist, related and compared entries resolve.
//! 2. [`terms`] collects the surface forms, [`matcher`] makes them searchable.
//! 3. [`walk`] links each document; what it mentions becomes the others' backlinks. [`memory`] spares it the documents for which nothing
//!    has changed.
//!
//! The result is complete: nothing after this stage looks anything up that could be missing.

pub mod inflect;
pub mod matcher;
pub mod memory;
pub mod mentions;
pub mod terms;
pub mod walk;

use crate::config::Config;
use crate::diagnostic::{Diagnostic, messages};
use crate::parse::{Document, page};
use crate::yaml_path;
use matcher::Matcher;
use memory::{Memory, Read};
use mentions::Mentioned;
use pulldown_cmark::Event;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

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
    pub body: Arc<Vec<Linked>>,
    /// The layer's position.
    pub storey: usize,
    /// Further layers' positions.
    pub also_in: Vec<usize>,
    /// The related entries' positions, in the author's order.
    pub related: Vec<usize>,
    /// The positions of the entries whose authors name this one as related, in order.
    pub related_from: Vec<usize>,
    /// The entries that this one links to, in order of position.
    pub links_to: Arc<BTreeSet<usize>>,
    /// Every mention of another entry, each with its sentence, in reading order.
    pub mentions: Arc<Vec<Mentioned>>,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlink {
    /// The entry that mentions.
    pub from: usize,
    /// The position of the mention among those of that entry.
    pub mention: usize,
}

/// All entries, in the order of their files; drafts are left out before this.
#[derive(Debug, Default)]
pub struct Glossary {
    /// The entries.
    pub entries: Vec<Entry>,
    /// The pages beside them.
    pub pages: Vec<LinkedPage>,
}

impl Glossary {
    /// The sentence of a backlink.
    #[must_use]
    pub fn mentioned(&self, link: Backlink) -> Option<&Mentioned> {
        self.entries.get(link.from)?.mentions.get(link.mention)
    }
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

/// Links all documents, and the pages beside them.
pub fn glossary(
    documents: Vec<Document>,
    pages: Vec<page::Page>,
    config: &Config,
    memory: &mut Memory,
    problems: &mut Vec<Diagnostic>,
) -> Glossary {
    let ids = check_ids(&documents, problems);
    let (read, names) = memory.read(&documents, config, problems);
    let pages = link_pages(pages, &documents, &names.names, &names.matcher, config, problems);
    let resolved: Vec<Resolved> =
        documents.iter().map(|document| resolve(document, &documents, &ids, config, problems)).collect();
    let mut backlinks: Vec<Vec<Backlink>> = documents.iter().map(|_| Vec::new()).collect();
    for (from, read) in read.iter().enumerate() {
        for (mention, mentioned) in read.mentions.iter().enumerate() {
            let list = &mut backlinks[mentioned.document];
            if mentioned.document != from && list.last().is_none_or(|last| last.from != from) {
                list.push(Backlink { from, mention });
            }
        }
    }
    let mut related_from: Vec<Vec<usize>> = documents.iter().map(|_| Vec::new()).collect();
    for (from, resolved) in resolved.iter().enumerate() {
        for to in &resolved.related {
            related_from[*to].push(from);
        }
    }
    let back = backlinks.into_iter().zip(related_from);
    let parts = documents.into_iter().zip(read).zip(resolved).zip(back);
    let entries = parts.map(|(((document, read), resolved), back)| {
        problems.extend(read.problems.iter().cloned());
        entry(document, &read, resolved, back)
    });
    Glossary { entries: entries.collect(), pages }
}

fn subject<'a>(documents: &'a [Document], own: usize, config: &Config) -> walk::Subject<'a> {
    let crate::parse::Parsed { path, body, front, .. } = &*documents[own];
    let density = front.links.unwrap_or(config.links);
    walk::Subject { path, body, own: Some(own), sources: &front.sources, density }
}

fn link_pages(
    pages: Vec<page::Page>,
    documents: &[Document],
    names: &Names,
    matcher: &Matcher,
    config: &Config,
    problems: &mut Vec<Diagnostic>,
) -> Vec<LinkedPage> {
    let linked = pages.into_iter().map(|page| {
        let density = page.front.links.unwrap_or(config.links);
        let subject = walk::Subject { path: &page.path, body: &page.body, own: None, sources: &[], density };
        let walked = walk::link(subject, documents, names, matcher, problems);
        let links_to = walked.mentioned.iter().map(|mention| mention.document).collect();
        LinkedPage { body: walked.body, links_to, page }
    });
    linked.collect()
}

/// The entry; `back` is who mentions it, and who names it as related.
fn entry(document: Document, read: &Read, resolved: Resolved, back: (Vec<Backlink>, Vec<usize>)) -> Entry {
    let mut source_order = read.cited.clone();
    let rest: Vec<usize> = (0..document.front.sources.len()).filter(|at| !source_order.contains(at)).collect();
    source_order.extend(rest);
    let (body, links_to, mentions) = (Arc::clone(&read.body), Arc::clone(&read.links_to), Arc::clone(&read.mentions));
    let Resolved { storey, also_in, related } = resolved;
    let (mentioned_in, related_from) = back;
    Entry { document, body, storey, also_in, related, related_from, links_to, mentions, mentioned_in, source_order }
}

/// The position of each id; an id that is there twice is reported, and means the first.
fn check_ids(documents: &[Document], problems: &mut Vec<Diagnostic>) -> HashMap<String, usize> {
    let mut first = HashMap::with_capacity(documents.len());
    for (number, document) in documents.iter().enumerate() {
        match first.get(&document.id) {
            Some(other) => {
                let place = |number: usize| documents[number].place(yaml_path!["id"]);
                problems.push(messages::duplicate(place(number), "entry", &document.id, place(*other)));
            }
            None => {
                first.insert(document.id.clone(), number);
            }
        }
    }
    first
}

struct Resolved {
    storey: usize,
    also_in: Vec<usize>,
    related: Vec<usize>,
}

fn resolve(
    document: &Document,
    documents: &[Document],
    ids: &HashMap<String, usize>,
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
        let found = ids.get(name).copied();
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
