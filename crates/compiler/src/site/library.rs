//! Calculator files that are built into the program: every site can use those of the reference site by name.
//!
//! 1. If an entry names one and the site has no file of that name, the built-in file is used.
//! 2. A site's own file of the same name takes precedence.
//!
//! A site that names none of them gets no such file.

use rooflight_calculator_files::{CALCULATORS, data};
use rooflight_glossary::model::document::Document;
use rooflight_reference::LIBRARY;
use rooflight_source::file::{SourceFile, Sources};

/// The names of the calculators, each with the data tables that it reads.
const FILES: [(&str, &[&str]); 3] =
    [("noise", &[]), ("tokenizer", &["text_by_language", "token_counts", "vocabularies"]), ("words", &[])];

/// Returns the names of the built-in calculators.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> + Clone {
    FILES.iter().map(|(kind, _)| *kind)
}

/// Returns the files of calculators and their data: the site's own, and the built-in ones that its entries name.
pub(crate) fn files(sources: &Sources, documents: &[Document]) -> Sources {
    let own = [CALCULATORS, data::DATA].map(|folder| format!("{folder}/"));
    let is_own = |file: &&SourceFile| own.iter().any(|folder| file.path.starts_with(folder));
    let mut content: Vec<SourceFile> = sources.content.iter().filter(is_own).cloned().collect();
    let named = |kind: &str| {
        documents.iter().any(|document| document.front.calculator.as_ref().is_some_and(|block| block.kind == kind))
    };
    for (kind, tables) in FILES {
        let path = format!("{CALCULATORS}/{kind}.yaml");
        if !named(kind) || content.iter().any(|file| file.path == path) {
            continue;
        }
        let read = tables.iter().map(|table| format!("{}/{table}.yaml", data::DATA));
        for path in [path].into_iter().chain(read) {
            let known = LIBRARY.iter().find(|(known, _)| *known == path);
            if let Some((path, text)) = known.filter(|_| content.iter().all(|file| file.path != path)) {
                content.push(SourceFile::new(*path, *text));
            }
        }
    }
    content.sort_by(|a, b| a.path.cmp(&b.path));
    Sources { content, ..Sources::default() }
}
