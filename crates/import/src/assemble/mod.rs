//! Drafts become entries: each gets a file of its own, a layer, a definition that fits a card, and a body that a page
//! can show.
//!
//! 1. Addresses first, since bodies link each other by them.
//! 2. Layers from folders, categories and headings; from tags where nothing else groups the terms.
//! 3. Names: a term that another entry has is found by hand alone, an alias that another entry has is left.
//! 4. Definitions: the input's, else the lead of the body, in at most 300 characters.
//!
//! No entry is dropped but one that the site has already, and that is in the report.

mod known;
mod layers;
mod names;
mod pictures;

use crate::address::{AddressOrigin, Addresses};
use crate::body;
use crate::draft::{Draft, Origin, ReaderOutput, Source};
use crate::edits::Targets;
use crate::input::{Input, Options};
use crate::kind::Kind;
use crate::report::{Handling, Report};
use crate::settings::Facts;
use crate::shortcodes::Rule;
use jiff::civil::Date;
use known::{DraftNames, unescaped};
use names::Names;
use pictures::Pictures;
use rooflight_glossary::model::front_matter::DEFINITION_LIMIT;
use rooflight_glossary::syntax::heading_target;
use rooflight_glossary::syntax::lead::{escaped, first_sentences, lead, more, words};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};

/// An entry, ready to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Where it comes from.
    pub origin: Origin,
    /// The name of its file.
    pub slug: String,
    /// The main name.
    pub term: String,
    /// The layer's id.
    pub layer: String,
    /// Ids of further layers.
    pub also_in: Vec<String>,
    /// Other names.
    pub aliases: Vec<String>,
    /// Names to avoid.
    pub avoid: Vec<String>,
    /// Names that another one replaced.
    pub superseded: Vec<String>,
    /// True if only hand-written links lead to it.
    pub never: bool,
    /// The text of `definition:`, as Markdown.
    pub definition: String,
    /// Ids of related entries.
    pub related: Vec<String>,
    /// The sources that the input names, or the one that the person gave for all.
    pub sources: Vec<Source>,
    /// The day on which it appeared.
    pub published: Date,
    /// The month in which it was last checked.
    pub reviewed: Option<String>,
    /// Earlier names of its file.
    pub former: Vec<String>,
    /// The author's own keys.
    pub extra: Map<String, Value>,
    /// True keeps it out of the built site.
    pub draft: bool,
    /// The text below the front matter, as Markdown.
    pub body: String,
}

/// A layer of a new site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// The name that entries use, a slug.
    pub id: String,
    /// The name that readers see.
    pub title: String,
    /// A sentence about it.
    pub summary: String,
}

/// The result of an import.
#[derive(Debug)]
pub struct Import {
    /// The kind of the input.
    pub kind: Kind,
    /// The entries, in the order of the input.
    pub entries: Vec<Entry>,
    /// The layers of a new site.
    pub layers: Vec<Layer>,
    /// The facts of a new site; `None` where entries are added to one.
    pub site: Option<Facts>,
    /// The keys that every entry has.
    pub require: Vec<&'static str>,
    /// Pictures: the path below the input, and the path in the site.
    pub pictures: Vec<(String, String)>,
    /// Everything that was taken, changed and left.
    pub report: Report,
}

#[allow(clippy::cast_possible_truncation, reason = "a few thousand characters")]
const LIMIT: usize = DEFINITION_LIMIT as usize;

/// Puts an import together.
///
/// # Errors
/// A layer that the site does not have.
pub(crate) fn assemble(
    kind: Kind,
    input: &Input,
    found: ReaderOutput,
    facts: Facts,
    options: &Options,
    mut report: Report,
) -> Result<Import, String> {
    let site = options.site.clone().unwrap_or_default();
    let ReaderOutput { mut drafts, groups, .. } = found;
    names::tidy(&mut drafts, &site, &mut report);
    let layers = layers::Layers::new(&drafts, &groups, &facts, options, &mut report)?;
    let slugs = addresses(&drafts, &facts.language, &site.slugs, &mut report);
    let known = DraftNames::new(&drafts, &slugs);
    let pictures = Pictures::new(input, &site.pictures);
    let mut names = Names::new(&drafts, &site);
    let headings: HashMap<&str, BTreeSet<String>> =
        drafts.iter().zip(&slugs).map(|(draft, slug)| (slug.as_str(), body::headings(&draft.body))).collect();
    let mut entries = Vec::with_capacity(drafts.len());
    for (number, draft) in drafts.iter().enumerate() {
        let place = draft.origin.clone();
        let entry_of = |target: &str| known.find(target, &place.file).map(|at| slugs[at].clone());
        let picture_of = |target: &str| pictures.find(target, &place.file);
        let heading_of = |entry: Option<&str>, words: &str| {
            let id = heading_target::id(&unescaped(words));
            headings.get(entry.unwrap_or(&slugs[number]))?.contains(&id).then_some(id)
        };
        let targets = Targets { entry: &entry_of, heading: &heading_of, picture: &picture_of };
        let (definition, body) = texts(draft, &targets, &options.shortcodes, &mut report);
        let (layer, also_in) = layers.of(draft, options, &mut report);
        let ([aliases, avoid, superseded], never) = names.of(number, draft, &mut report);
        entries.push(Entry {
            slug: slugs[number].clone(),
            term: draft.term.clone(),
            layer,
            also_in,
            aliases,
            avoid,
            superseded,
            never,
            definition,
            related: related(draft, number, &known, &slugs, &mut report),
            sources: sources(draft, options),
            published: published(draft, options.today, &mut report),
            reviewed: month(draft, &mut report),
            former: former(draft, &slugs[number], &slugs, &mut report),
            extra: draft.extra.clone(),
            draft: draft.draft,
            body,
            origin: place,
        });
    }
    unique_former(&mut entries);
    let mut require = vec!["published", "layer", "definition"];
    if entries.iter().all(|entry| !entry.sources.is_empty()) {
        require.insert(0, "sources");
    }
    let is_new = options.site.is_none();
    let pictures = pictures.used.into_inner().into_iter().collect();
    let layers = layers.into_list(&entries);
    Ok(Import { kind, entries, layers, site: is_new.then_some(facts), require, pictures, report })
}

fn addresses(drafts: &[Draft], language: &str, taken: &[String], report: &mut Report) -> Vec<String> {
    let mut addresses = Addresses::new(language, taken.iter().cloned());
    let give = |draft: &Draft| {
        let wanted = draft.name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or(&draft.term);
        let given = addresses.give(wanted);
        let what = match given.origin {
            AddressOrigin::Plain => return given.name,
            AddressOrigin::Transliterated => "address, transliterated",
            AddressOrigin::Numbered => "address, numbered: the term has no spelling in plain letters",
            AddressOrigin::Taken => "address, numbered: another entry has the name",
        };
        report.note(Handling::Guessed, what, &draft.origin);
        given.name
    };
    drafts.iter().map(give).collect()
}

/// The definition and the body.
fn texts(draft: &Draft, targets: &Targets<'_>, rules: &[Rule], report: &mut Report) -> (String, String) {
    let place = &draft.origin;
    if draft.definition.trim().is_empty() {
        let mark = more(&draft.body);
        let found = lead(&draft.body, LIMIT, false);
        let length = found.as_ref().map_or(0, |found| found.length);
        let rest = &draft.body[length..];
        // A `<!--more-->` elsewhere than at the end of the lead has no effect, so it is dropped.
        let rest = if length == 0 && mark.is_some() { rest.replacen("<!--more-->", "", 1) } else { rest.to_owned() };
        let body = body::clean(&rest, targets, rules, place, report);
        let Some(found) = found else {
            let first = first_sentences(&words(&draft.body), LIMIT);
            if first.is_empty() {
                report.note(Handling::Guessed, "definition of an entry without a text: its name", place);
                return (escaped(&draft.term), body);
            }
            report.note(Handling::Guessed, "definition from a list or a table", place);
            return (escaped_within(&first), body);
        };
        report.note(Handling::Guessed, "definition from the first paragraph", place);
        if found.is_cut {
            report.note(Handling::Cut, "definition, of which the body has the whole", place);
        }
        return (found.text, body);
    }
    let whole = words(&draft.definition);
    let first = first_sentences(&whole, LIMIT);
    let rest = if first.len() < whole.len() || is_rich(&draft.definition) {
        if first.len() < whole.len() {
            report.note(Handling::Cut, "definition, of which the body has the whole", place);
        }
        [draft.definition.trim(), draft.body.trim()].join("\n\n")
    } else {
        draft.body.clone()
    };
    let body = body::clean(&rest, targets, rules, place, report);
    if first.is_empty() {
        report.note(Handling::Guessed, "definition of an entry without a text: its name", place);
        return (escaped(&draft.term), body);
    }
    (escaped_within(&first), body)
}

/// A text with its signs escaped, without them where it would be too long.
fn escaped_within(text: &str) -> String {
    let whole = escaped(text);
    if whole.chars().count() <= LIMIT {
        whole
    } else {
        first_sentences(&escaped(&first_sentences(text, LIMIT - 40)), LIMIT)
    }
}

/// True for a definition that says more than its words: links, lists, pictures or code.
fn is_rich(definition: &str) -> bool {
    definition.contains("](") || definition.contains("[[") || definition.contains("\n- ") || definition.contains("```")
}

fn sources(draft: &Draft, options: &Options) -> Vec<Source> {
    if draft.sources.is_empty() {
        return options.source.as_deref().and_then(Source::from_words).into_iter().collect();
    }
    draft.sources.clone()
}

/// A date from the first ten characters of what the input says.
fn date(text: &str) -> Option<Date> {
    text.trim().get(..10)?.replace(['/', '.'], "-").parse().ok()
}

fn published(draft: &Draft, today: Date, report: &mut Report) -> Date {
    let given = draft.published.as_deref();
    let found = given.and_then(date);
    if found.is_none() {
        let what = if given.is_some() { "date that cannot be read: today" } else { "date: today" };
        report.note(Handling::Guessed, what, &draft.origin);
    }
    found.unwrap_or(today)
}

fn month(draft: &Draft, report: &mut Report) -> Option<String> {
    let given = draft.reviewed.as_deref()?;
    let found = date(given).map(|day| day.strftime("%Y-%m").to_string());
    if found.is_none() {
        report.note(Handling::Left, "date of a review that cannot be read", &draft.origin);
    }
    found
}

fn related(draft: &Draft, own: usize, known: &DraftNames, slugs: &[String], report: &mut Report) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in &draft.related {
        let name = name.trim_matches(['[', ']']).split('|').next().unwrap_or_default();
        match known.find(name, &draft.origin.file).filter(|at| *at != own) {
            Some(at) if !found.contains(&slugs[at]) => found.push(slugs[at].clone()),
            Some(_) => {}
            None => report.note(Handling::Left, "related term that is not imported", &draft.origin),
        }
    }
    found
}

fn former(draft: &Draft, own: &str, slugs: &[String], report: &mut Report) -> Vec<String> {
    let mut found = Vec::new();
    for path in &draft.former {
        let last = path.trim_matches('/').rsplit('/').next().unwrap_or_default();
        let (slug, _) = crate::address::spelled(last, "en");
        match slug.filter(|slug| slug != own && !slugs.contains(slug) && !found.contains(slug)) {
            Some(slug) => found.push(slug),
            None => report.note(Handling::Left, "former address that is in use", &draft.origin),
        }
    }
    found
}

/// One former address leads to one entry.
fn unique_former(entries: &mut [Entry]) {
    let mut taken = std::collections::BTreeSet::new();
    for entry in entries {
        entry.former.retain(|name| taken.insert(name.clone()));
    }
}
