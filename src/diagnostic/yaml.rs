//! What the YAML parser and serde say, for authors: they speak of sequences, variants and structs.
//!
//! 1. Missing and doubled keys, choices and dates have a wording of their own.
//! 2. A value of the wrong shape is named by what it is and what is wanted.
//! 3. Mistakes of syntax keep the parser's words, with a hint at what usually causes them.
//!
//! A message that none of this knows is passed on as it is.

use crate::diagnostic::messages::{did_you_mean, short};
use crate::diagnostic::{Code, Diagnostic, Place};

/// The problem; `message` is the parser's, `value` the source text at the place.
#[must_use]
pub fn problem(place: &Place, message: &str, value: &str) -> Diagnostic {
    let message = without_lines(message);
    let (path, what) = path(&message);
    let new = |code, text: String| Diagnostic::new(code, place.clone(), short(&text));
    if let Some(field) = quoted(what, "missing field `") {
        return new(Code::MissingKey, format!("the key `{field}` is missing")).help(format!("add `{field}: …`"));
    }
    if let Some(field) = quoted(what, "duplicate field `").or_else(|| quoted(what, "duplicate entry with key \"")) {
        return new(Code::Yaml, format!("the key `{field}` is there twice")).label("again");
    }
    if let Some(choice) = quoted(what, "unknown variant `") {
        let known: Vec<&str> = what.split('`').skip(3).step_by(2).collect();
        let help = did_you_mean(choice, known.iter().copied());
        let help = help.unwrap_or_else(|| format!("it may be {}", known.join(", ")));
        return new(Code::Yaml, format!("{}`{}` is not one of the choices", of(path), short(choice))).help(help);
    }
    if let Some((found, wanted)) = what.strip_prefix("invalid type: ").and_then(|rest| rest.rsplit_once(", expected "))
    {
        return new(Code::Yaml, format!("{}{} is wanted, and here is {}", of(path), shape(wanted), value_of(found)));
    }
    if what.starts_with("failed to parse") || what.contains("parsing") && what.contains("date") {
        return new(Code::Yaml, format!("{}`{}` is not a date like 2026-11-20", of(path), short(value.trim())));
    }
    new(Code::Yaml, message.clone()).maybe_help(hint(&message, value).map(str::to_owned))
}

/// The message without "at line 3 column 6": the parser counts from the front matter's first line, and the place says it better.
fn without_lines(message: &str) -> String {
    let mut parts = message.split(" at line ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix(" column ").unwrap_or(rest);
        out.push_str(rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

/// The path of keys that serde puts before some messages, and the rest.
fn path(message: &str) -> (&str, &str) {
    let is_path = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_.[]-".contains(c));
    message.split_once(": ").filter(|(before, _)| is_path(before)).unwrap_or(("", message))
}

/// "in `sources[0].year`, " or nothing.
fn of(path: &str) -> String {
    let path = path.trim_start_matches('.');
    if path.is_empty() { String::new() } else { format!("in `{}`, ", short(path)) }
}

/// What stands after `mark` and before the next quotation mark of its kind.
fn quoted<'a>(message: &'a str, mark: &str) -> Option<&'a str> {
    let (_, rest) = message.split_once(mark)?;
    rest.split(['`', '"']).next()
}

/// What is wanted, without the names of types.
fn shape(wanted: &str) -> &str {
    match wanted {
        "a sequence" => "a list",
        "a string" => "a text",
        "a boolean" => "`true` or `false`",
        "a map" => "a block of `key: value`",
        "field identifier" => "a plain key",
        "f64" => "a number",
        _ if wanted.starts_with("struct ") => "a block of `key: value`",
        _ if wanted.starts_with(['u', 'i']) && wanted[1..].chars().all(|c| c.is_ascii_digit()) => "a whole number",
        _ if wanted == "usize" => "a whole number",
        _ => wanted,
    }
}

/// What is there, without the names of types.
fn value_of(found: &str) -> String {
    let inside = |text: &str| short(text.trim_matches(['`', '"']));
    match found.split_once(' ') {
        Some(("string", text)) => format!("the text `{}`", inside(text)),
        Some(("integer", text)) => format!("the number `{}`", inside(text)),
        Some(("floating", text)) => format!("the number `{}`", inside(text.trim_start_matches("point "))),
        Some(("boolean", text)) => format!("`{}`", inside(text)),
        Some(("unit", _)) => "nothing".to_owned(),
        _ => match found {
            "sequence" => "a list".to_owned(),
            "map" => "a block of `key: value`".to_owned(),
            other => short(other),
        },
    }
}

/// What usually causes a mistake of syntax.
fn hint(message: &str, value: &str) -> Option<&'static str> {
    if value.contains('\t') {
        return Some("indent with spaces: a tab cannot");
    }
    let hints = [
        (
            "mapping values are not allowed",
            "a colon and a space begin a key: put the value in quotation marks, or mend the indentation",
        ),
        ("did not find expected key", "look above for a quotation mark or a bracket that is not closed"),
        ("did not find expected ','", "look above for a bracket that is not closed"),
        ("unexpected end of stream", "look above for a quotation mark that is not closed"),
        ("unknown anchor", "`*` refers to an anchor: put a value that begins with it in quotation marks"),
        ("cannot start any token", "put a value that begins with a sign in quotation marks"),
    ];
    hints.iter().find(|(part, _)| message.contains(part)).map(|(_, hint)| *hint)
}
