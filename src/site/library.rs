//! Calculators in files that every site can use by their names, without a file of its own: those of the reference site.
//!
//! 1. An entry names one, and the site has no file of that name: the program's file takes the place.
//! 2. A site's own file of the same name goes before it.
//!
//! Changes nothing for sites that name none of them.

use rooflight_calculator_files::{CALCULATORS, data};
use rooflight_glossary::model::document::Document;
use rooflight_source::file::{SourceFile, Sources};

/// A file below `content/`: its path and its text.
macro_rules! file {
    ($path:literal) => {
        (concat!("content/", $path), include_str!(concat!("../../content/", $path)))
    };
}

/// The names of the calculators, each with its file and those of its data.
const FILES: &[(&str, &[(&str, &str)])] = &[
    ("noise", &[file!("calculators/noise.yaml")]),
    (
        "tokenizer",
        &[
            file!("calculators/tokenizer.yaml"),
            file!("data/text_by_language.yaml"),
            file!("data/token_counts.yaml"),
            file!("data/vocabularies.yaml"),
        ],
    ),
    ("words", &[file!("calculators/words.yaml")]),
];

/// The names of these calculators.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> + Clone {
    FILES.iter().map(|(kind, _)| *kind)
}

/// The files of calculators and their data: the site's own, and those that its entries name beside them.
pub(crate) fn files(sources: &Sources, documents: &[Document]) -> Sources {
    let own = [CALCULATORS, data::DATA].map(|folder| format!("{folder}/"));
    let is_own = |file: &&SourceFile| own.iter().any(|folder| file.path.starts_with(folder));
    let mut content: Vec<SourceFile> = sources.content.iter().filter(is_own).cloned().collect();
    let named = |kind: &str| {
        documents.iter().any(|document| document.front.calculator.as_ref().is_some_and(|block| block.kind == kind))
    };
    for (kind, files) in FILES {
        let path = format!("{CALCULATORS}/{kind}.yaml");
        if !named(kind) || content.iter().any(|file| file.path == path) {
            continue;
        }
        for (path, text) in *files {
            if content.iter().all(|file| file.path != *path) {
                content.push(SourceFile::new(*path, *text));
            }
        }
    }
    content.sort_by(|a, b| a.path.cmp(&b.path));
    Sources { content, ..Sources::default() }
}
