//! Parse: a source file becomes a document. Each file by itself, so that files are parsed in parallel.
//!
//! 1. [`front_matter`] finds and checks the YAML.
//! 2. [`markdown`] turns the body into events with their places, highlights code, and marks explicit links and citations.
//!
//! Nothing here looks at a second file: whatever needs two is the link stage's.

pub mod comparison;
pub mod front_matter;
pub mod highlight;
pub mod markdown;
pub mod page;
pub mod track;
pub mod yaml;

use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::{SourceFile, Sources};
use front_matter::FrontMatter;
use markdown::Spanned;
use rayon::prelude::*;
use std::ops::Range;

/// The folder of the entries.
pub const GLOSSARY: &str = "content/glossary";

/// An entry as its file says it.
#[derive(Debug, Clone)]
pub struct Document {
    /// The file's path.
    pub path: String,
    /// The permanent name: the front matter's `id`, or the file's name.
    pub id: String,
    /// The part of the address: the file's name.
    pub slug: String,
    /// The decoded keys.
    pub front: FrontMatter,
    /// The YAML of the keys, as it was written.
    pub front_text: String,
    /// Where that YAML stands in the file.
    pub front_range: Range<usize>,
    /// The body, in reading order.
    pub body: Vec<Spanned>,
    /// The body as it was written.
    pub markdown: String,
}

impl Document {
    /// The place of a front matter value by its path; the whole front matter's first byte where the path leads nowhere.
    #[must_use]
    pub fn place(&self, path: &[yaml::Step]) -> Place {
        let found = yaml::locate(&self.front_text, path).unwrap_or(0..0);
        Place::new(&self.path, self.front_range.start + found.start..self.front_range.start + found.end)
    }
}

/// Parses every entry; the ones that cannot be used are reported and left out. The order is that of the files.
#[must_use]
pub fn documents(sources: &Sources, config: &Config) -> (Vec<Document>, Vec<Diagnostic>) {
    let files: Vec<&SourceFile> = sources.below(GLOSSARY, "md").collect();
    let parsed: Vec<(Option<Document>, Vec<Diagnostic>)> = files
        .par_iter()
        .map(|file| {
            let mut problems = Vec::new();
            (document(file, config, &mut problems), problems)
        })
        .collect();
    let mut problems = Vec::new();
    let documents = parsed.into_iter().filter_map(|(document, found)| {
        problems.extend(found);
        document
    });
    (documents.collect(), problems)
}

fn document(file: &SourceFile, config: &Config, problems: &mut Vec<Diagnostic>) -> Option<Document> {
    let (range, body_start) = front_matter::split(file, problems)?;
    let body = markdown::parse(file, body_start, config.raw_html, problems);
    let located = front_matter::read(file, range, problems)?;
    let slug = file.stem().to_owned();
    Some(Document {
        path: file.path.clone(),
        id: located.keys.id.clone().unwrap_or_else(|| slug.clone()),
        slug,
        front: located.keys,
        front_text: file.text[located.range.clone()].to_owned(),
        front_range: located.range,
        body,
        markdown: file.text[body_start..].trim().to_owned(),
    })
}
