//! The front matter of a translation: keys with words, each optional, which replace those of its original.
//!
//! 1. Keys that are left out are taken from the original. Sources, dates, layer, calculator and links are in the
//!    original alone, so that they can never differ between languages.
//! 2. [`parts`] returns the words of an original whose change calls for a new translation: the body and most of these
//!    keys. White space at the ends of lines, and at both ends of a text, is ignored.

use crate::model::front_matter::{Change, Comparison, FrontMatter, Question, split};
use crate::model::matching::Matching;
use rooflight_source::file::SourceFile;
use rooflight_source::yaml;
use schemars::JsonSchema;
use serde::Deserialize;

/// The front matter of a translation.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TranslatedFront {
    /// The version of the original that the translation was made from, as `rooflight translations --accept` writes it.
    pub translation_of: Option<String>,
    /// The headword as written within a sentence.
    #[schemars(length(min = 1))]
    pub term: Option<String>,
    /// How the term is read, where its letters do not say so.
    pub reading: Option<String>,
    /// Other names that readers look up.
    pub aliases: Option<Vec<String>>,
    /// Names that should not be used any more.
    pub avoid: Option<Vec<String>>,
    /// Names that another one replaced.
    pub superseded: Option<Vec<String>>,
    /// Inflections that the rules of the language would miss.
    pub forms: Option<Vec<String>>,
    /// Phrases in which the term is not meant.
    pub not: Option<Vec<String>>,
    /// How mentions of the term are found.
    #[serde(rename = "match")]
    pub matching: Option<Matching>,
    /// One or two plain sentences.
    #[schemars(length(min = 1))]
    pub definition: Option<String>,
    /// A short table: label and text.
    #[schemars(with = "Option<std::collections::BTreeMap<String, serde_json::Value>>")]
    pub at_a_glance: Option<yaml_serde::Mapping>,
    /// Tables that compare the entry with another.
    pub compare: Option<Vec<Comparison>>,
    /// Causes that increase the quantity.
    pub raises: Option<Vec<String>>,
    /// Causes that do not, although readers may expect it.
    pub does_not_raise: Option<Vec<String>>,
    /// A mistake that readers make.
    pub common_mistake: Option<String>,
    /// The point to remember.
    pub takeaway: Option<String>,
    /// A picture or a rhyme to remember it by.
    pub memory_hook: Option<String>,
    /// Questions that readers ask.
    pub questions: Option<Vec<Question>>,
    /// The notes of changes, with the dates of the original.
    pub changes: Option<Vec<Change>>,
    /// An author's own keys.
    pub extra: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// True keeps the translation out of the built site; the entry is shown in the default language.
    #[serde(default)]
    pub draft: bool,
}

impl TranslatedFront {
    /// Returns the front matter of the original with these keys in place of its own.
    #[must_use]
    pub fn over(self, original: &FrontMatter) -> FrontMatter {
        let original = original.clone();
        FrontMatter {
            term: self.term.unwrap_or(original.term),
            reading: self.reading.or(original.reading),
            aliases: self.aliases.unwrap_or(original.aliases),
            avoid: self.avoid.unwrap_or(original.avoid),
            superseded: self.superseded.unwrap_or(original.superseded),
            forms: self.forms.unwrap_or(original.forms),
            not: self.not.unwrap_or(original.not),
            matching: self.matching.unwrap_or(original.matching),
            definition: self.definition.unwrap_or(original.definition),
            at_a_glance: self.at_a_glance.unwrap_or(original.at_a_glance),
            compare: self.compare.unwrap_or(original.compare),
            raises: self.raises.unwrap_or(original.raises),
            does_not_raise: self.does_not_raise.unwrap_or(original.does_not_raise),
            common_mistake: self.common_mistake.or(original.common_mistake),
            takeaway: self.takeaway.or(original.takeaway),
            memory_hook: self.memory_hook.or(original.memory_hook),
            questions: self.questions.unwrap_or(original.questions),
            changes: self.changes.unwrap_or(original.changes),
            extra: self.extra.unwrap_or(original.extra),
            draft: self.draft || original.draft,
            ..original
        }
    }
}

/// A part of an original that a translator reads: a key of the front matter, or `body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginalPart {
    /// The key.
    pub key: &'static str,
    /// Its words, without white space at the ends of lines and of the text.
    pub text: String,
}

/// Returns the parts of an original that have words, in a fixed order, the body last; `None` for a file that is not an
/// entry.
#[must_use]
pub fn parts(file: &SourceFile) -> Option<Vec<OriginalPart>> {
    let (range, start) = split(file, &mut Vec::new())?;
    let front: FrontMatter = yaml::read(file.text.get(range)?)?;
    let lines = |all: &[String]| all.join("\n");
    let glance = yaml_serde::to_string(&front.at_a_glance).unwrap_or_default();
    let compare = front.compare.iter().flat_map(|table| {
        let rows = table.rows.iter().map(|row| [row.question.as_str(), &row.this, &row.other].join("\n"));
        std::iter::once(table.with.clone()).chain(rows)
    });
    let questions = front.questions.iter().map(|pair| [pair.q.as_str(), &pair.a].join("\n"));
    let one = |text: &Option<String>| text.clone().unwrap_or_default();
    let all = [
        ("term", front.term.clone()),
        ("aliases", lines(&front.aliases)),
        ("definition", front.definition.clone()),
        ("at_a_glance", if front.at_a_glance.is_empty() { String::new() } else { glance }),
        ("compare", compare.collect::<Vec<_>>().join("\n")),
        ("raises", lines(&front.raises)),
        ("does_not_raise", lines(&front.does_not_raise)),
        ("common_mistake", one(&front.common_mistake)),
        ("takeaway", one(&front.takeaway)),
        ("memory_hook", one(&front.memory_hook)),
        ("questions", questions.collect::<Vec<_>>().join("\n")),
        ("body", file.text.get(start..).unwrap_or_default().to_owned()),
    ];
    let normal = all.into_iter().map(|(key, text)| OriginalPart { key, text: normalised(&text) });
    Some(normal.filter(|part| !part.text.is_empty()).collect())
}

fn normalised(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}
