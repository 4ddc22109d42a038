//! Reads one file of the catalog: a list of records.
//!
//! 1. Decodes the file.
//! 2. Checks each record: its id can be an address and is unique in its file, one of its sources can be followed, and a
//!    page can link to its addresses.
//! 3. Passes it to the caller, who checks the rest, with a [`RecordReader`] for the locations of problems.

use super::index::Ids;
use super::{CATALOG, records};
use records::RecordSource;
use rooflight_estimator::error::FactError;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::slug::is_address;
use rooflight_source::url;
use rooflight_source::yaml::{self, PathSegment};
use rooflight_source::yaml_path;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// A record with an id and sources.
pub(super) trait CatalogRecord: DeserializeOwned + JsonSchema {
    /// The noun for a record in messages, such as `device`.
    const NOUN: &'static str;
    fn id(&self) -> &str;
    fn sources(&self) -> &[RecordSource];
    /// Returns an address in addition to those of the sources, with its key.
    fn url(&self) -> Option<(&'static str, &str)> {
        None
    }
}

macro_rules! record {
    ($($type:ident: $what:literal),* $(,)?) => { $(
        impl CatalogRecord for records::$type {
            const NOUN: &'static str = $what;
            fn id(&self) -> &str { &self.id }
            fn sources(&self) -> &[RecordSource] { &self.sources }
        }
    )* };
}
record!(Hardware: "device", Model: "model", Quantization: "quantization", Backend: "backend", NotCovered: "gap",
    Rental: "list of prices");

impl CatalogRecord for records::Score {
    const NOUN: &'static str = "score";
    fn id(&self) -> &str {
        &self.id
    }
    fn sources(&self) -> &[RecordSource] {
        &self.sources
    }
    fn url(&self) -> Option<(&'static str, &str)> {
        Some(("original", self.original.as_deref()?))
    }
}

impl CatalogRecord for records::Runtime {
    const NOUN: &'static str = "runtime";
    fn id(&self) -> &str {
        &self.id
    }
    fn sources(&self) -> &[RecordSource] {
        &self.sources
    }
    fn url(&self) -> Option<(&'static str, &str)> {
        Some(("url", self.url.as_deref()?))
    }
}

/// A record being read: its file and position, for locations, and the list of problems.
pub(super) struct RecordReader<'a> {
    file: &'a SourceFile,
    places: &'a yaml::Places,
    pub(super) number: usize,
    pub(super) problems: &'a mut Vec<Diagnostic>,
}

impl RecordReader<'_> {
    /// Returns the location of the value at these keys of the record, with dots between them.
    pub(super) fn location(&self, keys: &str) -> Location {
        let mut path = vec![PathSegment::Item(self.number)];
        path.extend(keys.split('.').filter(|key| !key.is_empty()).map(PathSegment::from));
        self.place_of(&path)
    }

    /// Returns the location of a path, or of the record's id if the path does not exist.
    pub(super) fn place_of(&self, path: &[PathSegment]) -> Location {
        place_of(self.file, self.places, self.number, path)
    }

    /// Returns the position of the id at a path of the record; reports an unknown one.
    pub(super) fn find(&mut self, ids: &Ids, id: &str, path: &[PathSegment]) -> Option<usize> {
        let (file, places, number) = (self.file, self.places, self.number);
        ids.find(id, || place_of(file, places, number, path), self.problems)
    }

    /// Reports a fact that the estimator refuses.
    pub(super) fn impossible(&mut self, error: &FactError) {
        let problem = messages::impossible(self.location(error.field), error.to_string());
        self.problems.push(problem);
    }
}

fn place_of(file: &SourceFile, places: &yaml::Places, number: usize, path: &[PathSegment]) -> Location {
    let whole = 0..file.text.len();
    match places.locate(&file.text, path) {
        Some(found) => Location::new(&file.path, found),
        None => places.location(&file.path, &file.text, &whole, yaml_path![number, "id"]),
    }
}

/// Reads one file of the catalog, and keeps what `make` returns for each record; a missing file is an empty list. A
/// record of the site with the id of one of its base takes that one's place.
pub(super) fn list<R: CatalogRecord, T>(
    (base, sources): (Option<&Sources>, &Sources),
    name: &str,
    problems: &mut Vec<Diagnostic>,
    mut make: impl FnMut(R, &mut RecordReader<'_>) -> Option<T>,
) -> Vec<T> {
    let path = format!("{CATALOG}/{name}.yaml");
    let file_of = |sources: &'_ Sources| sources.content.iter().find(|file| file.path == path).cloned();
    let mut made: Vec<(String, T)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for file in [base.and_then(file_of), file_of(sources)].into_iter().flatten() {
        for (id, record) in of_file(&file, problems, &mut make) {
            if let Some(at) = places.get(&id) {
                made[*at].1 = record;
            } else {
                places.insert(id.clone(), made.len());
                made.push((id, record));
            }
        }
    }
    made.into_iter().map(|(_, record)| record).collect()
}

/// Reads the records of a file, each with its id.
fn of_file<R: CatalogRecord, T>(
    file: &SourceFile,
    problems: &mut Vec<Diagnostic>,
    make: &mut impl FnMut(R, &mut RecordReader<'_>) -> Option<T>,
) -> Vec<(String, T)> {
    let decoded: Option<Vec<R>> = yaml::decode_facts(&file.path, &file.text, problems);
    let (mut first, places): (BTreeMap<String, usize>, _) = (BTreeMap::new(), yaml::Places::default());
    let mut made = Vec::new();
    for (number, record) in decoded.into_iter().flatten().enumerate() {
        let mut reader = RecordReader { file, places: &places, number, problems };
        if !is_address(record.id()) {
            // The id names a page and its files.
            let problem = messages::bad_address(reader.location("id"), record.id(), None);
            reader.problems.push(problem);
            continue;
        }
        if let Some(other) = first.insert(record.id().to_owned(), number) {
            let earlier =
                RecordReader { file, places: &places, number: other, problems: &mut Vec::new() }.location("id");
            let problem = messages::duplicate(reader.location("id"), R::NOUN, record.id(), earlier);
            reader.problems.push(problem);
            continue;
        }
        if !record.sources().iter().any(RecordSource::can_be_followed) {
            let problem = messages::no_source(reader.location("id"), &format!("the {} `{}`", R::NOUN, record.id()));
            reader.problems.push(problem);
        }
        addresses(&record, &mut reader);
        let id = record.id().to_owned();
        made.extend(make(record, &mut reader).map(|made| (id, made)));
    }
    made
}

/// Reports addresses that no page can link to.
fn addresses(record: &impl CatalogRecord, reader: &mut RecordReader<'_>) {
    let sources = record.sources().iter().enumerate();
    let sources = sources.filter_map(|(at, source)| Some((Ok(at), source.url.as_deref()?)));
    let found: Vec<_> = sources.chain(record.url().map(|(key, url)| (Err(key), url))).collect();
    for (whose, address) in found.into_iter().filter(|(_, address)| !url::is_address(address)) {
        let location = match whose {
            Ok(at) => reader.place_of(yaml_path![reader.number, "sources", at, "url"]),
            Err(key) => reader.location(key),
        };
        reader.problems.push(messages::bad_link(location, address));
    }
}
