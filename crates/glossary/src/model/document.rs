//! Parses an entry's source file into a document. Files are independent, so that they can be parsed in parallel.
//!
//! 1. [`front_matter`] finds the YAML, and its reader decodes and checks it. If the site does not require a definition
//!    and the entry has none, the lead of the body becomes the definition.
//! 2. [`Body::with_definition`] reports mistakes in definition and body, highlights code, and collects links.
//!
//! Never reads another file: checks across files belong to `link`, so [`cache`](super::cache) can keep the result of an
//! unchanged file.

use super::front_matter::{self, FrontMatter, MAX_DEFINITION_CHARS};
use super::front_matter_reader;
use crate::model::config::{Config, Requirement};
use crate::model::ids::{EntryId, IndexVec};
use crate::syntax::definition::{self, DefinitionPlace};
use crate::syntax::lead::lead;
use crate::syntax::source_body::Body;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::SourceFile;
use rooflight_source::slug::is_address;
use rooflight_source::yaml;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// The folder of the entries.
pub const GLOSSARY: &str = "content/glossary";

/// All documents, the published ones first.
pub type Documents = IndexVec<EntryId, Document>;

/// A parsed entry, shared by all builds in which its file is unchanged.
#[derive(Debug, Clone)]
pub struct Document(Arc<Parsed>);

impl Document {
    /// Makes a document that later builds share.
    pub(super) fn new(parsed: Parsed) -> Self {
        Self(Arc::new(parsed))
    }

    /// True if both come from the same parse.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for Document {
    type Target = Parsed;

    fn deref(&self) -> &Parsed {
        &self.0
    }
}

/// The contents of a [`Document`].
#[derive(Debug)]
pub struct Parsed {
    /// The file's path.
    pub path: String,
    /// The permanent id: the front matter's `id`, or the slug.
    pub id: String,
    /// The last part of the address: the file's name, or its folder's for `index.md`.
    pub slug: String,
    /// The first part of the address, the same for all entries.
    pub folder: &'static str,
    /// The decoded keys.
    pub front: FrontMatter,
    /// The bytes of the front matter's YAML in the file.
    pub front_range: Range<usize>,
    /// The places of its values.
    pub places: yaml::Places,
    /// The body, in reading order.
    pub body: Body,
    /// For a translation, the original that it was made from.
    pub translation: Option<Translation>,
}

/// The original of a translation.
#[derive(Debug)]
pub struct Translation {
    /// The original as it is now.
    pub original: Document,
    /// Whether the original has changed since it was translated.
    pub lags: bool,
}

impl Parsed {
    /// Returns the location of a front matter value by its path; the first byte of the front matter if there is none.
    #[must_use]
    pub fn location(&self, path: &[yaml::PathSegment]) -> Location {
        self.places.location(&self.path, self.body.file(), &self.front_range, path)
    }
}

/// Returns the slug of an entry: the file's name, or the folder's for `term/index.md`, next to which an author may keep
/// notes.
fn slug(file: &SourceFile) -> &str {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    match folder.rsplit_once('/') {
        Some((_, name)) if file.stem() == "index" && folder != GLOSSARY => name,
        _ => file.stem(),
    }
}

/// Parses an entry; one that cannot be used is reported and left out.
pub(super) fn document(file: &SourceFile, config: &Config, problems: &mut Vec<Diagnostic>) -> Option<Document> {
    let slug = slug(file);
    if !is_address(slug) {
        problems.push(messages::bad_address(Location::whole(&file.path), slug, None));
    }
    let (range, body_start) = front_matter::split(file, problems)?;
    let located = front_matter_reader::read(file, range, &config.require, problems);
    let is_wanted = !config.require.contains(&Requirement::Definition)
        && located.as_ref().is_some_and(|located| located.keys.definition.is_empty());
    let limit = usize::try_from(MAX_DEFINITION_CHARS).unwrap_or(usize::MAX);
    let lead = if is_wanted { lead(&file.text[body_start..], limit, config.emoji) } else { None };
    let (place, body_start) = match (&lead, &located) {
        (Some(lead), _) => {
            (DefinitionPlace::Lead(body_start + lead.range.start..body_start + lead.range.end), body_start)
        }
        (None, Some(located)) if !located.keys.definition.is_empty() => {
            let span = front_matter::definition(file, &located.range);
            definition::in_front(&file.text, body_start, span, &located.keys.definition)
        }
        (None, _) => (DefinitionPlace::default(), body_start),
    };
    let body = Body::with_definition(file, body_start, place, config.dialect(), problems);
    let mut located = located?;
    if is_wanted {
        let Some(lead) = lead else {
            problems.push(messages::no_definition(Location::new(&file.path, located.range.start..located.range.start)));
            return None;
        };
        located.keys.definition = lead.text;
    }
    if let Some(first) = config.layers.first().filter(|_| located.keys.layer.is_empty()) {
        located.keys.layer.clone_from(&first.id);
    }
    let slug = slug.to_owned();
    Some(Document::new(Parsed {
        path: file.path.clone(),
        id: located.keys.id.clone().unwrap_or_else(|| slug.clone()),
        slug,
        folder: config.folder(),
        front: located.keys,
        front_range: located.range,
        places: yaml::Places::default(),
        body,
        translation: None,
    }))
}
