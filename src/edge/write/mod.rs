//! Writes a site to disk so that every file is complete at every moment, and the last good site stays until the next
//! one is complete.
//!
//! 1. Locks the folder, so that another build into it fails at once. The system releases the lock when the process
//!    ends.
//! 2. Leaves files alone whose bytes are already on disk, and stages all others beside the site ([`Changes`]).
//! 3. Moves the files into place when all are staged and the build has no errors. Otherwise removes them.
//! 4. Removes files of the last build, listed in the manifest, that the new site lacks. Never touches files that no
//!    build made: if one has the path of a site's file, the build fails before anything is replaced (`conflicts`). What
//!    the manifest names is believed of regular files below the folder, and never through a link.
//!
//! The manifest lists the files of both sites before the first move, and only those of the new site at the end, so
//! that the next build can complete a killed one.

mod conflicts;
mod content;

use anyhow::{Context, Error, Result, anyhow, bail};
use content::Content;
use rayon::prelude::*;
use rooflight_compiler::sink::Sink;
use rooflight_compiler::sink::Site;
use rooflight_folder::{Changes, Folder, Kind, is_path, is_unfinished};
use rooflight_source::file::LargeFile;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The manifest: the list of the last build's files, in the output folder.
pub const MANIFEST: &str = ".rooflight-files";

/// Maximum size of the manifest; that of 1,000,000 files is smaller.
const MAX_MANIFEST_BYTES: u64 = 1 << 28;

/// The outcome of a write.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// New and changed files.
    pub changed: usize,
    /// Removed files of an earlier build.
    pub removed: usize,
}

/// Writes a whole site into the folder `out`.
///
/// # Errors
/// An I/O error, with the path.
pub fn write(site: &Site, out: &Path) -> Result<Written> {
    let writer = Writer::begin(out)?;
    site.par_iter().for_each(|(path, bytes)| writer.put(path, bytes.clone()));
    writer.finish()
}

/// True if the last build into `out` finished with exactly the files at these sorted paths, and no build runs or was
/// killed since.
pub fn is_complete<'a>(out: &Path, paths: impl Iterator<Item = &'a String>) -> bool {
    !is_unfinished(out) && Folder::open(out).is_ok_and(|out| manifest(&out).iter().eq(paths))
}

/// Locks the folder of a site, or of another generator's pages, for the changes of a command.
///
/// # Errors
/// Another command writes to it, or as [`Changes::begin`].
pub fn changes(root: &Path) -> Result<Changes> {
    Changes::begin(root).map_err(|error| refused(root, error))
}

/// As [`changes`], in a folder that is made if there is none.
///
/// # Errors
/// As [`changes`].
pub fn changes_in_new(root: &Path) -> Result<Changes> {
    Changes::begin_new(root).map_err(|error| refused(root, error))
}

fn refused(place: &Path, error: std::io::Error) -> Error {
    match error.kind() {
        ErrorKind::WouldBlock => anyhow!("another command is writing to {}", place.display()),
        _ => Error::new(error).context(format!("cannot write to the folder {}", place.display())),
    }
}

/// Stages a file that replaces what is there.
///
/// # Errors
/// An I/O error, with the path.
pub fn put(changes: &Changes, path: &str, bytes: &[u8]) -> Result<()> {
    changes.put(path, bytes).with_context(|| cannot_write(changes.folder().place(), path))
}

/// Moves what is staged into place.
///
/// # Errors
/// An I/O error, with the folder.
pub fn commit(changes: &Changes) -> Result<()> {
    changes.commit().with_context(|| format!("cannot write to {}", changes.folder().place().display()))
}

/// Makes one file below a folder that has none at the path.
///
/// # Errors
/// As [`changes`] and [`create`].
pub fn create_in(root: &Path, path: &str, bytes: &[u8]) -> Result<()> {
    let changes = changes(root)?;
    create(&changes, path, bytes)?;
    commit(&changes)
}

/// Stages a file where none may be.
///
/// # Errors
/// Something is there, or an I/O error with the path.
pub fn create(changes: &Changes, path: &str, bytes: &[u8]) -> Result<()> {
    match changes.create(path, bytes) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!("{path} exists already"),
        created => created.with_context(|| cannot_write(changes.folder().place(), path)),
    }
}

fn cannot_write(folder: &Path, path: &str) -> String {
    format!("cannot write {}", folder.join(path).display())
}

/// Refuses an output folder inside a source folder, whose files the next build would read and publish.
///
/// # Errors
/// If `out` lies in `content/`, `templates/` or `static/` of the site at `root`.
pub fn refuse_sources(root: &Path, out: &Path) -> Result<()> {
    // If the output folder does not exist yet, its nearest existing ancestor is resolved.
    let absolute = std::path::absolute(out).with_context(|| format!("cannot resolve {}", out.display()))?;
    let existing = absolute.ancestors().find_map(|path| Some((path, path.canonicalize().ok()?)));
    let Some((ancestor, real)) = existing else { return Ok(()) };
    let out_path = real.join(absolute.strip_prefix(ancestor).unwrap_or(Path::new("")));
    for folder in ["content", "templates", "static"] {
        if root.join(folder).canonicalize().is_ok_and(|sources| out_path.starts_with(sources)) {
            bail!("cannot build into {}: it is part of `{folder}/`, whose files the next build reads", out.display());
        }
    }
    Ok(())
}

/// A site that is being written. If it is dropped before `finish`, nothing changes.
#[derive(Debug)]
pub struct Writer {
    changes: Changes,
    before: BTreeSet<String>,
    /// True if the folder was empty, so that nothing can conflict.
    is_new: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// All files of the site.
    paths: BTreeSet<String>,
    /// How many of them are new or changed.
    changed: usize,
    /// Files and folders of the last build that have to be removed before the others are in place.
    obsolete: BTreeSet<String>,
    failed: Option<Error>,
}

impl Writer {
    /// Locks the folder.
    ///
    /// # Errors
    /// If another build is writing to it, or an I/O error.
    pub fn begin(out: &Path) -> Result<Self> {
        let changes = Changes::begin_again(out).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock => anyhow!("another build is writing to {}", out.display()),
            _ => Error::new(error).context(format!("cannot make the folder {}", out.display())),
        })?;
        let before = manifest(changes.folder());
        let is_new = changes.folder().entries().is_ok_and(|entries| entries.is_empty());
        Ok(Self { changes, before, is_new, state: Mutex::default() })
    }

    /// Moves every file into place and removes obsolete files of the last build. The folder stays locked until the
    /// writer is dropped.
    ///
    /// # Errors
    /// The first I/O error of the whole write, with the path.
    pub fn finish(&self) -> Result<Written> {
        let State { paths, changed, obsolete, failed } = std::mem::take(&mut *self.state());
        if let Some(error) = failed {
            return Err(error);
        }
        conflicts::of_itself(&paths, &obsolete)?;
        let mut written = Written { changed, removed: 0 };
        let both: String = lines(paths.union(&self.before));
        self.replace_manifest(&both)?;
        for path in &obsolete {
            written.removed += self.clear(path)?;
        }
        self.changes.settle_again().with_context(|| cannot_write(self.out(), ""))?;
        for path in self.before.difference(&paths) {
            written.removed += usize::from(self.remove(path)?);
        }
        self.replace_manifest(&lines(paths.iter()))?;
        Ok(written)
    }

    /// Writes a file of the program's own beside the site.
    ///
    /// # Errors
    /// An I/O error, with the path.
    pub fn write_own(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let written = self.changes.replace(name, bytes);
        written.with_context(|| cannot_write(self.out(), name))
    }

    fn replace_manifest(&self, text: &str) -> Result<()> {
        let is_same = self.changes.folder().read(MANIFEST, MAX_MANIFEST_BYTES).is_ok_and(|old| old == text.as_bytes());
        if is_same { Ok(()) } else { self.write_own(MANIFEST, text.as_bytes()) }
    }

    fn out(&self) -> &Path {
        self.changes.folder().place()
    }

    /// Stages a file unless its bytes are already in place; true if it was staged.
    fn stage(&self, path: &str, content: Content<'_>) -> Result<bool> {
        if !is_path(path) {
            // Earlier stages report this as a diagnostic; this is the last line of defence.
            bail!("a file of the site would lie outside of {}: {path:?}", self.out().display());
        }
        if !self.is_new && self.is_kept(path, content)? {
            return Ok(false);
        }
        let staged = self.changes.stage(path).and_then(|mut file| content.write(&mut file));
        staged.with_context(|| cannot_write(self.out(), path))?;
        Ok(true)
    }

    /// True if a file's bytes are in place already. Notes what of the last build is in its way.
    fn is_kept(&self, path: &str, content: Content<'_>) -> Result<bool> {
        let folder = self.changes.folder();
        match folder.kind(path) {
            Ok(Kind::File(length)) if content.is_at(folder, path, length) => return Ok(true),
            Ok(Kind::File(_)) if self.before.contains(path) => {}
            Ok(Kind::Folder) => {
                conflicts::folder(folder, path, &self.before)?;
                self.state().obsolete.insert(path.to_owned());
            }
            Ok(_) => bail!("{} is in the way: {}", self.out().join(path).display(), conflicts::FOREIGN),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => match conflicts::file(folder, path).filter(|_| error.kind() == ErrorKind::NotADirectory) {
                Some(blocker) if self.before.contains(&blocker) => {
                    self.state().obsolete.insert(blocker);
                }
                Some(blocker) => {
                    bail!("{} is in the way: {}", self.out().join(blocker).display(), conflicts::FOREIGN)
                }
                None => return Err(error).with_context(|| cannot_write(self.out(), path)),
            },
        }
        Ok(false)
    }

    /// Removes a file of the last build, or all files that it made in a folder; returns how many.
    fn clear(&self, path: &str) -> Result<usize> {
        if !matches!(self.changes.folder().kind(path), Ok(Kind::Folder)) {
            return Ok(usize::from(self.remove(path)?));
        }
        let inside = format!("{path}/");
        let mut removed = 0;
        for old in self.before.range(inside.clone()..).take_while(|old| old.starts_with(&inside)) {
            removed += usize::from(self.remove(old)?);
        }
        self.changes.folder().remove_empty(path);
        Ok(removed)
    }

    fn remove(&self, path: &str) -> Result<bool> {
        let removed = self.changes.folder().remove(path);
        removed.with_context(|| format!("cannot remove {}", self.out().join(path).display()))
    }

    /// Stages a file of the site and keeps the first failure.
    fn take(&self, path: &str, content: Content<'_>) {
        if self.state().failed.is_some() {
            return;
        }
        let staged = self.stage(path, content);
        let mut state = self.state();
        match staged {
            Ok(is_staged) => state.changed += usize::from(is_staged),
            Err(error) => _ = state.failed.get_or_insert(error),
        }
        state.paths.insert(path.to_owned());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Writer {
    fn put(&self, path: &str, bytes: Vec<u8>) {
        self.take(path, Content::Bytes(&bytes));
    }

    fn copy(&self, path: &str, file: &LargeFile) {
        self.take(path, Content::Copy(file));
    }

    fn keep(&self, path: &str) {
        self.state().paths.insert(path.to_owned());
    }
}

fn manifest(out: &Folder) -> BTreeSet<String> {
    let text = out.read(MANIFEST, MAX_MANIFEST_BYTES).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    // It may have been edited or damaged: because of another spelling in it, `a//b`, the new `a/b` would be removed.
    text.unwrap_or_default().lines().filter(|line| is_path(line)).map(str::to_owned).collect()
}

/// The manifest of sorted paths.
fn lines<'a>(paths: impl Iterator<Item = &'a String>) -> String {
    paths.flat_map(|path| [path.as_str(), "\n"]).collect()
}
