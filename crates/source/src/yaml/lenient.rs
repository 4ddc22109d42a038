//! YAML that only `yaml_serde`'s parser allows: a quoted text or a list that goes on at the first column, a tab behind
//! a colon, a comment without a space before it.
//!
//! 1. `yaml_serde` reads the values of a fragment that [`tree::parse`] refuses.
//! 2. They become a tree without positions, good for decoding alone: any mistake in it is the refused syntax.
//!
//! Never guesses a text: how a number was written is lost, so a number is no text here. Never reads what this parser
//! needs time or memory out of proportion for.

use super::tree::{self, Entry, Refusal, Scalar, Style, Tree};
use yaml_serde::Value;

/// Parses a fragment like [`tree::parse`], or like `yaml_serde` if its syntax is refused.
pub(super) fn parse(fragment: &str) -> Result<Tree<'_>, Refusal> {
    let refusal = match tree::parse(fragment) {
        Err(refusal @ Refusal::Syntax(..)) if !brackets_are_deep(fragment) && !has_anchor(fragment) => refusal,
        parsed => return parsed,
    };
    let Ok(value) = yaml_serde::from_str(fragment) else { return Err(refusal) };
    let mut entries = Vec::new();
    add(&value, &mut entries);
    Ok(Tree { entries, refusal: Some(refusal) })
}

/// True if there may be an anchor: each alias of it is a copy.
fn has_anchor(text: &str) -> bool {
    text.match_indices('&').any(|(at, _)| {
        let is_name = text[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
        is_name && !text[..at].ends_with(char::is_alphanumeric)
    })
}

/// True if brackets, those in texts included, are nested deeper than the limit: they take quadratic time.
fn brackets_are_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > tree::MAX_DEPTH
    })
}

fn add(value: &Value, entries: &mut Vec<Entry<'_>>) {
    let at = entries.len();
    let scalar = |text: String, style| (tree::Value::Scalar(Scalar { text: text.into(), style }), Vec::new());
    let (value, children) = match value {
        Value::Null => scalar(String::new(), Style::Plain),
        Value::Bool(truth) => scalar(truth.to_string(), Style::Reformatted),
        Value::Number(number) => scalar(number.to_string(), Style::Reformatted),
        Value::String(text) => scalar(text.clone(), Style::Quoted),
        Value::Sequence(items) => (tree::Value::List, items.iter().collect()),
        Value::Mapping(pairs) => (tree::Value::Block, pairs.iter().flat_map(|(key, value)| [key, value]).collect()),
        Value::Tagged(tagged) => {
            add(&tagged.value, entries);
            entries[at].tag = Some(tagged.tag.to_string().into());
            return;
        }
    };
    entries.push(Entry { span: 0..0, end: at + 1, value, tag: None });
    for child in children {
        add(child, entries);
    }
    entries[at].end = entries.len();
}
