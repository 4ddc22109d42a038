//! Reads SKOS in Turtle, RDF/XML or JSON-LD: concepts with labels, definitions and broader concepts.
//!
//! 1. Statements are collected by subject. Properties are compared by the last part of their names, so that prefixes
//!    and contexts, which are not fetched, do not matter.
//! 2. The preferred label in the most frequent language is the term; alternative labels are aliases. SKOS-XL labels are
//!    resources with a status, such as deprecated or superseded, which is kept. A broader concept is the layer if at
//!    least three concepts share it, else it is related; a collection is the layer of its members that have none.
//!
//! Never fetches a URL.

use super::statements::{Graph, Object, last};
use crate::draft::{Draft, DraftGroup, DraftSource, Origin, ReaderOutput, TermSigns};
use crate::input::InputFile;
use crate::limits;
use crate::mapping::{Field, Mapping};
use crate::report::{Handling, Report};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

impl Graph {
    /// Gives properties the names that SKOS has for the fields of the user's mapping, and collects the labels that are
    /// resources. Of a vocabulary without preferred labels, the labels of RDF are the terms.
    fn complete(&mut self, mapping: &Mapping) {
        let has_labels = self.subjects.iter().any(|(_, all)| all.contains_key("prefLabel"));
        for (_, all) in &mut self.subjects {
            let known: Vec<String> = all.keys().cloned().collect();
            for name in known {
                let wanted = match mapping.field(&name) {
                    Some(Field::Term) => "prefLabel",
                    Some(Field::Alias | Field::Expansion) => "altLabel",
                    Some(Field::Avoid) => "hiddenLabel",
                    Some(Field::Definition) => "definition",
                    Some(Field::Body) => "note",
                    Some(Field::Source) => "source",
                    Some(Field::Related) => "related",
                    Some(Field::Layer) => "broader",
                    None if name == "label" && !has_labels && !mapping.has(Field::Term) => "prefLabel",
                    _ => continue,
                };
                let values = all.remove(&name).unwrap_or_default();
                all.entry(wanted.to_owned()).or_default().extend(values);
            }
        }
        let forms = self.subjects.iter().filter_map(|(subject, all)| {
            let form = all.get("literalForm")?.first()?.clone();
            Some((subject.clone(), (form, status(all))))
        });
        self.forms = forms.collect();
    }

    /// Returns the properties with a text, the most frequent first.
    fn text_properties(&self) -> Vec<&str> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (name, values) in self.subjects.iter().flat_map(|(_, all)| all) {
            *counts.entry(name).or_default() += usize::from(values.iter().any(|value| !value.is_address));
        }
        counts.retain(|_, count| *count > 0);
        let mut names: Vec<&str> = counts.keys().copied().collect();
        names.sort_by_key(|name| std::cmp::Reverse(counts[name]));
        names
    }
}

/// Properties that need no line in the report: those that are read, and those of the vocabulary itself.
const KNOWN: [&str; 21] = [
    "type",
    "prefLabel",
    "altLabel",
    "hiddenLabel",
    "definition",
    "comment",
    "scopeNote",
    "note",
    "example",
    "source",
    "broader",
    "narrower",
    "related",
    "inScheme",
    "topConceptOf",
    "hasTopConcept",
    "label",
    "title",
    "literalForm",
    "broaderTransitive",
    "narrowerTransitive",
];

#[cfg(feature = "formats")]
pub(super) fn turtle(file: &InputFile, mapping: &Mapping, report: &mut Report) -> Result<ReaderOutput, String> {
    let text = file.text();
    let mut graph = Graph::default();
    for triple in oxttl::TurtleParser::new().lenient().for_slice(text.as_bytes()) {
        let triple = triple.map_err(|error| error.to_string())?;
        let subject = triple.subject.to_string();
        let object = match &triple.object {
            oxrdf::Term::Literal(literal) => Object {
                text: literal.value().to_owned(),
                language: literal.language().map(str::to_lowercase),
                is_address: false,
            },
            other => Object { text: other.to_string(), language: None, is_address: true },
        };
        let object = Object { text: bare(&object.text, object.is_address), ..object };
        graph.add(&bare(&subject, true), triple.predicate.as_str(), object)?;
    }
    read_graph(file, graph, mapping, report)
}

#[cfg(feature = "formats")]
pub(super) fn rdf_xml(file: &InputFile, mapping: &Mapping, report: &mut Report) -> Result<ReaderOutput, String> {
    let mut graph = Graph::default();
    super::rdf_xml::read(&file.text(), &mut graph)?;
    read_graph(file, graph, mapping, report)
}

#[cfg(feature = "formats")]
fn bare(text: &str, is_address: bool) -> String {
    if is_address { text.trim_start_matches('<').trim_end_matches('>').to_owned() } else { text.to_owned() }
}

pub(super) fn json_ld(file: &InputFile, mapping: &Mapping, report: &mut Report) -> Result<ReaderOutput, String> {
    let value: Value = serde_json::from_str(&file.text()).map_err(|error| error.to_string())?;
    let mut graph = Graph::default();
    node(&value, &mut graph, 0)?;
    read_graph(file, graph, mapping, report)
}

/// Maximum nesting of nodes; deeper ones are ignored.
const MAX_DEPTH: usize = 32;

fn node(value: &Value, graph: &mut Graph, depth: usize) -> Result<(), String> {
    match value {
        Value::Array(items) if depth < MAX_DEPTH => items.iter().try_for_each(|item| node(item, graph, depth + 1)),
        Value::Object(keys) if depth < MAX_DEPTH => {
            let id = ["@id", "id", "uri"].iter().find_map(|key| keys.get(*key)).and_then(Value::as_str);
            let subject = id.map_or_else(|| format!("_:{}", graph.statements), str::to_owned);
            for (key, value) in keys.iter().filter(|(key, _)| *key != "@context") {
                if key.starts_with("@graph") || key == "graph" {
                    node(value, graph, depth + 1)?;
                    continue;
                }
                for object in objects(value) {
                    graph.add(&subject, if key == "@type" { "type" } else { key }, object)?;
                }
                nested(value, graph, depth)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Reads nodes that are written inside the statement that refers to them.
fn nested(value: &Value, graph: &mut Graph, depth: usize) -> Result<(), String> {
    let is_node = |keys: &Map<String, Value>| keys.len() > 1 && !keys.contains_key("@value");
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| nested(item, graph, depth + 1)),
        Value::Object(keys) if is_node(keys) && (keys.contains_key("@id") || keys.contains_key("id")) => {
            node(value, graph, depth + 1)
        }
        _ => Ok(()),
    }
}

fn objects(value: &Value) -> Vec<Object> {
    let text = |text: &str, language: Option<&str>| Object {
        text: text.to_owned(),
        language: language.map(str::to_lowercase),
        is_address: false,
    };
    match value {
        Value::String(one) => vec![text(one, None)],
        Value::Array(items) => items.iter().flat_map(objects).collect(),
        Value::Object(keys) => {
            let get = |names: [&str; 2]| names.iter().find_map(|name| keys.get(*name)).and_then(Value::as_str);
            if let Some(value) = get(["@value", "value"]) {
                return vec![text(value, get(["@language", "lang"]))];
            }
            if let Some((_, form)) = keys.iter().find(|(key, _)| last(key) == "literalForm") {
                return objects(form);
            }
            if let Some(id) = get(["@id", "id"]) {
                return vec![Object { text: id.to_owned(), language: None, is_address: true }];
            }
            // A map of texts by language.
            keys.iter()
                .flat_map(|(language, value)| {
                    objects(value).into_iter().map(move |one| Object { language: Some(language.to_lowercase()), ..one })
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Statuses of a label resource that mean that the name should not be used.
const UNWANTED: [&str; 4] = ["deprecated", "superseded", "obsolete", "forbidden"];

/// Returns the labels of a kind, of literals and label resources, each with its status; empty without one.
fn labels<'g>(graph: &'g Graph, all: &'g BTreeMap<String, Vec<Object>>, kind: &str) -> Vec<(&'g Object, &'g str)> {
    let mut found: Vec<(&Object, &str)> = Vec::new();
    for object in all.get(kind).into_iter().flatten() {
        if !object.is_address {
            found.push((object, ""));
            continue;
        }
        found.extend(graph.forms.get(&object.text).map(|(form, status)| (form, *status)));
    }
    found
}

/// Returns the status of a label resource, the last one if there are several; empty without one.
fn status(about: &BTreeMap<String, Vec<Object>>) -> &'static str {
    let words = about.iter().filter(|(property, _)| *property != "literalForm").flat_map(|(_, values)| values);
    let mut status = words.filter_map(|value| {
        let value = last(&value.text);
        UNWANTED.iter().copied().find(|status| value.to_lowercase().starts_with(status))
    });
    status.next_back().unwrap_or_default()
}

/// Kinds of subjects that group concepts.
const COLLECTIONS: [&str; 3] = ["Collection", "OrderedCollection", "ThesaurusArray"];

/// True if a subject is of one of these kinds.
fn is_of(all: &BTreeMap<String, Vec<Object>>, kinds: &[&str]) -> bool {
    all.get("type").into_iter().flatten().any(|kind| kinds.contains(&last(&kind.text)))
}

/// Returns the language of most preferred labels; at a tie that of most definitions, then that of the scheme's title,
/// then English.
fn main_language(graph: &Graph) -> Option<String> {
    let mut languages: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (_, all) in &graph.subjects {
        let is_scheme = is_of(all, &["ConceptScheme"]);
        let preferred = labels(graph, all, "prefLabel").into_iter().map(|(label, _)| (label, 0));
        let definitions = all.get("definition").into_iter().flatten().map(|text| (text, 1));
        let titles = all.get("title").into_iter().flatten().filter(|_| is_scheme).map(|title| (title, 2));
        for (object, at) in preferred.chain(definitions).chain(titles) {
            if let Some(language) = object.language.as_deref() {
                languages.entry(language).or_default()[at] += 1;
            }
        }
    }
    let most = languages.iter().filter(|(_, counts)| counts[0] > 0);
    most.max_by_key(|(name, counts)| (**counts, **name == "en")).map(|(name, _)| (*name).to_owned())
}

fn read_graph(
    file: &InputFile,
    mut graph: Graph,
    mapping: &Mapping,
    report: &mut Report,
) -> Result<ReaderOutput, String> {
    graph.complete(mapping);
    let graph = &graph;
    let main = main_language(graph);
    let is_main = |object: &&Object| object.language.is_none() || object.language == main;
    let mut out = ReaderOutput { language: main.clone(), ..ReaderOutput::default() };
    let mut narrower: BTreeMap<&str, usize> = BTreeMap::new();
    for broader in graph.subjects.iter().flat_map(|(_, all)| all.get("broader").into_iter().flatten()) {
        *narrower.entry(&broader.text).or_default() += 1;
    }
    // Of several collections, the first counts.
    let mut collections: BTreeMap<&str, &str> = BTreeMap::new();
    for (subject, all) in graph.subjects.iter().filter(|(_, all)| is_of(all, &COLLECTIONS)) {
        for member in all.get("member").into_iter().flatten().chain(graph.list(all, "memberList")) {
            collections.entry(&member.text).or_insert(subject);
        }
    }
    let titles = graph.subjects.iter().map(|(_, all)| {
        let named = ["prefLabel", "title", "label"].map(|kind| labels(graph, all, kind));
        let named = named.into_iter().find(|labels| !labels.is_empty())?;
        let texts = || named.iter().map(|(label, _)| *label);
        texts().find(is_main).or_else(|| texts().next()).map(|label| label.text.as_str())
    });
    let titles: Vec<Option<&str>> = titles.collect();
    let mut held = 0;
    let mut label = |name: &str| {
        let title = graph.by_name.get(name).and_then(|at| titles[*at]).map(str::to_owned);
        held += title.as_ref().map_or(0, String::len) as u64;
        // One long label may be named again and again.
        if held > limits::MAX_UNPACKED_BYTES {
            Err("the labels that are named hold more than 64 MiB")
        } else {
            Ok(title)
        }
    };
    for (number, (subject, all)) in graph.subjects.iter().enumerate() {
        if is_of(all, &["ConceptScheme"]) {
            out.title = out.title.take().or(label(subject)?);
            continue;
        }
        if is_of(all, &COLLECTIONS) {
            continue;
        }
        let preferred: Vec<&Object> = labels(graph, all, "prefLabel").into_iter().map(|(label, _)| label).collect();
        let place = Origin::new(&file.path, number + 1);
        let term = preferred.iter().copied().find(is_main).or_else(|| preferred.first().copied());
        let Some(term) = term.map(|term| term.text.trim().to_owned()) else {
            if ["altLabel", "definition"].iter().any(|name| all.contains_key(*name)) {
                report.name(Handling::Left, "concept without a preferred label", subject, &place);
            }
            continue;
        };
        for property in all.keys().filter(|name| !KNOWN.contains(&name.as_str())) {
            report.note(Handling::Left, format!("property `{property}`"), &place);
        }
        let texts = |name: &str| all.get(name).into_iter().flatten().filter(is_main).map(|one| one.text.clone());
        let others = preferred.iter().filter(|one| !is_main(one)).count();
        for _ in 0..others {
            report.note(Handling::Left, "label in another language", &place);
        }
        let signs = TermSigns { is_one_name: true, ..TermSigns::default() };
        let mut draft = Draft { origin: place, term, signs, ..Draft::default() };
        names(graph, all, &is_main, &mut draft);
        draft.definition = texts("definition").next().or_else(|| texts("comment").next()).unwrap_or_default();
        let notes = ["scopeNote", "note", "example", "definition"];
        let more: Vec<String> =
            notes.iter().flat_map(|name| texts(name)).filter(|text| *text != draft.definition).collect();
        draft.body = more.join("\n\n");
        draft.targets = vec![subject.clone()];
        draft.sources = texts("source").filter_map(|words| DraftSource::from_words(&words)).collect();
        let broader = all.get("broader").into_iter().flatten();
        for broader in broader {
            let shared = narrower.get(broader.text.as_str()).copied().unwrap_or_default() >= 3;
            match label(&broader.text)? {
                Some(title) if shared && draft.layer.is_none() => draft.layer = Some(title),
                Some(title) => draft.related.push(title),
                None => {}
            }
        }
        if draft.layer.is_none()
            && let Some(collection) = collections.get(subject.as_str())
        {
            draft.layer = label(collection)?;
        }
        for related in all.get("related").into_iter().flatten() {
            draft.related.extend(label(&related.text)?);
        }
        out.drafts.push(draft);
    }
    let used: Vec<String> = out.drafts.iter().filter_map(|draft| draft.layer.clone()).collect();
    out.groups =
        used.into_iter().map(|name| DraftGroup { title: name.clone(), name, summary: String::new() }).collect();
    out.groups.dedup();
    if out.drafts.is_empty() {
        let names = graph.text_properties();
        let first = names.first().copied().unwrap_or("label");
        let shown = names[..names.len().min(8)].join(", ");
        return Err(format!(
            "no subject has a `skos:prefLabel` or `rdfs:label`. Its texts are {shown}; `--map {first}=term,…` says which is \
             the term and which the definition"
        ));
    }
    Ok(out)
}

/// Adds a concept's other names by their status; hidden labels without a status are names to avoid.
fn names(graph: &Graph, all: &BTreeMap<String, Vec<Object>>, is_main: &dyn Fn(&&Object) -> bool, draft: &mut Draft) {
    for (kind, usual) in [("altLabel", ""), ("hiddenLabel", "deprecated")] {
        for (label, status) in labels(graph, all, kind).into_iter().filter(|(label, _)| is_main(label)) {
            let status = if status.is_empty() { usual } else { status };
            let list = match status {
                "superseded" | "obsolete" => &mut draft.superseded,
                "" => &mut draft.aliases,
                _ => &mut draft.avoid,
            };
            list.push(label.text.clone());
        }
    }
    // A label is often given twice, as a literal and as a resource, and only the resource has a status.
    let Draft { aliases, avoid, superseded, term, .. } = draft;
    let mut known = BTreeSet::from([term.clone()]);
    for list in [superseded, avoid, aliases] {
        list.retain(|name| known.insert(name.clone()));
    }
}
