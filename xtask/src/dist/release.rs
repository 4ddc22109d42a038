//! A release: its version, its folder, and the files that are in it.

use crate::dist::systems::{self, System};
use std::path::PathBuf;

/// The archives of one version, and the folder that everything made from them is put into.
pub(super) struct Release {
    pub(crate) version: String,
    pub(crate) folder: PathBuf,
    /// In a trial the one system that there is a program for; otherwise each has one.
    pub(crate) only: Option<&'static System>,
}

impl Release {
    /// The folder inside the archive of a system.
    pub(crate) fn archive(&self, system: &System) -> String {
        systems::archive(&self.version, system.target())
    }

    /// Whether the system's archive holds a program, and not words in its place.
    pub(crate) fn has_program(&self, system: &System) -> bool {
        self.only.is_none_or(|only| only.name == system.name)
    }
}
