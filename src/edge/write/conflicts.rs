//! Resolves conflicts in the output folder: a file where a folder is needed, a folder where a file is needed, a file
//! that no build made.
//!
//! 1. Files of an earlier build are removed only once the whole new site is on disk. Until then, a file whose folder is
//!    still a file is staged next to that file, under a name derived from its path.
//! 2. A file that no build made is never touched: the build fails and names it.

use crate::edge::write::{LOCK, PART};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The message about a file that no build made.
pub(super) const FOREIGN: &str = "no build made it, so it is not replaced; move it away, or build into another folder";

/// True if the folder is empty except for the lock file.
pub(super) fn is_new(out: &Path) -> bool {
    std::fs::read_dir(out).is_ok_and(|entries| entries.flatten().all(|entry| entry.file_name() == LOCK))
}

/// Finds a file below `out` at the path of one of `path`'s parent folders.
pub(super) fn file(out: &Path, path: &str) -> Option<String> {
    let folders = path.match_indices('/').map(|(end, _)| &path[..end]);
    let is_file = |folder: &&str| std::fs::symlink_metadata(out.join(folder)).is_ok_and(|found| found.is_file());
    folders.into_iter().find(is_file).map(str::to_owned)
}

/// The staging path of a file whose folder is still the file `blocker`: next to `blocker`, with a unique name.
pub(super) fn elsewhere(out: &Path, blocker: &str, path: &str) -> PathBuf {
    out.join(blocker).with_file_name(format!(".{}{PART}", blake3::hash(path.as_bytes()).to_hex()))
}

/// Checks that the folder at `path`, where a file is needed, contains only files of earlier builds.
pub(super) fn folder(out: &Path, path: &str, before: &BTreeSet<String>) -> Result<()> {
    for entry in walkdir::WalkDir::new(out.join(path)) {
        let entry = entry.with_context(|| format!("cannot read {}", out.join(path).display()))?;
        let name = entry.path().strip_prefix(out).unwrap_or(entry.path()).to_string_lossy().replace('\\', "/");
        if !entry.file_type().is_dir() && !before.contains(&name) && !name.ends_with(PART) {
            bail!("{} is in the way: {FOREIGN}", entry.path().display());
        }
    }
    Ok(())
}

/// Checks that the new site does not need both a file and a folder at an obsolete path.
pub(super) fn of_itself(paths: &BTreeSet<String>, obsolete: &BTreeSet<String>) -> Result<()> {
    for path in obsolete {
        let inside = format!("{path}/");
        if paths.contains(path) && paths.range(inside.clone()..).next().is_some_and(|next| next.starts_with(&inside)) {
            // Earlier stages report this as a diagnostic; this is the last line of defence.
            bail!("the site has both a file and a folder at {path:?}");
        }
    }
    Ok(())
}

/// Removes a tree of empty folders; folders with files stay.
pub(super) fn remove_empty(folder: &Path) {
    for entry in walkdir::WalkDir::new(folder).contents_first(true).into_iter().filter_map(Result::ok) {
        // `remove_dir` fails if the folder is not empty.
        std::fs::remove_dir(entry.path()).ok();
    }
}
