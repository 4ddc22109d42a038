//! Reads JSON and YAML: Rooflight's `glossary.json`, a list of objects, an object of terms, or one of lists, whose keys
//! are layers. A file with a single object is one term.
//!
//! Keys are matched like the columns of a table; an unknown one becomes a key of `extra`.

use super::ReadResult;
use super::cells;
use crate::Mapping;
use crate::draft::{Draft, Origin, ReaderOutput};
use crate::headers;
use crate::input::InputFile;
use crate::limits;
use crate::mapping::Field;
use crate::report::{Handling, Report};
use rooflight_source::lines::LineIndex;
use rooflight_source::yaml;
use serde_json::{Map, Value};

/// Keys of `glossary.json` that the build computes, which are ignored.
const COMPUTED: &str = "@type url markdown card links_to updated definition_markdown calculator changes compare";

pub(super) fn read(file: &InputFile, mapping: &Mapping, report: &mut Report) -> ReadResult {
    let text = file.text();
    let value: Value = if file.extension() == "json" {
        serde_json::from_str(&text).map_err(|error| error.to_string())?
    } else {
        yaml(&file.path, &text)?
    };
    let own = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut found = ReaderOutput { title: own("title").or_else(|| own("name")), ..ReaderOutput::default() };
    found.language = own("language");
    found.description = own("description").map(|text| (text, Origin::new(&file.path, 1)));
    let is_own = value.get("entries").is_some() || value.get("terms").is_some();
    let mut list = Vec::new();
    let whole = Origin::new(&file.path, 0);
    if is_term(&value, mapping) {
        (found.title, found.description) = (None, None);
        list.push(TermCandidate { name: None, layer: None, value: &value });
    } else {
        items(&value, None, &mut list, &mut |key| {
            report.name(Handling::Left, "key of the whole file", key, &whole);
        });
    }
    limits::check_terms(list.len())?;
    for (number, item) in list.into_iter().enumerate() {
        let place = Origin::new(&file.path, number + 1);
        let mut draft = Draft { origin: place.clone(), ..Draft::default() };
        match item.value {
            Value::Object(keys) => {
                let is_read = |(key, value): &(&String, &Value)| {
                    !(is_own && COMPUTED.split(' ').any(|computed| computed == *key) || value.is_null())
                };
                let term = term_key(keys, mapping);
                for (key, value) in keys.iter().filter(is_read) {
                    let is_term = item.name.is_none() && term == Some(key);
                    set(&mut draft, key, value, is_term, mapping, report);
                }
                draft.targets.extend(draft.name.clone());
            }
            Value::String(definition) if item.name.is_some() => draft.definition.clone_from(definition),
            other => {
                report.name(Handling::Left, "value that is no object", &other.to_string(), &place);
                continue;
            }
        }
        if draft.term.is_empty() {
            crate::headword::set(&mut draft, item.name.unwrap_or_default());
        }
        if draft.term.is_empty() {
            draft.term = draft.name.clone().unwrap_or_default();
        }
        draft.layer = draft.layer.or_else(|| item.layer.map(limits::group_title));
        if draft.term.is_empty() {
            let words = item.value.to_string();
            report.name(Handling::Left, "object without a term", &words, &place);
        } else {
            found.drafts.push(draft);
        }
    }
    Ok(found)
}

/// Parses YAML; of several documents, a list of them.
fn yaml(path: &str, text: &str) -> Result<Value, String> {
    let mut starts = vec![0];
    let marks = text.match_indices("\n---").filter(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n'])
    });
    starts.extend(marks.map(|(at, _)| at + 1));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut documents = Vec::new();
    for (start, end) in starts.iter().copied().zip(ends).filter(|(start, _)| !text[*start..].starts_with('%')) {
        let mut problems = Vec::new();
        let Some(found) = yaml::decode::<Value>(path, text, start..end, &mut problems) else {
            let problem = problems.first().ok_or("no YAML")?;
            let (line, _) = LineIndex::of(text).position(problem.location.span.start);
            return Err(format!("{} (line {line})", problem.message));
        };
        documents.push(found);
    }
    documents.retain(|value| !value.is_null());
    Ok(if documents.len() == 1 { documents.remove(0) } else { Value::Array(documents) })
}

/// A value that may be a term, with the key that it stands under and the key of its list.
struct TermCandidate<'a> {
    name: Option<&'a str>,
    layer: Option<&'a str>,
    value: &'a Value,
}

/// Returns true for an object with a term and a text, and no more keys than a table has columns.
fn is_term(value: &Value, mapping: &Mapping) -> bool {
    let Value::Object(keys) = value else { return false };
    let has = |field| keys.iter().any(|(key, value)| value.is_string() && headers::column(key, mapping) == Some(field));
    let is_list = |value: &Value| value.as_array().is_some_and(|items| items.iter().any(Value::is_object));
    keys.len() <= cells::MAX_COLUMNS && has(Field::Term) && has(Field::Definition) && !keys.values().any(is_list)
}

/// Keys of the list of terms.
const LISTS: [&str; 5] = ["entries", "terms", "glossary", "items", "definitions"];

/// Collects the items of a list, of the lists inside an object, or else the members of the object with their keys.
fn items<'a>(
    value: &'a Value,
    layer: Option<&'a str>,
    out: &mut Vec<TermCandidate<'a>>,
    on_left: &mut dyn FnMut(&str),
) {
    match value {
        Value::Array(items) => out.extend(items.iter().map(|value| TermCandidate { name: None, layer, value })),
        Value::Object(keys) => {
            let is_list = |value: &Value| value.as_array().is_some_and(|items| items.iter().any(Value::is_object));
            let known = LISTS.iter().find(|key| keys.get(**key).is_some_and(|one| one.is_array() || one.is_object()));
            let lists = keys.values().filter(|value| is_list(value)).count();
            for (key, value) in keys {
                let is_known = known.is_some_and(|known| known == key);
                if is_known || known.is_none() && is_list(value) {
                    items(value, (!is_known && lists > 1).then_some(key.as_str()).or(layer), out, on_left);
                } else if known.is_none() && lists == 0 {
                    out.push(TermCandidate { name: Some(key), layer, value });
                } else if !matches!(key.as_str(), "title" | "name" | "language" | "description") {
                    on_left(key);
                }
            }
        }
        _ => {}
    }
}

/// Returns the key that holds the term.
fn term_key<'a>(keys: &'a Map<String, Value>, mapping: &Mapping) -> Option<&'a str> {
    let is_column = |key: &&String| headers::column(key, mapping) == Some(Field::Term);
    headers::term_key(keys.keys(), mapping).or_else(|| keys.keys().find(is_column).map(String::as_str))
}

/// Sets the field of a key. Of several keys with names, one is the term; the key of the object may be it, too.
fn set(draft: &mut Draft, key: &str, value: &Value, is_term: bool, mapping: &Mapping, report: &mut Report) {
    let field = headers::column(key, mapping).or_else(|| headers::key(key, mapping)).unwrap_or(Field::Extra);
    let field = match (field, headers::value_field(key, value, mapping)) {
        _ if key == "id" && mapping.field(key).is_none() => Field::Name,
        (_, Some(Field::Definition)) => Field::Definition,
        (Field::Term, _) if !is_term => Field::Alias,
        (field, _) => field,
    };
    draft.signs.has_alias_field |= field == Field::Alias;
    if matches!(field, Field::Extra | Field::Nothing) || !cells::texts(value).is_empty() {
        cells::set(draft, field, key, value);
    } else if value.as_array().is_none_or(|items| !items.is_empty()) {
        report.note(Handling::Left, format!("key `{key}`, whose value is no text"), &draft.origin);
    }
}
