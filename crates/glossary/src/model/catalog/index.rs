//! Maps the catalog's ids to positions, for records that name others.
//!
//! The id of a refused record is not reported again where another record names it.

use super::CATALOG;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::Sources;
use rooflight_source::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// The ids of the lists that measurements refer to.
#[derive(Debug, Default)]
pub struct CatalogIndex {
    /// Devices, from `hardware.yaml`.
    pub hardware: Ids,
    /// Models, from `models.yaml`.
    pub models: Ids,
    /// Weight formats, from `quantizations.yaml`.
    pub quantizations: Ids,
    /// Engines, from `runtimes.yaml`.
    pub runtimes: Ids,
    /// Backends, from `backends.yaml`.
    pub backends: Ids,
}

/// The ids of one kind of record.
#[derive(Debug, Default)]
pub struct Ids {
    /// The noun for a record in messages, such as `device`.
    noun: &'static str,
    positions: BTreeMap<String, usize>,
    /// Ids of refused records: their own mistakes are reported, follow-up errors are not.
    refused: RefusedIds,
}

/// The ids in a file with mistakes, any of whose records may be refused.
#[derive(Debug, Default)]
enum RefusedIds {
    /// The file has no mistakes.
    #[default]
    None,
    /// The file has mistakes, and its records have these ids.
    These(BTreeSet<String>),
    /// The file cannot be read, so any id may have been in it.
    Any,
}

impl RefusedIds {
    fn has(&self, id: &str) -> bool {
        match self {
            Self::None => false,
            Self::These(ids) => ids.contains(id),
            Self::Any => true,
        }
    }
}

impl Ids {
    pub(super) fn new<'a>(
        noun: &'static str,
        name: &str,
        ids: impl Iterator<Item = &'a str>,
        sources: &Sources,
        problems: &[Diagnostic],
    ) -> Self {
        let path = format!("{CATALOG}/{name}.yaml");
        let refused = if problems.iter().any(|problem| problem.location.file == path) {
            sources.text(&path).and_then(|text| yaml::values_of(text, "id")).map_or(RefusedIds::Any, RefusedIds::These)
        } else {
            RefusedIds::None
        };
        Self { noun, positions: ids.enumerate().map(|(at, id)| (id.to_owned(), at)).collect(), refused }
    }

    /// Returns the position of an id. Reports an unknown one, unless its record was refused.
    pub fn find(&self, id: &str, location: impl Fn() -> Location, problems: &mut Vec<Diagnostic>) -> Option<usize> {
        let found = self.positions.get(id).copied();
        if found.is_none() && !self.refused.has(id) {
            problems.push(messages::unknown_id(location(), self.noun, id, self.positions.keys().map(String::as_str)));
        }
        found
    }
}
