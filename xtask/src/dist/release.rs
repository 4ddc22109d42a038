//! A release: its version, its folder, and the names of its archives.

use crate::dist::systems::{self, System};
use std::path::PathBuf;

/// A release, whose archives and packages are all in one folder.
pub(super) struct Release {
    pub(crate) version: String,
    pub(crate) folder: PathBuf,
    /// In a trial, the only system with a program; `None` if each has one.
    pub(crate) only: Option<&'static System>,
}

impl Release {
    /// Returns the name of the folder inside a system's archive.
    pub(crate) fn archive(&self, system: &System) -> String {
        systems::archive(&self.version, system.target())
    }

    /// Returns true if a system's archive has a program, not a placeholder.
    pub(crate) fn has_program(&self, system: &System) -> bool {
        self.only.is_none_or(|only| only.name == system.name)
    }
}
