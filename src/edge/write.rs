//! Writes a site to disk so that every file is whole at every moment, old or new.
//!
//! 1. A file whose bytes are already there is left alone.
//! 2. Any other is written beside its place and renamed into it.
//! 3. Files that the last build made and this one does not are removed; the manifest says which those are. Files that no build made are
//!    never touched.
//!
//! The manifest is written last: a build that is cut off is finished by the next one.

use crate::Site;
use anyhow::{Context, Result, bail};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;

/// The list of the files that a build made, in the output folder.
pub const MANIFEST: &str = ".rooflight-files";

/// What a write did.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Files that are new or have changed.
    pub changed: usize,
    /// Files of an earlier build that are gone.
    pub removed: usize,
}

/// Brings the folder `out` in line with the site.
///
/// # Errors
/// Whatever the disk refuses, with the path.
pub fn write(site: &Site, out: &Path) -> Result<Written> {
    // The stages before see to it; what writes makes sure.
    if let Some(path) = site.keys().find(|path| !is_inside(path)) {
        bail!("a file of the site would lie outside of {}: {path:?}", out.display());
    }
    std::fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    let before = manifest(out);
    remember(site.keys().map(String::as_str).chain(before.iter().map(String::as_str)), out)?;
    let mut written = Written::default();
    let changed = site.par_iter().map(|(path, bytes)| Ok(usize::from(bring(&out.join(path), bytes)?)));
    written.changed = changed.sum::<Result<usize>>()?;
    for path in before.iter().filter(|path| !site.contains_key(*path)) {
        written.removed += usize::from(remove(out, path)?);
    }
    remember(site.keys().map(String::as_str), out)?;
    Ok(written)
}

/// Makes the file hold these bytes; false if it did already.
fn bring(target: &Path, bytes: &[u8]) -> Result<bool> {
    if std::fs::metadata(target).is_ok_and(|old| old.len() == bytes.len() as u64)
        && std::fs::read(target).is_ok_and(|old| old == *bytes)
    {
        return Ok(false);
    }
    replace(target, bytes).with_context(|| format!("cannot write {}", target.display()))?;
    Ok(true)
}

fn manifest(out: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(out.join(MANIFEST)).unwrap_or_default();
    text.lines().filter(|line| is_inside(line)).map(str::to_owned).collect()
}

/// True for a path that cannot lead out of the output folder, whoever wrote the manifest.
fn is_inside(path: &str) -> bool {
    !path.is_empty() && !path.starts_with('/') && path.split('/').all(|part| part != ".." && !part.contains('\\'))
}

fn remember<'a>(paths: impl Iterator<Item = &'a str>, out: &Path) -> Result<()> {
    let lines: BTreeSet<&str> = paths.collect();
    let text: String = lines.iter().flat_map(|line| [*line, "\n"]).collect();
    let target = out.join(MANIFEST);
    if std::fs::read_to_string(&target).is_ok_and(|old| old == text) {
        return Ok(());
    }
    replace(&target, text.as_bytes()).with_context(|| format!("cannot write {}", target.display()))
}

/// Writes one file so that it is whole at every moment.
///
/// # Errors
/// Whatever the disk refuses, with the path.
pub fn file(target: &Path, bytes: &[u8]) -> Result<()> {
    replace(target, bytes).with_context(|| format!("cannot write {}", target.display()))
}

fn replace(target: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = target.parent().unwrap_or(Path::new("."));
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = folder.join(format!(".{name}.part"));
    // Most folders are there already.
    if let Err(error) = std::fs::write(&beside, bytes) {
        if error.kind() != std::io::ErrorKind::NotFound {
            return Err(error);
        }
        std::fs::create_dir_all(folder)?;
        std::fs::write(&beside, bytes)?;
    }
    std::fs::rename(&beside, target)
}

fn remove(out: &Path, path: &str) -> Result<bool> {
    let target = out.join(path);
    match std::fs::remove_file(&target) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error).with_context(|| format!("cannot remove {}", target.display())),
    }
    for folder in target.ancestors().skip(1).take_while(|folder| *folder != out) {
        // Only an empty folder goes; one that holds somebody else's file stays.
        if std::fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(true)
}
