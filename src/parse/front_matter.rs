//! The front matter of an entry: a closed schema, decoded and checked.
//!
//! 1. [`split`] finds the YAML between the two `---` lines.
//! 2. [`read`] decodes it and checks what belongs to this file alone: lengths, dates, at least one source.
//!
//! What needs the rest of the site (layers, related entries, forms that two entries claim) is checked by `link`.

use super::yaml;
use crate::config::{Density, is_slug};
use crate::diagnostic::{Diagnostic, Place, messages};
use crate::source::SourceFile;
use crate::yaml_path;
use jiff::civil::Date;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// The most characters a definition may have: what fits a hover card.
pub const DEFINITION_LIMIT: usize = 300;

/// The keys of an entry. See the authoring guide for what each one does.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described where authors look: in the authoring guide")]
pub struct FrontMatter {
    pub term: String,
    pub id: Option<String>,
    pub layer: String,
    #[serde(default)]
    pub also_in: Vec<String>,
    #[serde(default)]
    pub aliases: Vec<String>,
    #[serde(default)]
    pub forms: Vec<String>,
    #[serde(default)]
    pub not: Vec<String>,
    #[serde(default, rename = "match")]
    pub matching: Matching,
    pub links: Option<Density>,
    pub definition: String,
    #[serde(default)]
    pub at_a_glance: serde_yaml::Mapping,
    #[serde(default)]
    pub related: Vec<String>,
    #[serde(default)]
    pub compare: Vec<Comparison>,
    #[serde(default)]
    pub raises: Vec<String>,
    #[serde(default)]
    pub does_not_raise: Vec<String>,
    pub common_mistake: Option<String>,
    pub takeaway: Option<String>,
    pub memory_hook: Option<String>,
    #[serde(default)]
    pub questions: Vec<Question>,
    pub calculator: Option<CalculatorBlock>,
    #[serde(default)]
    pub sources: Vec<Source>,
    pub published: Date,
    pub updated: Option<Date>,
    pub change: Option<String>,
    pub reviewed: Option<YearMonth>,
    #[serde(default)]
    pub former: Vec<String>,
    #[serde(default)]
    pub draft: bool,
}

/// How a term's mentions are found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    /// Lower-case terms also match Capitalised; terms with a capital match exactly.
    #[default]
    Auto,
    /// Exactly as written, whatever the case.
    Case,
    /// Only explicit links, but those are found by term and alias too.
    Manual,
    /// Never linked by itself.
    Never,
}

/// A this-versus-that table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "described in the authoring guide")]
pub struct Comparison {
    pub with: String,
    pub rows: Vec<ComparisonRow>,
}

/// A row of a this-versus-that table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "described in the authoring guide")]
pub struct ComparisonRow {
    pub question: String,
    pub this: String,
    pub other: String,
}

/// A question that readers ask, with its answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "described in the authoring guide")]
pub struct Question {
    pub q: String,
    pub a: String,
}

/// Which calculator an entry carries, and what it shows at first.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "described in the authoring guide")]
pub struct CalculatorBlock {
    pub kind: String,
    #[serde(default)]
    pub preset: BTreeMap<String, serde_yaml::Value>,
}

/// Where a claim of the entry was read.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "described in the authoring guide")]
pub struct Source {
    pub key: Option<String>,
    pub title: String,
    pub url: String,
    pub publisher: Option<String>,
    pub year: Option<u16>,
    pub accessed: Option<Date>,
    pub supports: Option<String>,
    #[serde(default)]
    pub grade: Grade,
    #[serde(default)]
    pub unopened: bool,
}

/// Whether a source measured or decided the thing itself, or reports it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Grade {
    #[default]
    Primary,
    Secondary,
}

/// A month, `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct YearMonth(Date);

impl YearMonth {
    /// The month's first day.
    #[must_use]
    pub fn first_day(self) -> Date {
        self.0
    }
}

impl TryFrom<String> for YearMonth {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        format!("{text}-01").parse().map(Self).map_err(|_| format!("`{text}` is not a month like 2026-11"))
    }
}

/// Front matter together with where its YAML stands in the file.
#[derive(Debug, Clone)]
pub struct Located {
    /// The decoded keys.
    pub keys: FrontMatter,
    /// The bytes of the YAML.
    pub range: Range<usize>,
}

/// The bytes of the YAML and the byte where the body begins.
pub fn split(file: &SourceFile, problems: &mut Vec<Diagnostic>) -> Option<(Range<usize>, usize)> {
    let text = &file.text;
    let Some(start) = ["---\n", "---\r\n"].iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len()) else {
        problems.push(messages::no_front_matter(&file.path));
        return None;
    };
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some((start..at, at + line.len()));
        }
        at += line.len();
    }
    problems.push(messages::open_front_matter(&file.path));
    None
}

/// Decodes and checks the front matter at `range`.
pub fn read(file: &SourceFile, range: Range<usize>, problems: &mut Vec<Diagnostic>) -> Option<Located> {
    let keys: FrontMatter = yaml::decode(&file.path, &file.text, range.clone(), problems)?;
    let before = problems.len();
    let place = |path: &[yaml::Step]| yaml::place(&file.path, &file.text, &range, path);
    for (key, value) in [("term", &keys.term), ("definition", &keys.definition)] {
        if value.trim().is_empty() {
            problems.push(messages::empty(place(yaml_path![key]), &format!("`{key}`")));
        }
    }
    let length = keys.definition.chars().count();
    if length > DEFINITION_LIMIT {
        problems.push(messages::long_definition(place(yaml_path!["definition"]), length, DEFINITION_LIMIT));
    }
    if keys.sources.is_empty() && !keys.draft {
        problems.push(messages::no_source(Place::new(&file.path, range.start..range.start), "the entry"));
    }
    check_names(&keys, &place, problems);
    check_dates(&keys, &place, problems);
    (problems.len() == before).then_some(Located { keys, range })
}

fn check_names(keys: &FrontMatter, place: &dyn Fn(&[yaml::Step]) -> Place, problems: &mut Vec<Diagnostic>) {
    if let Some(id) = keys.id.as_ref().filter(|id| !is_slug(id)) {
        problems.push(messages::bad_value(place(yaml_path!["id"]), format!("`{id}` cannot be part of an address")));
    }
    for (key, list) in [("aliases", &keys.aliases), ("forms", &keys.forms), ("not", &keys.not)] {
        for (number, text) in list.iter().enumerate().filter(|(_, text)| text.trim().is_empty()) {
            problems.push(messages::empty(place(yaml_path![key, number]), &format!("`{text}` in `{key}`")));
        }
    }
    for (number, source) in keys.sources.iter().enumerate() {
        if !source.url.starts_with("https://") && !source.url.starts_with("http://") {
            problems.push(messages::bad_link(place(yaml_path!["sources", number, "url"]), &source.url));
        }
    }
}

fn check_dates(keys: &FrontMatter, place: &dyn Fn(&[yaml::Step]) -> Place, problems: &mut Vec<Diagnostic>) {
    let Some(updated) = keys.updated else { return };
    if updated < keys.published {
        problems.push(messages::bad_value(place(yaml_path!["updated"]), "`updated` lies before `published`"));
    }
    if updated > keys.published && keys.change.is_none() {
        let problem = messages::bad_value(
            place(yaml_path!["updated"]),
            "`updated` moved, but `change` does not say what changed",
        );
        problems.push(problem.help("add `change:` with one sentence for the readers of the feed"));
    }
}
