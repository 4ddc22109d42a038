//! Reads `glossary.json`: the entries, and the index that finds their names.
//!
//! 1. Decodes the file; keys that are not needed here are ignored, so that a file with further keys can be read.
//! 2. Makes the names into documents of a site that exists in memory only, and builds the index from them as any build
//!    does: inflections, capitals and vetoes come from the same code.
//! 3. Repeats an entry's `ordinary` names in lower case in its text, since the file lacks the text of the real entry.
//! 4. Takes its `abbreviations`, which that text introduces, from the file; a file without them has none.
//!
//! Never builds a page, and never accepts an address that a link must not have.

use rooflight_glossary::link::forms::abbreviations::Abbreviation;
use rooflight_glossary::link::forms::headwords::Headwords;
use rooflight_glossary::link::forms::lexicon::Lexicon;
use rooflight_glossary::link::forms::origin::Origin;
use rooflight_glossary::link::matching::index::LinkIndex;
use rooflight_glossary::model::cache::FileCache;
use rooflight_glossary::model::config::{Config, SITE_FILE};
use rooflight_glossary::model::document::{Documents, GLOSSARY};
use rooflight_glossary::model::ids::{EntryId, IndexVec};
use rooflight_glossary::model::matching::Matching;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::slug::{Slug, is_address};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeSet, HashMap};

/// The version of `glossary.json` that is read.
pub const VERSION: u64 = 2;

/// Most entries of a file.
const MAX_ENTRIES: usize = 200_000;

/// A decoded glossary, with its index.
#[derive(Debug)]
pub struct Glossary {
    /// The title of the site.
    pub title: String,
    /// The address of the site.
    pub url: String,
    /// The language of its texts, as a BCP 47 tag.
    pub language: String,
    /// The layers, in order.
    pub layers: Vec<GlossaryLayer>,
    /// The entries, in the order of the file.
    pub entries: IndexVec<EntryId, Entry>,
    /// The index that finds their names.
    pub index: LinkIndex,
    /// The entries as the linker has them, at the same positions.
    pub documents: Documents,
    /// The settings by which texts are linked.
    pub config: Config,
    /// Entries by the [`address_key`] of their pages.
    addresses: HashMap<String, EntryId>,
    /// Entries by id.
    ids: HashMap<String, EntryId>,
}

/// A layer of the glossary.
#[derive(Debug, Clone, Deserialize)]
pub struct GlossaryLayer {
    /// The id by which entries name it.
    pub id: String,
    /// The name that readers see.
    pub title: String,
    /// The subject, in one sentence.
    #[serde(default)]
    pub summary: String,
    /// The address of its page.
    #[serde(default)]
    pub url: String,
}

/// An entry as `glossary.json` has it; keys that nothing here needs are left out.
#[derive(Debug, Clone, Deserialize)]
pub struct Entry {
    /// The permanent id, which also names the entry's card.
    pub id: Slug,
    /// The main name, as its page's heading has it.
    pub term: String,
    /// The address of its page.
    pub url: String,
    /// The definition, as plain text.
    #[serde(default)]
    pub definition: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Names that should not be used.
    #[serde(default)]
    pub avoid: Vec<String>,
    /// Names that another one superseded.
    #[serde(default)]
    pub superseded: Vec<String>,
    /// Listed inflections.
    #[serde(default)]
    pub forms: Vec<String>,
    /// Phrases in which the term is not meant.
    #[serde(default)]
    pub not: Vec<String>,
    /// How its mentions are found.
    #[serde(default, rename = "match")]
    pub matching: Matching,
    /// Abbreviations that the entry's own text introduces.
    #[serde(default)]
    pub abbreviations: Vec<String>,
    /// Capitalised names that are ordinary words by the entry's own text.
    #[serde(default)]
    pub ordinary: Vec<String>,
    /// The id of its layer.
    #[serde(default)]
    pub layer: String,
    /// Further layers' ids.
    #[serde(default)]
    pub also_in: Vec<String>,
    /// The ids of related entries.
    #[serde(default)]
    pub related: Vec<String>,
    /// Questions with their answers.
    #[serde(default)]
    pub questions: Vec<Question>,
    /// Publications that the entry rests on, in the order of its page.
    #[serde(default)]
    pub sources: Vec<CitedWork>,
    /// The day on which it appeared.
    #[serde(default)]
    pub published: Option<String>,
    /// The day of its last change.
    #[serde(default)]
    pub updated: Option<String>,
}

/// A question of an entry.
#[derive(Debug, Clone, Deserialize)]
pub struct Question {
    /// The question, in the author's Markdown.
    pub question: String,
    /// The answer, in the author's Markdown.
    pub answer: String,
}

/// A work that an entry cites.
#[derive(Debug, Clone, Deserialize)]
pub struct CitedWork {
    /// Its title.
    pub title: String,
    /// Its web address; a book or a standard may lack one.
    #[serde(default)]
    pub url: Option<String>,
}

#[derive(Deserialize)]
struct Versioned {
    version: u64,
}

#[derive(Deserialize)]
struct GlossaryJson {
    title: String,
    url: String,
    #[serde(default = "english")]
    language: String,
    #[serde(default)]
    layers: Vec<GlossaryLayer>,
    entries: Vec<Entry>,
}

fn english() -> String {
    "en".to_owned()
}

impl Glossary {
    /// Reads the text of a `glossary.json`.
    ///
    /// # Errors
    /// A message for people about the first mistake in the text.
    pub fn read(text: &str) -> Result<Self, String> {
        let Versioned { version } = serde_json::from_str(text).map_err(|error| format!("no glossary.json: {error}"))?;
        if version != VERSION {
            return Err(format!("a glossary.json of version {version}; this program reads version {VERSION}"));
        }
        let file: GlossaryJson = serde_json::from_str(text).map_err(|error| format!("no glossary.json: {error}"))?;
        if file.entries.len() > MAX_ENTRIES {
            return Err(format!("more than {MAX_ENTRIES} entries"));
        }
        for address in file.entries.iter().map(|entry| &entry.url).chain([&file.url]) {
            if !is_web_address(address) {
                return Err(format!("`{address}` is no web address, as links to entries need"));
            }
        }
        let (index, documents, config) = index(&file)?;
        let entries: IndexVec<EntryId, Entry> = file.entries.into();
        let addresses = entries.iter_enumerated().map(|(at, entry)| (address_key(&entry.url), at)).collect();
        let ids = entries.iter_enumerated().map(|(at, entry)| (entry.id.to_string(), at)).collect();
        let GlossaryJson { title, url, language, layers, .. } = GlossaryJson { entries: Vec::new(), ..file };
        Ok(Self { title, url, language, layers, entries, index, documents, config, addresses, ids })
    }

    /// Returns the entry whose page has this address; `None` for a relative one.
    #[must_use]
    pub fn at_address(&self, address: &str) -> Option<EntryId> {
        if address.contains("://") { self.addresses.get(&address_key(address)).copied() } else { None }
    }

    /// Returns the entry with this id.
    #[must_use]
    pub fn by_id(&self, id: &str) -> Option<EntryId> {
        self.ids.get(id).copied()
    }

    /// Returns the title of a layer; its id if the file does not list the layer.
    #[must_use]
    pub fn layer_title<'a>(&'a self, id: &'a str) -> &'a str {
        self.layers.iter().find(|layer| layer.id == id).map_or(id, |layer| &layer.title)
    }
}

/// Normalises an address for comparison: drops scheme, query, fragment, `index.html` and final slash.
fn address_key(address: &str) -> String {
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let rest = address[..end].split_once("://").map_or(&address[..end], |(_, rest)| rest);
    rest.strip_suffix("index.html").unwrap_or(rest).trim_end_matches('/').to_owned()
}

fn is_web_address(address: &str) -> bool {
    let is_web = ["http://", "https://"].iter().any(|scheme| address.starts_with(scheme));
    is_web && !address.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '<' | '>'))
}

/// Builds the index of the names from documents that exist in memory only.
fn index(file: &GlossaryJson) -> Result<(LinkIndex, Documents, Config), String> {
    let mut problems = Vec::new();
    let sources = Sources { content: files(file), ..Sources::default() };
    let config = Config::read(&sources, &mut problems).ok_or_else(|| first(&problems))?;
    let documents: Documents = FileCache::default().documents(&sources, &config, &mut problems).into();
    if documents.len() != file.entries.len() {
        return Err(first(&problems));
    }
    let abbreviations: Vec<Vec<Abbreviation>> = file.entries.iter().map(abbreviations).collect();
    // The file says which names are ordinary words.
    let headwords = Headwords::default();
    let lexicon = Lexicon::new(&documents, documents.len(), &config);
    let lexicon = Lexicon { abbreviations: Some(&abbreviations), headwords, ..lexicon };
    let index = LinkIndex::new(lexicon, &config);
    // The glossary's own build reports names that two entries share; here the first entry gets them.
    Ok((index, documents, config))
}

/// Returns the entry's abbreviations; malformed ones are skipped.
fn abbreviations(entry: &Entry) -> Vec<Abbreviation> {
    let stated = entry.abbreviations.iter().filter_map(|text| Abbreviation::stated(text, Origin::Term));
    stated.collect()
}

/// Returns a message about the first problem.
fn first(problems: &[Diagnostic]) -> String {
    let first = problems.iter().map(|problem| problem.message.as_str()).next();
    format!("an entry that cannot be used: {}", first.unwrap_or("its names are not text"))
}

/// Returns the source files of the site in memory. JSON is valid YAML.
fn files(file: &GlossaryJson) -> Vec<SourceFile> {
    let settings = json!({
        "title": if file.title.trim().is_empty() { "Terms" } else { &file.title },
        "base_url": file.url,
        "author": "Terms",
        "description": "Terms.",
        "language": file.language,
        "calculators": false,
        "require": [],
        "layers": [{ "id": "all", "title": "All", "summary": "All." }],
    });
    let mut files = vec![SourceFile::new(SITE_FILE, settings.to_string())];
    let mut names = BTreeSet::new();
    for (at, entry) in file.entries.iter().enumerate() {
        let front = json!({
            "term": entry.term,
            "definition": "A term.",
            "aliases": entry.aliases,
            "avoid": entry.avoid,
            "superseded": entry.superseded,
            "forms": entry.forms,
            "not": entry.not,
            "match": entry.matching,
        });
        let words: Vec<String> = entry.ordinary.iter().map(|name| name.to_lowercase()).collect();
        let text = format!("---\n{front}\n---\n{}\n\n{}\n", entry.definition, words.join(", "));
        // The file takes its name from the end of the address, so that links to the address count as mentions.
        let end = entry.url.trim_end_matches('/').rsplit('/').next().filter(|end| is_address(end));
        let end = end.map(str::to_owned).filter(|end| names.insert(end.clone()));
        let name = end.unwrap_or_else(|| format!("entry-{at}"));
        files.push(SourceFile::new(format!("{GLOSSARY}/{name}.md"), text));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::{Glossary, address_key};

    #[test]
    fn addresses_of_one_page() {
        for address in [
            "https://a.example/x/",
            "http://a.example/x",
            "https://a.example/x/index.html#y",
            "https://a.example/x/?q=1",
        ] {
            assert_eq!(address_key(address), "a.example/x");
        }
    }

    #[test]
    fn files_that_are_no_glossary_are_refused() {
        let cases = [
            ("", "no glossary.json"),
            ("{}", "no glossary.json"),
            (r#"{"version": 3}"#, "version 3"),
            (
                r#"{"version": 2, "title": "A", "url": "https://a.example/", "entries": [{"id": "x", "term": "x", "url": "javascript:x"}]}"#,
                "no web address",
            ),
            (
                r#"{"version": 2, "title": "A", "url": "https://a.example/", "entries": [{"id": "x", "term": "", "url": "https://a.example/x/"}]}"#,
                "cannot be used",
            ),
        ];
        for (text, expected) in cases {
            let refused = Glossary::read(text).expect_err(text);
            assert!(refused.contains(expected), "{text}: {refused}");
        }
    }
}
