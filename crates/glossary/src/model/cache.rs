//! Parses the files whose text is new, and keeps the results of all others.
//!
//! 1. A file that the last build had with the same path, text and settings keeps its result, problems included.
//! 2. Every other file is parsed, in parallel.
//! 3. Results that this build does not use are dropped.
//!
//! The result depends on the files alone, never on the cache: parsing looks at one file and at nothing else.

use crate::model::config::{Config, Requirement};
use crate::model::document::Document;
use crate::model::page::{self, Page};
use crate::model::translation::files::originals;
use crate::parallel::MAX_CHUNK;
use crate::syntax::dialect::Dialect;
use rayon::prelude::*;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{SourceFile, Sources};
use std::collections::HashMap;

/// Results of parsing, by file.
#[derive(Debug, Default)]
pub struct FileCache {
    dialect: Dialect,
    folder: &'static str,
    require: Vec<Requirement>,
    first_layer: String,
    documents: FileResults<Document>,
    pages: FileResults<Page>,
}

impl FileCache {
    /// Parses every entry, in the order of the files; those that cannot be used are reported and left out.
    pub fn documents(&mut self, sources: &Sources, config: &Config, problems: &mut Vec<Diagnostic>) -> Vec<Document> {
        self.forget_other_settings(config);
        let files = originals(sources, config);
        self.documents.parse(&files, problems, |file, found| crate::model::document::document(file, config, found))
    }

    /// Parses every page below `content/pages/`, in the same way.
    pub fn pages(&mut self, sources: &Sources, config: &Config, problems: &mut Vec<Diagnostic>) -> Vec<Page> {
        self.forget_other_settings(config);
        let files: Vec<&SourceFile> = sources.below(page::PAGES, "md").collect();
        self.pages.parse(&files, problems, |file, found| page::page(file, config, found))
    }

    /// Drops everything if a setting that parsing depends on has changed.
    fn forget_other_settings(&mut self, config: &Config) {
        let (dialect, folder) = (config.dialect(), config.folder());
        let first_layer = config.layers.first().map(|layer| layer.id.clone()).unwrap_or_default();
        let is_same = (&self.dialect, self.folder) == (&dialect, folder)
            && (&self.require, &self.first_layer) == (&config.require, &first_layer);
        if !is_same {
            let require = config.require.clone();
            *self = Self { dialect, folder, require, first_layer, ..Self::default() };
        }
    }
}

/// The results, in the order of the files.
#[derive(Debug)]
struct FileResults<T>(Vec<CachedFile<T>>);

/// A file as it was parsed, and its result.
#[derive(Debug)]
struct CachedFile<T> {
    file: SourceFile,
    parsed: Option<T>,
    problems: Vec<Diagnostic>,
}

impl<T> Default for FileResults<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone + Send + Sync> FileResults<T> {
    fn parse(
        &mut self,
        files: &[&SourceFile],
        problems: &mut Vec<Diagnostic>,
        parse: impl Fn(&SourceFile, &mut Vec<Diagnostic>) -> Option<T> + Sync,
    ) -> Vec<T> {
        let work = |(file, cached): (&SourceFile, Option<CachedFile<T>>)| {
            cached.unwrap_or_else(|| {
                let mut problems = Vec::new();
                let parsed = parse(file, &mut problems);
                CachedFile { file: file.clone(), parsed, problems }
            })
        };
        let cached = self.take_cached(files);
        // Parallel only if several files are new: taking results from the cache is faster than splitting the work.
        let new = cached.iter().filter(|cached| cached.is_none()).count();
        let pairs = files.iter().copied().zip(cached);
        self.0 = if new > 1 {
            pairs.collect::<Vec<_>>().into_par_iter().with_max_len(MAX_CHUNK).map(work).collect()
        } else {
            pairs.map(work).collect()
        };
        problems.extend(self.0.iter().flat_map(|cached| cached.problems.iter().cloned()));
        self.0.iter().filter_map(|cached| cached.parsed.clone()).collect()
    }

    /// Takes the cached result of each file; drops all others.
    fn take_cached(&mut self, files: &[&SourceFile]) -> Vec<Option<CachedFile<T>>> {
        let mut before: Vec<Option<CachedFile<T>>> = std::mem::take(&mut self.0).into_iter().map(Some).collect();
        // Most builds have the files of the last one, in the same order: paths are looked up only where the two lists
        // differ.
        let mut places: Option<HashMap<String, usize>> = None;
        let mut next = 0;
        let mut find = |file: &SourceFile| {
            let is_next = before.get(next).and_then(Option::as_ref).is_some_and(|cached| cached.file.path == file.path);
            let at = if is_next {
                next
            } else {
                let place =
                    |(at, cached): (usize, &Option<CachedFile<T>>)| Some((cached.as_ref()?.file.path.clone(), at));
                *places.get_or_insert_with(|| before.iter().enumerate().filter_map(place).collect()).get(&file.path)?
            };
            next = at + 1;
            before[at].take_if(|cached| cached.file.same(file))
        };
        files.iter().map(|file| find(file)).collect()
    }
}
