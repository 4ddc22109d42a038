//! A body as it is kept in memory: the file's text, and the results of the first pass.
//!
//! 1. The first pass reads a body once, reports its problems, and keeps the expensive parts: highlighted code, drawings
//!    and formulas.
//! 2. The definition of an entry is the beginning of its tree, wherever it is written ([`DefinitionPlace`]).
//! 3. Code that needs the tree parses again with [`Body::tree`], which takes a few microseconds and borrows from the
//!    text.
//!
//! Trees are never kept: those of a large site would take several times the memory of its text.

use crate::syntax::definition::DefinitionPlace;
use crate::syntax::dialect::Dialect;
use crate::syntax::markdown::{self, FirstPass, WrittenLink};
use crate::syntax::tree::{Name, Tree};
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::SourceFile;
use std::sync::Arc;

/// A parsed body; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Body {
    text: Arc<str>,
    start: usize,
    dialect: Dialect,
    figures: bool,
    first_pass: Arc<FirstPass>,
}

impl Body {
    /// Parses the body that begins at byte `start` of the file, and reports its problems.
    pub fn parse(file: &SourceFile, start: usize, dialect: Dialect, problems: &mut Vec<Diagnostic>) -> Self {
        Self::with_definition(file, start, DefinitionPlace::default(), dialect, problems)
    }

    /// Parses an entry's definition and its body, which begins at byte `start` of the file.
    pub fn with_definition(
        file: &SourceFile,
        start: usize,
        definition: DefinitionPlace<'_>,
        dialect: Dialect,
        problems: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut first_pass = markdown::first_pass(file, start, definition, &dialect, problems);
        first_pass.code.shrink_to_fit();
        first_pass.drawings.shrink_to_fit();
        first_pass.formulas.shrink_to_fit();
        first_pass.links.shrink_to_fit();
        Self { text: Arc::clone(&file.text), start, dialect, figures: false, first_pass: Arc::new(first_pass) }
    }

    /// This body with `{{name}}` read as a figure that the build fills in.
    #[must_use]
    pub fn with_figures(self) -> Self {
        Self { figures: true, ..self }
    }

    /// Parses the body into a tree that borrows from its text.
    #[must_use]
    pub fn tree(&self) -> Tree<'_, Name<'_>> {
        markdown::tree(&self.text, self.start, &self.dialect, self.figures, &self.first_pass)
    }

    /// The links and images that the author wrote, in order.
    #[must_use]
    pub fn links(&self) -> &[WrittenLink] {
        &self.first_pass.links
    }

    /// The body as its author wrote it, without the front matter.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }

    /// The texts that the tree is read from: the definition, if it is in the front matter, and the body.
    #[must_use]
    pub fn texts(&self) -> [&str; 2] {
        [self.first_pass.definition(&self.text), self.text()]
    }

    /// The text of the whole file, in which the nodes' spans are.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.text
    }
}
