//! The front matter of an entry: a closed schema, and its place in a file.
//!
//! [`split`] finds the YAML between the two `---` lines; `front_matter_reader.rs` decodes and checks it.
//!
//! Checks against the rest of the site (layers, related entries, forms that two entries claim) belong to `link`.

use crate::model::bibliography::Source;
use crate::model::config::Malformed;
use crate::model::matching::Matching;
use crate::syntax::density::Density;
use jiff::civil::Date;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::file::SourceFile;
use rooflight_source::slug::SLUG;
use rooflight_source::{yaml, yaml_path};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// Longest definition, in characters: what fits on a hover card.
pub const MAX_DEFINITION_CHARS: u64 = 300;

/// The front matter of an entry.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrontMatter {
    /// The headword as written within a sentence: upper case only where the language has it.
    #[schemars(length(min = 1))]
    pub term: String,
    /// How the term is read, where its order depends on it: in kana for Japanese.
    #[schemars(length(min = 1))]
    pub reading: Option<String>,
    /// The permanent id, by default the file's name. Feeds identify the entry by it, so it never changes.
    #[schemars(regex(pattern = SLUG))]
    pub id: Option<String>,
    /// The layer that the entry belongs to, one of those in content/site.yaml; the first of them where `require` lets
    /// it be left out.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub layer: String,
    /// Further layers.
    #[serde(default)]
    pub also_in: Vec<String>,
    /// Other names that readers look up: they are linked, and listed in the A to Z.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Names that should not be used any more: they are found and linked, and `check` reports each mention.
    #[serde(default)]
    pub avoid: Vec<String>,
    /// Names that another one replaced: like `avoid`, but `check` says that they are old.
    #[serde(default)]
    pub superseded: Vec<String>,
    /// Inflections that the plural rule would miss.
    #[serde(default)]
    pub forms: Vec<String>,
    /// Phrases in which the term is not meant; nothing inside them is linked.
    #[serde(default)]
    pub not: Vec<String>,
    /// How mentions of the term are found.
    #[serde(default, rename = "match")]
    pub matching: Matching,
    /// How often this entry links a term; by default what content/site.yaml says.
    pub links: Option<Density>,
    /// One or two plain sentences: card, feed, search and page head use it. Where `require` lets it be left out, it is
    /// the first paragraph of the body, or the text before `<!--more-->`.
    #[serde(default)]
    #[schemars(length(min = 1, max = MAX_DEFINITION_CHARS))]
    pub definition: String,
    /// A short table: label and text.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub at_a_glance: yaml_serde::Mapping,
    /// Ids of entries that a reader should see next.
    #[serde(default)]
    pub related: Vec<String>,
    /// Tables that compare the entry with another.
    #[serde(default)]
    pub compare: Vec<Comparison>,
    /// Causes that increase the quantity.
    #[serde(default)]
    pub raises: Vec<String>,
    /// Causes that do not, although readers may expect it.
    #[serde(default)]
    pub does_not_raise: Vec<String>,
    /// A mistake that readers make, in one or two sentences.
    pub common_mistake: Option<String>,
    /// The point to remember.
    pub takeaway: Option<String>,
    /// A picture or a rhyme to remember it by.
    pub memory_hook: Option<String>,
    /// Questions that readers ask.
    #[serde(default)]
    pub questions: Vec<Question>,
    /// The calculator on the entry's page.
    pub calculator: Option<CalculatorBlock>,
    /// The sources of the entry's claims: at least one, unless it is a draft.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// The day on which the entry first appeared. Feeds and the page of changes list dated entries alone.
    pub published: Option<Date>,
    /// Every real change since then, the oldest first.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// The month in which the whole entry was last checked.
    #[schemars(with = "Option<String>", regex(pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$"), example = "2026-11")]
    pub reviewed: Option<YearMonth>,
    /// An author's own keys, which templates get as they are.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub extra: BTreeMap<String, serde_json::Value>,
    /// Earlier addresses, without folder: they redirect here, and no other page can use them.
    #[serde(default)]
    #[schemars(inner(regex(pattern = SLUG)))]
    pub former: Vec<String>,
    /// True keeps the entry out of the built site.
    #[serde(default)]
    pub draft: bool,
}

/// A change that readers of the feed should see.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The day of the change.
    pub date: Date,
    /// The change, in one sentence.
    #[schemars(length(min = 1))]
    pub note: String,
}

impl FrontMatter {
    /// Iterates over the names that should not be used: those to avoid, then superseded ones.
    pub fn unwanted(&self) -> impl Iterator<Item = &String> {
        self.avoid.iter().chain(&self.superseded)
    }

    /// Returns the day of the last change that the author noted, or of publication. `None` if the author gives no date.
    #[must_use]
    pub fn updated(&self) -> Option<Date> {
        self.changes.last().map(|change| change.date).or(self.published)
    }
}

/// A this-versus-that table.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The id of the entry on the other side.
    pub with: String,
    /// The rows, in order.
    pub rows: Vec<ComparisonRow>,
}

/// A row of a this-versus-that table.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ComparisonRow {
    /// The aspect compared.
    pub question: String,
    /// The answer for this entry.
    pub this: String,
    /// The answer for the other entry.
    pub other: String,
}

/// A question that readers ask, with its answer.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question, as a reader would ask it.
    pub q: String,
    /// The answer, in a few sentences.
    pub a: String,
}

/// The calculator of an entry, and its initial values.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalculatorBlock {
    /// The calculator, by its id: `decode-speed`.
    pub kind: String,
    /// Initial values: one for each input that differs from the default.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub preset: BTreeMap<String, yaml_serde::Value>,
}

/// A month, `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct YearMonth(Date);

impl YearMonth {
    /// Returns the month's first day.
    #[must_use]
    pub fn first_day(self) -> Date {
        self.0
    }
}

impl TryFrom<String> for YearMonth {
    type Error = Malformed;

    fn try_from(text: String) -> Result<Self, Malformed> {
        format!("{text}-01").parse().map(Self).map_err(|_| Malformed::new(text, "a month like 2026-11"))
    }
}

/// Returns the bytes of the YAML and the byte where the body begins; reports missing or unclosed front matter.
pub fn split(file: &SourceFile, problems: &mut Vec<Diagnostic>) -> Option<(Range<usize>, usize)> {
    let text = &file.text;
    let Some(start) = ["---\n", "---\r\n"].iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len()) else {
        problems.push(messages::no_front_matter(&file.path, text.chars().next()));
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

/// The bytes of the value of `definition`, with its quotes, in the front matter at `range`. The key begins a line, and
/// the value ends before the next key, so the YAML need not be parsed again; its first byte if the key is elsewhere.
pub(super) fn definition(file: &SourceFile, range: &Range<usize>) -> Range<usize> {
    const KEY: &str = "definition:";
    let yaml = file.text.get(range.clone()).unwrap_or_default();
    let at = if yaml.starts_with(KEY) { Some(0) } else { yaml.find("\ndefinition:").map(|at| at + 1) };
    let Some(begin) = at.map(|at| at + KEY.len()) else {
        return yaml::location(&file.path, &file.text, range, yaml_path!["definition"]).span;
    };
    let value = &yaml[begin..];
    let is_next = |(at, _): &(usize, &str)| value[at + 1..].starts_with(|c: char| !c.is_whitespace());
    let value = &value[..value.match_indices('\n').find(is_next).map_or(value.len(), |(at, _)| at)];
    let start = range.start + begin + value.len() - value.trim_start().len();
    start..start + value.trim().len()
}
