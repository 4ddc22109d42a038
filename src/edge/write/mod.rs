//! Writes a site to disk so that every file is complete at every moment, and the last good site stays until the next
//! one is complete.
//!
//! 1. Locks the folder, so that another build into it fails at once. The system releases the lock when the process
//!    ends.
//! 2. Leaves files alone whose bytes are already on disk. Stages all others next to their targets as
//!    `.NAME.rooflight-part`; in an empty folder, stages the whole site in one subfolder (`initial_write`).
//! 3. Renames the files into place when all are staged and the build has no errors. Otherwise removes them.
//! 4. Removes files of the last build, listed in the manifest, that the new site lacks. Never touches files that no
//!    build made: if one has the path of a site's file, the build fails before anything is replaced (`conflicts`).
//!
//! The manifest lists the files of both sites before the first rename, and only those of the new site at the end, so
//! that the next build can complete a killed one. The lock file is not empty while a build runs; a build that finds it
//! not empty removes the staged files of a killed build.

mod conflicts;
mod content;
mod initial_write;

use crate::edge::input;
use anyhow::{Context, Result, anyhow, bail};
use content::Content;
use rayon::prelude::*;
use rooflight_compiler::sink::Sink;
use rooflight_compiler::sink::Site;
use rooflight_source::file::LargeFile;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The manifest: the list of the last build's files, in the output folder.
pub const MANIFEST: &str = ".rooflight-files";

/// The file that a build locks, in the output folder.
pub const LOCK: &str = ".rooflight-lock";
/// Maximum size of the manifest; that of 1,000,000 files is smaller.
const MAX_MANIFEST_BYTES: u64 = 1 << 28;
/// The suffix of staged files.
const PART: &str = ".rooflight-part";

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
    std::fs::metadata(out.join(LOCK)).is_ok_and(|lock| lock.len() == 0) && manifest(out).iter().eq(paths)
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
    out: PathBuf,
    lock: File,
    before: BTreeSet<String>,
    /// True if the folder was empty, so that nothing can conflict and the site is staged as a whole.
    is_new: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// All files of the site.
    paths: BTreeSet<String>,
    /// Files that are staged next to their targets.
    staged: Vec<String>,
    /// Staging paths of files whose folder is still a file of the last build.
    elsewhere: BTreeMap<String, PathBuf>,
    /// Files and folders of the last build that have to be removed before the renames.
    obsolete: BTreeSet<String>,
    failed: Option<anyhow::Error>,
}

impl Writer {
    /// Locks the folder.
    ///
    /// # Errors
    /// If another build is writing to it, or an I/O error.
    pub fn begin(out: &Path) -> Result<Self> {
        std::fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.display()))?;
        let place = out.join(LOCK);
        let named = || format!("cannot write {}", place.display());
        let mut lock =
            OpenOptions::new().create(true).read(true).write(true).truncate(false).open(&place).with_context(named)?;
        // Some file systems do not support locks and report that in many ways; only a lock that is held counts.
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            bail!("another build is writing to {}", out.display());
        }
        if lock.metadata().with_context(named)?.len() > 0 {
            sweep(out)?;
        }
        lock.write_all(b"a build is under way\n").with_context(named)?;
        let before = manifest(out);
        let is_new = conflicts::is_new(out);
        Ok(Self { out: out.to_owned(), lock, before, is_new, state: Mutex::default() })
    }

    /// Renames every file into place and removes obsolete files of the last build. The folder stays locked until the
    /// writer is dropped.
    ///
    /// # Errors
    /// The first I/O error of the whole write, with the path.
    pub fn finish(&self) -> Result<Written> {
        let (paths, staged, elsewhere, obsolete, failed) = {
            let mut state = self.state();
            let State { paths, staged, elsewhere, obsolete, failed } = &mut *state;
            (std::mem::take(paths), staged.clone(), elsewhere.clone(), std::mem::take(obsolete), failed.take())
        };
        if let Some(error) = failed {
            return Err(error);
        }
        conflicts::of_itself(&paths, &obsolete)?;
        write_manifest(paths.union(&self.before), &self.out)?;
        let mut written = Written { changed: staged.len(), removed: 0 };
        if self.is_new {
            initial_write::commit(&self.out)?;
            self.state().staged.clear();
            return Ok(written);
        }
        for path in &obsolete {
            written.removed += self.clear(path)?;
        }
        let placed = staged.par_iter().map(|path| {
            let target = self.out.join(path);
            let renamed = match elsewhere.get(path) {
                Some(place) => std::fs::create_dir_all(target.parent().unwrap_or(&self.out))
                    .and_then(|()| std::fs::rename(place, &target)),
                None => std::fs::rename(staging_path(&target), &target),
            };
            renamed.with_context(|| format!("cannot write {}", target.display()))
        });
        placed.collect::<Result<()>>()?;
        self.state().staged.clear();
        for path in self.before.difference(&paths) {
            written.removed += usize::from(remove(&self.out, path)?);
        }
        write_manifest(paths.iter(), &self.out)?;
        Ok(written)
    }

    /// Stages a file unless its bytes are already in place; true if it was staged.
    fn stage(&self, path: &str, content: Content<'_>) -> Result<bool> {
        let target = self.out.join(path);
        let named = || format!("cannot write {}", target.display());
        if self.is_new {
            initial_write::put(&self.out, path, content).with_context(named)?;
            return Ok(true);
        }
        let is_own = self.before.contains(path);
        if let Ok(old) = std::fs::symlink_metadata(&target) {
            if old.is_dir() {
                conflicts::folder(&self.out, path, &self.before)?;
                self.state().obsolete.insert(path.to_owned());
            } else if content.is_at(&target, old.len()) {
                return Ok(false);
            } else if !is_own {
                bail!("{} is in the way: {}", target.display(), conflicts::FOREIGN);
            }
        }
        let Err(error) = content.write(&staging_path(&target)) else { return Ok(true) };
        let Some(blocker) = conflicts::file(&self.out, path) else { return Err(error).with_context(named) };
        if !self.before.contains(&blocker) {
            bail!("{} is in the way: {}", self.out.join(blocker).display(), conflicts::FOREIGN);
        }
        let place = conflicts::elsewhere(&self.out, &blocker, path);
        {
            let mut state = self.state();
            state.obsolete.insert(blocker);
            state.elsewhere.insert(path.to_owned(), place.clone());
        }
        content.write(&place).with_context(named)?;
        Ok(true)
    }

    /// Removes a file of the last build, or all files that it made in a folder; returns how many.
    fn clear(&self, path: &str) -> Result<usize> {
        if !self.out.join(path).is_dir() {
            return Ok(usize::from(remove(&self.out, path)?));
        }
        let inside = format!("{path}/");
        let mut removed = 0;
        for old in self.before.range(inside.clone()..).take_while(|old| old.starts_with(&inside)) {
            removed += usize::from(remove(&self.out, old)?);
        }
        conflicts::remove_empty(&self.out.join(path));
        Ok(removed)
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

impl Writer {
    /// Stages a file of the site and keeps the first failure.
    fn take(&self, path: &str, content: Content<'_>) {
        {
            let mut state = self.state();
            if state.failed.is_none() && !is_inside(path) {
                // Earlier stages report this as a diagnostic; this is the last line of defence.
                state.failed =
                    Some(anyhow!("a file of the site would lie outside of {}: {path:?}", self.out.display()));
            }
            if state.failed.is_some() {
                return;
            }
        }
        let staged = self.stage(path, content);
        let mut state = self.state();
        match staged {
            Ok(true) => state.staged.push(path.to_owned()),
            Ok(false) => {}
            Err(error) => {
                // A part of it may be on disk.
                state.staged.push(path.to_owned());
                state.failed.get_or_insert(error);
            }
        }
        state.paths.insert(path.to_owned());
    }
}

impl Drop for Writer {
    /// Removes staged files and empties the lock file.
    fn drop(&mut self) {
        let State { staged, elsewhere, .. } = std::mem::take(&mut *self.state());
        if self.is_new {
            if initial_write::discard(&self.out) {
                self.lock.set_len(0).ok();
            }
            return;
        }
        let part = |path: &String| staging_path(Path::new(path)).to_string_lossy().into_owned();
        // If one cannot be removed, the lock file stays non-empty and the next build removes it.
        let is_gone = |path: &String| match elsewhere.get(path) {
            Some(place) => std::fs::remove_file(place).is_ok() || !place.exists(),
            None => remove(&self.out, &part(path)).is_ok(),
        };
        if staged.iter().all(is_gone) {
            self.lock.set_len(0).ok();
        }
    }
}

/// The staging path of a file.
fn staging_path(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}{PART}"))
}

/// Removes the staged files of a killed build.
fn sweep(out: &Path) -> Result<()> {
    if !initial_write::discard(out) {
        bail!("cannot remove what an earlier build has left in {}", out.display());
    }
    for entry in
        walkdir::WalkDir::new(out).into_iter().filter_map(Result::ok).filter(|entry| entry.file_type().is_file())
    {
        let name = entry.file_name().to_string_lossy();
        if name.starts_with('.') && name.ends_with(PART) {
            let path = entry.path();
            std::fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

fn manifest(out: &Path) -> BTreeSet<String> {
    let text = input::text(&out.join(MANIFEST), MAX_MANIFEST_BYTES).unwrap_or_default();
    text.lines().filter(|line| is_inside(line)).map(str::to_owned).collect()
}

/// True if a path stays inside the output folder and is canonical. The manifest may have been edited or damaged, and
/// because of `a//b` in it the new `a/b` would be removed.
fn is_inside(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | "..") && !part.contains('\\'))
}

/// Writes the manifest from sorted paths.
fn write_manifest<'a>(paths: impl Iterator<Item = &'a String>, out: &Path) -> Result<()> {
    let text: String = paths.flat_map(|path| [path.as_str(), "\n"]).collect();
    let target = out.join(MANIFEST);
    if input::text(&target, MAX_MANIFEST_BYTES).is_ok_and(|old| old == text) {
        return Ok(());
    }
    replace(&target, text.as_bytes()).with_context(|| format!("cannot write {}", target.display()))
}

/// Writes one file atomically; a replaced file's permissions are kept.
///
/// # Errors
/// An I/O error, with the path.
pub fn file(target: &Path, bytes: &[u8]) -> Result<()> {
    replace(target, bytes).with_context(|| format!("cannot write {}", target.display()))
}

fn replace(target: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let staged = staging_path(target);
    let place = || {
        Content::Bytes(bytes).write(&staged)?;
        if let Ok(metadata) = std::fs::metadata(target) {
            std::fs::set_permissions(&staged, metadata.permissions())?;
        }
        std::fs::rename(&staged, target)
    };
    place().inspect_err(|_| {
        std::fs::remove_file(&staged).ok();
    })
}

/// Creates a file below `root`; never replaces a file, and leaves no partial one.
///
/// # Errors
/// If it exists already, or an I/O error with the path.
pub fn create(root: &Path, path: &str, bytes: &[u8]) -> Result<()> {
    let target = root.join(path);
    let folder = target.parent().unwrap_or(root);
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let named = || format!("cannot write {}", target.display());
    let mut file = match File::create_new(&target) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!("{path} exists already"),
        created => created.with_context(named)?,
    };
    file.write_all(bytes).with_context(named).inspect_err(|_| {
        std::fs::remove_file(&target).ok();
    })
}

fn remove(out: &Path, path: &str) -> Result<bool> {
    let target = out.join(path);
    match std::fs::remove_file(&target) {
        Ok(()) => {}
        // Missing, a folder by now, or below a path that is now a file: the manifest of a killed build lists both.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(false),
        Err(_) if target.is_dir() => return Ok(false),
        Err(error) => return Err(error).with_context(|| format!("cannot remove {}", target.display())),
    }
    for folder in target.ancestors().skip(1).take_while(|folder| *folder != out) {
        // `remove_dir` fails on a folder with other files, which stays.
        if std::fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(true)
}
