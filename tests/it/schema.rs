//! The schemas for editors: all real content fits them, and they refuse what the parser refuses.
//!
//! The small validator here knows exactly the keywords that the schemas use, and stops at any other, so that nothing
//! passes unseen.

use crate::support::repository;
use rooflight::edge::load;
use rooflight_calculator_files::CALCULATORS;
use rooflight_calculator_files::data::DATA;
use rooflight_glossary::model::comparison::COMPARE;
use rooflight_glossary::model::config::{BaseUrl, Language};
use rooflight_glossary::model::front_matter::FrontMatter;
use rooflight_glossary::model::page::PageFront;
use rooflight_glossary::model::schema::{SchemaKind, schema};
use rooflight_glossary::model::track::TRACKS;
use rooflight_glossary::model::{document::GLOSSARY, page};
use rooflight_source::yaml;
use serde_json::{Value, json};
use std::path::Path;

/// The problems of a value, each with its path.
fn problems(root: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(root, root, value, "", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let Some(keywords) = schema.as_object() else {
        assert_eq!(schema, &Value::Bool(true), "{path}: a schema is an object or true");
        return;
    };
    for (keyword, wanted) in keywords {
        let ok = match keyword.as_str() {
            "$schema"
            | "$defs"
            | "title"
            | "description"
            | "default"
            | "examples"
            | "required"
            | "properties"
            | "additionalProperties" => true,
            "$ref" => {
                let pointer = wanted.as_str().expect("a pointer").trim_start_matches('#');
                check(root, root.pointer(pointer).expect("a definition"), value, path, found);
                true
            }
            "type" => {
                let types = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                types.iter().any(|kind| is(kind.as_str().expect("a type"), value))
            }
            "format" => match wanted.as_str().expect("a format") {
                "date" => value.as_str().is_none_or(|text| text.parse::<jiff::civil::Date>().is_ok()),
                "double" | "float" | "uint" | "uint8" | "uint16" | "uint32" | "uint64" => true,
                other => panic!("unknown format {other}"),
            },
            "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().expect("a number")),
            "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().expect("a number")),
            "minLength" => {
                value.as_str().is_none_or(|text| text.chars().count() as u64 >= wanted.as_u64().expect("a number"))
            }
            "maxLength" => {
                value.as_str().is_none_or(|text| text.chars().count() as u64 <= wanted.as_u64().expect("a number"))
            }
            "minItems" => value.as_array().is_none_or(|list| list.len() as u64 >= wanted.as_u64().expect("a number")),
            "pattern" => value.as_str().is_none_or(|text| matches(wanted.as_str().expect("a pattern"), text)),
            "const" => value == wanted,
            "enum" => wanted.as_array().expect("a list").contains(value),
            "anyOf" | "oneOf" => {
                let fits = |part: &&Value| {
                    let mut inner = Vec::new();
                    check(root, part, value, path, &mut inner);
                    inner.is_empty()
                };
                let count = wanted.as_array().expect("a list").iter().filter(fits).count();
                count == 1 || count > 1 && keyword == "anyOf"
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &format!("{path}[{number}]"), found);
                }
                true
            }
            other => panic!("unknown keyword {other}"),
        };
        if !ok {
            found.push(format!("{path}: {keyword} {wanted}"));
        }
    }
    if let Some(object) = value.as_object() {
        check_object(root, schema, object, path, found);
    }
}

fn check_object(
    root: &Value,
    schema: &Value,
    object: &serde_json::Map<String, Value>,
    path: &str,
    found: &mut Vec<String>,
) {
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(key) {
            found.push(format!("{path}: {key} is missing"));
        }
    }
    for (key, value) in object {
        match (schema["properties"].get(key), schema.get("additionalProperties")) {
            (Some(property), _) => check(root, property, value, &format!("{path}.{key}"), found),
            (None, Some(Value::Bool(false))) => found.push(format!("{path}: unknown key {key}")),
            (None, Some(other)) if other.is_object() => check(root, other, value, &format!("{path}.{key}"), found),
            _ => {}
        }
    }
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("unknown type {other}"),
    }
}

/// The few patterns that the schemas have, by hand.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        rooflight_source::slug::SLUG => rooflight_source::slug::is_address(text),
        rooflight_source::slug::PATH => text.split('/').all(rooflight_source::slug::is_address),
        tag if tag.starts_with("^[A-Za-z]{2,8}(-") => Language::try_from(text.to_owned()).is_ok(),
        "^http" => text.starts_with("http"),
        "^static/." => text.len() > "static/".len() && text.starts_with("static/"),
        "^https?://" => text.starts_with("https://") || text.starts_with("http://"),
        address if address.starts_with("^https?://([A-Za-z") => BaseUrl::try_from(text.to_owned()).is_ok(),
        "^[0-9]{4}-(0[1-9]|1[0-2])$" => text.len() == 7 && format!("{text}-01").parse::<jiff::civil::Date>().is_ok(),
        other => panic!("unknown pattern {other}"),
    }
}

/// The YAML of a file as a value: its front matter, or all of it.
fn value(path: &str, text: &str) -> Value {
    let front = if path.ends_with(".md") { text.split("---\n").nth(1).expect("front matter") } else { text };
    yaml_serde::from_str(front).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The kind of a content file.
fn kind(path: &str) -> SchemaKind {
    match path {
        "content/site.yaml" => SchemaKind::Site,
        "content/catalog/hardware.yaml" => SchemaKind::Hardware,
        "content/catalog/models.yaml" => SchemaKind::Models,
        "content/catalog/quantizations.yaml" => SchemaKind::Quantizations,
        "content/catalog/runtimes.yaml" => SchemaKind::Runtimes,
        "content/catalog/backends.yaml" => SchemaKind::Backends,
        "content/catalog/quality.yaml" => SchemaKind::Quality,
        "content/catalog/not-covered.yaml" => SchemaKind::NotCovered,
        "content/catalog/prices.yaml" => SchemaKind::Prices,
        "content/de/site.yaml" => SchemaKind::LocalSite,
        path if path.starts_with("content/de/glossary/") => SchemaKind::Translation,
        path if path.starts_with(GLOSSARY) => SchemaKind::FrontMatter,
        path if path.starts_with(page::PAGES) => SchemaKind::Page,
        path if path.starts_with("content/anchors") => SchemaKind::Anchors,
        path if path.starts_with(CALCULATORS) => SchemaKind::Calculator,
        path if path.starts_with(DATA) => SchemaKind::Data,
        path if path.starts_with(COMPARE) => SchemaKind::Comparison,
        path if path.starts_with(TRACKS) && path.ends_with(".yaml") => SchemaKind::Track,
        path if path.starts_with(TRACKS) => SchemaKind::Lesson,
        other => panic!("no schema for {other}"),
    }
}

fn every_file_fits(root: &Path) -> usize {
    let sources = load::load(root);
    for file in sources.content.iter().filter(|file| file.path.ends_with(".md") || file.path.ends_with(".yaml")) {
        let found = problems(&schema(kind(&file.path)), &value(&file.path, &file.text));
        assert_eq!(found, Vec::<String>::new(), "{}", file.path);
    }
    sources.content.len()
}

#[test]
fn every_file_of_the_reference_site_fits_its_schema() {
    assert_ne!(every_file_fits(repository()), 0);
}

#[test]
fn every_file_that_init_writes_fits_its_schema() {
    assert!(every_file_fits(&repository().join("starter")) >= 5);
}

#[test]
fn any_file_of_the_catalog_fits_the_catalogs_schema_and_nothing_else_does() {
    let catalog = schema(SchemaKind::Catalog);
    let sources = load::load(repository());
    for file in sources.below("content/catalog", "yaml") {
        assert_eq!(problems(&catalog, &value(&file.path, &file.text)), Vec::<String>::new(), "{}", file.path);
    }
    assert_ne!(problems(&catalog, &json!([{ "id": "x", "name": "X", "colour": "red" }])), Vec::<String>::new());
}

/// An entry that uses every key.
fn whole_entry() -> Value {
    json!({
        "term": "velocity", "reading": "ve-lo-ci-ty", "id": "velocity", "layer": "work", "also_in": ["planning"], "aliases": ["speed"], "forms": ["velos"], "avoid": ["pace rate"], "superseded": ["burn rate"],
        "not": ["not this"], "match": "exact", "links": "page", "definition": "A definition.", "at_a_glance": {"a": "b"},
        "related": ["sprint"], "compare": [{"with": "sprint", "rows": [{"question": "q", "this": "t", "other": "o"}]}],
        "raises": ["a"], "does_not_raise": ["b"], "common_mistake": "m", "takeaway": "t", "memory_hook": "h",
        "questions": [{"q": "q", "a": "a"}], "calculator": {"kind": "k", "preset": {"x": 1}},
        "sources": [{"key": "k", "title": "T", "url": "https://example.org/", "publisher": "P", "year": 2026, "accessed": "2026-01-01",
            "supports": "s", "grade": "secondary", "unopened": true}],
        "published": "2026-01-01", "changes": [{"date": "2026-01-02", "note": "c"}], "reviewed": "2026-01", "former": ["old"], "draft": true, "extra": {},
    })
}

fn parses<T: serde::de::DeserializeOwned + schemars::JsonSchema>(value: &Value) -> bool {
    let text = yaml_serde::to_string(value).expect("YAML");
    yaml::decode::<T>("file", &text, 0..text.len(), &mut Vec::new()).is_some()
}

/// The value, and each of its changes: a key gone, a key too many, a value of another type, at every depth.
fn changes(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(object) => {
            for key in object.keys() {
                let mut without = object.clone();
                let inner = without.remove(key).expect("the key");
                all.push(Value::Object(without.clone()));
                for change in changes(&inner) {
                    let mut changed = object.clone();
                    changed.insert(key.clone(), change);
                    all.push(Value::Object(changed));
                }
                for other in [json!([["x"]]), json!({"k": [1]}), json!(true)] {
                    let mut changed = object.clone();
                    changed.insert(key.clone(), other);
                    all.push(Value::Object(changed));
                }
            }
            let mut more = object.clone();
            more.insert("colour".to_owned(), json!("red"));
            all.push(Value::Object(more));
        }
        Value::Array(list) => {
            for (number, item) in list.iter().enumerate() {
                for change in changes(item) {
                    let mut changed = list.clone();
                    changed[number] = change;
                    all.push(Value::Array(changed));
                }
            }
        }
        _ => {}
    }
    all
}

#[test]
fn schema_and_parser_agree_on_every_change_of_an_entry() {
    let schema = schema(SchemaKind::FrontMatter);
    let whole = whole_entry();
    let keys: Vec<&String> = schema["properties"].as_object().expect("properties").keys().collect();
    assert_eq!(
        keys,
        whole.as_object().expect("an object").keys().collect::<Vec<_>>(),
        "the entry above uses every key"
    );
    assert!(parses::<FrontMatter>(&whole) && problems(&schema, &whole).is_empty());
    let (mut accepted, mut refused) = (0, 0);
    for changed in changes(&whole) {
        let (by_schema, by_parser) = (problems(&schema, &changed).is_empty(), parses::<FrontMatter>(&changed));
        if by_parser && !by_schema && lenient_scalar(&whole, &changed) {
            continue;
        }
        assert_eq!(by_schema, by_parser, "{changed}: {:?}", problems(&schema, &changed));
        *if by_schema { &mut accepted } else { &mut refused } += 1;
    }
    assert!(accepted > 20 && refused > 60, "{accepted} accepted, {refused} refused");
}

/// True if the change only replaces a text by `true`.
fn lenient_scalar(whole: &Value, changed: &Value) -> bool {
    match (whole, changed) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| value == other || lenient_scalar(value, other)))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(value, other)| value == other || lenient_scalar(value, other))
        }
        (Value::String(_), Value::Bool(true)) => true,
        _ => false,
    }
}

#[test]
fn the_schema_of_a_page_refuses_what_the_parser_refuses() {
    let schema = schema(SchemaKind::Page);
    let whole = json!({"title": "T", "description": "D", "links": "off", "order": 1, "former": ["old/place"]});
    assert!(parses::<PageFront>(&whole) && problems(&schema, &whole).is_empty());
    for key in ["title", "description"] {
        let mut without = whole.clone();
        without.as_object_mut().expect("an object").remove(key);
        assert!(!parses::<PageFront>(&without) && !problems(&schema, &without).is_empty(), "{key}");
    }
    assert!(!problems(&schema, &json!({"title": "T", "description": "D", "former": ["../up"]})).is_empty());
}

/// Values as authors might write them, right and wrong.
const WRITTEN: [&str; 24] = [
    "",
    "~",
    "null",
    "true",
    "True",
    "yes",
    "5",
    "-5",
    "0x1F",
    "007",
    "70000",
    "1.5",
    ".inf",
    "1e3",
    "text",
    "'5'",
    "2026-11-20",
    "2026-11",
    "[a, b]",
    "{a: b}",
    "[]",
    "{}",
    "primary",
    "!!str 5",
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 512, failure_persistence: None, ..Default::default() })]
    /// A value that is refused has a problem, and a value that decodes has no problem: wherever a value is put, at the
    /// top or in a source.
    #[test]
    fn what_decodes_has_no_problem_and_what_does_not_has_one(key in 0..40usize, value in 0..WRITTEN.len(), deep: bool) {
        let schema = schema(SchemaKind::FrontMatter);
        let inside = if deep { &schema["$defs"]["Source"] } else { &schema };
        let keys: Vec<&String> = inside["properties"].as_object().expect("properties").keys().collect();
        let key = keys[key % keys.len()];
        let changed = format!("{key}: {}", WRITTEN[value]);
        let mut top = vec!["term: t", "layer: l", "definition: D.", "published: 2026-01-01"];
        let mut source = vec!["title: T", "url: 'https://example.org/'"];
        let list = if deep { &mut source } else { &mut top };
        list.retain(|line| !line.starts_with(&format!("{key}:")));
        list.push(&changed);
        if deep || key != "sources" {
            top.push("sources:");
        }
        let nested = if deep || key != "sources" { format!("  - {}\n", source.join("\n    ")) } else { String::new() };
        let text = format!("{}\n{nested}", top.join("\n"));
        let mut problems = Vec::new();
        let decoded = yaml::decode::<FrontMatter>("file", &text, 0..text.len(), &mut problems);
        assert_eq!(decoded.is_some(), problems.is_empty(), "{text}: {problems:?}");
        assert_eq!(decoded.is_some(), yaml_serde::from_str::<FrontMatter>(&text).is_ok());
        let start = text.find(&changed).expect("the line");
        for problem in &problems {
            let span = &problem.location.span;
            assert!(span.start >= start && span.end <= start + changed.len(), "{text}: {problem:?}");
        }
    }
}
