//! The description of a page for machines, as JSON-LD with the vocabulary of schema.org.
//!
//! 1. An entry is a `DefinedTerm` in the `DefinedTermSet` of the A–Z page; its questions, if it has some, are a
//!    `FAQPage`.
//! 2. A page below others has a `BreadcrumbList`, the same as its visible breadcrumbs.
//! 3. The page of the measurements describes them as a `Dataset`.
//!
//! Only facts that the page itself shows are described. Nodes refer to each other by canonical addresses, so each is
//! written once on the whole site. The text is in a script element; no character of it can end the element.

use crate::site::inputs::Inputs;
use crate::site::json;
use crate::site::page_id::PageId;
use crate::site::paths::entry_path;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::front_matter::Question;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::inline;
use serde_json::{Value, json};

/// Returns the id of the glossary as a `DefinedTermSet`.
fn set_id(config: &Config) -> String {
    config.base_url.join(&format!("{}#main", config.index_path()))
}

/// Returns the description of an entry's page.
#[must_use]
pub(crate) fn entry(inputs: &Inputs<'_>, number: EntryId) -> String {
    let (config, entry) = (inputs.config, &inputs.glossary.entries[number]);
    let front = &entry.document.front;
    let path = entry_path(entry);
    let address = config.base_url.join(&path);
    let mut crumbs = PageId::Entry(number).breadcrumbs(config, inputs.glossary);
    crumbs.push((front.term.clone(), path));
    let question = |pair: &Question| {
        let answer = json!({ "@type": "Answer", "text": inline::text(&pair.a) });
        json!({ "@type": "Question", "name": pair.q, "acceptedAnswer": answer })
    };
    let questions: Vec<Value> = front.questions.iter().map(question).collect();
    let mut about = json!({
        "@type": "DefinedTerm",
        "@id": format!("{address}#main"),
        "name": front.term,
        "termCode": entry.document.id,
        "description": inline::text(&front.definition),
        "inDefinedTermSet": { "@id": set_id(config) },
    });
    if !front.aliases.is_empty() {
        about["alternateName"] = json!(front.aliases);
    }
    let mut page = json!({
        "@context": "https://schema.org",
        "@type": if questions.is_empty() { "WebPage" } else { "FAQPage" },
        "@id": address,
        "about": about,
        "breadcrumb": breadcrumbs(inputs, &crumbs),
    });
    if let Some(day) = front.updated() {
        page["dateModified"] = json!(day.to_string());
    }
    if !questions.is_empty() {
        page["mainEntity"] = json!(questions);
    }
    script(&page)
}

/// Returns the description of any other page; `None` if there is nothing to describe. `canonical` is the page's
/// absolute address.
#[must_use]
pub(crate) fn page(inputs: &Inputs<'_>, id: &PageId, title: &str, canonical: &str) -> Option<String> {
    let mut nodes = Vec::new();
    match *id {
        PageId::Entry(_) | PageId::Moved(_) => return None,
        PageId::Index => nodes.push(set(inputs)),
        PageId::Home => nodes.push(site(inputs)),
        PageId::Page(at) => nodes.extend(dataset(inputs, at, canonical)),
        _ => {}
    }
    let mut crumbs = id.breadcrumbs(inputs.config, inputs.glossary);
    if !crumbs.is_empty() {
        crumbs.push((title.to_owned(), id.path(inputs.config, inputs.glossary)));
        nodes.push(breadcrumbs(inputs, &crumbs));
    }
    let graph = match nodes.len() {
        0 => return None,
        1 => nodes.pop()?,
        _ => json!({ "@graph": nodes }),
    };
    let Value::Object(mut graph) = graph else { return None };
    graph.insert("@context".to_owned(), json!("https://schema.org"));
    Some(script(&Value::Object(graph)))
}

fn site(inputs: &Inputs<'_>) -> Value {
    let config = inputs.config;
    json!({
        "@type": "WebSite",
        "@id": config.base_url.as_str(),
        "name": config.title,
        "description": config.description,
        "inLanguage": &*config.language,
        "author": { "name": config.author },
    })
}

/// Returns the glossary as a `DefinedTermSet` that refers to its terms; their own pages describe them.
fn set(inputs: &Inputs<'_>) -> Value {
    let config = inputs.config;
    let terms = inputs.glossary.entries.iter();
    let terms = terms.map(|entry| json!({ "@id": format!("{}#main", config.base_url.join(&entry_path(entry))) }));
    json!({
        "@type": "DefinedTermSet",
        "@id": set_id(config),
        "name": config.title,
        "description": config.description,
        "inLanguage": &*config.language,
        "hasDefinedTerm": terms.collect::<Vec<_>>(),
    })
}

/// Returns the published measurements as a `Dataset`; `None` unless the page shows figures computed from them.
fn dataset(inputs: &Inputs<'_>, at: usize, canonical: &str) -> Option<Value> {
    let (rows, publications) = inputs.estimator?.counts();
    let shows = inputs.glossary.pages.get(at)?.body.has_figures();
    (rows > 0 && shows).then(|| {
        json!({
            "@type": "Dataset",
            "@id": format!("{canonical}#main"),
            "name": format!("Published measurements, as {} uses them", inputs.config.title),
            "description": format!("{rows} measurements that {publications} sources published, each with its hardware, model, format and runtime."),
            "url": canonical,
            "creator": { "name": inputs.config.author },
            "isAccessibleForFree": true,
        })
    })
}

/// Returns the `BreadcrumbList` of these steps (title and path), the page itself last.
fn breadcrumbs(inputs: &Inputs<'_>, crumbs: &[(String, String)]) -> Value {
    let items = crumbs.iter().enumerate().map(|(at, (name, path))| {
        let mut item = json!({ "@type": "ListItem", "position": at + 1, "name": name });
        // The last one is the page itself.
        if let (Value::Object(item), true) = (&mut item, at + 1 < crumbs.len()) {
            item.insert("item".to_owned(), json!(inputs.config.base_url.join(path)));
        }
        item
    });
    json!({ "@type": "BreadcrumbList", "itemListElement": items.collect::<Vec<_>>() })
}

/// Returns JSON that is safe inside a script element.
fn script(value: &Value) -> String {
    let json = json::text(value);
    if !json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            c => out.push(c),
        }
    }
    out
}
