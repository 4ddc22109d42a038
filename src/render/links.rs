//! An entry's links as lists, by layer: what mentions it, each with its sentence, and what it leads to.
//!
//! An entry's page shows the closest mentions; where there are more, `/links/<slug>/` has all of them, with longer sentences. The layers
//! come as the stack is drawn, the highest first; entries in alphabetical order.

use super::listing::{collation, page};
use super::views::{Frame, LinkView, LinksView, MentionView, MentionsView};
use super::{Page, body, entry::MENTIONS, entry_path};
use crate::link::{Backlink, Entry};
use std::cmp::Reverse;

/// How many bytes of a sentence the page of all links shows on either side of the mention.
const AROUND: usize = 160;

/// Whether an entry has more mentions than its page shows, and so a page for them.
#[must_use]
pub fn has_page(entry: &Entry) -> bool {
    entry.mentioned_in.len() > MENTIONS
}

/// Where that page stands.
#[must_use]
pub fn path(entry: &Entry) -> String {
    format!("links/{}/", entry.document.slug)
}

/// The pages of all links, for the entries that have one.
#[must_use]
pub fn pages(frame: &Frame<'_>) -> Vec<Page> {
    let entries = frame.inputs.glossary.entries.iter().enumerate();
    entries.filter(|(_, entry)| has_page(entry)).map(|(number, entry)| all(frame, number, entry)).collect()
}

fn all(frame: &Frame<'_>, number: usize, entry: &Entry) -> Page {
    let root = "../../";
    let term = &entry.document.front.term;
    let path = path(entry);
    let description =
        format!("Every entry that mentions {term}, with the sentence, and every entry that {term} leads to.");
    let view = page(frame, "links", &path, root, &format!("All links of {term}"), &description);
    let mut context = frame.context(&view);
    context.insert("term", term);
    context.insert("url", &format!("{root}{}", entry_path(entry)));
    context.insert("mention_count", &entry.mentioned_in.len());
    context.insert("mentions", &mentions(frame, &entry.mentioned_in, root, AROUND));
    context.insert("leads_to", &leads_to(frame, number, root));
    Page { path: format!("{path}index.html"), template: "links.html", context, files: Vec::new() }
}

/// The closest mentions of an entry: first those from related entries, then those that it mentions in turn.
#[must_use]
pub fn closest(frame: &Frame<'_>, number: usize, most: usize) -> Vec<Backlink> {
    let (related, leads_to) = (frame.graph.related(number), frame.graph.leads_to(number));
    let mut all = frame.inputs.glossary.entries[number].mentioned_in.clone();
    all.sort_by_key(|link| (Reverse(related.contains(&link.from)), Reverse(leads_to.contains(&link.from)), link.from));
    all.truncate(most);
    all
}

/// Mentions by layer, each with its sentence.
#[must_use]
pub fn mentions(frame: &Frame<'_>, links: &[Backlink], root: &str, around: usize) -> Vec<MentionsView> {
    let entries = &frame.inputs.glossary.entries;
    let view = |link: &Backlink| {
        let mention = frame.inputs.glossary.mentioned(*link)?;
        let sentence = body::sentence(&mention.sentence, &mention.range, around);
        let LinkView { term, url } = link_view(&entries[link.from], root);
        Some(MentionView { term, url, sentence })
    };
    let of_layer = |storey: usize| {
        let mut mentions: Vec<MentionView> =
            links.iter().filter(|link| entries[link.from].storey == storey).filter_map(view).collect();
        mentions.sort_by_key(|mention| collation(&mention.term));
        MentionsView { layer: frame.layer(root, storey), mentions }
    };
    let storeys = (0..frame.inputs.config.layers.len()).rev();
    storeys.map(of_layer).filter(|group| !group.mentions.is_empty()).collect()
}

/// What an entry leads to, by layer.
#[must_use]
pub fn leads_to(frame: &Frame<'_>, number: usize, root: &str) -> Vec<LinksView> {
    let entries = &frame.inputs.glossary.entries;
    let of_layer = |storey: usize| {
        let others = frame.graph.leads_to(number).into_iter().map(|at| &entries[at]);
        let mut links: Vec<LinkView> =
            others.filter(|other| other.storey == storey).map(|other| link_view(other, root)).collect();
        links.sort_by_key(|link| collation(&link.term));
        LinksView { layer: frame.layer(root, storey), links }
    };
    let storeys = (0..frame.inputs.config.layers.len()).rev();
    storeys.map(of_layer).filter(|group| !group.links.is_empty()).collect()
}

fn link_view(entry: &Entry, root: &str) -> LinkView {
    LinkView { term: entry.document.front.term.clone(), url: format!("{root}{}", entry_path(entry)) }
}
