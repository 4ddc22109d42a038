//! `glossary.json`: the whole glossary as data, for other programs.
//!
//! 1. The version of the format grows when a key is removed or changes its meaning, not when one is added.
//! 2. Texts of the front matter are Markdown as written; definitions are also given as plain text.
//! 3. Entries refer to each other by id, and every address is absolute.
//! 4. `@context` makes the file JSON-LD: linked-data tools read it as a SKOS vocabulary.

use crate::site::inputs::Inputs;
use crate::site::json::text;
use crate::site::languages::is_untranslated;
use crate::site::paths::entry_path;
use crate::writers::data::hover_cards;
use rayon::prelude::*;
use rooflight_glossary::link::Entry;
use rooflight_glossary::link::forms::capitals::ordinary_names;
use rooflight_glossary::link::forms::text_language::TextLanguages;
use rooflight_glossary::model::bibliography::Grade;
use rooflight_glossary::model::document::Translation;
use rooflight_glossary::model::front_matter::{Change, Comparison, FrontMatter, Question};
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::model::matching::Matching;
use rooflight_glossary::syntax::inline;
use rooflight_source::yaml::scalar;
use serde_json::{Value, json};

/// The version of the format.
pub(crate) const VERSION: u8 = 2;

/// The RDF type of layers and entries.
const CONCEPT: &str = "skos:Concept";

/// Returns the file's bytes. Keys are in alphabetical order. Each entry is serialised at once, so the whole JSON tree
/// is never in memory.
#[must_use]
pub(crate) fn file(inputs: &Inputs<'_>) -> Vec<u8> {
    let config = inputs.config;
    let entries: Vec<String> = inputs.glossary.entries.par_iter().map(|one| text(&entry(inputs, one))).collect();
    let layers = config.layers.iter().map(|layer| {
        let url = config.base_url.join(&format!("layers/{}/", layer.id));
        json!({ "@type": CONCEPT, "id": layer.id, "title": layer.title, "summary": layer.summary, "url": url })
    });
    let context = context(&config.language);
    let before = text(&json!({
        "@context": context,
        "@type": "skos:ConceptScheme",
        "author": config.author,
        "description": config.description,
    }));
    let after = text(&json!({
        "language": &*config.language,
        "layers": layers.collect::<Vec<_>>(),
        "title": config.title,
        "url": config.base_url.as_str(),
        "version": VERSION,
    }));
    let mut out = before.trim_end_matches('}').to_owned();
    out.reserve(after.len() + entries.iter().map(|entry| entry.len() + 1).sum::<usize>() + 16);
    out.push_str(",\"entries\":[");
    for (at, entry) in entries.into_iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        out.push_str(&entry);
    }
    out.push_str("],");
    out.push_str(&after[1..]);
    out.push('\n');
    out.into_bytes()
}

/// Returns the JSON-LD context, which maps keys to SKOS and Dublin Core. Linked-data tools ignore unmapped keys; ids of
/// other entries are not IRIs and are not mapped.
fn context(language: &str) -> Value {
    json!({
        "@language": language,
        "dct": "http://purl.org/dc/terms/",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "aliases": "skos:altLabel",
        "avoid": "skos:hiddenLabel",
        "definition": "skos:definition",
        "entries": { "@reverse": "skos:inScheme" },
        "id": { "@id": "skos:notation", "@language": null },
        "layers": "skos:hasTopConcept",
        "sources": "dct:source",
        "superseded": "skos:hiddenLabel",
        "summary": "skos:scopeNote",
        "term": "skos:prefLabel",
        "title": "dct:title",
        "url": "@id",
    })
}

/// Returns an entry, without the keys that its author left out.
fn entry(inputs: &Inputs<'_>, entry: &Entry) -> Value {
    let config = inputs.config;
    let front = &entry.document.front;
    let id_of = |at: &EntryId| inputs.glossary.entries[*at].document.id.as_str();
    let url = config.base_url.join(&entry_path(entry));
    without_empty(json!({
        "@type": CONCEPT,
        "abbreviations": entry.abbreviations,
        "aliases": front.aliases,
        "also_in": entry.also_in.iter().map(|layer| config.layers[*layer].id.as_str()).collect::<Vec<_>>(),
        "at_a_glance": glance(front),
        "avoid": front.avoid,
        "calculator": front.calculator.as_ref().map(|block| block.kind.as_str()),
        "card": config.base_url.join(&hover_cards::path(entry)),
        "changes": front.changes.iter().map(change).collect::<Vec<_>>(),
        "common_mistake": front.common_mistake,
        "compare": front.compare.iter().map(comparison).collect::<Vec<_>>(),
        "definition": inline::text(&front.definition),
        "definition_markdown": front.definition,
        "does_not_raise": front.does_not_raise,
        "extra": (!front.extra.is_empty()).then_some(&front.extra),
        "forms": front.forms,
        "id": entry.document.id,
        "language": inputs.original.filter(|_| is_untranslated(config, entry)).map(|site| &*site.config.language),
        "layer": config.layers[entry.layer].id,
        "links_to": entry.links_to.iter().map(id_of).collect::<Vec<_>>(),
        "markdown": format!("{url}index.md"),
        "match": matching(config.matching.of(front.matching)),
        "memory_hook": front.memory_hook,
        "not": front.not,
        "ordinary": ordinary(inputs, entry),
        "original": entry.document.translation.as_ref().map(|made| original(inputs, entry, made)),
        "published": front.published.map(|day| day.to_string()),
        "questions": front.questions.iter().map(question).collect::<Vec<_>>(),
        "raises": front.raises,
        "related": entry.related.iter().map(id_of).collect::<Vec<_>>(),
        "reviewed": front.reviewed.map(|month| month.first_day().strftime("%Y-%m").to_string()),
        "sources": sources(entry),
        "superseded": front.superseded,
        "takeaway": front.takeaway,
        "term": front.term,
        "updated": front.updated().map(|day| day.to_string()),
        "url": url,
    }))
}

/// Returns the original of a translation: its term and page in the default language, and whether it has changed since.
fn original(inputs: &Inputs<'_>, entry: &Entry, translation: &Translation) -> Value {
    let config = inputs.in_default_language().config;
    without_empty(json!({
        "language": &*config.language,
        "lags": translation.lags.then_some(true),
        "term": translation.original.front.term,
        "url": config.base_url.join(&entry_path(entry)),
    }))
}

/// Returns the matching rule for mentions; `None` for the automatic one, which depends on the names.
fn matching(matching: Matching) -> Option<&'static str> {
    match matching {
        Matching::Auto => None,
        Matching::Exact => Some("exact"),
        Matching::Any => Some("any"),
        Matching::Manual => Some("manual"),
        Matching::Never => Some("never"),
    }
}

/// Returns the entry's capitalised one-word names that its own text also uses as ordinary words. The text is not in the
/// file, so readers of the file could not tell.
fn ordinary<'a>(inputs: &Inputs<'_>, entry: &'a Entry) -> Vec<&'a String> {
    let front = &entry.document.front;
    let names = [&front.term].into_iter().chain(&front.aliases).chain(front.unwanted()).chain(&front.forms);
    let language = TextLanguages::of(inputs.config).of_entry(&entry.document);
    let are = ordinary_names(&entry.document, language, inputs.glossary.headwords.of_entry(&entry.document));
    let names = names.zip(are).filter(|(name, is)| *is && !name.contains(char::is_whitespace));
    names.map(|(name, _)| name).filter(|name| name.starts_with(char::is_uppercase)).collect()
}

/// Removes null values and empty lists from an object.
fn without_empty(mut value: Value) -> Value {
    if let Value::Object(keys) = &mut value {
        keys.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty()));
    }
    value
}

fn glance(front: &FrontMatter) -> Vec<Value> {
    front
        .at_a_glance
        .iter()
        .map(|(label, value)| json!({ "label": scalar::text(label), "text": scalar::text(value) }))
        .collect()
}

fn change(change: &Change) -> Value {
    json!({ "date": change.date.to_string(), "note": change.note })
}

fn question(pair: &Question) -> Value {
    json!({ "question": pair.q, "answer": pair.a })
}

fn comparison(table: &Comparison) -> Value {
    let rows = table.rows.iter().map(|row| json!({ "question": row.question, "this": row.this, "other": row.other }));
    json!({ "with": table.with, "rows": rows.collect::<Vec<_>>() })
}

/// Returns the sources in the order in which the page numbers them.
fn sources(entry: &Entry) -> Vec<Value> {
    let listed = entry.source_order.iter().filter_map(|at| entry.document.front.sources.get(at.index()));
    let values = listed.map(|source| {
        without_empty(json!({
            "title": source.title,
            "url": source.url,
            "isbn": source.isbn,
            "locator": source.locator,
            "publisher": source.publisher,
            "year": source.year,
            "accessed": source.accessed.map(|day| day.to_string()),
            "supports": source.supports,
            "grade": if source.grade == Grade::Primary { "primary" } else { "secondary" },
            "opened": !source.unopened,
        }))
    });
    values.collect()
}
