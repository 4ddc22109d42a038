//! Turns drafts into entries: each gets a file, a layer, a definition that fits a card, and a body that a page can
//! show.
//!
//! 1. Addresses come first, since bodies use them in links.
//! 2. Layers come from folders, categories and headings, or from tags if nothing else groups the terms.
//! 3. Names: an entry whose term another one has is linked by hand only; an alias that another entry has is dropped.
//! 4. Definitions are the input's, else the lead of the body. Longer ones than 300 characters end with a sentence.
//! 5. Keys that no page shows, and terms with several meanings, are named in the report.
//!
//! Drops only entries that the site already has and entries without a name, and reports them.

mod extra;
mod known;
mod layers;
mod names;
mod pictures;

use crate::address::{AddressOrigin, Addresses};
use crate::body;
use crate::draft::{Draft, DraftSource, Origin, ReaderOutput};
use crate::edits::{MARKDOWN, Targets};
use crate::input::{Input, Options};
use crate::kind::InputKind;
use crate::report::{Handling, Report};
use crate::sentence::shortened;
use crate::settings::SiteSettings;
use crate::shortcodes::ShortcodeRule;
use jiff::civil::Date;
use known::{DraftNames, unescaped};
use names::ClaimedNames;
use pictures::Pictures;
use pulldown_cmark::{Event, Parser, Tag};
use rooflight_glossary::model::front_matter::MAX_DEFINITION_CHARS;
use rooflight_glossary::syntax::heading_target;
use rooflight_glossary::syntax::inline::text as plain_text;
use rooflight_glossary::syntax::lead::{Lead, escaped, lead, more, words};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};

/// An entry, ready to be written. Its keys are those of an entry's front matter, in their order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImportedEntry {
    /// Its place in the input.
    #[serde(skip)]
    pub origin: Origin,
    /// The name of its file, without extension.
    #[serde(skip)]
    pub slug: String,
    /// The main name.
    pub term: String,
    /// The permanent id that an entry with a former address needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The layer's id.
    pub layer: String,
    /// Ids of further layers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<String>,
    /// Other names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Names to avoid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub avoid: Vec<String>,
    /// Outdated names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub superseded: Vec<String>,
    /// `never` if only hand-written links lead to it.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub matching: Option<&'static str>,
    /// The definition as Markdown, at most 300 characters.
    pub definition: String,
    /// Ids of related entries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<String>,
    /// The input's sources, or the source given for all entries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<DraftSource>,
    /// The date of publication; that of the import if the input states none.
    pub published: Date,
    /// The month of the last review, as `YYYY-MM`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviewed: Option<String>,
    /// Former names of its file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub former: Vec<String>,
    /// Keys of the input that are no fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// Whether it stays out of the built site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub draft: bool,
    /// The text below the front matter, as Markdown.
    #[serde(skip)]
    pub body: String,
}

/// A layer of a new site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportedLayer {
    /// The id, a slug.
    pub id: String,
    /// The title that readers see, at most 100 characters.
    pub title: String,
    /// The input's description of the group, or its first terms.
    pub summary: String,
}

/// The result of an import.
#[derive(Debug)]
pub struct Import {
    /// The kind of the input.
    pub kind: InputKind,
    /// The entries, in the order of the input.
    pub entries: Vec<ImportedEntry>,
    /// The layers of a new site.
    pub layers: Vec<ImportedLayer>,
    /// The settings of a new site; `None` if entries are added to an existing one.
    pub site: Option<SiteSettings>,
    /// Keys that every entry has, which the new site requires.
    pub require: Vec<&'static str>,
    /// Pictures to copy: the path in the input, and the path in the site.
    pub pictures: Vec<(String, String)>,
    /// Counts of what was mapped, cut, guessed and left out.
    pub report: Report,
}

#[allow(clippy::cast_possible_truncation, reason = "a few thousand characters")]
pub(crate) const MAX_DEFINITION: usize = MAX_DEFINITION_CHARS as usize;

/// Turns the output of a reader into an import.
///
/// # Errors
/// The site lacks the layer that the options name.
pub(crate) fn assemble(
    kind: InputKind,
    input: &Input,
    found: ReaderOutput,
    mut settings: SiteSettings,
    options: &Options,
    mut report: Report,
) -> Result<Import, String> {
    let site = options.site.clone().unwrap_or_default();
    let ReaderOutput { mut drafts, groups, .. } = found;
    names::tidy(&mut drafts, &site, &mut report);
    drafts.iter_mut().for_each(unblocked);
    names::meanings(&drafts, &mut report);
    extra::keys(&drafts, &mut report);
    let layers = layers::Layers::new(&drafts, &groups, &settings, options, &mut report)?;
    let slugs = addresses(&drafts, &settings.language, &site.slugs, &mut report);
    let known = DraftNames::new(&drafts, &slugs, &input.name);
    let pictures = Pictures::new(input, &site.pictures);
    let mut names = ClaimedNames::new(&drafts, &site);
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
        entries.push(ImportedEntry {
            slug: slugs[number].clone(),
            term: draft.term.clone(),
            id: None,
            layer,
            also_in,
            aliases,
            avoid,
            superseded,
            matching: never.then_some("never"),
            definition,
            related: related(draft, number, &known, &slugs, &mut report),
            sources: sources(draft, options),
            published: published(draft, options.today, &mut report),
            reviewed: month(draft, &mut report),
            former: former(draft, &headings, &mut report),
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
    if settings.description.is_empty() {
        settings.description = about(&settings.language, &entries);
    }
    let pictures = pictures.used.into_inner().into_iter().collect();
    let layers = layers.into_list(&entries);
    Ok(Import { kind, entries, layers, site: is_new.then_some(settings), require, pictures, report })
}

/// Returns the description of a site that has none: its first terms.
fn about(language: &str, entries: &[ImportedEntry]) -> String {
    let mut terms: Vec<&str> = entries.iter().map(|entry| entry.term.as_str()).collect();
    terms.dedup();
    format!("{}: {}", crate::settings::glossary(language), first_three(&terms))
}

/// Returns the first three terms in words.
fn first_three(terms: &[&str]) -> String {
    let more = if terms.len() > 3 { ", …" } else { "" };
    format!("{}{more}", terms[..terms.len().min(3)].join(", "))
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

/// Moves a definition of several blocks to the body, of which the first paragraph defines the term.
fn unblocked(draft: &mut Draft) {
    let text = draft.definition.trim();
    if text.contains("\n\n") || text.contains("\n- ") || text.contains("\n* ") || text.contains("```") {
        let body = [text, draft.body.trim()].join("\n\n");
        (draft.definition, draft.body) = (String::new(), body);
    }
}

/// Returns the definition and the body.
fn texts(draft: &Draft, targets: &Targets<'_>, rules: &[ShortcodeRule], report: &mut Report) -> (String, String) {
    let place = &draft.origin;
    let is_set = !draft.definition.trim().is_empty();
    let (definition, rest) = if is_set { given(draft, report) } else { from_body(draft, report) };
    let body = body::clean(&rest, targets, rules, place, report);
    if definition.is_empty() {
        report.note(Handling::Guessed, "definition of an entry without a text: its name", place);
        return (escaped(&draft.term), body);
    }
    (definition, body)
}

/// Returns the definition that the body has, which may be empty, and the rest of the body.
fn from_body(draft: &Draft, report: &mut Report) -> (String, String) {
    let place = &draft.origin;
    let mark = more(&draft.body);
    let found = lead(&draft.body, MAX_DEFINITION, false);
    let length = found.as_ref().map_or(0, |found| found.length);
    // Words of the lead that a card cannot hold stay in the body.
    let (text, is_cut) = found.map_or((String::new(), false), |found| shorter(&draft.body, found));
    let length = if is_cut { 0 } else { length };
    let rest = &draft.body[length..];
    // A `<!--more-->` elsewhere than at the end of the lead has no effect, so it is dropped.
    let rest = if length == 0 && mark.is_some() { rest.replacen("<!--more-->", "", 1) } else { rest.to_owned() };
    if !text.is_empty() {
        report.note(Handling::Guessed, "definition from the first paragraph", place);
        if is_cut {
            report.note(Handling::Cut, "definition, of which the body has the whole", place);
        }
        return (text, rest);
    }
    let first = shortened(&words(&draft.body), MAX_DEFINITION);
    if !first.is_empty() {
        report.note(Handling::Guessed, "definition from a list or a table", place);
    }
    (escaped_within(&first), rest)
}

/// Returns the definition that the input sets apart, which may be empty, and the body.
fn given(draft: &Draft, report: &mut Report) -> (String, String) {
    let whole = words(&draft.definition);
    let first = shortened(&whole, MAX_DEFINITION);
    if first != whole {
        report.note(Handling::Cut, "definition, of which the body has the whole", &draft.origin);
    }
    let is_kept = first == whole && !is_rich(&draft.definition);
    let both = || [draft.definition.trim(), draft.body.trim()].join("\n\n");
    (escaped_within(&first), if is_kept { draft.body.clone() } else { both() })
}

/// Returns the text of a lead, ended with a sentence, and whether words of it are missing.
fn shorter(body: &str, found: Lead) -> (String, bool) {
    if !found.is_cut && !found.text.ends_with([':', '：', '…']) {
        return (found.text, false);
    }
    // A limit that no paragraph reaches gives the whole lead.
    let whole = lead(body, usize::MAX, false).map_or(String::new(), |lead| plain_text(&lead.text));
    let short = shortened(&whole, MAX_DEFINITION);
    let is_cut = short != whole;
    (escaped_within(&short), is_cut)
}

/// Escapes a text for Markdown, and shortens it if that makes it too long.
fn escaped_within(text: &str) -> String {
    let mut limit = MAX_DEFINITION;
    loop {
        let whole = escaped(&shortened(text, limit));
        if whole.chars().count() <= MAX_DEFINITION || limit < 20 {
            return whole;
        }
        limit = limit * 3 / 4;
    }
}

/// Returns true if a definition has links, pictures, emphasis or code, which its plain words would lose.
fn is_rich(definition: &str) -> bool {
    use Tag::{Emphasis, Image, Link, Strikethrough, Strong};
    Parser::new_ext(definition, MARKDOWN).any(|event| {
        matches!(event, Event::Code(_) | Event::Start(Emphasis | Strong | Strikethrough | Link { .. } | Image { .. }))
    })
}

fn sources(draft: &Draft, options: &Options) -> Vec<DraftSource> {
    if draft.sources.is_empty() {
        return options.source.as_deref().and_then(DraftSource::from_words).into_iter().collect();
    }
    draft.sources.clone()
}

/// Parses the date in the first ten characters of a text.
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
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for name in &draft.related {
        let plain = name.trim_matches(['[', ']']).split('|').next().unwrap_or_default();
        match known.find(plain, &draft.origin.file) {
            Some(at) if at != own && seen.insert(at) => found.push(slugs[at].clone()),
            Some(_) => {}
            None => report.name(Handling::Left, "related term that is not imported", name, &draft.origin),
        }
    }
    found
}

fn former(draft: &Draft, slugs: &HashMap<&str, BTreeSet<String>>, report: &mut Report) -> Vec<String> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for path in &draft.former {
        let last = path.trim_matches('/').rsplit('/').next().unwrap_or_default();
        let (slug, _) = crate::address::spelled(last, "en");
        match slug.filter(|slug| !slugs.contains_key(slug.as_str()) && seen.insert(slug.clone())) {
            Some(slug) => found.push(slug),
            None => report.note(Handling::Left, "former address that is in use", &draft.origin),
        }
    }
    found
}

/// Keeps each former address only at the first entry that has it, which then needs an id.
fn unique_former(entries: &mut [ImportedEntry]) {
    let mut taken = BTreeSet::new();
    for entry in entries {
        entry.former.retain(|name| taken.insert(name.clone()));
        entry.id = (!entry.former.is_empty()).then(|| entry.slug.clone());
    }
}
