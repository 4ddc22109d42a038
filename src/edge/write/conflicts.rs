//! What stands in the way of a site: a file where a folder has to be, a folder where a file has to be, somebody else's file.
//!
//! 1. What an earlier build made may go, but only when the whole site is there: until then, a file whose folder is still a file waits beside
//!    that file, under a name made of its path.
//! 2. What no build made stays, and ends the build with its path.

use crate::edge::write::{LOCK, PART};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is said of somebody else's file.
pub(super) const FOREIGN: &str =
    "no build has made it, so none replaces it; move it away, or build into another folder";

/// Whether the folder holds nothing but the lock.
pub(super) fn is_new(out: &Path) -> bool {
    std::fs::read_dir(out).is_ok_and(|entries| entries.flatten().all(|entry| entry.file_name() == LOCK))
}

/// The file that stands where a folder on the way to `path` has to be, below `out`.
pub(super) fn file(out: &Path, path: &str) -> Option<String> {
    let folders = path.match_indices('/').map(|(end, _)| &path[..end]);
    let is_file = |folder: &&str| std::fs::symlink_metadata(out.join(folder)).is_ok_and(|found| found.is_file());
    folders.into_iter().find(is_file).map(str::to_owned)
}

/// Where a file waits whose folder is still the file `blocker`: beside that, by a name that no other path has.
pub(super) fn elsewhere(out: &Path, blocker: &str, path: &str) -> PathBuf {
    out.join(blocker).with_file_name(format!(".{}{PART}", blake3::hash(path.as_bytes()).to_hex()))
}

/// Makes sure that the folder at `path`, where a file has to be, holds only what earlier builds made.
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

/// Makes sure that nothing of the new site itself needs what has to go.
pub(super) fn of_itself(paths: &BTreeSet<String>, in_the_way: &BTreeSet<String>) -> Result<()> {
    for path in in_the_way {
        let inside = format!("{path}/");
        if paths.contains(path) && paths.range(inside.clone()..).next().is_some_and(|next| next.starts_with(&inside)) {
            // The stages before see to it; what writes makes sure.
            bail!("the site has both a file and a folder at {path:?}");
        }
    }
    Ok(())
}

/// Removes a folder in which there are no files. If one is there after all, the folder stays, and so its place cannot be taken.
pub(super) fn remove_empty(folder: &Path) {
    for entry in walkdir::WalkDir::new(folder).contents_first(true).into_iter().filter_map(Result::ok) {
        // A folder that is not empty refuses.
        std::fs::remove_dir(entry.path()).ok();
    }
}
