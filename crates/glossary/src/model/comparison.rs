//! Comparisons of two entries that readers mix up: `content/compare/<a>-vs-<b>.md` becomes `/compare/<a>-vs-<b>/`.
//!
//! 1. Decode the closed schema; the body is an entry's Markdown.
//! 2. Check what belongs to this file alone: two different entries, and a name that says which.
//!
//! An entry's own `compare` table makes such a page too; the link stage merges the two.

use crate::model::config::Config;
use crate::model::front_matter::{self, ComparisonRow};
use crate::syntax::density::Density;
use crate::syntax::source_body::Body;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::yaml;
use rooflight_source::yaml_path;
use schemars::JsonSchema;
use serde::Deserialize;
use std::ops::Range;

/// The folder of the comparisons.
pub const COMPARE: &str = "content/compare";

/// The keys of a comparison.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ComparisonFront {
    /// The id of the first entry.
    pub a: String,
    /// The id of the second entry.
    pub b: String,
    /// The difference in a sentence: which one matters when.
    pub takeaway: String,
    /// The rows of the table; by default those of an entry that compares itself with the other.
    #[serde(default)]
    pub rows: Vec<PairRow>,
    /// How often a term is linked here.
    pub links: Option<Density>,
    /// True keeps the comparison out of the built site.
    #[serde(default)]
    pub draft: bool,
}

/// A row of a comparison.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PairRow {
    /// The aspect compared.
    pub question: String,
    /// The answer for the first entry.
    pub a: String,
    /// The answer for the second entry.
    pub b: String,
}

impl PairRow {
    /// Converts a row of an entry's own table; `swapped` if that entry is the second here.
    #[must_use]
    pub fn of(row: &ComparisonRow, swapped: bool) -> Self {
        let (a, b) = if swapped { (&row.other, &row.this) } else { (&row.this, &row.other) };
        Self { question: row.question.clone(), a: a.clone(), b: b.clone() }
    }
}

/// A comparison as parsed from its file.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The file's path.
    pub path: String,
    /// The decoded keys.
    pub front: ComparisonFront,
    /// The bytes of the front matter's YAML in the file.
    pub front_range: Range<usize>,
    /// The places of its values.
    pub places: yaml::Places,
    /// The body, in reading order; may be empty.
    pub body: Body,
}

impl Comparison {
    /// Returns the location of a front matter value.
    #[must_use]
    pub fn location(&self, path: &[yaml::PathSegment]) -> Location {
        self.places.location(&self.path, self.body.file(), &self.front_range, path)
    }
}

/// Returns the last part of a pair's address.
#[must_use]
pub fn slug(a: &str, b: &str) -> String {
    format!("{a}-vs-{b}")
}

/// Parses every comparison; those that cannot be used are reported and left out.
pub fn comparisons(sources: &Sources, config: &Config, problems: &mut Vec<Diagnostic>) -> Vec<Comparison> {
    sources.below(COMPARE, "md").filter_map(|file| comparison(file, config, problems)).collect()
}

fn comparison(file: &SourceFile, config: &Config, problems: &mut Vec<Diagnostic>) -> Option<Comparison> {
    let (range, start) = front_matter::split(file, problems)?;
    let body = Body::parse(file, start, config.dialect(), problems);
    let front: ComparisonFront = yaml::decode(&file.path, &file.text, range.clone(), problems)?;
    let comparison =
        Comparison { path: file.path.clone(), front, front_range: range, places: yaml::Places::default(), body };
    let before = problems.len();
    let front = &comparison.front;
    if front.a == front.b {
        let location = comparison.location(yaml_path!["b"]);
        problems.push(messages::bad_value(location, format!("`{}` is compared with itself", front.b)));
    }
    if front.takeaway.trim().is_empty() {
        problems.push(messages::empty(comparison.location(yaml_path!["takeaway"]), "`takeaway`"));
    }
    let wanted = format!("{COMPARE}/{}.md", slug(&front.a, &front.b));
    if file.path != wanted {
        let location = comparison.location(yaml_path!["a"]);
        problems.push(messages::misnamed(location, &file.path, &wanted));
    }
    (problems.len() == before).then_some(comparison)
}
