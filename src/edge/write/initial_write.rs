//! The first write into an empty folder: the whole site is staged in one subfolder, and each of its few top-level
//! entries is renamed into place. Renaming every file instead would take half as long as writing them.

use crate::edge::write::content::Content;
use anyhow::{Context, Result};
use std::path::Path;

/// The staging folder inside the output folder.
const FOLDER: &str = ".rooflight-new";

/// Writes a file into the staging folder.
pub(super) fn put(out: &Path, path: &str, content: Content<'_>) -> std::io::Result<()> {
    content.write(&out.join(FOLDER).join(path))
}

/// Renames everything that is staged into place.
pub(super) fn commit(out: &Path) -> Result<()> {
    let waiting = out.join(FOLDER);
    if !waiting.exists() {
        // The site has no files.
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

/// Removes the staging folder; true if the folder is gone.
pub(super) fn discard(out: &Path) -> bool {
    let waiting = out.join(FOLDER);
    std::fs::remove_dir_all(&waiting).is_ok() || !waiting.exists()
}
