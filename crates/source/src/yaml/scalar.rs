//! Formats YAML values as text.

use yaml_serde::Value;

/// Formats a value on one line in YAML's flow style, with texts unquoted.
#[must_use]
pub fn text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(value) => value.clone(),
        Value::Sequence(values) => format!("[{}]", values.iter().map(text).collect::<Vec<_>>().join(", ")),
        Value::Mapping(pairs) => {
            let pairs = pairs.iter().map(|(key, value)| format!("{}: {}", text(key), text(value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        Value::Tagged(tagged) => text(&tagged.value),
    }
}
