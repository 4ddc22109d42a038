//! Reads front matter in YAML (`---`), TOML (`+++`) or JSON (`{`) as a map of values.
//!
//! Of YAML that does not parse, the plain `key: value` lines are read. Other front matter that does not parse counts as
//! missing: the rest of the file is read, and the caller reports it.

use serde_json::{Map, Value};

/// The keys of a file, and the text after them.
#[derive(Debug)]
pub(crate) struct Split<'a> {
    pub(crate) keys: Map<String, Value>,
    pub(crate) body: &'a str,
    /// False if there is front matter that cannot be read.
    pub(crate) is_read: bool,
}

/// Parses the text between two fences.
type Parse = fn(&str) -> Option<Value>;

/// Splits a file into front matter and body.
pub(crate) fn split(text: &str) -> Split<'_> {
    let none = Split { keys: Map::new(), body: text, is_read: true };
    let fences: [(&str, Parse); 2] = [("---", yaml), ("+++", toml)];
    for (fence, parse) in fences {
        let Some(rest) =
            text.strip_prefix(fence).and_then(|rest| rest.trim_start_matches([' ', '\t']).strip_prefix('\n'))
        else {
            continue;
        };
        let mut end = 0;
        for line in rest.split_inclusive('\n') {
            if line.trim_end() == fence || (fence == "---" && line.trim_end() == "...") {
                let body = &rest[end + line.len()..];
                return match parse(&rest[..end]) {
                    Some(Value::Object(keys)) => Split { keys, body, is_read: true },
                    Some(Value::Null) => Split { body, ..none },
                    _ => Split { keys: Map::new(), body, is_read: false },
                };
            }
            end += line.len();
        }
    }
    if text.starts_with('{') && !text.starts_with("{{") && !text.starts_with("{%") {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        if let Some(Ok(Value::Object(keys))) = values.next() {
            return Split { keys, body: &text[values.byte_offset()..], is_read: true };
        }
    }
    none
}

fn yaml(text: &str) -> Option<Value> {
    // Tabs and template tags are common, and no YAML parser accepts them.
    rooflight_source::yaml::read::<Value>(text).or_else(|| Some(Value::Object(plain_lines(text)?)))
}

/// Reads the `key: value` lines of front matter that does not parse; `None` if there are none.
fn plain_lines(text: &str) -> Option<Map<String, Value>> {
    let mut keys = Map::new();
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        let value = value.trim().trim_matches(['"', '\'']);
        if is_key && !value.is_empty() {
            keys.insert(key.to_owned(), Value::String(value.to_owned()));
        }
    }
    (!keys.is_empty()).then_some(keys)
}

/// Of a program that reads no TOML, the caller has refused such files.
#[cfg(not(feature = "formats"))]
fn toml(_: &str) -> Option<Value> {
    None
}

#[cfg(feature = "formats")]
fn toml(text: &str) -> Option<Value> {
    Some(from_toml(toml::Value::Table(text.parse::<toml::Table>().ok()?)))
}

/// Converts a TOML value to JSON; dates become strings.
#[cfg(feature = "formats")]
fn from_toml(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::from(number),
        toml::Value::Float(number) => Value::from(number),
        toml::Value::Boolean(is) => Value::Bool(is),
        toml::Value::Datetime(date) => Value::String(date.to_string()),
        toml::Value::Array(items) => Value::Array(items.into_iter().map(from_toml).collect()),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(key, value)| (key, from_toml(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split;
    use serde_json::json;

    #[test]
    fn three_languages() {
        for text in [
            "---\ntitle: A\ndate: 2024-01-02\n---\nB\n",
            #[cfg(feature = "formats")]
            "+++\ntitle = \"A\"\ndate = 2024-01-02\n+++\nB\n",
            "{\"title\": \"A\", \"date\": \"2024-01-02\"}\nB\n",
        ] {
            let found = split(text);
            assert_eq!(json!(found.keys), json!({"title": "A", "date": "2024-01-02"}), "{text}");
            assert_eq!(found.body.trim(), "B");
        }
        let broken = split("---\ntitle: A: b\n{{ x }}\n---\nB\n");
        assert_eq!(broken.keys["title"], "A: b");
        assert_eq!(split("No keys.\n\n---\n").body, "No keys.\n\n---\n");
    }
}
