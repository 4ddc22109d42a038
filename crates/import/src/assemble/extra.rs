//! Reports the keys and columns that are kept below `extra`, which no page shows, and the flag that would show each.

use crate::draft::{Draft, is_web};
use crate::mapping;
use crate::report::{Handling, Report};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Reports each key once, with the number of entries that have it.
pub(super) fn keys(drafts: &[Draft], report: &mut Report) {
    let mut by_key: BTreeMap<&str, Vec<(&Draft, &Value)>> = BTreeMap::new();
    for draft in drafts {
        for (key, value) in &draft.extra {
            by_key.entry(key).or_default().push((draft, value));
        }
    }
    for (key, values) in by_key {
        let flag = field(&values, drafts).and_then(|field| mapping::flag(key, field));
        let flag = flag.map(|flag| format!("; `{flag}` would show it"));
        let flag = flag.unwrap_or_default();
        let what = format!("key or column `{key}`, kept in `extra`, which no page shows{flag}");
        for (draft, _) in values {
            report.note(Handling::Left, &*what, &draft.origin);
        }
    }
}

/// Returns the field that the values of a key look like.
fn field(values: &[(&Draft, &Value)], drafts: &[Draft]) -> Option<&'static str> {
    let lists = values.iter().any(|(_, value)| value.is_array());
    let texts: Vec<&str> = values
        .iter()
        .flat_map(|(_, value)| value.as_array().map_or(std::slice::from_ref(*value), Vec::as_slice))
        .filter_map(Value::as_str)
        .map(str::trim)
        .collect();
    if texts.is_empty() {
        return None;
    }
    let different: BTreeSet<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let mean = texts.iter().map(|text| text.chars().count()).sum::<usize>() / texts.len();
    // Numbers, codes and names of files are no texts.
    let is_word = |text: &&str| {
        text.contains(char::is_alphabetic)
            && (text.contains(' ') || !text.contains(|c: char| c.is_ascii_digit() || c == '.'))
    };
    let is_guessed = values.iter().all(|(draft, _)| draft.signs.is_guessed);
    let terms: BTreeSet<String> = drafts.iter().map(|draft| draft.term.to_lowercase()).collect();
    Some(match different.len() {
        _ if texts.iter().all(|text| is_web(text)) => "sources",
        _ if !texts.iter().any(is_word) => return None,
        _ if mean > 40 => "body",
        count if count == texts.len() && is_guessed && !lists && count * 10 >= drafts.len() * 8 && count > 2 => "term",
        count if different.intersection(&terms).count() * 2 > count => "related",
        count if count * 2 <= texts.len() => "layer",
        count if count == texts.len() && count > 1 && !lists => "aliases",
        _ => "body",
    })
}
