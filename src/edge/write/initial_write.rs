//! The first site in a folder that holds nothing: it waits as a whole in one folder of its own, and a rename for each of the few things at its
//! top puts it into its place. To rename every file would take half as long as to write them.

use crate::edge::write::written;
use anyhow::{Context, Result};
use std::path::Path;

/// Where the site waits, in the output folder; nobody else calls a folder so.
const FOLDER: &str = ".rooflight-new";

/// Writes a file of the site to where it waits.
pub(super) fn put(out: &Path, path: &str, bytes: &[u8]) -> std::io::Result<()> {
    written(&out.join(FOLDER).join(path), bytes)
}

/// Puts everything that waits into its place.
pub(super) fn settle(out: &Path) -> Result<()> {
    let waiting = out.join(FOLDER);
    if !waiting.exists() {
        // A site without a file.
        return Ok(());
    }
    let named = |path: &Path| format!("cannot write {}", path.display());
    for entry in std::fs::read_dir(&waiting).with_context(|| named(&waiting))? {
        let entry = entry.with_context(|| named(&waiting))?;
        let target = out.join(entry.file_name());
        std::fs::rename(entry.path(), &target).with_context(|| named(&target))?;
    }
    std::fs::remove_dir(&waiting).with_context(|| named(&waiting))
}

/// Removes what waits, if anything does; true if nothing is left.
pub(super) fn give_up(out: &Path) -> bool {
    let waiting = out.join(FOLDER);
    std::fs::remove_dir_all(&waiting).is_ok() || !waiting.exists()
}
