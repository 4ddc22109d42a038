//! Reads JSON: Rooflight's `glossary.json`, a list of objects, or an object of terms.
//!
//! Keys are matched like the columns of a table; an unknown one becomes a key of `extra`.

use super::cells;
use crate::Mapping;
use crate::draft::{Draft, DraftSource, Origin, ReaderOutput, is_web};
use crate::headers;
use crate::input::InputFile;
use crate::mapping::Field;
use crate::report::{Handling, Report};
use serde_json::{Map, Value};

/// Keys of `glossary.json` that the build computes, which are ignored.
const COMPUTED: [&str; 10] = [
    "@type",
    "url",
    "markdown",
    "card",
    "links_to",
    "updated",
    "definition_markdown",
    "calculator",
    "changes",
    "compare",
];

pub(super) fn read(file: &InputFile, mapping: &Mapping, report: &mut Report) -> Result<ReaderOutput, String> {
    let value: Value = serde_json::from_str(&file.text()).map_err(|error| error.to_string())?;
    let mut found =
        ReaderOutput { title: text(&value, "title").or_else(|| text(&value, "name")), ..ReaderOutput::default() };
    found.language = text(&value, "language");
    let is_own = value.get("entries").is_some() || value.get("terms").is_some();
    for (number, (name, item)) in items(&value).into_iter().enumerate() {
        let place = Origin::new(&file.path, number + 1);
        match item {
            Value::Object(keys) => found.drafts.push(object(name, keys, is_own, &place, mapping, report)),
            Value::String(definition) if name.is_some() => {
                let term = name.unwrap_or_default().to_owned();
                found.drafts.push(Draft { origin: place, term, definition: definition.clone(), ..Draft::default() });
            }
            _ => report.note(Handling::Left, "value that is no object", &place),
        }
    }
    found.drafts.retain(|draft| !draft.term.is_empty());
    Ok(found)
}

/// Returns the items of a list, or of a list inside an object, or else the members of the object with their keys.
fn items(value: &Value) -> Vec<(Option<&str>, &Value)> {
    match value {
        Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
        Value::Object(keys) => {
            let list = ["entries", "terms", "glossary", "items", "definitions"].iter().find_map(|key| keys.get(*key));
            match list.or_else(|| keys.values().find(|value| value.as_array().is_some_and(|items| items.len() > 1))) {
                Some(inner) if inner.is_array() || inner.is_object() => items(inner),
                _ => keys.iter().map(|(key, value)| (Some(key.as_str()), value)).collect(),
            }
        }
        _ => Vec::new(),
    }
}

fn object(
    name: Option<&str>,
    keys: &Map<String, Value>,
    is_own: bool,
    place: &Origin,
    mapping: &Mapping,
    report: &mut Report,
) -> Draft {
    let mut draft = Draft { origin: place.clone(), ..Draft::default() };
    for (key, value) in keys {
        if is_own && COMPUTED.contains(&key.as_str()) {
            continue;
        }
        if let ("sources", Value::Array(sources)) = (key.as_str(), value) {
            draft.sources.extend(sources.iter().filter_map(source));
            continue;
        }
        let field = headers::column(key, mapping).or_else(|| headers::key(key, mapping)).unwrap_or(Field::Extra);
        let field = if key == "id" { Field::Name } else { field };
        if field == Field::Extra {
            report.note(Handling::Mapped, format!("key `{key}` to extra"), place);
        }
        cells::set(&mut draft, field, key, value);
    }
    if draft.term.is_empty() {
        name.or(draft.name.as_deref()).unwrap_or_default().clone_into(&mut draft.term);
    }
    draft.targets.extend(draft.name.clone());
    draft
}

fn source(value: &Value) -> Option<DraftSource> {
    if let Some(words) = value.as_str() {
        return DraftSource::from_words(words);
    }
    let url = text(value, "url").filter(|url| is_web(url));
    let title = text(value, "title").or_else(|| url.clone())?;
    Some(DraftSource { title, url })
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}
