//! The ids of the catalog and their positions, for records that name others.
//!
//! An id that a refused record has is not reported again where it is named.

use super::CATALOG;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::Sources;
use rooflight_source::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// Ids and their positions, for the measurements.
#[derive(Debug, Default)]
pub struct Index {
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
    what: &'static str,
    positions: BTreeMap<String, usize>,
    /// Ids of refused records: their own mistakes are reported, follow-up errors are not.
    refused: Refused,
}

/// The ids that a file with mistakes names.
#[derive(Debug, Default)]
enum Refused {
    /// The file has no mistakes.
    #[default]
    None,
    /// Those of its records.
    These(BTreeSet<String>),
    /// The file cannot be read, so any id may have been in it.
    Any,
}

impl Refused {
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
        what: &'static str,
        name: &str,
        ids: impl Iterator<Item = &'a str>,
        sources: &Sources,
        problems: &[Diagnostic],
    ) -> Self {
        let path = format!("{CATALOG}/{name}.yaml");
        let refused = if problems.iter().any(|problem| problem.location.file == path) {
            sources.text(&path).and_then(|text| yaml::values_of(text, "id")).map_or(Refused::Any, Refused::These)
        } else {
            Refused::None
        };
        Self { what, positions: ids.enumerate().map(|(at, id)| (id.to_owned(), at)).collect(), refused }
    }

    /// The position of an id; a diagnostic for an unknown id, unless its record was refused.
    pub fn find(&self, id: &str, location: impl Fn() -> Location, problems: &mut Vec<Diagnostic>) -> Option<usize> {
        let found = self.positions.get(id).copied();
        if found.is_none() && !self.refused.has(id) {
            problems.push(messages::unknown_id(location(), self.what, id, self.positions.keys().map(String::as_str)));
        }
        found
    }
}
