//! Parses all files, but only those whose text is new.
//!
//! 1. A file that the last build had with the same path, the same text and the same settings gives what it gave then, problems included.
//! 2. Every other is parsed, in parallel.
//! 3. What this build had no use for is forgotten.
//!
//! The result depends on the files alone, never on what is remembered: parsing looks at one file and at nothing else.

use super::page::{self, Page};
use super::{Document, GLOSSARY};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Sources};
use rayon::prelude::*;
use std::collections::HashMap;

/// What parsing gave, by file.
#[derive(Debug, Default)]
pub struct Memory {
    raw_html: bool,
    documents: Files<Document>,
    pages: Files<Page>,
}

impl Memory {
    /// Parses every entry; the ones that cannot be used are reported and left out. The order is that of the files.
    pub fn documents(&mut self, sources: &Sources, config: &Config, problems: &mut Vec<Diagnostic>) -> Vec<Document> {
        self.forget_other_settings(config);
        let files: Vec<&SourceFile> = sources.below(GLOSSARY, "md").collect();
        self.documents.parse(&files, problems, |file, found| super::document(file, config, found))
    }

    /// Parses every page beside the entries, in the same way.
    pub fn pages(&mut self, sources: &Sources, config: &Config, problems: &mut Vec<Diagnostic>) -> Vec<Page> {
        self.forget_other_settings(config);
        let files: Vec<&SourceFile> = sources.below(page::PAGES, "md").collect();
        self.pages.parse(&files, problems, |file, found| page::page(file, config, found))
    }

    /// Of the settings, only `raw_html` has a say in parsing.
    fn forget_other_settings(&mut self, config: &Config) {
        if self.raw_html != config.raw_html {
            *self = Self { raw_html: config.raw_html, ..Self::default() };
        }
    }
}

/// What each file gave, with the file as it was.
#[derive(Debug)]
struct Files<T>(HashMap<String, Remembered<T>>);

#[derive(Debug)]
struct Remembered<T> {
    file: SourceFile,
    parsed: Option<T>,
    problems: Vec<Diagnostic>,
}

impl<T> Default for Files<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Clone + Send> Files<T> {
    fn parse(
        &mut self,
        files: &[&SourceFile],
        problems: &mut Vec<Diagnostic>,
        parse: impl Fn(&SourceFile, &mut Vec<Diagnostic>) -> Option<T> + Sync,
    ) -> Vec<T> {
        let is_new = |file: &&&SourceFile| self.0.get(&file.path).is_none_or(|known| !known.file.same(file));
        let new: Vec<&SourceFile> = files.iter().filter(is_new).copied().collect();
        let fresh: Vec<Remembered<T>> = new
            .into_par_iter()
            .map(|file| {
                let mut problems = Vec::new();
                let parsed = parse(file, &mut problems);
                Remembered { file: file.clone(), parsed, problems }
            })
            .collect();
        self.0.extend(fresh.into_iter().map(|known| (known.file.path.clone(), known)));
        if self.0.len() > files.len() {
            let wanted: std::collections::HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
            self.0.retain(|path, _| wanted.contains(path.as_str()));
        }
        let known = files.iter().filter_map(|file| self.0.get(&file.path));
        let parsed = known.filter_map(|known| {
            problems.extend(known.problems.iter().cloned());
            known.parsed.clone()
        });
        parsed.collect()
    }
}
