//! Writes a site into an empty folder: stages the whole site in one subfolder, then renames each of the few top-level
//! entries into place. Renaming every file would take half as long as writing them.

use crate::edge::write::content::Content;
use anyhow::{Context, Result};
use std::path::Path;

/// The staging folder inside the output folder.
const FOLDER: &str = ".rooflight-new";

/// Writes a file into the staging folder.
pub(super) fn put(out: &Path, path: &str, content: Content<'_>) -> std::io::Result<()> {
    content.write(&out.join(FOLDER).join(path))
}

/// Renames all staged files into place.
pub(super) fn commit(out: &Path) -> Result<()> {
    let staged = out.join(FOLDER);
    if !staged.exists() {
        // The site has no files.
        return Ok(());
    }
    let named = |path: &Path| format!("cannot write {}", path.display());
    for entry in std::fs::read_dir(&staged).with_context(|| named(&staged))? {
        let entry = entry.with_context(|| named(&staged))?;
        let target = out.join(entry.file_name());
        std::fs::rename(entry.path(), &target).with_context(|| named(&target))?;
    }
    std::fs::remove_dir(&staged).with_context(|| named(&staged))
}

/// Removes the staging folder; true if the folder is gone.
pub(super) fn discard(out: &Path) -> bool {
    let staged = out.join(FOLDER);
    std::fs::remove_dir_all(&staged).is_ok() || !staged.exists()
}
