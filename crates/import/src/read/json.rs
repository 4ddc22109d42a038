//! Reads JSON and YAML: Rooflight's `glossary.json`, a list of objects, an object of terms, or one of lists or of
//! objects of terms, whose keys are layers. A file with a single object is one term.
//!
//! 1. The items are collected with their paths, and the lines of these found ([`super::tree_lines`]).
//! 2. Keys are matched like the columns of a table; an unknown one becomes a key of `extra`.
//! 3. Of a text in several languages, that of the file's language is taken, or else the first. A term that has an
//!    object for each language is read in the one that most terms have.

use super::ReadResult;
use super::cells;
use super::tree_lines::TreeFile;
use crate::Mapping;
use crate::draft::{Draft, Origin, ReaderOutput};
use crate::headers;
use crate::input::InputFile;
use crate::limits;
use crate::mapping::Field;
use crate::report::{Handling, Report};
use rooflight_source::yaml::path::PathSegment;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Keys of `glossary.json` that the build computes, which are ignored.
const COMPUTED: &str = "@type url markdown card links_to updated definition_markdown calculator changes compare";

/// Keys of the whole file: title, language and description.
const OF_FILE: [&[&str]; 3] =
    [&["title", "name", "titel"], &["language", "lang", "sprache"], &["description", "beschreibung"]];

pub(super) fn read(file: &InputFile, mapping: &Mapping, report: &mut Report) -> ReadResult {
    let text = file.text();
    let tree = TreeFile::parse(file, &text)?;
    let value = &tree.value;
    let find = |names: &[&str]| value.as_object()?.iter().find(|(key, _)| names.contains(&&*key.to_lowercase()));
    let [title, language, description] =
        OF_FILE.map(|names| find(names).and_then(|(_, value)| value.as_str()).map(str::to_owned));
    let mut found = ReaderOutput { title, language, ..ReaderOutput::default() };
    found.description = description.map(|text| (text, Origin::new(&file.path, 1)));
    let is_own = value.get("entries").is_some() || value.get("terms").is_some();
    let mut list = Vec::new();
    let whole = Origin::new(&file.path, 0);
    if is_term(value, mapping) {
        (found.title, found.description) = (None, None);
        list.push(TermCandidate { path: Vec::new(), name: None, layer: None, value });
    } else {
        let top = TermCandidate { path: Vec::new(), name: None, layer: None, value };
        items(&top, mapping, &mut list, &mut |key| report.name(Handling::Left, "key of the whole file", key, &whole));
    }
    limits::check_terms(list.len())?;
    let tag = || list.iter().find_map(|item| item.value.as_object()?.values().find_map(first_language));
    let main = || main_language(&list).or_else(tag);
    found.language = found.language.or_else(|| main().map(str::to_owned));
    let language = found.language.clone().unwrap_or_default();
    for item in list {
        let place = Origin::new(&file.path, tree.line(&item.path));
        let mut draft = Draft { origin: place.clone(), ..Draft::default() };
        let chosen = of_language(item.value, &language);
        if let Some(Err(words)) = &chosen {
            report.name(Handling::Left, "term in other languages than that of the site", words, &place);
            continue;
        }
        if chosen.is_some() {
            report.note(Handling::Left, "text in further languages than that of the site", &place);
        }
        let value = chosen.and_then(Result::ok);
        match value.as_ref().unwrap_or(item.value) {
            Value::Object(keys) => {
                let is_read = |(key, value): &(&String, &Value)| {
                    !(is_own && COMPUTED.split(' ').any(|computed| computed == *key) || value.is_null())
                };
                let term = term_key(keys, mapping);
                for (key, value) in keys.iter().filter(is_read) {
                    let value = in_language(value, &language, &place, report);
                    let is_term = item.name.is_none() && term == Some(key);
                    set(&mut draft, key, value, is_term, mapping, report);
                }
                draft.targets.extend(draft.name.clone());
            }
            Value::String(_) | Value::Array(_) if item.name.is_some() => {
                draft.definition = cells::texts(value.as_ref().unwrap_or(item.value)).join("\n\n");
            }
            other => {
                report.name(Handling::Left, "value that is no object", &other.to_string(), &place);
                continue;
            }
        }
        if draft.term.is_empty() {
            crate::headword::set(&mut draft, item.name.unwrap_or_default());
        }
        // An id alone, without a text, is no term.
        if draft.term.is_empty() && !(draft.definition.is_empty() && draft.body.is_empty()) {
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

/// Returns true for the tag of a language.
fn is_tag(key: &str) -> bool {
    let (language, rest) = key.split_once(['-', '_']).unwrap_or((key, ""));
    language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase()) && rest.len() <= 4
}

/// Returns the first key of an object whose keys are all tags of languages, as in `{"de": "Balken", "en": "beam"}`.
fn first_language(value: &Value) -> Option<&str> {
    let keys = value.as_object()?;
    keys.keys().all(|key| is_tag(key)).then(|| keys.keys().next())?.map(String::as_str)
}

/// Returns the languages of a term that has a text or an object for each, as in `{"slug": …, "en": {"term": …}}`.
fn languages(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let is_whole = first_language(value).is_some();
    let keys = value.as_object().into_iter().flatten();
    keys.filter(move |(key, value)| is_tag(key) && (is_whole || value.is_object()))
}

/// Returns the language that most terms have; of several, the first.
fn main_language<'a>(list: &[TermCandidate<'a>]) -> Option<&'a str> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for (tag, _) in list.iter().flat_map(|item| languages(item.value)) {
        match counts.iter_mut().find(|(known, _)| known == tag) {
            Some((_, count)) => *count += 1,
            None => counts.push((tag, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(tag, _)| tag)
}

/// Returns a term with what it has in one language in place of its languages, or its words if it lacks that language.
/// `None` for a term without languages.
fn of_language(value: &Value, language: &str) -> Option<Result<Value, String>> {
    languages(value).next()?;
    let Some((_, own)) = languages(value).find(|(tag, _)| *tag == language) else {
        return Some(Err(value.to_string()));
    };
    let Value::Object(own) = own else { return Some(Ok(own.clone())) };
    let tags: Vec<&String> = languages(value).map(|(tag, _)| tag).collect();
    let keys = value.as_object().into_iter().flatten().filter(|(key, _)| !tags.contains(key));
    let keys = keys.chain(own).map(|(key, value)| (key.clone(), value.clone()));
    Some(Ok(Value::Object(keys.collect())))
}

/// Returns the value in a language if it has several, and else the value.
fn in_language<'a>(value: &'a Value, language: &str, place: &Origin, report: &mut Report) -> &'a Value {
    let Some(first) = first_language(value) else { return value };
    if value.as_object().is_some_and(|keys| keys.len() > 1) {
        report.note(Handling::Left, "text in further languages than that of the site", place);
    }
    value.get(language).or_else(|| value.get(first)).unwrap_or(value)
}

/// A value that may be a term, with its path, the key that it stands under and the key of its list.
struct TermCandidate<'a> {
    path: Vec<PathSegment>,
    name: Option<&'a str>,
    layer: Option<&'a str>,
    value: &'a Value,
}

impl<'a> TermCandidate<'a> {
    /// Returns the candidate for the value at a step below this one.
    fn below(&self, step: impl Into<PathSegment>, name: Option<&'a str>, value: &'a Value) -> Self {
        let path = self.path.iter().cloned().chain([step.into()]).collect();
        Self { path, name, layer: self.layer, value }
    }
}

/// Returns true for an object with a term and a text, and no more keys than a table has columns.
fn is_term(value: &Value, mapping: &Mapping) -> bool {
    let Value::Object(keys) = value else { return false };
    let has = |field| keys.iter().any(|(key, value)| value.is_string() && headers::column(key, mapping) == Some(field));
    keys.len() <= cells::MAX_COLUMNS && has(Field::Term) && has(Field::Definition) && !keys.values().any(is_list)
}

/// Keys of the list of terms.
const LISTS: [&str; 5] = ["entries", "terms", "glossary", "items", "definitions"];

/// Collects the items of a list, of the lists inside an object, or else the members of the object with their keys.
fn items<'a>(
    at: &TermCandidate<'a>,
    mapping: &Mapping,
    out: &mut Vec<TermCandidate<'a>>,
    on_left: &mut dyn FnMut(&str),
) {
    match at.value {
        Value::Array(items) => out.extend(items.iter().enumerate().map(|(n, value)| at.below(n, None, value))),
        Value::Object(keys) => {
            let names_list = |key: &String| headers::column(key, mapping) == Some(Field::Term);
            let is_container = |value: &Value| value.is_array() || value.is_object();
            let known = LISTS.iter().find_map(|known| keys.iter().find(|(key, _)| key.to_lowercase() == *known));
            let known = known.filter(|(_, value)| is_container(value)).map(|(key, _)| key);
            let known = known.or_else(|| keys.keys().find(|key| names_list(key) && are_terms(&[&keys[*key]], mapping)));
            let lists = keys.values().filter(|value| is_list(value)).count();
            let are_groups = lists == 0 && are_terms(&keys.values().collect::<Vec<_>>(), mapping);
            for (key, value) in keys {
                let is_known = known.is_some_and(|known| known == key);
                if is_known || known.is_none() && (is_list(value) || are_groups) {
                    // A letter of the alphabet is no layer.
                    let is_layer = !is_known && (lists > 1 || are_groups && keys.len() > 1 && key.chars().count() > 1);
                    let below = at.below(key.as_str(), None, value);
                    let layer = is_layer.then_some(key.as_str()).or(at.layer);
                    items(&TermCandidate { layer, ..below }, mapping, out, on_left);
                } else if known.is_none() && lists == 0 {
                    out.push(at.below(key.as_str(), Some(key), value));
                } else if !OF_FILE.iter().any(|names| names.contains(&&*key.to_lowercase())) {
                    on_left(key);
                }
            }
        }
        _ => {}
    }
}

/// Returns true for a list with objects.
fn is_list(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().any(Value::is_object))
}

/// Returns true for objects whose members are terms and not the fields of one: all keys differ, few of them name a
/// field, and each has a text.
fn are_terms(objects: &[&Value], mapping: &Mapping) -> bool {
    let objects: Option<Vec<&Map<String, Value>>> = objects.iter().map(|value| value.as_object()).collect();
    let members: Vec<(&String, &Value)> = objects.into_iter().flatten().flatten().collect();
    let different: BTreeSet<&String> = members.iter().map(|(key, _)| *key).collect();
    let fields = members.iter().filter(|(key, _)| headers::column(key, mapping).is_some()).count();
    let is_text = |value: &Value| value.is_string() || value.is_object() || value.is_array();
    members.len() > 1
        && different.len() == members.len()
        && fields * 2 < members.len()
        && members.iter().all(|(_, value)| is_text(value))
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
    let is_source = field == Field::Source && !cells::sources(value).is_empty();
    if matches!(field, Field::Extra | Field::Nothing) || is_source || !cells::texts(value).is_empty() {
        cells::set(draft, field, key, value);
    } else if value.as_array().is_none_or(|items| !items.is_empty()) {
        report.note(Handling::Left, format!("key `{key}`, whose value is no text"), &draft.origin);
    }
}
