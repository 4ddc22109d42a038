//! Parse: a source file becomes a document. Each file by itself, so that files are parsed in parallel.
//!
//! 1. [`front_matter`] finds and checks the YAML.
//! 2. [`Body::parse`] turns the body into events with their places, highlights code, and marks explicit links and citations.
//! 3. On pages, [`placeholders`](crate::syntax::placeholders) notices the names of what the build computes.
//!
//! Never looks at a second file: checks across files belong to `link`. So [`cache`](super::cache) can keep the result of an unchanged
//! file.

use super::front_matter::{self, FrontMatter};
use crate::diagnostic::{Diagnostic, Location, messages};
use crate::model::config::Config;
use crate::model::ids::{EntryId, IndexVec};
use crate::slug::is_address;
use crate::source::SourceFile;
use crate::syntax::source_body::Body;
use crate::syntax::yaml;
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
    /// True if both come from one and the same parse.
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
    /// The permanent name: the front matter's `id`, or the file's name.
    pub id: String,
    /// The part of the address: the file's name.
    pub slug: String,
    /// The folder of the address: that of all entries.
    pub folder: &'static str,
    /// The decoded keys.
    pub front: FrontMatter,
    /// The bytes of that YAML in the file.
    pub front_range: Range<usize>,
    /// The body, in reading order.
    pub body: Body,
}

impl Parsed {
    /// The place of a front matter value by its path; the whole front matter's first byte where the path leads nowhere.
    #[must_use]
    pub fn location(&self, path: &[yaml::Step]) -> Location {
        yaml::location(&self.path, self.body.file(), &self.front_range, path)
    }
}

/// Parses an entry; one that cannot be used is reported and left out.
pub(super) fn document(file: &SourceFile, config: &Config, problems: &mut Vec<Diagnostic>) -> Option<Document> {
    if !is_address(file.stem()) {
        problems.push(messages::bad_address(Location::whole(&file.path), file.stem(), None));
    }
    let (range, body_start) = front_matter::split(file, problems)?;
    let body = Body::parse(file, body_start, config.raw_html, problems);
    let located = front_matter::read(file, range, problems)?;
    let slug = file.stem().to_owned();
    Some(Document(Arc::new(Parsed {
        path: file.path.clone(),
        id: located.keys.id.clone().unwrap_or_else(|| slug.clone()),
        slug,
        folder: config.folder(),
        front: located.keys,
        front_range: located.range,
        body,
    })))
}
