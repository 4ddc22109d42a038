//! Resolves conflicts in the output folder: a file where a folder is needed, a folder where a file is needed, a file
//! that no build made.
//!
//! 1. Files of an earlier build are removed only once the whole new site is staged.
//! 2. A file that no build made is never touched: the build fails and names it.

use anyhow::{Context, Result, bail};
use rooflight_folder::{Folder, Kind};
use std::collections::BTreeSet;

/// The message about a file that no build made.
pub(super) const FOREIGN: &str = "no build made it, so it is not replaced; move it away, or build into another folder";

/// Finds a file below `out` at the path of one of `path`'s parent folders.
pub(super) fn file(out: &Folder, path: &str) -> Option<String> {
    let mut folders = path.match_indices('/').map(|(end, _)| &path[..end]);
    folders.find(|folder| matches!(out.kind(folder), Ok(Kind::File(_)))).map(str::to_owned)
}

/// Checks that the folder at `path`, where a file is needed, contains only files of earlier builds.
pub(super) fn folder(out: &Folder, path: &str, before: &BTreeSet<String>) -> Result<()> {
    let named = || format!("cannot read {}", out.place().join(path).display());
    for (name, kind) in out.below(path).and_then(|inner| inner.entries()).with_context(named)? {
        let inner = format!("{path}/{}", name.display());
        match kind {
            Kind::Folder => folder(out, &inner, before)?,
            Kind::File(_) if before.contains(&inner) => {}
            _ => bail!("{} is in the way: {FOREIGN}", out.place().join(inner).display()),
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
