//! Calculator files that are built into the program: every site can use those of the reference site by name.
//!
//! 1. If an entry names one and the site has no file of that name, the built-in file is used.
//! 2. A site's own file of the same name takes precedence.
//!
//! A site that names none of them gets no such file.

use rooflight_calculator_files::{CALCULATORS as FOLDER, CalculatorFile, calculators, data};
use rooflight_calculators::declared::declared;
use rooflight_calculators::{CALCULATORS, Spec};
use rooflight_carried::LIBRARY;
use rooflight_estimator::records::Record;
use rooflight_source::file::{SourceFile, Sources};
use std::sync::OnceLock;

/// The calculators that a refusal or an answer of another one links to.
pub(crate) const OFFERED: [&str; 4] = ["decode-speed", "memory-fit", "offload", "parallel"];

/// Returns the names of the built-in calculators in files.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> + Clone {
    LIBRARY.iter().filter_map(|(path, _)| kind(path))
}

/// Returns every calculator that the program brings, by their groups.
#[must_use]
pub fn specs() -> Vec<&'static Spec> {
    static IN_FILES: OnceLock<Vec<&'static Spec>> = OnceLock::new();
    let in_files = IN_FILES.get_or_init(|| {
        let files = calculators(&files(&Sources::default(), |_| true), &mut Vec::new());
        files.iter().filter_map(|file| Some(&declared(&file.record.to_bytes())?.spec)).collect()
    });
    let mut specs: Vec<&'static Spec> = CALCULATORS.iter().chain(in_files).copied().collect();
    specs.sort_by_key(|spec| spec.group);
    specs
}

/// Returns the calculator of the program with this name.
#[must_use]
pub fn spec(kind: &str) -> Option<&'static Spec> {
    specs().into_iter().find(|spec| spec.kind == kind)
}

/// True if a file is as the program brings it.
pub(crate) fn is_built_in(file: &CalculatorFile) -> bool {
    LIBRARY.iter().any(|(path, text)| *path == file.path && **text == *file.text)
}

/// True if the file of a calculator names devices or models, so that it answers from the catalog.
#[must_use]
pub fn reads_catalog(file: &SourceFile) -> bool {
    ["kind: device", "kind: model"].iter().any(|kind| file.text.contains(kind))
}

/// True if a calculator of the program answers from the catalog.
pub(crate) fn answers_from_catalog(name: &str) -> bool {
    let reads = |(path, text): &(&str, &str)| kind(path) == Some(name) && reads_catalog(&SourceFile::new(*path, *text));
    rooflight_calculators::named(name).is_some() || LIBRARY.iter().any(reads)
}

/// Returns the name of a calculator by the path of its file; `None` for another file.
fn kind(path: &str) -> Option<&str> {
    path.strip_prefix(FOLDER)?.strip_prefix('/')?.strip_suffix(".yaml")
}

/// Returns the files of calculators and their data: the site's own, and the built-in ones that `is_wanted` by their
/// names, each with the data tables that it reads.
pub fn files(sources: &Sources, is_wanted: impl Fn(&str) -> bool) -> Sources {
    let own = [FOLDER, data::DATA].map(|folder| format!("{folder}/"));
    let is_own = |file: &&SourceFile| own.iter().any(|folder| file.path.starts_with(folder));
    let mut content: Vec<SourceFile> = sources.content.iter().filter(is_own).cloned().collect();
    for (path, text) in LIBRARY {
        if !kind(path).is_some_and(&is_wanted) || content.iter().any(|file| file.path == *path) {
            continue;
        }
        let reads = |table: &str| table.starts_with(data::DATA) && text.contains(SourceFile::new(table, "").stem());
        for (path, text) in LIBRARY.iter().filter(|(known, _)| known == path || reads(known)) {
            if content.iter().all(|file| file.path != *path) {
                content.push(SourceFile::new(*path, *text));
            }
        }
    }
    content.sort_by(|a, b| a.path.cmp(&b.path));
    Sources { content, ..Sources::default() }
}
