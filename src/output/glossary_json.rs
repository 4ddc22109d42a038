//! `glossary.json`: the whole glossary as data, for other programs.
//!
//! 1. The format has a version; it moves when a key changes its meaning or goes, not when one is added.
//! 2. Texts of the front matter are given as their authors wrote them (Markdown), definitions also as plain text.
//! 3. Entries name each other by id, and every address is absolute.

use crate::link::Entry;
use crate::parse::front_matter::{Change, Comparison, FrontMatter, Grade, Question};
use crate::render::{Inputs, entry_path, inline, listing};
use rayon::prelude::*;
use serde_json::{Value, json};

/// The file.
pub const PATH: &str = "glossary.json";

/// The version of the format.
pub const VERSION: u8 = 2;

/// The file's bytes.
#[must_use]
pub fn file(inputs: &Inputs<'_>) -> Vec<u8> {
    let config = inputs.config;
    let entries: Vec<Value> = inputs.glossary.entries.par_iter().map(|one| entry(inputs, one)).collect();
    let layers = config.layers.iter().map(|layer| {
        let url = config.base_url.join(&format!("layers/{}/", layer.id));
        json!({ "id": layer.id, "title": layer.title, "summary": layer.summary, "url": url })
    });
    let mut glossary = json!({
        "version": VERSION,
        "title": config.title,
        "description": config.description,
        "author": config.author,
        "language": config.language,
        "url": config.base_url.as_str(),
        "layers": layers.collect::<Vec<_>>(),
    });
    // Moved, where the macro would copy.
    if let Value::Object(keys) = &mut glossary {
        keys.insert("entries".to_owned(), Value::Array(entries));
    }
    super::json(&glossary)
}

/// An entry; what its author left out is left out here.
fn entry(inputs: &Inputs<'_>, entry: &Entry) -> Value {
    let config = inputs.config;
    let front = &entry.document.front;
    let id_of = |at: &usize| inputs.glossary.entries[*at].document.id.as_str();
    let ids = |list: &mut dyn Iterator<Item = &usize>| list.map(id_of).collect::<Vec<_>>();
    let url = config.base_url.join(&entry_path(entry));
    let also: Vec<&str> = entry.also_in.iter().map(|storey| config.layers[*storey].id.as_str()).collect();
    let mut value = json!({
        "id": entry.document.id,
        "term": front.term,
        "url": url,
        "markdown": format!("{url}index.md"),
        "card": config.base_url.join(&super::cards::path(entry)),
        "layer": config.layers[entry.storey].id,
        "also_in": also,
        "aliases": front.aliases,
        "forms": front.forms,
        "definition": inline::text(&front.definition),
        "definition_markdown": front.definition,
        "at_a_glance": glance(front),
        "raises": front.raises,
        "does_not_raise": front.does_not_raise,
        "common_mistake": front.common_mistake,
        "takeaway": front.takeaway,
        "memory_hook": front.memory_hook,
        "questions": front.questions.iter().map(question).collect::<Vec<_>>(),
        "compare": front.compare.iter().map(comparison).collect::<Vec<_>>(),
        "calculator": front.calculator.as_ref().map(|block| &block.kind),
        "related": ids(&mut entry.related.iter()),
        "links_to": ids(&mut entry.links_to.iter()),
        "sources": sources(entry),
        "published": front.published.to_string(),
        "updated": listing::changed(entry).to_string(),
        "changes": front.changes.iter().map(change).collect::<Vec<_>>(),
        "reviewed": front.reviewed.map(|month| month.first_day().strftime("%Y-%m").to_string()),
    });
    if let Value::Object(keys) = &mut value {
        keys.retain(|_, value| !(value.is_null() || value.as_array().is_some_and(Vec::is_empty)));
    }
    value
}

fn glance(front: &FrontMatter) -> Vec<Value> {
    let text = |value: &serde_yaml::Value| {
        let written = || serde_yaml::to_string(value).unwrap_or_default().trim().to_owned();
        value.as_str().map_or_else(written, str::to_owned)
    };
    front.at_a_glance.iter().map(|(label, value)| json!({ "label": text(label), "text": text(value) })).collect()
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

/// The sources in the order in which the page numbers them.
fn sources(entry: &Entry) -> Vec<Value> {
    let listed = entry.source_order.iter().filter_map(|at| entry.document.front.sources.get(*at));
    let values = listed.map(|source| {
        let mut value = json!({
            "title": source.title,
            "url": source.url,
            "publisher": source.publisher,
            "year": source.year,
            "accessed": source.accessed.map(|day| day.to_string()),
            "supports": source.supports,
            "grade": if source.grade == Grade::Primary { "primary" } else { "secondary" },
            "opened": !source.unopened,
        });
        if let Value::Object(keys) = &mut value {
            keys.retain(|_, value| !value.is_null());
        }
        value
    });
    values.collect()
}
