//! Writes a site to disk so that every file is whole at every moment, old or new, and the last good site stays until the next one is
//! complete.
//!
//! 1. The folder is locked: a second build into it fails at once. The system gives the lock back when the process ends, however it ends.
//! 2. A file whose bytes are already there is left alone. Any other is written beside its place, as `.NAME.rooflight-part`. In a folder that
//!    holds nothing the whole site waits in a folder of its own (`first`).
//! 3. When all are there and nothing is wrong, each is renamed into its place. If something is wrong they are removed.
//! 4. Files that the last build made and this one does not are removed; the manifest says which those are. Files that no build made are
//!    never touched: one that stands where a file of the site belongs ends the build before anything is replaced (`way`).
//!
//! The manifest names every file of both sites before the first rename, and is brought down to those of the new one at the very end; so a
//! build that is cut off is finished by the next one. The lock's file has a mark in it while a build is under way: whoever finds the mark
//! of another, dead by now, sweeps up what that one has left beside the places.

mod conflicts;
mod initial_write;

use crate::Site;
use crate::sink::Sink;
use anyhow::{Context, Result, anyhow, bail};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The list of the files that a build made, in the output folder.
pub const MANIFEST: &str = ".rooflight-files";

/// The file that a build locks, in the output folder.
pub const LOCK: &str = ".rooflight-lock";
/// How the name of a file ends that waits for its place; nobody else calls one so.
const PART: &str = ".rooflight-part";

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
    let writer = Writer::begin(out)?;
    site.par_iter().for_each(|(path, bytes)| writer.put(path, bytes.clone()));
    writer.finish()
}

/// A site on its way to the disk. What is not finished is given up: then nothing has changed.
#[derive(Debug)]
pub struct Writer {
    out: PathBuf,
    lock: File,
    before: BTreeSet<String>,
    /// Whether the folder held nothing: then nothing can be in the way, and the site waits as a whole.
    is_new: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// All files of the site.
    paths: BTreeSet<String>,
    /// Those that wait beside their places.
    waiting: Vec<String>,
    /// Where those wait whose folder is still a file of the last build.
    elsewhere: BTreeMap<String, PathBuf>,
    /// Files and folders of the last build that have to go before the others can come.
    in_the_way: BTreeSet<String>,
    failed: Option<anyhow::Error>,
}

impl Writer {
    /// Takes possession of the folder.
    ///
    /// # Errors
    /// When another build is writing to it, or the disk refuses.
    pub fn begin(out: &Path) -> Result<Self> {
        std::fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.display()))?;
        let place = out.join(LOCK);
        let named = || format!("cannot write {}", place.display());
        let mut lock =
            OpenOptions::new().create(true).read(true).write(true).truncate(false).open(&place).with_context(named)?;
        // Some disks know no locks, and say so in many ways: then two builds at once are the author's own affair.
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

    /// Puts every file into its place, and removes those of the last build that are none any more.
    ///
    /// # Errors
    /// Whatever the disk has refused so far, or refuses now, with the path.
    pub fn finish(self) -> Result<Written> {
        let (paths, waiting, elsewhere, in_the_way, failed) = {
            let mut state = self.state();
            let State { paths, waiting, elsewhere, in_the_way, failed } = &mut *state;
            (std::mem::take(paths), waiting.clone(), elsewhere.clone(), std::mem::take(in_the_way), failed.take())
        };
        if let Some(error) = failed {
            return Err(error);
        }
        conflicts::of_itself(&paths, &in_the_way)?;
        remember(paths.union(&self.before), &self.out)?;
        let mut written = Written { changed: waiting.len(), removed: 0 };
        if self.is_new {
            initial_write::settle(&self.out)?;
            self.state().waiting.clear();
            return Ok(written);
        }
        for path in &in_the_way {
            written.removed += self.clear(path)?;
        }
        let placed = waiting.par_iter().map(|path| {
            let target = self.out.join(path);
            let renamed = match elsewhere.get(path) {
                Some(place) => std::fs::create_dir_all(target.parent().unwrap_or(&self.out))
                    .and_then(|()| std::fs::rename(place, &target)),
                None => std::fs::rename(beside(&target), &target),
            };
            renamed.with_context(|| format!("cannot write {}", target.display()))
        });
        placed.collect::<Result<()>>()?;
        self.state().waiting.clear();
        for path in self.before.difference(&paths) {
            written.removed += usize::from(remove(&self.out, path)?);
        }
        remember(paths.iter(), &self.out)?;
        Ok(written)
    }

    /// Writes a file beside its place, unless its bytes stand there already; true if it was written.
    fn bring(&self, path: &str, bytes: &[u8]) -> Result<bool> {
        let target = self.out.join(path);
        let named = || format!("cannot write {}", target.display());
        if self.is_new {
            initial_write::put(&self.out, path, bytes).with_context(named)?;
            return Ok(true);
        }
        let is_own = self.before.contains(path);
        if let Ok(old) = std::fs::symlink_metadata(&target) {
            if old.is_dir() {
                conflicts::folder(&self.out, path, &self.before)?;
                self.state().in_the_way.insert(path.to_owned());
            } else if old.len() == bytes.len() as u64 && std::fs::read(&target).is_ok_and(|old| old == bytes) {
                return Ok(false);
            } else if !is_own {
                bail!("{} is in the way: {}", target.display(), conflicts::FOREIGN);
            }
        }
        let Err(error) = write_beside(&target, bytes) else { return Ok(true) };
        let Some(blocker) = conflicts::file(&self.out, path) else { return Err(error).with_context(named) };
        if !self.before.contains(&blocker) {
            bail!("{} is in the way: {}", self.out.join(blocker).display(), conflicts::FOREIGN);
        }
        let place = conflicts::elsewhere(&self.out, &blocker, path);
        {
            let mut state = self.state();
            state.in_the_way.insert(blocker);
            state.elsewhere.insert(path.to_owned(), place.clone());
        }
        std::fs::write(place, bytes).with_context(named)?;
        Ok(true)
    }

    /// Removes a file of the last build, or all that it made in a folder; how many files that were.
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
        {
            let mut state = self.state();
            if state.failed.is_none() && !is_inside(path) {
                // The stages before see to it; what writes makes sure.
                state.failed =
                    Some(anyhow!("a file of the site would lie outside of {}: {path:?}", self.out.display()));
            }
            if state.failed.is_some() {
                return;
            }
        }
        let brought = self.bring(path, &bytes);
        let mut state = self.state();
        match brought {
            Ok(true) => state.waiting.push(path.to_owned()),
            Ok(false) => {}
            Err(error) => {
                // Perhaps a part of it is there.
                state.waiting.push(path.to_owned());
                state.failed.get_or_insert(error);
            }
        }
        state.paths.insert(path.to_owned());
    }
}

impl Drop for Writer {
    /// Removes what still waits, and the mark.
    fn drop(&mut self) {
        let State { waiting, elsewhere, .. } = std::mem::take(&mut *self.state());
        if self.is_new {
            if initial_write::give_up(&self.out) {
                self.lock.set_len(0).ok();
            }
            return;
        }
        let part = |path: &String| beside(Path::new(path)).to_string_lossy().into_owned();
        // What cannot be removed is swept up by the next build, since the mark stays.
        let is_gone = |path: &String| match elsewhere.get(path) {
            Some(place) => std::fs::remove_file(place).is_ok() || !place.exists(),
            None => remove(&self.out, &part(path)).is_ok(),
        };
        if waiting.iter().all(is_gone) {
            self.lock.set_len(0).ok();
        }
    }
}

/// Where a file waits until its time has come.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}{PART}"))
}

/// Removes what a build that was cut off has left beside the places of its files, or a first one in its folder.
fn sweep(out: &Path) -> Result<()> {
    if !initial_write::give_up(out) {
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
    let text = std::fs::read_to_string(out.join(MANIFEST)).unwrap_or_default();
    text.lines().filter(|line| is_inside(line)).map(str::to_owned).collect()
}

/// True for a path that cannot lead out of the output folder, whoever wrote the manifest.
fn is_inside(path: &str) -> bool {
    !path.is_empty() && !path.starts_with('/') && path.split('/').all(|part| part != ".." && !part.contains('\\'))
}

/// Writes the manifest; the paths come in order.
fn remember<'a>(paths: impl Iterator<Item = &'a String>, out: &Path) -> Result<()> {
    let text: String = paths.flat_map(|path| [path.as_str(), "\n"]).collect();
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
    write_beside(target, bytes)?;
    std::fs::rename(beside(target), target)
}

fn write_beside(target: &Path, bytes: &[u8]) -> std::io::Result<()> {
    written(&beside(target), bytes)
}

/// Writes a file, and the folder that it is in.
fn written(place: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // Most folders are there already.
    match std::fs::write(place, bytes) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            std::fs::create_dir_all(place.parent().unwrap_or(Path::new(".")))?;
            std::fs::write(place, bytes)
        }
        written => written,
    }
}

fn remove(out: &Path, path: &str) -> Result<bool> {
    let target = out.join(path);
    match std::fs::remove_file(&target) {
        Ok(()) => {}
        // Not there, or a folder by now, or below what is a file by now: the manifest of a build that was cut off names both.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(false),
        Err(_) if target.is_dir() => return Ok(false),
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
