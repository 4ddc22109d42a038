//! The wording of YAML problems: syntax, keys and shapes of values.

use crate::diagnostic::Code;
use crate::diagnostic::nearest::{did_you_mean, short};
use crate::diagnostic::problem::{Diagnostic, Location};

rooflight_primitives::variants! {
    /// The shape that a schema asks for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Shape [
        /// The shape in a message.
        pub(crate) words: &'static str,
    ] {
        Any = "a value",
        Text = "a text",
        Choice = "one of the choices",
        Truth = "`true` or `false`",
        Whole = "a whole number",
        Number = "a number",
        List = "a list",
        Block = "a block of `key: value`",
    }
}

/// The name of a value in messages: its key, an item of its key's list, or the document.
pub(crate) fn name_of(key: Option<&str>, is_item: bool) -> String {
    match key {
        Some(key) if is_item => format!("an item of `{}`", short(key)),
        Some(key) => format!("`{}`", short(key)),
        None if is_item => "each item".to_owned(),
        None => "the YAML".to_owned(),
    }
}

/// Quotes an author's value in backticks, after its kind if that is not empty.
pub(crate) fn quote(kind: &str, text: &str) -> String {
    format!("{kind} `{}`", short(text.trim())).trim_start().to_owned()
}

/// A value whose shape is not the one that its key takes.
pub(crate) fn wrong_shape(location: Location, name: &str, wanted: Shape, found: &str) -> Diagnostic {
    let help = (wanted == Shape::List).then(|| "write one item as `[item]`".to_owned());
    Diagnostic::new(Code::Yaml, location, format!("{name} must be {}, found {found}", wanted.words())).maybe_help(help)
}

/// A value that is not among the choices.
pub(crate) fn no_choice(location: Location, name: &str, value: &str, known: &[&str]) -> Diagnostic {
    let help = did_you_mean(value, known.iter().copied());
    let help = help.unwrap_or_else(|| format!("choose one of {}", known.join(", ")));
    Diagnostic::new(Code::Yaml, location, format!("{name} cannot be `{}`", short(value))).help(help)
}

/// A number that is too small or too large.
pub(crate) fn out_of_range(location: Location, name: &str, value: &str, least: f64, most: Option<f64>) -> Diagnostic {
    let limits = match most {
        Some(most) => format!("between {least} and {most}"),
        None => format!("at least {least}"),
    };
    Diagnostic::new(Code::BadValue, location, format!("{name} must be {limits}, found `{}`", short(value)))
}

/// A number beyond any plausible count, size or speed.
pub(crate) fn no_figure(location: Location, value: &str, most: f64) -> Diagnostic {
    let message = format!("`{}` is no figure of a real thing", short(value));
    Diagnostic::new(Code::ImpossibleFact, location, message)
        .help(format!("write a number of at most {most:e}; leave out what is not known"))
}

/// A text that does not match its pattern.
pub(crate) fn wrong_form(location: Location, name: &str, value: &str, example: Option<&str>) -> Diagnostic {
    let message = format!("{name} cannot be `{}`", short(value.trim()));
    let is_address = example.is_some_and(|example| example.starts_with("http"));
    let letters = "write letters beyond ASCII as xn--… in the host and as %C3%BC in the path";
    Diagnostic::new(Code::Yaml, location, message)
        .maybe_help(example.map(|example| format!("write it like `{example}`")))
        .maybe_help((is_address && !value.is_ascii()).then(|| letters.to_owned()))
}

/// A required key that is missing.
pub(crate) fn missing_key(location: Location, key: &str, block: &str) -> Diagnostic {
    let inside =
        if block.starts_with('`') || block.starts_with("an item") { format!(" in {block}") } else { String::new() };
    Diagnostic::new(Code::MissingKey, location, format!("the key `{key}` is missing{inside}"))
        .help(format!("add `{key}: …`"))
}

/// A key that appears twice in its block.
pub(crate) fn key_twice(location: Location, key: &str, first: Location) -> Diagnostic {
    Diagnostic::new(Code::Yaml, location, format!("the key `{}` appears twice", short(key)))
        .label("again")
        .related(first, "first here")
}

/// A list or a block where a key belongs.
pub(crate) fn key_without_name(location: Location) -> Diagnostic {
    Diagnostic::new(Code::Yaml, location, "a key must be a plain text")
}

/// Text that does not parse as YAML; `line` is the whole line.
pub(crate) fn syntax(location: Location, reason: &str, line: &str) -> Diagnostic {
    Diagnostic::new(Code::Yaml, location, "the YAML does not parse here").label(short(reason)).help(syntax_hint(line))
}

/// The most likely cause of a syntax error, judging by its line.
fn syntax_hint(line: &str) -> &'static str {
    let text = line.trim_start();
    let value = text.split_once(':').map_or(text, |(_, value)| value).trim();
    let has_tab = line[..line.len() - text.len()].contains('\t');
    if has_tab {
        "indent with spaces: YAML allows no tabs there"
    } else if value.starts_with(['*', '&', '@', '%', '`', '!']) {
        "put a value that begins with a sign in quotation marks"
    } else if !value.starts_with(['"', '\'']) && value.contains(": ") {
        "a colon and a space begin a key: put the value in quotation marks"
    } else {
        "look above for a quotation mark or a bracket that is not closed, or a wrong indentation"
    }
}

/// Lists and blocks that are nested too deep.
pub(crate) fn too_deep(location: Location, limit: usize) -> Diagnostic {
    Diagnostic::new(Code::Yaml, location, format!("lists and blocks are nested deeper than {limit} levels"))
        .help("look for a `[`, a `{` or a `- ` too many")
}

/// Another document after the first in one file.
pub(crate) fn second_document(location: Location) -> Diagnostic {
    Diagnostic::new(Code::Yaml, location, "a second YAML document begins here").help("keep all keys in one document")
}

/// A value that does not decode, for a reason that the schema does not show.
pub(crate) fn unexplained(location: Location, name: &str, value: Option<&str>) -> Diagnostic {
    let message = match value {
        Some(value) => format!("{name} cannot be `{}`", short(value.trim())),
        None => format!("{name} cannot be read here"),
    };
    Diagnostic::new(Code::Yaml, location, message)
}
