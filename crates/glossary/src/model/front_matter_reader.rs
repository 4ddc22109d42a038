//! Decodes the front matter of an entry, and checks what needs no other file.
//!
//! 1. The keys that the site requires are present, and at least one source if it requires sources.
//! 2. Term, reading and definition are neither blank nor too long.
//! 3. Names and lists of names are neither blank nor too long, and have no invisible character; ids and addresses are
//!    well formed.
//! 4. The notes of changes are in order.
//!
//! A long list of mistakes is cut, so that a damaged file cannot flood the report.

use crate::model::config::Requirement;
use crate::model::front_matter::{FrontMatter, MAX_DEFINITION_CHARS};
use jiff::civil::Date;
use rooflight_source::characters::is_invisible;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::SourceFile;
use rooflight_source::limits;
use rooflight_source::slug::is_address;
use rooflight_source::yaml_path;
use rooflight_source::{url, yaml};
use std::ops::Range;

/// Front matter and the bytes of its YAML.
#[derive(Debug, Clone)]
pub(super) struct LocatedFront {
    /// The decoded keys.
    pub(super) keys: FrontMatter,
    /// The bytes of the YAML.
    pub(super) range: Range<usize>,
}

/// Decodes and checks the front matter at `range`.
pub(super) fn read(
    file: &SourceFile,
    range: Range<usize>,
    require: &[Requirement],
    problems: &mut Vec<Diagnostic>,
) -> Option<LocatedFront> {
    let required: Vec<&str> = require.iter().filter_map(|one| one.key()).collect();
    let keys: FrontMatter = yaml::decode_with(&file.path, &file.text, range.clone(), &required, problems)?;
    let before = problems.len();
    let location = |path: &[yaml::PathSegment]| yaml::location(&file.path, &file.text, &range, path);
    let is_there = |key: &str| yaml::locate(&file.text[range.clone()], yaml_path![key]).is_some();
    let missing = required.into_iter().filter(|key| is_left_out(&keys, key) && !is_there(key));
    yaml::missing_keys(&file.path, &file.text, &range, missing, problems);
    if is_blank(&keys.layer) && is_there("layer") {
        problems.push(messages::empty(location(yaml_path!["layer"]), "`layer`"));
    }
    if keys.sources.is_empty() && !keys.draft && require.contains(&Requirement::Sources) {
        problems.push(messages::no_entry_source(Location::new(&file.path, range.start..range.start)));
    }
    check_words(file, &range, &keys, problems);
    (problems.len() == before).then_some(LocatedFront { keys, range })
}

/// True if a key that a site may require has no value.
fn is_left_out(keys: &FrontMatter, key: &str) -> bool {
    match key {
        "published" => keys.published.is_none(),
        "layer" => keys.layer.is_empty(),
        "definition" => keys.definition.is_empty(),
        _ => false,
    }
}

/// Checks the words, the names and the notes of changes; true if nothing is wrong with them.
pub(super) fn check_words(
    file: &SourceFile,
    range: &Range<usize>,
    keys: &FrontMatter,
    problems: &mut Vec<Diagnostic>,
) -> bool {
    let before = problems.len();
    let places = yaml::Places::default();
    let location = |path: &[yaml::PathSegment]| places.location(&file.path, &file.text, range, path);
    for (key, value) in [("term", &keys.term), ("definition", &keys.definition)] {
        // An absent key is not an empty one.
        if is_blank(value) && yaml::locate(&file.text[range.clone()], yaml_path![key]).is_some() {
            problems.push(messages::empty(location(yaml_path![key]), &format!("`{key}`")));
        }
    }
    if let Some(reading) = &keys.reading {
        let location = || location(yaml_path!["reading"]);
        if is_blank(reading) {
            problems.push(messages::empty(location(), "`reading`"));
        }
        limits::text("reading", reading, limits::MAX_NAME, location, problems);
    }
    let length = keys.definition.chars().count() as u64;
    if length > MAX_DEFINITION_CHARS {
        problems.push(messages::long_definition(location(yaml_path!["definition"]), length, MAX_DEFINITION_CHARS));
    }
    check_names(keys, &location, problems);
    check_changes(keys, &location, problems);
    problems.len() == before
}

/// After this many mistakes in a list, the rest of it is not checked.
const MAX_MISTAKES_PER_LIST: usize = 20;

/// True for a text that shows nothing: white space, invisible characters, joiners and variation selectors.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || is_invisible(c) || matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'))
}

/// Returns the first invisible character that a name must not have.
fn invisible(text: &str) -> Option<char> {
    // Direction marks surround Latin names in right-to-left text, and the matcher ignores them.
    text.chars().find(|c| is_invisible(*c) && !matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}'))
}

fn check_names(
    keys: &FrontMatter,
    location: &dyn Fn(&[yaml::PathSegment]) -> Location,
    problems: &mut Vec<Diagnostic>,
) {
    if let Some(id) = keys.id.as_ref().filter(|id| !is_address(id)) {
        problems.push(messages::bad_address(location(yaml_path!["id"]), id, None));
    }
    if let Some(c) = invisible(&keys.term).filter(|_| !is_blank(&keys.term)) {
        problems.push(messages::invisible_character(location(yaml_path!["term"]), "term", c));
    }
    limits::text("term", &keys.term, limits::MAX_NAME, || location(yaml_path!["term"]), problems);
    for (key, list) in [("former", &keys.former), ("related", &keys.related), ("also_in", &keys.also_in)] {
        limits::list(key, list.len(), limits::MAX_NAMES, || location(yaml_path![key]), problems);
    }
    for (key, list) in [
        ("aliases", &keys.aliases),
        ("avoid", &keys.avoid),
        ("superseded", &keys.superseded),
        ("forms", &keys.forms),
        ("not", &keys.not),
    ] {
        limits::list(key, list.len(), limits::MAX_NAMES, || location(yaml_path![key]), problems);
        let before = problems.len();
        for (number, text) in list.iter().enumerate().take(limits::MAX_NAMES) {
            // Every location is looked up in the whole file, which takes time.
            if problems.len() >= before + MAX_MISTAKES_PER_LIST {
                break;
            }
            let location = || location(yaml_path![key, number]);
            limits::text(key, text, limits::MAX_NAME, location, problems);
            if is_blank(text) {
                problems.push(messages::empty(location(), &format!("`{text}` in `{key}`")));
            } else if let Some(c) = invisible(text) {
                problems.push(messages::invisible_character(location(), key, c));
            }
        }
    }
    for (number, slug) in keys.former.iter().enumerate().filter(|(_, slug)| !is_address(slug)) {
        problems.push(messages::bad_address(location(yaml_path!["former", number]), slug, None));
    }
    for (number, source) in keys.sources.iter().enumerate() {
        if let Some(url) = source.url.as_ref().filter(|url| !url::is_address(url)) {
            problems.push(messages::bad_link(location(yaml_path!["sources", number, "url"]), url));
        }
    }
}

/// Reports changes without a note or out of order: each has its own day, after the one before, because the date is part
/// of its name in the feeds.
fn check_changes(
    keys: &FrontMatter,
    location: &dyn Fn(&[yaml::PathSegment]) -> Location,
    problems: &mut Vec<Diagnostic>,
) {
    let mut before = keys.published.unwrap_or(Date::MIN);
    for (number, change) in keys.changes.iter().enumerate() {
        if change.note.trim().is_empty() {
            problems.push(messages::empty(location(yaml_path!["changes", number, "note"]), "`note`"));
        }
        if change.date <= before {
            let message = if number == 0 {
                "a change must be dated after `published`"
            } else {
                "a change must be dated after the one above it"
            };
            let problem = messages::bad_value(location(yaml_path!["changes", number, "date"]), message);
            problems.push(problem.help("give each change a day of its own, the oldest first"));
        }
        before = before.max(change.date);
    }
}
